"""The market, the deck behind it, and the prairie it comes from. (RR Purchasing other cards; rulings 63-70)"""

from functools import lru_cache

from engine.core import Rule, Seat, counted
from engine.games.railroader.box.cards import CARDS, GOLD, Card, Kind, a_card, kind
from engine.games.railroader.box.figures import MARKET
from engine.games.railroader.rules import outlaws
from engine.games.railroader.state.actions import Buy
from engine.games.railroader.state.events import CardBought, CardTurned, MarketMoved, PrairieShuffled
from engine.games.railroader.state.state import RailRoader, Turn


def move_market(state: RailRoader) -> RailRoader:
    """At the end of a round the far card goes to the prairie, the others move up, a new one comes. (ruling 66)"""
    *staying, far = state.market
    moved = state.set_market(None, *staying).tell(MarketMoved(far))
    return _refill(moved.onto_prairie(far) if far else moved, 1)


def _refill(state: RailRoader, slot: int) -> RailRoader:
    """A card from the deck; outlaws that come up go beside the board and attack at once. (rulings 65, 71, 81)"""
    state = _with_deck(state)
    if not state.deck.size:
        return state.fill(slot, None)
    drawn, card = state.draw()
    if kind(card) is not Kind.OUTLAW:
        return drawn.fill(slot, card).tell(CardTurned(card, slot))
    out = drawn.set_outlaws(*drawn.outlaws, card).tell(CardTurned(card, 0))
    return _refill(outlaws.attack(out), slot)


def _with_deck(state: RailRoader) -> RailRoader:
    """An empty deck is made again from the prairie and the outlaws; not of outlaws alone. (rulings 67, 68)"""
    if state.deck.size or all(kind(card) is Kind.OUTLAW for card in state.prairie):
        return state
    told = PrairieShuffled(len(state.prairie), len(state.outlaws))
    gathered = state.from_prairie(*state.prairie).set_outlaws()
    return gathered.shuffled(*state.prairie, *state.outlaws).tell(told)


def _offers(state: RailRoader, turn: Turn) -> tuple[Buy, ...]:
    most = min(state.railroads[turn.seat].hand.count(GOLD), turn.left)
    return _affordable(turn.seat, state.market, most) if most else ()


@lru_cache(1_024)
def _affordable(seat: Seat, market: tuple[Card | None, ...], most: int) -> tuple[Buy, ...]:
    return tuple(Buy(seat, slot) for slot, card in enumerate(market, 1) if card and CARDS[card].cost <= most)


def _bought(state: RailRoader, turn: Turn, action: Buy) -> RailRoader:
    """Paid in gold cards, an action each; card and gold go to the discard pile. (rulings 21, 64, 70)"""
    seat, card = turn.seat, state.market[action.slot - 1]
    assert card is not None
    price = (GOLD,) * CARDS[card].cost
    paid = state.from_hand(seat, *price).onto_pile(seat, *price, card).spend(len(price))
    return _refill(paid.tell(CardBought(seat, card, len(price))), action.slot)


def _refusal(state: RailRoader, turn: Turn, action: Buy) -> str:
    if not 1 <= action.slot <= MARKET:
        return f"{action.slot} isn’t a valid slot. The market has slots 1 to {MARKET}."
    card = state.market[action.slot - 1]
    if card is None:
        return f"You can’t buy from slot {action.slot}: it’s empty."
    cost, gold = CARDS[card].cost, state.railroads[turn.seat].hand.count(GOLD)
    if gold < cost:
        return f"You can’t buy {a_card(card)}: it costs {cost} gold, and you have {gold or 'none'} in your hand."
    return f"You can’t buy {a_card(card)}: it takes {counted(cost, 'action')}, and you have {turn.left} left."


def _price(state: RailRoader, action: Buy) -> int | None:
    """The gold of a card of the market."""
    card = state.market[action.slot - 1]
    return CARDS[card].cost if card else None


RULE = Rule((Buy,), _offers, _bought, _refusal, _price)
