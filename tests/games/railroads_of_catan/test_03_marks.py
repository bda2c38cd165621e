"""Marks on items that will not be maintained: they are secret, can be changed, and apply once."""

import pytest

from engine.core import redact
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark
from engine.games.railroads_of_catan.state.events import PlansSaid
from engine.games.railroads_of_catan.state.sellable_items import list_price, upkeep_cost
from tests.games.railroads_of_catan.table import can, events_of, go, premove_lines, table
from tests.games.railroads_of_catan.test_02_maintenance import COAST, FAR, MOUNTAIN, PLAIN, marked, over


def test_marks_are_secret_until_the_phase():
    before = table(tracks={1: PLAIN})
    after, events = go(before, f"p1 mark {PLAIN} remove 500")
    (said,) = events_of(events, PlansSaid)
    assert said.to == {1}
    for seat in (None, 2, 3, 4):
        assert redact(after, seat) == redact(before, seat)


def test_reserve_and_removal_stay_the_owners_secret():
    state = marked(f"{PLAIN} remove 300")
    assert redact(state, 2) == redact(marked(f"{PLAIN} pay 500"), 2)


def test_marks_apply_to_one_turn():
    state = marked(f"{PLAIN} pay 500")
    assert state.plans[1].value.marks == ()


def test_mark_can_be_canceled_and_changed():
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


def test_items_cannot_be_marked_during_maintenance_or_in_the_last_turn():
    state = marked(f"{PLAIN} remove 100", tracks={1: PLAIN, 2: FAR})
    assert not any(line.startswith("mark") for line in premove_lines(state, 2))
    assert not any(line.startswith("mark") for line in premove_lines(table(tracks={1: PLAIN}, turn=7), 1))


def test_mark_of_a_lost_item_is_ignored():
    assert over(marked(f"{COAST} remove 100"))


def test_upkeep_of_several_items():
    state = table(tracks={1: f"{PLAIN},{MOUNTAIN}"})
    assert upkeep_cost(state, 1, PLAIN, MOUNTAIN) == 300


def test_listed_reserves_are_the_lowest_bid_and_the_lowest_binding_bid():
    state = table(tracks={1: PLAIN})
    half = list_price(state, 1, PLAIN) // 2
    reserves = [line.split()[-1] for line in premove_lines(state, 1) if line.startswith(f"mark {PLAIN} pay")]
    assert reserves == ["100", str(half + 100)]
