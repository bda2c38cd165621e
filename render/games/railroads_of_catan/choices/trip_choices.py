"""Pictures of several trips: the choices of a question, or all trips of a phase."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest

from engine.core import Event, Seat, join_words
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS, SIZE_NAMES
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.phases import Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.trip_bills import dollars_with_sign
from render.games.railroads_of_catan.board.board_viewport import CROP_TOP, BoardViewport, bounds_around, crop_viewport
from render.games.railroads_of_catan.board.crops import draw_crop, draw_key_pill, pill_half_width
from render.games.railroads_of_catan.board.pieces import draw_mark, draw_train, train_width
from render.games.railroads_of_catan.captions import node_name, player_text, train_place_text
from render.games.railroads_of_catan.colors import PALETTE, dollars_ink
from render.games.railroads_of_catan.tables.trip_picture import STOP_RING, draw_ring, trip_scene, trip_window
from render.games.railroads_of_catan.tables.trip_row import draw_trip, facts_text
from render.games.railroads_of_catan.tables.trip_steps import (
    Ride,
    propose_ride,
    rides_of_events,
    stop_texts,
    track_uses,
)
from render.geometry import row_offsets
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.page_layout import (
    CONTENT_TOP,
    CONTENT_WIDTH,
    MARGIN,
    RIGHT,
    THICK_RULE,
    hairline,
    header_layer,
    ink_rule,
    paper_scene,
)
from render.parts.typography import RANK, SMALL, TextStyle
from render.scene import Layer, Scene, Shape, make_layer
from render.text_fitting import Names, join_sentences

_HIGHEST = 1600
"""Maximum height in px of the picture of all trips of a phase."""
_ROOM = 480
"""Minimum height in px of the close-up in the picture of a phase; with less room there is no close-up."""
_ASKED_ROOM = 330
"""Height in px of the close-up in the picture of a question, which a phone shows together with the buttons."""
_UNDER, _FOOT = 12, 24
_MOST = 10
"""Maximum number of rows, one for each trip, in the picture of a phase."""
MAX_TRIP_CHOICES = 4
"""Maximum number of choices in the picture; further choices are only in the list of answers."""
_RING_LEAST = 4.0
"""Minimum line width in px of a ring around a stop."""
_KEY_STEP, _KEY_UP, _KEY_DOWN = 60, 20, 34
"""Distances in px: between keys at one stop, from a ring up to its keys, and from the viewport's top to a key."""

_ROW, _TOTALS = 136, 96
_MIDDLE, _NET_LINE, _FACTS_LINE, _NET_GAP, _KEY_GAP = 44, 64, 118, 24, 24
_TRAIN, _TRAIN_DOWN, _TRAIN_GAP = 54.0, 50, 26

_SIGNS = "+ load, − sell"
"""Explanation of the signs before goods."""
_ALL = TextStyle("s", 48)
_ALL_ROOM = 170
_SUM = TextStyle("hb", 58)
_ALL_LINE, _SUM_LINE, _MARK_LEFT, _MARK_DOWN, _MARK_RADIUS = 66, 68, 40, 48, 22


