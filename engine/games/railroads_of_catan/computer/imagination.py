"""A full state that fits what one seat may see: how a computer player thinks without peeking."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.core import Phase, Rng, Seat, Secret, View
from engine.games.railroads_of_catan.box.figures import BID_STEP, LISTED_BIDS, SLIPS
from engine.games.railroads_of_catan.box.island import GOODS
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES, EVENT_CARDS, RANKED, Mark
from engine.games.railroads_of_catan.computer.bidder import usual_bid, usual_ranking
from engine.games.railroads_of_catan.state.phases import Bidding, Lot, Maintenance
from engine.games.railroads_of_catan.state.state import Plans, RailroadsOfCatan

T = TypeVar("T")


def imagine(view: View[RailroadsOfCatan], rng: Rng) -> RailroadsOfCatan:
    """Shuffles what is left of the decks; rivals have planned nothing, and bid and rank as computers do."""
    state = view.state
    flow: tuple[Phase[Any], ...] = ()
    for phase in state.flow:
        phase, rng = _made_up(state, phase, rng)
        flow = (*flow, phase)
    events, rng = rng.shuffle(_rest(EVENT_CARDS, state.happened))
    slips, rng = rng.shuffle(_slips(state))
    ordered = (order.good for order in state.orders)
    goods, rng = rng.shuffle(_rest(GOODS, (*state.used_goods, *ordered)))
    return msgspec.structs.replace(
        state,
        flow=flow,
        event_deck=Secret(events[: state.event_deck.size], state.event_deck.size),
        slips=Secret(slips, len(slips)),
        goods=Secret(goods, len(goods)),
        ranked={seat: _known(last, ASSOCIATES[:RANKED]) for seat, last in state.ranked.items()},
        plans={seat: _known(said, Plans()) for seat, said in state.plans.items()},
        rng=Secret(rng),
    )


def _rest(all_of_them: Mapping[T, int], seen: Iterable[T]) -> Sequence[T]:
    """The things that are left of so many of each, in one order."""
    return [*(Counter(all_of_them) - Counter(seen)).elements()]


def _slips(state: RailroadsOfCatan) -> Sequence[str]:
    if not state.turn:
        return []
    seen = (*state.used_slips, *(order.city for order in state.orders))
    return _rest(dict.fromkeys(state.cities, SLIPS[state.seats]), seen)


def _known(secret: Secret[T], otherwise: T) -> Secret[T]:
    return secret if secret.value is not None else Secret(otherwise, secret.size, secret.seen_by)


def _made_up(state: RailroadsOfCatan, phase: Phase[Any], rng: Rng) -> tuple[Phase[Any], Rng]:
    """The phase with what is hidden in it made up."""
    match phase:
        case Bidding(bids=bids, ranks=ranks):
            for seat in _sealed(bids):
                amount, rng = _bid(state, seat, rng)
                bids = {**bids, seat: _known(bids[seat], amount)}
            for seat in _sealed(ranks):
                ranks = {**ranks, seat: _known(ranks[seat], usual_ranking(state, seat))}
            return msgspec.structs.replace(phase, bids=bids, ranks=ranks), rng
        case Maintenance(lots=lots, bids=offers) if lots is not None:
            made: tuple[Lot, ...] = ()
            for lot in lots:
                otherwise, rng = rng.choice(("pay", "remove"))
                mark = Mark(lot.item, "pay" if otherwise == "pay" else "remove", BID_STEP)
                made = (*made, msgspec.structs.replace(lot, mark=_known(lot.mark, mark)))
            none: Mapping[int, int] = {}
            offered = {seat: _known(said, none) for seat, said in offers.items()}
            return msgspec.structs.replace(phase, lots=made, bids=offered), rng
        case _:
            return phase, rng


def _sealed(said: Mapping[Seat, Secret[Any]]) -> tuple[Seat, ...]:
    """The seats that have said something which the view hides."""
    return tuple(seat for seat, secret in said.items() if secret.value is None)


def _bid(state: RailroadsOfCatan, seat: Seat, rng: Rng) -> tuple[int, Rng]:
    """About what a computer would bid: that, or the bid listed just below or above, as far as there is money."""
    usual = LISTED_BIDS.index(usual_bid(state, seat))
    near = LISTED_BIDS[max(0, usual - 1) : usual + 2]
    return rng.choice([bid for bid in near if bid <= state.cash[seat]])
