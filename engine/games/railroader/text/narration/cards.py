"""Narration of cards that move between hands, market, and prairie."""

from collections.abc import Iterable

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, count_noun, join_words, possessive_of
from engine.games.railroader.game_data.cards import CRATE_THIEF, Card, card_name, card_with_article
from engine.games.railroader.state import events as e


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of a card event; nothing for others."""
    match event:
        case e.CardBought(seat=seat, card=card, cost=cost):
            sentence = f"{name(seat)} bought {card_with_article(card)} for {cost} gold."
            return Narration(sentence, "bought", 4, (card_name(card),))
        case e.CardTurned(card=card, slot=0):
            words = outlaw_text(card)
            return Narration(f"{words[0].upper()}{words[1:]} was revealed.")
        case e.CardTurned(card=card, slot=slot):
            return Narration(f"New in market slot {slot}: {card_with_article(card)}.")
        case e.PrairieShuffled(cards=cards, outlaws=outlaws):
            beside = f" and {count_noun(outlaws, 'outlaw')}" if outlaws else ""
            return Narration(f"The prairie ({count_noun(cards, 'card')}{beside}) was reshuffled into a new deck.")
        case e.MarketMoved(card=None):
            return Narration("The market shifted.")
        case e.MarketMoved(card=card) if card:
            return Narration(f"The market shifted: {card_with_article(card)} went to the prairie.")
        case e.WaterFound(seat=seat, card=card):
            sentence = f"{name(seat)} searched the river and found {card_name(card)}."
            return Narration(sentence, "found", 2, (card_name(card),))
        case e.CrateScouted(seat=seat, card=card):
            sentence = f"{possessive_of(name(seat))} scout brought {card_name(card)} from the prairie to the railhead."
            return Narration(sentence, "scouted", 3, (card_name(card),))
        case e.GoldFound(seat=seat):
            return Narration(
                f"{possessive_of(name(seat))} prospector found 1 gold on the prairie.", "found", 2, ("gold",)
            )
        case e.CardDiscarded(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} discarded {card_with_article(card)}{destination_text(onto)}."
            return Narration(sentence, "discarded", 1, (card_name(card),))
        case _:
            return NO_NARRATION


def cards_text(cards: Iterable[Card]) -> str:
    """Several cards by name: “worker ×2, Water 4, and Supplies 3”."""
    return join_words([card_name(card) for card in cards])


def destination_text(onto: str) -> str:
    """The destination of a discarded card: “ to the prairie”, or empty for the discard pile."""
    return " to the prairie" if onto == "prairie" else ""


def outlaw_text(card: Card) -> str:
    """An outlaw by its effect."""
    return "an outlaw who steals crates" if card == CRATE_THIEF else "an outlaw who scares off workers"
