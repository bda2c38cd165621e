"""Narration of the set-up and of phases 1 to 4 of a turn."""

from collections.abc import Mapping

from engine.core import (
    NO_NARRATION,
    Event,
    NameOfSeat,
    Narration,
    Seat,
    count_noun,
    dollar_amount,
    join_words,
    possessive_of,
)
from engine.games.railroads_of_catan.game_data.constants import ORDER_GROWTH
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, track_ends
from engine.games.railroads_of_catan.game_data.pieces import City, Item
from engine.games.railroads_of_catan.state import display_names
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.plans import NewPlan


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of an event of these phases; nothing for others."""
    match event:
        case e.IslandLaid(order=(first, *others)):
            sentence = f"{name(first)} founds a city first, then {join_words([*map(name, others)])}."
            return Narration(sentence, "founds the first city")
        case e.CityFounded(seat=seat, hex=hex, dots=dots):
            short_clause = f"founded a {dots}-dot city at {hex}"
            return Narration(f"{name(seat)} {short_clause}.", short_clause)
        case e.PlansSaid(what=str(clause)):
            return Narration(f"You {clause}." if clause.startswith(_PRESENT) else f"You will {clause}.")
        case e.PlansSaid(what=NewPlan() as plan):
            return Narration(f"You {_plan_clause(plan)}.")
        case e.UpkeepPaid(seat=seat, paid=paid):
            return Narration(f"{name(seat)} paid {dollar_amount(paid)} in upkeep.")
        case _:
            parts = (part(event, name) for part in (_narrate_upkeep, _narrate_event, _narrate_order))
            return next((narration for narration in parts if narration is not NO_NARRATION), NO_NARRATION)


_PRESENT = ("want", "wish", "have")
"""Clauses of earlier releases that say how things are; all others say what will be done."""


def _plan_clause(plan: NewPlan) -> str:
    """“will lay H33-V75 for up to $1,000”."""
    if plan.wishes:
        return f"want {', then '.join(plan.wishes)}, for your next cities"
    if plan.mark:
        unsold_text = "pay its upkeep" if plan.mark.otherwise == "pay" else "remove it"
        return (
            f"will sell {plan.mark.item} for {dollar_amount(plan.mark.reserve)} or more, and {unsold_text} if no one "
            "bids"
        )
    if plan.kept:
        return f"will maintain {plan.kept}"
    if plan.track:
        return f"will lay {plan.track.path} for up to {dollar_amount(plan.track.limit)}"
    if plan.run:
        limit = dollar_amount(plan.run.limit)
        return f"will run train {plan.run.number} along {plan.run.trip} for up to {limit} in fees"
    return "have canceled all your plans"


def _narrate_upkeep(event: Event, name: NameOfSeat) -> Narration:
    """Tell what was not maintained, and what became of it."""
    match event:
        case e.ItemsOffered():
            return Narration(f"Not maintained and up for sale: {_lots_text(event, name)}.")
        case e.OfferMade(owner=owner, item=item, amount=amount, cities=cities):
            return Narration(f"You bid {dollar_amount(amount)} on {_item_with_owner(cities, owner, item, name)}.")
        case e.ItemSold():
            return _narrate_sale(event, name)
        case e.ItemKept(seat=seat, item=item, paid=paid, cities=cities):
            return Narration(
                f"{name(seat)} kept {_own_item_text(cities, seat, item, name)} and paid {dollar_amount(paid)} in "
                "upkeep."
            )
        case e.ItemRemoved(seat=seat, item=item, cities=cities, goods=goods):
            loss_text = f" and lost {display_names.goods_text(goods)}" if goods else ""
            clause = f"removed {_own_item_text(cities, seat, item, name)}"
            return Narration(f"{name(seat)} {clause}{loss_text}.", clause.removesuffix("-dot city"))
        case _:
            return NO_NARRATION


def _narrate_sale(event: e.ItemSold, name: NameOfSeat) -> Narration:
    buyer = name(event.buyer)
    clause = f"bought {_item_with_owner(event.cities, event.seat, event.item, name)} for {dollar_amount(event.amount)}"
    number_sentence = f" It is now {possessive_of(buyer)} train {event.number}." if event.number else ""
    return Narration(
        f"{buyer} {clause} and paid {dollar_amount(event.upkeep)} in upkeep.{number_sentence}",
        clause.replace("-dot city", ""),
    )


def _lots_text(event: e.ItemsOffered, name: NameOfSeat) -> str:
    """“Ada’s train 1; Ben’s track near Ben’s 4-dot city”: the items by owner; many tracks are counted."""
    lots: dict[Seat, list[Item]] = {}
    for owner, item in event.items:
        lots.setdefault(owner, []).append(item)
    if len(event.items) > _MAX_LOTS_NAMED:
        return "; ".join(
            f"{possessive_of(name(seat))} {_join_few(_item_counts(items))}" for seat, items in lots.items()
        )
    item_texts = {seat: [_item_text(event.cities, item, name) for item in items] for seat, items in lots.items()}
    return "; ".join(f"{possessive_of(name(seat))} {join_words(items)}" for seat, items in item_texts.items())


def _item_counts(items: list[Item]) -> list[str]:
    """“train 1”, “train 2”, “5 tracks”."""
    trains = [item.replace("-", " ") for item in items if item.startswith("train-")]
    tracks = len(items) - len(trains)
    return [*trains, "track" if tracks == 1 else f"{tracks} tracks"] if tracks else trains


def _narrate_event(event: Event, name: NameOfSeat) -> Narration:
    """The turn's event card, and what it did."""
    match event:
        case e.EventTurned(card=card):
            title, effect = display_names.EVENT_TEXTS[card]
            return Narration(f"Event: {title}. {effect[0].upper()}{effect[1:]}.")
        case e.TaxPaid():
            return Narration(_tax_sentence(event, name))
        case e.StormLosses(tracks=tracks, trains=trains):
            track_texts = [count_noun(len(tracks), "water track")] if tracks else []
            train_texts = [f"{possessive_of(name(seat))} train {number}" for seat, number in trains]
            all_trains = [count_noun(len(trains), "train")] if trains else []
            clause = f"destroyed {join_words([*track_texts, *all_trains])}" if track_texts or train_texts else ""
            return Narration(f"The monsoon destroyed {_join_few([*track_texts, *train_texts]) or 'nothing'}.", clause)
        case e.HolidayPaid(seat=seat, received=received):
            return Narration(f"{name(seat)} received {dollar_amount(received)} for trains.")
        case _:
            return NO_NARRATION


