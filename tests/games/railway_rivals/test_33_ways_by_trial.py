"""Searches find the same paths as trying all paths. (R Runs; R Building Costs; rulings 53, 70 to 78)"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise, product

import pytest

from engine.core import rng_from_seed
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, side_between
from engine.games.railway_rivals.rules.costs import building_cost, rival_payments
from engine.games.railway_rivals.rules.race import movement_costs
from engine.games.railway_rivals.rules.search import train_routes
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths, remaining_path
from engine.games.railway_rivals.rules.search.distance_maps import MAX_PATH_HEXES, goal_hexes
from engine.games.railway_rivals.rules.search.fee_minimal_paths import fee_minimal_paths
from engine.games.railway_rivals.rules.search.track_graph import (
    build_path_tree,
    find_lightest_path,
    kind_weights,
    min_remaining_movement,
    track_distance,
    track_graph,
)
from engine.games.railway_rivals.rules.search.train_routes import (
    RouteRefused,
    TrainRoute,
    encode_route,
    has_own_step,
    route_fees,
    route_proposals,
    trace_route,
)
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.track import Track, TrackPiece, is_passable, owners_by_side
from tests.games.railway_rivals.contest import column, operating
from tests.games.railway_rivals.table import CHART, pieces_of

CENTERS = ("C12", "J10", "R7", "S21")
"""Hexes near the border, in hills, at Doncaster, and near rivers."""
TRAIN = frozenset({1})
GOLD = dict.fromkeys((1, 2, 3), 0)


def board(center: str) -> Track:
    """Track of three seats over most sides around a hex; random with a fixed seed."""
    near = {center, *CHART.neighbors(center)}
    far = sorted(near | {hex for other in CHART.neighbors(center)[:4] for hex in CHART.neighbors(other)})
    sides = sorted({side_between(a, b) for a, b in product(far, far) if b in CHART.neighbors(a)})
    pieces, rng = [], rng_from_seed(3, center)
    for a, b in sides:
        number, rng = rng.draw_below(9)
        owned = {0: (1,), 1: (1,), 2: (2,), 3: (2,), 4: (3,), 5: (2, 3), 6: (1, 2)}.get(number, ())
        pieces += [TrackPiece(seat, a, b) for seat in owned]
    return Track((), tuple(pieces))


def ways(track: Track, start: str) -> Iterator[tuple[str, ...]]:
    """All paths of a train from a hex without repeated hexes, and not through hexes across the border."""
    beside = {}
    for a, b in owners_by_side(track):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    left = [(start,)]
    while left:
        way = left.pop()
        if len(way) > 1:
            yield way
        if len(way) == 1 or not CHART.is_abroad(way[-1]):
            left += [(*way, hex) for hex in beside.get(way[-1], ()) if hex not in way]


def cost(track: Track, way: tuple[str, ...], train: frozenset[int] = TRAIN) -> int:
    """The gold for a path: 1 for each step that is not over own track."""
    return sum(train.isdisjoint(owners_by_side(track)[side_between(a, b)]) for a, b in pairwise(way))


def hours(way: tuple[str, ...]) -> int:
    return sum(movement_costs(CHART, way))


@pytest.mark.parametrize("center", CENTERS)
def test_78_default_path_is_the_best_of_all_paths(center):
    track = board(center)
    best = {}
    for way in ways(track, center):
        worth = hours(way), cost(track, way), way[::-1]
        best[way[-1]] = min(best.get(way[-1], worth), worth)
    assert len(best) > 5
    assert {goal: trace_route(CHART, track, TRAIN, Route((center, goal))).hexes for goal in best} == {
        goal: backward[::-1] for goal, (_, _, backward) in best.items()
    }


@pytest.mark.parametrize("center", CENTERS)
def test_78_notation_of_a_route_is_the_shortest(center):
    track = board(center)
    every = sorted(ways(track, center))
    for way in every[:: max(1, len(every) // 60)]:
        route = encode_route(CHART, track, TRAIN, way)
        assert trace_route(CHART, track, TRAIN, route).hexes == way
        for left_out in range(1, len(route.via) - 1):
            fewer = Route(route.via[:left_out] + route.via[left_out + 1 :])
            assert read(track, fewer) != way


def read(track: Track, route: Route) -> tuple[str, ...]:
    try:
        return trace_route(CHART, track, TRAIN, route).hexes
    except RouteRefused:
        return ()


@pytest.mark.parametrize("center", CENTERS)
def test_58_distance_is_that_of_the_shortest_path(center):
    track, least = board(center), {center: 0}
    for way in ways(track, center):
        least[way[-1]] = min(least.get(way[-1], 99), len(way) - 1)
    assert {hex: track_distance(CHART, track, (center,), (hex,)) for hex in track_graph(CHART.key, track).hexes} == {
        hex: least.get(hex) for hex in track_graph(CHART.key, track).hexes
    }


@pytest.mark.parametrize(("center", "hour", "own"), [*zip(CENTERS, (1, 3, 2, 1), (0, 0, 2, 4), strict=True)])
def test_78_lightest_path_to_several_goals_is_minimal(center, hour, own):
    track = board(center)
    graph, ends = track_graph(CHART.key, track), sorted({way[-1] for way in ways(track, center)})[:2]
    steps = kind_weights(graph, hour, lambda seats: own if 1 in seats else 2)
    rest = [left * hour for left in min_remaining_movement(CHART.key, track, tuple(ends))]
    found = find_lightest_path(graph, steps, [graph.numbers[center]], rest)

    def weight(way):
        mine = len(way) - 1 - cost(track, way)
        return hour * hours(way) + own * mine + 2 * cost(track, way)

    assert found is not None
    assert found[0] == center and found[-1] in ends
    assert weight(found) == min(weight(way) for way in ways(track, center) if way[-1] in ends)
    assert [build_path_tree(graph, steps, [graph.numbers[center]]).weights[graph.numbers[end]] for end in ends] == [
        min(weight(way) for way in ways(track, center) if way[-1] == end) for end in ends
    ]


@pytest.mark.parametrize("center", CENTERS)
def test_min_remaining_movement_is_that_of_the_fastest_path(center):
    """The last step counts as 1, because the bound must not exceed the movement of any path."""
    track = board(center)
    left, graph = min_remaining_movement(CHART.key, track, (center,)), track_graph(CHART.key, track)
    assert left[graph.numbers[center]] == 0
    for hex in (hex for hex in graph.hexes if hex != center):
        whole = [hours(way) for way in ways(track, center) if way[-1] == hex]
        into = movement_costs(CHART, (center, hex))[0]
        assert left[graph.numbers[hex]] == (min(whole) - into + 1 if whole else 1 << 60)


@pytest.mark.parametrize("center", CENTERS)
def test_70_78_first_suggestions_are_the_fastest_and_the_cheapest_over_an_own_step(center):
    track = board(center)
    missed = []
    for goal in sorted({way[-1] for way in ways(track, center)})[::2]:
        every = [way for way in ways(track, center) if way[-1] == goal]
        own = [way for way in every if has_own_step(track, TRAIN, way)]
        found = [trace_route(CHART, track, TRAIN, route).hexes for route in proposed(track, center, goal)]
        assert len(set(found)) == len(found) <= 5
        assert all(has_own_step(track, TRAIN, way) for way in found)
        quickest = min(((hours(way), cost(track, way)) for way in own), default=None)
        first = next(((hours(way), cost(track, way)) for way in found), None)
        missed += [goal] if quickest != first else []
        cheapest = min((cost(track, way), hours(way)) for way in every)
        if all(has_own_step(track, TRAIN, way) for way in every if (cost(track, way), hours(way)) == cheapest):
            assert cheapest in [(cost(track, way), hours(way)) for way in found]
    assert missed == []


def proposed(track: Track, start: str, goal: str) -> tuple[Route, ...]:
    return route_proposals(CHART.key, track, TRAIN, ((start,), (goal,)))


def test_53_suggested_route_avoids_the_border():
    """From C12 to D12, seat 1 needs a detour for an own step: three steps across the border, or four."""
    lines = {1: "B12-C13, D10-D11", 2: "C12-D12, C12-B12, C13-D12, C12-C11-D10, D11-D12"}
    track = Track((), tuple(piece for seat, line in lines.items() for piece in pieces_of(seat, line)))
    assert CHART.is_abroad("B12") and CHART.is_abroad("C13")
    (route,) = proposed(track, "C12", "D12")
    assert trace_route(CHART, track, TRAIN, route).hexes == ("C12", "C11", "D10", "D11", "D12")


# -- fees


LINE = tuple(column("R", 2, 10).split("-"))


@pytest.mark.parametrize("number", range(24))
def test_71_74_fees_keep_the_limit_if_possible(monkeypatch, number):
    """Eight steps over track of two to four rivals, with a limit of 3."""
    monkeypatch.setattr(train_routes, "MAX_FEES_PER_RIVAL", 3)
    rng, pieces, choices = rng_from_seed(number), [], []
    for a, b in pairwise(LINE):
        seats = []
        while not seats:
            bits, rng = rng.draw_below(16)
            seats = [seat for seat in (2, 3, 4, 5) if bits >> (seat - 2) & 1 and seat <= 3 + number % 3]
        pieces += [TrackPiece(seat, a, b) for seat in seats]
        choices.append(seats)
    gold = {1: 0, 2: 4, 3: 3, 4: 3, 5: 1}
    paid = route_fees(Track((), tuple(pieces)), TRAIN, TrainRoute(LINE, (0,) * 8), gold)
    assert sum(paid.values()) == 8 and list(paid) == sorted(paid)
    poorest = [min(seats, key=lambda seat: (gold[seat], seat)) for seats in choices]
    if all(poorest.count(seat) <= 3 for seat in poorest):
        assert paid == {seat: poorest.count(seat) for seat in sorted(set(poorest))}
    possible = any(max(map(dealt.count, dealt)) <= 3 for dealt in product(*choices))
    assert (max(paid.values()) <= 3) == possible


def test_71_fees_beyond_the_limit_go_to_the_poorest():
    track = {2: column("R", 2, 16), 3: column("R", 2, 6)}
    pieces = tuple(piece for seat, line in track.items() for piece in pieces_of(seat, line))
    hexes = tuple(column("R", 2, 16).split("-"))
    assert route_fees(Track((), pieces), TRAIN, TrainRoute(hexes, (0,) * 14), {2: 5, 3: 9}) == {2: 10, 3: 4}
    assert route_fees(Track((), pieces), TRAIN, TrainRoute(hexes, (0,) * 14), {2: 5, 3: 9}, frozenset({2})) == {2: 14}
    assert route_fees(Track((), pieces), TRAIN, TrainRoute(hexes, (0, 3, *(0,) * 12)), {2: 5, 3: 9}) == {2: 10, 3: 4}
    many = tuple(column("R", 2, 18).split("-"))
    longer = Track((), (*pieces, *pieces_of(2, column("R", 16, 18))))
    assert route_fees(longer, TRAIN, TrainRoute(many, (0,) * 16), {2: 5, 3: 9}) == {2: 12, 3: 4}


def test_71_fees_beyond_the_limit_go_to_the_poorest_of_equal_owners():
    pieces = [piece for seat in (2, 3) for piece in pieces_of(seat, column("R", 2, 25))]
    hexes = tuple(column("R", 2, 25).split("-"))
    assert route_fees(Track((), tuple(pieces)), TRAIN, TrainRoute(hexes, (0,) * 23), {2: 9, 3: 4}) == {2: 10, 3: 13}


# -- building


NETWORKS = {
    "tyne-tees": (("K7",), ("A16", "B16", "C15")),
    "london-liverpool": (("C9", "D9", "D10"), ("R7", "R8", "Q9", "R14")),
}


def cheapest(key: str, network: tuple[str, ...], weigh) -> dict[str, tuple[int, ...]]:
    """The weight of the lightest path from a network to each hex, by trying all steps."""
    chart = HEX_MAPS[key]
    best, heap = dict.fromkeys(network, (0, 0, 0)), [((0, 0, 0), hex) for hex in network]
    while heap:
        so_far, a = heappop(heap)
        if so_far > best[a]:
            continue
        for b in chart.neighbors(a):
            if is_passable(chart, a, b):
                further = tuple(x + y for x, y in zip(so_far, weigh(a, b), strict=True))
                if b not in best or further < best[b]:
                    best[b] = further
                    heappush(heap, (further, b))
    return best


@pytest.mark.parametrize(("key", "network"), [(key, one) for key, every in NETWORKS.items() for one in every])
def test_plain_build_paths_are_the_cheapest_and_the_shortest(key, network):
    chart = HEX_MAPS[key]
    cheap = cheapest(key, network, lambda a, b: (0, building_cost(chart, a, b), 1))
    short = cheapest(key, network, lambda a, b: (0, 1, building_cost(chart, a, b)))
    found = plain_build_paths(key, frozenset(network))
    assert set(found) == {name for name, hexes in goal_hexes(key).items() if not set(hexes) & set(network)}
    assert [way.cost for way, _ in found.values()] == sorted(way.cost for way, _ in found.values())
    for name, (cheapest_way, shortest_way) in found.items():
        ends = goal_hexes(key)[name]
        assert (0, cheapest_way.cost, cheapest_way.length) == min(cheap[hex] for hex in ends)
        assert (0, shortest_way.length, shortest_way.cost) == min(short[hex] for hex in ends)
        for way in (cheapest_way, shortest_way):
            assert way.hexes[0] in network and len(way.hexes) == min(MAX_PATH_HEXES, way.length + 1)
            assert all(is_passable(chart, a, b) for a, b in pairwise(way.hexes))
            if len(way.hexes) == way.length + 1:
                assert way.hexes[-1] in ends
                assert sum(building_cost(chart, a, b) for a, b in pairwise(way.hexes)) == way.cost


def test_path_begins_at_the_first_of_equally_near_hexes():
    chart = HEX_MAPS["tyne-tees"]
    network = frozenset(hex for hex in chart.terrain if not chart.is_closed(hex) and hex[0] in "JK")
    order = list(chart.terrain)
    for name, (way, _) in plain_build_paths(chart.key, network).items():
        alone = {hex: plain_build_paths(chart.key, frozenset({hex}), (name,)) for hex in network}
        nearest = [hex for hex, found in alone.items() if found and found[name][0][1:] == way[1:]]
        assert way.hexes[0] == min(nearest, key=order.index)


def test_paths_of_a_growing_network_match_a_new_computation():
    whole = ("R7", "R8", "R9", "S10", "S11")
    for length in range(1, 6):
        grown = plain_build_paths(CHART.key, frozenset(whole[:length]))
    ends = {
        name: min(plain_build_paths(CHART.key, frozenset({hex}), (name,))[name][0][1:] for hex in whole)
        for name in grown
    }
    assert {name: way[1:] for name, (way, _) in grown.items()} == ends


def test_51_no_path_continues_from_across_the_border():
    assert CHART.is_abroad("B12")
    assert plain_build_paths(CHART.key, frozenset({"B12"})) == {}


def test_path_that_reaches_its_goal_has_no_remaining_path():
    assert remaining_path(CHART.key, frozenset({"R12", "R13", "R14", "S14"}), "Nottingham") is None
    left = remaining_path(CHART.key, frozenset({"R10", "R11"}), "Nottingham")
    assert left is not None and left.length == 3 and left.hexes == ("R11", "R12", "R13", "R14")


RING = "-".join((*CHART.neighbors("R14"), CHART.neighbors("R14")[0]))
"""Track around Nottingham."""
BUILT = {1: column("R", 2, 10), 2: f"S2-S3-S4, {RING}", 3: f"S21-T21-U22-U23, {RING}, K10-K11"}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_fee_minimal_paths_pay_the_least_within_the_cost_limit(seat):
    track = operating(track=BUILT).track
    network = tuple(sorted({hex for side, seats in owners_by_side(track).items() if seat in seats for hex in side}))
    toward = tuple(name for name, hexes in goal_hexes(CHART.key).items() if not set(hexes) & set(network))
    dearest = max(way.cost for way, _ in plain_build_paths(CHART.key, frozenset(network), toward).values()) + 6

    def weigh(a, b):
        return sum(rival_payments(CHART, track, seat, a, b).values()), building_cost(CHART, a, b), 1

    least = cheapest(CHART.key, network, weigh)
    found = fee_minimal_paths(CHART.key, track, seat, frozenset(network), toward)
    assert set(found) == set(toward)
    paying = 0
    for name, way in found.items():
        due, gold, steps = min(least[hex] for hex in goal_hexes(CHART.key)[name])
        assert gold <= dearest and (way.cost, way.length) == (gold, steps)
        assert way.hexes[0] in network and len(way.hexes) == min(MAX_PATH_HEXES, steps + 1)
        paying += due > 0
        if steps < MAX_PATH_HEXES:
            assert tuple(map(sum, zip(*(weigh(a, b) for a, b in pairwise(way.hexes)), strict=True))) == (
                due,
                gold,
                steps,
            )
    assert paying == {1: 1, 2: 0, 3: 0}[seat]
