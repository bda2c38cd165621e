"""The words for events of the set-up and of phases 1 to 4 of a turn."""

from collections.abc import Mapping

from engine.core import UNTOLD, Event, Name, Seat, Told, counted, dollars, listed, possessive
from engine.games.railroads_of_catan.box.figures import GROWTH
from engine.games.railroads_of_catan.box.island import Place, Track, ends
from engine.games.railroads_of_catan.box.pieces import City, Item
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state import naming
from engine.games.railroads_of_catan.state.plans import NewPlan


def tell(event: Event, name: Name) -> Told:
    """An event of these phases in words; nothing for others."""
    match event:
        case e.IslandLaid(order=(first, *others)):
            sentence = f"{name(first)} founds a city first, then {listed([*map(name, others)])}."
            return Told(sentence, "founds the first city")
        case e.CityFounded(seat=seat, hex=hex, dots=dots):
            did = f"founded a {dots}-dot city at {hex}"
            return Told(f"{name(seat)} {did}.", did)
        case e.PlansSaid(what=str(clause)):
            return Told(f"You {clause}." if clause.startswith(_PRESENT) else f"You will {clause}.")
        case e.PlansSaid(what=NewPlan() as plan):
            return Told(f"You {_plan_clause(plan)}.")
        case e.UpkeepPaid(seat=seat, paid=paid):
            return Told(f"{name(seat)} paid {dollars(paid)} in upkeep.")
        case _:
            parts = (part(event, name) for part in (_upkeep, _event, _order))
            return next((told for told in parts if told is not UNTOLD), UNTOLD)


_PRESENT = ("want", "wish", "have")
"""Clauses of earlier releases that say how things are; all others say what will be done."""


def _plan_clause(plan: NewPlan) -> str:
    """“will lay H33-V75 for up to $1,000”."""
    if plan.wishes:
        return f"want {', then '.join(plan.wishes)}, for your next cities"
    if plan.mark:
        unsold = "pay its upkeep" if plan.mark.otherwise == "pay" else "remove it"
        return f"will sell {plan.mark.item} for {dollars(plan.mark.reserve)} or more, and {unsold} if no one bids"
    if plan.kept:
        return f"will maintain {plan.kept}"
    if plan.track:
        return f"will lay {plan.track.path} for up to {dollars(plan.track.limit)}"
    if plan.run:
        limit = dollars(plan.run.limit)
        return f"will run train {plan.run.number} along {plan.run.trip} for up to {limit} in fees"
    return "have canceled all your plans"


def _upkeep(event: Event, name: Name) -> Told:
    """Tell what was not maintained, and what became of it."""
    match event:
        case e.ItemsOffered():
            return Told(f"Not maintained and up for sale: {_offered(event, name)}.")
        case e.OfferMade(owner=owner, item=item, amount=amount, cities=cities):
            return Told(f"You bid {dollars(amount)} on {_whose(cities, owner, item, name)}.")
        case e.ItemSold():
            return _sold(event, name)
        case e.ItemKept(seat=seat, item=item, paid=paid, cities=cities):
            return Told(f"{name(seat)} kept {_own(cities, seat, item, name)} and paid {dollars(paid)} in upkeep.")
        case e.ItemRemoved(seat=seat, item=item, cities=cities, goods=goods):
            lost = f" and lost {naming.goods_words(goods)}" if goods else ""
            did = f"removed {_own(cities, seat, item, name)}"
            return Told(f"{name(seat)} {did}{lost}.", did.removesuffix("-dot city"))
        case _:
            return UNTOLD


def _sold(event: e.ItemSold, name: Name) -> Told:
    buyer = name(event.buyer)
    did = f"bought {_whose(event.cities, event.seat, event.item, name)} for {dollars(event.amount)}"
    renamed = f" It is now {possessive(buyer)} train {event.number}." if event.number else ""
    return Told(f"{buyer} {did} and paid {dollars(event.upkeep)} in upkeep.{renamed}", did.replace("-dot city", ""))


def _offered(event: e.ItemsOffered, name: Name) -> str:
    """“Ada’s train 1; Ben’s track near Ben’s 4-dot city”: the items by owner; many tracks are counted."""
    lots: dict[Seat, list[Item]] = {}
    for owner, item in event.items:
        lots.setdefault(owner, []).append(item)
    if len(event.items) > _NAMED:
        return "; ".join(f"{possessive(name(seat))} {_few(_counted(items))}" for seat, items in lots.items())
    named = {seat: [_item(event.cities, item, name) for item in items] for seat, items in lots.items()}
    return "; ".join(f"{possessive(name(seat))} {listed(items)}" for seat, items in named.items())