def _tax_sentence(event: e.TaxPaid, name: NameOfSeat) -> str:
    """“Ada paid $300 in tax.”, and the barrels that went for lack of cash."""
    payer, payment_text = name(event.seat), f"paid {dollar_amount(event.paid)} in tax"
    if not event.thrown:
        return f"{payer} {payment_text}."
    return (
        f"{payer} couldn’t pay the whole tax: they threw away {display_names.goods_text(event.thrown)} and "
        f"{payment_text}."
    )


def _narrate_order(event: Event, name: NameOfSeat) -> Narration:
    """The turn order, the associates, and the delivery orders."""
    match event:
        case e.BidsShown(bids=bids, order=order, rolled=rolled):
            bids_text = join_words([f"{name(seat)} {dollar_amount(bids[seat])}" for seat in order])
            by_die = " Ties were broken by a die roll." if rolled else ""
            return Narration(f"Turn order by bids: {bids_text}.{by_die}{_payer_sentence(event, name)}")
        case e.AssociateTaken(seat=seat, associate=associate):
            title, effect = display_names.ASSOCIATE_TEXTS[associate]
            return Narration(f"{name(seat)} hired the {title}: {effect}.")
        case e.BankerPaid(seat=seat, received=received):
            return Narration(f"{name(seat)} received {dollar_amount(received)} from the bank.")
        case e.OrdersGrown(letters=(letter,)):
            return Narration(f"Open order {letter} now pays {dollar_amount(ORDER_GROWTH)} more.")
        case e.OrdersGrown(letters=letters):
            return Narration(f"Open orders {join_words(letters)} now pay {dollar_amount(ORDER_GROWTH)} more each.")
        case e.OrderTurned(order=order, cities=cities):
            where = display_names.city_text(cities, order.city, name)
            return Narration(f"New order {order.letter}: {order.good} to {where} for {dollar_amount(order.bonus)}.")
        case _:
            return NO_NARRATION


def _payer_sentence(event: e.BidsShown, name: NameOfSeat) -> str:
    """By the option only the first pays. (ruling 42)"""
    return "" if len(event.paid) == len(event.bids) else f" Only {name(event.order[0])} paid."


_MAX_NAMED = 6
"""The most losses of a storm, or lots of one owner, that a line names."""

_MAX_LOTS_NAMED = 3
"""The most lots that are each named by a city."""


def _join_few(words: list[str]) -> str:
    more = len(words) - _MAX_NAMED
    return join_words([*words[:_MAX_NAMED], f"{more} more"] if more > 0 else words)


def _item_text(cities: Mapping[NodeId, City], item: Item, name: NameOfSeat, about: Seat | None = None) -> str:
    """“train 2”, “track at Ada’s 5-dot city”, “track near Ada’s 5-dot city”."""
    if item.startswith("train-"):
        return item.replace("-", " ")
    a, b = track_ends(Track(item))
    if not cities:
        return f"track {a}–{b}"
    spot = display_names.spot_text(cities, a if a in cities else b, name, about)
    return f"track {'at' + spot[2:] if spot.startswith('in ') else spot}"


def _item_with_owner(cities: Mapping[NodeId, City], owner: Seat, item: Item, name: NameOfSeat) -> str:
    """“Ada’s track near Ben’s 4-dot city”."""
    return f"{possessive_of(name(owner))} {_item_text(cities, item, name)}"


def _own_item_text(cities: Mapping[NodeId, City], owner: Seat, item: Item, name: NameOfSeat) -> str:
    """“train 2”, “the track at their 5-dot city”, in a sentence about its owner."""
    the = "" if item.startswith("train-") else "the "
    return f"{the}{_item_text(cities, item, name, owner)}"
