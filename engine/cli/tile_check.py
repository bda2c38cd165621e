"""``python -m engine tiles check FILE``: reports problems and playable modes of a host's tile list."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.cli.selfplay import play_game
from engine.core import Edition, Game, Options, count_noun
from engine.core.game import edition_type, option_meta, option_value, option_values
from engine.errors import Refused, RoundhouseError
from engine.games import GAMES

_SEED = 1

Mode = tuple[str, Options]
"""(name of a combination of options, the options)."""


class CheckResult(msgspec.Struct, frozen=True):
    """The lines of the report about a file. ``is_good``: whether the bot can offer the file."""

    lines: tuple[str, ...]
    is_good: bool


def check_tiles(file: Path, text: str) -> CheckResult:
    """Check whether a file's text is a valid edition, and play all modes with it.

    The text is tried as a value of each option that has editions, until one accepts it.
    """
    name = file.stem
    failures = list[CheckResult]()
    for game, option, kind in _edition_options():
        if problems := kind.file_problems(name, text):
            failures.append(CheckResult((*problems, f"{file}: {count_noun(len(problems), 'problem')}."), is_good=False))
        else:
            return _try_modes(file, game, option, kind.from_file(name, text))
    return failures[0]


def _edition_options() -> Iterator[tuple[Game[Any], str, type[Edition]]]:
    """Yield (game, option, class of the option's values) for each option whose values are editions."""
    for game in GAMES.values():
        for field in msgspec.structs.fields(game.options):
            if (kind := edition_type(field)) is not None:
                yield game, field.name, kind


def _try_modes(file: Path, game: Game[Any], option: str, edition: Edition) -> CheckResult:
    lines, is_good = [f"{file}: {edition.summary}."], True
    for name, options in _game_modes(game):
        seat_numbers, error = _play_mode(game, msgspec.structs.replace(options, **{option: edition}))
        if error:
            lines.append(f"{game.name}, {name}: not playable. {error}")
            is_good = False
        elif seat_numbers:
            lines.append(f"{game.name}, {name}: playable with {_player_numbers_text(seat_numbers)}.")
    lines.append("Every mode is playable." if is_good else "Some modes are not playable.")
    return CheckResult(tuple(lines), is_good)


def _game_modes(game: Game[Any]) -> Iterator[Mode]:
    """Yield the presets, and the default options with one option changed, once for each other value."""
    defaults = game.options()
    yield from game.options.presets().items() or [("without options", defaults)]
    for field in msgspec.structs.fields(game.options):
        for word, value in option_values(field).items():
            if value != getattr(defaults, field.name):
                label = f"{option_meta(field).title}: {option_value(field, word).label}"
                yield label, msgspec.structs.replace(defaults, **{field.name: value})


def _play_mode(game: Game[Any], options: Options) -> tuple[list[int], str]:
    """Play a mode with each allowed number of players.

    Return (numbers of players with which a game was played to its end, sentence about the first failure or “”).
    """
    seat_numbers = list[int]()
    for seats in game.seats:
        try:
            options.check_seats(seats)
        except Refused:
            continue
        try:
            record = play_game(game, options, ("random",) * seats, _SEED)
        except (RoundhouseError, LookupError, ValueError, StopIteration) as error:
            return seat_numbers, f"With {count_noun(seats, 'player')}, a game broke off: {error}"
        if not record.is_finished:
            return seat_numbers, f"With {count_noun(seats, 'player')}, a game did not end."
        seat_numbers.append(seats)
    return seat_numbers, ""


def _player_numbers_text(seats: list[int]) -> str:
    """Return the numbers of players as text: “2 to 6 players”."""
    last = count_noun(seats[-1], "player")
    return last if len(seats) == 1 else f"{seats[0]} to {last}"
