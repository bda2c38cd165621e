"""Several trips in one picture: those to choose from, with their keys; or all that were made in a phase."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest

from engine.core import Event, Seat, listed
from engine.games.railroads_of_catan.box.figures import LARGE, TURNS
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.phases import Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration.working import gain
from render.games.railroads_of_catan.crop import crop, key_pill, pill_half
from render.games.railroads_of_catan.livery import PALETTE, dollars_ink
from render.games.railroads_of_catan.pieces import mark_at, train, train_width
from render.games.railroads_of_catan.plane import TOP, Plane, around, crop_plane
from render.games.railroads_of_catan.rides import Ride, proposed, ridden, stop_words, used
from render.games.railroads_of_catan.run import RING, ride_scene, ride_window, ring
from render.games.railroads_of_catan.trip_row import facts, trip_way
from render.games.railroads_of_catan.words import named, player, stands
from render.geometry import spread
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.frame import CONTENT, MARGIN, RIGHT, ROOM, THICK, hairline, header, picture, rule
from render.parts.text import RANK, SMALL, Style
from render.scene import Layer, Scene, Shape, layer

_HIGHEST, _ROOM = 1600, 480
"""px: the height of a record at most, and of its window at least."""
_ASKED_ROOM = 330
"""px: the height of the window with a question, which a phone shows beside the buttons."""
_UNDER, _FOOT = 12, 24
_MOST = 10
"""Trips that have a row of their own."""
ASKED = 4
"""Of those to choose from; the others stand in the menu alone."""
_RING_LEAST, _KEY_STEP, _KEY_UP, _KEY_DOWN = 4.0, 60, 20, 34
"""px of a ring's line at least, between keys at one stop, over its ring, and under the window's edge."""

_ROW, _TOTALS = 136, 96
_MIDDLE, _NET_LINE, _FACTS_LINE, _NET_GAP, _KEY_GAP = 44, 64, 118, 24, 24
_TRAIN, _TRAIN_DOWN, _TRAIN_GAP = 54.0, 50, 26

_SIGNS = "+ load, − sell"
"""What the signs before goods mean."""
_ALL = Style("s", 48)
_ALL_ROOM = 170
_SUM = Style("hb", 58)
_ALL_LINE, _SUM_LINE, _MARK_LEFT, _MARK_DOWN, _MARK_RADIUS = 66, 68, 40, 48, 22


def trip_scenes(state: RailroadsOfCatan, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Trips to choose from; nothing where they are not of one train."""
    every = list(_to_choose(state, choices))
    if len({(ride.seat, ride.train.number) for ride in every}) != 1:
        return ()
    rides = every[:ASKED]
    own = rides[0].train
    where = stands(state, own, names)
    line = f"Which trip from {named(state, own.at, names)}? {_SIGNS}"
    plane, height = _plane(rides)
    rows = _rows(state, rides, names, plane.y + plane.h + _UNDER, asked=True)
    layers = (
        header("Trips", f"train {own.number} ({LARGE[own.large]})", line, seat=own.seat),
        Layer("window", _window(state, plane, rides, _keys(plane, rides))),
        layer("trips", rows),
    )
    first = f"Which trip? {player(names, own.seat)}, train {own.number} ({LARGE[own.large]}) {where}."
    alt = joined((first, *(_sentence(state, ride, names) for ride in rides)))
    return (picture("trips", height, PALETTE, layers, alt),)


def _to_choose(state: RailroadsOfCatan, choices: Sequence[Choice]) -> Iterator[Ride]:
    """The first trip of each choice as a ride, where it can be made."""
    for choice in choices:
        action = choice.actions[0] if choice.actions else None
        if isinstance(action, Run | PlanRun):
            ride = proposed(state, action, choice.key)
            if isinstance(ride, Ride):
                yield ride


def runs_scenes(state: RailroadsOfCatan, news: Sequence[Event], names: Names) -> tuple[Scene, ...]:
    """All trips in the news, and what each player has more by them; a trip by itself with its bill."""
    rides = ridden(state, news)
    if len(rides) < 2:
        return tuple(ride_scene(state, ride, names) for ride in rides)
    best = max(rides, key=lambda ride: ride.bill.net)
    return (_record(state, rides, best, names),)


def _record(state: RailroadsOfCatan, rides: Sequence[Ride], best: Ride, names: Names) -> Scene:
    """A row a trip; of very many the best. Where there is room, the best one on the board above them."""
    most = nlargest(_MOST, rides, key=lambda ride: ride.bill.net)
    shown = sorted(most, key=rides.index)
    left = rides[len(shown) :]
    line = f"Best: {names[best.seat - 1]}’s train {best.train.number}, {gain(best.bill.net)} · {_SIGNS}"
    if left:
        line = f"Best {_MOST} of {len(rides)} trips · {_SIGNS}"
    room = _HIGHEST - TOP - _ROW * len(shown) - _TOTALS - 2 * _UNDER
    top, window = CONTENT, tuple[Shape, ...]()
    if room >= _ROOM:
        plane, window = ride_window(state, best, room)
        top = plane.y + plane.h + _UNDER
    bottom = top + _ROW * len(shown)
    layers = (
        header("Trains run", _turn(state), line, seat=None if left else best.seat),
        Layer("window", window),
        layer("trips", _rows(state, shown, names, top, asked=False)),
        layer("totals", _totals(state, rides, bottom)),
    )
    sums = _sums(state, rides)
    all_in_all = listed([f"{names[seat - 1]} {gain(sums[seat])}" for seat in state.order])
    said = (_sentence(state, ride, names) for ride in shown)
    alt = joined((f"Railroads of Catan, {_turn(state)}, trains run. In total: {all_in_all}.", *said))
    return picture("runs", bottom + _TOTALS + _UNDER, PALETTE, layers, alt)


