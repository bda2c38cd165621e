"""Private pictures of ways to build: each way with its key, what it costs now, and what would still be missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.graph import Track
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import width
from render.games.railroads_of_catan.crop import crop, lettered, pill_wide, point_names
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.proposed import Laying, Proposal, price_words, proposal
from render.games.railroads_of_catan.tracks import LINE
from render.games.railroads_of_catan.words import money, named, sentence
from render.geometry import Points, shifted
from render.labels import joined
from render.painter import Choice
from render.palette import INK, INK_SOFT, PAPER
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture, rule
from render.parts.lines import along, body, casing, edge
from render.parts.text import NAME, SMALL, Style
from render.scene import Disc, Layer, Line, Scene, Shape, layer

_ROW, _LOW = 132, 72
_FORMS = 3
"""Ways that are told apart by form; more are told by their keys alone."""
_LANE = 0.15
"""Between two ways over the same track, in sizes of a hex."""
_WAY = Style("h", 50)
_COST = Style("hb", 56)
_MIDDLE, _COST_LINE, _WAY_LINE, _MORE_LINE, _KEY_GAP, _GAP = 46, 64, 62, 116, 22, 24
_SAMPLE, _SAMPLE_LINE, _SAMPLE_WIDE = ((12, 0), (108, 0)), 20, 136
_LOW_MIDDLE, _LOW_LINE, _COST_ROOM = 36, 54, 330


def way_scenes(state: RailroadsOfCatan, names: Sequence[str], choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """The ways that are to choose from."""
    found = [(c.key, a) for c in choices for a in c.actions[:1] if isinstance(a, Lay | Toward | PlanTrack)]
    if not found:
        return ()
    seat = found[0][1].seat
    ways = tuple(proposal(state, key, action) for key, action in found)
    goals = {way.city for way in ways}
    line = f"Which way to {named(state, ways[0].city, names)}?" if len(goals) == 1 and ways[0].city else "Which way?"
    return (_scene(state, names, seat, ways, line),)


def way_preview(state: RailroadsOfCatan, names: Sequence[str], action: Laying) -> tuple[Scene, ...]:
    """The one way that is to be confirmed."""
    way = proposal(state, "", action)
    tracks = counted(len(action.path.tracks), "track")
    if isinstance(action, PlanTrack):
        line = f"{tracks} planned, for {money(action.limit)} at most"
    elif isinstance(way.works, str):
        line = f"{tracks} that cannot be laid"
    else:
        line = f"{tracks} for {price_words(way.works, names)}"
    return (_scene(state, names, action.seat, (way,), line, planned=isinstance(action, PlanTrack)),)


def _scene(
    state: RailroadsOfCatan,
    names: Sequence[str],
    seat: Seat,
    ways: tuple[Proposal, ...],
    line: str,
    *,
    planned: bool = False,
) -> Scene:
    places = [place for way in ways for points in (*way.path.lines, way.rest) for place in points]
    plane = crop_plane(around(places, 0.9), FIELD + 8)
    bottom = plane.y + plane.h
    table = _list if len(ways) > _FORMS else _table
    own = state.tracks_of(seat)
    content = crop(
        state,
        plane,
        bright=own,
        under=tuple(_drawn(plane, seat, ways)),
        top=(*_names(state, plane, ways), *_keys(plane, ways)),
        pieces=False,
    )
    layers = (
        header("Your plan" if planned else "Track proposed", names[seat - 1], line, seat=seat),
        Layer("window", content),
        layer("table", table(state, names, seat, ways, bottom + 16)),
    )
    alt = joined(
        (sentence(line), *(_sentence(state, names, way) for way in ways), f"You have {money(state.cash[seat])}.")
    )
    height = bottom + 16 + (_LOW if len(ways) > _FORMS else _ROW) * len(ways) + 24
    return picture("ways", height, PALETTE, layers, alt)


# -- on the board


def _drawn(plane: Plane, seat: Seat, ways: Sequence[Proposal]) -> Iterator[Shape]:
    """Every way in a form of its own, side by side where they share a track; what would be missing is dotted."""
    over: dict[Track, list[int]] = {}
    for i, way in enumerate(ways):
        for each in (*way.path.tracks, *Path((way.rest,)).tracks):
            over.setdefault(each, []).append(i)

    def course(i: int, each: Track) -> Points:
        beside = over[each]
        if len(ways) > _FORMS:
            return plane.track(each)
        return _shifted(plane.track(each), (beside.index(i) - (len(beside) - 1) / 2) * _LANE * plane.s)

    for i, way in enumerate(ways):
        for each in Path((way.rest,)).tracks:
            yield from _dotted(course(i, each), plane.s)
    w = LINE * plane.s
    for i, way in enumerate(ways):
        yield from _way(seat, [course(i, each) for each in way.path.tracks], w, i if len(ways) <= _FORMS else 0)


def _way(seat: Seat, courses: Sequence[Points], w: float, form: int) -> Iterator[Shape]:
    """The first in the player's color, the second paper, the third paper with dots: form tells them apart."""
    yield from (casing(points, w, 8, PAPER) for points in courses)
    yield from (edge(points, w, 4) for points in courses)
    for points in courses:
        if form == 0:
            yield from body(seat, points, w, PAPER)
        else:
            yield Line(points, PAPER, w, round=True)
        if form == 2:
            yield from (Disc(x, y, 0.24 * w, INK) for x, y, _, _ in along(points, 1.4 * w, 0.7 * w))


