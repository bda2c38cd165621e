"""Parsing of command-line arguments: games, options, policies, and seats. Every error message is a sentence."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

from engine.agents.policies import QUICK_POLICIES
from engine.core import Game, Options, read_options, shorten, write_options
from engine.core.game import edition_type, preset_options
from engine.core.transcript import MAX_DIGITS
from engine.errors import Unreadable
from engine.games import GAMES


def find_game(key: str) -> Game[Any]:
    """Return the game with this key. Raises ``Unreadable`` if there is none."""
    if key not in GAMES:
        raise Unreadable(f"“{shorten(key)}” isn’t a game here. The games are {', '.join(GAMES)}.")
    return GAMES[key]


def parse_seats(game: Game[Any], seats: int | None) -> int:
    """Return the number of seats; None means the game's maximum.

    Raises ``Unreadable`` for a number that is not allowed.
    """
    if seats is None:
        return game.seats[-1]
    if seats not in game.seats:
        raise Unreadable(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}.")
    return seats


def parse_options(game: Game[Any], given: Iterable[str], preset_name: str | None = None) -> Options:
    """Return the options of a preset, changed by words such as ``bidding=whole-order``. Raises ``Unreadable``."""
    base = write_options(preset_options(game.options, preset_name) if preset_name is not None else game.options())
    words: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable(f"“{shorten(text)}” isn’t a valid option. Write name=value.")
        if name.strip() in words:
            raise Unreadable(f"The option “{shorten(name)}” is given twice.")
        words[name.strip()] = _edition_word(game, name.strip(), value.strip())
    return read_options(game.options, {**base, **words})


def _edition_word(game: Game[Any], name: str, value: str) -> str:
    """Return the value of an option as a word. The value of an edition may be given as a file.

    Raises ``Unreadable``.
    """
    fields = (field for field in msgspec.structs.fields(game.options) if field.name == name)
    kind, file = next(map(edition_type, fields), None), Path(value)
    if kind is None or not file.is_file():
        return value
    return str(kind.from_file(file.stem, _read_host_file(file)))


def _read_host_file(file: Path) -> str:
    """Read the text of a host's file. Raises ``Unreadable``."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"The file {file} isn’t plain text in UTF-8. Save it as UTF-8.") from error
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be read: {error.strerror}.") from error


def parse_policies(players: str, seats: int, known: Collection[str] = tuple(QUICK_POLICIES)) -> tuple[str, ...]:
    """Return the policy of each seat from ``greedy,random,…``; a single name applies to all seats.

    Raises ``Unreadable``.
    """
    names = tuple(name.strip() for name in players.split(","))
    for name in names:
        if name not in known:
            raise Unreadable(f"“{shorten(name)}” isn’t a computer player. The computer players are {', '.join(known)}.")
    if len(names) not in (1, seats):
        per_seat = f", or 1 for each of the {seats} seats" if seats > 1 else ""
        raise Unreadable(f"--players needs 1 name{per_seat}, but you gave {len(names)}.")
    return names if len(names) == seats else names * seats


def parse_whole_number(text: str) -> int:
    """Parse a whole number, of at most as many digits as a ``.game`` file allows. Raises ``Unreadable``."""
    if not text.isascii() or not text.isdecimal():
        raise Unreadable(f"“{shorten(text)}” isn’t a whole number of 0 or more")
    if len(text) > MAX_DIGITS:
        raise Unreadable(f"the number can have at most {MAX_DIGITS} digits, not {len(text):,}")
    return int(text)
