"""Events of buildings, advanced tiles, and railroad sizes. All of them are public."""

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import City


class HotelBuilt(Event, frozen=True):
    """A seat built its hotel in a city."""

    seat: Seat
    city: City


class TowerBuilt(Event, frozen=True):
    """A seat built its water tower in a city."""

    seat: Seat
    city: City


class IndustryPlayed(Event, frozen=True):
    """A seat played New Industry in a city; new cubes are drawn onto it."""

    seat: Seat
    city: City


class HeadquartersPlayed(Event, frozen=True):
    """A seat played Headquarters and may deliver again."""

    seat: Seat


class SizeScored(Event, frozen=True):
    """A seat scored its links at the end of the game."""

    seat: Seat
    points: int
