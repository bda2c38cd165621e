"""Claims in labels of moves, and the effects: cities, upkeep, bids, and the end of a step."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.railroads_of_catan.game_data.island import NEIGHBORS, NodeId
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark, TrainPiece
from engine.games.railroads_of_catan.phases import RunningPhase, Turns
from engine.games.railroads_of_catan.state import actions as a
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroads_of_catan import effects as does
from tests.label_claims.railroads_of_catan import played
from tests.label_claims.railroads_of_catan.tracks import planned_track_claims, track_claims, train_claims
from tests.label_claims.railroads_of_catan.trips import planned_trip_claims, trip_claims


def label_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of a move’s label, and of the labels of its values."""
    yield from _READERS[type(offer.action)](offer, offer.action, offer.state)


# -- founding cities


def _pick(offer: Offer, action: a.Pick, state: RailroadsOfCatan) -> Iterator[Claim]:
    after = does.applied(state, action)
    for words in (offer.label, offer.field_labels["hex"]):
        found = does.match(rf"(H\d\d) \((\w+), number (\d+)\): rivals pay ({does.SUM}) per barrel", words)
        yield Claim("city founded", found[1], next(hex for hex in after.cities if hex not in state.cities))
        yield Claim("number of a site", int(found[3]), state.layout.chit_of(action.hex))
        yield Claim("good and price of a site", (does.money(found[4]), found[2]), _barrel(after, action))
        if far := re.search(r", (\d+) tracks? from ", words):
            yield Claim("tracks from a site", int(far[1]), _hops(action.hex, state.cities_of(offer.seat)))


def _barrel(state: RailroadsOfCatan, action: a.Pick) -> tuple[int, str]:
    """Return the price and the good of a barrel that a rival loads in the city."""
    rival = next(seat for seat in state.everyone if seat != action.seat)
    train = TrainPiece(rival, 1, action.hex)
    begun = replace(state, trains=(train,), flow=(Turns(), RunningPhase(rival, begun=True)))
    after = does.applied(begun, a.Run(rival, 1, Trip((Stop(action.hex, load=1),))))
    (loaded,) = after.trains[0].goods
    return begun.cash[rival] - after.cash[rival], str(loaded)


def _hops(start: NodeId, goals: tuple[NodeId, ...]) -> int:
    reached, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here in goals:
            return reached[here]
        for there in NEIGHBORS[here]:
            if there not in reached:
                reached[there] = reached[here] + 1
                waiting.append(there)
    raise LookupError(start)


def _prefer(offer: Offer, action: a.Prefer, state: RailroadsOfCatan) -> Iterator[Claim]:
    wishes = list(does.applied(state, action).plans_of(offer.seat).wishes)
    yield Claim("ranking of hexes", re.findall(r"H\d\d", offer.label), wishes)
    if found := re.search(r"(H\d\d) \((\w+), (\d) dots\) as choice (\d+)", offer.field_labels["hexes"]):
        place = wishes.index(NodeId(found[1])) + 1
        layout = state.layout
        happened = (layout.good_of(action.hexes.hexes[place - 1]), layout.dots_of(NodeId(found[1])), place)
        yield Claim("choice of a hex", (found[2], int(found[3]), int(found[4])), happened)


# -- maintenance


def _mark(offer: Offer, action: a.Mark, state: RailroadsOfCatan) -> Iterator[Claim]:
    seat, item, words = offer.seat, action.item, offer.label
    mark = played.item_mark(does.applied(state, action), seat, item)
    due = does.upkeep_of(state, seat, item)
    yield Claim("upkeep of an item", does.money(offer.field_labels["item"].partition("upkeep ")[2]), due)
    least = does.money(does.match(rf"sell for ({does.SUM}) or more", words)[1])
    yield from _sold_from(state, offer, mark, least)
    unsold = played.maintained(state, seat, mark, 0)
    said = ("removed", 0) if "remove it if no one bids" in words else ("kept", -does.money(_unsold(words)))
    yield Claim("item without bids", said, unsold)
    field = offer.field_labels["otherwise"]
    said = ("removed", 0) if field == "Remove it" else ("kept", -does.money(field))
    yield Claim("item without bids by choice", said, unsold)
    if over := re.search(rf"must accept any bid over ({does.SUM})", offer.field_labels["reserve"]):
        yield from _sold_from(state, offer, replace(mark, reserve=99_900), does.money(over[1]) + 100)


def _unsold(words: str) -> str:
    return does.match(rf"pay its upkeep of ({does.SUM}) if no one bids", words)[1]


def _sold_from(state: RailroadsOfCatan, offer: Offer, mark: MaintenanceMark, least: int) -> Iterator[Claim]:
    """Check that the item is sold for the named least sum, and kept or not even offered for $100 less."""
    fate, gained = played.maintained(state, offer.seat, mark, least)
    if fate != "no buyer":
        yield Claim("bid that is taken", ("sold", least), (fate, gained))
        if least > 100:
            due = does.upkeep_of(state, offer.seat, mark.item)
            yield Claim(
                "bid that is not taken", ("kept", -due), played.maintained(state, offer.seat, mark, least - 100)
            )


