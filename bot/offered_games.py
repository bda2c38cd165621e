"""The games that the host offers (``ROUNDHOUSE_GAMES``), with the host's tile lists (``ROUNDHOUSE_BOXES``).

Tables of a game that is no longer offered can be finished. A table keeps the tile list with which it was opened.
"""

from typing import Any, Self

import msgspec

from bot.markdown import escape_prose, join_words, md
from engine import GAMES, Game, Refused
from engine.core.lessons.lesson import Lesson
from engine.games.solo import all_lessons, all_puzzles
from engine.store.host_editions import HostEditions, load_host_editions


class OfferedGames(msgspec.Struct, frozen=True):
    """The games that new tables can have. ``keys`` are their keys."""

    keys: tuple[str, ...] = tuple(GAMES)
    boxes: HostEditions = HostEditions()
    """Tile lists of printed copies, which are values of options."""

    @classmethod
    def load(cls, keys: tuple[str, ...], folder: str) -> Self:
        """Return the games with these keys, and the tile lists in the host's folder. An empty name means no folder."""
        return cls(keys, load_host_editions(folder))

    @property
    def games(self) -> tuple[Game[Any], ...]:
        """The offered games in the order of the registry, which may differ from the order of ``keys``."""
        return tuple(game for game in GAMES.values() if game.key in self.keys)

    @property
    def lessons(self) -> dict[int, Lesson]:
        """Number -> lesson of the offered games."""
        return {number: lesson for number, lesson in all_lessons().items() if lesson.title in self.keys}

    @property
    def puzzles(self) -> tuple[int, ...]:
        """The numbers of the puzzles of the offered games."""
        return tuple(number for number, (title, _) in all_puzzles().items() if title in self.keys)

    @property
    def has_daily(self) -> bool:
        """Whether an offered game has a daily deal."""
        return any(game.daily is not None for game in self.games)

    def is_offered(self, title: str) -> bool:
        """Whether new tables of a game can be opened."""
        return title in GAMES and title in self.keys

    def check_offered(self, title: str) -> None:
        """Raise ``Refused`` if the game is not offered or does not exist."""
        if self.is_offered(title):
            return
        names = join_words([escape_prose(game.name) for game in self.games])
        if title in GAMES:
            name = escape_prose(GAMES[title].name)
            raise Refused(md("{} isn’t offered here anymore. Games: {}.", name, names))
        raise Refused(md("There’s no such game. Games: {}.", names))


EVERY_GAME = OfferedGames()
"""All games, without tile lists of a host."""
