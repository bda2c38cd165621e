"""Texts of building: labels, narration, status line, and help."""

import msgspec
import pytest

from engine.core import PhaseEnded, read_action, redact
from engine.games.railway_rivals.state.events import BuildingPlanned, DieRolled, PlaceConnected, PlanForgotten
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.track import is_passable
from tests.games.railway_rivals.table import CHART, GAME, events_of, go, table, words
from tests.games.railway_rivals.test_02_turns import rounds

FAR = ("AA32", "Y5", "F32")


def label(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.label(redact(state, action.seat), action, field, lambda seat: f"Player {seat}")


def private(state, seat):
    return GAME.text.private_notes(redact(state, seat), lambda number: f"Player {number}")


def test_label_of_a_path_has_cost_payments_and_bonus():
    state = table(starts=FAR, track={1: "P17-P18", 2: "Q19-P18"}, capital=6)
    line = "p1 build Leicester P18-Q18-R18"
    assert label(state, line) == (
        "Build P18–Leicester (P18-Q18-R18): 2 of 6 points, +6 gold for reaching Leicester first"
    )
    assert label(state, line, "path") == "P18-Q18-Leicester: 2 of 6 points, +6 gold for reaching Leicester first"
    assert label(state, "p1 lay P18-Q19", "path") == "P18-Q19: 1 of 6 points, pays 5 gold to Player 2"


def test_label_of_a_goal_has_its_distance():
    state = table(starts=FAR, track={1: "P17-P18"}, capital=6)
    assert label(state, "p1 build Leicester P18-Q18-R18", "toward") == (
        "Leicester: 2 steps, at least 2 points, +6 gold for reaching it first"
    )


def test_label_of_an_expensive_step_has_the_reason():
    assert label(table(track={1: "J1-K1"}), "p1 lay K1-K2", "path").endswith(
        "5 of 6 points (down a hill, over the Wharfe)"
    )


def test_label_of_done_has_the_lost_capital():
    assert label(table(capital=4), "p1 done") == "Stop building: lose 4 building points"
    assert label(table(capital=4, operating=True), "p1 done") == "Stop building: keep the rest of your gold"
    assert label(table(capital=4), "p2 done") == "Stop planning for this roll: lose 4 building points"


def test_cost_of_a_plan_counts_earlier_plans():
    state, _ = go(table(capital=4), "p2 lay Y5-Y4")
    assert ": 1 of 3 points" in label(state, "p2 lay Y4-Y3")


def test_label_of_a_start_town_names_near_towns():
    state, _ = GAME.new_game(GAME.options(), 2, 1)
    seat = state.roller
    assert label(state, f"p{seat} start London", "town").startswith("London: near Reading (9 points), ")


def test_narration_of_building():
    state = table(starts=FAR, track={1: "P17-P18", 2: "Q19-P18"}, capital=6)
    _, events = go(state, "p1 lay P18-Q19-R18")
    assert words(events) == [
        "Player 1 built track from P18 to Leicester (P18-Q19-R18) "
        "for 2 building points and paid 5 gold to Player 2 (4 left to spend).",
        "Player 1 reached Leicester first: +6 gold.",
    ]


def test_narration_says_why_a_late_town_pays_no_bonus():
    state = table(starts=FAR, track={1: "P17-P18", 2: "Q19-P18"}, capital=9, operating=True)
    _, events = go(state, "p1 lay P18-Q19-R18")
    assert words(events)[-1] == "Player 1 reached Leicester first: no bonus in the operating stage."


def test_label_of_a_partial_path_has_the_remaining_steps():
    state = table(starts=FAR, track={1: "P17-P18"}, capital=1)
    assert label(state, "p1 build Leicester P18-Q18").endswith(
        "Build P18–Q18: 1 of 1 point, 1 step short of Leicester (at least 1 point more)"
    )
    assert label(state, "p1 build Leicester P18-Q18", "path") == "P18-Q18: 1 of 1 point, 1 step short"


def test_private_notes_have_remaining_capital_and_limit():
    state, _ = go(table(capital=6), "p2 lay Y5-Y4", "p2 limit 3")
    assert private(state, 2) == (
        "You have planned 1 of your 6 building points: 5 left.",
        "Your plans may pay rivals up to 3 gold more than planned.",
    )
    assert private(state, 1) == private(state, None) == ()
    state, _ = go(table(capital=6, operating=True), "p2 lay Y5-Y4")
    assert private(state, 2) == ("You have planned for 1 of 6 gold: you may plan for 5 more.",)


def test_narration_of_second_arrivals_and_special_runs():
    state = table(starts=FAR, track={1: "P18-Q18", 2: "S18-R18"}, capital=6)
    _, events = go(state, "p1 lay Q18-R18")
    assert words(events)[1] == "Player 1 reached Leicester after Player 2: no bonus."
    run = CHART.special_runs[0]
    near = next(hex for hex in CHART.neighbors(run.hexes[0]) if is_passable(CHART, hex, run.hexes[0]))
    state = table(starts=(near, "Y5"), capital=12, operating=True)
    _, events = go(state, f"p1 lay {near}-{run.hexes[0]}")
    assert f"Player 1 connected to {run.name}." in words(events)
    again = go(table(starts=FAR, track={1: "P18-R18", 2: "S18-R18"}), "p1 lay P18-Q18")[1]
    assert not events_of(again, PlaceConnected)


def test_narration_of_plans_names_towns():
    path = Branches((("P18", "Q18", "R18"), ("C9", "B9")))
    towns = {"R18": "Leicester"}
    planned = "from P18 to Leicester (P18-Q18-R18) and from C9 to B9"
    assert words((BuildingPlanned(1, path, towns), PlanForgotten(1, path, towns))) == [
        f"You planned track {planned}.",
        f"You cleared your plan for track {planned}.",
    ]


def test_narration_of_a_roll_between_races_has_the_allowance():
    told_now = words((DieRolled(2, 9, (6,), 4),))
    assert told_now == ["Player 2 rolled 6 for the next building. Everyone may spend up to 12 gold (the roll plus 6)."]


def test_narration_of_equal_rolls_keeps_their_order():
    assert words((DieRolled(2, 7, (3, 5, 3)),)) == [
        "From Turn 7 on: Player 2 rolled 3, then 5, then 3, and builds first in Turn 7."
    ]


def test_building_between_races_without_track_is_not_posted():
    _, events = go(operating_with_laid(0), "p1 done", "p2 done")
    assert not events_of(events, PhaseEnded)
    _, events = go(operating_with_laid(0), "p1 lay C9-D8", "p1 done", "p2 done")
    assert [event.phase for event in events_of(events, PhaseEnded)] == ["Building"]


def operating_with_laid(pieces):
    """A building phase that began with this number of track pieces."""
    state = table(operating=True, capital=8)
    phase = msgspec.structs.replace(state.flow[-1], laid=pieces)
    return msgspec.structs.replace(state, flow=(*state.flow[:-1], phase))


def test_narration_of_the_next_turn():
    _, events = rounds(table(capital=4), 1)
    assert "Player 1 left 4 building points unspent." in words(events)
    assert any(line.startswith("Turn 6: Player 2 rolled ") for line in words(events))


@pytest.mark.parametrize(
    ("changes", "headline"),
    [
        ({}, "Turn 5 · building, 31 towns left to reach"),
        ({"turns_left": 2}, "Turn 5, at most 2 more to come · building, 31 towns left to reach"),
        ({"turns_left": 0}, "Turn 5, the last · building, 31 towns left to reach"),
        ({"operating": True}, "Building after race 0"),
    ],
)
def test_status_line(changes, headline):
    assert GAME.text.status_line(redact(table(**changes), None)) == headline


def test_help_begins_with_the_current_phase():
    topics = [topic for topic, _ in GAME.text.help(redact(table(), 1))]
    assert topics[:2] == ["A Player’s Turn", "Rules of Building"]
    assert GAME.text.help(redact(table(operating=True), 1))[0][0] == "Building Track in the Operating Stage"
