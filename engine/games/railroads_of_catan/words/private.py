"""What one player alone knows, in sentences: sealed bids and a sealed ranking, and what it said ahead."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.secret import View
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.pieces import Mark
from engine.games.railroads_of_catan.rules.sale import must_take
from engine.games.railroads_of_catan.state.naming import dollars, item_words
from engine.games.railroads_of_catan.state.phases import Bidding, Maintenance
from engine.games.railroads_of_catan.state.plans import Plans
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def known(view: View[RailroadsOfCatan], name: Name) -> tuple[str, ...]:
    """What the seat of the view has said in the phase that is being played, and ahead."""
    state, seat = view.state, view.seat
    if seat is None:
        return ()
    return (*_sealed(state, seat, name), *_ahead(state, seat, state.said(seat)))


def _sealed(state: RailroadsOfCatan, seat: Seat, name: Name) -> Iterator[str]:
    match state.flow[-1:]:
        case (Bidding() as phase,):
            yield from _bid(phase, seat)
        case (Maintenance() as phase,):
            yield from _offers(state, phase, seat, name)


def _ahead(state: RailroadsOfCatan, seat: Seat, plans: Plans) -> Iterator[str]:
    """What is said ahead, in the notation of points, so that it stays short."""
    if wishes := [hex for hex in plans.wishes if hex not in state.cities]:
        yield f"You wish for {', then '.join(wishes)}."
    if plans.marks:
        more = len(plans.marks) - _SHOWN
        named = (_mark(state, seat, mark) for mark in plans.marks[:_SHOWN])
        marks = [*named, *([f"{more} more"] if more > 0 else [])]
        yield f"You will not maintain {listed(marks)}."
    if plans.track:
        yield f"You will lay {plans.track.path} for {dollars(plans.track.limit)} at most."
    for run in plans.runs:
        yield f"You will run train {run.number} along {run.trip} for fees of {dollars(run.limit)} at most."


_SHOWN = 6
"""Marks, and bids, that are named."""


def _mark(state: RailroadsOfCatan, seat: Seat, mark: Mark) -> str:
    least = dollars(min(mark.reserve, must_take(state, seat, mark.item)))
    unsold = "else pay" if mark.otherwise == "pay" else "else remove it"
    return f"{mark.item} (sold from {least}, {unsold})"


def _bid(phase: Bidding, seat: Seat) -> Iterator[str]:
    if seat in phase.bids:
        yield f"You bid {dollars(phase.bids[seat].open())} for the order."
    if seat in phase.ranks:
        yield f"You want these associates, the best first: {', '.join(phase.ranks[seat].open())}."


def _offers(state: RailroadsOfCatan, phase: Maintenance, seat: Seat, name: Name) -> Iterator[str]:
    bids = phase.bids_of(seat)
    for place, amount in [*bids.items()][:_SHOWN]:
        lot = (phase.lots or ())[place]
        yield f"You bid {dollars(amount)} for {item_words(state, lot.owner, lot.item, name)} of {name(lot.owner)}."
    if len(bids) > _SHOWN:
        yield f"You have made {counted(len(bids) - _SHOWN, 'more bid')}."
