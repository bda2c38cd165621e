"""Data of trips for pictures: moves, tracks, stops, and a bill with equal lines added up."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.core import Event, Seat, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game_data.constants import (
    CITY_FEE,
    MAX_FEES_PER_RIVAL,
    MOUNTAIN_MOVES,
    SEGMENT_FEE,
    TRAIN_CAPACITY,
)
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track, TrackKind, kind_of, track_between
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.state.trip_bill import Bill, BillLine
from render.games.railroads_of_catan.captions import node_name, possessive_city_name
from render.text_fitting import Names

_OVER = f" (fee limit {dollar_amount(MAX_FEES_PER_RIVAL)})"
"""Note on a fee that is lower than usual because of the maximum fees per rival. (ruling 82)"""


class Ride(msgspec.Struct, frozen=True):
    """A trip with its bill. If the trip is only proposed, ``cash`` is the owner's cash after it."""

    key: str
    train: TrainPiece
    """The train, as it is before or after the trip."""
    trip: Trip
    bill: Bill
    cash: int | None = None
    planned: bool = False
    """Whether the trip is planned for later, so that the cash after it is not yet known."""

    @property
    def seat(self) -> Seat:
        return self.train.seat


class RideMove(msgspec.Struct, frozen=True):
    """One move of a train: over a track of the seat ``owner``, or a stop that handles ``goods``."""

    owner: Seat | None = None
    goods: tuple[Good, ...] = ()


class TripEntry(msgspec.Struct, frozen=True):
    """A line of the bill: a text, the seat whose mark is drawn, another text, and the dollars gained."""

    before: str
    seat: Seat | None
    after: str
    dollars: int


def propose_ride(state: RailroadsOfCatan, action: Run | PlanRun, key: str = "") -> Ride | str:
    """Return the trip of an action with its bill, or a sentence that says why the trip is impossible now."""
    train = state.find_train(action.seat, action.number)
    if train is None:
        return "You don’t have that train."
    phase = state.flow[-1] if state.flow else None
    now = isinstance(action, Run) and isinstance(phase, Running) and phase.seat == action.seat
    fees_paid = phase.fees if now and isinstance(phase, Running) else {}
    journey = travel(state, fees_paid, train, action.trip)
    if not isinstance(journey, Journey):
        return obstacle_sentence(journey)
    return Ride(key, train, action.trip, journey.bill, journey.cash, planned=isinstance(action, PlanRun))


def rides_of_events(state: RailroadsOfCatan, events: Sequence[Event]) -> tuple[Ride, ...]:
    """The trips in the events, in order."""
    runs = [event for event in events if isinstance(event, e.TrainRun)]
    return tuple(Ride("", _train_that_ran(state, event), event.trip, event.bill) for event in runs)


def _train_that_ran(state: RailroadsOfCatan, event: e.TrainRun) -> TrainPiece:
    """Return the train that ran. If it has been lost, its size is guessed from its loads."""
    stops = event.trip.stops
    large = max(stop.load for stop in stops) > TRAIN_CAPACITY[False]
    lost = TrainPiece(event.seat, event.number, stops[-1].place, large=large)
    return state.find_train(event.seat, event.number) or lost


class _RideStep(msgspec.Struct, frozen=True):
    """A track of a trip: its owner, the number of the first move over it, the number of moves, and the fee."""

    track: Track
    owner: Seat
    first: int
    move_count: int
    fee: int


def _ride_steps(state: RailroadsOfCatan, ride: Ride) -> tuple[_RideStep, ...]:
    """Return the tracks of a trip in order. If a track is gone, its owner is read from the fee paid."""
    hard = _mountain_moves(state, ride)
    due = [line for line in ride.bill.lines if line.kind == "segment"]
    steps: list[_RideStep] = []
    number = int(ride.trip.stops[0].has_work)
    for a, b in pairwise(ride.trip.stops):
        over = track_between(a.place, b.place)
        fee_line = due[0] if due and due[0].at == b.place else None
        owner = state.tracks.get(over) or (fee_line and fee_line.seat) or ride.seat
        fee = 0
        if fee_line and fee_line.seat == owner:
            fee = -due.pop(0).dollars
        move_count = hard if kind_of(state.layout, over) is TrackKind.MOUNTAIN else 1
        steps.append(_RideStep(over, owner, number + 1, move_count, fee))
        number += move_count + b.has_work
    return tuple(steps)


