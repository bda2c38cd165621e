"""Marks of what will not be maintained: secret, changed at will, and used once."""

import pytest

from engine.core import redact
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark
from engine.games.railroads_of_catan.state.events import PlansSaid
from engine.games.railroads_of_catan.state.sellable_items import list_price, upkeep_cost
from tests.games.railroads_of_catan.table import can, go, sayable, table, told
from tests.games.railroads_of_catan.test_02_maintenance import COAST, FAR, MOUNTAIN, PLAIN, marked, over


def test_marks_are_secret_until_the_phase():
    before = table(tracks={1: PLAIN})
    after, events = go(before, f"p1 mark {PLAIN} remove 500")
    (said,) = told(events, PlansSaid)
    assert said.to == {1}
    for seat in (None, 2, 3, 4):
        assert redact(after, seat) == redact(before, seat)


def test_reserve_and_removal_stay_the_owners_secret():
    state = marked(f"{PLAIN} remove 300")
    assert redact(state, 2) == redact(marked(f"{PLAIN} pay 500"), 2)


def test_marks_are_used_once():
    state = marked(f"{PLAIN} pay 500")
    assert state.plans[1].value.marks == ()


def test_a_mark_can_be_taken_back_and_changed():
    state, _ = go(table(tracks={1: PLAIN}), f"p1 mark {PLAIN} remove 500", f"p1 mark {PLAIN} pay 300")
    assert state.plans[1].value.marks == (MaintenanceMark(PLAIN, "pay", 300),)
    assert not can(state, f"p1 mark {PLAIN} pay 300")
    state, _ = go(state, f"p1 keep {PLAIN}")
    assert state.plans[1].value.marks == ()
    assert not can(state, f"p1 keep {PLAIN}")


@pytest.mark.parametrize(
    "line", [f"{COAST} remove 500", f"{PLAIN} sell 500", f"{PLAIN} remove 250", f"{PLAIN} remove 1100", "train-1 pay 0"]
)
def test_a_mark_is_for_an_own_item_with_a_reserve_up_to_its_price(line):
    assert not can(table(tracks={1: PLAIN}), f"p1 mark {line}")


def test_no_mark_is_made_while_marks_are_being_settled_or_in_the_last_turn():
    state = marked(f"{PLAIN} remove 100", tracks={1: PLAIN, 2: FAR})
    assert not any(line.startswith("mark") for line in sayable(state, 2))
    assert not any(line.startswith("mark") for line in sayable(table(tracks={1: PLAIN}, turn=7), 1))


def test_a_mark_of_something_lost_is_forgotten():
    assert over(marked(f"{COAST} remove 100"))


def test_upkeep_of_several_items():
    state = table(tracks={1: f"{PLAIN},{MOUNTAIN}"})
    assert upkeep_cost(state, 1, PLAIN, MOUNTAIN) == 300


def test_a_menu_of_marks_has_the_least_reserve_and_one_above_half_the_price():
    state = table(tracks={1: PLAIN})
    half = list_price(state, 1, PLAIN) // 2
    reserves = [line.split()[-1] for line in sayable(state, 1) if line.startswith(f"mark {PLAIN} pay")]
    assert reserves == ["100", str(half + 100)]
