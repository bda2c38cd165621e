"""Claims in labels of moves, and the effects of the moves."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from engine.games.railroad_rivals.game_data.grid import SIDES
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES
from engine.games.railroad_rivals.robber_baron import actions as baron
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import PlacedTile, edges_as_placed, tiles_by_cell
from engine.games.railroad_rivals.state.events import Delivered, OrderSet
from engine.games.railroad_rivals.state.phases import Bidding, Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroad_rivals import effects as does


def label_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of a move’s label, and of the labels of its values."""
    yield from _READERS[type(offer.action)](offer, offer.action, offer.state)


def _nothing(offer: Offer, action: Any, state: RailroadRivals) -> Iterator[Claim]:
    return iter(())


# -- bidding and drafting


def _pass(offer: Offer, action: Pass, state: RailroadRivals) -> Iterator[Claim]:
    phase, after = state.flow[-1], offer.after
    assert isinstance(after, RailroadRivals)
    if isinstance(phase, Window):
        yield Claim("tile kept", phase.special in offer.label, phase.special in after.baron.specials[offer.seat])
    elif isinstance(phase, Delivering):
        over = not after.flow or not isinstance(after.flow[-1], Delivering)
        done = over or (after.flow[-1].time, after.flow[-1].done) > (phase.time, phase.done)
        yield Claim("step finished", "Finish" in offer.label, done)
    elif found := re.search(r"take place (\d)", offer.label):
        yield Claim("place by passing", int(found[1]), _place(offer, after))


def _place(offer: Offer, after: RailroadRivals) -> int:
    """Return the place that a seat gets by passing: in the set order, or behind all players still bidding."""
    orders = [event.order for event in offer.events if isinstance(event, OrderSet)]
    if orders:
        return orders[0].index(offer.seat) + 1
    phase = after.flow[-1]
    assert isinstance(phase, Bidding)
    return len(phase.still_in) + 1


def _bid(offer: Offer, action: Bid, state: RailroadRivals) -> Iterator[Claim]:
    found = does.match(r"Bid (\d+): you have (\d+|no) points?", offer.label)
    yield Claim("points at a bid", does.number(found[2]), state.score[offer.seat])
    phase = offer.after.flow[-1]
    paid = [event.paid for event in offer.events if isinstance(event, OrderSet)]
    yield Claim("bid", int(found[1]), paid[0] if paid else phase.best if isinstance(phase, Bidding) else None)


def _draft(offer: Offer, action: Draft, state: RailroadRivals) -> Iterator[Claim]:
    words, tile = offer.label, action.tile
    if found := re.search(r"worth (\d+) now", words):
        yield Claim("value of a stock", int(found[1]), offer.after.value[tile])
    if found := re.search(r"players own (\d+)", words):
        yield Claim("owned by players", int(found[1]), sum(owned.get(tile, 0) for owned in state.stocks.values()))
    if "nobody owns it" in words:
        yield Claim("owned by players", 0, sum(owned.get(tile, 0) for owned in state.stocks.values()))
    if found := re.search(rf"you own {does.NUMBER}", words):
        yield Claim("owned by you", does.number(found[1]), state.stocks[offer.seat].get(tile, 0))
    if found := re.search(rf"{does.NUMBER} links?, you own", words):
        yield Claim("links of a stock", does.number(found[1]), sum(link.railroad == tile for link in state.board.links))
    if found := re.search(r"one company with ([A-Z&]+)", words):
        yield Claim("company", {tile, found[1]}, set(state.baron.company_of(tile)))
    if tile in CITY_TILES and (found := re.search(r": (\d+) cubes?", words)):
        yield Claim("cubes on a tile", int(found[1]), CITY_TILES[tile].goods)
    if found := re.search(r"edges ([^,]+), ", words):
        yield Claim("edges", found[1].split(), [edge for edge in state.board.tile_as_printed(tile).edges if edge])


# -- placing


