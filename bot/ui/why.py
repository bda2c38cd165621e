"""*Why?* under a refusal: the rule about the move that was not allowed. It knows no title."""

from bot.markdown import Markdown, md, words_of_game
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
    topics = _topics(table)
    if not topics:
        return ""
    topic = kind.explained if kind is not None and kind.explained in topics else next(iter(topics))
    return custom_id("v", table.id, table.seq, f"-{WHY}{sorted(topics).index(topic)}")


def rule(table: Table, number: int) -> Markdown:
    """The rule that the button with this number shows, under its name."""
    topics = _topics(table)
    name = sorted(topics)[number % len(topics)]
    return md("**{}**\n{}", words_of_game(name), words_of_game(topics[name]))


def _topics(table: Table) -> dict[str, str]:
    """The rules of the table's game by name, that of the present phase first."""
    return dict(GAMES[table.title].words.help(sight(table, None).view))
