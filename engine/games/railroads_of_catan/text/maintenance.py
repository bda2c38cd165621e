"""Texts of upkeep, of giving items up, and of bids for these items. (RC Phase 1)"""

from collections.abc import Mapping

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    dollar_amount,
    join_words,
    possessive_of,
)
from engine.core.short_label import ShortLabel, fit_label, shorten_name
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, track_ends
from engine.games.railroads_of_catan.game_data.pieces import City, Item, MaintenanceMark
from engine.games.railroads_of_catan.rules.sale import min_accepted_bid
from engine.games.railroads_of_catan.rules.upkeep import cash_shortfall
from engine.games.railroads_of_catan.state.actions import Keep, Mark, Offer, Release
from engine.games.railroads_of_catan.state.display_names import goods_text, item_text, name_to_reader, spot_text
from engine.games.railroads_of_catan.state.events import (
    ItemKept,
    ItemRemoved,
    ItemsOffered,
    ItemSold,
    OfferMade,
    UpkeepPaid,
)
from engine.games.railroads_of_catan.state.sellable_items import list_price, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import capitalize, item_name, join_first

_View = View[RailroadsOfCatan]


# -- marking an item to give up


def _mark_label(view: _View, action: Mark, field: str, name: NameOfSeat) -> str:
    """“Give up train 1 …: sell for $500 or more, remove it if no one bids”."""
    state, seat, item, reserve = view.state, action.seat, action.item, action.reserve
    named_item = item_text(state, seat, item, name_to_reader(name, view.seat))
    fee = dollar_amount(upkeep_cost(state, seat, item))
    unsold_text = f"pay its upkeep of {fee}" if action.otherwise == "pay" else "remove it"
    match field:
        case "item":
            return f"{capitalize(named_item)}: upkeep {fee}"
        case "otherwise":
            return capitalize(unsold_text)
        case "reserve" if reserve <= BID_STEP:
            return f"{dollar_amount(reserve)}: any bid"
        case "reserve":
            half = dollar_amount(list_price(state, seat, item) // 2)
            return f"{dollar_amount(reserve)}: you must accept any bid over {half}"
    lowest_bid = dollar_amount(min_accepted_bid(state, seat, MaintenanceMark(item, action.otherwise, reserve)))
    low_bid_text = f", pay {fee} upkeep on lower bids" if reserve > BID_STEP else ""
    return f"Give up {named_item}: sell for {lowest_bid} or more{low_bid_text}, {unsold_text} if no one bids"


def _mark_short_label(view: _View, action: Mark, field: str, name: NameOfSeat) -> ShortLabel:
    """“Train 1 (small) for $500, else remove”."""
    state, seat, item = view.state, action.seat, action.item
    fee, named_item = upkeep_cost(state, seat, item), item_name(state, seat, item, seat, name)
    match field:
        case "item":
            label = fit_label(f"{named_item} · {dollar_amount(fee)}", named_item)
            return ShortLabel(label, f"Upkeep {dollar_amount(fee)}", gains=(fee,))
        case "otherwise":
            return ShortLabel(f"Pay {dollar_amount(fee)} upkeep" if action.otherwise == "pay" else "Remove it")
        case "reserve":
            return ShortLabel(f"{dollar_amount(action.reserve)} or more")
    unsold_text = "else pay" if action.otherwise == "pay" else "else remove"
    lowest_bid = dollar_amount(action.reserve)
    label = fit_label(f"{named_item} for {lowest_bid}, {unsold_text}", f"{named_item}, {unsold_text}")
    return ShortLabel(label, f"List price {dollar_amount(list_price(state, seat, item))}")


# -- keeping a marked item, and giving up an item for lack of cash


def _keep_label(view: _View, action: Keep, field: str, name: NameOfSeat) -> str:
    """“Keep train 1 (small) in your 5-dot city, empty: $500 upkeep”."""
    item, fee = _item_and_upkeep(view, action, name)
    return f"{capitalize(item)}: upkeep {fee}" if field else f"Keep {item}: {fee} upkeep"


def _release_label(view: _View, action: Release, field: str, name: NameOfSeat) -> str:
    """“Give up train 1 …: saves $500 upkeep, then $200 still missing, …”."""
    item, fee = _item_and_upkeep(view, action, name)
    missing = cash_shortfall(view.state, action.seat) - upkeep_cost(view.state, action.seat, action.item)
    effect = f"then {dollar_amount(missing)} still missing" if missing > 0 else "then you can pay the rest"
    if field:
        return f"{capitalize(item)}: upkeep {fee}, {effect}"
    return f"Give up {item}: saves {fee} upkeep, {effect}, goes to the highest bid or is removed"


def _item_and_upkeep(view: _View, action: Keep | Release, name: NameOfSeat) -> tuple[str, str]:
    """Return the item of an action in words, and its upkeep as “$500”."""
    own_name = name_to_reader(name, view.seat)
    fee = upkeep_cost(view.state, action.seat, action.item)
    return item_text(view.state, action.seat, action.item, own_name), dollar_amount(fee)


def _upkeep_short_label(view: _View, action: Keep | Release, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Keep train 2 (small) · $500” or “Give up …”; for a field, only the item and its upkeep."""
    fee = upkeep_cost(view.state, action.seat, action.item)
    item = f"{item_name(view.state, action.seat, action.item, action.seat, name)} · {dollar_amount(fee)}"
    verb = "Keep" if isinstance(action, Keep) else "Give up"
    label = item if field else f"{verb} {item[0].lower()}{item[1:]}"
    return ShortLabel(fit_label(label, item), f"Upkeep {dollar_amount(fee)}", costs=(fee,))


# -- bidding for an item of another player


def _offer_label(view: _View, action: Offer, field: str, name: NameOfSeat) -> str:
    """“Bid $500 on Ben’s train 1 …: if you win, also pay $500 upkeep, $9,000 left”."""
    state, owner, own_name = view.state, Seat(action.owner), name_to_reader(name, view.seat)
    item = item_text(state, owner, action.item, own_name)
    match field:
        case "owner":
            return own_name(owner)
        case "item":
            return f"{capitalize(item)}: list price {dollar_amount(list_price(state, owner, action.item))}"
        case "amount":
            return dollar_amount(action.amount)
    fee = upkeep_cost(state, owner, action.item)
    cash_after = dollar_amount(state.cash[action.seat] - action.amount - fee)
    bid = f"Bid {dollar_amount(action.amount)} on {possessive_of(own_name(owner))} {item}"
    return f"{bid}: if you win, also pay {dollar_amount(fee)} upkeep, {cash_after} left"


def _offer_short_label(view: _View, action: Offer, field: str, name: NameOfSeat) -> ShortLabel:
    """“$500 · Train 1 (small)”."""
    state, owner, amount = view.state, Seat(action.owner), dollar_amount(action.amount)
    owner_name = shorten_name(name(owner))
    if field == "owner":
        return ShortLabel(owner_name)
    if field == "amount":
        return ShortLabel(amount, costs=(action.amount,))
    item = item_name(state, owner, action.item, action.seat, name)
    price = dollar_amount(list_price(state, owner, action.item))
    fee = dollar_amount(upkeep_cost(state, owner, action.item))
    detail = f"List price {price}; the winner also pays {fee} upkeep"
    if field:
        return ShortLabel(fit_label(f"{item} · list {price}", item), detail)
    return ShortLabel(fit_label(f"{amount} · {item}", f"{amount} · {owner_name}"), detail, costs=(action.amount,))


def _narrate_upkeep(event: UpkeepPaid, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} paid {dollar_amount(event.paid)} in upkeep.")


def _narrate_items_offered(event: ItemsOffered, name: NameOfSeat) -> Narration:
    """“Not maintained and up for sale: Ada’s train 1; Ben’s track near Ben’s 4-dot city.”"""
    items_by_owner: dict[Seat, list[Item]] = {}
    for owner, item in event.items:
        items_by_owner.setdefault(owner, []).append(item)
    if len(event.items) > _MAX_LOTS_NAMED:
        items_texts = {seat: join_first(_item_labels(items)) for seat, items in items_by_owner.items()}
    else:
        items_texts = {
            seat: join_words([_item_text(event.cities, item, name) for item in items])
            for seat, items in items_by_owner.items()
        }
    lots_text = "; ".join(f"{possessive_of(name(seat))} {items}" for seat, items in items_texts.items())
    return Narration(f"Not maintained and up for sale: {lots_text}.")


_MAX_LOTS_NAMED = 3
"""If there are more items for sale than this, trains are named and tracks are counted; otherwise all are named."""


def _item_labels(items: list[Item]) -> list[str]:
    """Return “train 1”, “train 2”, “5 tracks”."""
    trains = [item.replace("-", " ") for item in items if item.startswith("train-")]
    tracks = len(items) - len(trains)
    return [*trains, "track" if tracks == 1 else f"{tracks} tracks"] if tracks else trains


def _narrate_offer(event: OfferMade, name: NameOfSeat) -> Narration:
    item = _item_with_owner(event.cities, event.owner, event.item, name)
    return Narration(f"You bid {dollar_amount(event.amount)} on {item}.")


def _narrate_sale(event: ItemSold, name: NameOfSeat) -> Narration:
    buyer = name(event.buyer)
    clause = f"bought {_item_with_owner(event.cities, event.seat, event.item, name)} for {dollar_amount(event.amount)}"
    number_sentence = f" It is now {possessive_of(buyer)} train {event.number}." if event.number else ""
    sentence = f"{buyer} {clause} and paid {dollar_amount(event.upkeep)} in upkeep.{number_sentence}"
    return Narration(sentence, clause.replace("-dot city", ""))


def _narrate_kept_item(event: ItemKept, name: NameOfSeat) -> Narration:
    item = _own_item_text(event.cities, event.seat, event.item, name)
    return Narration(f"{name(event.seat)} kept {item} and paid {dollar_amount(event.paid)} in upkeep.")


def _narrate_removed_item(event: ItemRemoved, name: NameOfSeat) -> Narration:
    clause = f"removed {_own_item_text(event.cities, event.seat, event.item, name)}"
    loss_text = f" and lost {goods_text(event.goods)}" if event.goods else ""
    return Narration(f"{name(event.seat)} {clause}{loss_text}.", clause.removesuffix("-dot city"))


def _item_text(cities: Mapping[NodeId, City], item: Item, name: NameOfSeat, about: Seat | None = None) -> str:
    """“train 2”, “track at Ada’s 5-dot city”, “track near Ada’s 5-dot city”."""
    if item.startswith("train-"):
        return item.replace("-", " ")
    a, b = track_ends(Track(item))
    if not cities:
        return f"track {a}–{b}"
    spot = spot_text(cities, a if a in cities else b, name, about)
    return f"track {'at' + spot[2:] if spot.startswith('in ') else spot}"


def _item_with_owner(cities: Mapping[NodeId, City], owner: Seat, item: Item, name: NameOfSeat) -> str:
    """“Ada’s track near Ben’s 4-dot city”."""
    return f"{possessive_of(name(owner))} {_item_text(cities, item, name)}"


def _own_item_text(cities: Mapping[NodeId, City], owner: Seat, item: Item, name: NameOfSeat) -> str:
    """Return “train 2” or “the track at their 5-dot city”, for a sentence about the item's owner."""
    the = "" if item.startswith("train-") else "the "
    return f"{the}{_item_text(cities, item, name, owner)}"


ACTION_TEXTS: ActionTexts = {
    Mark: ActionText(label=_mark_label, short_label=_mark_short_label),
    Keep: ActionText(label=_keep_label, short_label=_upkeep_short_label),
    Release: ActionText(label=_release_label, short_label=_upkeep_short_label),
    Offer: ActionText(label=_offer_label, short_label=_offer_short_label),
}
EVENT_TEXTS: EventTexts = {
    UpkeepPaid: _narrate_upkeep,
    ItemsOffered: _narrate_items_offered,
    OfferMade: _narrate_offer,
    ItemSold: _narrate_sale,
    ItemKept: _narrate_kept_item,
    ItemRemoved: _narrate_removed_item,
}