def _mountain_moves(state: RailroadsOfCatan, ride: Ride) -> int:
    """Return the moves that each mountain track took on a trip.

    They are computed from the bill, because the state does not contain the associates of earlier turns.
    """
    plain = len(ride.trip.tracks) + sum(stop.has_work for stop in ride.trip.stops)
    return MOUNTAIN_MOVES if ride.bill.moves > plain else 1


def ride_moves(state: RailroadsOfCatan, ride: Ride) -> tuple[RideMove, ...]:
    """Return the moves of a trip in order. (RC Phase 6; rulings 69-71)"""
    steps = _ride_steps(state, ride)
    move_list: list[RideMove] = []
    for i, stop in enumerate(ride.trip.stops):
        if i:
            move_list += [RideMove(owner=steps[i - 1].owner)] * steps[i - 1].move_count
        if stop.has_work:
            move_list.append(RideMove(goods=_goods_handled(state, stop)))
    return tuple(move_list)


def _goods_handled(state: RailroadsOfCatan, stop: Stop) -> tuple[Good, ...]:
    goods = [sale.good for sale in stop.sales]
    good_loaded = state.layout.good_of(stop.place) if stop.load else None
    if good_loaded:
        goods.append(good_loaded)
    return tuple(dict.fromkeys(goods))


class TrackUse(NamedTuple):
    """The use of a track on a trip: its owner, the numbers of the moves over it (“2”, “3–4·7”), and the fees."""

    owner: Seat
    moves: str
    fees: int


def track_uses(state: RailroadsOfCatan, ride: Ride) -> Mapping[Track, TrackUse]:
    """Return the use of each track on a trip."""
    uses: dict[Track, TrackUse] = {}
    for step in _ride_steps(state, ride):
        move_numbers = f"{step.first}–{step.first + step.move_count - 1}" if step.move_count > 1 else str(step.first)
        use_before = uses.get(step.track)
        if use_before:
            uses[step.track] = TrackUse(step.owner, f"{use_before.moves}·{move_numbers}", use_before.fees + step.fee)
        else:
            uses[step.track] = TrackUse(step.owner, move_numbers, step.fee)
    return uses


def _stop_lines(state: RailroadsOfCatan, ride: Ride) -> tuple[tuple[NodeId, tuple[str, ...]], ...]:
    """Return (point, lines of text about the work there) for each stop with work, and for the last point."""
    lines_by_stop = [(stop.place, _stop_work_lines(state, stop)) for stop in ride.trip.stops]
    place, last_lines = lines_by_stop[-1]
    if not last_lines:
        lines_by_stop[-1] = (place, ("ends here" if len(lines_by_stop) > 1 else "stays here",))
    return tuple((place, lines) for place, lines in lines_by_stop if lines)


def _stop_work_lines(state: RailroadsOfCatan, stop: Stop) -> tuple[str, ...]:
    lines = [f"throw away {good}" for good in stop.thrown]
    for good in dict.fromkeys(sale.good for sale in stop.sales):
        sales = [sale for sale in stop.sales if sale.good is good]
        orders = "".join(f" · {sale.order}" for sale in sales if sale.order)
        lines.append(f"sell {sum(sale.barrels for sale in sales)} {good}{orders}")
    if stop.load:
        lines.append(f"load {stop.load} {state.layout.good_of(stop.place)}")
    return tuple(lines)


def stop_texts(state: RailroadsOfCatan, ride: Ride, names: Names) -> list[str]:
    """Return “load 2 ore in Ada’s 5-dot city”, “ends at V44”: the stops in order, as parts of a sentence."""
    stops = _stop_lines(state, ride)
    return [
        f"{', '.join(map(_work_clause, lines))} {'in' if place in state.cities else 'at'} "
        f"{possessive_city_name(state, place, names)}"
        for place, lines in stops
    ]


def _work_clause(line: str) -> str:
    """Convert a line of text about a stop to a clause: “sell 2 ore · A” to “sell 2 ore (order A)”."""
    work, *letters = line.removesuffix(" here").split(" · ")
    orders = "order" if len(letters) == 1 else "orders"
    return f"{work} ({orders} {join_words(letters)})" if letters else work


