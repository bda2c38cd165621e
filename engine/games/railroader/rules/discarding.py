"""Discarding without effect, from the hand and from the railhead. (RR Order of play; rulings 22, 23)"""

from functools import lru_cache
from typing import get_args

from engine.core import Rule, Seat, shortened
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, Kind, card_name, kind
from engine.games.railroader.rules.railhead import at_railhead, taken
from engine.games.railroader.state.actions import Discard, Withdraw
from engine.games.railroader.state.events import CardDiscarded, CardWithdrawn
from engine.games.railroader.state.state import Mat, Onto, RailRoader, Turn

_PLACES: tuple[Onto, ...] = get_args(Onto)


def _offers(state: RailRoader, turn: Turn) -> tuple[Discard | Withdraw, ...]:
    railroad = state.railroads[turn.seat]
    discards = _discards(turn.seat, railroad.hand)
    return discards + _withdrawals(turn.seat, railroad.mat) if at_railhead(state, turn) else discards


@lru_cache(4_096)
def _discards(seat: Seat, hand: tuple[Card, ...]) -> tuple[Discard | Withdraw, ...]:
    return tuple(Discard(seat, card, onto) for card in dict.fromkeys(hand) for onto in _PLACES)


@lru_cache(1_024)
def _withdrawals(seat: Seat, mat: Mat) -> tuple[Discard | Withdraw, ...]:
    return tuple(Withdraw(seat, card, onto) for card in _movable(mat) for onto in _PLACES)


def _movable(mat: Mat) -> tuple[Card, ...]:
    """Everything on the mat but an opened crate, each kind of card once. (ruling 22)"""
    people = (WORKER,) * bool(mat.workers) + (DEPUTY,) * bool(mat.deputies)
    return (*people, *dict.fromkeys(crate.card for crate in mat.unopened))


def _played(state: RailRoader, turn: Turn, action: Discard | Withdraw) -> RailRoader:
    seat, card, onto = turn.seat, action.card, action.onto
    if isinstance(action, Discard):
        gone = state.from_hand(seat, card).tell(CardDiscarded(seat, card, onto))
    else:
        gone = state.alter_mat(seat, lambda mat: taken(mat, card)).tell(CardWithdrawn(seat, card, onto))
    return gone.discard(seat, onto, card).spend(1)


def _refusal(state: RailRoader, turn: Turn, action: Discard | Withdraw) -> str:
    if action.onto not in _PLACES:
        return f"“{shortened(action.onto)}” isn’t a valid place for a discard. Choose “pile” or “prairie”."
    if isinstance(action, Discard):
        return f"You have no {card_name(action.card)} in your hand."
    if not at_railhead(state, turn):
        return "You can’t discard from your railhead: your train isn’t there."
    if kind(action.card) is Kind.SUPPLIES:
        return f"There is no unopened crate of {card_name(action.card)} at your railhead."
    return f"There is no {card_name(action.card)} at your railhead."


RULE = Rule((Discard, Withdraw), _offers, _played, _refusal)