def _keep(offer: Offer, action: a.Keep, state: RailroadsOfCatan) -> Iterator[Claim]:
    saved = does.upkeep_due(does.applied(state, action), offer.seat) - does.upkeep_due(state, offer.seat)
    for words in (offer.label, offer.field_labels["item"]):
        yield Claim("upkeep of an item", does.money(re.sub(r"^.*(?:upkeep|:) (?=\$)", "", words)), saved)


def _release(offer: Offer, action: a.Release, state: RailroadsOfCatan) -> Iterator[Claim]:
    seat, item = offer.seat, action.item
    after = does.applied(state, action)
    due, still = does.upkeep_due(state, seat), does.upkeep_due(after, seat)
    missing = max(0, still - state.cash[seat])
    asked = seat in {decision.seat for decision in after.flow[-1].decisions(after)}
    for words in (offer.label, offer.field_labels["item"]):
        saved = does.match(rf"(?:saves|upkeep) ({does.SUM})", words)
        yield Claim("upkeep saved", does.money(saved[1]), due - still)
        found = re.search(rf"({does.SUM}) still missing", words)
        yield Claim("still missing", does.money(found[1]) if found else 0, missing)
        yield Claim("asked to give up more", found is not None, asked)
    if "goes to the highest bid or is removed" in offer.label:
        mark = played.item_mark(after, seat, item)
        fates = {played.maintained(state, seat, mark, bid)[0] for bid in (0, 100)} - {"no buyer"}
        yield Claim("item given up", fates | {"sold"}, {"removed", "sold"})


def _offer(offer: Offer, action: a.Offer, state: RailroadsOfCatan) -> Iterator[Claim]:
    paid, left = played.sale_won(state, action)
    found = does.match(rf"Bid ({does.SUM}) on .+ pay ({does.SUM}) upkeep, ({does.SUM}) left", offer.label)
    yield Claim("price of a bid", does.money(found[1]) + does.money(found[2]), paid)
    yield Claim("cash left after a bid", does.money(found[3]), left)
    listed = does.match(rf"list price ({does.SUM})", offer.field_labels["item"])
    yield Claim("list price", does.money(listed[1]), 10 * does.upkeep_of(state, action.owner, action.item))


# -- the order of play


def _bid(offer: Offer, action: a.Bid, state: RailroadsOfCatan) -> Iterator[Claim]:
    yield Claim("bid", does.money(offer.field_labels["amount"]), action.amount)
    left, paid = played.bids_opened(state, action)
    if found := re.search(rf"Bid ({does.SUM}): ({does.SUM}) left", offer.label):
        yield Claim("cash left after a start bid", (does.money(found[1]), does.money(found[2])), (paid, left))
    else:
        does.match(r"you pay only if you go first", offer.label)
        yield Claim("start bid of the first player alone", "first", state.options.pays)


def _rank(offer: Offer, action: a.Rank, state: RailroadsOfCatan) -> Iterator[Claim]:
    said = offer.label.removeprefix("Rank ").split(", ")
    named = [offer.field_labels[field].partition(":")[0] for field in ("first", "second", "third", "fourth")]
    yield Claim("ranking of associates", said, named[: state.seats])


# -- the end of a step


def _done(offer: Offer, action: a.Done, state: RailroadsOfCatan) -> Iterator[Claim]:
    phase = state.flow[-1]
    after = does.applied(state, action)
    asked = {decision.seat for decision in after.flow[-1].decisions(after)}
    yield Claim("step stopped", "Stop" in offer.label, offer.seat not in asked)
    if isinstance(phase, Running):
        said = [int(number) for number in re.findall(r"\d", offer.label)]
        left = [train.number for train in state.trains_of(offer.seat) if train.number not in phase.ran]
        yield Claim("trains that stay", said, left)
        yield Claim("trains in place", state.trains, after.trains)
    if isinstance(phase, Building):
        yield Claim("building stopped", offer.label, "Stop building")


def _forget(offer: Offer, action: a.Forget, state: RailroadsOfCatan) -> Iterator[Claim]:
    yield Claim("plans canceled", SeatPlans(), does.applied(state, action).plans_of(offer.seat))


_READERS: dict[type, Callable[[Offer, Any, Any], Iterator[Claim]]] = {
    a.Pick: _pick,
    a.Prefer: _prefer,
    a.Mark: _mark,
    a.Keep: _keep,
    a.Release: _release,
    a.Offer: _offer,
    a.Bid: _bid,
    a.Rank: _rank,
    a.Lay: track_claims,
    a.Toward: track_claims,
    a.Train: train_claims,
    a.Upgrade: train_claims,
    a.PlanTrack: planned_track_claims,
    a.Run: trip_claims,
    a.PlanRun: planned_trip_claims,
    a.Forget: _forget,
    a.Done: _done,
}
