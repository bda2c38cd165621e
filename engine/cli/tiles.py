"""``python -m engine tiles check FILE``: what is wrong with a host's file, and what can be played with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.cli.selfplay import play_game
from engine.core import Edition, Game, Options, counted
from engine.core.game import edition_type, option_meta, option_values, value_of
from engine.errors import Refused, RoundhouseError
from engine.games import GAMES

_SEED = 1

Mode = tuple[str, Options]
"""The name of options, and the options."""


class Check(msgspec.Struct, frozen=True):
    """The lines about a file, and whether the bot offers it."""

    lines: tuple[str, ...]
    is_good: bool


def check(file: Path, text: str) -> Check:
    """Check a file of this text for every option whose values are editions."""
    name = file.stem
    refused = list[Check]()
    for game, option, kind in _edition_options():
        if problems := kind.problems(name, text):
            refused.append(Check((*problems, f"{file}: {counted(len(problems), 'problem')}."), is_good=False))
        else:
            return _try_modes(file, game, option, kind.from_file(name, text))
    return refused[0]


def _edition_options() -> Iterator[tuple[Game[Any], str, type[Edition]]]:
    """The options whose values are editions: game, name, and the class of the values."""
    for game in GAMES.values():
        for field in msgspec.structs.fields(game.options):
            if (kind := edition_type(field)) is not None:
                yield game, field.name, kind


def _try_modes(file: Path, game: Game[Any], option: str, edition: Edition) -> Check:
    """Play a game of every mode with every number of players that it allows, by random moves."""
    lines, is_good = [f"{file}: {edition.summary}."], True
    for name, options in _modes(game):
        found, error = _play_mode(game, msgspec.structs.replace(options, **{option: edition}))
        if error:
            lines.append(f"{game.name}, {name}: not playable. {error}")
            is_good = False
        elif found:
            lines.append(f"{game.name}, {name}: playable with {_players(found)}.")
    lines.append("Every mode is playable." if is_good else "Some modes are not playable.")
    return Check(tuple(lines), is_good)


def _modes(game: Game[Any]) -> Iterator[Mode]:
    """The presets, and every other value of one option beside the defaults."""
    usual = game.options()
    yield from game.options.presets().items() or [("without options", usual)]
    for field in msgspec.structs.fields(game.options):
        for word, value in option_values(field).items():
            if value != getattr(usual, field.name):
                label = f"{option_meta(field).title}: {value_of(field, word).label}"
                yield label, msgspec.structs.replace(usual, **{field.name: value})


def _play_mode(game: Game[Any], options: Options) -> tuple[list[int], str]:
    """The numbers of players with which a mode was played to its end, and why one failed."""
    found = list[int]()
    for seats in game.seats:
        try:
            options.check(seats)
        except Refused:
            continue
        try:
            played = play_game(game, options, ("random",) * seats, _SEED)
        except (RoundhouseError, LookupError, ValueError, StopIteration) as error:
            return found, f"With {counted(seats, 'player')}, a game broke off: {error}"
        if not played.finished:
            return found, f"With {counted(seats, 'player')}, a game did not end."
        found.append(seats)
    return found, ""


def _players(seats: list[int]) -> str:
    """The numbers of players as words: “2 to 6 players”."""
    last = counted(seats[-1], "player")
    return last if len(seats) == 1 else f"{seats[0]} to {last}"