def lines_by_node(state: RailroadsOfCatan, ride: Ride) -> Mapping[NodeId, tuple[str, ...]]:
    """Return the lines of text about the work at each point; those of several stops at a point are joined."""
    lines_by_place: dict[NodeId, tuple[str, ...]] = {}
    for place, lines in _stop_lines(state, ride):
        lines_by_place[place] = (*lines_by_place.get(place, ()), *lines)
    return lines_by_place


# -- the bill


def bill_entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> tuple[TripEntry, ...]:
    """Return the lines of the bill: goods, track, cities, sales, and orders. Equal lines are added up."""
    return tuple(
        entry
        for part in (_goods_entries, _segment_entries, _city_entries, _sale_entries)
        for entry in part(state, ride, names)
    )


def _goods_entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[TripEntry]:
    for (what, city), price in _sum_by_good(ride, "goods").items():
        yield TripEntry(f"{what} from", _city_owner(state, city), node_name(state, city, names), price)


def _segment_entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[TripEntry]:
    for seat, lines in _lines_by_seat(_lines_of_kind(ride, "segment")).items():
        limit_note = _OVER if any(line.dollars > -SEGMENT_FEE for line in lines) else ""
        words = f"{count_noun(len(lines), 'track')} of"
        yield TripEntry(words, seat, f"{names[seat - 1]}{limit_note}", sum(line.dollars for line in lines))


def _city_entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[TripEntry]:
    lines, last = _lines_of_kind(ride, "city"), ride.trip.stops[-1].place
    for i, line in enumerate(lines):
        is_end = line.at == last and all(later.at != last for later in lines[i + 1 :])
        limit_note = _OVER if line.dollars > -CITY_FEE else ""
        words = "ends in" if is_end else "passes through"
        yield TripEntry(words, line.seat, f"{node_name(state, line.at, names)}{limit_note}", line.dollars)


def _sale_entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[TripEntry]:
    for (what, city), income in _sum_by_good(ride, "sale").items():
        yield TripEntry(f"sale of {what} in", _city_owner(state, city), node_name(state, city, names), income)
    goods = {sale.order: sale.good for stop in ride.trip.stops for sale in stop.sales}
    for line in _lines_of_kind(ride, "order"):
        words = f"order {line.what}, {goods[line.what]} to"
        yield TripEntry(words, _city_owner(state, line.at), node_name(state, line.at, names), line.dollars)


def _sum_by_good(ride: Ride, kind: str) -> Mapping[tuple[str, NodeId], int]:
    """Return the dollars in bill lines of one kind, by (“2 ore”, city) pairs.

    Lines with the same good and city are added up.
    """
    sums: dict[tuple[str, NodeId], tuple[int, int]] = {}
    for line in _lines_of_kind(ride, kind):
        count, good = line.what.split()
        barrels, amount = sums.get((good, line.at), (0, 0))
        sums[good, line.at] = (barrels + int(count), amount + line.dollars)
    return {(f"{barrels} {good}", at): amount for (good, at), (barrels, amount) in sums.items()}


def _lines_of_kind(ride: Ride, kind: str) -> list[BillLine]:
    return [line for line in ride.bill.lines if line.kind == kind]


def _city_owner(state: RailroadsOfCatan, place: NodeId) -> Seat | None:
    city_piece = state.cities.get(place)
    return city_piece.seat if city_piece else None


def _lines_by_seat(lines: Sequence[BillLine]) -> Mapping[Seat, list[BillLine]]:
    lines_by_seat: dict[Seat, list[BillLine]] = {}
    for line in lines:
        if line.seat is not None:
            lines_by_seat.setdefault(line.seat, []).append(line)
    return lines_by_seat


def rival_payments_text(ride: Ride, names: Names) -> str:
    """Return “Ben $1,000, Cleo $400”, the payments to rivals; without ``names``, “rivals $1,400”."""
    amounts: Counter[Seat] = Counter()
    for line in ride.bill.lines:
        if line.seat is not None:
            amounts[line.seat] -= line.dollars
    sums = {seat: amount for seat, amount in amounts.items() if amount}
    if not names:
        return f"rivals {dollar_amount(sum(sums.values()))}" if sums else ""
    return ", ".join(f"{names[seat - 1]} {dollar_amount(amount)}" for seat, amount in sums.items())