def _turn(state: RailroadsOfCatan) -> str:
    """The turn of the runs: when all have run, the next one has begun already."""
    running = any(isinstance(phase, Runs | Visits) and phase.at for phase in state.flow)
    return f"Turn {state.turn if running or not state.flow else state.turn - 1} of {TURNS}"


# -- on the board


def _plane(rides: Sequence[Ride]) -> tuple[Plane, int]:
    """The window around all trips, and the height of the picture."""
    under = _UNDER + _ROW * len(rides) + _FOOT
    box = around((stop.place for ride in rides for stop in ride.trip.stops), 0.8)
    plane = crop_plane(box, _ASKED_ROOM, _ASKED_ROOM)
    return plane, plane.y + plane.h + under


def _window(state: RailroadsOfCatan, plane: Plane, rides: Sequence[Ride], top: Iterator[Shape]) -> tuple[Shape, ...]:
    """The window of the board: what was run over has an ink edge, everything else is faded; stops are ringed."""
    over = tuple(dict.fromkeys(each for ride in rides for each in used(state, ride)))
    stops = dict.fromkeys(stop.place for ride in rides for stop in ride.trip.stops if stop.works)
    rings = (ring(plane, place, _RING_LEAST) for place in stops)
    return crop(state, plane, new=over, bright=over, top=(*rings, *top))


def _keys(plane: Plane, rides: Sequence[Ride]) -> Iterator[Shape]:
    """The keys of trips side by side over the point where they end."""
    found: dict[Place, list[str]] = {}
    for ride in rides:
        found.setdefault(ride.trip.stops[-1].place, []).append(ride.key)
    for place, keys in found.items():
        x, y = plane.place(place)
        y = max(plane.y + _KEY_DOWN, y - RING * plane.s - _KEY_UP)
        for word, dx in zip(keys, spread(len(keys), _KEY_STEP), strict=True):
            yield from key_pill(word, x + dx, y)


# -- rows


def _rows(state: RailroadsOfCatan, rides: Sequence[Ride], names: Names, top: float, *, asked: bool) -> Iterator[Shape]:
    for i, ride in enumerate(rides):
        y = top + i * _ROW
        if i:
            yield hairline(round(y - 1))
        net = gain(ride.bill.net)
        yield RANK.right(RIGHT, y + _NET_LINE, net, "net dollars", dollars_ink(ride.bill.net, asked=asked))
        if asked:
            half = pill_half(ride.key)
            yield from key_pill(ride.key, MARGIN + half, y + _MIDDLE)
            x = MARGIN + 2 * half + _KEY_GAP
        else:
            wide = train_width(_TRAIN, large=ride.train.large)
            yield train(ride.train, MARGIN + wide / 2, y + _TRAIN_DOWN, _TRAIN)
            x = MARGIN + train_width(_TRAIN, large=True) + _TRAIN_GAP
        yield from trip_way(state, ride, x, y + _MIDDLE, RIGHT - RANK.wide(net) - _NET_GAP)
        told, short = facts(ride, names), facts(ride)
        yield SMALL.left(x, y + _FACTS_LINE, told, "facts", INK_SOFT, room=RIGHT - x, short=short)


# -- all in all


def _sums(state: RailroadsOfCatan, rides: Sequence[Ride]) -> Mapping[Seat, int]:
    """The change of each player's cash by all trips, with what others paid for goods, track, and cities."""
    found = dict.fromkeys(state.everyone, 0)
    for ride in rides:
        found[ride.seat] += ride.bill.net
        for line in ride.bill.lines:
            if line.seat is not None:
                found[line.seat] -= line.dollars
    return found


def _totals(state: RailroadsOfCatan, rides: Sequence[Ride], top: float) -> Iterator[Shape]:
    """One line: what everybody has more, with what others paid them."""
    yield rule(top, THICK)
    yield _ALL.left(MARGIN, top + _ALL_LINE, "total", "in all", INK_SOFT)
    sums, cell = _sums(state, rides), (ROOM - _ALL_ROOM) / state.seats
    for i, seat in enumerate(state.order, 1):
        right, words = MARGIN + _ALL_ROOM + i * cell, gain(sums[seat])
        yield _SUM.right(right, top + _SUM_LINE, words, "total", dollars_ink(sums[seat]))
        yield mark_at(seat, right - _SUM.wide(words) - _MARK_LEFT, top + _MARK_DOWN, _MARK_RADIUS)


# -- in words


def _sentence(state: RailroadsOfCatan, ride: Ride, names: Names) -> str:
    """“A: load 2 wood in Ada 5, sell 2 wood in Ben 4; 6 of 8 moves, sales $1,600, net +$1,600.”"""
    who = ride.key if ride.cash is not None else f"{names[ride.seat - 1]} train {ride.train.number}"
    bill = facts(ride, names).replace(" · ", ", ")
    return f"{who}: {', '.join(stop_words(state, ride, names))}; {bill}, net {gain(ride.bill.net)}."
