"""Cities, wishes, upkeep, bids and associates, as a menu says them."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.figures import BID_STEP
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import BUY
from engine.games.railroads_of_catan.box.pieces import Associate
from engine.games.railroads_of_catan.rules.upkeep import lacking
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.items import list_price, upkeep
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, dollars, item_words, place_words
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """Of an action of these phases; empty for others."""
    match action:
        case Pick(hex=hex):
            site = _site(state, action.seat, hex, name)
            return site if field else f"Found a city at {site}."
        case Prefer(hexes=ranking):
            ranked = f"Wish for {', then '.join(ranking.hexes)}; a wished hex that is free is taken without asking you."
            return _wish(state, action) if field else ranked
        case Mark() | Keep() | Release():
            return _upkeep(state, action, field, name)
        case Offer():
            return _offer(state, action, field, name)
        case Bid(amount=amount):
            return dollars(amount) if field else _bid(state, action)
        case Rank():
            return _rank(action, field)
        case _:
            return ""


def _wish(state: RailroadsOfCatan, action: Prefer) -> str:
    """“H02 (sheep, 4 dots), as your 5th wish”, if one is new or goes to the front; else the whole ranking."""
    ranked, plans = action.hexes.hexes, state.plans[action.seat].value
    said = tuple(hex for hex in plans.wishes if hex not in state.cities) if plans else ()
    for place, hex in enumerate(ranked):
        if tuple(other for other in ranked if other != hex) == tuple(other for other in said if other != hex):
            return f"{hex} ({state.layout.good(hex)}, {state.layout.dots(hex)} dots), as your {_nth(place + 1)} wish"
    return ", then ".join(ranked)


def _nth(place: int) -> str:
    """“1st”; there are no more than 16 wishes."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def _bid(state: RailroadsOfCatan, action: Bid) -> str:
    """By the option only the first pays. (ruling 42)"""
    if state.options.pays == "first":
        return f"Bid {dollars(action.amount)}, sealed; you pay it only if you go first."
    left = state.cash[action.seat] - action.amount
    return f"Bid {dollars(action.amount)}, sealed; {dollars(left)} of your cash are left."


def _site(state: RailroadsOfCatan, seat: Seat, hex: Place, name: Name) -> str:
    """“H33: wood, number 8; others load for $500 a barrel; 4 tracks from Ada’s 4”."""
    good, dots = state.layout.good(hex), state.layout.dots(hex)
    assert good is not None
    trade = f"{hex}: {good}, number {state.layout.chit(hex)}; others load for {dollars(BUY[good] * dots)} a barrel"
    near = [(hops(hex)[own], own) for own in state.cities_of(seat)]
    if not near:
        return trade
    far, own = min(near)
    return f"{trade}; {counted(far, 'track')} from {place_words(state.cities, own, name)}"


def _upkeep(state: RailroadsOfCatan, action: Mark | Keep | Release, field: str, name: Name) -> str:
    seat, item = action.seat, action.item
    what, fee = item_words(state, seat, item, name), dollars(upkeep(state, seat, item))
    short = f"; you lack {dollars(lacking(state, seat))}" if isinstance(action, Release) else ""
    if field == "item":
        return f"{what[0].upper()}{what[1:]}: upkeep {fee}{short}"
    match action:
        case Release():
            return (
                f"Give up {what}: saves its upkeep of {fee}{short}. Others may bid for it; without a bid it is removed."
            )
        case Keep():
            return f"Maintain {what} after all, for {fee}."
        case Mark(otherwise=otherwise, reserve=reserve):
            half = list_price(state, seat, item) // 2
            unsold = f"pay its upkeep of {fee}" if otherwise == "pay" else "remove it"
            if field == "otherwise":
                return f"{unsold[0].upper()}{unsold[1:]}"
            if field == "reserve":
                sure = "any bid" if reserve <= BID_STEP else f"you must take any bid over {dollars(half)} anyhow"
                return f"{dollars(reserve)}: {sure}"
            taken = dollars(min(reserve, half + BID_STEP))
            lower = f"; for a lower bid, pay its upkeep of {fee}" if reserve > BID_STEP else ""
            return f"Do not maintain {what}: sell it for {taken} or more{lower}; when nobody bids, {unsold}."


def _offer(state: RailroadsOfCatan, action: Offer, field: str, name: Name) -> str:
    owner = Seat(action.owner)
    fee, left = upkeep(state, owner, action.item), state.cash[action.seat] - action.amount
    what = item_words(state, owner, action.item, name)
    if field == "owner":
        return name(owner)
    if field == "item":
        return f"{what[0].upper()}{what[1:]}: list price {dollars(list_price(state, owner, action.item))}"
    if field == "amount":
        return dollars(action.amount)
    return (
        f"Bid {dollars(action.amount)} for {name(owner)}’s {what}, sealed. If it is yours you also pay its upkeep of"
        f" {dollars(fee)}; {dollars(left - fee)} would be left."
    )


def _rank(action: Rank, field: str) -> str:
    if field:
        title, effect = ASSOCIATE_WORDS[getattr(action, field)]
        return f"{title}: {effect}"
    ranked: tuple[Associate, ...] = (action.first, action.second, action.third, action.fourth)
    return f"Rank, sealed: {', then '.join(ASSOCIATE_WORDS[one][0] for one in ranked)}."
