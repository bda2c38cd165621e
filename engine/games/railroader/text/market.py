"""Texts about the market: purchases, and cards that come and go."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, count_noun, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_label
from engine.games.railroader.game_data.board import first_space_of
from engine.games.railroader.game_data.cards import (
    SABOTEUR,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    card_with_article,
    cost_of,
    kind_of,
    value_of,
)
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.railhead import PLACEABLE_KINDS, at_railhead
from engine.games.railroader.state.actions import Buy
from engine.games.railroader.state.events import CardBought, CardTurned, MarketDealt, MarketMoved, PrairieShuffled
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.wording import (
    card_button_text,
    card_use,
    cards_text,
    outlaw_text,
    short_card_use,
    waters_text,
)


def _offered_card(state: RailRoader, action: Buy) -> Card:
    card = state.market[action.slot - 1]
    assert card is not None
    return card


def _label(view: View[RailRoader], action: Buy, field: str, name: NameOfSeat) -> str:
    """“Slot 1, Water 6: 2 gold, moves 7–12 spaces”, “Buy Water 6 (slot 1) for 2 gold: …”."""
    card = _offered_card(view.state, action)
    cost = cost_of(card)
    if field:
        return f"Slot {action.slot}, {card_name(card)}: {cost} gold, {card_use(card)}"
    purchase = f"Buy {card_name_capitalized(card)} (slot {action.slot}) for {cost} gold"
    return f"{purchase}: {card_use(card)}, {rest_of_turn_text(view.state, action)}"


def _short_label(view: View[RailRoader], action: Buy, field: str, name: NameOfSeat) -> ShortLabel:
    """“Buy Water 6 · 2 gold, moves 7–12”, with the slot if another slot has the same card."""
    card, slot = _offered_card(view.state, action), action.slot
    cost, use = cost_of(card), short_card_use(card)
    where = f", slot {slot}" if view.state.market.count(card) > 1 else ""
    label = f"{card_button_text('Buy', card, field)}{where} · {cost} gold"
    return ShortLabel(
        fit_label(f"{label}, {use}", f"{label}, {use.partition(' each')[0]}", label, max_length=MAX_LABEL),
        f"Slot {slot}",
        costs=(cost,),
        short=f"{slot} · {card_name_capitalized(card)}, {cost} gold",
    )


def _context(view: View[RailRoader], action: Buy, field: str) -> str:
    """Return the player's means of moving and building: “You own Water 5 + 3, 2 workers, 4 meals.”"""
    if not field:
        return ""
    railroad = view.state.railroads[action.seat]
    cards = (*railroad.hand, *railroad.discards)
    waters = sorted(value_of(card) for card in cards if kind_of(card) is Kind.WATER)
    workers = railroad.mat.workers + sum(kind_of(card) is Kind.WORKER for card in cards)
    meals = railroad.mat.supply_count + sum(value_of(card) for card in cards if kind_of(card) is Kind.SUPPLIES)
    water = waters_text(tuple(waters)) or "no Water"
    return f"You own {water}, {count_noun(workers, 'worker')}, {count_noun(meals, 'meal')}."


def _legend(view: View[RailRoader], action: Buy, field: str) -> str:
    if not field:
        return ""
    if SABOTEUR in view.state.market:
        return "Saboteur: dynamite on a rival’s track, or theft."
    return "Moves 5–10: spaces, by die. 4 meals: for 4 workers."


def _preview(view: View[RailRoader], action: Buy, name: NameOfSeat) -> str:
    note = f"The card and the gold go to your discard pile.{_placing_sentence(view.state, action)}"
    return preview(view, action, name, note)


def _placing_sentence(state: RailRoader, action: Buy) -> str:
    """Say where the train must be to place the card; empty if it could be placed now, or never."""
    card, railroad = _offered_card(state, action), state.railroads[action.seat]
    if kind_of(card) not in PLACEABLE_KINDS or at_railhead(state, new_turn(state, action.seat)):
        return ""
    ahead = first_space_of(railroad.sections) - railroad.engine
    if ahead > 0:
        return f" You can only place it with your train at the railhead, {count_noun(ahead, 'space')} ahead."
    return " You can only place it once your train is back on the track."


def _narrate_market_dealt(event: MarketDealt, name: NameOfSeat) -> Narration:
    market = f"The first market: {cards_text(event.cards)}."
    if not event.aside:
        return Narration(market)
    outlaws = join_words([outlaw_text(card) for card in event.aside])
    were = "was" if len(event.aside) == 1 else "were"
    return Narration(f"{market} {outlaws[0].upper()}{outlaws[1:]} {were} revealed and attacked no one.")


def _narrate_purchase(event: CardBought, name: NameOfSeat) -> Narration:
    sentence = f"{name(event.seat)} bought {card_with_article(event.card)} for {event.cost} gold."
    return Narration(sentence, "bought", 4, (card_name(event.card),))


def _narrate_card_turned(event: CardTurned, name: NameOfSeat) -> Narration:
    if event.slot:
        return Narration(f"New in market slot {event.slot}: {card_with_article(event.card)}.")
    outlaw = outlaw_text(event.card)
    return Narration(f"{outlaw[0].upper()}{outlaw[1:]} was revealed.")


def _narrate_new_deck(event: PrairieShuffled, name: NameOfSeat) -> Narration:
    outlaws = f" and {count_noun(event.outlaws, 'outlaw')}" if event.outlaws else ""
    return Narration(f"The prairie ({count_noun(event.cards, 'card')}{outlaws}) was reshuffled into a new deck.")


def _narrate_market_moved(event: MarketMoved, name: NameOfSeat) -> Narration:
    if event.card is None:
        return Narration("The market shifted.")
    return Narration(f"The market shifted: {card_with_article(event.card)} went to the prairie.")


ACTION_TEXTS: ActionTexts = {
    Buy: ActionText(
        label=_label, short_label=_short_label, question_context=_context, legend=_legend, preview=_preview
    ),
}
EVENT_TEXTS: EventTexts = {
    MarketDealt: _narrate_market_dealt,
    CardBought: _narrate_purchase,
    CardTurned: _narrate_card_turned,
    PrairieShuffled: _narrate_new_deck,
    MarketMoved: _narrate_market_moved,
}
