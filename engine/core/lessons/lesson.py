"""A lesson as text, and how it is read. The ``.lesson`` file.

::

    title: railroad-rivals
    version: 1
    name: Your first two turns
    minutes: 5
    seats: 3
    seat: 1
    names: *, Ben, Cora
    seed: 97221
    option bidding: first-place
    excused arrange: only solitaire has it

    == Draft
    run: p2 draft Pittsburgh
    say: A turn starts with drafting.
    show: offer
    ask: Take the PRR stock.
    answer: draft PRR
    wrong: draft Seattle => Seattle is still there on your second pick.
    else: That stock is of no use to you yet.
    hint: Your pick should match a railroad on a city you hold.
    done: The stock is yours.

``*`` in ``names`` is the learner. A pattern may have several verbs: ``buy|discard``. An indented line continues the one
above. Lines that start with ``#`` and empty lines are passed over.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.action import Action
from engine.core.english import shorten
from engine.core.game import Game
from engine.core.move_pattern import MovePattern, read_pattern
from engine.core.notation import read_action
from engine.core.pattern_matching import is_match
from engine.core.seats import Seat
from engine.errors import Unreadable

_LEARNER = "*"
_HEADER = ("title", "version", "name", "minutes", "seats", "seat", "names", "seed")
_NUMBER_KEYS = ("version", "minutes", "seats", "seat", "seed")
_SINGLE_KEYS = ("ask", "answer", "hint", "done", "next")
_LIST_KEYS = ("say", "show", "expect")


class Reaction(msgspec.Struct, frozen=True):
    """The reaction to a move that matches one of the ``patterns``; without patterns, to any other move.

    If it ``is_accepted``, the lesson continues as after the answer.
    """

    patterns: tuple[MovePattern, ...]
    words: str
    is_accepted: bool
    line: int

    def is_match(self, action: Action) -> bool:
        """Whether it applies to this move."""
        return not self.patterns or any(is_match(wish, action) for wish in self.patterns)


class Step(msgspec.Struct):
    """One step: scripted moves, texts and pictures, and a question with its answer and the moves after it.

    In a step without a question, ``next`` is the label of the button that continues.
    """

    heading: str
    line: int
    before: list[str] = []
    after: list[str] = []
    say: list[str] = []
    show: list[str] = []
    expect: list[str] = []
    reactions: list[Reaction] = []
    ask: str = ""
    answer: str = ""
    hint: str = ""
    done: str = ""
    next: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: the deal, the learner's seat, the steps, and the ``excused`` verbs that no lesson teaches, with
    reasons.

    ``names`` are those of all seats, with an empty one for the learner.
    """

    title: str
    version: int
    name: str
    minutes: int
    seats: int
    seat: Seat
    seed: int
    names: tuple[str, ...]
    options: Mapping[str, str]
    excused: Mapping[str, str]
    steps: tuple[Step, ...]

    def answer(self, step: Step, game: Game[Any]) -> Action:
        """The move that the step asks for. Raises ``Unreadable``."""
        return read_action(f"p{self.seat} {step.answer}", game.actions)


def find_reaction(step: Step, action: Action) -> Reaction | None:
    """The text after a wrong move: the first reaction that matches."""
    return next((one for one in step.reactions if one.is_match(action)), None)


def read_lesson(text: str, game: Game[Any]) -> Lesson:
    """Read a lesson of ``game`` from a file. Raises ``Unreadable`` with the line and what would be right."""
    reader = _LessonReader(game)
    for number, entry in _split_entries(text):
        try:
            reader.read_entry(number, entry)
        except Unreadable as error:
            raise Unreadable(f"Line {number}: {error}") from error
    return reader.build_lesson()


def _split_entries(text: str) -> Iterator[tuple[int, str]]:
    """The file's entries with their line numbers, each with the indented lines that continue it."""
    at, entry = 0, ""
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip() or raw.startswith("#"):
            continue
        if raw[0] == " " and entry:
            entry = f"{entry} {raw.strip()}"
            continue
        if entry:
            yield at, entry
        at, entry = number, raw.strip()
    if entry:
        yield at, entry


