"""Effects of a move of Railroads of Catan, read from the states around it and not from the functions that label it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from itertools import pairwise

from msgspec.structs import replace

from engine.core import Action, Seat, Standing, settle
from engine.games.railroads_of_catan.game_data.island import (
    LIST_PRICES,
    NEIGHBORS,
    NodeId,
    Track,
    TrackKind,
    kind_of,
    track_between,
    track_ends,
)
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard, Item
from engine.games.railroads_of_catan.phases import Turns
from engine.games.railroads_of_catan.state.path_notation import Trip
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

SUM = r"[+−]?\$[\d,]+"


class UnknownText(Exception):
    """A text of unknown form, so that its claims cannot be read."""


def match(pattern: str, words: str) -> re.Match[str]:
    """Match a text with a known form. Raises ``UnknownText``."""
    found = re.search(pattern, words)
    if found is None:
        raise UnknownText(f"{words} ({pattern})")
    return found


def money(words: str) -> int:
    """Return the dollars of “$1,200”, “−$400”, or “+$2,800”. “free” and “not now” are 0."""
    if words in ("free", "not now", ""):
        return 0
    found = match(SUM, words)[0]
    return int(re.sub(r"\D", "", found)) * (-1 if found.startswith("−") else 1)


def sums_said(words: str) -> dict[Seat, int]:
    """Return the sums by seat of “$1,000 to Player 2 and $400 to Player 3”."""
    found: Counter[Seat] = Counter()
    for amount, seat in re.findall(rf"({SUM}) to Player (\d)", words):
        found[Seat(int(seat))] += money(amount)
    return dict(found)


def paid_said(words: str) -> dict[Seat, int]:
    """Return the sums by seat of “Player 2 $800 for goods and $200 in fees, and Player 3 $400 in fees”."""
    found: dict[Seat, int] = {}
    for seat, rest in re.findall(r"Player (\d)((?:,? (?:and )?\$[\d,]+(?: for goods| in fees)?)+)", words):
        found[Seat(int(seat))] = sum(money(each) for each in re.findall(SUM, rest))
    return found


# -- what moves do


def applied(state: RailroadsOfCatan, action: Action) -> RailroadsOfCatan:
    """Return the state right after a move, before any automatic step."""
    if isinstance(action, Standing):
        return state.apply_premove(action)
    after: RailroadsOfCatan = state.flow[-1].apply(state, action)
    return after


def received(before: RailroadsOfCatan, after: RailroadsOfCatan, seat: Seat) -> dict[Seat, int]:
    """Return the dollars by which the cash of each rival has changed."""
    changes = {other: after.cash[other] - before.cash[other] for other in before.everyone if other != seat}
    return {other: dollars for other, dollars in changes.items() if dollars}


def is_over(state: RailroadsOfCatan) -> bool:
    """Whether the game ends if the turn ends now."""
    ended = settle(replace(state, flow=(Turns(),), news=()))
    return bool(ended.ending)


def upkeep_of(state: RailroadsOfCatan, seat: Seat, item: Item) -> int:
    """Return a tenth of the list price, which is $5,000 for a small train and $8,000 for a large one. (RC Phase 1)"""
    for train in state.trains_of(seat):
        if item == f"train-{train.number}":
            return 800 if train.large else 500
    return LIST_PRICES[kind_of(state.layout, Track(item))] // 10


def upkeep_due(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the upkeep of all that a seat has and does not give up."""
    given_up = {mark.item for mark in state.plans_of(seat).marks}
    items = [Item(each) for each in state.tracks_of(seat)]
    items += [Item(f"train-{train.number}") for train in state.trains_of(seat)]
    return sum(upkeep_of(state, seat, item) for item in items if item not in given_up)


def moves_used(state: RailroadsOfCatan, seat: Seat, trip: Trip) -> int:
    """Return the moves of a trip: one for a track and for a stop with work, two in mountains without the conductor."""
    places = [stop.place for stop in trip.stops]
    kinds = [kind_of(state.layout, track_between(a, b)) for a, b in pairwise(places)]
    hard = 1 if state.has_associate(seat, Associate.CONDUCTOR) else 2
    over = sum(hard if kind is TrackKind.MOUNTAIN else 1 for kind in kinds)
    return over + sum(bool(stop.sales or stop.load) for stop in trip.stops)


