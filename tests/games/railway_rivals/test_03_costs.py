"""R Building Costs and the summary of building costs; rulings 20 to 27, 29 to 33."""

import pytest

from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.events import BuildingPlanned, CapitalLost, DieRolled, TrackBuilt
from tests.games.railway_rivals.table import CHART, asked, events_of, go, offered, refusal, table

# -- the table of costs


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("D1-E1", 1),  # base cost only
        ("E1-F1", 3),  # into a hill: 1 + 2 for a half hex
        ("F1-E1", 3),  # out of a hill
        ("F1-G1", 5),  # 1 + 4 for two half hexes of hill
        ("P1-Q1", 3),  # 1 + 2 for crossing a river
        ("K2-K1", 5),  # across a river into a hill: 1 + 2 + 2
        ("K1-K2", 5),  # and out of one
        ("Q2-R2", 1),  # into a town: no additional expense
        ("R2-R3", 1),  # and out of one
        ("D12-C12", 3),  # into a town across a river (31)
        ("I3-I4", 3),  # down a hill into a town: the town's half is free
        ("I4-I3", 3),
    ],
)
def test_the_summary_of_building_costs(path, cost):  # 29, 30
    a, b = path.split("-")
    assert building_cost(CHART, a, b) == cost
    state, events = go(table(track={1: _spur(a, b)}), f"p1 lay {path}")
    (built,) = events_of(events, TrackBuilt)
    assert (built.cost, built.left, built.paid) == (cost, 6 - cost, {})
    assert state.gold[1] in (20, 26)


def _spur(a: str, b: str) -> str:
    """A step of track at ``a`` that is not between ``a`` and ``b``."""
    other = next(
        hex for hex in CHART.neighbors(a) if hex != b and not CHART.is_closed(hex) and not CHART.is_abroad(hex)
    )
    return f"{other}-{a}"


def test_costs_are_cumulative_and_a_river_between_two_hills_costs_7():  # 30
    assert building_cost(CHART, "H1", "I1") == 7


def test_step_that_costs_more_than_the_capital_is_refused_with_both_numbers():  # 22
    assert refusal(table(track={1: "H1-G1"}), "p1 lay H1-I1") == (
        "You can’t build from H1 to I1: it costs 7 (hill to hill, over the Ribble), "
        "and you have 6 building points left."
    )
    assert refusal(table(track={1: "E1-F1"}, capital=3), "p1 lay F1-G1") == (
        "You can’t build from F1 to G1: it costs 5 (hill to hill), and you have 3 building points left."
    )


def test_the_refusal_names_the_step_of_a_longer_path():  # 22
    assert refusal(table(track={1: "D1-E1"}), "p1 lay E1-F1-G1") == (
        "You can’t build from F1 to G1: it costs 5 (hill to hill), and you have 3 building points left."
    )


def test_gold_in_hand_never_buys_track_in_the_building_stage():  # 21
    state = table(track={1: "E1-F1"}, capital=3, gold={1: 500})
    assert "from F1 to G1: it costs 5" in refusal(state, "p1 lay F1-G1")


def test_river_beside_a_town_costs_extra():  # 31
    assert building_cost(CHART, "S2", "R2") == building_cost(CHART, "R2", "S2") == 3


def test_hill_across_the_border_costs_like_a_hill():  # 32
    assert building_cost(CHART, "B15", "A16") == 3
    assert building_cost(CHART, "B19", "A20") == 5


def test_the_mersey_tunnel_costs_5_in_all():  # 33
    _, events = go(table(capital=5), "p1 lay C9-B9")
    assert events_of(events, TrackBuilt)[0].cost == 5


def test_second_company_in_the_tunnel_pays_5_and_3_to_each_rival():  # 33
    state = table(seats=3, starts=("C9", "C9", "Y5"), track={2: "C9-B9", 3: "B9-C9"}, capital=5)
    state, events = go(state, "p1 lay C9-B9")
    (built,) = events_of(events, TrackBuilt)
    assert (built.cost, built.paid) == (5, {2: 3, 3: 3})
    assert state.gold == {1: 14, 2: 23, 3: 23}


# -- capital


def test_roll_is_the_capital_of_all_seats():  # R A Player's Turn
    state = table(seats=3, capital=4)
    assert [slot.capital for slot in state.flow[-1].slots] == [4, 4, 4]


def test_unspent_capital_is_lost():  # 20, 21
    state, events = go(table(capital=4), "p1 lay C9-D9", "p1 done")
    assert [(event.seat, event.gold) for event in events_of(events, CapitalLost)] == [(1, 3)]
    assert state.gold[1] == 20


def test_seat_may_build_nothing():  # 20
    _, events = go(table(capital=4), "p1 done")
    assert events_of(events, CapitalLost)[0].gold == 4


