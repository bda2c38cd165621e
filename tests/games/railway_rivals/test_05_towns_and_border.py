"""R Income, R Note on Special Runs, R Crossing Borders; rulings 46 to 53."""

from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.events import TownReached, TrackBuilt
from tests.games.railway_rivals.table import CHART, events_of, go, refusal, table

FAR = ("AA32", "Y5", "F32")


def test_a_town_is_reached_when_track_enters_its_hex_and_pays_6():  # 46
    state, events = go(table(starts=FAR, track={1: "Q19-Q18"}), "p1 lay Q18-R18")
    assert [(event.seat, event.name, event.bonus) for event in events_of(events, TownReached)] == [(1, "Leicester", 6)]
    assert state.gold == {1: 26, 2: 20}
    assert state.first["R18"] == 1


def test_second_company_in_a_town_gets_no_bonus():  # R Income; 47
    state = table(starts=FAR, track={1: "Q19-Q18", 2: "S19-S18"}, capital=3)
    state, events = go(state, "p1 lay Q18-R18", "p1 done", "p2 lay S18-R18")
    assert [event.seat for event in events_of(events, TownReached)] == [1]
    assert state.gold == {1: 26, 2: 20}


def test_earlier_seat_gets_the_bonus_if_two_plan_the_same_town():  # 47
    state = table(starts=FAR, track={1: "Q19-Q18", 2: "S19-S18"}, capital=3)
    state, events = go(state, "p2 lay S18-R18", "p1 lay Q18-R18", "p1 done")
    assert [event.seat for event in events_of(events, TownReached)] == [1]
    assert state.gold == {1: 26, 2: 20}


def test_in_a_round_of_three_rolls_the_earlier_roll_comes_first_and_then_the_order():  # 47
    state = table(starts=FAR, track={1: "Q19-Q18", 2: "S19-S18"}, capital=(3, 3, 3), options={"rolls": "three"})
    state, events = go(state, "p1 done", "p1 lay Q18-R18", "p2 lay S18-R18")
    assert [event.seat for event in events_of(events, TownReached)] == [2]


def test_a_town_with_several_numbers_pays_once():  # 48
    state, _ = go(table(starts=("C9", "Y5"), track={1: "Z31-Z32"}), "p1 lay Z32-AA32")
    assert len(state.hex_map.town_at["AA32"].numbers) == 4
    assert state.gold[1] == 26


def test_in_the_operating_stage_a_town_pays_nothing():  # 49
    state = table(starts=FAR, track={1: "Q19-Q18"}, operating=True, unreached=("Leicester",), late=("R18",))
    state, events = go(state, "p1 lay Q18-R18")
    assert events_of(events, TownReached)[0].bonus == 0
    assert state.gold[1] == 20 - 1


def test_late_towns_option_pays_bonuses_in_the_operating_stage():  # 49
    options = {"late_towns": True}
    state = table(starts=FAR, track={1: "Q19-Q18"}, operating=True, unreached=("Leicester",), options=options)
    state, events = go(state, "p1 lay Q18-R18")
    assert events_of(events, TownReached)[0].bonus == 6
    assert state.gold[1] == 20 - 1 + 6


def test_the_places_of_special_runs_pay_nothing():  # 50
    state, events = go(table(starts=FAR, track={1: "D3-D2"}), "p1 lay D2-D1")
    assert not events_of(events, TownReached)
    assert state.gold[1] == 20


def test_track_leads_into_the_first_hex_over_the_border_and_ends_there():  # 51
    state = table(starts=FAR, track={1: "D13-D14-C14"})
    for path in ("C14-D13", "C14-C15", "C14-C13"):
        assert refusal(state, f"p1 lay {path}") == "You can’t build from C14: it’s across the border, where track ends."
    assert refusal(table(starts=FAR, track={1: "D13-D14"}), "p1 lay D14-C14-C15").startswith(
        "You can’t build from C14: it’s across the border"
    )


def test_track_cannot_go_farther_across_the_border():  # 51
    state = table(starts=FAR, track={1: "C12-B12"})
    assert refusal(state, "p1 lay B12-A12") == ("You can’t build from B12 to A12: A12 is too far across the border.")


def test_two_lines_may_lead_into_one_hex_over_the_border():  # 52
    state = table(starts=FAR, track={1: "D13-D14-C14"})
    go(state, "p1 lay D13-C14")


def test_the_places_of_special_runs_are_hexes_like_all_others():  # 7
    assert building_cost(CHART, "D2", "D1") == 1
    _, events = go(table(starts=FAR, track={1: "D3-D2", 2: "E2-D1"}), "p1 lay D2-D1")
    assert events_of(events, TrackBuilt)[0].paid == {2: 1}
    go(table(starts=FAR, track={1: "D2-D1"}), "p1 lay D1-E1")


def test_ports_matter_for_the_special_run_to_any_port_alone():  # 8
    assert CHART.hexes_of("S6") == tuple(town.hex for town in CHART.towns if town.is_port)
    assert building_cost(CHART, "Z5", "Y5") == 1
    assert building_cost(CHART, "Q19", "R18") == 1


def test_a_town_entered_by_two_lines_of_one_build_pays_once():  # 48
    state = table(starts=("AA32", "Y5"), track={1: "Q18-Q19-R19"}, capital=3)
    state, events = go(state, "p1 lay Q18-R18,R19-R18")
    assert [(event.town, event.bonus) for event in events_of(events, TownReached)] == [("R18", 6)]
    assert state.gold[1] == 26
