"""R Building Track in the Operating Stage; rulings 97 to 100."""

import msgspec
import pytest

from engine.core import decisions
from engine.games.railway_rivals.phases import Operating
from engine.games.railway_rivals.phases.building import begin_building_phase
from engine.games.railway_rivals.state.events import CapitalLost, DieRolled, TrackBuilt
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.runs import Race, Run, Train
from tests.games.railway_rivals.table import asked, events_of, go, refusal, table

FAR = ("AA32", "Y5", "F32")


def race(*seats):
    return Race(Run("11", "21"), tuple(Train((seat,), ("C9", "D9"), {}) for seat in seats))


def phase(*, runs: int = 2, **changes):
    """The beginning of a building phase after this number of completed runs."""
    state = table(operating=True, **changes)
    state = msgspec.structs.replace(state, flow=(Operating(),), races=(race(1),) * runs)
    begun, events = begin_building_phase(state).take_events()
    return begun, events


def test_the_richest_rolls_the_first_time():  # 98
    state, events = phase(seats=3, gold={1: 20, 2: 50, 3: 30}, roller=1)
    assert [event.seat for event in events_of(events, DieRolled)] == [2]
    assert asked(state) == [2, 3, 1]


def test_of_equal_richest_the_nearest_to_the_left_of_the_last_roller_rolls():  # 98, 69
    _, events = phase(seats=3, gold={1: 50, 2: 20, 3: 50}, roller=2)
    assert events_of(events, DieRolled)[0].seat == 3


def test_later_the_next_on_the_left_rolls_whoever_is_richest():  # 98
    state, _ = phase(seats=3, gold={1: 20, 2: 50, 3: 30}, roller=1)
    assert state.roller == 2
    _, events = phase(runs=4, seats=3, gold={1: 20, 2: 50, 3: 30}, roller=3)
    assert events_of(events, DieRolled)[0].seat == 3


def test_each_may_spend_the_roll_and_6_gold_more():  # 99
    state, events = phase(seats=3)
    (roll,) = events_of(events, DieRolled)[0].rolls
    assert [slot.capital for slot in state.flow[-1].slots] == [roll + 6] * 3


def test_building_is_paid_from_gold_in_hand():  # R Building Track in the Operating Stage; 99
    state, events = go(table(operating=True, capital=9), "p1 lay C9-D9-E9")
    (built,) = events_of(events, TrackBuilt)
    assert (built.cost, built.left) == (2, 7)
    assert state.gold == {1: 18, 2: 20}
    assert state.bank == 2 + table(operating=True, capital=9).bank


def test_payments_to_rivals_count_against_the_maximum():  # 99
    state = table(operating=True, starts=FAR, track={1: "P16-P17", 2: "P17-P18"}, capital=7)
    state, events = go(state, "p1 lay P17-P18")
    assert events_of(events, TrackBuilt)[0].left == 1
    assert state.gold == {1: 14, 2: 25}
    low = table(operating=True, starts=FAR, track={1: "P16-P17", 2: "P17-P18"}, capital=5)
    assert refusal(low, "p1 lay P17-P18") == (
        "You can’t build from P17 to P18: it costs 1 and pays 5 gold to player 2. "
        "You may spend 5 more gold in this building phase."
    )


def test_nobody_spends_more_than_the_gold_in_hand():  # 99, 24
    state = table(operating=True, starts=FAR, track={1: "P16-P17", 2: "P17-P18"}, capital=12, gold={1: 5})
    assert (
        refusal(state, "p1 lay P17-P18")
        == "You can’t build from P17 to P18: it costs 1 and pays 5 gold to player 2. You have 5 gold."
    )


def test_a_poor_player_builds_for_the_gold_there_is_and_without_any_is_not_asked():  # 99
    state = table(operating=True, capital=12, gold={1: 1, 2: 0})
    assert asked(state) == [1]
    assert "You have 0 gold" in refusal(state, "p1 lay C9-D9-E9")


def test_a_longer_build_than_in_the_building_stage_is_possible():  # 99
    _, events = go(
        table(operating=True, starts=FAR, track={1: "P16-P17"}, capital=12), "p1 lay P17-P18-P19-P20-O21-O22"
    )
    assert events_of(events, TrackBuilt)[0].cost == 7


def test_nobody_need_build_and_nothing_is_lost_by_passing():  # 100
    state, events = go(table(operating=True, capital=12), "p1 done")
    assert not events_of(events, CapitalLost)
    assert state.gold == {1: 20, 2: 20}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("p1 lay C9-E9", "C9 is next to C8"),
        ("p1 lay F5-G5", "Start on your own track"),
        ("p1 lay C9-C10", "is between them"),
        ("p1 lay C9-B9-C9", "twice in one move"),
    ],
)
def test_all_rules_of_building_apply(line, why):  # 100
    assert why in refusal(table(operating=True, capital=12), line)


def test_the_phase_is_planned_like_a_turn_of_the_building_stage():  # 18, 100
    state = table(operating=True, starts=FAR, track={1: "P16-P17", 2: "O19-O18"}, capital=8)
    state, events = go(state, "p2 lay O18-P18", "p2 done", "p1 done")
    assert [(event.seat, event.left) for event in events_of(events, TrackBuilt)] == [(2, 7)]
    assert state.gold[2] == 19


def test_the_die_goes_to_the_left_after_the_phase():  # 98
    state = table(operating=True, seats=3, roller=2, capital=8)
    assert isinstance(state.flow[-1], Building)
    state, _ = go(state, "p2 done", "p3 done", "p1 done")
    assert state.roller == 3


def test_who_is_poorer_than_the_limit_is_told_what_can_be_spent():  # 99
    state = table(operating=True, capital=12, gold={1: 4, 2: 5})
    assert [question.prompt for question in decisions(state)] == [
        "Build track (up to 4 gold of your own).",
        "Plan your track (up to 5 gold of your own).",
    ]
