"""Sentences about a player's secrets: sealed bids, a sealed ranking, and plans."""

from collections.abc import Iterator

from engine.core import NameOfSeat, Seat, View, count_noun, dollar_amount, join_words, possessive_of
from engine.games.railroads_of_catan.game_data.island import Track
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark
from engine.games.railroads_of_catan.rules.sale import min_accepted_bid
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS, item_text, line_text, track_text
from engine.games.railroads_of_catan.state.phases import Bidding, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import MAX_NAMED, join_first


def private_notes(view: View[RailroadsOfCatan], name: NameOfSeat) -> tuple[str, ...]:
    """Return sentences about the bids and the ranking of the view's seat in the current phase, and about its plans."""
    state, seat = view.state, view.seat
    if seat is None:
        return ()
    return (*_sealed_notes(state, seat, name), *_plan_notes(state, seat, name))


def _sealed_notes(state: RailroadsOfCatan, seat: Seat, name: NameOfSeat) -> Iterator[str]:
    match state.flow[-1:]:
        case (Bidding() as phase,):
            yield from _bid_notes(phase, seat)
        case (Maintenance() as phase,):
            yield from _offer_notes(state, phase, seat, name)


def _plan_notes(state: RailroadsOfCatan, seat: Seat, name: NameOfSeat) -> Iterator[str]:
    plans = state.plans_of(seat)
    if wishes := [hex for hex in plans.wishes if hex not in state.cities]:
        yield f"You want these hexes, best first: {', '.join(wishes)}."
    if plans.marks:
        mark_texts = [_mark_text(state, seat, mark, name) for mark in plans.marks]
        yield f"You plan to give up {join_first(mark_texts)}."
    if plans.track:
        lines = join_words([line_text(state.cities, line, name) for line in plans.track.path.lines])
        yield f"You plan to lay {lines} for up to {dollar_amount(plans.track.limit)}."
    for run in plans.runs:
        yield f"You plan to run train {run.number} along {run.trip} for up to {dollar_amount(run.limit)} in fees."


def _mark_text(state: RailroadsOfCatan, seat: Seat, mark: MaintenanceMark, name: NameOfSeat) -> str:
    lowest_bid = dollar_amount(min_accepted_bid(state, seat, mark))
    unsold_text = "otherwise you pay the upkeep" if mark.otherwise == "pay" else "otherwise it is removed"
    train = mark.item.startswith("train-")
    item = mark.item.replace("-", " ") if train else track_text(state.cities, Track(mark.item), name)
    return f"{item} (sold for {lowest_bid} or more, {unsold_text})"


def _bid_notes(phase: Bidding, seat: Seat) -> Iterator[str]:
    if seat in phase.bids:
        yield f"You bid {dollar_amount(phase.bids[seat].open())} for turn order."
    if seat in phase.ranks:
        names_ranked = (ASSOCIATE_TEXTS[associate][0] for associate in phase.ranks[seat].open())
        yield f"You want these associates, best first: {', '.join(names_ranked)}."


def _offer_notes(state: RailroadsOfCatan, phase: Maintenance, seat: Seat, name: NameOfSeat) -> Iterator[str]:
    bids = phase.bids_of(seat)
    for place, amount in [*bids.items()][:MAX_NAMED]:
        lot = (phase.lots or ())[place]
        item = item_text(state, lot.owner, lot.item, name)
        yield f"You bid {dollar_amount(amount)} on {possessive_of(name(lot.owner))} {item}."
    if len(bids) > MAX_NAMED:
        yield f"You made {count_noun(len(bids) - MAX_NAMED, 'more bid')}."
