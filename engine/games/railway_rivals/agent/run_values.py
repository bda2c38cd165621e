"""Estimated income of future runs, in gold and from public information.

A train is expected to take the cheapest route from the start to its own network, and from there to the destination.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import fsum
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, CardNumber, Hex
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL
from engine.games.railway_rivals.state.track import Track, network_of, owners_by_side

_MEAN_PRIZES = (20.0, 15.0, 10.0)
"""The mean prize of a train without rivals, against one equal rival, and against several."""


class AccessCost(NamedTuple):
    """The cheapest route between a network and a place.

    ``leaves`` is the hex where the route leaves the network. ``fees`` is the gold paid to each seat; entry 0 is unused.
    """

    gold: int
    leaves: Hex
    fees: tuple[int, ...]


AccessCosts = Mapping[CardNumber, AccessCost]
"""The cheapest route to the place of each card; unreachable places are omitted."""

CardPair = tuple[CardNumber, CardNumber]
"""The cards of the start and the destination of a run."""


@lru_cache(64)
def access_costs(
    key: str, track: Track, seat: Seat, seats: int, extra_hexes: frozenset[Hex] = frozenset()
) -> AccessCosts:
    """The cheapest routes of a company to all cards, with ``extra_hexes`` added to its network."""
    access_by_hex = _access_by_hex(track, seat, seats)
    if extra_hexes:
        access_by_hex = _extend_access(access_by_hex, extra_hexes, track, seats)
    hex_map, costs_by_card = HEX_MAPS[key], dict[CardNumber, AccessCost]()
    for number in hex_map.cards:
        ends = [access_by_hex[hex] for hex in hex_map.hexes_of(number) if hex in access_by_hex]
        if ends:
            costs_by_card[number] = min(ends)
    return costs_by_card


@lru_cache(16)
def _access_by_hex(track: Track, seat: Seat, seats: int) -> Mapping[Hex, AccessCost]:
    return _extend_access({}, network_of(track, seat), track, seats)


def _extend_access(
    known_access: Mapping[Hex, AccessCost], extra_hexes: frozenset[Hex], track: Track, seats: int
) -> Mapping[Hex, AccessCost]:
    """The cheapest route to each hex, with ``extra_hexes`` added to the network."""
    access_by_hex, adjacency = dict(known_access), _adjacency(track)
    queue = sorted(hex for hex in extra_hexes if hex not in known_access or known_access[hex].gold)
    for hex in queue:
        access_by_hex[hex] = AccessCost(0, hex, (0,) * (seats + 1))
    for hex in queue:
        route = access_by_hex[hex]
        for neighbor, others in adjacency.get(hex, ()):
            if neighbor in access_by_hex and access_by_hex[neighbor].gold <= route.gold + 1:
                continue
            payee = min(others, key=route.fees.__getitem__)
            if route.fees[payee] < MAX_FEES_PER_RIVAL:
                access_by_hex[neighbor] = _step_over(route, payee)
                queue.append(neighbor)
    return access_by_hex


def _step_over(route: AccessCost, payee: Seat) -> AccessCost:
    fees = (*route.fees[:payee], route.fees[payee] + 1, *route.fees[payee + 1 :])
    return AccessCost(route.gold + 1, route.leaves, fees)


@lru_cache(8)
def _adjacency(track: Track) -> Mapping[Hex, Sequence[tuple[Hex, Sequence[Seat]]]]:
    """For each hex the neighbors with a connection, as (neighbor, owners of the step) pairs."""
    adjacency: dict[Hex, list[tuple[Hex, Sequence[Seat]]]] = {}
    for (a, b), seats in owners_by_side(track).items():
        adjacency.setdefault(a, []).append((b, seats))
        adjacency.setdefault(b, []).append((a, seats))
    return adjacency


def run_fee(costs: AccessCosts, pair: CardPair) -> int | None:
    """The fees of a train for a run, in gold; None if the train can't run or would not use its own track."""
    first, second = (costs.get(number) for number in pair)
    if first is None or second is None or first.leaves == second.leaves:
        return None
    gold = first.gold + second.gold
    if gold > MAX_FEES_PER_RIVAL and any(
        a + b > MAX_FEES_PER_RIVAL for a, b in zip(first.fees, second.fees, strict=True)
    ):
        return None
    return gold


@lru_cache(16)
def mean_prizes(key: str, track: Track, seat: Seat, seats: int) -> Mapping[CardPair, float]:
    """The mean prize of a seat's train in each possible run, given the number of rivals that can enter the run."""
    rivals = [access_costs(key, track, Seat(other), seats) for other in range(1, seats + 1) if other != seat]
    prize_by_pair = dict[CardPair, float]()
    for first, second in combinations(HEX_MAPS[key].cards, 2):
        rival_count = sum(run_fee(theirs, (first, second)) is not None for theirs in rivals)
        prize_by_pair[first, second] = prize_by_pair[second, first] = _MEAN_PRIZES[
            min(rival_count, len(_MEAN_PRIZES) - 1)
        ]
    return prize_by_pair


class ComingRuns(NamedTuple):
    """Future runs: the waiting runs, and all pairs of the remaining cards, which are equally likely."""

    cards: tuple[CardNumber, ...]
    waiting: tuple[CardPair, ...]

    @property
    def run_count(self) -> float:
        return len(self.cards) / 2 + len(self.waiting)


def gain_estimate(
    before: AccessCosts, after: AccessCosts, prize_by_pair: Mapping[CardPair, float], coming: ComingRuns
) -> float:
    """The additional income from future runs if the cheapest routes change from ``before`` to ``after``."""
    cards_changed = {number for number, route in after.items() if before.get(number) != route}
    pairs_to_draw = [pair for pair in combinations(coming.cards, 2) if not cards_changed.isdisjoint(pair)]
    likelihood = 1 / max(1, len(coming.cards) - 1)
    return fsum(
        share * (_run_gain(after, pair, prize_by_pair) - _run_gain(before, pair, prize_by_pair))
        for share, pairs in ((likelihood, pairs_to_draw), (1.0, coming.waiting))
        for pair in pairs
    )


def _run_gain(costs: AccessCosts, pair: CardPair, prize_by_pair: Mapping[CardPair, float]) -> float:
    paid = run_fee(costs, pair)
    return 0.0 if paid is None else max(0.0, prize_by_pair[pair] - paid)
