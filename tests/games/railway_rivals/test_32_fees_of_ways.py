"""Payments to rivals for all steps match those for single steps. (R Payments to Rivals)"""

import pytest

from engine.games.railway_rivals.rules.costs import rival_payments
from engine.games.railway_rivals.rules.search.distance_maps import FIELD_BASE, number_map
from engine.games.railway_rivals.rules.search.fee_minimal_paths import rival_fees
from tests.games.railway_rivals.contest import column, operating
from tests.games.railway_rivals.table import CHART

TRACK = {1: column("R", 2, 10), 2: column("R", 2, 18), 3: f"S21-T21-U22-U23, {column('R', 8, 14)}"}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_34_to_45_fees_of_all_steps_match_single_steps(seat):
    track = operating(track=TRACK).track
    grid, fees = number_map(CHART.key), rival_fees(CHART.key, track, seat)
    wrong = []
    for a, steps in enumerate(grid.steps):
        for b, _ in steps:
            paid = fees.joins[b] * fees.crowded[b] + fees.beside.get(a * FIELD_BASE + b, 0)
            alone = sum(rival_payments(CHART, track, seat, grid.hexes[a], grid.hexes[b]).values())
            wrong += [(grid.hexes[a], grid.hexes[b], paid, alone)] if paid != alone else []
    assert not wrong
