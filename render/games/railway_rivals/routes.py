"""Private pictures for an entry: the routes proposed, lettered, with length, fees and odds; or one to be confirmed.

Routes differ by form and not by color, for color means a company: the first has the player's own line, the others are
paper with dots, sleepers or a line of ink. (maps, section 6)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

import msgspec

from engine.core.seats import Seat
from engine.games.railway_rivals.actions import Accept, Enter, Exchange, Joint
from engine.games.railway_rivals.deals import Offer
from engine.games.railway_rivals.entries import Desktop, Trip, candidates, trip
from engine.games.railway_rivals.phases import Entering
from engine.games.railway_rivals.race import movement, odds
from engine.games.railway_rivals.routes import NoWay
from engine.games.railway_rivals.runs import Run
from engine.games.railway_rivals.state import RailwayRivals
from render.fonts import width
from render.games.railway_rivals.courses import Course, place_on
from render.games.railway_rivals.livery import LAND, PALETTE
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.route_map import (
    AROUND,
    Over,
    Window,
    disc_of,
    ends_of,
    fitting,
    reach,
    route_map,
    scale,
)
from render.games.railway_rivals.tables import figure, numbers, run_words
from render.geometry import Points
from render.labels import first_word, fitted, joined
from render.painter import Choice
from render.palette import INK, INK_SOFT, PAPER, RULE
from render.parts.frame import BLEED, MARGIN, WIDTH, header
from render.parts.lines import along, body, casing, edge
from render.parts.marks import chip
from render.scene import Box, Disc, Layer, Line, Scene, Shape, Sprite, Text, placed

__all__ = ["Routed", "route_preview", "route_scenes"]

Routed = Enter | Joint | Exchange | Accept

_TOP, _HIGHEST, _FOOT, _HEAD = 196, 1600, 24, 74
_KEY = 33
"""Half the side of a letter's square."""
_PANEL = 640
_BESIDE = WIDTH - MARGIN - _PANEL
_ROW_BELOW, _ROW_BESIDE = 96, 168
_MOST = 5
_CHIP, _RIVAL, _BEATS = 26, 72, 490
_RIGHTS: tuple[float, float, float] = (300, _BEATS, 640)
_RIGHTS_BELOW: tuple[float, float, float] = (420, 700, 1520)
"""Right ends of points, odds and fees, from the panel's left."""


class _Way(msgspec.Struct, frozen=True):
    """A route in question: its letter, how the train would run it, and its length in movement."""

    key: str
    form: int
    trip: Trip
    points: int


class _Rival(msgspec.Struct, frozen=True):
    """The quickest way that a rival could run alone."""

    points: int
    seat: Seat
    fees: int


class _Question(msgspec.Struct, frozen=True):
    """What all routes of the picture have in common: the run, who would run, and the rivals, the quickest first."""

    run: Run
    train: tuple[Seat, ...]
    ways: tuple[_Way, ...]
    rivals: tuple[_Rival, ...]

    @property
    def rival(self) -> Seat | None:
        """Who is the quickest."""
        return self.rivals[0].seat if self.rivals else None

    def beats(self, way: _Way) -> str:
        """How often a route beats the quickest rival's."""
        return f"{round(100 * odds(way.points, self.rivals[0].points).win)} %"


