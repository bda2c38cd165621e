"""Statistics, costs of moves, and the narration of a short bag in a solitaire game."""

import pytest

from engine.core import read_action, redact
from engine.games.railroad_rivals.game_data.printed_data import Goods, Special
from engine.games.railroad_rivals.phases.turns import DraftingPhase
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne, PlacingOne
from engine.games.railroad_rivals.state.events import GoodsDrawn
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from tests.games.railroad_rivals.shenanigans import shenanigans_table
from tests.games.railroad_rivals.solitaire_table import cubes, position
from tests.games.railroad_rivals.table import BLOCK, GAME, go, table


def tally(state, seat):
    return dict(GAME.text.statistics(redact(state, None), seat))


def price(state, line):
    action = read_action(line, GAME.actions)
    return GAME.rules.cost(redact(state, action.seat), action)


def test_statistics_of_the_base_game_count_what_a_seat_owns():
    state = table(laid=BLOCK, by=2)
    nobody = {"stock tiles": 0, "stock value": 0}
    assert tally(state, 1) == {"points": 20, **nobody, "cities placed": 0, "links": 0}
    assert tally(state, 2) == {"points": 20, **nobody, "cities placed": 3, "links": 3}


def test_statistics_count_both_kinds_of_buildings():
    baron = ExpansionState(hotels={"Chicago": 1, "Boston": 2}, towers={"St. Louis": 1, "Denver": 2, "Omaha": 3})
    state = table(modules=("buildings",), baron=baron)
    assert [tally(state, seat)["buildings"] for seat in (1, 2, 3, 4)] == [2, 2, 1, 0]
    assert "special tiles" not in tally(state, 1)


@pytest.mark.parametrize("module", ["advanced", "shenanigans"])
def test_statistics_count_special_tiles_of_both_modules(module):
    one, other = list(Special)[:2]
    state = table(modules=(module,), baron=ExpansionState(specials={2: (one, other)}))
    assert [tally(state, seat)["special tiles"] for seat in (1, 2)] == [0, 2]
    assert "buildings" not in tally(state, 1)


def test_a_bid_costs_its_points_and_a_draft_nothing():
    assert price(table(), "p1 bid 3") == 3
    assert price(table(), "p1 draft Chicago") is None


def test_buying_a_stock_costs_its_value():
    state = shenanigans_table(DraftingPhase(), value={"B&O": 7, "UP": 4})
    assert price(state, "p1 buy B&O") == 7
    assert price(state, "p1 pass") is None


def test_o6_the_narration_has_the_number_of_missing_cubes():
    last = {**dict.fromkeys(cubes("wood grain coal iron"), 0), Goods.COAL: 1}
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()), bag=last)
    _, events = go(state, "p1 place Pittsburgh 0,-1 n")
    assert GoodsDrawn("Pittsburgh", (Goods.COAL,), 1) in events
