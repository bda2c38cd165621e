"""Snapshots of positions; ``python -m tests.games.railroads_of_catan.sheets`` rewrites them.

A snapshot of a position of a golden game has the pieces of each seat, all decisions, and the results of all searches:
paths to cities, the best trip of each train, proposed trips, and how a trip can continue.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from engine.core import Action, decisions, dollar_amount, premove_decisions, redact, write_action
from engine.core.action import continuations, menu_offers
from engine.core.transcript import parse_transcript, replay
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.phases import BuildingPhase, RunningPhase
from engine.games.railroads_of_catan.rules.scoring import asset_value, largest_city_group
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.upkeep import cash_shortfall
from engine.games.railroads_of_catan.search.best_trip_value import best_trip
from engine.games.railroads_of_catan.search.build_paths import (
    few_laying_proposals,
    full_build_paths,
    goals_of_tracks,
    laying_proposals,
    whole_path_cost,
)
from engine.games.railroads_of_catan.search.proposal_rules import RUN_RULE
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.sellable_items import items_by_need
from tests.games.railroads_of_catan.small_boards import small_board

HERE = Path(__file__).parent
APPROVED = HERE / "sheets.txt"

POSITIONS = (
    ("forced-sale-and-storm", 7),  # a hex of four dots is chosen
    ("joined", 18),  # bids before the first turn
    ("forced-sale-and-storm", 22),  # building with the surplus and the engineer
    ("four-players", 33),  # with the surplus and the conductor
    ("four-players", 53),  # sealed bids for what is given up
    ("forced-sale-and-storm", 50),  # running with the union
    ("joined", 56),  # in a year of plenty
    ("four-players", 99),  # after a monsoon, with trips said ahead
    ("joined", 99),  # building with plans of others
    ("four-players", 126),  # with the conductor
    ("three-players-one-visit", 121),  # one visit a turn, a train that has run
    ("four-players", 217),  # the last turn
)
"""Golden games, and the number of moves made in each position."""

_LISTED = 10
"""Maximum number of offers that are all written; of more, only the first and the last are."""


BOARDS = (0, 2, 3, 5, 8, 9, 11, 13, 20, 21, 24, 29, 34, 36)
"""The numbers of the small boards whose trips are in the snapshots."""


def sheets() -> str:
    """The text of all positions."""
    return "\n".join([*(line for name, moves in POSITIONS for line in _sheet(name, moves)), *map(_board, BOARDS)])


def _board(number: int) -> str:
    """The trips of the train on a small board."""
    state, had = small_board(number)
    orders = " ".join(f"{order.letter}={order.city}-{order.good}-{order.bonus}" for order in state.orders)
    head = f"== board {number}: {state.event}, {state.associates.get(1)}, {dollar_amount(state.cash[1])}, paid {had}"
    return "\n".join([f"{head}, {orders} ==", *_trips(state, state.trains_of(1)[0], had), ""])


def _sheet(name: str, moves: int) -> Iterator[str]:
    transcript = parse_transcript((HERE / f"{name}.game").read_text("utf-8"))
    state = replay(GAME, msgspec.structs.replace(transcript, lines=transcript.lines[:moves], result=""))
    yield f"== {name}, {moves} moves: turn {state.turn}, {type(state.flow[-1]).__name__}, {state.event} =="
    yield f"order {state.order}, orders {' '.join(f'{o.letter}={o.city}-{o.good}-{o.bonus}' for o in state.orders)}"
    for seat in state.everyone:
        yield from _seat(state, seat)
    for question in decisions(state):
        yield f"p{question.seat} is asked: {question.prompt} {len(question.offers)} offers"
        yield from _offers(state, question.offers)
    first = decisions(state)[0].seat
    for question in premove_decisions(state):
        yield f"p{question.seat} may say: {question.prompt} {len(question.offers)} offers"
        yield from _offers(state, question.offers) if question.seat == first else ()
    for seat in state.from_seat(first)[:2] if state.turn else ():
        yield from _ways(state, seat)
        for train in state.trains_of(seat):
            phase = state.flow[-1]
            running = isinstance(phase, RunningPhase) and phase.seat == seat
            yield from _trips(state, train, phase.fees if running else {})
    yield ""


def _seat(state, seat) -> Iterator[str]:
    """The pieces and the private notes of a seat."""
    cities = " ".join(f"{hex}:{state.cities[hex].dots}" for hex in state.cities_of(seat))
    pieces = (
        f"{len(state.tracks_of(seat))} tracks, {state.remaining_rails(seat)} rails, "
        f"{state.remaining_segments(seat)} segments"
    )
    yield f"p{seat} {dollar_amount(state.cash[seat])}, {state.associates.get(seat)}, {cities}; {pieces}"
    if state.cities_of(seat):
        yield (
            f"  joined {' '.join(largest_city_group(state, seat))}; assets {asset_value(state, seat)}; lacks "
            f"{cash_shortfall(state, seat)}"
        )
    yield f"  can do without {' '.join(items_by_need(state, seat)[:4])}"
    yield from (f"  {line}" for line in GAME.text.private_notes(redact(state, seat), lambda other: f"Player {other}"))


def _offers(state, offers: Collection[Action]) -> Iterator[str]:
    """The listed offers, each with its cost now."""
    lines = [_offer(state, action) for action in menu_offers(offers)]
    yield from (f"  {line}" for line in (lines if len(lines) <= _LISTED else [*lines[:6], "…", *lines[-2:]]))


def _offer(state, action: Action) -> str:
    cost = GAME.rules.cost(redact(state, action.seat), action)
    return write_action(action) if cost is None else f"{write_action(action)} = {cost}"


def _ways(state, seat) -> Iterator[str]:
    """The paths of a seat to all cities, and the parts of them that can be laid now."""
    building = BuildingPhase(seat)
    yield f"p{seat} has ways"
    for path in full_build_paths(state, seat):
        price, length, free = whole_path_cost(state, building, path)
        yield f"  to {path.city}: {'-'.join(path.points)}, {length} tracks, {free} free = {path.cost}, {price}"
    yield f"  now {', '.join(f'{city} by {len(path.tracks)}' for city, path in laying_proposals(state, building))}"
    for city, path in few_laying_proposals(state, building) if seat == decisions(state)[0].seat else ():
        yield f"  now {path}, toward {city} or {' '.join(goals_of_tracks(state, building, path))}"


def _trips(state, train: TrainPiece, fees) -> Iterator[str]:
    """The best trip of a train, its proposed trips, and the continuations of staying and of the first one."""
    money, best = best_trip(state, fees, train)
    yield f"p{train.seat} train {train.number} at {train.at} with {' '.join(train.goods)}: {money} by {best}"
    found = trip_proposals(state, fees, train)
    for trip in found:
        made = travel(state, fees, train, trip)
        assert isinstance(made, Journey)
        yield f"  {trip}: {made.moves} moves, {made.bill.net} with {made.bill.fees} of fees"
    for trip in (Trip((Stop(train.at),)), *found[:1]):
        offers = RUN_RULE.collect_offers(state, RunningPhase(train.seat, fees=fees, begun=True))
        steps = continuations(offers, Run(train.seat, train.number, trip))
        yield from (f"    then {step.trip}" for step in steps if isinstance(step, Run))


if __name__ == "__main__":
    APPROVED.write_text(sheets(), "utf-8")
