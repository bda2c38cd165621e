"""Fees of a train that uses a rival's track or enters a rival's city. (RC Phase 6; rulings 52, 80, 81)

``trips`` applies the maximum of fees for each rival.
"""

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import CITY_FEE, SEGMENT_FEE
from engine.games.railroads_of_catan.game_data.island import NodeId, Track
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def segment_fee(state: RailroadsOfCatan, seat: Seat, over: Track) -> int:
    """The fee for using a track, without the maximum for a rival. (RC Phase 6; rulings 52, 80)"""
    return 0 if state.tracks[over] == seat or state.has_associate(seat, Associate.UNION) else SEGMENT_FEE


def city_fee(state: RailroadsOfCatan, seat: Seat, place: NodeId) -> int:
    """The fee for entering a city, without the maximum for a rival. (RC Phase 6; ruling 81)"""
    city = state.cities.get(place)
    return CITY_FEE if city and city.seat != seat else 0