def _placement(offer: Offer, action: Place, state: RailroadRivals) -> Iterator[Claim]:
    after, label, fields = offer.after, offer.label, offer.field_labels
    assert isinstance(after, RailroadRivals)
    made = does.links_made(state, after)
    yield Claim("links", does.links_said(label), made)
    yield Claim("links by orientation", does.links_said(fields["facing"].partition(" (")[0]), made)
    if (cubes := does.cubes_said(label)) is not None:
        yield Claim("cubes", cubes, does.cubes_drawn(state, after, action.city))
        said = re.search(r": (\d+) cubes?", fields["city"])
        yield Claim("cubes by city", int(said[1]) if said else 0, does.cubes_drawn(state, after, action.city))
    if found := re.search(r"(?:fits|matches a railroad in) (\d+) places?", fields["city"]):
        spots = {other.at for other in offer.decision.offers if isinstance(other, Place) and other.city == action.city}
        yield Claim("places", int(found[1]), len(spots))
    laid = tiles_by_cell(after.board)
    near = {city: side for side, city in re.findall(r"(north|east|south|west) of ([^,]+)", fields["at"])}
    yield Claim("neighbors", near, _neighbors(laid, action))
    if found := re.search(r"\(N (.+), E (.+), S (.+), W (.+?)\)", label):
        edges = edges_as_placed(state.board.tile_as_printed(action.city), action.facing)
        yield Claim("orientation", found.groups(), tuple(edge or "blank" for edge in edges))


def _neighbors(laid: Any, action: Place) -> dict[str, str]:
    """Return the side of each neighbor on which the tile lies."""
    names = dict(zip(SIDES, ("south", "west", "north", "east"), strict=True))
    found: list[tuple[PlacedTile | None, str]] = [(laid.get(action.at.neighbor(side)), names[side]) for side in SIDES]
    return {tile.city: side for tile, side in found if tile is not None}


# -- delivering


def _delivery(offer: Offer, action: Deliver | baron.Relay, state: RailroadRivals) -> Iterator[Claim]:
    label, fields, after = offer.label, offer.field_labels, offer.after
    assert isinstance(after, RailroadRivals)
    gained = does.gained(state, after, offer.events)
    trip = [event for event in offer.events if isinstance(event, Delivered)]
    yield Claim("stock values", does.values_said(label), does.moved(state, after))
    if state.seats == 1:
        yield from _alone(offer, after)
        return
    yield Claim("points", does.points_said(label, offer.seat), gained)
    yield Claim("points by city", does.points_said(fields["to"], offer.seat), gained)
    yield Claim("railroad", fields["to"].split(" by ")[1].partition(":")[0], trip[-1].railroad)
    if found := re.search(rf": {does.NUMBER} points?", fields["goods"]):
        yield Claim("points by cube", int(found[1]), trip[-1].points)
    cubes = does.listed_words(fields["city"].partition(": ")[2])
    yield Claim("cubes of a city", cubes, sorted(state.goods[action.city]))
    if found := re.search(r"over your tower in ([^:]+?) to ", label):
        yield Claim("tower", found[1], trip[0].destination)


def _alone(offer: Offer, after: RailroadRivals) -> Iterator[Claim]:
    """Yield claims of a delivery in solitaire: its points, the reason, and the points of the next one."""
    label, before = offer.label, offer.state
    assert isinstance(before, RailroadRivals)
    points = sum(does.gained(before, after, offer.events).values())
    if found := re.search(r"(\d+) points? \((\d+) different colors? to the left\)", label):
        yield Claim("points", int(found[1]), points)
        yield Claim("colors", int(found[2]), len(set(before.delivered[-4:])))
    if found := re.search(r"the next delivery scores (\d+)", label):
        yield Claim("next delivery", int(found[1]), len(set(after.delivered[-4:])))
    if found := re.search(r"rises by (\d+) to", label):
        railroad = next(iter(does.values_said(label)))
        yield Claim("rise", int(found[1]), after.value[railroad] - before.value[railroad])
    if found := re.search(r"([A-Z&]+) stays at the limit of (\d+)", label):
        yield Claim("limit", int(found[2]), after.value[found[1]])


def _arrange(offer: Offer, action: Arrange, state: RailroadRivals) -> Iterator[Claim]:
    words = offer.label.removeprefix("Start the progression with ").split(", then ")
    yield Claim("progression", words, list(offer.after.delivered))


