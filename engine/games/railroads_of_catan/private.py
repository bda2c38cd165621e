"""What one player alone knows and no picture shows, in sentences: sealed bids and a sealed ranking."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.secret import View
from engine.games.railroads_of_catan.naming import dollars, item_words
from engine.games.railroads_of_catan.phases import Bidding, Maintenance
from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["known"]


def known(view: View[RailroadsOfCatan], name: Name) -> tuple[str, ...]:
    """What the seat of the view has said in the phase that is being played."""
    state, seat = view.state, view.seat
    match state.flow[-1:]:
        case (Bidding() as phase,) if seat is not None:
            return tuple(_bid(phase, seat))
        case (Maintenance() as phase,) if seat is not None:
            return tuple(_offers(state, phase, seat, name))
        case _:
            return ()


def _bid(phase: Bidding, seat: Seat) -> Iterator[str]:
    if seat in phase.bids:
        yield f"You bid {dollars(phase.bids[seat].open())} for the order."
    if seat in phase.ranks:
        yield f"You want these associates, the best first: {', '.join(phase.ranks[seat].open())}."


def _offers(state: RailroadsOfCatan, phase: Maintenance, seat: Seat, name: Name) -> Iterator[str]:
    bids = phase.bids[seat].open() if seat in phase.bids else {}
    for place, amount in bids.items():
        lot = (phase.lots or ())[place]
        yield f"You bid {dollars(amount)} for {item_words(state, lot.owner, lot.item, name)} of {name(lot.owner)}."
