"""The result card of a finished game, as a scene for one picture."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.history.report import count_days
from bot.tables.table import LogEntry
from bot.view import TableView
from engine.core import count_noun
from render import Scene
from render.result_card import GameEnd, result_card_scene


def result_card_of(table_view: TableView, moves: Sequence[LogEntry]) -> Scene:
    """The card of a finished game; ``moves`` are its valid moves, including the set-up."""
    state = table_view.view.state
    actual_moves = [move for move in moves if move.by not in ("start", "ahead")]
    days = count_days(moves)
    length = count_noun(len(actual_moves), "move") + (f" in {count_noun(days, 'day')}" if days else "")
    end_date = datetime.fromtimestamp(moves[-1].at, UTC)
    ending = GameEnd(
        f"{end_date.day} {end_date:%B %Y}", length, table_view.game.endings[table_view.game.rules.ending(state)]
    )
    return result_card_scene(
        table_view.game, table_view.painter, table_view.drawing_context.names, table_view.view, ending
    )
