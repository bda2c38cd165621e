"""The *Why?* button under a refusal, which shows the rule behind the refusal."""

from bot.game_text import rule_topics
from bot.markdown import Markdown, md
from bot.tables.table import Table
from bot.ui.components import custom_id
from bot.view import view_table
from engine import GAMES, Action

RULE_PREFIX = "why"
"""Prefix in a ``custom_id`` before the index of a topic in alphabetical order."""


def rule_custom_id(table: Table, kind: type[Action] | None) -> str:
    """Return the ``custom_id`` of the button that shows the rule about this kind of action.

    If there is no such rule, the button shows the rule about the current phase. Empty if the game has no texts of
    rules.
    """
    names = [str(name) for name in _texts_by_topic(table)]
    if not names:
        return ""
    topic = kind.help_topic if kind is not None and kind.help_topic in names else names[0]
    return custom_id("v", table.id, table.seq, f"-{RULE_PREFIX}{sorted(names).index(topic)}")


def rule_text(table: Table, number: int) -> Markdown:
    """Return the rule with this topic index, below the topic's name."""
    texts_by_topic = _texts_by_topic(table)
    name = sorted(texts_by_topic)[number % len(texts_by_topic)]
    return md("**{}**\n{}", name, texts_by_topic[name])


def topic_names(table: Table) -> list[str]:
    """Return the names of the topics, in the order of their indices."""
    return sorted(map(str, _texts_by_topic(table)))


def _texts_by_topic(table: Table) -> dict[Markdown, Markdown]:
    return dict(rule_topics(GAMES[table.title], view_table(table, None).view))
