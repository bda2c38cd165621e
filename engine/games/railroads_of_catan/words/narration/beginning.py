"""What happened in the set-up and in phases 1 to 4 of a turn, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.figures import GROWTH
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.pieces import City, Item
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import (
    ASSOCIATE_WORDS,
    EVENT_WORDS,
    dollars,
    goods_words,
    place_words,
    track_words,
)


def tell(event: Event, name: Name) -> Told:
    """Of an event of these phases; nothing for others."""
    match event:
        case e.IslandLaid(order=(first, *others)):
            sentence = f"{name(first)} chooses a city first, then {listed([*map(name, others)])}."
            return Told(sentence, "founds the first city")
        case e.CityFounded(seat=seat, hex=hex, dots=dots):
            return Told(f"{name(seat)} founded city {dots} at {hex}.", f"founded city {dots} on {hex}")
        case e.PlansSaid(what=what):
            return Told(f"You {what}." if what.startswith(("wish", "have")) else f"You will {what}.")
        case e.UpkeepPaid(seat=seat, paid=paid):
            return Told(f"{name(seat)} paid {dollars(paid)} of upkeep.")
        case _:
            parts = (part(event, name) for part in (_upkeep, _event, _order))
            return next((told for told in parts if told is not UNTOLD), UNTOLD)


def _upkeep(event: Event, name: Name) -> Told:
    """Of what is not maintained."""

    def whose(owner: Seat, item: Item) -> str:
        return f"{name(owner)}’s {_item(cities, item, name)}"

    match event:
        case e.ItemsOffered():
            return Told(_offered(event, name))
        case e.OfferMade(owner=owner, item=item, amount=amount, cities=cities):
            return Told(f"You bid {dollars(amount)} for {whose(owner, item)}.")
        case e.ItemSold(seat=seat, buyer=buyer, item=item, amount=amount, upkeep=upkeep, cities=cities, number=number):
            sold = f"for {dollars(amount)} and paid its upkeep of {dollars(upkeep)}"
            renamed = f"; now {name(buyer)}’s train {number}" if number else ""
            did = f"bought {name(seat)}’s {_short(item)} for {dollars(amount)}"
            return Told(f"{name(buyer)} bought {whose(seat, item)} {sold}{renamed}.", did)
        case e.ItemKept(seat=seat, item=item, paid=paid, cities=cities):
            return Told(f"{name(seat)} keeps {_item(cities, item, name)} and paid its upkeep of {dollars(paid)}.")
        case e.ItemRemoved(seat=seat, item=item, cities=cities, goods=goods):
            lost = f" and lost {goods_words(goods)}" if goods else ""
            sentence = f"{name(seat)} removed {_item(cities, item, name)}{lost}."
            return Told(sentence, f"gave up {_short(item)}")
        case _:
            return UNTOLD


def _offered(event: e.ItemsOffered, name: Name) -> str:
    """“Not maintained and for sale: Ada’s train 1; Ben’s track V85 to V86.”"""
    cities = event.cities if len(event.items) <= _NAMED else {}
    lots: dict[Seat, list[str]] = {}
    for owner, item in event.items:
        lots.setdefault(owner, []).append(_item(cities, item, name))
    shown = "; ".join(f"{name(seat)}’s {_few(words, _NAMED)}" for seat, words in lots.items())
    return f"Not maintained and for sale: {shown}."


def _event(event: Event, name: Name) -> Told:
    """Of the turn's event card."""
    match event:
        case e.EventTurned(card=card):
            title, effect = EVENT_WORDS[card]
            return Told(f"Event: {title}. {effect[0].upper()}{effect[1:]}.")
        case e.TaxPaid(seat=seat, paid=paid, thrown=thrown):
            lost = f" and threw off {goods_words(thrown)}" if thrown else ""
            return Told(f"{name(seat)} paid {dollars(paid)} of tax{lost}.")
        case e.StormLosses(tracks=(), trains=()):
            return Told("The monsoon destroyed nothing.")
        case e.StormLosses(tracks=tracks, trains=trains):
            gone = [counted(len(tracks), "water track")] if tracks else []
            named = [f"{name(seat)}’s train {number}" for seat, number in trains]
            did = f"destroyed {counted(len(tracks), 'water track')} and {counted(len(trains), 'train')}"
            return Told(f"The monsoon destroyed {_few([*gone, *named])}.", did)
        case e.HolidayPaid(seat=seat, received=received):
            return Told(f"{name(seat)} received {dollars(received)} for trains.")
        case _:
            return UNTOLD


def _order(event: Event, name: Name) -> Told:
    """Of the order of play, associates and delivery orders."""
    match event:
        case e.BidsShown(bids=bids, order=order, rolled=rolled):
            shown = listed([f"{name(seat)} {dollars(bids[seat])}" for seat in order])
            by_die = "; equal bids were decided by die" if rolled else ""
            return Told(f"Order of play by bids: {shown}{by_die}.{_paid(event)}")
        case e.AssociateTaken(seat=seat, associate=associate):
            title, effect = ASSOCIATE_WORDS[associate]
            return Told(f"{name(seat)} works with the {title}: {effect}.")
        case e.BankerPaid(seat=seat, received=received):
            return Told(f"{name(seat)} received {dollars(received)} from the bank.")
        case e.OrdersGrown(letters=letters):
            orders = "order" if len(letters) == 1 else "orders"
            return Told(f"{dollars(GROWTH)} more for open {orders} {listed(letters)}.")
        case e.OrderTurned(order=order, cities=cities):
            where = place_words(cities, order.city, name)
            return Told(f"New order {order.letter}: {order.good} to {where} for {dollars(order.bonus)}.")
        case _:
            return UNTOLD


def _paid(shown: e.BidsShown) -> str:
    """By the option only the first pays. (ruling 42)"""
    return "" if len(shown.paid) == len(shown.bids) else " Only the first pays."


_SHOWN = 6
"""Of a list, so that the line stays short."""

_NAMED = 3
"""Lots that are named by their cities, and lots of one owner that are named at all."""


def _few(words: list[str], shown: int = _SHOWN) -> str:
    more = len(words) - shown
    return listed([*words[:shown], f"{more} more"] if more > 0 else words)


def _item(cities: Mapping[Place, City], item: Item, name: Name) -> str:
    is_train = item.startswith("train-")
    return item.replace("-", " ") if is_train else f"track {track_words(cities, Track(item), name)}"


def _short(item: Item) -> str:
    """“train 2”, “track H33–V75”."""
    return item.replace("-", " ") if item.startswith("train-") else f"track {item.replace('-', '–')}"
