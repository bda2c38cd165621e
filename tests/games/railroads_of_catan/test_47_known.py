"""What is worked out once is what it would be if it were worked out anew."""

from __future__ import annotations

from engine.core.seats import all_seats
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BuildingPhase
from engine.games.railroads_of_catan.rules import building, roads
from engine.games.railroads_of_catan.search import proposals, prospects, ways
from tests.contract.walks import Table, step_by_step

KEPT = (
    building._near,
    building._network,
    proposals._proposals,
    prospects._prospects,
    roads._roads,
    ways._full_ways,
    ways._ways,
)


def worked_out(state):
    seats = all_seats(state.seats)
    return (
        [ways.ways(state, BuildingPhase(seat)) for seat in seats],
        [ways.full_ways(state, seat) for seat in seats],
        [building.near(state, seat) for seat in seats],
        [proposals.proposals(state, {}, train) for train in state.trains],
    )


def test_ways_and_proposals_do_not_depend_on_what_was_asked_before():
    states = [step.before for step in step_by_step(Table(GAME, 4, (), 11, "random"))][::3]
    seen = [(state, worked_out(state)) for state in states]
    for state, known in seen:
        for kept in KEPT:
            kept.cache_clear()
        assert worked_out(state) == known