def _dotted(points: Points, s: float) -> Iterator[Shape]:
    for x, y, _, _ in along(points, 0.14 * s, 0.07 * s):
        yield Disc(x, y, 0.045 * s + 3, PAPER)
        yield Disc(x, y, 0.045 * s, INK)


def _shifted(points: Points, by: float) -> Points:
    (ax, ay), (bx, by_) = points
    length = hypot(bx - ax, by_ - ay)
    dx, dy = -(by_ - ay) / length * by, (bx - ax) / length * by
    return (ax + dx, ay + dy), (bx + dx, by_ + dy)


def _names(state: RailroadsOfCatan, plane: Plane, ways: Sequence[Proposal]) -> Iterator[Shape]:
    """The points of the ways, as people type them."""
    places = dict.fromkeys(place for way in ways for line in way.path.lines for place in line)
    return point_names(state, plane, places)


def _keys(plane: Plane, ways: Sequence[Proposal]) -> Iterator[Shape]:
    """A way's key at its last track; where ways end together, the next one stands on the track before."""
    taken: list[tuple[float, float]] = []
    for way in ways:
        if way.key:
            spots = [_middle(plane.track(each)) for each in reversed(way.path.tracks)]
            (ax, ay), _ = plane.track(way.path.tracks[0])
            x, y = spots[0]
            away = [(x + dx, y + dy) for dx, dy in ((60, 0), (-60, 0), (0, 60), (0, -60))]
            away.sort(key=lambda spot: -hypot(spot[0] - ax, spot[1] - ay))
            x, y = next((s for s in (*spots, *away) if all(hypot(s[0] - p, s[1] - q) > 56 for p, q in taken)), spots[0])
            taken.append((x, y))
            yield from lettered(way.key, x, y)


def _middle(points: Points) -> tuple[float, float]:
    (ax, ay), (bx, by) = points
    return (ax + bx) / 2, (ay + by) / 2


# -- under it


def _table(
    state: RailroadsOfCatan, names: Sequence[str], seat: Seat, ways: Sequence[Proposal], top: float
) -> Iterator[Shape]:
    for i, way in enumerate(ways):
        y, x = top + i * _ROW, float(MARGIN)
        if i:
            yield rule(y)
        if way.key:
            wide = pill_wide(way.key)
            yield from lettered(way.key, x + wide / 2, y + _MIDDLE)
            x += wide + _KEY_GAP
        yield from _way(seat, [shifted(_SAMPLE, x, y + _MIDDLE)], _SAMPLE_LINE, i)
        x += _SAMPLE_WIDE
        words = _what(state, names, way)
        cost = "not now" if isinstance(way.works, str) else money(way.works.total)
        yield _COST.right(WIDTH - MARGIN, y + _COST_LINE, cost, "cost")
        room = WIDTH - MARGIN - _COST.wide(cost) - _GAP - x
        yield _WAY.left(x, y + _WAY_LINE, words, "way", room=room)
        more = _more(state, names, seat, way)
        yield SMALL.left(x, y + _MORE_LINE, more, "way", INK_SOFT, room=WIDTH - MARGIN - x)


def _list(
    state: RailroadsOfCatan, names: Sequence[str], seat: Seat, ways: Sequence[Proposal], top: float
) -> Iterator[Shape]:
    """One line for each of many ways."""
    for i, way in enumerate(ways):
        y = top + i * _LOW
        wide = pill_wide(way.key)
        yield from lettered(way.key, MARGIN + wide / 2, y + _LOW_MIDDLE)
        x = MARGIN + wide + _KEY_GAP
        cost = price_words(way.works, names)
        words = _WAY.left(x, y + _LOW_LINE, _what(state, names, way), "way", room=WIDTH - MARGIN - x - _COST_ROOM)
        yield words
        room = WIDTH - MARGIN - x - width(words.words, "h", words.size) - _GAP
        yield NAME.right(WIDTH - MARGIN, y + _LOW_LINE, cost, "cost", room=room)


def _what(state: RailroadsOfCatan, names: Sequence[str], way: Proposal) -> str:
    """“3 tracks, Ada’s 5 to V44”."""
    ends = (f"{named(state, line[0], names)} to {named(state, line[-1], names)}" for line in way.path.lines)
    return f"{counted(len(way.path.tracks), 'track')}, {listed(tuple(ends))}"


def _more(state: RailroadsOfCatan, names: Sequence[str], seat: Seat, way: Proposal) -> str:
    """Who gets what of it, and what would be missing to the city; or why it cannot be laid."""
    if isinstance(way.works, str):
        return way.works
    parts = [price_words(way.works, names)] if way.works.fees or way.works.free else []
    if way.rest and way.city:
        missing = counted(len(way.rest) - 1, "track")
        parts.append(f"then {missing} for {money(way.later)}")
    elif way.city:
        parts.append(f"reaches {named(state, way.city, names)}")
    return " · ".join((*parts, f"leaves you {money(state.cash[seat] - way.works.total)}"))


def _sentence(state: RailroadsOfCatan, names: Sequence[str], way: Proposal) -> str:
    points = ", ".join("-".join(line) for line in way.path.lines)
    start = f"{way.key}: " if way.key else ""
    if isinstance(way.works, str):
        return f"{start}{points}. {way.works}"
    rest = f", then {counted(len(way.rest) - 1, 'track')} for {money(way.later)}" if way.rest else ""
    return f"{start}{points}: {counted(len(way.path.tracks), 'track')} for {price_words(way.works, names)}{rest}."
