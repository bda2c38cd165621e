"""Cached paths and proposals equal those that are computed again."""

from engine.core import all_seats
from engine.games.railroads_of_catan.agent import bid_evaluation
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BuildingPhase
from engine.games.railroads_of_catan.rules import building, run_graph, scoring, trips
from engine.games.railroads_of_catan.search import best_trip_value, build_paths, proposals, stop_candidates, trip_value
from tests.contract.seeded_games import Table, step_by_step

KEPT = (
    bid_evaluation._associate_values,
    building._adjacent_free_tracks,
    building._network_of,
    best_trip_value._sale_options,
    scoring._component_by_node,
    proposals._trip_proposals,
    trip_value._trip_values,
    run_graph._run_graph,
    stop_candidates._stop_candidates,
    trips._travel,
    build_paths._full_build_paths,
    build_paths._compute_beginnings,
)


def worked_out(state, *, turned=False):
    """The results by seat and train; ``turned``: the last seat and train come first."""
    seats, trains = list(all_seats(state.seats)), list(state.trains)
    if turned:
        seats.reverse()
        trains.reverse()
    return (
        {seat: build_paths.laying_proposals(state, BuildingPhase(seat)) for seat in seats},
        {seat: build_paths.full_build_paths(state, seat) for seat in seats},
        {seat: building.adjacent_free_tracks(state, seat) for seat in seats},
        {seat: bid_evaluation.associate_values(state, seat, False) for seat in seats},
        {(train.seat, train.number): proposals.trip_proposals(state, {}, train) for train in trains},
    )


def test_paths_and_proposals_do_not_depend_on_earlier_calls():
    states = [step.before for step in step_by_step(Table(GAME, 4, (), 11, "random"))][::3]
    seen = [(state, worked_out(state)) for state in states]
    for state, known in seen:
        for kept in KEPT:
            kept.cache_clear()
        assert worked_out(state, turned=True) == known
