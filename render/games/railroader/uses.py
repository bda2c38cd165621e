"""Words for what a card in hand can do now, or why not: two or three, and the offers decide."""

from collections.abc import Collection
from typing import NamedTuple

from engine.core import Action, Seat
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import Card, Kind, kind, value
from engine.games.railroader.box.figures import CRATES, DIE
from engine.games.railroader.rules.railhead import at_railhead, has_place
from engine.games.railroader.state.actions import Buy, Dynamite, Engineer, Move, Place, Prospect, Roll, Scout, Steal
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.state.turn import Turn

_AT_OTHER_TIMES = {
    Kind.WORKER: "builds",
    Kind.DEPUTY: "stops outlaws",
    Kind.ENGINEER: "±2 spaces",
    Kind.SCOUT: "gets supplies",
    Kind.PROSPECTOR: "gets gold",
    Kind.SABOTEUR: "from a river",
    Kind.GOLD: "pays 1",
}


class Use(NamedTuple):
    """A few words, and whether the card can be played for its effect now."""

    words: str
    open: bool


def turn_of(state: RailRoader, seat: Seat) -> Turn | None:
    """The turn that the seat is playing, if it is its turn."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Turn) and phase.seat == seat else None


def offers_now(state: RailRoader, seat: Seat) -> Collection[Action]:
    """The actions a seat is offered in its turn; nothing at other times."""
    turn = turn_of(state, seat)
    return [offer for decision in turn.decisions(state) for offer in decision.offers] if turn else ()


def use_now(state: RailRoader, seat: Seat, card: Card, offers: Collection[Action]) -> Use:
    """The use of a card in the seat's hand; ``offers`` are those of the moment."""
    turn = turn_of(state, seat)
    if turn is None or turn.rolling or not turn.left:
        return Use(_at_other_times(card), False)
    match kind(card):
        case Kind.WATER:
            number = value(card)
            if any(isinstance(offer, Move) and number in offer.waters.values for offer in offers):
                return Use(f"{number + 1}–{number + DIE} spaces", True)
            return Use(_no_move(state, turn), False)
        case Kind.ENGINEER:
            if any(isinstance(offer, Engineer) or _driven(offer) for offer in offers):
                return Use("±2 spaces", True)
            return Use(_no_move(state, turn), False)
        case Kind.GOLD:
            return (
                Use("buy", True)
                if _any(offers, Buy)
                else Use("too little" if _priced(state) else "market empty", False)
            )
        case Kind.SCOUT:
            full = len(state.railroads[seat].mat.crates) == CRATES
            return Use("scout", True) if _any(offers, Scout) else Use("crates full" if full else "no supplies", False)
        case Kind.PROSPECTOR:
            return Use("prospect", True) if _any(offers, Prospect) else Use("no gold", False)
        case Kind.SABOTEUR:
            if _any(offers, Dynamite, Steal):
                return Use("sabotage", True)
            return Use("no target" if state.stands_on(seat) is Space.RIVER else "no river", False)
        case _:
            if any(isinstance(offer, Place) and offer.card == card for offer in offers):
                return Use("place", True)
            return Use(_no_place(state, turn, card), False)


def _any(offers: Collection[Action], *kinds: type[Action]) -> bool:
    return any(isinstance(offer, kinds) for offer in offers)


def _driven(offer: Action) -> bool:
    """Whether it is a roll with an engineer."""
    return isinstance(offer, Move | Roll) and offer.engineers > 0


def _priced(state: RailRoader) -> bool:
    return any(card is not None for card in state.market)


def _at_other_times(card: Card) -> str:
    match kind(card):
        case Kind.WATER:
            return f"{value(card) + 1}–{value(card) + DIE} spaces"
        case Kind.SUPPLIES:
            return f"feeds {value(card)}"
        case other:
            return _AT_OTHER_TIMES[other]


def _no_move(state: RailRoader, turn: Turn) -> str:
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


def _no_place(state: RailRoader, turn: Turn, card: Card) -> str:
    railroad = state.railroads[turn.seat]
    if railroad.derailed:
        return "derailed"
    if not at_railhead(state, turn):
        return "not at railhead"
    assert not has_place(railroad.mat, card)
    return "crates full" if kind(card) is Kind.SUPPLIES else "mat full"
