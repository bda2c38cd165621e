"""Narration of the event card and of delivery orders. (RC Phases 2 and 4)"""

from engine.core import EventTexts, NameOfSeat, Narration, count_noun, dollar_amount, join_words, possessive_of
from engine.games.railroads_of_catan.game_data.constants import ORDER_GROWTH
from engine.games.railroads_of_catan.state.display_names import EVENT_TEXTS as CARD_TEXTS
from engine.games.railroads_of_catan.state.display_names import city_text, goods_text
from engine.games.railroads_of_catan.state.events import (
    EventTurned,
    HolidayPaid,
    OrdersGrown,
    OrderTurned,
    StormLosses,
    TaxPaid,
)
from engine.games.railroads_of_catan.text.place_names import capitalize, join_first


def _narrate_card(event: EventTurned, name: NameOfSeat) -> Narration:
    title, effect = CARD_TEXTS[event.card]
    return Narration(f"Event: {title}. {capitalize(effect)}.")


def _narrate_tax(event: TaxPaid, name: NameOfSeat) -> Narration:
    """Return “Ada paid $300 in tax.” and the barrels that Ada threw away for lack of cash."""
    payer, payment_text = name(event.seat), f"paid {dollar_amount(event.paid)} in tax"
    if not event.thrown:
        return Narration(f"{payer} {payment_text}.")
    loss_text = f"they threw away {goods_text(event.thrown)} and {payment_text}"
    return Narration(f"{payer} couldn’t pay the whole tax: {loss_text}.")


def _narrate_storm(event: StormLosses, name: NameOfSeat) -> Narration:
    track_texts = [count_noun(len(event.tracks), "water track")] if event.tracks else []
    train_texts = [f"{possessive_of(name(seat))} train {number}" for seat, number in event.trains]
    all_trains = [count_noun(len(event.trains), "train")] if event.trains else []
    clause = f"destroyed {join_words([*track_texts, *all_trains])}" if track_texts or train_texts else ""
    return Narration(f"The monsoon destroyed {join_first([*track_texts, *train_texts]) or 'nothing'}.", clause)


def _narrate_holiday(event: HolidayPaid, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} received {dollar_amount(event.received)} for trains.")


def _narrate_grown_orders(event: OrdersGrown, name: NameOfSeat) -> Narration:
    growth = dollar_amount(ORDER_GROWTH)
    if len(event.letters) == 1:
        return Narration(f"Open order {event.letters[0]} now pays {growth} more.")
    return Narration(f"Open orders {join_words(event.letters)} now pay {growth} more each.")


def _narrate_new_order(event: OrderTurned, name: NameOfSeat) -> Narration:
    order = event.order
    where = city_text(event.cities, order.city, name)
    return Narration(f"New order {order.letter}: {order.good} to {where} for {dollar_amount(order.bonus)}.")


EVENT_TEXTS: EventTexts = {
    EventTurned: _narrate_card,
    TaxPaid: _narrate_tax,
    StormLosses: _narrate_storm,
    HolidayPaid: _narrate_holiday,
    OrdersGrown: _narrate_grown_orders,
    OrderTurned: _narrate_new_order,
}
