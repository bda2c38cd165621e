"""The board of a new game as a post would have it, to try out drawing and sending. It knows no title."""

from functools import cache

from engine import GAMES, redact
from engine.core import read_options
from render import PAINTERS, PLAIN, Look, Picture, draw_all


@cache
def draw_example() -> Picture:
    """One picture of the first title that there is."""
    key, game = next(iter(GAMES.items()))
    seats = max(game.seats)
    state, _ = game.new(read_options(game.options, {}), seats, 1)
    names = tuple(f"Player {seat}" for seat in range(seats))
    painter = PAINTERS[key]
    scenes = painter.scenes(painter.pictures[0], redact(state, None), Look(names))
    return draw_all(scenes, PLAIN, 1)[0]
