"""*Why?* under a refusal: the rule about the move that was not allowed. It knows no title."""

from bot.game_text import topics
from bot.markdown import Markdown, md
from bot.sight import sight
from bot.tables.table import Table
from bot.ui.components import custom_id
from engine import GAMES, Action

WHY = "why"
"""In a ``custom_id``: before the number of a topic, by which the topics are in alphabetical order."""


def why(table: Table, kind: type[Action] | None) -> str:
    """The ``custom_id`` of the button that shows the rule about this kind of action, or of the present phase.

    It is empty where there is none.
    """
    names = [str(name) for name in _topics(table)]
    if not names:
        return ""
    topic = kind.help_topic if kind is not None and kind.help_topic in names else names[0]
    return custom_id("v", table.id, table.seq, f"-{WHY}{sorted(names).index(topic)}")


def rule(table: Table, number: int) -> Markdown:
    """The rule that the button with this number shows, under its name."""
    found = _topics(table)
    name = sorted(found)[number % len(found)]
    return md("**{}**\n{}", name, found[name])


def topic_names(table: Table) -> list[str]:
    """The names of the topics, by whose places here ``rule`` shows them."""
    return sorted(map(str, _topics(table)))


def _topics(table: Table) -> dict[Markdown, Markdown]:
    """The rules of the table's game by name, that of the present phase first."""
    return dict(topics(GAMES[table.title], sight(table, None).view))
