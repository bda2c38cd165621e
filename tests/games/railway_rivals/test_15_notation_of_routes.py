"""The notation of routes: any simple path can be written and read again. (ruling 78)"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import MAX_LENGTH, Seat, read_action, write_action
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Side, side_between
from engine.games.railway_rivals.rules.race import movement_costs
from engine.games.railway_rivals.rules.search.train_routes import (
    MAX_FEES_PER_RIVAL,
    RETURN_KINDS,
    ROUTE_KINDS,
    encode_route,
    route_fees,
    route_proposals,
    trace_route,
)
from engine.games.railway_rivals.state.actions import Accept, Enter, Exchange, Joint
from engine.games.railway_rivals.state.path_notation import Branches, Route
from engine.games.railway_rivals.state.track import Track, TrackPiece, is_passable, owners_by_side
from tests.games.railway_rivals.contest import column, contest
from tests.games.railway_rivals.table import go, refusal

CHART = HEX_MAPS["london-liverpool"]
SEATS = 5


@st.composite
def networks(draw, sides=120):
    """Random track of five companies, often along existing track."""
    random = draw(st.randoms(use_true_random=False))
    pieces, mine = [], dict[Seat, list[str]]()
    starts = [town.hex for town in CHART.start_towns]
    built: set[tuple[Seat, Side]] = set()
    for number in range(SEATS * draw(st.integers(10, sides))):
        seat = Seat(number % SEATS + 1)
        own = mine.setdefault(seat, [starts[number % len(starts)]])
        hex = own[-1] if random.random() < 0.8 else random.choice(own)
        others = [other for other in CHART.neighbors(hex) if is_passable(CHART, hex, other)]
        if not others:
            continue
        other = random.choice(others)
        if (seat, side_between(hex, other)) not in built:
            built.add((seat, side_between(hex, other)))
            pieces.append(TrackPiece(seat, hex, other))
        own.append(other)
    return Track(tuple((Seat(n + 1), starts[n % len(starts)]) for n in range(SEATS)), tuple(pieces))


@st.composite
def ways(draw, track):
    """A random simple path over this track; hexes across the border are only at its ends."""
    beside: dict[str, set[str]] = {}
    for a, b in owners_by_side(track):
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    random = draw(st.randoms(use_true_random=False))
    way = [random.choice(sorted(beside))]
    for _ in range(draw(st.integers(1, 60))):
        onward = sorted(beside[way[-1]] - set(way))
        if not onward or (len(way) > 1 and CHART.is_abroad(way[-1])):
            break
        way.append(random.choice(onward))
    return tuple(way)


@given(st.data())
def test_any_simple_path_has_a_notation(data):  # 78
    track = data.draw(networks())
    way = data.draw(ways(track))
    train = frozenset(data.draw(st.sets(st.integers(1, SEATS), min_size=1, max_size=2)))
    if len(way) < 2:
        return
    route = encode_route(CHART, track, train, way)
    assert trace_route(CHART, track, train, route).hexes == way
    assert Route.read(str(route)) == route
    assert trace_route(CHART, track, train, Route(way)).hexes == way
    assert len(route.via) <= len(way)
    for left_out in range(1, len(route.via) - 1):  # no way-point is superfluous
        shorter = Route(route.via[:left_out] + route.via[left_out + 1 :])
        assert hexes_of(track, train, shorter) != way


def hexes_of(track, train, route):
    try:
        return trace_route(CHART, track, train, route).hexes
    except ValueError:
        return ()


@given(st.data())
def test_suggested_routes_are_legal_and_fit_in_a_line(data):  # 78
    track = data.draw(networks(sides=60))
    start, goal = data.draw(st.lists(st.sampled_from(CHART.cards), min_size=2, max_size=2, unique=True))
    ends = CHART.hexes_of(start), CHART.hexes_of(goal)
    if set(ends[0]) & set(ends[1]):
        return
    seat, partner = data.draw(st.permutations(range(1, SEATS + 1)))[:2]
    gold = dict.fromkeys(range(1, SEATS + 1), 20)
    for train, spared, kinds in (
        (frozenset({seat}), frozenset(), ROUTE_KINDS),
        (frozenset({seat, partner}), frozenset(), ROUTE_KINDS),
        (frozenset({seat}), frozenset({partner}), RETURN_KINDS),
    ):
        routes = route_proposals(CHART.key, track, train, ends, spared, kinds)
        assert len(routes) == len(set(routes)) <= 5
        for route in routes:
            way = trace_route(CHART, track, train, route)
            assert way.hexes[0] in ends[0]
            assert way.hexes[-1] in ends[1]
            paid = route_fees(track, train, way, gold, spared)
            assert all(amount <= MAX_FEES_PER_RIVAL for rival, amount in paid.items() if rival not in spared)
            run = f"{start}-{goal}"
            for action in (
                Enter(seat, run, route),
                Joint(seat, run, partner, route),
                Exchange(seat, run, partner, route),
                Accept(seat, run, partner, route),
            ):
                line = write_action(action)
                assert len(line) <= MAX_LENGTH
                assert read_action(line, (type(action),)) == action
        if len(routes) > 1 and not spared:
            lengths = [sum(movement_costs(CHART, trace_route(CHART, track, train, route).hexes)) for route in routes]
            assert min(lengths) == lengths[0]


def test_notation_of_a_path_with_over_forty_hexes():
    pieces = [TrackPiece(Seat(1), *side) for side in pairwise(LONG)]
    track = Track((), tuple(pieces))
    assert len(LONG) > 40
    assert str(encode_route(CHART, track, frozenset({1}), LONG)) == f"{LONG[0]}>{LONG[-1]}"


LONG = tuple(
    [f"P{row}" for row in range(34, 0, -1)]
    + ["Q1", "R1", "S1", "T1", "U1", "V1", "W1", "X1", "Y1"]
    + [f"Y{row}" for row in range(2, 5)]
)


@pytest.mark.parametrize("word", ["C9>K12>R20", "C9>K12:3>R20", "AA32>Z9"])
def test_a_route_reads_as_it_is_written(word):
    assert str(Route.read(word)) == word


@pytest.mark.parametrize(
    "word", ["", "C9", "C9>", ">C9", "C9>>K1", "C9:2>K12", "C9>K12:", "C9>K12:x", "C9>K123", "9C>K1"]
)
def test_invalid_route_is_not_read(word):
    with pytest.raises(ValueError, match=f"^{word}$"):
        Route.read(word)


def test_a_route_is_read_in_small_letters_and_with_dashes():
    assert Route.read("c9-k12-r20") == Route(("C9", "K12", "R20"))


WAY = (*(f"R{row}" for row in range(2, 21)), "S21", "T21", "U22", "U23")


def of_length(line: str, length: int) -> str:
    """A line of this length, with a route from York to Northampton that names many hexes."""
    short, *_ = [hex for hex in WAY if len(hex) == 2]
    for few in range(8):
        for many in range(15):
            named = {short, *WAY[1 : few + 1], *WAY[8 : many + 8], WAY[-1]}
            found = f"{line} {'>'.join(hex for hex in WAY if hex in named)}"
            if len(found) == length:
                return found
    raise AssertionError(f"no line of {length} characters")


@pytest.mark.parametrize("line", ["p1 enter 23-46", "p1 exchange 23-46 2", "p2 accept 23-46 1"])
def test_a_line_has_80_characters_at_most(line):
    track = {1: f"{column('R', 2, 12)}, S21-T21-U22-U23", 2: f"{column('R', 12, 20)}-S21"}
    state = contest("23-46", track=track)
    if "accept" in line:
        state, _ = go(state, "p1 exchange 23-46 2 R2>U23")
    go(state, of_length(line, MAX_LENGTH))
    assert refusal(state, of_length(line, MAX_LENGTH + 1)) == (
        "This line has 81 characters, and a move can have 80. Name fewer hexes on the way."
    )


def test_a_joint_run_is_offered_with_a_route_that_the_partner_can_write_too():
    state = contest("23-46", track={1: f"{column('R', 2, 20)}-S21", 2: "S21-T21-U22-U23"})
    offer = of_length("p1 joint 23-46 2", MAX_LENGTH - 1)
    accept = offer.replace("p1 joint 23-46 2", "p2 accept 23-46 1")
    assert len(accept) == MAX_LENGTH
    go(state, offer, accept)
    assert refusal(state, of_length("p1 joint 23-46 2", MAX_LENGTH)) == (
        "This line has 81 characters, and a move can have 80. Name fewer hexes on the way."
    )


@pytest.mark.parametrize(
    "word", ["k12–k13–l13", "K12—K13−L13", "K12→K13→L13", "K12 K13 L13", "K12 - K13 -L13", "_K12_-_K13_L13"]
)
def test_path_is_read_as_printed_in_pictures(word):
    assert str(Branches.read(word)) == "K12-K13-L13"
    assert str(Route.read(word)) == "K12>K13>L13"
    assert str(Branches.read(f"{word} , C9 B9")) == "K12-K13-L13,C9-B9"


def test_run_is_read_as_printed_in_pictures():
    state = contest("23-43", track={1: "R2-R3"})
    assert go(state, "p1 stay 23–43")[0] == go(state, "p1 stay 23-43")[0]