def trip_choice_scenes(
    state: RailroadsOfCatan, names: Names, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """Draw the trips to choose from; no picture if the trips are not all of one train."""
    all_rides = list(_rides_to_choose(state, choices))
    if len({(ride.seat, ride.train.number) for ride in all_rides}) != 1:
        return ()
    rides = all_rides[:MAX_TRIP_CHOICES]
    own = rides[0].train
    where = train_place_text(state, own, names)
    line = f"{question} {_SIGNS}"
    viewport, height = _trips_viewport(rides)
    rows = _draw_rows(state, rides, names, viewport.y + viewport.h + _UNDER, is_question=True)
    layers = (
        header_layer(
            f"Trips from {node_name(state, own.at, names)}",
            f"train {own.number} ({SIZE_NAMES[own.large]})",
            line,
            seat=own.seat,
        ),
        Layer("window", _draw_window(state, viewport, rides, _draw_keys(viewport, rides))),
        make_layer("trips", rows),
    )
    first = f"{question} {player_text(names, own.seat)}, train {own.number} ({SIZE_NAMES[own.large]}) {where}."
    alt = join_sentences((first, *(_trip_sentence(state, ride, names) for ride in rides)))
    return (paper_scene("trips", height, PALETTE, layers, alt),)


def _rides_to_choose(state: RailroadsOfCatan, choices: Sequence[Choice]) -> Iterator[Ride]:
    """Yield the trip of each choice's first action, if the trip is possible."""
    for choice in choices:
        action = choice.actions[0] if choice.actions else None
        if isinstance(action, Run | PlanRun):
            ride = propose_ride(state, action, choice.key)
            if isinstance(ride, Ride):
                yield ride


def run_record_scenes(state: RailroadsOfCatan, events: Sequence[Event], names: Names) -> tuple[Scene, ...]:
    """Draw all trips in the events, with the total of each player; for a single trip, draw its bill instead."""
    rides = rides_of_events(state, events)
    if len(rides) < 2:
        return tuple(trip_scene(state, ride, names) for ride in rides)
    best = max(rides, key=lambda ride: ride.bill.net)
    return (_record_scene(state, rides, best, names),)


def _record_scene(state: RailroadsOfCatan, rides: Sequence[Ride], best: Ride, names: Names) -> Scene:
    """Draw a row for each trip, or for the best trips, and, if there is room, a close-up of the best trip."""
    most = nlargest(_MOST, rides, key=lambda ride: ride.bill.net)
    shown_rides = sorted(most, key=rides.index)
    rides_left_out = rides[len(shown_rides) :]
    line = f"Best: {names[best.seat - 1]}’s train {best.train.number}, {dollars_with_sign(best.bill.net)} · {_SIGNS}"
    if rides_left_out:
        line = f"Best {_MOST} of {len(rides)} trips · {_SIGNS}"
    room = _HIGHEST - CROP_TOP - _ROW * len(shown_rides) - _TOTALS - 2 * _UNDER
    top, window = CONTENT_TOP, tuple[Shape, ...]()
    if room >= _ROOM:
        viewport, window = trip_window(state, best, room)
        top = viewport.y + viewport.h + _UNDER
    bottom = top + _ROW * len(shown_rides)
    layers = (
        header_layer("Trains run", _turn_text(state), line, seat=None if rides_left_out else best.seat),
        Layer("window", window),
        make_layer("trips", _draw_rows(state, shown_rides, names, top, is_question=False)),
        make_layer("totals", _draw_totals(state, rides, bottom)),
    )
    sums = _cash_changes(state, rides)
    totals = join_words([f"{names[seat - 1]} {dollars_with_sign(sums[seat])}" for seat in state.order])
    trip_sentences = (_trip_sentence(state, ride, names) for ride in shown_rides)
    alt = join_sentences((f"Railroads of Catan, {_turn_text(state)}, trains run. In total: {totals}.", *trip_sentences))
    return paper_scene("runs", bottom + _TOTALS + _UNDER, PALETTE, layers, alt)


def _turn_text(state: RailroadsOfCatan) -> str:
    """Return “Turn 4 of 7” for the turn of the trips. If all seats have run, the state is already in the next turn."""
    running = any(isinstance(phase, Runs | Visits) and phase.at for phase in state.flow)
    return f"Turn {state.turn if running or not state.flow else state.turn - 1} of {MAX_TURNS}"


# -- on the board


def _trips_viewport(rides: Sequence[Ride]) -> tuple[BoardViewport, int]:
    """Return the viewport around all trips, and the height of the picture in px."""
    under = _UNDER + _ROW * len(rides) + _FOOT
    box = bounds_around((stop.place for ride in rides for stop in ride.trip.stops), 0.8)
    viewport = crop_viewport(box, _ASKED_ROOM, _ASKED_ROOM)
    return viewport, viewport.y + viewport.h + under


def _draw_window(
    state: RailroadsOfCatan, viewport: BoardViewport, rides: Sequence[Ride], top: Iterator[Shape]
) -> tuple[Shape, ...]:
    """Draw the close-up: tracks of the trips have an ink edge, other tracks are faded, and stops have rings."""
    tracks = tuple(dict.fromkeys(track for ride in rides for track in track_uses(state, ride)))
    stops = dict.fromkeys(stop.place for ride in rides for stop in ride.trip.stops if stop.has_work)
    rings = (draw_ring(viewport, place, _RING_LEAST) for place in stops)
    return draw_crop(state, viewport, new=tracks, bright=tracks, top=(*rings, *top))


def _draw_keys(viewport: BoardViewport, rides: Sequence[Ride]) -> Iterator[Shape]:
    """Draw the keys of trips above the points where the trips end; keys at one point are drawn side by side."""
    keys_by_place: dict[NodeId, list[str]] = {}
    for ride in rides:
        keys_by_place.setdefault(ride.trip.stops[-1].place, []).append(ride.key)
    for place, keys in keys_by_place.items():
        x, y = viewport.node_point(place)
        y = max(viewport.y + _KEY_DOWN, y - STOP_RING * viewport.scale - _KEY_UP)
        for word, dx in zip(keys, row_offsets(len(keys), _KEY_STEP), strict=True):
            yield from draw_key_pill(word, x + dx, y)


# -- rows


def _draw_rows(
    state: RailroadsOfCatan, rides: Sequence[Ride], names: Names, top: float, *, is_question: bool
) -> Iterator[Shape]:
    for i, ride in enumerate(rides):
        y = top + i * _ROW
        if i:
            yield hairline(round(y - 1))
        net = dollars_with_sign(ride.bill.net)
        yield RANK.right(RIGHT, y + _NET_LINE, net, "net dollars", dollars_ink(ride.bill.net, is_asked=is_question))
        if is_question:
            half = pill_half_width(ride.key)
            yield from draw_key_pill(ride.key, MARGIN + half, y + _MIDDLE)
            x = MARGIN + 2 * half + _KEY_GAP
        else:
            wide = train_width(_TRAIN, large=ride.train.large)
            yield draw_train(ride.train, MARGIN + wide / 2, y + _TRAIN_DOWN, _TRAIN)
            x = MARGIN + train_width(_TRAIN, large=True) + _TRAIN_GAP
        yield from draw_trip(state, ride, x, y + _MIDDLE, RIGHT - RANK.width(net) - _NET_GAP)
        facts_line, short = facts_text(ride, names), facts_text(ride)
        yield SMALL.left(x, y + _FACTS_LINE, facts_line, "facts", INK_SOFT, max_width=RIGHT - x, short=short)


# -- totals


def _cash_changes(state: RailroadsOfCatan, rides: Sequence[Ride]) -> Mapping[Seat, int]:
    """Return the change of each player's cash by all these trips, including payments from rivals."""
    changes = dict.fromkeys(state.everyone, 0)
    for ride in rides:
        changes[ride.seat] += ride.bill.net
        for line in ride.bill.lines:
            if line.seat is not None:
                changes[line.seat] -= line.dollars
    return changes


def _draw_totals(state: RailroadsOfCatan, rides: Sequence[Ride], top: float) -> Iterator[Shape]:
    yield ink_rule(top, THICK_RULE)
    yield _ALL.left(MARGIN, top + _ALL_LINE, "total", "in all", INK_SOFT)
    sums, cell = _cash_changes(state, rides), (CONTENT_WIDTH - _ALL_ROOM) / state.seats
    for i, seat in enumerate(state.order, 1):
        right, words = MARGIN + _ALL_ROOM + i * cell, dollars_with_sign(sums[seat])
        yield _SUM.right(right, top + _SUM_LINE, words, "total", dollars_ink(sums[seat]))
        yield draw_mark(seat, right - _SUM.width(words) - _MARK_LEFT, top + _MARK_DOWN, _MARK_RADIUS)


# -- alt text


def _trip_sentence(state: RailroadsOfCatan, ride: Ride, names: Names) -> str:
    """“A: load 2 wood in Ada 5, sell 2 wood in Ben 4; 6 of 8 moves, sales $1,600, net +$1,600.”"""
    head = ride.key if ride.cash is not None else f"{names[ride.seat - 1]} train {ride.train.number}"
    bill = facts_text(ride, names).replace(" · ", ", ")
    return f"{head}: {', '.join(stop_texts(state, ride, names))}; {bill}, net {dollars_with_sign(ride.bill.net)}."
