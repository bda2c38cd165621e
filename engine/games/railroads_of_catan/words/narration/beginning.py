"""What happened in the set-up and in phases 1 to 4 of a turn, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
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


def narrate(event: Event, name: Name) -> str:
    """Of an event of these phases; empty for others."""
    match event:
        case e.IslandLaid(order=order):
            return f"{name(order[0])} chooses a city first, then {listed(tuple(map(name, order[1:])))}."
        case e.CityFounded(seat=seat, hex=hex, dots=dots):
            return f"{name(seat)} founded city {dots} at {hex}."
        case e.PlansSaid(what=what):
            return f"You {what}." if what.startswith(("wish", "have")) else f"You will {what}."
        case e.UpkeepPaid(seat=seat, paid=paid):
            return f"{name(seat)} paid {dollars(paid)} of upkeep."
        case _:
            return _upkeep(event, name) or _event(event, name) or _order(event, name)


def _upkeep(event: Event, name: Name) -> str:
    """Of what is not maintained."""

    def whose(owner: Seat, item: Item) -> str:
        return f"{name(owner)}’s {_item(cities, item, name)}"

    match event:
        case e.ItemsOffered(items=items, cities=cities):
            named = cities if len(items) <= _NAMED else {}
            owners = dict.fromkeys(owner for owner, _ in items)
            lots = {seat: [_item(named, item, name) for owner, item in items if owner == seat] for seat in owners}
            shown = "; ".join(f"{name(seat)}’s {_few(words, _NAMED)}" for seat, words in lots.items())
            return f"Not maintained and for sale: {shown}."
        case e.OfferMade(owner=owner, item=item, amount=amount, cities=cities):
            return f"You bid {dollars(amount)} for {whose(owner, item)}."
        case e.ItemSold(seat=seat, buyer=buyer, item=item, amount=amount, upkeep=upkeep, cities=cities, number=number):
            sold = f"for {dollars(amount)} and paid its upkeep of {dollars(upkeep)}"
            renamed = f"; now {name(buyer)}’s train {number}" if number else ""
            return f"{name(buyer)} bought {whose(seat, item)} {sold}{renamed}."
        case e.ItemKept(seat=seat, item=item, paid=paid, cities=cities):
            return f"{name(seat)} keeps {_item(cities, item, name)} and paid its upkeep of {dollars(paid)}."
        case e.ItemRemoved(seat=seat, item=item, cities=cities, goods=goods):
            lost = f" and lost {goods_words(goods)}" if goods else ""
            return f"{name(seat)} removed {_item(cities, item, name)}{lost}."
        case _:
            return ""


def _event(event: Event, name: Name) -> str:
    """Of the turn's event card."""
    match event:
        case e.EventTurned(card=card):
            title, effect = EVENT_WORDS[card]
            return f"Event: {title}. {effect[0].upper()}{effect[1:]}."
        case e.TaxPaid(seat=seat, paid=paid, thrown=thrown):
            lost = f" and threw off {goods_words(thrown)}" if thrown else ""
            return f"{name(seat)} paid {dollars(paid)} of tax{lost}."
        case e.StormLosses(tracks=(), trains=()):
            return "The monsoon destroyed nothing."
        case e.StormLosses(tracks=tracks, trains=trains):
            gone = [counted(len(tracks), "water track")] if tracks else []
            return f"The monsoon destroyed {_few([*gone, *(f'{name(seat)}’s train {n}' for seat, n in trains)])}."
        case e.HolidayPaid(seat=seat, received=received):
            return f"{name(seat)} received {dollars(received)} for trains."
        case _:
            return ""


def _order(event: Event, name: Name) -> str:
    """Of the order of play, associates and delivery orders."""
    match event:
        case e.BidsShown(bids=bids, order=order, rolled=rolled):
            shown = listed([f"{name(seat)} {dollars(bids[seat])}" for seat in order])
            return (
                f"Order of play by bids: {shown}{'; equal bids were decided by die' if rolled else ''}.{_paid(event)}"
            )
        case e.AssociateTaken(seat=seat, associate=associate):
            title, effect = ASSOCIATE_WORDS[associate]
            return f"{name(seat)} works with the {title}: {effect}."
        case e.BankerPaid(seat=seat, received=received):
            return f"{name(seat)} received {dollars(received)} from the bank."
        case e.OrdersGrown(letters=letters):
            return f"{dollars(GROWTH)} more for open {'order' if len(letters) == 1 else 'orders'} {listed(letters)}."
        case e.OrderTurned(order=order, cities=cities):
            where = place_words(cities, order.city, name)
            return f"New order {order.letter}: {order.good} to {where} for {dollars(order.bonus)}."
        case _:
            return ""


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
