"""Determinization: a complete state that fits the view of a seat."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.core import Phase, Rng, Seat, Secret, View
from engine.games.railroads_of_catan.agent.bid_evaluation import best_bid, best_ranking
from engine.games.railroads_of_catan.game_data.constants import BID_STEP, MENU_BIDS
from engine.games.railroads_of_catan.game_data.island import GOOD_CARD_COUNTS
from engine.games.railroads_of_catan.game_data.pieces import (
    ASSOCIATES,
    EVENT_CARD_COUNTS,
    RANKING_LENGTH,
    MaintenanceMark,
)
from engine.games.railroads_of_catan.state.phases import Bidding, Lot, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans

T = TypeVar("T")


def determinize(view: View[RailroadsOfCatan], rng: Rng) -> RailroadsOfCatan:
    """Return a state that fits the view: unseen cards are shuffled, and rivals' secrets guessed."""
    state = view.state
    flow: tuple[Phase[Any], ...] = ()
    for phase in state.flow:
        phase, rng = _fill_in_phase(state, phase, rng)
        flow = (*flow, phase)
    events, rng = rng.shuffle(_remaining_things(EVENT_CARD_COUNTS, state.happened))
    slips, rng = rng.shuffle(_remaining_slips(state))
    goods_ordered = (order.good for order in state.orders)
    goods, rng = rng.shuffle(_remaining_things(GOOD_CARD_COUNTS, (*state.used_goods, *goods_ordered)))
    return msgspec.structs.replace(
        state,
        flow=flow,
        event_deck=Secret(events[: state.event_deck.size], state.event_deck.size),
        slips=Secret(slips, len(slips)),
        goods=Secret(goods, len(goods)),
        ranked={seat: _guess_if_hidden(ranking, ASSOCIATES[:RANKING_LENGTH]) for seat, ranking in state.ranked.items()},
        plans={seat: _guess_if_hidden(secret_plans, SeatPlans()) for seat, secret_plans in state.plans.items()},
        rng=Secret(rng),
    )


def _remaining_things(counts: Mapping[T, int], seen: Iterable[T]) -> Sequence[T]:
    """Return the things of ``counts`` that are not in ``seen``, in a fixed order."""
    return [*(Counter(counts) - Counter(seen)).elements()]


def _remaining_slips(state: RailroadsOfCatan) -> Sequence[str]:
    if not state.turn:
        return []
    seen = (*state.used_slips, *(order.city for order in state.orders))
    return _remaining_things(dict.fromkeys(state.cities, state.slips_per_city), seen)


def _guess_if_hidden(secret: Secret[T], guess: T) -> Secret[T]:
    return secret if secret.value is not None else Secret(guess, secret.size, secret.seen_by)


def _fill_in_phase(state: RailroadsOfCatan, phase: Phase[Any], rng: Rng) -> tuple[Phase[Any], Rng]:
    """Return the phase with guesses in place of hidden bids, rankings, and marks."""
    match phase:
        case Bidding(bids=bids, ranks=ranks):
            for seat in _seats_hidden(bids):
                amount, rng = _guess_bid(state, seat, rng)
                bids = {**bids, seat: _guess_if_hidden(bids[seat], amount)}
            for seat in _seats_hidden(ranks):
                ranks = {**ranks, seat: _guess_if_hidden(ranks[seat], best_ranking(state, seat))}
            return msgspec.structs.replace(phase, bids=bids, ranks=ranks), rng
        case Maintenance(lots=lots, bids=offers) if lots is not None:
            lots_filled: tuple[Lot, ...] = ()
            for lot in lots:
                otherwise, rng = rng.choice(("pay", "remove"))
                mark = MaintenanceMark(lot.item, "pay" if otherwise == "pay" else "remove", BID_STEP)
                lots_filled = (*lots_filled, msgspec.structs.replace(lot, mark=_guess_if_hidden(lot.mark, mark)))
            no_bids: Mapping[int, int] = {}
            bids_filled = {seat: _guess_if_hidden(own, no_bids) for seat, own in offers.items()}
            return msgspec.structs.replace(phase, lots=lots_filled, bids=bids_filled), rng
        case _:
            return phase, rng


def _seats_hidden(secrets: Mapping[Seat, Secret[Any]]) -> tuple[Seat, ...]:
    return tuple(seat for seat, secret in secrets.items() if secret.value is None)


def _guess_bid(state: RailroadsOfCatan, seat: Seat, rng: Rng) -> tuple[int, Rng]:
    """Return a seat's best bid, or a bid next to it in ``MENU_BIDS``, at random, and the new ``rng``."""
    likely_index = MENU_BIDS.index(best_bid(state, seat))
    bids_near = MENU_BIDS[max(0, likely_index - 1) : likely_index + 2]
    return rng.choice([bid for bid in bids_near if bid <= state.cash[seat]])
