"""What is worked out once is what it would be if it were worked out anew."""

from engine.core import all_seats
from engine.games.railroads_of_catan.computer import bidder
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BuildingPhase
from engine.games.railroads_of_catan.rules import building, ending, roads, trips
from engine.games.railroads_of_catan.search import earnings, proposals, prospects, stops, ways
from tests.contract.walks import Table, step_by_step

KEPT = (
    bidder._worth_of_each,
    building._near,
    building._network,
    earnings._sellings,
    ending._joined_to,
    proposals._proposals,
    prospects._prospects,
    roads._roads,
    stops._stops,
    trips._travel,
    ways._full_ways,
    ways._all_begun,
)


def worked_out(state, *, turned=False):
    """By seat and train; ``turned``: the last seat and train are asked first."""
    seats, trains = list(all_seats(state.seats)), list(state.trains)
    if turned:
        seats.reverse()
        trains.reverse()
    return (
        {seat: ways.ways(state, BuildingPhase(seat)) for seat in seats},
        {seat: ways.full_ways(state, seat) for seat in seats},
        {seat: building.near(state, seat) for seat in seats},
        {seat: bidder.worth_of_each(state, seat, False) for seat in seats},
        {(train.seat, train.number): proposals.proposals(state, {}, train) for train in trains},
    )


def test_ways_and_proposals_do_not_depend_on_what_was_asked_before():
    states = [step.before for step in step_by_step(Table(GAME, 4, (), 11, "random"))][::3]
    seen = [(state, worked_out(state)) for state in states]
    for state, known in seen:
        for kept in KEPT:
            kept.cache_clear()
        assert worked_out(state, turned=True) == known
