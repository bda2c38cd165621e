"""Searching the prairie: for water from a river, by scout for supplies, by prospector for gold.

(RR Order of play; RR Scout; RR Prospector; rulings 31, 53-55, 62)
"""

from engine.core import Rule, listed
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import GOLD, PROSPECTOR, SCOUT, Card, Kind, card_name, kind
from engine.games.railroader.box.figures import CRATES
from engine.games.railroader.rules.railhead import put
from engine.games.railroader.state.actions import Prospect, Scout, Search
from engine.games.railroader.state.events import CrateScouted, GoldFound, WaterFound
from engine.games.railroader.state.state import RailRoader, Turn


def _found(state: RailRoader, sought: Kind) -> tuple[Card, ...]:
    """The different cards of a kind on the prairie."""
    return tuple(dict.fromkeys(card for card in state.prairie if kind(card) is sought))


def _offers(state: RailRoader, turn: Turn) -> list[Search | Scout | Prospect]:
    seat, railroad, offers = turn.seat, state.railroads[turn.seat], list[Search | Scout | Prospect]()
    if state.stands_on(seat) is Space.RIVER:
        offers += [Search(seat, card) for card in _found(state, Kind.WATER)]
    if SCOUT in railroad.hand and len(railroad.mat.crates) < CRATES:
        offers += [Scout(seat, card) for card in _found(state, Kind.SUPPLIES)]
    if PROSPECTOR in railroad.hand and GOLD in state.prairie:
        offers.append(Prospect(seat))
    return offers


def _played(state: RailRoader, turn: Turn, action: Search | Scout | Prospect) -> RailRoader:
    seat = turn.seat
    match action:
        case Search(card=card):
            found = state.from_prairie(card).into_hand(seat, card).tell(WaterFound(seat, card))
        case Scout(card=card):
            sent = state.from_prairie(card).from_hand(seat, SCOUT).onto_pile(seat, SCOUT)
            found = sent.alter_mat(seat, lambda mat: put(mat, card)).tell(CrateScouted(seat, card))
        case Prospect():
            sent = state.from_prairie(GOLD).from_hand(seat, PROSPECTOR)
            found = sent.onto_pile(seat, PROSPECTOR, GOLD).tell(GoldFound(seat))
    return found.spend(1)


def _refusal(state: RailRoader, turn: Turn, action: Search | Scout | Prospect) -> str:
    match action:
        case Search():
            return _no_water(state, turn)
        case Scout():
            return _no_supplies(state, turn)
        case Prospect():
            if PROSPECTOR not in state.railroads[turn.seat].hand:
                return "You have no prospector in your hand."
            return "You can’t send the prospector: there is no gold on the prairie."


def _no_water(state: RailRoader, turn: Turn) -> str:
    railroad = state.railroads[turn.seat]
    if railroad.derailed:
        return "You can’t search while your train is derailed. Re-rail it first."
    if state.stands_on(turn.seat) is not Space.RIVER:
        return f"You can’t search here: space {railroad.engine} isn’t a river."
    return _not_found(state, Kind.WATER, "Water cards")


def _no_supplies(state: RailRoader, turn: Turn) -> str:
    railroad = state.railroads[turn.seat]
    if SCOUT not in railroad.hand:
        return "You have no scout in your hand."
    if len(railroad.mat.crates) == CRATES:
        return f"You can’t send the scout: your railhead already has {CRATES} crates, and there is no room for more."
    return _not_found(state, Kind.SUPPLIES, "supplies")


def _not_found(state: RailRoader, sought: Kind, called: str) -> str:
    """The refusal of a card that is not on the prairie, with those of its kind that are."""
    found = listed([card_name(card) for card in _found(state, sought)], "or")
    if not found:
        return f"There are no {called} on the prairie."
    return f"That card isn’t on the prairie. Choose {found}."


RULE = Rule((Search, Scout, Prospect), _offers, _played, _refusal)
