"""On small boards, each search has the same result as a slow and simple one. (RC Phases 5, 6)"""

from functools import cache
from itertools import pairwise

import pytest

from engine.core import dollar_amount
from engine.games.railroads_of_catan.game_data.island import TRACKS, kind_of, track_between, track_ends
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.rules.run_graph import run_graph_of
from engine.games.railroads_of_catan.rules.scoring import nodes_joined_to
from engine.games.railroads_of_catan.rules.trips import travel
from engine.games.railroads_of_catan.search.best_trip_value import best_trip
from engine.games.railroads_of_catan.search.build_paths import full_build_paths
from engine.games.railroads_of_catan.search.pareto_paths import pareto_paths_of
from tests.games.railroads_of_catan.every_trip import most_and_soonest
from tests.games.railroads_of_catan.small_boards import small_board

BOARDS = [number for number in range(62) if number not in {4, 6, 9, 11, 15, 26, 29, 44, 53}]
"""Numbers of boards, without those on which the slow search takes very long."""

board = cache(small_board)


@pytest.mark.parametrize("number", BOARDS)
def test_best_trip_equals_the_best_of_all_trips(number):
    state, had = board(number)
    (train,) = state.trains_of(1)
    money, trip = best_trip(state, had, train)
    assert (money, travel(state, had, train, trip).moves if trip else 0) == most_and_soonest(state, had, train)
    assert trip is None or travel(state, had, train, trip).bill.net == money


# -- ways of trains


def steps(state):
    """(from, to, moves, seats that get $200) of every track that is open to seat 1, in both directions."""
    for over, owner in state.tracks.items():
        kind = kind_of(state.layout, over)
        if state.event == "monsoon" and kind == "coast":
            continue
        moves = 2 if kind == "mountain" and state.associates.get(1) != "conductor" else 1
        for here, there in (track_ends(over), track_ends(over)[::-1]):
            hosts = [] if owner == 1 or state.associates.get(1) == "union" else [owner]
            hosts += [state.cities[there].seat] if there in state.cities and state.cities[there].seat != 1 else []
            yield here, there, moves, hosts


def walks(state, start):
    """(end, moves, fees of each seat up to the maximum) of every walk of up to eight moves."""
    found, waiting = set(), [(start, 0, (0, 0, 0, 0))]
    beside = list(steps(state))
    while waiting:
        walk = waiting.pop()
        if walk in found:
            continue
        found.add(walk)
        for here, there, more, hosts in beside:
            if here == walk[0] and walk[1] + more <= 8:
                got = [*walk[2]]
                for host in hosts:
                    got[host - 1] = min(got[host - 1] + 200, 1_000)
                waiting.append((there, walk[1] + more, tuple(got)))
    return found


def best_walks(state, start):
    """The walks to other cities that no other walk replaces, by moves and by the fees of each seat."""
    ends_in_cities = [walk for walk in walks(state, start) if walk[0] in state.cities and walk[0] != start]
    return {walk for walk in ends_in_cities if not any(betters(other, walk) for other in ends_in_cities)}


def betters(other, walk):
    no_worse = other[1] <= walk[1] and all(a <= b for a, b in zip(other[2], walk[2], strict=True))
    return other[0] == walk[0] and other != walk and no_worse


@pytest.mark.parametrize("number", BOARDS)
def test_pareto_paths_equal_those_of_a_slow_search(number):
    state, _ = board(number)
    start = state.trains_of(1)[0].at
    expected = best_walks(state, start)
    for moves in (0, 3, 8, 20):
        found = [*pareto_paths_of(state, 1).paths_within(start, moves)]
        assert [toll.moves for toll in found] == sorted(toll.moves for toll in found)
        got = [(toll.points[-1], toll.moves, toll.fees) for toll in found]
        assert len(got) == len(set(got)) and set(got) == {walk for walk in expected if walk[1] <= moves}
    for toll in pareto_paths_of(state, 1).paths_within(start, 8):
        assert taken(state, (start, *toll.points)) == (toll.moves, toll.fees)