# -- buildings and advanced tiles


def _hotel(offer: Offer, action: baron.Hotel, state: RailroadRivals) -> Iterator[Claim]:
    ends = [{link.a, link.b} - {action.city} for link in state.board.links if action.city in (link.a, link.b)]
    cubes = sum(len(state.goods.get(city, ())) for end in ends for city in end)
    for words in (offer.label, offer.field_labels["city"]):
        found = does.match(rf"{does.NUMBER} cubes? one link away", words)
        yield Claim("cubes near a hotel", does.number(found[1]), cubes)


def _tower(offer: Offer, action: baron.Tower, state: RailroadRivals) -> Iterator[Claim]:
    ends = [city for link in state.board.links for city in (link.a, link.b) if action.city in (link.a, link.b)]
    found = does.match(r"linked to (.+?)\)?$", offer.label)
    said = [] if found[1] == "no city yet" else does.listed_words(found[1])
    yield Claim("cities near a tower", said, sorted(city for city in ends if city != action.city))


def _industry(offer: Offer, action: baron.Industry, state: RailroadRivals) -> Iterator[Claim]:
    drawn = does.cubes_drawn(state, offer.after, action.city)
    yield Claim("cubes", does.cubes_said(offer.label), drawn)
    found = does.match(rf": {does.NUMBER} new cubes?, {does.NUMBER} links?", offer.field_labels["city"])
    yield Claim("cubes by city", does.number(found[1]), drawn)
    links = sum(action.city in (link.a, link.b) for link in state.board.links)
    yield Claim("links of a city", does.number(found[2]), links)


def _headquarters(offer: Offer, action: baron.Headquarters, state: RailroadRivals) -> Iterator[Claim]:
    before, after = state.flow[-1], offer.after.flow[-1]
    assert isinstance(before, Delivering) and isinstance(after, Delivering)
    yield Claim("one more delivery", "one more cube" in offer.label, after.allowed - before.allowed == 1)


# -- Stock Shenanigans


def _buy(offer: Offer, action: baron.Buy, state: RailroadRivals) -> Iterator[Claim]:
    after, railroad = offer.after, action.railroad
    assert isinstance(after, RailroadRivals)
    found = does.match(rf"for (\d+) of your {does.NUMBER} points?: ", offer.label)
    yield Claim("price", -int(found[1]), after.score[offer.seat] - state.score[offer.seat])
    yield Claim("points at a purchase", does.number(found[2]), state.score[offer.seat])
    yield Claim("stock values", does.values_said(offer.label), does.moved(state, after))
    left = does.match(rf": {does.NUMBER} points?, (\d+) in the pile", offer.field_labels["railroad"])
    yield Claim("price by railroad", -does.number(left[1]), after.score[offer.seat] - state.score[offer.seat])
    yield Claim("tiles in the pile", int(left[2]), state.stock_pile.open().count(railroad))


def _dump(offer: Offer, action: baron.Dump, state: RailroadRivals) -> Iterator[Claim]:
    after, owned = offer.after, does.held(state, action.railroad)[offer.seat]
    assert isinstance(after, RailroadRivals)
    gain = after.score[offer.seat] - state.score[offer.seat]
    label, short = offer.label, offer.field_labels["railroad"]
    found = does.match(rf"Dump (\d+) .+ stocks? at (\d+): {does.NUMBER} points? for you", label)
    yield Claim("tiles dumped", int(found[1]), owned)
    yield Claim("points", does.number(found[3]), gain)
    yield Claim("stock values", does.values_said(label), does.moved(state, after))
    brief = does.match(rf"(.+): (\d+) stocks? at (\d+) for {does.NUMBER} points?, (.+)", short)
    yield Claim("tiles dumped by railroad", int(brief[2]), owned)
    yield Claim("points by railroad", does.number(brief[4]), gain)
    yield Claim("stock values by railroad", does.values_said(f"{brief[1]} {brief[5]}"), does.moved(state, after))
    for words in (label, short):
        if stays := re.search(r"stays? at (\d+)", words):
            yield Claim("value that stays", int(stays[1]), after.value[action.railroad])


