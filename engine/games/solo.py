"""The games of one person alone: the lessons and puzzles beside the rules of each title, and the deal of the day.

It knows no title.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from engine.core import Event, Game, option_words, read_options
from engine.core.game import Daily
from engine.core.lessons.lesson import Lesson, read_lesson
from engine.core.puzzle import Puzzle, read_puzzle
from engine.games import GAMES

_KEPT = 32
"""Puzzles in memory, each of which takes a moment to work out."""


@cache
def lessons() -> Mapping[int, Lesson]:
    """Every lesson by a number that stays, whatever others there are; a title's in the order of their files' names."""
    return {number: read_lesson(text, game) for number, game, text in _texts("lesson")}


def lessons_of(title: str) -> Mapping[int, Lesson]:
    """The lessons of one title, by their numbers."""
    return {number: lesson for number, lesson in lessons().items() if lesson.title == title}


@cache
def puzzles() -> Mapping[int, tuple[str, str]]:
    """The title and the text of every puzzle, by a number that stays, whatever others there are."""
    return {number: (game.key, text) for number, game, text in _texts("puzzle")}


@lru_cache(_KEPT)
def puzzle_of(number: int) -> Puzzle:
    """The puzzle of that number. Raises ``KeyError``, and ``RoundhouseError`` where the rules have changed."""
    title, text = puzzles()[number]
    return read_puzzle(text, GAMES[title])


def course_of(weekday: int, titles: Collection[str] = tuple(GAMES)) -> tuple[str, Mapping[str, str]]:
    """The title of a day's deal and all its options as words: the first of ``titles`` with a deal; 0 is Monday."""
    dealt = ((key, game.daily) for key, game in GAMES.items() if key in titles)
    key, daily = next((key, daily) for key, daily in dealt if daily is not None)
    return key, option_words(read_options(GAMES[key].options, daily.options(weekday)))


def marks_of(title: str, events: Iterable[Event]) -> tuple[int, ...]:
    """The figures among a title's events that tell how an attempt went, and nothing about the deal."""
    daily: Daily | None = GAMES[title].daily
    return daily.marks(events) if daily is not None else ()


def _texts(kind: str) -> Iterator[tuple[int, Game[Any], str]]:
    """The files of a kind: the number of each, which is made of its name, its title, and what it says."""
    for game in GAMES.values():
        folder = files("engine.games").joinpath(game.key.replace("-", "_"), f"{kind}s")
        found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        for file in found:
            if file.name.endswith(f".{kind}"):
                yield crc32(f"{game.key}/{file.name}".encode()), game, file.read_text(encoding="utf-8")