def test_turn_ends_when_all_capital_is_spent():
    state, events = go(table(capital=1), "p1 lay C9-D9")
    assert asked(state) == [2]
    assert not events_of(events, CapitalLost)


def test_several_lines_may_be_built_in_several_moves():  # R Rules of Building
    _, events = go(table(capital=3), "p1 lay C9-D9,C9-C8", "p1 lay D9-E9")
    assert [event.left for event in events_of(events, TrackBuilt)] == [1, 0]


def test_built_track_cannot_be_cleared():  # 27
    state, _ = go(table(capital=3), "p1 done")
    assert refusal(state, "p1 lay C9-D9").startswith("It isn’t player 1’s turn")


# -- connection


def test_the_first_track_begins_in_the_start_town():  # R Rules of Building; 25
    assert refusal(table(), "p1 lay F5-G5") == (
        "You can’t build from F5: your track doesn’t lead there. Start on your own track."
    )
    go(table(), "p1 lay C9-D9")


def test_each_step_begins_where_the_company_has_track():  # 25
    state = table(track={1: "C9-D8-E8"})
    go(state, "p1 lay E8-F8")
    assert "build from G8: your track doesn’t lead there" in refusal(state, "p1 lay G8-H8")
    assert "build from F8: your track doesn’t lead there" in refusal(state, "p1 lay F8-G8,E8-F8")
    go(state, "p1 lay E8-F8,F8-G8")


def test_track_cannot_begin_on_a_rivals_track():  # 25
    assert "build from E8: your track doesn’t lead there" in refusal(table(track={2: "D8-E8"}), "p1 lay E8-F8")


def test_line_in_the_wrong_direction_is_refused_with_the_right_one():
    assert refusal(table(), "p1 lay D9-C9") == "Your track leads to C9, not to D9. Write C9-D9."


def test_no_side_is_built_twice():  # 26
    state = table(track={1: "C9-D9"})
    assert refusal(state, "p1 lay C9-D9") == "You already have track from C9 to D9."
    assert refusal(state, "p1 lay D9-C9") == "You already have track from D9 to C9."
    assert "twice in one move" in refusal(state, "p1 lay D9-E9-D9")


def test_a_gap_is_refused_with_the_neighbors():
    assert refusal(table(), "p1 lay C9-E8") == (
        "You can’t build from C9 to E8: C9 is next to C8, D8, D9, C10, B9, and B8."
    )


def test_a_hex_that_does_not_exist_is_refused():
    assert refusal(table(), "p1 lay C9-C99") == "C99 isn’t a hex on this map. The last one is AD35."
    assert refusal(table(), "p1 lay ZZ9-C9") == "ZZ9 isn’t a hex on this map. The last one is AD35."


def test_sea_and_estuaries_are_refused():  # 4, 5
    state = table(track={1: "C8-B9, C9-D9"}, starts=("C9", "Y5"))
    assert refusal(table(track={1: "C4-C3"}), "p1 lay C3-B3") == "You can’t build from C3 to B3: B3 is sea."
    assert refusal(state, "p1 lay D9-D10") == "You can’t build from D9 to D10: the Mersey estuary is between them."


def test_path_without_steps_is_refused():
    assert refusal(table(), "p1 build Mars C9-D9") == "Mars isn’t a town or special run on this map."
    assert refusal(table(), "p1 build Liverpool C9-D9").startswith("Your track already leads to Liverpool")


def test_too_long_line_is_refused_with_its_length():
    path = "C9-" + "-".join(["D9", "C9"] * 13)
    assert refusal(table(), f"p1 lay {path}") == (
        f"This line has {len(f'p1 lay {path}')} characters, and a move can have 80. Build it in two moves."
    )


# -- proposals


def test_paths_toward_all_goals_are_offered_as_far_as_the_capital_suffices():
    state = table(capital=3)
    toward = {line.split()[1] for line in offered(state, 1) if line.startswith("build")}
    assert {"Manchester", "London", "South_Coast"} <= toward
    assert not {"Birkenhead", "Wales"} & toward  # the tunnel costs 5
    assert not {"Liverpool", "Any_port"} & toward
    assert "build Bolton C9-D8-E8-F7" in offered(state, 1)


def test_single_steps_are_offered_too_and_any_legal_path_is_accepted():
    state = table(capital=2)
    assert {line for line in offered(state, 1) if line.startswith("lay")} == {
        "lay C9-C8", "lay C9-D8", "lay C9-D9",
    }  # fmt: skip
    go(state, "p1 lay c9-d9,c9-c8")


def test_event_of_a_plan_is_visible_to_its_seat_only():  # 18
    _, events = go(table(capital=2), "p2 lay Y5-Y4")
    assert [event.to for event in events_of(events, BuildingPlanned)] == [frozenset({2})]
    assert not events_of(events, DieRolled)
