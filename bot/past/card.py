"""The result card of a finished game: its words for one picture, from the log. It knows no title and no Discord."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.past.record import whole_days
from bot.sight import TableView
from bot.tables.table import Move
from engine.core import count_noun
from render import Scene
from render.result_card import GameEnd, result_card_scene


def card_of(seen: TableView, moves: Sequence[Move]) -> Scene:
    """The card of a game that is over; ``moves`` are those that stand, the set-up among them."""
    state = seen.view.state
    made = [move for move in moves if move.by not in ("start", "ahead")]
    days = whole_days(moves)
    length = count_noun(len(made), "move") + (f" in {count_noun(days, 'day')}" if days else "")
    when = datetime.fromtimestamp(moves[-1].at, UTC)
    ended = GameEnd(f"{when.day} {when:%B %Y}", length, seen.game.endings[seen.game.rules.ending(state)])
    return result_card_scene(seen.game, seen.painter, seen.drawing_context.names, seen.view, ended)
