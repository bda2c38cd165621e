"""Events of hotels, water towers, advanced tiles, and railroad sizes. All of them are public."""

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import City


class HotelBuilt(Event, frozen=True):
    """A seat built its only hotel in ``city``."""

    seat: Seat
    city: City


class TowerBuilt(Event, frozen=True):
    """A seat built its only water tower in ``city``."""

    seat: Seat
    city: City


class IndustryPlayed(Event, frozen=True):
    """New Industry was played, and ``city`` gets new cubes."""

    seat: Seat
    city: City


class HeadquartersPlayed(Event, frozen=True):
    """Railroad Headquarters was played, and the seat may deliver again."""

    seat: Seat


class SizeScored(Event, frozen=True):
    """Final scoring of a player's links, one point each."""

    seat: Seat
    points: int
