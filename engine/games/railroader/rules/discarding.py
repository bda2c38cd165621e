"""Discards from the hand and from the railhead. (RR Order of play; rulings 22, 23)"""

from collections.abc import Collection
from functools import lru_cache
from typing import get_args

from engine.core import Action, Rule, Seat, shorten
from engine.games.railroader.game_data.cards import DEPUTY, WORKER, Card, Kind, card_name, kind_of, value_of
from engine.games.railroader.rules.railhead import at_railhead, remove_from_mat
from engine.games.railroader.state.actions import (
    Buy,
    Discard,
    Dynamite,
    Engineer,
    Move,
    Place,
    Prospect,
    Roll,
    Scout,
    Steal,
    Withdraw,
)
from engine.games.railroader.state.events import CardDiscarded, CardWithdrawn
from engine.games.railroader.state.state import Destination, RailheadMat, RailRoader, Turn

_DESTINATIONS: tuple[Destination, ...] = get_args(Destination)


def _offers(state: RailRoader, turn: Turn) -> tuple[Discard | Withdraw, ...]:
    railroad = state.railroads[turn.seat]
    discards = _discard_offers(turn.seat, railroad.hand)
    return discards + _withdraw_offers(turn.seat, railroad.mat) if at_railhead(state, turn) else discards


@lru_cache(4_096)
def _discard_offers(seat: Seat, hand: tuple[Card, ...]) -> tuple[Discard | Withdraw, ...]:
    return tuple(Discard(seat, card, onto) for card in dict.fromkeys(hand) for onto in _DESTINATIONS)


@lru_cache(1_024)
def _withdraw_offers(seat: Seat, mat: RailheadMat) -> tuple[Discard | Withdraw, ...]:
    return tuple(Withdraw(seat, card, onto) for card in _withdrawable_cards(mat) for onto in _DESTINATIONS)


def _withdrawable_cards(mat: RailheadMat) -> tuple[Card, ...]:
    """The different cards on the mat, without an opened crate. (ruling 22)"""
    people = (WORKER,) * bool(mat.workers) + (DEPUTY,) * bool(mat.deputies)
    return (*people, *dict.fromkeys(crate.card for crate in mat.unopened_crates))


def _apply(state: RailRoader, turn: Turn, action: Discard | Withdraw) -> RailRoader:
    seat, card, onto = turn.seat, action.card, action.onto
    if isinstance(action, Discard):
        after = state.remove_from_hand(seat, card).emit(CardDiscarded(seat, card, onto))
    else:
        after = state.update_mat(seat, lambda mat: remove_from_mat(mat, card)).emit(CardWithdrawn(seat, card, onto))
    return after.discard(seat, onto, card).spend_actions(1)


def _refusal(state: RailRoader, turn: Turn, action: Discard | Withdraw) -> str:
    if action.onto not in _DESTINATIONS:
        return f"“{shorten(action.onto)}” isn’t a valid place for a discard. Choose “pile” or “prairie”."
    if isinstance(action, Discard):
        return f"You have no {card_name(action.card)} in your hand."
    if not at_railhead(state, turn):
        return "You can’t discard from your railhead: your train isn’t there."
    if kind_of(action.card) is Kind.SUPPLIES:
        return f"There is no unopened crate of {card_name(action.card)} at your railhead."
    return f"There is no {card_name(action.card)} at your railhead."


def can_be_used(card: Card, offers: Collection[Action]) -> bool:
    """Whether one of the offers plays the card for its effect."""
    return any(_is_used_by(card, offer) for offer in offers)


def _is_used_by(card: Card, action: Action) -> bool:
    match kind_of(card), action:
        case Kind.WATER, Move(waters=waters):
            return value_of(card) in waters.values
        case Kind.ENGINEER, Move(engineers=engineers) | Roll(engineers=engineers):
            return engineers > 0
        case (
            (Kind.ENGINEER, Engineer())
            | (Kind.GOLD, Buy())
            | (Kind.SCOUT, Scout())
            | (Kind.PROSPECTOR, Prospect())
            | (Kind.SABOTEUR, Dynamite() | Steal())
        ):
            return True
        case _, Place(card=placed):
            return placed == card
        case _:
            return False


RULE = Rule((Discard, Withdraw), _offers, _apply, _refusal)
