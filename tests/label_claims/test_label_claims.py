"""Some whole games of each game with claim readers; ``python -m tests.label_claims`` compares many."""

from importlib.util import find_spec

import pytest

from engine import GAMES
from engine.core import decisions
from tests.label_claims.__main__ import run
from tests.label_claims.frame import Claim, Offer, Report, compare, walk

READ = [key for key in GAMES if find_spec(f"tests.label_claims.{key.replace('-', '_')}")]
"""Keys of the games whose claims are read."""


RUNS = {
    "railroad-rivals": {"games": 8, "seed": 1, "offers": 8, "every": 6},
    "railroads-of-catan": {"games": 4, "seed": 2, "offers": 4, "every": 10},
    "railway-rivals": {"games": 1, "seed": 16, "offers": 5, "every": 15},
}
"""The run of each game, in which most kinds of claims occur.

That of Railway Rivals is one game with few hexes, four races at once, and deals.
"""
USUAL = {"games": 4, "seed": 3, "offers": 12, "every": 6}


@pytest.mark.parametrize("key", READ)
def test_claims_of_labels_are_true(key):
    report = run(key, **RUNS.get(key, USUAL))
    assert report.compared.total() > 500
    assert not report.wrong.total(), "\n".join(report.lines())


def test_false_claims_are_counted_and_shown():
    game = GAMES["railroader"]
    report = compare(game, lambda offer: [Claim("one", 1, 1), Claim("two", 1, 2)], games=1, seed=1, offers=2, every=50)
    assert report.compared["one"] == report.compared["two"] == report.wrong["two"] == report.offers > 0
    assert not report.wrong["one"]
    assert any("two: said 1, happened 2" in line for line in report.lines())


def test_games_have_different_options_and_end():
    game = GAMES["railroader"]
    ends, seats = set(), set()
    for seed in range(1, 4):
        *_, (state, action, _) = walk(game, seed)
        offer = Offer(game, state, decisions(state)[0], action)
        assert not offer.after.flow and not offer.can_undo
        ends.add(state.options)
        seats.add(state.seats)
    assert len(ends) > 1 and len(seats) > 1


def test_a_report_without_claims_is_empty():
    assert list(Report().lines()) == [
        "0 games, 0 offers",
        "all         0 compared       0 different",
    ]
