"""Solo play: the lessons and puzzles of each game, and the daily deal."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from engine.core import Event, Game, read_options, write_options
from engine.core.game import Daily
from engine.core.lessons.lesson import Lesson, read_lesson
from engine.core.puzzle import Puzzle, read_puzzle
from engine.games import GAMES

_MAX_CACHED_PUZZLES = 32
"""Maximum number of puzzles that are cached, because computing their answers takes time."""


@cache
def all_lessons() -> Mapping[int, Lesson]:
    """Return all lessons by permanent number; those of a game are ordered by file name."""
    return {number: read_lesson(text, game) for number, game, text in _texts_in_packages("lesson")}


def lessons_of(title: str) -> Mapping[int, Lesson]:
    """Return the lessons of one game, by their numbers."""
    return {number: lesson for number, lesson in all_lessons().items() if lesson.title == title}


@cache
def all_puzzles() -> Mapping[int, tuple[str, str]]:
    """Return (key of the game, text of the file) for all puzzles, by permanent number."""
    return {number: (game.key, text) for number, game, text in _texts_in_packages("puzzle")}


@lru_cache(_MAX_CACHED_PUZZLES)
def load_puzzle(number: int) -> Puzzle:
    """Return a puzzle by its number.

    Raises ``KeyError`` if there is none, and ``RoundhouseError`` if the rules have changed since the puzzle was made.
    """
    title, text = all_puzzles()[number]
    return read_puzzle(text, GAMES[title])


def daily_deal(weekday: int, titles: Collection[str] = tuple(GAMES)) -> tuple[str, Mapping[str, str]]:
    """Return the game of the daily deal on a weekday: its key, and its options as words.

    Weekday 0 is Monday. The game is the first of those in ``titles`` that has daily deals.
    """
    daily_by_title = ((key, game.daily) for key, game in GAMES.items() if key in titles)
    key, daily = next((key, daily) for key, daily in daily_by_title if daily is not None)
    return key, write_options(read_options(GAMES[key].options, daily.options(weekday)))


def daily_result_marks(title: str, events: Iterable[Event]) -> tuple[int, ...]:
    """Return statistics that describe a daily attempt without revealing the deal."""
    daily: Daily | None = GAMES[title].daily
    return daily.result_marks(events) if daily is not None else ()


def _texts_in_packages(kind: str) -> Iterator[tuple[int, Game[Any], str]]:
    """Yield (permanent number, game, text) for all files of a kind.

    The number is a hash of game and file name.
    """
    for game in GAMES.values():
        folder = files("engine.games").joinpath(game.key.replace("-", "_"), f"{kind}s")
        sorted_files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        for file in sorted_files:
            if file.name.endswith(f".{kind}"):
                yield crc32(f"{game.key}/{file.name}".encode()), game, file.read_text(encoding="utf-8")
