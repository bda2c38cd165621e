"""The railhead: placing cards, and feeding. (RR The Railhead; rulings 19, 23-25, 30-35)"""

from functools import lru_cache

import msgspec

from engine.core import Rule, Seat
from engine.games.railroader.game_data.board import section_of
from engine.games.railroader.game_data.cards import (
    DEPUTY,
    WORKER,
    Card,
    Kind,
    card_name,
    card_with_article,
    kind_of,
    value_of,
)
from engine.games.railroader.game_data.constants import MAX_CRATES, MAX_PEOPLE, MIN_HAND
from engine.games.railroader.state.actions import Place
from engine.games.railroader.state.events import CardPlaced, GangFed, HandTaken
from engine.games.railroader.state.state import Crate, RailheadMat, RailRoader, Turn

PLACEABLE_KINDS = frozenset({Kind.WORKER, Kind.DEPUTY, Kind.SUPPLIES})
"""The kinds of cards that go from the hand to the railhead."""


def at_railhead(state: RailRoader, turn: Turn) -> bool:
    """Whether the train is at the railhead or beyond it. (rulings 5, 24, 25)"""
    railroad = state.railroads[turn.seat]
    return not railroad.derailed and section_of(railroad.engine) >= turn.railhead


def has_room(mat: RailheadMat, card: Card) -> bool:
    """Whether a railhead has room for a card. (RR The Railhead; ruling 30)"""
    return len(mat.crates) < MAX_CRATES if kind_of(card) is Kind.SUPPLIES else mat.people_count < MAX_PEOPLE


def add_to_mat(mat: RailheadMat, card: Card) -> RailheadMat:
    """Add a card to a railhead mat. (ruling 32)"""
    if card == WORKER:
        return msgspec.structs.replace(mat, workers=mat.workers + 1)
    if card == DEPUTY:
        return msgspec.structs.replace(mat, deputies=mat.deputies + 1)
    full = Crate(value_of(card), value_of(card))
    return msgspec.structs.replace(mat, crates=_sort_crates((*mat.crates, full)))


def remove_from_mat(mat: RailheadMat, card: Card) -> RailheadMat:
    """Remove a card from a railhead mat; a crate must be unopened. (ruling 22)"""
    if card == WORKER:
        return msgspec.structs.replace(mat, workers=mat.workers - 1)
    if card == DEPUTY:
        return msgspec.structs.replace(mat, deputies=mat.deputies - 1)
    crates = list(mat.crates)
    crates.remove(Crate(value_of(card), value_of(card)))
    return msgspec.structs.replace(mat, crates=tuple(crates))


def end_turn(state: RailRoader, seat: Seat) -> RailRoader:
    """Feed the workers, then pick up the discard pile. (RR Order of play; rulings 19, 35)"""
    return _pick_up_discards(_feed_gang(state, seat), seat)


def _sort_crates(crates: tuple[Crate, ...]) -> tuple[Crate, ...]:
    """The crates in the order of use: the opened one first, then the lowest value. (ruling 32)"""
    return tuple(sorted(crates, key=lambda crate: (not crate.is_opened, crate.value)))


def _feed_gang(state: RailRoader, seat: Seat) -> RailRoader:
    """Feed the workers; hungry ones and empty crates go to the prairie. (rulings 32-34)"""
    mat = state.railroads[seat].mat
    if not mat.workers:
        return state
    hungry, crates, emptied = mat.workers, [], []
    for crate in mat.crates:
        eaten = min(hungry, crate.left)
        hungry -= eaten
        rest = Crate(crate.left - eaten, crate.value)
        if rest.left:
            crates.append(rest)
        else:
            emptied.append(crate.card)
    fed = msgspec.structs.replace(mat, workers=mat.workers - hungry, crates=_sort_crates(tuple(crates)))
    event = GangFed(seat, fed.workers, hungry, tuple(emptied))
    return state.update_railroad(seat, mat=fed).add_to_prairie(*[WORKER] * hungry, *emptied).emit(event)


def _pick_up_discards(state: RailRoader, seat: Seat) -> RailRoader:
    """Pick up the discard pile if the hand is small. (RR Order of play; rulings 19, 20)"""
    railroad = state.railroads[seat]
    if len(railroad.hand) >= MIN_HAND or not railroad.discards:
        return state
    after = state.update_railroad(seat, discards=()).add_to_hand(seat, *railroad.discards)
    return after.emit(HandTaken(seat, len(railroad.discards)))


def _offers(state: RailRoader, turn: Turn) -> tuple[Place, ...]:
    railroad = state.railroads[turn.seat]
    return _place_offers(turn.seat, railroad.hand, railroad.mat) if at_railhead(state, turn) else ()


@lru_cache(4_096)
def _place_offers(seat: Seat, hand: tuple[Card, ...], mat: RailheadMat) -> tuple[Place, ...]:
    cards = [card for card in dict.fromkeys(hand) if kind_of(card) in PLACEABLE_KINDS and has_room(mat, card)]
    return tuple(Place(seat, card) for card in cards)


def _apply(state: RailRoader, turn: Turn, action: Place) -> RailRoader:
    """Place a card. A worker placed this turn cannot build in place of one who has left. (ruling 27)"""
    state = state.update_turn(gang=min(turn.gang, state.railroads[turn.seat].mat.workers))
    after = state.remove_from_hand(turn.seat, action.card)
    after = after.update_mat(turn.seat, lambda mat: add_to_mat(mat, action.card))
    return after.spend_actions(1).emit(CardPlaced(turn.seat, action.card))


def _refusal(state: RailRoader, turn: Turn, action: Place) -> str:
    railroad = state.railroads[turn.seat]
    if kind_of(action.card) not in PLACEABLE_KINDS:
        return "You can place only workers, deputies, and supplies at your railhead."
    if action.card not in railroad.hand:
        return f"You have no {card_name(action.card)} in your hand."
    if not at_railhead(state, turn):
        if railroad.derailed:
            return "You can’t place cards while your train is derailed. Re-rail it first."
        where = f"on section {section_of(railroad.engine)}" if railroad.engine else "in Junction City"
        return f"You can’t place cards: your train is {where}, and your railhead is on section {turn.railhead}."
    room = f"{MAX_CRATES} crates" if kind_of(action.card) is Kind.SUPPLIES else f"{MAX_PEOPLE} people"
    return f"You can’t place {card_with_article(action.card)}: your railhead has room for only {room}."


RULE = Rule((Place,), _offers, _apply, _refusal)
