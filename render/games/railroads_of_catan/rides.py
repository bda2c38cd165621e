"""Trips of trains for the pictures: what each move was, what each track cost, and the bill in few lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.core import Event, Seat, counted, dollars, listed
from engine.games.railroads_of_catan.box.figures import CAPACITY, CITY_FEE, FEE_CAP, MOUNTAIN_MOVES, SEGMENT_FEE
from engine.games.railroads_of_catan.box.island import Good, Place, Track, TrackKind, kind_of, track
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.bill import Bill, Line
from engine.games.railroads_of_catan.state.paths import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.words import at, named
from render.labels import Names

_OVER = f" (fee limit {dollars(FEE_CAP)})"
"""What is above the most that one player pays another in a turn. (ruling 82)"""


class Ride(msgspec.Struct, frozen=True):
    """A trip with its bill; ``cash`` is what the owner has after it, where it is still to be made."""

    key: str
    train: Train
    """As it stood, or stands now: only its size, number and owner are looked at."""
    trip: Trip
    bill: Bill
    cash: int | None = None
    planned: bool = False
    """Whether it is for a later visit, before which the cash will change."""

    @property
    def seat(self) -> Seat:
        return self.train.seat


class Move(msgspec.Struct, frozen=True):
    """One of a train's moves: over a track of somebody, or a stop with goods."""

    owner: Seat | None = None
    goods: tuple[Good, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """A line of the bill: words before and after the mark of a player, and what the owner of the train gets."""

    before: str
    seat: Seat | None
    after: str
    dollars: int


def proposed(state: RailroadsOfCatan, action: Run | PlanRun, key: str = "") -> Ride | str:
    """The ride that an action would make now, with its bill, or a sentence why it cannot be made."""
    train = state.train(action.seat, action.number)
    if train is None:
        return "You don’t have that train."
    phase = state.flow[-1] if state.flow else None
    now = isinstance(action, Run) and isinstance(phase, Running) and phase.seat == action.seat
    paid = phase.fees if now and isinstance(phase, Running) else {}
    made = travel(state, paid, train, action.trip)
    if not isinstance(made, Journey):
        return refusal(made)
    return Ride(key, train, action.trip, made.bill, made.cash, planned=isinstance(action, PlanRun))


def ridden(state: RailroadsOfCatan, news: Sequence[Event]) -> tuple[Ride, ...]:
    """All trips in the news, in the order in which they were made."""
    runs = [event for event in news if isinstance(event, e.TrainRun)]
    return tuple(Ride("", _train(state, event), event.trip, event.bill) for event in runs)


def _train(state: RailroadsOfCatan, event: e.TrainRun) -> Train:
    """The train that ran; one that is lost since then is told by its loads."""
    stops = event.trip.stops
    large = max(stop.load for stop in stops) > CAPACITY[False]
    lost = Train(event.seat, event.number, stops[-1].place, large=large)
    return state.train(event.seat, event.number) or lost


class _Step(msgspec.Struct, frozen=True):
    """One track of a trip: whose, the number of the first move over it, how many it takes, and the fee."""

    over: Track
    owner: Seat
    first: int
    took: int
    fee: int


def _steps(state: RailroadsOfCatan, ride: Ride) -> tuple[_Step, ...]:
    """Every track in order. What is no more on the board is taken for whose it was by the fee."""
    hard = _mountain(state, ride)
    due = [line for line in ride.bill.lines if line.kind == "segment"]
    found: list[_Step] = []
    number = int(ride.trip.stops[0].works)
    for a, b in pairwise(ride.trip.stops):
        over = track(a.place, b.place)
        paid = due[0] if due and due[0].at == b.place else None
        owner = state.tracks.get(over) or (paid and paid.seat) or ride.seat
        fee = 0
        if paid and paid.seat == owner:
            fee = -due.pop(0).dollars
        took = hard if kind_of(state.layout, over) is TrackKind.MOUNTAIN else 1
        found.append(_Step(over, owner, number + 1, took, fee))
        number += took + b.works
    return tuple(found)


def _mountain(state: RailroadsOfCatan, ride: Ride) -> int:
    """Moves of a mountain track on this trip: who works with the conductor is not known any more after the turn."""
    plain = len(ride.trip.tracks) + sum(stop.works for stop in ride.trip.stops)
    return MOUNTAIN_MOVES if ride.bill.moves > plain else 1


def moves(state: RailroadsOfCatan, ride: Ride) -> tuple[Move, ...]:
    """All moves in order; a mountain track takes two. (RC Phase 6; rulings 69-71)"""
    steps = _steps(state, ride)
    found: list[Move] = []
    for i, stop in enumerate(ride.trip.stops):
        if i:
            found += [Move(owner=steps[i - 1].owner)] * steps[i - 1].took
        if stop.works:
            found.append(Move(goods=_handled(state, stop)))
    return tuple(found)


def _handled(state: RailroadsOfCatan, stop: Stop) -> tuple[Good, ...]:
    goods = [sale.good for sale in stop.sales]
    loaded = state.layout.good(stop.place) if stop.load else None
    if loaded:
        goods.append(loaded)
    return tuple(dict.fromkeys(goods))


class Passed(NamedTuple):
    """A track of a trip: its owner, the moves over it (“2”, “3–4·7”), and the fees for them."""

    owner: Seat
    moves: str
    fees: int


def used(state: RailroadsOfCatan, ride: Ride) -> Mapping[Track, Passed]:
    """Each track of a trip once, however often it was passed."""
    found: dict[Track, Passed] = {}
    for step in _steps(state, ride):
        moved = f"{step.first}–{step.first + step.took - 1}" if step.took > 1 else str(step.first)
        before = found.get(step.over)
        if before:
            found[step.over] = Passed(step.owner, f"{before.moves}·{moved}", before.fees + step.fee)
        else:
            found[step.over] = Passed(step.owner, moved, step.fee)
    return found


def told(state: RailroadsOfCatan, ride: Ride) -> tuple[tuple[Place, tuple[str, ...]], ...]:
    """Each stop in order, with what is done there, line by line; the last point of a trip is told too."""
    found = [(stop.place, _works(state, stop)) for stop in ride.trip.stops]
    place, done = found[-1]
    if not done:
        found[-1] = (place, ("ends here" if len(found) > 1 else "stays here",))
    return tuple(each for each in found if each[1])


def _works(state: RailroadsOfCatan, stop: Stop) -> tuple[str, ...]:
    lines = [f"throw away {good}" for good in stop.thrown]
    for good in dict.fromkeys(sale.good for sale in stop.sales):
        sales = [sale for sale in stop.sales if sale.good is good]
        orders = "".join(f" · {sale.order}" for sale in sales if sale.order)
        lines.append(f"sell {sum(sale.barrels for sale in sales)} {good}{orders}")
    if stop.load:
        lines.append(f"load {stop.load} {state.layout.good(stop.place)}")
    return tuple(lines)


def stop_words(state: RailroadsOfCatan, ride: Ride, names: Names) -> list[str]:
    """“load 2 ore in Ada 5”, “ends at V44”: each stop in order, as a sentence has it."""
    stops = told(state, ride)
    return [f"{', '.join(map(_in_words, lines))} {at(state, place, names)}" for place, lines in stops]


def _in_words(line: str) -> str:
    """“sell 2 ore (order A)” for the “sell 2 ore · A” of a plate; “ends” for “ends here”."""
    work, *letters = line.removesuffix(" here").split(" · ")
    orders = "order" if len(letters) == 1 else "orders"
    return f"{work} ({orders} {listed(letters)})" if letters else work


def works(state: RailroadsOfCatan, ride: Ride) -> Mapping[Place, tuple[str, ...]]:
    """The lines about what is done at each point, all visits to it together."""
    found: dict[Place, tuple[str, ...]] = {}
    for place, lines in told(state, ride):
        found[place] = (*found.get(place, ()), *lines)
    return found


# -- the bill


def entries(state: RailroadsOfCatan, ride: Ride, names: Names) -> tuple[Entry, ...]:
    """Goods, track, cities, sales and orders, in the order of the rules; equal ones are one line."""
    return tuple(entry for part in (_goods, _segments, _cities, _sales) for entry in part(state, ride, names))


def _goods(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[Entry]:
    for (what, city), price in _summed(ride, "goods").items():
        yield Entry(f"{what} from", _owner(state, city), named(state, city, names), price)


def _segments(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[Entry]:
    for seat, lines in _by_seat(_of(ride, "segment")).items():
        spared = _OVER if any(line.dollars > -SEGMENT_FEE for line in lines) else ""
        words = f"{counted(len(lines), 'track')} of"
        yield Entry(words, seat, f"{names[seat - 1]}{spared}", sum(line.dollars for line in lines))


def _cities(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[Entry]:
    lines, last = _of(ride, "city"), ride.trip.stops[-1].place
    for i, line in enumerate(lines):
        parks = line.at == last and all(later.at != last for later in lines[i + 1 :])
        spared = _OVER if line.dollars > -CITY_FEE else ""
        words = "ends in" if parks else "passes through"
        yield Entry(words, line.seat, f"{named(state, line.at, names)}{spared}", line.dollars)


def _sales(state: RailroadsOfCatan, ride: Ride, names: Names) -> Iterator[Entry]:
    for (what, city), income in _summed(ride, "sale").items():
        yield Entry(f"sale of {what} in", _owner(state, city), named(state, city, names), income)
    goods = {sale.order: sale.good for stop in ride.trip.stops for sale in stop.sales}
    for line in _of(ride, "order"):
        words = f"order {line.what}, {goods[line.what]} to"
        yield Entry(words, _owner(state, line.at), named(state, line.at, names), line.dollars)


def _summed(ride: Ride, kind: str) -> Mapping[tuple[str, Place], int]:
    """Barrels of a good in a city, however often: “2 ore”, with what they come to."""
    found: dict[tuple[str, Place], tuple[int, int]] = {}
    for line in _of(ride, kind):
        count, good = line.what.split()
        barrels, amount = found.get((good, line.at), (0, 0))
        found[good, line.at] = (barrels + int(count), amount + line.dollars)
    return {(f"{barrels} {good}", at): amount for (good, at), (barrels, amount) in found.items()}


def _of(ride: Ride, kind: str) -> list[Line]:
    return [line for line in ride.bill.lines if line.kind == kind]


def _owner(state: RailroadsOfCatan, place: Place) -> Seat | None:
    found = state.cities.get(place)
    return found.seat if found else None


def _by_seat(lines: Sequence[Line]) -> Mapping[Seat, list[Line]]:
    found: dict[Seat, list[Line]] = {}
    for line in lines:
        if line.seat is not None:
            found.setdefault(line.seat, []).append(line)
    return found


def paid_short(ride: Ride, names: Names) -> str:
    """“Ben $1,000, Cleo $400”: what rivals were paid for goods and in fees; without names, how much in all."""
    owed: Counter[Seat] = Counter()
    for line in ride.bill.lines:
        if line.seat is not None:
            owed[line.seat] -= line.dollars
    sums = {seat: amount for seat, amount in owed.items() if amount}
    if not names:
        return f"rivals {dollars(sum(sums.values()))}" if sums else ""
    return ", ".join(f"{names[seat - 1]} {dollars(amount)}" for seat, amount in sums.items())
