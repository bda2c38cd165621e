"""*Why?* under a refusal, which shows the rule about the move that was not allowed."""

from bot.game_text import rule_topics
from bot.markdown import Markdown, md
from bot.tables.table import Table
from bot.ui.components import custom_id
from bot.view import view_table
from engine import GAMES, Action

RULE_PREFIX = "why"
"""Prefix in a ``custom_id`` before the number of a topic, in alphabetical order."""


def rule_custom_id(table: Table, kind: type[Action] | None) -> str:
    """The ``custom_id`` of the button to the rule about this kind of action, or about the current phase.

    Empty if there is none.
    """
    names = [str(name) for name in _texts_by_topic(table)]
    if not names:
        return ""
    topic = kind.help_topic if kind is not None and kind.help_topic in names else names[0]
    return custom_id("v", table.id, table.seq, f"-{RULE_PREFIX}{sorted(names).index(topic)}")


def rule_text(table: Table, number: int) -> Markdown:
    """The rule with this topic number, below its name."""
    texts_by_topic = _texts_by_topic(table)
    name = sorted(texts_by_topic)[number % len(texts_by_topic)]
    return md("**{}**\n{}", name, texts_by_topic[name])


def topic_names(table: Table) -> list[str]:
    """The names of the topics, in the order of their numbers."""
    return sorted(map(str, _texts_by_topic(table)))


def _texts_by_topic(table: Table) -> dict[Markdown, Markdown]:
    """The rules of the table's game by topic, the current phase's first."""
    return dict(rule_topics(GAMES[table.title], view_table(table, None).view))