def _counted(items: list[Item]) -> list[str]:
    """“train 1”, “train 2”, “5 tracks”."""
    trains = [item.replace("-", " ") for item in items if item.startswith("train-")]
    tracks = len(items) - len(trains)
    return [*trains, "track" if tracks == 1 else f"{tracks} tracks"] if tracks else trains


def _event(event: Event, name: Name) -> Told:
    """The turn's event card, and what it did."""
    match event:
        case e.EventTurned(card=card):
            title, effect = naming.EVENT_WORDS[card]
            return Told(f"Event: {title}. {effect[0].upper()}{effect[1:]}.")
        case e.TaxPaid():
            return Told(_taxed(event, name))
        case e.StormLosses(tracks=tracks, trains=trains):
            gone = [counted(len(tracks), "water track")] if tracks else []
            named = [f"{possessive(name(seat))} train {number}" for seat, number in trains]
            all_trains = [counted(len(trains), "train")] if trains else []
            did = f"destroyed {listed([*gone, *all_trains])}" if gone or named else ""
            return Told(f"The monsoon destroyed {_few([*gone, *named]) or 'nothing'}.", did)
        case e.HolidayPaid(seat=seat, received=received):
            return Told(f"{name(seat)} received {dollars(received)} for trains.")
        case _:
            return UNTOLD


def _taxed(event: e.TaxPaid, name: Name) -> str:
    """“Ada paid $300 in tax.”, and the barrels that went for want of cash."""
    payer, paid = name(event.seat), f"paid {dollars(event.paid)} in tax"
    if not event.thrown:
        return f"{payer} {paid}."
    return f"{payer} couldn’t pay the whole tax: they threw away {naming.goods_words(event.thrown)} and {paid}."


def _order(event: Event, name: Name) -> Told:
    """The turn order, the associates, and the delivery orders."""
    match event:
        case e.BidsShown(bids=bids, order=order, rolled=rolled):
            shown = listed([f"{name(seat)} {dollars(bids[seat])}" for seat in order])
            by_die = " Ties were broken by a die roll." if rolled else ""
            return Told(f"Turn order by bids: {shown}.{by_die}{_paid(event, name)}")
        case e.AssociateTaken(seat=seat, associate=associate):
            title, effect = naming.ASSOCIATE_WORDS[associate]
            return Told(f"{name(seat)} hired the {title}: {effect}.")
        case e.BankerPaid(seat=seat, received=received):
            return Told(f"{name(seat)} received {dollars(received)} from the bank.")
        case e.OrdersGrown(letters=(letter,)):
            return Told(f"Open order {letter} now pays {dollars(GROWTH)} more.")
        case e.OrdersGrown(letters=letters):
            return Told(f"Open orders {listed(letters)} now pay {dollars(GROWTH)} more each.")
        case e.OrderTurned(order=order, cities=cities):
            where = naming.city_words(cities, order.city, name)
            return Told(f"New order {order.letter}: {order.good} to {where} for {dollars(order.bonus)}.")
        case _:
            return UNTOLD


def _paid(shown: e.BidsShown, name: Name) -> str:
    """By the option only the first pays. (ruling 42)"""
    return "" if len(shown.paid) == len(shown.bids) else f" Only {name(shown.order[0])} paid."


_SHOWN = 6
"""How many losses of a storm, or lots of one owner, are named, so that the line stays short."""

_NAMED = 3
"""How many lots are each named by a city."""


def _few(words: list[str]) -> str:
    more = len(words) - _SHOWN
    return listed([*words[:_SHOWN], f"{more} more"] if more > 0 else words)


def _item(cities: Mapping[Place, City], item: Item, name: Name, about: Seat | None = None) -> str:
    """“train 2”, “track at Ada’s 5-dot city”, “track near Ada’s 5-dot city”."""
    if item.startswith("train-"):
        return item.replace("-", " ")
    a, b = ends(Track(item))
    if not cities:
        return f"track {a}–{b}"
    spot = naming.spot_words(cities, a if a in cities else b, name, about)
    return f"track {'at' + spot[2:] if spot.startswith('in ') else spot}"


def _whose(cities: Mapping[Place, City], owner: Seat, item: Item, name: Name) -> str:
    """“Ada’s track near Ben’s 4-dot city”."""
    return f"{possessive(name(owner))} {_item(cities, item, name)}"


def _own(cities: Mapping[Place, City], owner: Seat, item: Item, name: Name) -> str:
    """“train 2”, “the track at their 5-dot city”, in a sentence about its owner."""
    the = "" if item.startswith("train-") else "the "
    return f"{the}{_item(cities, item, name, owner)}"
