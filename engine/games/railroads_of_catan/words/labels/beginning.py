"""Cities, rankings of hexes, upkeep, bids, and associates, as a menu says them."""

from engine.core import Action, Name, Seat, counted, dollars, possessive
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.figures import BID_STEP
from engine.games.railroads_of_catan.box.island import BUY, Place
from engine.games.railroads_of_catan.box.pieces import Associate
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.rules.sale import least_taken
from engine.games.railroads_of_catan.rules.upkeep import lacking
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.items import list_price, upkeep
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, city_words, item_words
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """The label of an action of these phases; empty for others."""
    match action:
        case Pick(hex=hex):
            site = _site(state, action.seat, hex, name)
            return site if field else f"Found a city at {site}"
        case Prefer(hexes=ranking):
            ranked = f"Rank {', then '.join(ranking.hexes)}: you take the first free one on your turn"
            return wish_words(state, action) if field else ranked
        case Mark():
            return _mark(state, action, field, name)
        case Keep() | Release():
            return _upkeep(state, action, field, name)
        case Offer():
            return _offer(state, action, field, name)
        case Bid(amount=amount):
            return dollars(amount) if field else _bid(state, action)
        case Rank():
            return _rank(action, field)
        case _:
            return ""


def wish_words(state: RailroadsOfCatan, action: Prefer) -> str:
    """“H02 (sheep, 4 dots) as choice 5”, if one is new or goes to the front; else the whole ranking."""
    ranked, plans = action.hexes.hexes, state.plans[action.seat].value
    said = tuple(hex for hex in plans.wishes if hex not in state.cities) if plans else ()
    for place, hex in enumerate(ranked, 1):
        if tuple(other for other in ranked if other != hex) == tuple(other for other in said if other != hex):
            return f"{hex} ({state.layout.good(hex)}, {state.layout.dots(hex)} dots) as choice {place}"
    return ", then ".join(ranked)


def _bid(state: RailroadsOfCatan, action: Bid) -> str:
    """By the option only the first pays. (ruling 42)"""
    if state.options.pays == "first":
        return f"Bid {dollars(action.amount)}: you pay only if you go first"
    return f"Bid {dollars(action.amount)}: {dollars(state.cash[action.seat] - action.amount)} left"


def _site(state: RailroadsOfCatan, seat: Seat, hex: Place, name: Name) -> str:
    """“H33 (wood, number 8): rivals pay $500 per barrel, 4 tracks from Ada’s 4-dot city”."""
    good, dots = state.layout.good(hex), state.layout.dots(hex)
    assert good is not None
    price = dollars(BUY[good] * dots)
    trade = f"{hex} ({good}, number {state.layout.chit(hex)}): rivals pay {price} per barrel"
    near = [(hops(hex)[own], own) for own in state.cities_of(seat)]
    if not near:
        return trade
    far, own = min(near)
    return f"{trade}, {counted(far, 'track')} from {city_words(state.cities, own, name)}"


def _upkeep(state: RailroadsOfCatan, action: Keep | Release, field: str, name: Name) -> str:
    seat, item = action.seat, action.item
    what, fee = item_words(state, seat, item, name), dollars(upkeep(state, seat, item))
    short = f", {_still_lacking(state, action)}" if isinstance(action, Release) else ""
    if field == "item":
        return f"{_capital(what)}: upkeep {fee}{short}"
    if isinstance(action, Keep):
        return f"Keep {what}: {fee} upkeep"
    return f"Give up {what}: saves {fee} upkeep{short}, goes to the highest bid or is removed"


def _still_lacking(state: RailroadsOfCatan, action: Release) -> str:
    """“then you can pay the rest”, or “then $200 still missing”: what the seat lacks without the item."""
    missing = lacking(state, action.seat) - upkeep(state, action.seat, action.item)
    return f"then {dollars(missing)} still missing" if missing > 0 else "then you can pay the rest"


def _mark(state: RailroadsOfCatan, action: Mark, field: str, name: Name) -> str:
    seat, item, reserve = action.seat, action.item, action.reserve
    what, fee = item_words(state, seat, item, name), dollars(upkeep(state, seat, item))
    half = list_price(state, seat, item) // 2
    unsold = f"pay its upkeep of {fee}" if action.otherwise == "pay" else "remove it"
    match field:
        case "item":
            return f"{_capital(what)}: upkeep {fee}"
        case "otherwise":
            return _capital(unsold)
        case "reserve":
            sure = "any bid" if reserve <= BID_STEP else f"you must accept any bid over {dollars(half)}"
            return f"{dollars(reserve)}: {sure}"
    taken = dollars(least_taken(state, seat, Marked(item, action.otherwise, reserve)))
    lower = f", pay {fee} upkeep on lower bids" if reserve > BID_STEP else ""
    return f"Give up {what}: sell for {taken} or more{lower}, {unsold} if no one bids"


def _offer(state: RailroadsOfCatan, action: Offer, field: str, name: Name) -> str:
    owner = Seat(action.owner)
    fee, left = upkeep(state, owner, action.item), state.cash[action.seat] - action.amount
    what = item_words(state, owner, action.item, name)
    match field:
        case "owner":
            return name(owner)
        case "item":
            return f"{_capital(what)}: list price {dollars(list_price(state, owner, action.item))}"
        case "amount":
            return dollars(action.amount)
    bid = f"Bid {dollars(action.amount)} on {possessive(name(owner))} {what}"
    return f"{bid}: if you win, also pay {dollars(fee)} upkeep, {dollars(left - fee)} left"


def _rank(action: Rank, field: str) -> str:
    if field:
        title, effect = ASSOCIATE_WORDS[getattr(action, field)]
        return f"{title}: {effect}"
    ranked: tuple[Associate, ...] = (action.first, action.second, action.third, action.fourth)
    return f"Rank {', then '.join(ASSOCIATE_WORDS[one][0] for one in ranked)}"


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
