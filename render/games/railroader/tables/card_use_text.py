"""The current use of a card in hand, or the reason why it has none, in two or three words."""

from collections.abc import Collection
from typing import NamedTuple

from engine.core import Action, Seat
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Card, Kind, kind_of, value_of
from engine.games.railroader.game_data.constants import DIE_FACES, MAX_CRATES
from engine.games.railroader.rules.discarding import can_be_used
from engine.games.railroader.rules.railhead import at_railhead, has_room
from engine.games.railroader.state.state import RailRoader, Turn

_LATER_USES = {
    Kind.WORKER: "builds",
    Kind.DEPUTY: "stops outlaws",
    Kind.ENGINEER: "±2 spaces",
    Kind.SCOUT: "gets supplies",
    Kind.PROSPECTOR: "gets gold",
    Kind.SABOTEUR: "from a river",
    Kind.GOLD: "pays 1",
}

_USES = {
    Kind.ENGINEER: "±2 spaces",
    Kind.GOLD: "buy",
    Kind.SCOUT: "scout",
    Kind.PROSPECTOR: "prospect",
    Kind.SABOTEUR: "sabotage",
}
"""The uses of cards that can be played now.

Water is described by its range, and all kinds that are missing here by their placing.
"""


class CardUse(NamedTuple):
    """The use of a card in a few words, and whether the card can be played for its effect now."""

    words: str
    is_playable: bool


def current_turn_of(state: RailRoader, seat: Seat) -> Turn | None:
    """Return the current turn if it belongs to the seat, otherwise None."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Turn) and phase.seat == seat else None


def current_offers(state: RailRoader, seat: Seat) -> Collection[Action]:
    """The seat's offers if it is the seat's turn, otherwise none."""
    turn = current_turn_of(state, seat)
    return [offer for decision in turn.decisions(state) for offer in decision.offers] if turn else ()


def current_use(state: RailRoader, seat: Seat, card: Card, offers: Collection[Action]) -> CardUse:
    """The use of a card in the seat's hand, given the current offers."""
    turn = current_turn_of(state, seat)
    if turn is None or turn.rolling or not turn.left:
        return CardUse(_later_use_text(card), False)
    is_playable = can_be_used(card, offers)
    return CardUse(_playable_text(card) if is_playable else _obstacle_text(state, turn, card), is_playable)


def _playable_text(card: Card) -> str:
    """The use of a card that can be played now."""
    return _water_text(card) if kind_of(card) is Kind.WATER else _USES.get(kind_of(card), "place")


def _water_text(card: Card) -> str:
    return f"{value_of(card) + 1}–{value_of(card) + DIE_FACES} spaces"


def _obstacle_text(state: RailRoader, turn: Turn, card: Card) -> str:
    """The reason why the card can't be played for its effect."""
    match kind_of(card):
        case Kind.WATER | Kind.ENGINEER:
            return _no_move_reason(state, turn)
        case Kind.GOLD:
            return "too little" if any(state.market) else "market empty"
        case Kind.SCOUT:
            return "crates full" if len(state.railroads[turn.seat].mat.crates) == MAX_CRATES else "no supplies"
        case Kind.PROSPECTOR:
            return "no gold"
        case Kind.SABOTEUR:
            return "no target" if state.space_under_engine(turn.seat) is Space.RIVER else "no river"
        case _:
            return _no_place_reason(state, turn, card)


def _later_use_text(card: Card) -> str:
    match kind_of(card):
        case Kind.WATER:
            return _water_text(card)
        case Kind.SUPPLIES:
            return f"feeds {value_of(card)}"
        case other:
            return _LATER_USES[other]


def _no_move_reason(state: RailRoader, turn: Turn) -> str:
    railroad = state.railroads[turn.seat]
    if railroad.derailed:
        return "derailed"
    if railroad.cavalry is not None:
        return "ambushed"
    if turn.still:
        return "next turn"
    if not railroad.sections:
        return "no track"
    return "moved" if turn.rolled else "dynamite"


def _no_place_reason(state: RailRoader, turn: Turn, card: Card) -> str:
    railroad = state.railroads[turn.seat]
    if railroad.derailed:
        return "derailed"
    if not at_railhead(state, turn):
        return "not at railhead"
    assert not has_room(railroad.mat, card)
    return "crates full" if kind_of(card) is Kind.SUPPLIES else "mat full"
