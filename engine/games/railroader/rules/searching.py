"""Searches of the prairie for Water, supplies, and gold.

(RR Order of play; RR Scout; RR Prospector; rulings 31, 53-55, 62)
"""

from engine.core import Rule, join_words
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import GOLD, PROSPECTOR, SCOUT, Card, Kind, card_name, kind_of
from engine.games.railroader.game_data.constants import MAX_CRATES
from engine.games.railroader.rules.railhead import add_to_mat
from engine.games.railroader.state.actions import Prospect, Scout, Search
from engine.games.railroader.state.events import CrateScouted, GoldFound, WaterFound
from engine.games.railroader.state.state import RailRoader, Turn


def _cards_on_prairie(state: RailRoader, card_kind: Kind) -> tuple[Card, ...]:
    """The different cards of a kind on the prairie."""
    return tuple(dict.fromkeys(card for card in state.prairie if kind_of(card) is card_kind))


def _offers(state: RailRoader, turn: Turn) -> list[Search | Scout | Prospect]:
    seat, railroad, offers = turn.seat, state.railroads[turn.seat], list[Search | Scout | Prospect]()
    if state.space_under_engine(seat) is Space.RIVER:
        offers += [Search(seat, card) for card in _cards_on_prairie(state, Kind.WATER)]
    if SCOUT in railroad.hand and len(railroad.mat.crates) < MAX_CRATES:
        offers += [Scout(seat, card) for card in _cards_on_prairie(state, Kind.SUPPLIES)]
    if PROSPECTOR in railroad.hand and GOLD in state.prairie:
        offers.append(Prospect(seat))
    return offers


def _apply(state: RailRoader, turn: Turn, action: Search | Scout | Prospect) -> RailRoader:
    seat = turn.seat
    match action:
        case Search(card=card):
            after = state.remove_from_prairie(card).add_to_hand(seat, card).emit(WaterFound(seat, card))
        case Scout(card=card):
            after_scout = state.remove_from_prairie(card).remove_from_hand(seat, SCOUT).add_to_discards(seat, SCOUT)
            after = after_scout.update_mat(seat, lambda mat: add_to_mat(mat, card)).emit(CrateScouted(seat, card))
        case Prospect():
            after_prospector = state.remove_from_prairie(GOLD).remove_from_hand(seat, PROSPECTOR)
            after = after_prospector.add_to_discards(seat, PROSPECTOR, GOLD).emit(GoldFound(seat))
    return after.spend_actions(1)


def _refusal(state: RailRoader, turn: Turn, action: Search | Scout | Prospect) -> str:
    match action:
        case Search():
            return _search_refusal(state, turn)
        case Scout():
            return _scout_refusal(state, turn)
        case Prospect():
            if PROSPECTOR not in state.railroads[turn.seat].hand:
                return "You have no prospector in your hand."
            return "You can’t send the prospector: there is no gold on the prairie."


def _search_refusal(state: RailRoader, turn: Turn) -> str:
    railroad = state.railroads[turn.seat]
    if railroad.derailed:
        return "You can’t search while your train is derailed. Re-rail it first."
    if state.space_under_engine(turn.seat) is not Space.RIVER:
        return f"You can’t search here: space {railroad.engine} isn’t a river."
    return _missing_card_refusal(state, Kind.WATER, "Water cards")


def _scout_refusal(state: RailRoader, turn: Turn) -> str:
    railroad = state.railroads[turn.seat]
    if SCOUT not in railroad.hand:
        return "You have no scout in your hand."
    if len(railroad.mat.crates) == MAX_CRATES:
        return (
            f"You can’t send the scout: your railhead already has {MAX_CRATES} crates, and there is no room for more."
        )
    return _missing_card_refusal(state, Kind.SUPPLIES, "supplies")


def _missing_card_refusal(state: RailRoader, card_kind: Kind, cards_text: str) -> str:
    """The refusal of a card that is not on the prairie; it lists the cards of its kind that are."""
    choices = join_words([card_name(card) for card in _cards_on_prairie(state, card_kind)], "or")
    if not choices:
        return f"There are no {cards_text} on the prairie."
    return f"That card isn’t on the prairie. Choose {choices}."


RULE = Rule((Search, Scout, Prospect), _offers, _apply, _refusal)