class _LessonReader:
    """Takes a file's entries in their order. Mutable: it collects them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.header: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.excused: dict[str, str] = {}
        self.steps: list[Step] = []

    def read_entry(self, number: int, entry: str) -> None:
        """One entry. Raises ``Unreadable``."""
        if entry.startswith("== "):
            self.steps.append(Step(_curl_apostrophes(entry.removeprefix("== ").strip()), number))
            return
        key, colon, value = (part.strip() for part in entry.partition(":"))
        if not colon or not value:
            raise Unreadable(f"Write “{shorten(entry)}” as “key: value”.")
        if self.steps:
            self._read_step_line(self.steps[-1], number, key, value)
        else:
            self._read_header_line(key, value)

    def _read_header_line(self, key: str, value: str) -> None:
        """A line of the header."""
        first, *rest = key.split()
        if first == "option" and len(rest) == 1:
            self.options[rest[0]] = value
        elif first == "excused" and rest:
            self.excused.update(dict.fromkeys(rest, value))
        elif key in _HEADER:
            _set_once(self.header, key, value)
        else:
            raise Unreadable(f"“{shorten(key)}” isn’t a header. Use {', '.join(_HEADER)}, option, or excused.")

    def _read_step_line(self, step: Step, number: int, key: str, value: str) -> None:
        """A line of a step."""
        if key == "run":
            (step.after if step.answer else step.before).append(value)
        elif key in ("also", "wrong"):
            step.reactions.append(self._read_reaction(number, key, value))
        elif key == "else":
            step.reactions.append(Reaction((), _curl_apostrophes(value), is_accepted=False, line=number))
        elif key in _LIST_KEYS:
            getattr(step, key).append(_curl_apostrophes(value) if key == "say" else value)
        elif key in _SINGLE_KEYS and not getattr(step, key):
            setattr(step, key, value if key == "answer" else _curl_apostrophes(value))
        elif key in _SINGLE_KEYS:
            raise Unreadable(f"“{key}” was given before in this step.")
        else:
            known = ("run", "also", "wrong", "else", *_LIST_KEYS, *_SINGLE_KEYS)
            raise Unreadable(f"“{shorten(key)}” isn’t a key of a step. The keys are {', '.join(known)}.")

    def _read_reaction(self, number: int, key: str, value: str) -> Reaction:
        pattern, arrow, words = (part.strip() for part in value.partition("=>"))
        if not arrow or not words or not pattern:
            raise Unreadable("Write a reaction as “move => words”.")
        verbs, *values = pattern.split()
        lines = [" ".join([verb, *values]) for verb in verbs.split("|")]
        patterns = [read_pattern(words, self.game.actions) for words in lines]
        return Reaction(tuple(patterns), _curl_apostrophes(words), is_accepted=key == "also", line=number)

    def build_lesson(self) -> Lesson:
        """The whole lesson that was read. Raises ``Unreadable``."""
        if missing := [key for key in _HEADER if key not in self.header]:
            raise Unreadable(f"The header lacks {', '.join(missing)}.")
        if self.header["title"] != self.game.key:
            raise Unreadable(f"This is a lesson of {self.header['title']}, not of {self.game.key}.")
        if not self.steps:
            raise Unreadable("A lesson needs steps; “== Heading” begins one.")
        number = {key: _parse_whole_number(key, self.header[key]) for key in _NUMBER_KEYS}
        typed = [name.strip() for name in self.header["names"].split(",")]
        names = tuple(name.replace(_LEARNER, "") for name in typed)
        seat = number["seat"]
        if len(names) != number["seats"] or not 0 < seat <= len(names) or names[seat - 1]:
            raise Unreadable(f"“names” needs one name a seat, and “{_LEARNER}” at the learner’s seat.")
        return Lesson(
            title=self.header["title"],
            version=number["version"],
            name=self.header["name"],
            minutes=number["minutes"],
            seats=number["seats"],
            seat=Seat(number["seat"]),
            seed=number["seed"],
            names=names,
            options=self.options,
            excused=self.excused,
            steps=tuple(self.steps),
        )


def _curl_apostrophes(words: str) -> str:
    """Words of a lesson with the apostrophe of print, which a file need not have."""
    return words.replace("'", "’")


def _set_once(values: dict[str, str], key: str, value: str) -> None:
    if key in values:
        raise Unreadable(f"“{key}” was given before.")
    values[key] = value


def _parse_whole_number(key: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise Unreadable(f"The header’s {key} must be a whole number, not “{shorten(text)}”.")
    return int(text)
