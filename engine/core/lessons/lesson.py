"""Lessons and the format of ``.lesson`` files.

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
above. Lines that start with ``#`` and empty lines are ignored.
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
    """The text that follows a move that matches one of the ``patterns``.

    Without patterns, the text follows any other move. If ``is_accepted``, the lesson continues as after the right
    answer.
    """

    patterns: tuple[MovePattern, ...]
    words: str
    is_accepted: bool
    line: int

    def is_match(self, action: Action) -> bool:
        """Whether the reaction applies to this move."""
        return not self.patterns or any(is_match(pattern, action) for pattern in self.patterns)


class Step(msgspec.Struct):
    """One step: scripted moves, texts, pictures, and a question with its answer.

    The moves in ``after`` follow the answer. In a step without a question, ``next`` is the label of the button that
    continues.
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
    """A lesson: its deal, the learner's seat, and its steps.

    ``excused`` has reasons why no lesson teaches certain verbs. ``names`` are the names of all seats; the name of the
    learner is empty.
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
        """Return the move that the step asks for. Raises ``Unreadable``."""
        return read_action(f"p{self.seat} {step.answer}", game.actions)


def find_reaction(step: Step, action: Action) -> Reaction | None:
    """Return the first reaction that matches a move; None if there is none."""
    return next((reaction for reaction in step.reactions if reaction.is_match(action)), None)


def read_lesson(text: str, game: Game[Any]) -> Lesson:
    """Read a lesson of ``game`` from a file.

    Raises ``Unreadable``, with the line number and with what would be right.
    """
    reader = _LessonReader(game)
    for number, entry in _split_entries(text):
        try:
            reader.read_entry(number, entry)
        except Unreadable as error:
            raise Unreadable(f"Line {number}: {error}") from error
    return reader.build_lesson()


def _split_entries(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, entry) pairs; an entry includes the indented lines that continue it."""
    first_line, entry = 0, ""
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip() or raw.startswith("#"):
            continue
        if raw[0] == " " and entry:
            entry = f"{entry} {raw.strip()}"
            continue
        if entry:
            yield first_line, entry
        first_line, entry = number, raw.strip()
    if entry:
        yield first_line, entry


class _LessonReader:
    """A reader that takes the entries of a file one by one and builds the lesson."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.header: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.excused: dict[str, str] = {}
        self.steps: list[Step] = []

    def read_entry(self, number: int, entry: str) -> None:
        """Read the next entry of the file, which belongs to the header or to a step. Raises ``Unreadable``."""
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
            raise Unreadable(f"“{key}” appears twice in this step.")
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
        """Return the lesson from all entries. Raises ``Unreadable`` if it is not complete."""
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
    """Return a text of a lesson with curly apostrophes in place of straight ones."""
    return words.replace("'", "’")


def _set_once(values: dict[str, str], key: str, value: str) -> None:
    if key in values:
        raise Unreadable(f"“{key}” was given before.")
    values[key] = value


def _parse_whole_number(key: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise Unreadable(f"The header’s {key} must be a whole number, not “{shorten(text)}”.")
    return int(text)
