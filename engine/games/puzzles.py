"""The puzzles of all titles, from the ``puzzles`` folders beside their rules. It knows no title."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from engine.core import Game
from engine.core.puzzle import Puzzle, read_puzzle
from engine.games import GAMES

_KEPT = 32
"""Puzzles in memory, each of which takes a moment to work out."""


@cache
def puzzles() -> Mapping[int, tuple[str, str]]:
    """The title and the text of every puzzle, by a number that stays, whatever others there are."""
    return {number: (game.key, text) for game in GAMES.values() for number, text in _of(game)}


@lru_cache(_KEPT)
def puzzle_of(number: int) -> Puzzle:
    """The puzzle of that number. Raises ``KeyError``, and ``RoundhouseError`` where the rules have changed."""
    title, text = puzzles()[number]
    return read_puzzle(text, GAMES[title])


def _of(game: Game[Any]) -> Iterator[tuple[int, str]]:
    folder = files("engine.games").joinpath(game.key.replace("-", "_"), "puzzles")
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".puzzle"):
            yield crc32(f"{game.key}/{file.name}".encode()), file.read_text(encoding="utf-8")