def route_scenes(state: RailwayRivals, names: tuple[str, ...], choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Routes to choose from; nothing where the answers are no routes of one run and one train."""
    found = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    routed = [(key, action) for key, action in found if isinstance(action, Routed)]
    if not routed or len({(action.run, _train(state, action)) for _, action in routed}) > 1:
        return ()
    question = _asked(state, routed)
    line = f"Which route? You have {state.gold[routed[0][1].seat]} gold"
    return _scene(state, question, names, routed[0][1], line) if question is not None else ()


def route_preview(state: RailwayRivals, names: tuple[str, ...], action: Routed) -> tuple[Scene, ...]:
    """The route of an entry or an offer before it is confirmed."""
    question = _asked(state, [("", action)])
    return _scene(state, question, names, action, _about(state, action, names)) if question is not None else ()


def _about(state: RailwayRivals, action: Routed, names: Sequence[str]) -> str:
    match action:
        case Joint(partner=partner):
            return f"You offer {names[partner - 1]} a joint run on this route"
        case Exchange(partner=partner):
            return f"You offer {names[partner - 1]} to use each other’s track"
        case Accept(partner=partner):
            name, offer = names[partner - 1], _offer(state, action)
            if offer is None or offer.joint:
                return f"You accept the joint run that {name} offers"
            return f"You exchange with {name}, who pays you {offer.fees.get(action.seat, 0)}"
        case _:
            return "You enter with this route"


def _train(state: RailwayRivals, action: Routed) -> tuple[Seat, ...]:
    """Who would run the train, the one who sets the route first."""
    if isinstance(action, Joint):
        return action.seat, Seat(action.partner)
    offer = _offer(state, action) if isinstance(action, Accept) else None
    return (offer.seat, action.seat) if offer is not None and offer.joint else (action.seat,)


def _desktop(state: RailwayRivals, seat: Seat) -> Desktop | None:
    phase = state.flow[-1]
    return phase.desktop(state, seat) if isinstance(phase, Entering) else None


def _offer(state: RailwayRivals, action: Accept) -> Offer | None:
    """The rival's offer that is accepted."""
    at = _desktop(state, action.seat)
    index = at.index(action.run) if at is not None else None
    if at is None or index is None:
        return None
    return next((offer for offer in at.desk.received(action.seat, index) if offer.seat == action.partner), None)


def _spared(state: RailwayRivals, action: Routed) -> frozenset[Seat]:
    """Partners of exchanges, with whom there is no limit."""
    at = _desktop(state, action.seat)
    index = at.index(action.run) if at is not None else None
    if at is None or index is None or not isinstance(action, Exchange | Accept):
        return frozenset()
    answer = at.desk.answers[index]
    return frozenset((Seat(action.partner), *(answer.pacts if answer is not None else ())))


def _asked(state: RailwayRivals, routed: Sequence[tuple[str, Routed]]) -> _Question | None:
    first = routed[0][1]
    at = _desktop(state, first.seat)
    run = next((run for run in at.runs if str(run) == first.run), None) if at is not None else None
    if run is None:
        return None
    train = _train(state, first)
    ways = []
    for form, (key, action) in enumerate(routed[:_MOST]):
        try:
            found = trip(state, run, train, action.route, _spared(state, action))
        except NoWay:
            return None
        ways.append(_Way(key, form, found, sum(movement(state.chart, found.way.hexes))))
    return _Question(run, train, tuple(ways), _rivals(state, run, train))


def _rivals(state: RailwayRivals, run: Run, train: tuple[Seat, ...]) -> tuple[_Rival, ...]:
    found = []
    for seat in state.everyone:
        theirs = None if seat in train else next(candidates(state, run, (seat,)), None)
        if theirs is not None:
            found.append(_Rival(sum(movement(state.chart, theirs.way.hexes)), seat, theirs.total))
    return tuple(sorted(found, key=lambda rival: (rival.points, rival.seat)))


# -- the picture


def _scene(
    state: RailwayRivals, question: _Question, names: tuple[str, ...], action: Routed, line: str
) -> tuple[Scene, ...]:
    routes = [way.trip.way.hexes for way in question.ways]
    below = _HEAD + _ROW_BELOW * len(routes) + 20
    broad = fitting(state.chart, routes, WIDTH - 2 * BLEED, _HIGHEST - _TOP - 4 - below - _FOOT)
    high = fitting(state.chart, routes, _BESIDE - BLEED - 32, _HIGHEST - _TOP - _FOOT)
    wide = scale(state.chart, routes, broad) * 1.08 >= scale(state.chart, routes, high)
    window: Window = ((WIDTH - broad[0]) // 2, _TOP, *broad) if wide else (BLEED, _TOP, *high)
    x, y, w, h = window
    if wide:
        table, height = _below(question, y + h + 4), y + h + 4 + below + _FOOT
    else:
        table, height = _beside(question, names), max(y + h, _beside_height(question)) + _FOOT
    layers = (
        _map(state, question, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        Layer("table", tuple(table)),
        header(run_words(state.chart, question.run), "only you see this", line, seat=action.seat),
    )
    alt = _alt(state, question, names, line)
    return (Scene("routes", WIDTH, height, PAPER, PALETTE, layers, alt),)


def _map(state: RailwayRivals, question: _Question, window: Window) -> Layer:
    """Every route has a lane of its own, whoever runs there."""

    def drawn(plane: Plane, courses: Sequence[Course], w: float) -> Over:
        lines = [tuple(map(plane.at, course.points)) for course in courses]
        shapes: list[Shape] = [casing(points, w, AROUND + 3, LAND) for points in lines]
        for way, points in zip(question.ways, lines, strict=True):
            shapes += _line(way.form, question.train[0], points, w)
        keyed = [way.key for way in question.ways]
        spots = _spots(state, plane, courses) if any(keyed) else []
        above = tuple(shape for key, spot in zip(keyed, spots, strict=False) for shape in _key(key, *spot))
        return Over(shapes, above, [(sx, sy, _KEY, _KEY) for sx, sy in spots])

    routes = [(Seat(way.form + 1), way.trip.way.hexes) for way in question.ways]
    return route_map(state, question.run, routes, window, drawn)


def _line(form: int, seat: Seat, points: Points, w: float) -> Iterator[Shape]:
    """A route's line: the own one, or paper with an inlay of ink."""
    yield edge(points, w, AROUND + 0.5)
    if not form:
        yield from body(seat, points, w, LAND)
        return
    yield Line(points, PAPER, w, round=True)
    match form:
        case 2:
            yield from (Disc(x, y, 0.2 * w, INK) for x, y, _, _ in along(points, 1.3 * w, 0.7 * w))
        case 3:
            for x, y, dx, dy in along(points, 1.6 * w, 0.8 * w):
                yield Line(((x - dy * w / 2, y + dx * w / 2), (x + dy * w / 2, y - dx * w / 2)), INK, 0.26 * w)
        case 4:
            yield Line(points, INK, 0.22 * w)
        case _:
            pass


def _spots(state: RailwayRivals, plane: Plane, courses: Sequence[Course]) -> list[tuple[float, float]]:
    """Where the letters stand: on each route where it is farthest from the others, from towns and other letters."""
    chart = state.chart
    towns = [(*plane.hex(town.hex), disc_of(chart, town.hex, plane.s)) for town in chart.towns]
    towns += [(*plane.hex(hex), reach(chart, hex, plane.s)[0]) for hex in ends_of(courses)]
    found: list[tuple[float, float]] = []
    for i, course in enumerate(courses):
        others = [plane.at(point) for j, other in enumerate(courses) if j != i for point in other.points[::3]]
        places = [plane.at(place_on(course, stop)) for stop in range(1, len(course.hexes) - 1)]
        best = max(places or [plane.at(course.points[0])], key=lambda at: _room(at, others, towns, found))
        found.append(best)
    return found


def _room(
    at: tuple[float, float],
    others: Sequence[tuple[float, float]],
    towns: Sequence[tuple[float, float, float]],
    letters: Sequence[tuple[float, float]],
) -> float:
    """How far a place is from everything, in px; more than is needed counts little."""
    x, y = at
    free = min((hypot(x - ox, y - oy) - _KEY for ox, oy in others), default=999.0)
    town = min((hypot(x - ox, y - oy) - r - 1.3 * _KEY for ox, oy, r in towns), default=999.0)
    letter = min((hypot(x - ox, y - oy) - 2.4 * _KEY for ox, oy in letters), default=999.0)
    return min(town, 40.0) + 2 * min(letter, 30.0) + 2 * min(free, 60.0)


def _key(key: str, x: float, y: float) -> tuple[Shape, ...]:
    """A letter in an ink square."""
    side = 2 * _KEY
    label = Text(x, y + 17, key, "hb", 50, PAPER, "middle", role="key")
    return (
        Box(x - _KEY - 3, y - _KEY - 3, side + 6, side + 6, LAND, radius=12),
        Box(x - _KEY, y - _KEY, side, side, INK, radius=10),
        label,
    )


# -- the table


def _below(question: _Question, top: float) -> Iterator[Shape]:
    """A line a route under the map."""
    yield from _heads(question, MARGIN, top + 52, _RIGHTS_BELOW)
    for i, way in enumerate(question.ways):
        y = top + _HEAD + _ROW_BELOW * i
        yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, RULE if i else INK)
        yield from _mark(question, way, MARGIN, y + _ROW_BELOW / 2)
        yield from _figures(question, way, MARGIN, y + 66, _RIGHTS_BELOW)
        yield from _paid(way, MARGIN + 780, y + 64, 560)


def _beside(question: _Question, names: Sequence[str]) -> Iterator[Shape]:
    """Two lines a route beside the map, and below them how quick the rivals are alone."""
    yield from _heads(question, _BESIDE, _TOP + 52, _RIGHTS)
    for i, way in enumerate(question.ways):
        y = _TOP + _HEAD + _ROW_BESIDE * i
        yield Box(_BESIDE, y, _PANEL, 2, RULE if i else INK)
        yield from _mark(question, way, _BESIDE, y + 50)
        yield from _figures(question, way, _BESIDE, y + 68, _RIGHTS)
        yield from _paid(way, _BESIDE, y + 142, _PANEL)
    yield from _others(question, names, _TOP + _HEAD + _ROW_BESIDE * len(question.ways))


def _beside_height(question: _Question) -> int:
    """Where the panel beside the map ends."""
    return _TOP + _HEAD + _ROW_BESIDE * len(question.ways) + 92 + _RIVAL * len(question.rivals)


def _others(question: _Question, names: Sequence[str], top: float) -> Iterator[Shape]:
    """A line a rival."""
    yield Box(_BESIDE, round(top), _PANEL, 2, RULE)
    words = "RIVALS ALONE" if question.rivals else "NO RIVAL CAN RUN ALONE"
    yield Text(_BESIDE, top + 82, words, "h", 46, INK, tracking=2, role="section title")
    points, _, fees = _RIGHTS
    if question.rivals:
        yield Text(_BESIDE + _BEATS, top + 82, "points", "s", 46, INK_SOFT, "right", role="head")
        yield Text(_BESIDE + fees, top + 82, "fees", "s", 46, INK_SOFT, "right", role="head")
    for i, rival in enumerate(question.rivals):
        base = top + 92 + _RIVAL * i + 52
        name = names[rival.seat - 1]
        yield chip(rival.seat, _BESIDE + _CHIP, base - 16, _CHIP)
        room = points - 2 * _CHIP + 60
        yield fitted(_BESIDE + 66, base, name, "s", 48, INK, room=room, short=first_word(name), role="name")
        yield Text(_BESIDE + _BEATS, base, str(rival.points), "h", 50, INK, "right", role="rival’s points")
        yield figure(_BESIDE + fees, base, -rival.fees, size=50, role="rival’s fees")


def _heads(question: _Question, x: float, base: float, rights: tuple[float, float, float]) -> Iterator[Shape]:
    points, beats, fees = rights
    yield Text(x + points, base, "points", "s", 46, INK_SOFT, "right", role="head")
    if question.rival is not None:
        yield chip(question.rival, x + beats - _CHIP, base - 16, _CHIP)
        yield Text(x + beats - 2 * _CHIP - 10, base, "beats", "s", 46, INK_SOFT, "right", role="head")
    yield Text(x + fees, base, "fees", "s", 46, INK_SOFT, "right", role="head")


def _mark(question: _Question, way: _Way, x: float, middle: float) -> Iterator[Shape]:
    """A route's letter and a piece of its line."""
    start = x
    if way.key:
        yield from _key(way.key, x + _KEY, middle)
        start += 2 * _KEY + 24
    yield placed(round(start), round(middle - 18), _sample(way.form, question.train[0]))


@lru_cache(64)
def _sample(form: int, seat: Seat) -> Sprite:
    points = ((16.0, 18.0), (104.0, 18.0))
    return Sprite(f"route {form}", 120, 36, tuple(_line(form, seat, points, 22)))


def _figures(
    question: _Question, way: _Way, x: float, base: float, rights: tuple[float, float, float]
) -> Iterator[Shape]:
    points, beats, fees = rights
    yield Text(x + points, base, str(way.points), "hb", 58, INK, "right", role="points")
    if question.rival is not None:
        yield Text(x + beats, base, question.beats(way), "h", 54, INK, "right", role="odds")
    yield figure(x + fees, base, -way.trip.total, size=58, face="hb", role="fees")


def _paid(way: _Way, x: float, base: float, room: float) -> Iterator[Shape]:
    """To whom the fees would go."""
    if not way.trip.fees:
        yield Text(x, base, "pays nobody", "s", 46, INK_SOFT, role="paid")
        return
    yield Text(x, base, "pays", "s", 46, INK_SOFT, role="paid")
    at = x + width("pays", "s", 46) + 18
    for seat, gold in way.trip.fees.items():
        yield chip(seat, at + _CHIP, base - 16, _CHIP)
        at += 2 * _CHIP + 8
        yield Text(at, base, str(gold), "h", 48, INK, role="paid")
        at += width(str(gold), "h", 48) + 22


def _alt(state: RailwayRivals, question: _Question, names: Sequence[str], line: str) -> str:
    said = [f"Run {numbers(question.run)}, {run_words(state.chart, question.run)}. {line}."]
    for way in question.ways:
        through = [state.chart.town_at[hex].name for hex in way.trip.way.hexes[1:-1] if hex in state.chart.town_at]
        fees = ", ".join(f"{names[seat - 1]} {gold}" for seat, gold in way.trip.fees.items())
        beats = ""
        if question.rival is not None:
            rival = question.rivals[0]
            beats = f", beats {names[rival.seat - 1]} ({rival.points} points) {question.beats(way)}"
        head = f"{way.key} " if way.key else ""
        said.append(f"{head}by {', '.join(through) or 'no town'}: {way.points} points{beats}, pays {fees or 'nobody'}.")
    others = [f"{names[one.seat - 1]} {one.points} points, fees {one.fees}" for one in question.rivals]
    return joined((*said, f"Quickest alone: {'; '.join(others)}." if others else "No rival can run alone."))
