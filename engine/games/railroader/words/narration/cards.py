"""What happened to cards between hands, market and prairie, in words."""

from __future__ import annotations

from collections import Counter

from engine.core.event import Event
from engine.core.game import Name
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railroader.box.cards import CRATE_THIEF, Card, Kind, card_name, kind
from engine.games.railroader.state import events as e


def tell(event: Event, name: Name) -> Told:
    """Of an event of this part; nothing for others."""
    match event:
        case e.CardBought(seat=seat, card=card, cost=cost):
            sentence = f"{name(seat)} bought {a_card(card)} for {cost} gold."
            return Told(sentence, "bought", 4, (card_name(card),))
        case e.CardTurned(card=card, slot=0):
            return Told(f"{outlaw_words(card)} came up.")
        case e.CardTurned(card=card, slot=slot):
            return Told(f"New in the market, place {slot}: {a_card(card)}.")
        case e.PrairieShuffled(cards=cards, outlaws=outlaws):
            beside = f" and {counted(outlaws, 'outlaw')}" if outlaws else ""
            return Told(f"The prairie, {counted(cards, 'card')}{beside}, was shuffled into a new deck.")
        case e.MarketMoved(card=None):
            return Told("The market moved on.")
        case e.MarketMoved(card=card) if card:
            return Told(f"The market moved on: {a_card(card)} went to the prairie.")
        case e.WaterFound(seat=seat, card=card):
            sentence = f"{name(seat)} searched the river and found {card_name(card)}."
            return Told(sentence, "found", 2, (card_name(card),))
        case e.CrateScouted(seat=seat, card=card):
            sentence = f"{name(seat)}’s scout brought {card_name(card)} from the prairie to the railhead."
            return Told(sentence, "scouted", 3, (card_name(card),))
        case e.GoldFound(seat=seat):
            return Told(f"{name(seat)}’s prospector found 1 gold on the prairie.", "found", 2, ("gold",))
        case e.CardDiscarded(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} discarded {a_card(card)} {onto_words(onto)}."
            return Told(sentence, "discarded", 1, (card_name(card),))
        case _:
            return UNTOLD


def a_card(card: Card) -> str:
    """“a worker”, “an engineer”, “gold”, “water 4”."""
    article = {Kind.GOLD: "", Kind.WATER: "", Kind.SUPPLIES: "", Kind.ENGINEER: "an "}.get(kind(card), "a ")
    return article + card_name(card)


def cards_words(cards: tuple[Card, ...]) -> str:
    """“worker, water 4 and supplies 3”; alike ones together: “2 × gold”."""
    many = Counter(cards)
    return listed(
        tuple(f"{number} × {card_name(card)}" if number > 1 else card_name(card) for card, number in many.items())
    )


def onto_words(onto: str) -> str:
    """Where a discarded card went."""
    return "to the prairie" if onto == "prairie" else "onto the discard pile"


def outlaw_words(card: Card) -> str:
    """An outlaw by what it does."""
    return "An outlaw after supplies" if card == CRATE_THIEF else "An outlaw after workers"


def supplies_words(number: int) -> str:
    """“1 supply”, “4 supplies”."""
    return "1 supply" if number == 1 else f"{number} supplies"
