"""Discarding without effect, from the hand and from the railhead. (RR Order of play; rulings 22, 23)"""

from collections.abc import Iterator
from typing import get_args

from engine.core import Rule
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, Kind, card_name, kind
from engine.games.railroader.rules.railhead import at_railhead, taken
from engine.games.railroader.state.actions import Discard, Withdraw
from engine.games.railroader.state.events import CardDiscarded, CardWithdrawn
from engine.games.railroader.state.railroad import Mat, Onto
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.state.turn import Turn

_PLACES: tuple[Onto, ...] = get_args(Onto)


def _offers(state: RailRoader, turn: Turn) -> Iterator[Discard | Withdraw]:
    railroad = state.railroads[turn.seat]
    for card in dict.fromkeys(railroad.hand):
        for onto in _PLACES:
            yield Discard(turn.seat, card, onto)
    if at_railhead(state, turn):
        for card in _movable(railroad.mat):
            for onto in _PLACES:
                yield Withdraw(turn.seat, card, onto)


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
        return f"“{action.onto[:40]}” isn’t a valid place for a discard. Choose “pile” or “prairie”."
    if isinstance(action, Discard):
        return f"You have no {card_name(action.card)} in your hand."
    if not at_railhead(state, turn):
        return "You can’t discard from your railhead: your train isn’t there."
    if kind(action.card) is Kind.SUPPLIES:
        return f"There is no unopened crate of {card_name(action.card)} at your railhead."
    return f"There is no {card_name(action.card)} at your railhead."


RULE = Rule((Discard, Withdraw), _offers, _played, _refusal)