def kinds_said(words: str) -> dict[str, int]:
    """Return the tracks by kind of “(2 plain and 1 water)”, “(plain)”, or “with 2 plain and 1 water track”."""
    kinds = r"((?:\d+ )?(?:plain|coast|water|mountain)"
    found = match(rf"(?:\({kinds}[^)]*)\)|with {kinds}.*?) tracks?\b)", words)
    found = found[1] or found[2]
    counted = {kind: int(number) for number, kind in re.findall(r"(\d+) (\w+)", found)}
    return counted or {found: 1}


def kinds_of(state: RailroadsOfCatan, tracks: Iterable[Track]) -> dict[str, int]:
    """Return the number of tracks of each kind."""
    return dict(Counter(str(kind_of(state.layout, each)) for each in tracks))


# -- distances


def network(state: RailroadsOfCatan, seat: Seat) -> frozenset[NodeId]:
    """Return the points from which a seat may build."""
    own = {place for each in state.tracks_of(seat) for place in track_ends(each)}
    return frozenset(own.union(state.cities_of(seat)))


def joined_to(state: RailroadsOfCatan, seat: Seat, start: NodeId) -> frozenset[NodeId]:
    """Return all points that a seat’s tracks connect to a point."""
    reached, waiting = {start}, [start]
    own = set(state.tracks_of(seat))
    while waiting:
        here = waiting.pop()
        for there in NEIGHBORS[here]:
            if there not in reached and track_between(here, there) in own:
                reached.add(there)
                waiting.append(there)
    return frozenset(reached)


def build_price(state: RailroadsOfCatan, seat: Seat, over: Track, *, later: bool) -> int | None:
    """Return the price of a free track with the fee of a city, without a surplus.

    ``later``: without this turn’s engineer.
    """
    kind = kind_of(state.layout, over)
    if over in state.tracks or (kind is TrackKind.COAST and state.event is EventCard.MONSOON and not later):
        return None
    half = state.has_associate(seat, Associate.ENGINEER) and not later
    fees = sum(1_000 for place in track_ends(over) if place in state.cities and state.cities[place].seat != seat)
    return LIST_PRICES[kind] // (2 if half else 1) + fees


def distance(state: RailroadsOfCatan, seat: Seat, city: NodeId) -> tuple[int, int] | None:
    """Return the least dollars and the fewest tracks to a city from the rest of the seat's network, at this turn’s
    prices.
    """
    own = network(state, seat)
    goal = joined_to(state, seat, city) if city in own else frozenset({city})
    costs = _costs(state, seat)
    cheap, short = (_least(costs, own - goal, goal, counted=counted) for counted in (False, True))
    return None if cheap is None or short is None else (cheap, short)


def _costs(state: RailroadsOfCatan, seat: Seat) -> dict[Track, int]:
    found = {}
    for here, neighbors in NEIGHBORS.items():
        for there in neighbors:
            over = track_between(here, there)
            if over not in found and (cost := build_price(state, seat, over, later=False)) is not None:
                found[over] = cost
    return found


def _least(
    costs: Mapping[Track, int], sources: frozenset[NodeId], goal: frozenset[NodeId], *, counted: bool
) -> int | None:
    best = dict.fromkeys(sources, 0)
    waiting = sorted((0, place) for place in sources)
    while waiting:
        so_far, here = heappop(waiting)
        if here in goal:
            return so_far
        if so_far > best[here]:
            continue
        for there in NEIGHBORS[here]:
            over = track_between(here, there)
            if over in costs:
                total = so_far + (1 if counted else costs[over])
                if total < best.get(there, 1 << 60):
                    best[there] = total
                    heappush(waiting, (total, there))
    return None


def later_costs(state: RailroadsOfCatan, seat: Seat, start: NodeId, goal: frozenset[NodeId], tracks: int) -> set[int]:
    """Return all sums that ``tracks`` more tracks from a point to the goal may cost in later turns, at list prices."""
    reached: dict[NodeId, set[int]] = {start: {0}}
    for _ in range(tracks):
        following: dict[NodeId, set[int]] = {}
        for here, sums in reached.items():
            for there in NEIGHBORS[here]:
                cost = build_price(state, seat, track_between(here, there), later=True)
                if cost is not None:
                    following.setdefault(there, set()).update(each + cost for each in sums)
        reached = following
    return set().union(*(sums for place, sums in reached.items() if place in goal))
