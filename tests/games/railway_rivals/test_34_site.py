"""The simulator of building: capital, gold, and legal steps. (R Rules of Building; rulings 21 to 24)"""

import pytest

from engine.core import Seat
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep
from tests.games.railway_rivals.table import STARTS, table, town_hex

ONE, START = Seat(1), STARTS[0]
BESIDE = "D9"
TOWN = "Derby"


def site(*, capital=6, gold=20, **changes):
    return BuildSimulator(table(gold={1: gold}, **changes), ONE, capital)


@pytest.mark.parametrize(
    ("operating", "capital", "gold", "affords"),
    [
        (False, 4, 3, True),
        (False, 3, 9, False),
        (False, 9, 2, False),
        (True, 7, 7, True),
        (True, 6, 9, False),
        (True, 9, 6, False),
    ],
)
def test_capital_buys_track_and_gold_pays_rivals_or_both_pay_all(operating, capital, gold, affords):  # 21, 99
    assert (
        site(operating=operating, capital=capital, gold=gold).can_afford(BuildStep(START, BESIDE, 4, {}, 3, 0))
        is affords
    )


@pytest.mark.parametrize(("operating", "capital", "gold"), [(False, 5, 23), (True, 2, 19)])
def test_step_changes_capital_and_gold_immediately(operating, capital, gold):  # 23, 99
    built = site(operating=operating, capital=9)
    built.apply_step(BuildStep(START, BESIDE, 4, {}, 3, 6))
    assert (built.capital, built.gold) == (capital, gold) and built.has_hex(BESIDE)


@pytest.mark.parametrize(
    ("changes", "bonus"),
    [
        ({}, 6),
        ({"reached": (TOWN,)}, 0),
        ({"operating": True}, 0),
        ({"operating": True, "options": {"late_towns": True}}, 6),
    ],
)
def test_the_first_in_a_town_has_its_bonus_once(changes, bonus):  # 14, 48
    town = town_hex(TOWN)
    built = site(**changes)
    step = built._add_bonus(BuildStep(START, town, 1, {}, 0, 0))
    assert step.bonus == bonus
    built.apply_step(step)
    assert built.towns_reached == ([] if "reached" in changes else [town])
    assert built._add_bonus(BuildStep(BESIDE, town, 1, {}, 0, 0)).bonus == 0
    built.apply_step(BuildStep(town, BESIDE, 1, {}, 0, 0))
    assert built.towns_reached == ([] if "reached" in changes else [town]), "a hex without a town is none"


@pytest.mark.parametrize(("there", "back", "begins"), [(2, 1, BESIDE), (1, 2, START), (1, 1, START)])
def test_step_between_own_hexes_has_the_cheaper_direction(there, back, begins):  # 36
    built = site()
    built._step_prices = {
        (START, BESIDE): BuildStep(START, BESIDE, 1, {}, there, 0),
        (BESIDE, START): BuildStep(BESIDE, START, 1, {}, back, 0),
    }
    assert built.step_between(START, BESIDE).a == START, "it does not lie there yet"
    built._new_hexes.add(BESIDE)
    assert built.step_between(START, BESIDE).a == begins


@pytest.mark.parametrize(
    ("operating", "capital", "gold", "most"),
    [(False, 0, 9, 0), (False, 1, 0, 1), (False, 9, 0, 9), (True, 9, 1, 1), (True, 9, 0, 0)],
)
def test_all_affordable_steps_are_legal(operating, capital, gold, most):  # 22, 99
    built = site(operating=operating, capital=capital, gold=gold)
    costs = {step.cost for step in built.legal_steps()}
    assert max(costs, default=0) <= most and built.has_legal_step is bool(costs) is bool(most)
    every = {step.cost for step in site(capital=99).legal_steps()}
    assert costs == {cost for cost in every if cost <= most}
