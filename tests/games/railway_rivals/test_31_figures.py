"""The statistics of seats, and the cost of moves."""

import pytest

from engine.core import read_action, redact
from tests.games.railway_rivals.contest import column, contest
from tests.games.railway_rivals.table import GAME, go, table, town_hex

FAR = ("AA32", "Y5", "F32")
HALVES = {1: column("R", 2, 10), 2: column("R", 10, 18)}
RIVALS = {1: "P16-P17", 2: "P18-P19"}


def price(state, line):
    action = read_action(line, GAME.actions)
    return GAME.rules.cost(redact(state, action.seat), action)


def test_statistics_count_own_gold_track_and_towns():
    state = table(starts=FAR, track={1: "P16-P17-P18", 2: "Q18-R18"}, gold={1: 12}, reached=("York",))
    mine = {"gold": 12, "spaces of track": 2, "town bonuses": 1, "races won": 0}
    theirs = {"gold": 20, "spaces of track": 1, "town bonuses": 1, "races won": 0}
    assert [dict(GAME.text.statistics(redact(state, None), seat)) for seat in (1, 2)] == [mine, theirs]


@pytest.mark.parametrize(("late_towns", "bonuses"), [(False, 0), (True, 1)])
def test_late_town_counts_if_it_pays(late_towns, bonuses):
    state = table(reached=("York",), late=(town_hex("York"),), operating=True, options={"late_towns": late_towns})
    assert GAME.text.statistics(redact(state, None), 1)["town bonuses"] == bonuses


def test_cost_of_building_is_the_payments_to_rivals():
    assert price(table(starts=FAR, track=RIVALS), "p1 lay P17-P18") == 1
    assert price(table(starts=FAR, track={1: "P16-P17", 2: "P17-P18"}), "p1 lay P17-P18") == 5


def test_cost_in_the_operating_stage_includes_the_track():
    state = table(starts=FAR, track=RIVALS, operating=True, capital=9)
    assert price(state, "p1 lay P17-P18") == 2


def test_track_that_cannot_be_built_now_has_no_cost():
    assert price(contest("23-43", track=HALVES), "p1 lay R10-S10") == 0


@pytest.mark.parametrize(
    ("line", "gold"),
    [
        ("enter 23-43 R2>R18", 8),
        ("exchange 23-43 2 R2>R18", 8),
        ("joint 23-43 2 R2>R18", 0),
        ("stay 23-43", None),
    ],
)
def test_cost_of_a_run_is_its_fees_before_refunds(line, gold):
    assert price(contest("23-43", track=HALVES), f"p1 {line}") == gold


THIRDS = {1: column("R", 2, 8), 2: column("R", 8, 14), 3: column("R", 14, 18)}


def test_cost_of_a_joint_run_is_half_of_its_fees():
    state, _ = go(contest("23-43", track=THIRDS), "p1 joint 23-43 2 R2>R18")
    assert price(state, "p2 accept 23-43 1 R2>R18") == 2


def test_cost_of_accepting_is_that_of_the_accepted_offer():
    lines = "p3 exchange 23-43 2 R2>R18", "p1 joint 23-43 2 R2>R18"
    state, _ = go(contest("23-43", track=THIRDS), *lines)
    assert price(state, "p2 accept 23-43 1 R2>R18") == 2
    assert price(state, "p2 accept 23-43 3 R2>R18") == 10
