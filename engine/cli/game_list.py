"""``python -m engine games``: the list of games, with their seats and options."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core import Game, write_options
from engine.core.game import edition_type, option_values
from engine.games import GAMES


def game_list_lines() -> Iterator[str]:
    """Yield the lines of the list, one paragraph for each game."""
    for game in GAMES.values():
        yield f"{game.key}: {game.name}, {game.seats[0]} to {game.seats[-1]} players"
        yield f"  {game.about}"
        yield from _option_lines(game)


def _option_lines(game: Game[Any]) -> Iterator[str]:
    if presets := game.options.presets():
        yield f"  --preset {'|'.join(presets)}  (default: {next(iter(presets))})"
    defaults = write_options(game.options())
    for field in msgspec.structs.fields(game.options):
        values = [*option_values(field), *(["FILE"] if edition_type(field) is not None else [])]
        yield f"  --option {field.name}={'|'.join(values)}  (default: {defaults[field.name]})"
