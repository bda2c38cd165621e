"""Labels of cities, rankings of hexes, upkeep, bids, and associates."""

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount, possessive_of
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import BUY_PRICE_PER_DOT, NodeId
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.rules.sale import min_accepted_bid
from engine.games.railroads_of_catan.rules.upkeep import cash_shortfall
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS, city_text, item_text
from engine.games.railroads_of_catan.state.sellable_items import list_price, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> str:
    """The label of an action of these phases; empty for others."""
    match action:
        case Pick(hex=hex):
            hex_text = _hex_label(state, action.seat, hex, name)
            return hex_text if field else f"Found a city at {hex_text}"
        case Prefer(hexes=ranking):
            ranking_label = f"Rank {', then '.join(ranking.hexes)}: you take the first free one on your turn"
            return ranking_text(state, action) if field else ranking_label
        case Mark():
            return _mark_label(state, action, field, name)
        case Keep() | Release():
            return _upkeep_label(state, action, field, name)
        case Offer():
            return _offer_label(state, action, field, name)
        case Bid(amount=amount):
            return dollar_amount(amount) if field else _bid_label(state, action)
        case Rank():
            return _rank_label(action, field, state.seats)
        case _:
            return ""


def ranking_text(state: RailroadsOfCatan, action: Prefer) -> str:
    """“H02 (sheep, 4 dots) as choice 5” if one hex is new or moves to the front; else the whole ranking."""
    hexes, plans = action.hexes.hexes, state.plans[action.seat].value
    wishes_before = tuple(hex for hex in plans.wishes if hex not in state.cities) if plans else ()
    for place, hex in enumerate(hexes, 1):
        if tuple(other for other in hexes if other != hex) == tuple(other for other in wishes_before if other != hex):
            return f"{hex} ({state.layout.good_of(hex)}, {state.layout.dots_of(hex)} dots) as choice {place}"
    return ", then ".join(hexes)


def _bid_label(state: RailroadsOfCatan, action: Bid) -> str:
    """By the option only the first pays. (ruling 42)"""
    if state.options.pays == "first":
        return f"Bid {dollar_amount(action.amount)}: you pay only if you go first"
    return f"Bid {dollar_amount(action.amount)}: {dollar_amount(state.cash[action.seat] - action.amount)} left"


def _hex_label(state: RailroadsOfCatan, seat: Seat, hex: NodeId, name: NameOfSeat) -> str:
    """“H33 (wood, number 8): rivals pay $500 per barrel, 4 tracks from Ada’s 4-dot city”."""
    good, dots = state.layout.good_of(hex), state.layout.dots_of(hex)
    assert good is not None
    price = dollar_amount(BUY_PRICE_PER_DOT[good] * dots)
    trade = f"{hex} ({good}, number {state.layout.chit_of(hex)}): rivals pay {price} per barrel"
    cities_by_distance = [(track_distances(hex)[own], own) for own in state.cities_of(seat)]
    if not cities_by_distance:
        return trade
    distance, own = min(cities_by_distance)
    return f"{trade}, {count_noun(distance, 'track')} from {city_text(state.cities, own, name)}"


def _upkeep_label(state: RailroadsOfCatan, action: Keep | Release, field: str, name: NameOfSeat) -> str:
    seat, item = action.seat, action.item
    item_name, fee = item_text(state, seat, item, name), dollar_amount(upkeep_cost(state, seat, item))
    shortfall = f", {_shortfall_text(state, action)}" if isinstance(action, Release) else ""
    if field == "item":
        return f"{_capitalize(item_name)}: upkeep {fee}{shortfall}"
    if isinstance(action, Keep):
        return f"Keep {item_name}: {fee} upkeep"
    return f"Give up {item_name}: saves {fee} upkeep{shortfall}, goes to the highest bid or is removed"


def _shortfall_text(state: RailroadsOfCatan, action: Release) -> str:
    """“then you can pay the rest”, or “then $200 still missing”: what the seat lacks without the item."""
    missing = cash_shortfall(state, action.seat) - upkeep_cost(state, action.seat, action.item)
    return f"then {dollar_amount(missing)} still missing" if missing > 0 else "then you can pay the rest"


def _mark_label(state: RailroadsOfCatan, action: Mark, field: str, name: NameOfSeat) -> str:
    seat, item, reserve = action.seat, action.item, action.reserve
    item_name, fee = item_text(state, seat, item, name), dollar_amount(upkeep_cost(state, seat, item))
    half = list_price(state, seat, item) // 2
    unsold_text = f"pay its upkeep of {fee}" if action.otherwise == "pay" else "remove it"
    match field:
        case "item":
            return f"{_capitalize(item_name)}: upkeep {fee}"
        case "otherwise":
            return _capitalize(unsold_text)
        case "reserve":
            acceptance_text = (
                "any bid" if reserve <= BID_STEP else f"you must accept any bid over {dollar_amount(half)}"
            )
            return f"{dollar_amount(reserve)}: {acceptance_text}"
    lowest_bid = dollar_amount(min_accepted_bid(state, seat, Marked(item, action.otherwise, reserve)))
    low_bid_text = f", pay {fee} upkeep on lower bids" if reserve > BID_STEP else ""
    return f"Give up {item_name}: sell for {lowest_bid} or more{low_bid_text}, {unsold_text} if no one bids"


def _offer_label(state: RailroadsOfCatan, action: Offer, field: str, name: NameOfSeat) -> str:
    owner = Seat(action.owner)
    fee, cash_after = upkeep_cost(state, owner, action.item), state.cash[action.seat] - action.amount
    item_name = item_text(state, owner, action.item, name)
    match field:
        case "owner":
            return name(owner)
        case "item":
            return f"{_capitalize(item_name)}: list price {dollar_amount(list_price(state, owner, action.item))}"
        case "amount":
            return dollar_amount(action.amount)
    bid = f"Bid {dollar_amount(action.amount)} on {possessive_of(name(owner))} {item_name}"
    return f"{bid}: if you win, also pay {dollar_amount(fee)} upkeep, {dollar_amount(cash_after - fee)} left"


def _rank_label(action: Rank, field: str, counting: int) -> str:
    """The associates in their order, as far as they count: a seat gets one, so that of three the third is the last."""
    if field:
        title, effect = ASSOCIATE_TEXTS[getattr(action, field)]
        return f"{title}: {effect}"
    associates: tuple[Associate, ...] = (action.first, action.second, action.third, action.fourth)
    return f"Rank {', '.join(ASSOCIATE_TEXTS[one][0] for one in associates[:counting])}"


def _capitalize(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
