"""Routes of trains over track: suggested routes, their notation, and their fees. (R Runs)

A train is represented by the set of its owners; it pays no fees on their track. Paths are sequences of hexes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, side_between
from engine.games.railway_rivals.rules.search.track_graph import (
    PathTree,
    TrackGraph,
    Train,
    build_path_tree,
    find_lightest_path,
    kind_weights,
    min_remaining_movement,
    track_graph,
)
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.track import Track, owners_by_side
from engine.kit.sized_cache import cache_by_size

MAX_FEES_PER_RIVAL = 10
"""Maximum fees for each rival in a run, or maximum difference of the fees in an exchange, in gold.

(R Running Costs; R Exchange of Running Powers)
"""

_MAX_ROUTE_LENGTH = 58
"""Maximum characters of a suggested route, so that its notation fits in a line."""

RunEnds = tuple[tuple[Hex, ...], tuple[Hex, ...]]
"""The hexes where a run may begin, and the hexes where it may end. (rulings 61, 63)"""


class RouteKind(NamedTuple):
    """The weights of a search for a route: for each movement point, each gold of fees, and each step over own track."""

    movement: int
    gold: int
    own: int = 0


_DOMINANT_WEIGHT = 4_096
"""A weight that is greater than the sum of all other costs of a path."""

_QUICKEST = RouteKind(_DOMINANT_WEIGHT, 1)
_CHEAPEST = RouteKind(1, _DOMINANT_WEIGHT)
ROUTE_KINDS = (_QUICKEST, _CHEAPEST, RouteKind(3, 1), RouteKind(3, 2), RouteKind(2, 3))
"""The kinds of suggested routes: the fastest, the cheapest, and three compromises. (ruling 78)"""

DEAL_KINDS = (_QUICKEST, RouteKind(3, 2))
"""The kinds of suggested routes for deals; there are few kinds, because there are several partners."""

RETURN_KINDS = (*DEAL_KINDS, RouteKind(3, 2, 2), RouteKind(1, 4, 4))
"""The kinds of suggested routes for accepting an exchange. (ruling 82)"""

_MAX_TRIES = 4
_FIRST_SURCHARGE_DIVISOR = 4
_SURCHARGE_FACTOR = 3
"""Factor of the surcharge on a rival's track in each further search, if a path pays the rival too much.

