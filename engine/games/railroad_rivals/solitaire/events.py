"""The events that the solitaire game adds. All of them are public."""

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import City, Goods


class FirstCubesDrawn(Event, frozen=True):
    """The first cubes, which the player puts in order, were drawn. (R Solitaire Rules, Goods Cubes)"""

    goods: tuple[Goods, ...]


class ProgressionBegun(Event, frozen=True):
    """The progression began with these cubes, left to right. (R Solitaire Rules, Goods Cubes)"""

    goods: tuple[Goods, ...]


class ChallengeDealt(Event, frozen=True):
    """The random starting cities were drawn; the first one is on the table. (R Solitaire Challenge)"""

    cities: tuple[City, ...]


class CitiesSupplied(Event, frozen=True):
    """Each starting city got a cube. (R Starting City Tiles)"""

    cities: tuple[City, ...]
    goods: tuple[Goods, ...]


class TilesDiscarded(Event, frozen=True):
    """The tiles that the player did not take left the game. (R Draw Stock Tiles; R Place Tile)"""

    seat: Seat
    tiles: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (FirstCubesDrawn, ProgressionBegun, ChallengeDealt, CitiesSupplied, TilesDiscarded)
