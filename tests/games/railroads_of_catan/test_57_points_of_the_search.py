"""The search for the best trip does not continue from points that another replaces. (RC Phase 6)"""

import pytest

from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.search import best_trip_value
from tests.games.railroads_of_catan.table import table

POINT = best_trip_value._TripPoint("H33", moves=3, cash=1_000, fees_had=(0, 600, 0, 0), goods=(), filled=(), stops=())


@pytest.mark.parametrize(
    ("changes", "replaced"),
    [
        ({}, True),
        ({"moves": 4}, True),
        ({"moves": 2}, False),  # it was sooner
        ({"cash": 999}, True),
        ({"cash": 1_001}, False),  # it was richer
        ({"cash": 800, "fees_had": (0, 800, 0, 0)}, True),  # of which a rival will ask $200 less
        ({"cash": 801, "fees_had": (0, 800, 0, 0)}, False),
        ({"cash": 800, "fees_had": (0, 500, 300, 0)}, False),
        ({"cash": 700, "fees_had": (0, 500, 300, 0)}, True),  # what one rival will ask more is no use at another
        ({"cash": 1_001, "fees_had": (0, 0, 0, 0)}, False),
    ],
)
def test_point_replaces_others_that_are_neither_earlier_nor_richer(changes, replaced):
    assert POINT.is_replacement_of(POINT._replace(**changes)) is replaced


def test_search_does_not_continue_from_replaced_points():
    state = table(RunsPhase(), BiddingPhase(), trains={1: ["H33"]})
    search = best_trip_value._TripSearch(state, state.find_train(1, 1))
    early, rich = POINT._replace(moves=2), POINT._replace(cash=2_000)
    assert [search._add_unless_replaced(point) for point in (early, rich, early, rich, POINT)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    best = early._replace(cash=2_000)
    assert search._add_unless_replaced(best) and [*search._points_by_place.values()] == [[best]]