There are at most ``_MAX_TRIES`` searches. The first surcharge is this factor times the highest weight of the kind,
divided by ``_FIRST_SURCHARGE_DIVISOR``.
"""

NOBODY: Train = frozenset()
"""No seats: the default for partners of an exchange."""


class TrainRoute(msgspec.Struct, frozen=True):
    """A route with all its hexes, and for each step the seat that the player chose to pay, or 0. (ruling 71)"""

    hexes: tuple[Hex, ...]
    payees: tuple[int, ...]


class RouteRefused(ValueError):
    """An illegal route; its text is the sentence for the player."""


# -- notation


def trace_route(hex_map: HexMap, track: Track, train: Train, route: Route) -> TrainRoute:
    """Find all hexes of a route in notation. Raises ``RouteRefused``. (rulings 53, 77, 78)"""
    hexes, step_payees = [route.via[0]], list[int]()
    payees = route.payees or (0,) * len(route.via)
    for (before, after), payee in zip(pairwise(route.via), payees[1:], strict=True):
        part_hexes = _path_between(hex_map, track, train, before, after)
        if payee:
            _check_payee(track, train, part_hexes, payee)
        hexes += part_hexes[1:]
        step_payees += [payee] * (len(part_hexes) - 1)
    _check_simple(hex_map, hexes)
    return TrainRoute(tuple(hexes), tuple(step_payees))


@cache_by_size(lambda tree: 50 * len(tree.weights))
def _path_tree_from(key: str, track: Track, train: Train, start: Hex) -> PathTree:
    """The default path from a hex to every other hex: the fastest path, or the cheapest of equally fast paths.

    Ties are decided by alphabetical order.
    """
    graph = track_graph(key, track)
    step_weights = kind_weights(graph, _DOMINANT_WEIGHT, lambda seats: int(train.isdisjoint(seats)))
    return build_path_tree(graph, step_weights, (graph.numbers[start],))


def _path_between(hex_map: HexMap, track: Track, train: Train, before: Hex, after: Hex) -> tuple[Hex, ...]:
    graph = track_graph(hex_map.key, track)
    for hex in (before, after):
        if hex not in hex_map.terrain:
            raise RouteRefused(f"{hex} isn’t a hex on this map.")
        if hex not in graph.numbers:
            raise RouteRefused(f"There is no track in {hex}.")
    tree, goal = _path_tree_from(hex_map.key, track, train, before), graph.numbers[after]
    if not tree.can_reach(goal):
        raise RouteRefused(f"No track leads from {before} to {after}.")
    if before == after:
        raise RouteRefused(f"The route names {before} twice in a row.")
    return tree.path_to(graph, goal)


def _check_payee(track: Track, train: Train, part: Sequence[Hex], payee: int) -> None:
    sides = [owners_by_side(track)[side_between(a, b)] for a, b in pairwise(part)]
    if not any(payee in seats and train.isdisjoint(seats) for seats in sides):
        raise RouteRefused(
            f"You can’t pay player {payee} between {part[0]} and {part[-1]}: you don’t use track of that player there."
        )


def _check_simple(hex_map: HexMap, hexes: Sequence[Hex]) -> None:
    hexes_passed: set[Hex] = set()
    for hex in hexes:
        if hex in hexes_passed:
            raise RouteRefused(f"This route passes {hex} twice. A train can pass each hex only once.")
        hexes_passed.add(hex)
    for hex in hexes[1:-1]:
        if hex_map.is_abroad(hex):
            raise RouteRefused(
                f"You can’t pass through {hex}: it’s across the border. A run can only start or end there."
            )


def encode_route(hex_map: HexMap, track: Track, train: Train, hexes: Sequence[Hex]) -> Route:
    """The shortest notation of a path: some of its hexes, between which the path follows the default paths."""
    graph = track_graph(hex_map.key, track)
    numbers = [graph.numbers[hex] for hex in hexes]
    via, position = [hexes[0]], 0
    while position < len(hexes) - 1:
        parents = _path_tree_from(hex_map.key, track, train, hexes[position]).parents
        next_position = position + 1
        while next_position + 1 < len(hexes) and parents[numbers[next_position + 1]] == numbers[next_position]:
            next_position += 1
        via.append(hexes[next_position])
        position = next_position
    return Route(tuple(via))


# -- fees


def route_fees(
    track: Track, train: Train, train_route: TrainRoute, gold: Mapping[Seat, int], spared: frozenset[Seat] = frozenset()
) -> dict[Seat, int]:
    """The fees of a path by seat: 1 gold for each step over track of rivals. (R Running Costs; rulings 71, 72)

    If several seats own a step and the player chose none, the poorest owner whose fees stay within
    ``MAX_FEES_PER_RIVAL`` is paid. ``spared`` are partners of an exchange, who have no limit.
    """
    paid: dict[Seat, int] = {}
    open_steps: list[tuple[Seat, ...]] = []
    owners_of = owners_by_side(track)
    for (a, b), chosen_payee in zip(pairwise(train_route.hexes), train_route.payees, strict=True):
        seats = owners_of[side_between(a, b)]
        if not train.isdisjoint(seats):
            continue
        if chosen_payee in seats or len(seats) == 1:
            payee = Seat(chosen_payee) if chosen_payee in seats else seats[0]
            paid[payee] = paid.get(payee, 0) + 1
        else:
            open_steps.append(tuple(sorted(seats, key=lambda seat: (gold[seat], seat))))
    for payee in _assign_payees(open_steps, paid, spared):
        paid[payee] = paid.get(payee, 0) + 1
    return dict(sorted(paid.items()))


def _assign_payees(steps: Sequence[tuple[Seat, ...]], paid: Mapping[Seat, int], spared: frozenset[Seat]) -> list[Seat]:
    """Choose a payee for each step, the first owner if possible.

    Payees of earlier steps are changed if that keeps all fees within the limit. ``paid`` are fees that are already
    certain, by seat.
    """
    steps_by_seat: dict[Seat, list[int]] = {}
    payees = [seats[0] for seats in steps]

    def can_receive(seat: Seat) -> bool:
        return seat in spared or paid.get(seat, 0) + len(steps_by_seat.get(seat, ())) < MAX_FEES_PER_RIVAL

    def assign(step: int, seats_tried: set[Seat]) -> bool:
        for seat in steps[step]:
            if can_receive(seat):
                steps_by_seat.setdefault(seat, []).append(step)
                payees[step] = seat
                return True
        for seat in steps[step]:
            if seat in seats_tried:
                continue
            seats_tried.add(seat)
            for other in tuple(steps_by_seat.get(seat, ())):
                if assign(other, seats_tried):
                    steps_by_seat[seat].remove(other)
                    steps_by_seat[seat].append(step)
                    payees[step] = seat
                    return True
        return False

    for step, seats in enumerate(steps):
        if not assign(step, set()):
            steps_by_seat.setdefault(seats[0], []).append(step)
    return payees


# -- suggested routes


@lru_cache(1_024)
def route_proposals(
    key: str,
    track: Track,
    train: Train,
    ends: RunEnds,
    spared: Train = NOBODY,
    kinds: tuple[RouteKind, ...] = ROUTE_KINDS,
) -> tuple[Route, ...]:
    """Different routes within the limit of fees, one of each kind if possible. (ruling 78)

    Track of ``spared``, the partners of an exchange, is free, because fees to them are settled later.
    """
    hex_map, routes = HEX_MAPS[key], dict[tuple[Hex, ...], Route]()
    for kind in kinds:
        hexes = _find_allowed_path(hex_map, track, train, ends, kind, spared)
        if hexes is None:
            continue
        if hexes in routes:
            if len(routes) == 1 and kind == _CHEAPEST:
                break  # the fastest route is the cheapest, so there are none between
            continue
        route = encode_route(hex_map, track, train, hexes)
        if len(str(route)) <= _MAX_ROUTE_LENGTH:
            routes[hexes] = route
    return tuple(routes.values())


def _find_allowed_path(
    hex_map: HexMap, track: Track, train: Train, ends: RunEnds, kind: RouteKind, spared: Train
) -> tuple[Hex, ...] | None:
    """The lightest path within the limit of fees that uses own track; None if none is found. (rulings 70, 74)"""
    graph = track_graph(hex_map.key, track)
    surcharges: dict[Seat, int] = {}

    def owner_weight(seats: tuple[Seat, ...]) -> int:
        if not train.isdisjoint(seats):
            return kind.own
        return min(0 if seat in spared else kind.gold + surcharges.get(seat, 0) for seat in seats)

    lower_bounds = [bound * kind.movement for bound in min_remaining_movement(hex_map.key, track, ends[1])]
    starts = [graph.numbers[hex] for hex in ends[0] if hex in graph.numbers]
    for _ in range(_MAX_TRIES):
        steps = kind_weights(graph, kind.movement, owner_weight)
        hexes = find_lightest_path(graph, steps, starts, lower_bounds)
        if hexes is not None and not has_own_step(track, train, hexes):
            # For deals, a detour is not worth the search.
            is_detour_allowed = kind == _QUICKEST and not surcharges and len(train) == 1 and not spared
            hexes = _find_path_over_own_step(graph, steps, train, ends) if is_detour_allowed else None
        if hexes is None:
            return None
        no_payees = (0,) * (len(hexes) - 1)
        paid = route_fees(track, train, TrainRoute(hexes, no_payees), _NO_GOLD, spared)
        overpaid = [seat for seat, gold in paid.items() if gold > MAX_FEES_PER_RIVAL and seat not in spared]
        if not overpaid:
            return hexes
        for seat in overpaid:
            surcharges[seat] = _SURCHARGE_FACTOR * surcharges.get(seat, max(kind) // _FIRST_SURCHARGE_DIVISOR)
    return None


_NO_GOLD: Mapping[Seat, int] = dict.fromkeys(map(Seat, range(1, 10)), 0)
"""No gold for any seat, so that suggested routes do not depend on gold."""


def _find_path_over_own_step(
    graph: TrackGraph, steps: Sequence[int], train: Train, ends: RunEnds
) -> tuple[Hex, ...] | None:
    """The lightest path over at least one step of the train's own track; None if there is none."""
    starts, goals = ([graph.numbers[hex] for hex in end if hex in graph.numbers] for end in ends)
    tree_from_start, tree_from_goal = build_path_tree(graph, steps, starts), build_path_tree(graph, steps, goals)
    is_own_kind = [not train.isdisjoint(seats) for seats, _ in graph.kinds]
    bridges = [
        (tree_from_start.weights[a] + steps[kind] + tree_from_goal.weights[b], a, b)
        for a, arcs in enumerate(graph.arcs)
        for b, kind in arcs
        if is_own_kind[kind] and tree_from_start.can_reach(a) and tree_from_goal.can_reach(b)
    ]
    for _, a, b in sorted(bridges)[:_MAX_BRIDGES]:
        hexes = (*tree_from_start.path_to(graph, a), *tree_from_goal.path_to(graph, b)[::-1])
        if len(set(hexes)) == len(hexes) and graph.abroad.isdisjoint(graph.numbers[hex] for hex in hexes[1:-1]):
            return hexes
    return None


_MAX_BRIDGES = 24
"""Maximum number of steps of own track through which a path is tried, if the lightest path uses none."""


def has_own_step(track: Track, train: Train, hexes: Sequence[Hex]) -> bool:
    """Whether a path has a step over the train's own track. (R Runs; ruling 70)"""
    owners_of = owners_by_side(track)
    return any(not train.isdisjoint(owners_of[side_between(a, b)]) for a, b in pairwise(hexes))
