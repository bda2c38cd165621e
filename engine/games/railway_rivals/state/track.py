"""Track on the map, and cached facts about it. (R Rules of Building)"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap, Side, side_between

_CACHE_SIZE = 64


class TrackPiece(msgspec.Struct, frozen=True, cache_hash=True):
    """A step of track of one company, built from the hex ``a`` to its neighbor ``b``."""

    seat: Seat
    a: Hex
    b: Hex


class Track(msgspec.Struct, frozen=True, cache_hash=True):
    """All track in the order of building, and the hex of each company's start town."""

    starts: tuple[tuple[Seat, Hex], ...] = ()
    pieces: tuple[TrackPiece, ...] = ()


def owners_by_side(track: Track) -> Mapping[Side, tuple[Seat, ...]]:
    """The seats with track over each side, in the order of building; sides without track are omitted."""
    return _track_facts(track).owners_by_side


def seats_by_hex(track: Track) -> Mapping[Hex, frozenset[Seat]]:
    """The seats with track or a start town in each hex; hexes without either are omitted."""
    return _track_facts(track).seats_by_hex


def network_of(track: Track, seat: Seat) -> frozenset[Hex]:
    """The hexes from which a company may build. (R Rules of Building; ruling 25)"""
    return _track_facts(track).network_by_seat.get(seat, frozenset())


def count_pieces(track: Track) -> int:
    """The number of steps of track."""
    return len(track.pieces)


def is_beginning_of(part: Track, whole: Track) -> bool:
    """Whether ``whole`` begins with the start towns and pieces of ``part``."""
    return part.starts == whole.starts and whole.pieces[: len(part.pieces)] == part.pieces


class _TrackFacts(NamedTuple):
    """Facts that are computed from ``track``."""

    track: Track
    owners_by_side: Mapping[Side, tuple[Seat, ...]]
    seats_by_hex: Mapping[Hex, frozenset[Seat]]
    network_by_seat: Mapping[Seat, frozenset[Hex]]


_NO_FACTS = _TrackFacts(Track(), {}, {}, {})
_latest_facts = _NO_FACTS
"""The facts about the latest track; most new tracks extend it by a few steps.

The whole value is replaced at once: at worst, threads compute facts again.
"""


@lru_cache(_CACHE_SIZE)
def _track_facts(track: Track) -> _TrackFacts:
    global _latest_facts
    facts = _latest_facts
    if not is_beginning_of(facts.track, track):
        facts = _NO_FACTS
    _latest_facts = _extend_facts(facts, track)
    return _latest_facts


def _extend_facts(facts: _TrackFacts, track: Track) -> _TrackFacts:
    sides, hexes = dict(facts.owners_by_side), dict(facts.seats_by_hex)
    added: dict[Seat, set[Hex]] = {}
    entered = [] if facts.track.starts else list(track.starts)
    for piece in track.pieces[len(facts.track.pieces) :]:
        side = side_between(piece.a, piece.b)
        sides[side] = (*sides.get(side, ()), piece.seat)
        entered += [(piece.seat, piece.a), (piece.seat, piece.b)]
    for seat, hex in entered:
        added.setdefault(seat, set()).add(hex)
        seats_there = hexes.get(hex, frozenset())
        if seat not in seats_there:
            hexes[hex] = seats_there | {seat}
    networks = dict(facts.network_by_seat)
    for seat, more in added.items():
        networks[seat] = networks.get(seat, frozenset()) | more
    return _TrackFacts(track, sides, hexes, networks)


def is_passable(hex_map: HexMap, a: Hex, b: Hex) -> bool:
    """Whether track may ever lead from ``a`` into its neighbor ``b``. (R Crossing Borders; rulings 4, 5, 51)"""
    side = side_between(a, b)
    if hex_map.is_closed(b) or hex_map.is_closed(a) or hex_map.is_abroad(a):
        return False
    return side not in hex_map.estuary_sides or side in hex_map.tunnels
