"""The lessons of all titles, from the ``lessons`` folders beside their rules. It knows no title."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from engine.core import Game
from engine.core.lessons.lesson import Lesson, read_lesson
from engine.games import GAMES


@cache
def lessons() -> Mapping[int, Lesson]:
    """Every lesson by a number that stays, whatever others there are; a title's in the order of their files' names."""
    return {number: lesson for game in GAMES.values() for number, lesson in _of(game)}


def lessons_of(title: str) -> Mapping[int, Lesson]:
    """The lessons of one title, by their numbers."""
    return {number: lesson for number, lesson in lessons().items() if lesson.title == title}


def _of(game: Game[Any]) -> Iterator[tuple[int, Lesson]]:
    folder = files("engine.games").joinpath(game.key.replace("-", "_"), "lessons")
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".lesson"):
            yield crc32(f"{game.key}/{file.name}".encode()), read_lesson(file.read_text(encoding="utf-8"), game)
