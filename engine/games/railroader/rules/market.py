"""The market, the deck, and the prairie. (RR Purchasing other cards; rulings 63-70)"""

from functools import lru_cache

from engine.core import Rule, Seat, count_noun
from engine.games.railroader.game_data.cards import GOLD, Card, Kind, card_with_article, cost_of, kind_of
from engine.games.railroader.game_data.constants import MARKET_SLOTS
from engine.games.railroader.rules import outlaws
from engine.games.railroader.state.actions import Buy
from engine.games.railroader.state.events import CardBought, CardTurned, MarketMoved, PrairieShuffled
from engine.games.railroader.state.state import RailRoader, Turn


def move_market(state: RailRoader) -> RailRoader:
    """Move the card of the last slot to the prairie, shift the others, and add a new card. (ruling 66)"""
    *staying, far = state.market
    after_move = state.set_market(None, *staying).emit(MarketMoved(far))
    return _refill_slot(after_move.add_to_prairie(far) if far else after_move, 1)


def _refill_slot(state: RailRoader, slot: int) -> RailRoader:
    """Fill a slot from the deck; revealed outlaws attack immediately. (rulings 65, 71, 81)"""
    state = _ensure_deck(state)
    if not state.deck.size:
        return state.fill_slot(slot, None)
    after_draw, card = state.draw_card()
    if kind_of(card) is not Kind.OUTLAW:
        return after_draw.fill_slot(slot, card).emit(CardTurned(card, slot))
    after_outlaw = after_draw.set_outlaws(*after_draw.outlaws, card).emit(CardTurned(card, 0))
    return _refill_slot(outlaws.attack_railheads(after_outlaw), slot)


def _ensure_deck(state: RailRoader) -> RailRoader:
    """Shuffle prairie and outlaws into a new deck if the deck is empty, unless all are outlaws. (rulings 67, 68)"""
    if state.deck.size or all(kind_of(card) is Kind.OUTLAW for card in state.prairie):
        return state
    event = PrairieShuffled(len(state.prairie), len(state.outlaws))
    without_prairie = state.remove_from_prairie(*state.prairie).set_outlaws()
    return without_prairie.shuffle_deck(*state.prairie, *state.outlaws).emit(event)


def _offers(state: RailRoader, turn: Turn) -> tuple[Buy, ...]:
    most = min(state.railroads[turn.seat].hand.count(GOLD), turn.left)
    return _affordable_offers(turn.seat, state.market, most) if most else ()


@lru_cache(1_024)
def _affordable_offers(seat: Seat, market: tuple[Card | None, ...], most: int) -> tuple[Buy, ...]:
    return tuple(Buy(seat, slot) for slot, card in enumerate(market, 1) if card and cost_of(card) <= most)


def _apply(state: RailRoader, turn: Turn, action: Buy) -> RailRoader:
    """Pay with gold cards, one action each; the gold and the new card go to the discard pile. (rulings 21, 64, 70)"""
    seat, card = turn.seat, state.market[action.slot - 1]
    assert card is not None
    price = (GOLD,) * cost_of(card)
    after_payment = state.remove_from_hand(seat, *price).add_to_discards(seat, *price, card).spend_actions(len(price))
    return _refill_slot(after_payment.emit(CardBought(seat, card, len(price))), action.slot)


def _refusal(state: RailRoader, turn: Turn, action: Buy) -> str:
    if not 1 <= action.slot <= MARKET_SLOTS:
        return f"{action.slot} isn’t a valid slot. The market has slots 1 to {MARKET_SLOTS}."
    card = state.market[action.slot - 1]
    if card is None:
        return f"You can’t buy from slot {action.slot}: it’s empty."
    cost, gold = cost_of(card), state.railroads[turn.seat].hand.count(GOLD)
    if gold < cost:
        return (
            f"You can’t buy {card_with_article(card)}: it costs {cost} gold, and you have {gold or 'none'} in your "
            "hand."
        )
    return (
        f"You can’t buy {card_with_article(card)}: it takes {count_noun(cost, 'action')}, and you have "
        f"{turn.left} left."
    )


def _cost(state: RailRoader, action: Buy) -> int | None:
    card = state.market[action.slot - 1]
    return cost_of(card) if card else None


RULE = Rule((Buy,), _offers, _apply, _refusal, _cost)
