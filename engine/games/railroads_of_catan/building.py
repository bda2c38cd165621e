"""Laying track: where, for how much, and to whom. (RC Phase 5; rulings 38, 48, 49, 58-62, 66, 67)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.figures import CONNECTION_FEE, CREW, SURPLUS, TRACKS_A_TURN
from engine.games.railroads_of_catan.graph import TOUCHING, Place, Track, ends
from engine.games.railroads_of_catan.layout import LIST_PRICE, Layout, TrackKind, kind_of
from engine.games.railroads_of_catan.pieces import Associate, EventCard

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.phases.building import Building
    from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["Works", "credit", "credit_for", "fee_for", "network", "price", "survey", "tracks_left"]

_HARD = frozenset({TrackKind.MOUNTAIN, TrackKind.WATER})


class Works(msgspec.Struct, frozen=True):
    """What laying some tracks comes to. ``cost`` goes to the bank, ``fees`` to the owners of cities."""

    cost: int = 0
    fees: Mapping[Seat, int] = {}
    laid: int = 0
    """Tracks that count against the limit."""
    credit: int = 0
    """Used of the surplus: 1 for each free track, 2 for one over mountains or water. (ruling 38)"""
    free: int = 0
    """Tracks that are free."""

    @property
    def total(self) -> int:
        """All that the builder pays."""
        return self.cost + sum(self.fees.values())


def price(state: RailroadsOfCatan, seat: Seat, track: Track) -> int:
    """What a track costs the seat in this turn. (RC Phase 5; ruling 49)"""
    listed = LIST_PRICE[kind_of(state.layout, track)]
    return listed // 2 if state.has(seat, Associate.ENGINEER) else listed


def credit_for(layout: Layout, track: Track) -> int:
    """What a free track takes of the surplus. (ruling 38)"""
    return 2 if kind_of(layout, track) in _HARD else 1


def credit(state: RailroadsOfCatan, building: Building) -> int:
    """What is left of the surplus. (RC Phase 2, Surplus)"""
    return SURPLUS - building.credit if state.event is EventCard.SURPLUS else 0


def tracks_left(state: RailroadsOfCatan, building: Building) -> int:
    """Tracks that may still be laid against the limit. (RC Phase 5; rulings 48, 61)"""
    crew = CREW if state.has(building.seat, Associate.CREW) else 0
    return TRACKS_A_TURN + crew - building.laid


def fee_for(state: RailroadsOfCatan, seat: Seat, track: Track) -> Mapping[Seat, int]:
    """To the owner of a rival's city at an end of the track. (RC Phase 5; ruling 60)"""
    owners = [state.cities[place].seat for place in ends(track) if place in state.cities]
    return {owner: CONNECTION_FEE for owner in owners if owner != seat}


def network(state: RailroadsOfCatan, seat: Seat) -> frozenset[Place]:
    """The points from which a seat may build: its cities and all ends of its tracks. (RC Phase 5; ruling 58)"""
    return frozenset(place for track in state.tracks_of(seat) for place in ends(track)) | set(state.cities_of(seat))


def survey(state: RailroadsOfCatan, building: Building, tracks: tuple[Track, ...]) -> Works | str:
    """What laying these, one after the other, comes to, or a sentence that says why it cannot be done."""
    reached, new, works = set(network(state, building.seat)), set[Track](), Works()
    for track in tracks:
        if wrong := _barred(state, track, reached, new) or _dear(state, building, works, track):
            return wrong
        works = _with(state, building, works, track)
        new.add(track)
        reached.update(ends(track))
    return works


def _with(state: RailroadsOfCatan, building: Building, works: Works, track: Track) -> Works:
    """The account with one more track; the surplus is used as soon as it can be. (ruling 38)"""
    seat, needs = building.seat, credit_for(state.layout, track)
    fees = dict(works.fees)
    for owner, fee in fee_for(state, seat, track).items():
        fees[owner] = fees.get(owner, 0) + fee
    if needs <= credit(state, building) - works.credit:
        return Works(works.cost, fees, works.laid, works.credit + needs, works.free + 1)
    return Works(works.cost + price(state, seat, track), fees, works.laid + 1, works.credit, works.free)


def _barred(state: RailroadsOfCatan, track: Track, reached: set[Place], new: set[Track]) -> str:
    """Why there can be no track of the seat here at all."""
    a, b = ends(track)
    if track not in TOUCHING:
        return f"{a} and {b} are not next to each other; a track joins a hex and its corner, or two corners of a side."
    if track in state.tracks or track in new:
        return f"There is a track from {a} to {b} already."
    if not reached & {a, b}:
        return f"{a} to {b} touches neither a city nor a track of yours."
    if state.event is EventCard.MONSOON and kind_of(state.layout, track) is TrackKind.COAST:
        return f"{a} to {b} runs along the coast, where nothing is built in the turn of a monsoon."
    return ""


def _dear(state: RailroadsOfCatan, building: Building, works: Works, track: Track) -> str:
    """Why the seat cannot lay it on top of ``works``."""
    seat, left = building.seat, tracks_left(state, building)
    after = _with(state, building, works, track)
    if after.laid + after.free > state.rails_left(seat):
        return f"You have {counted(state.rails_left(seat), 'rail')} left in your supply."
    if after.laid > left:
        return f"You can lay {counted(left, 'more track')} in this turn, not {after.laid}."
    if after.total > state.cash[seat]:
        a, b = ends(track)
        return f"With {a} to {b} it comes to ${after.total:,} and you have ${state.cash[seat]:,}."
    return ""
