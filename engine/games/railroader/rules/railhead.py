"""The railhead mat: what is put there, and what the gang eats. (RR The Railhead; rulings 19, 23-25, 30-35)"""

from functools import lru_cache

import msgspec

from engine.core import Rule, Seat
from engine.games.railroader.box.board import section
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, Kind, a_card, card_name, kind, value
from engine.games.railroader.box.figures import CRATES, HAND, PEOPLE
from engine.games.railroader.state.actions import Place
from engine.games.railroader.state.events import CardPlaced, GangFed, HandTaken
from engine.games.railroader.state.state import Crate, Mat, RailRoader, Turn

PLACED = frozenset({Kind.WORKER, Kind.DEPUTY, Kind.SUPPLIES})
"""The kinds of cards that go from the hand to the railhead."""


def at_railhead(state: RailRoader, turn: Turn) -> bool:
    """Whether the train is on what was the last section when the turn began, or beyond. (rulings 5, 24, 25)"""
    railroad = state.railroads[turn.seat]
    return not railroad.derailed and section(railroad.engine) >= turn.railhead


def has_place(mat: Mat, card: Card) -> bool:
    """Whether a card finds room: three people in any mix, two crates. (RR The Railhead; ruling 30)"""
    return len(mat.crates) < CRATES if kind(card) is Kind.SUPPLIES else mat.people < PEOPLE


def put(mat: Mat, card: Card) -> Mat:
    """The mat with a card more; crates lie in the order in which they are eaten from. (ruling 32)"""
    if card == WORKER:
        return msgspec.structs.replace(mat, workers=mat.workers + 1)
    if card == DEPUTY:
        return msgspec.structs.replace(mat, deputies=mat.deputies + 1)
    full = Crate(value(card), value(card))
    return msgspec.structs.replace(mat, crates=_in_order((*mat.crates, full)))


def taken(mat: Mat, card: Card) -> Mat:
    """The mat with a card less; of supplies one that is unopened. (ruling 22)"""
    if card == WORKER:
        return msgspec.structs.replace(mat, workers=mat.workers - 1)
    if card == DEPUTY:
        return msgspec.structs.replace(mat, deputies=mat.deputies - 1)
    crates = list(mat.crates)
    crates.remove(Crate(value(card), value(card)))
    return msgspec.structs.replace(mat, crates=tuple(crates))


def end_turn(state: RailRoader, seat: Seat) -> RailRoader:
    """The gang eats; then a short hand takes up the discard pile. (RR Order of play; rulings 19, 35)"""
    return _take_up(_feed(state, seat), seat)


def _in_order(crates: tuple[Crate, ...]) -> tuple[Crate, ...]:
    """The opened one first, then the lowest. (ruling 32)"""
    return tuple(sorted(crates, key=lambda crate: (not crate.opened, crate.value)))


def _feed(state: RailRoader, seat: Seat) -> RailRoader:
    """A cube for each worker; a worker who gets none leaves for the prairie, as empty crates do. (rulings 32-34)"""
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
    fed = msgspec.structs.replace(mat, workers=mat.workers - hungry, crates=_in_order(tuple(crates)))
    told = GangFed(seat, fed.workers, hungry, tuple(emptied))
    return state.alter(seat, mat=fed).onto_prairie(*[WORKER] * hungry, *emptied).tell(told)


def _take_up(state: RailRoader, seat: Seat) -> RailRoader:
    """(RR Order of play; rulings 19, 20)"""
    railroad = state.railroads[seat]
    if len(railroad.hand) >= HAND or not railroad.discards:
        return state
    taken_up = state.alter(seat, discards=()).into_hand(seat, *railroad.discards)
    return taken_up.tell(HandTaken(seat, len(railroad.discards)))


def _offers(state: RailRoader, turn: Turn) -> tuple[Place, ...]:
    railroad = state.railroads[turn.seat]
    return _placements(turn.seat, railroad.hand, railroad.mat) if at_railhead(state, turn) else ()


@lru_cache(4_096)
def _placements(seat: Seat, hand: tuple[Card, ...], mat: Mat) -> tuple[Place, ...]:
    cards = [card for card in dict.fromkeys(hand) if kind(card) in PLACED and has_place(mat, card)]
    return tuple(Place(seat, card) for card in cards)


def _placed(state: RailRoader, turn: Turn, action: Place) -> RailRoader:
    """A new worker does not stand in, this turn, for one of the gang who has left. (ruling 27)"""
    state = state.in_turn(gang=min(turn.gang, state.railroads[turn.seat].mat.workers))
    laid = state.from_hand(turn.seat, action.card)
    laid = laid.alter_mat(turn.seat, lambda mat: put(mat, action.card))
    return laid.spend(1).tell(CardPlaced(turn.seat, action.card))


def _refusal(state: RailRoader, turn: Turn, action: Place) -> str:
    railroad = state.railroads[turn.seat]
    if kind(action.card) not in PLACED:
        return "You can place only workers, deputies, and supplies at your railhead."
    if action.card not in railroad.hand:
        return f"You have no {card_name(action.card)} in your hand."
    if not at_railhead(state, turn):
        if railroad.derailed:
            return "You can’t place cards while your train is derailed. Re-rail it first."
        where = f"on section {section(railroad.engine)}" if railroad.engine else "in Junction City"
        return f"You can’t place cards: your train is {where}, and your railhead is on section {turn.railhead}."
    room = f"{CRATES} crates" if kind(action.card) is Kind.SUPPLIES else f"{PEOPLE} people"
    return f"You can’t place {a_card(action.card)}: your railhead has room for only {room}."


RULE = Rule((Place,), _offers, _placed, _refusal)
