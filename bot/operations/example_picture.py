"""Draws the board of a new game, to test whether the bot can draw and send pictures."""

from functools import cache

from engine import GAMES, redact
from engine.core import read_options
from render import DEFAULT_OPTIONS, PAINTERS, DrawingContext, Picture, render_all


@cache
def draw_example() -> Picture:
    """Draw the starting board of the first registered game."""
    key, game = next(iter(GAMES.items()))
    seats = max(game.seats)
    state, _ = game.new_game(read_options(game.options, {}), seats, 1)
    names = tuple(f"Player {seat}" for seat in range(seats))
    painter = PAINTERS[key]
    scenes = painter.public_scenes(painter.public_pictures[0], redact(state, None), DrawingContext(names))
    return render_all(scenes, DEFAULT_OPTIONS, 1)[0]