def taken(state, points):
    """The moves of a path, and the fees of each seat up to the maximum."""
    known = {(here, there): (moves, hosts) for here, there, moves, hosts in steps(state)}
    legs = [known[step] for step in pairwise(points)]
    hosts = [host for _, those in legs for host in those]
    return sum(moves for moves, _ in legs), tuple(min(200 * hosts.count(seat), 1_000) for seat in (1, 2, 3, 4))


@pytest.mark.parametrize("number", BOARDS)
def test_run_graph_has_the_fastest_and_cheapest_paths(number):
    state, _ = board(number)
    start, roads = state.trains_of(1)[0].at, run_graph_of(state, 1)
    beside = [(here, there, (moves, 200 * len(hosts))) for here, there, moves, hosts in steps(state)]
    quick, cheap = lightest(start, beside), lightest(start, [(a, b, weight[::-1]) for a, b, weight in beside])
    for city in {*state.cities} - {start}:
        legs = [(leg.moves, leg.fees) for leg in roads.legs_from(start).get(city, ())]
        expected = [quick[city], cheap[city][::-1]] if city in quick else []
        assert legs == [*dict.fromkeys(expected)] or legs == expected  # another way may cost the same
    assert [leg.moves for leg in roads.legs_by_moves(start)] == sorted(leg.moves for leg in roads.legs_by_moves(start))


def lightest(start, beside):
    """The weight of the lightest path to each point, in two parts, relaxed until nothing changes."""
    found, before = {start: (0, 0)}, {}
    while found != before:
        before = dict(found)
        for here, there, (first, second) in beside:
            if here in found:
                total = found[here][0] + first, found[here][1] + second
                found[there] = min(found.get(there, total), total)
    return found


# -- ways for new track


def prices(state):
    """The dollars of each possible track for seat 1, with $1,000 for a rival's city at an end."""
    for new in TRACKS:
        kind = kind_of(state.layout, new)
        if new in state.tracks or (state.event == "monsoon" and kind == "coast"):
            continue
        price = 2_000 if kind in ("mountain", "water") else 1_000
        price = price // 2 if state.associates.get(1) == "engineer" else price
        rivals = [end for end in track_ends(new) if end in state.cities and state.cities[end].seat != 1]
        yield new, price + 1_000 * len(rivals)


@pytest.mark.parametrize("number", BOARDS[::12])
@pytest.mark.parametrize("associate", [Associate.ENGINEER, Associate.CREW])
def test_build_paths_are_the_cheapest_and_shortest(number, associate):
    state, _ = board(number)
    state = state.set_associate(1, associate)
    cost = dict(prices(state))
    own = {end for over in state.tracks_of(1) for end in track_ends(over)} | {*state.cities_of(1)}
    beside = [(*pair, (price, 1)) for new, price in cost.items() for pair in (track_ends(new), track_ends(new)[::-1])]
    for city in state.cities:
        goal = nodes_joined_to(state, 1, city) if city in own else {city}
        found = [way for way in full_build_paths(state, 1) if way.city == city]
        for way in found:
            new = [track_between(*pair) for pair in pairwise(way.points)]
            assert way.points[0] in own - goal and way.points[-1] in goal
            assert len(new) == len({*new} & {*cost}) and way.cost == sum(cost[each] for each in new)
        check(city, goal, found, own, beside, state.cities)


def check(city, goal, found, own, beside, cities):
    """The paths are the cheapest and the shortest; there is none if all of these end in another city."""
    from_own = [("", here, (0, 0)) for here in own - goal]
    cheap = lightest("", [*from_own, *beside])
    short = lightest("", [*from_own, *((a, b, weight[::-1]) for a, b, weight in beside)])
    least, fewest = min(cheap.get(end, NEVER) for end in goal), min(short.get(end, NEVER) for end in goal)
    ways = {(way.cost, len(way.points) - 1) for way in found}
    assert ways <= {least, fewest[::-1]}, dollar_amount(least[0])
    if not any(end in cities for end in goal - {city}) and least != NEVER:
        assert ways == {least, fewest[::-1]}


NEVER = (1_000_000, 1_000_000)
