"""Track on the map: who built which sides, and where more of it may lead. (R Rules of Building)

A ``Track`` is a value; what is derived from one is cached by it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex, Side, side_between

_TRACKS_KEPT = 64


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """Track of one company over one side, built from ``a`` to ``b``."""

    seat: Seat
    a: Hex
    b: Hex


class Track(msgspec.Struct, frozen=True, cache_hash=True):
    """All track in the order in which it was built, and the town where each company began."""

    starts: tuple[tuple[Seat, Hex], ...] = ()
    pieces: tuple[Piece, ...] = ()


def owners(track: Track) -> Mapping[Side, tuple[Seat, ...]]:
    """The seats with track over each side, in the order of building; sides without track are left out."""
    return _found(track).owners


def tracks_in(track: Track) -> Mapping[Hex, frozenset[Seat]]:
    """The seats with track in each hex, or that began there; hexes without are left out."""
    return _found(track).tracks_in


def network(track: Track, seat: Seat) -> frozenset[Hex]:
    """The hexes of a company: where its next track may begin. (R Rules of Building; ruling 25)"""
    return _found(track).networks.get(seat, frozenset())


def size(track: Track) -> int:
    """The number of its pieces."""
    return len(track.pieces)


def begins(part: Track, whole: Track) -> bool:
    """Whether a track is the beginning of another."""
    return part.starts == whole.starts and whole.pieces[: len(part.pieces)] == part.pieces


class _Found(NamedTuple):
    """The facts that follow from a track."""

    track: Track
    owners: Mapping[Side, tuple[Seat, ...]]
    tracks_in: Mapping[Hex, frozenset[Seat]]
    networks: Mapping[Seat, frozenset[Hex]]


_NOTHING = _Found(Track(), {}, {}, {})
_found_last = _NOTHING
"""Most tracks are the last one and a few steps more. Swapped as a whole, so threads at worst compute once more."""


@lru_cache(_TRACKS_KEPT)
def _found(track: Track) -> _Found:
    global _found_last
    known = _found_last
    if not begins(known.track, track):
        known = _NOTHING
    _found_last = _extended(known, track)
    return _found_last


def _extended(known: _Found, track: Track) -> _Found:
    """The facts that follow from ``track``, which begins with the pieces of the known one."""
    sides, hexes = dict(known.owners), dict(known.tracks_in)
    added: dict[Seat, set[Hex]] = {}
    entered = [] if known.track.starts else list(track.starts)
    for piece in track.pieces[len(known.track.pieces) :]:
        side = side_between(piece.a, piece.b)
        sides[side] = (*sides.get(side, ()), piece.seat)
        entered += [(piece.seat, piece.a), (piece.seat, piece.b)]
    for seat, hex in entered:
        added.setdefault(seat, set()).add(hex)
        there = hexes.get(hex, frozenset())
        if seat not in there:
            hexes[hex] = there | {seat}
    networks = dict(known.networks)
    for seat, more in added.items():
        networks[seat] = networks.get(seat, frozenset()) | more
    return _Found(track, sides, hexes, networks)


def passable(chart: Chart, a: Hex, b: Hex) -> bool:
    """Whether track may ever lead from ``a`` into its neighbor ``b``. (R Crossing Borders; rulings 4, 5, 51)"""
    side = side_between(a, b)
    if chart.closed(b) or chart.closed(a) or chart.abroad(a):
        return False
    return side not in chart.barred or side in chart.tunnels
