"""The words for cards that move between hands, market and prairie."""

from collections.abc import Iterable

from engine.core import UNTOLD, Event, Name, Told, counted, listed, possessive
from engine.games.railroader.box.cards import CRATE_THIEF, Card, a_card, card_name
from engine.games.railroader.state import events as e


def tell(event: Event, name: Name) -> Told:
    """The words for an event of this part; nothing for others."""
    match event:
        case e.CardBought(seat=seat, card=card, cost=cost):
            sentence = f"{name(seat)} bought {a_card(card)} for {cost} gold."
            return Told(sentence, "bought", 4, (card_name(card),))
        case e.CardTurned(card=card, slot=0):
            words = outlaw_words(card)
            return Told(f"{words[0].upper()}{words[1:]} was revealed.")
        case e.CardTurned(card=card, slot=slot):
            return Told(f"New in market slot {slot}: {a_card(card)}.")
        case e.PrairieShuffled(cards=cards, outlaws=outlaws):
            beside = f" and {counted(outlaws, 'outlaw')}" if outlaws else ""
            return Told(f"The prairie ({counted(cards, 'card')}{beside}) was reshuffled into a new deck.")
        case e.MarketMoved(card=None):
            return Told("The market shifted.")
        case e.MarketMoved(card=card) if card:
            return Told(f"The market shifted: {a_card(card)} went to the prairie.")
        case e.WaterFound(seat=seat, card=card):
            sentence = f"{name(seat)} searched the river and found {card_name(card)}."
            return Told(sentence, "found", 2, (card_name(card),))
        case e.CrateScouted(seat=seat, card=card):
            sentence = f"{possessive(name(seat))} scout brought {card_name(card)} from the prairie to the railhead."
            return Told(sentence, "scouted", 3, (card_name(card),))
        case e.GoldFound(seat=seat):
            return Told(f"{possessive(name(seat))} prospector found 1 gold on the prairie.", "found", 2, ("gold",))
        case e.CardDiscarded(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} discarded {a_card(card)}{onto_words(onto)}."
            return Told(sentence, "discarded", 1, (card_name(card),))
        case _:
            return UNTOLD


def cards_words(cards: Iterable[Card]) -> str:
    """Several cards by name: “worker ×2, Water 4, and Supplies 3”."""
    return listed([card_name(card) for card in cards])


def onto_words(onto: str) -> str:
    """Tell where a discarded card went, unless that is the discard pile."""
    return " to the prairie" if onto == "prairie" else ""


def outlaw_words(card: Card) -> str:
    """An outlaw by what it does."""
    return "an outlaw who steals crates" if card == CRATE_THIEF else "an outlaw who scares off workers"
