"""Sentences about what one player alone knows: sealed bids, a sealed ranking, and plans."""

from collections.abc import Iterator

from engine.core import Name, Seat, View, counted, dollars, listed, possessive
from engine.games.railroads_of_catan.box.island import Track
from engine.games.railroads_of_catan.box.pieces import Mark
from engine.games.railroads_of_catan.rules.sale import least_taken
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, item_words, line_words, track_words
from engine.games.railroads_of_catan.state.phases import Bidding, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def known(view: View[RailroadsOfCatan], name: Name) -> tuple[str, ...]:
    """Tell what the seat of the view has bid and ranked in the phase that is played, and what it has planned."""
    state, seat = view.state, view.seat
    if seat is None:
        return ()
    return (*_sealed(state, seat, name), *_ahead(state, seat, name))


def _sealed(state: RailroadsOfCatan, seat: Seat, name: Name) -> Iterator[str]:
    match state.flow[-1:]:
        case (Bidding() as phase,):
            yield from _bid(phase, seat)
        case (Maintenance() as phase,):
            yield from _offers(state, phase, seat, name)


def _ahead(state: RailroadsOfCatan, seat: Seat, name: Name) -> Iterator[str]:
    """Tell what the seat has planned."""
    plans = state.said(seat)
    if wishes := [hex for hex in plans.wishes if hex not in state.cities]:
        yield f"You want these hexes, best first: {', '.join(wishes)}."
    if plans.marks:
        more = len(plans.marks) - _SHOWN
        named = (_mark(state, seat, mark, name) for mark in plans.marks[:_SHOWN])
        marks = [*named, *([f"{more} more"] if more > 0 else [])]
        yield f"You plan to give up {listed(marks)}."
    if plans.track:
        lines = listed([line_words(state.cities, line, name) for line in plans.track.path.lines])
        yield f"You plan to lay {lines} for up to {dollars(plans.track.limit)}."
    for run in plans.runs:
        yield f"You plan to run train {run.number} along {run.trip} for up to {dollars(run.limit)} in fees."


_SHOWN = 6
"""Marks, and bids, that are named."""


def _mark(state: RailroadsOfCatan, seat: Seat, mark: Mark, name: Name) -> str:
    least = dollars(least_taken(state, seat, mark))
    unsold = "otherwise you pay the upkeep" if mark.otherwise == "pay" else "otherwise it is removed"
    train = mark.item.startswith("train-")
    item = mark.item.replace("-", " ") if train else track_words(state.cities, Track(mark.item), name)
    return f"{item} (sold for {least} or more, {unsold})"


def _bid(phase: Bidding, seat: Seat) -> Iterator[str]:
    if seat in phase.bids:
        yield f"You bid {dollars(phase.bids[seat].open())} for turn order."
    if seat in phase.ranks:
        ranked = (ASSOCIATE_WORDS[one][0] for one in phase.ranks[seat].open())
        yield f"You want these associates, best first: {', '.join(ranked)}."


def _offers(state: RailroadsOfCatan, phase: Maintenance, seat: Seat, name: Name) -> Iterator[str]:
    bids = phase.bids_of(seat)
    for place, amount in [*bids.items()][:_SHOWN]:
        lot = (phase.lots or ())[place]
        item = item_words(state, lot.owner, lot.item, name)
        yield f"You bid {dollars(amount)} on {possessive(name(lot.owner))} {item}."
    if len(bids) > _SHOWN:
        yield f"You made {counted(len(bids) - _SHOWN, 'more bid')}."
