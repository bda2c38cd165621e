"""Statistics of a seat, and the cost of a move."""

import pytest

from engine.core import read_action, redact
from tests.games.railroader.table import GAME, railroad, table


def test_statistics_count_remaining_supplies_and_all_cards():
    mine = railroad(7, 9, hand="gold gold worker", discards="gold saboteur", workers=3, deputies=1, crates="1/4 4/4")
    statistics = GAME.text.statistics(redact(table(mine), None), 1)
    assert dict(statistics) == {
        "train on space": 7,
        "sections of track": 9,
        "workers": 3,
        "deputies": 1,
        "supplies": 5,
        "cards": 5,
    }


@pytest.mark.parametrize(("slot", "gold"), [(1, 1), (2, None), (3, 2)])
def test_a_card_of_the_market_has_its_printed_cost(slot, gold):
    state = table(market="worker - water-6")
    assert GAME.rules.cost(redact(state, 1), read_action(f"p1 buy {slot}", GAME.actions)) == gold


def test_only_purchases_cost_gold():
    state = table(market="worker - water-6")
    assert GAME.rules.cost(redact(state, 1), read_action("p1 discard gold pile", GAME.actions)) is None
