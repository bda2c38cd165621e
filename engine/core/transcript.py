"""Transcripts (``.game`` files): a game as a header and one line of notation per action.

::

    title: railroad-rivals
    version: 1
    seats: 4
    seed: 7
    option bidding: first-only
    result: p2 61, p4 58, p1 55, p3 40

    p4 pass
    p3 bid 2

Lines that start with ``#`` and empty lines are ignored. Only finished games have a ``result``.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.core.action import Action
from engine.core.english import count_noun, join_words, shorten
from engine.core.event import Event
from engine.core.flow import State, decisions, play, play_unchecked
from engine.core.game import Game, Options, RankingEntry, read_options, write_options
from engine.core.notation import is_move_line, read_action
from engine.errors import Refused, RoundhouseError, Unreadable

MAX_BYTES = 1_000_000
"""Maximum bytes of a file. The longest games have a few thousand lines of under 100 characters."""

MAX_DIGITS = 80
"""Maximum digits of a number in the header. A table's seed has at most 39 digits."""

_HEADER = ("title", "version", "seats", "seed")


class Transcript(msgspec.Struct, frozen=True):
    """The contents of a ``.game`` file.

    ``lines`` are (line number in the file, notation) pairs, not parsed yet.
    """

    title: str
    version: int
    seats: int
    seed: int
    options: Mapping[str, str]
    lines: tuple[tuple[int, str], ...]
    result: str = ""


def load_transcript(data: bytes) -> Transcript:
    """Parse a ``.game`` file from its bytes. Raises ``Unreadable``.

    Callers need not read more than ``MAX_BYTES + 1`` bytes of a file that is too long.
    """
    return parse_transcript(decode_text(data))


def decode_text(data: bytes) -> str:
    """Decode a file in UTF-8, with or without a byte order mark.

    Raises ``Unreadable`` for any other encoding.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"This file is too long for a game. It can have at most {MAX_BYTES:,} bytes.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("This isn’t a game file: it isn’t plain text in UTF-8.") from error
    if "\0" in text:
        raise Unreadable("This isn’t a game file: it isn’t plain text in UTF-8.")
    return text


def parse_transcript(text: str) -> Transcript:
    """Parse the text of a ``.game`` file.

    Raises ``Unreadable``, with the line number and with what would be right.
    """
    if len(text) > MAX_BYTES:
        raise Unreadable(
            f"This file is too long for a game. It has {len(text):,} characters, and can have at most {MAX_BYTES:,}."
        )
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or is_move_line(line):  # a move may contain a colon: a route with a payee, E12>T13:3
            lines.append((number, line))
        elif lines:
            raise Unreadable(f"Line {number}: the header line “{shorten(line)}” can’t come after the first move.")
        elif name.startswith("option "):
            _set_once(options, name.removeprefix("option ").strip(), value, number)
        elif name in (*_HEADER, "result"):
            _set_once(header, name, value, number)
        else:
            raise Unreadable(
                f"Line {number}: “{shorten(line)}” isn’t a header line. Use {join_words([*_HEADER, 'option'], 'or')}."
            )
    missing = [name for name in _HEADER if name not in header]
    if missing:
        raise Unreadable(f"This isn’t a game file: its header lacks {join_words(missing)}.")
    numbers = {name: _parse_whole_number(name, header[name]) for name in _HEADER[1:]}
    result = header.get("result", "")
    return Transcript(header["title"], **numbers, options=options, lines=tuple(lines), result=result)


def write_transcript(
    game: Game[Any],
    options: Options,
    seats: int,
    seed: int,
    moves: tuple[str, ...],
    ranking: tuple[RankingEntry, ...] = (),
) -> str:
    """Return the text of a game's ``.game`` file.

    ``moves`` are lines of notation; ``ranking`` is only given for finished games.
    """
    head = [f"title: {game.key}", f"version: {game.version}", f"seats: {seats}", f"seed: {seed}"]
    head += [f"option {name}: {value}" for name, value in write_options(options).items()]
    head += [f"result: {_result_line(ranking)}"] if ranking else []
    return "\n".join([*head, "", *moves, ""])


def _result_line(ranking: tuple[RankingEntry, ...]) -> str:
    """Return a ranking in one line: ``p2 61, p4 58``."""
    return ", ".join(f"p{place.seat} {place.score}" for place in ranking)


def replay(
    game: Game[Any],
    transcript: Transcript,
    *,
    checked: bool = True,
    watch: Callable[[Action, State, tuple[Event, ...]], None] | None = None,
) -> State:
    """Play a transcript of ``game`` and return the final state.

    ``watch`` is called after each action with the action, the state, and the events. With ``checked=False``, no check
    is made whether actions were offered. Raises ``Unreadable`` or ``Refused`` with the number of the line.
    """
    if not game.can_play_version(transcript.version):
        raise Unreadable(
            f"This file needs version {transcript.version} of {game.name}, but this is version {game.version}."
        )
    if transcript.seats not in game.seats:
        raise Unreadable(f"{game.name} is for {_range_text(game.seats)} players, not {transcript.seats}.")
    state: State
    state, _ = game.new_game(read_options(game.options, transcript.options), transcript.seats, transcript.seed)
    step = play if checked else play_unchecked
    for number, line in transcript.lines:
        try:
            action = read_action(line, game.actions)
            state, events = step(state, action)
        except RoundhouseError as error:
            raise type(error)(f"Line {number}, “{shorten(line)}”: {error}") from error
        if watch is not None:
            watch(action, state, events)
    if transcript.result and decisions(state):
        raise Refused(
            f"The file gives a result, but the game isn’t over after its {count_noun(len(transcript.lines), 'move')}."
        )
    if transcript.result and _result_line(game.rules.ranking(state)) != transcript.result:
        actual_result = _result_line(game.rules.ranking(state))
        raise Refused(f"The file’s result is {shorten(transcript.result)}, but here it is {actual_result}.")
    return state


def _set_once(values: dict[str, str], name: str, value: str, number: int) -> None:
    if name in values:  # the file was edited by hand, and either value may be the one that was played
        raise Unreadable(f"Line {number}: “{shorten(name)}” appears twice.")
    values[name] = value


def _parse_whole_number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > MAX_DIGITS:
        raise Unreadable(f"“{shorten(text)}” isn’t a whole number. The header line “{name}” needs one.")
    return int(text)


def _range_text(numbers: range) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