def _loot(offer: Offer, action: baron.Loot, state: RailroadRivals) -> Iterator[Claim]:
    after, owned = offer.after, does.held(state, action.railroad)
    assert isinstance(after, RailroadRivals)
    mine, others = owned[offer.seat], sum(owned.values()) - owned[offer.seat]
    label, worth = offer.label, state.value[action.railroad]
    found = does.match(rf"(\d+) points for you, (.+?) goe?s? out .+you lose {does.NUMBER} stocks?", label)
    yield Claim("points", int(found[1]), after.score[offer.seat] - state.score[offer.seat])
    yield Claim("ruined", does.listed_words(found[2]), sorted(set(after.baron.ruined) - set(state.baron.ruined)))
    lost = re.search(r"others lose (\d+)", label)
    yield Claim("tiles lost", (int(found[3]), int(lost[1]) if lost else 0), (mine, others))
    each = re.search(r"worth (\d+)", label)
    yield Claim("value lost", int(each[1]) if each else None, worth)
    short = does.match(rf"worth (\d+), you own (\d+), others own {does.NUMBER}", offer.field_labels["railroad"])
    yield Claim("owned at a looting", (int(short[1]), int(short[2]), does.number(short[3])), (worth, mine, others))


_MERGER = r"Merge ([A-Z&]+) at (\d+) and ([A-Z&]+) at (\d+): one company at (\d+), your (\d+) stocks"


def _merge(offer: Offer, action: baron.Merge, state: RailroadRivals) -> Iterator[Claim]:
    after, seat = offer.after, offer.seat
    assert isinstance(after, RailroadRivals)
    found = does.match(_MERGER, offer.label)
    first, second = action.first, action.second
    yield Claim("values merged", (int(found[2]), int(found[4])), (state.value[first], state.value[second]))
    yield Claim("value of both", (int(found[5]), int(found[5])), (after.value[first], after.value[second]))
    owned = state.stocks[seat]
    yield Claim("tiles merged", int(found[6]), owned[first] + owned[second])
    worth = [sum(each.value[name] * owned[name] for name in (first, second)) for each in (state, after)]
    goes = does.match(rf"go from (\d+) to {does.NUMBER} points?|stay worth {does.NUMBER} points?", offer.label)
    said = [int(goes[1]), does.number(goes[2])] if goes[1] else [does.number(goes[3])] * 2
    yield Claim("worth merged", said, worth)
    for field, name in (("first", first), ("second", second)):
        brief = does.match(r"worth (\d+), you own (\d+)", offer.field_labels[field])
        yield Claim("owned at a merger", (int(brief[1]), int(brief[2])), (state.value[name], owned[name]))


def _insider(offer: Offer, action: baron.Insider, state: RailroadRivals) -> Iterator[Claim]:
    for words in (offer.label, offer.prompt):
        found = does.match(r"instead of in place (\d)", words)
        yield Claim("place before", int(found[1]), state.order.index(offer.seat) + 1)
    yield Claim("place after", 0, offer.after.order.index(offer.seat))


def _issue(offer: Offer, action: baron.Issue, state: RailroadRivals) -> Iterator[Claim]:
    found = does.match(r"beside (.+) and take one first", offer.label)
    free = sorted(lot.tile for lot in state.stock_offer if lot.taken is None)
    yield Claim("stocks on offer", [] if found[1] == "none" else does.listed_words(found[1]), free)


_READERS: dict[type, Callable[[Offer, Any, Any], Iterator[Claim]]] = {
    Pass: _pass,
    Bid: _bid,
    Draft: _draft,
    Place: _placement,
    Deliver: _delivery,
    Arrange: _arrange,
    baron.Relay: _delivery,
    baron.Hotel: _hotel,
    baron.Tower: _tower,
    baron.Industry: _industry,
    baron.Headquarters: _headquarters,
    baron.Buy: _buy,
    baron.Dump: _dump,
    baron.Loot: _loot,
    baron.Merge: _merge,
    baron.Insider: _insider,
    baron.Issue: _issue,
    baron.Ahead: _nothing,
}
