"""Private pictures of ways to build: each way with its key, what it costs now, and what would still be missing."""

from collections.abc import Iterator, Sequence
from math import dist, hypot

from msgspec.structs import replace

from engine.core import Seat, counted, dollars, listed
from engine.games.railroads_of_catan.box.island import Track
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import width
from render.games.railroads_of_catan.crop import crop, key_pill, pill_half, point_names
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.proposed import Laying, Proposal, price_words, proposal
from render.games.railroads_of_catan.tracks import LINE
from render.games.railroads_of_catan.words import line_named, named, sentence
from render.geometry import Point, Points
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK, INK_SOFT, PAPER
from render.parts.frame import MARGIN, RIGHT, header, picture, rule
from render.parts.lines import along, body, casing, edge
from render.parts.text import NAME, SMALL, Style
from render.scene import Disc, Focus, Layer, Line, Scene, Shape, layer
from render.window import focus_on

_ROW, _LOW = 132, 72
_UNDER, _FOOT = 16, 24
_FORMS = 3
"""Ways that are told apart by form; more are told by their keys alone."""
_LANE = 0.15
"""Between two ways over the same track, in sizes of a hex."""
_DOTS, _DOT, _DOT_RIM = 0.14, 0.045, 3
"""Track that would be missing: from dot to dot and their radius in sizes of a hex, and their rim."""
_CASING, _EDGE, _PATTERN, _PATTERN_STEP = 8, 4, 0.24, 1.4
_KEYS_APART, _KEY_AWAY = 56, 60
"""How near two keys may come, and how far one goes aside that has no track of its own."""

_KEY_LINE, _LOW_KEY_LINE, _KEY_GAP = 46, 36, 22
_SAMPLE_START, _SAMPLE_END, _SAMPLE_ROOM, _SAMPLE_WIDE = 12, 108, 136, 20
_COST = Style("hb", 56)
_WAY = Style("h", 50)
_COST_LINE, _WAY_LINE, _MORE_LINE, _LOW_LINE, _COST_GAP, _COST_ROOM = 64, 62, 116, 54, 24, 330


def way_scenes(state: RailroadsOfCatan, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """The ways that are to choose from."""
    found = list(_asked(choices))
    if not found:
        return ()
    seat = found[0][1].seat
    ways = tuple(proposal(state, key, action) for key, action in found)
    goals = {way.city for way in ways}
    line = (
        f"Which route to {named(state, ways[0].city, names)}?" if len(goals) == 1 and ways[0].city else "Which route?"
    )
    return (_scene(state, names, seat, ways, line),)


def way_preview(state: RailroadsOfCatan, names: Names, action: Laying) -> tuple[Scene, ...]:
    """The one way that is to be confirmed."""
    way = proposal(state, "", action)
    tracks = counted(len(action.path.tracks), "track")
    if isinstance(action, PlanTrack):
        line = f"{tracks} planned, up to {dollars(action.limit)}"
    elif isinstance(way.works, Obstacle):
        line = f"You can’t lay these {tracks}"
    else:
        line = f"{tracks} for {price_words(way.works, names)}"
    return (_scene(state, names, action.seat, (way,), line, planned=isinstance(action, PlanTrack)),)


def _asked(choices: Sequence[Choice]) -> Iterator[tuple[str, Laying]]:
    """The first action of each choice, where it is one to lay track."""
    for choice in choices:
        for action in choice.actions[:1]:
            if isinstance(action, Lay | Toward | PlanTrack):
                yield choice.key, action


def _scene(
    state: RailroadsOfCatan,
    names: Names,
    seat: Seat,
    ways: tuple[Proposal, ...],
    line: str,
    *,
    planned: bool = False,
) -> Scene:
    places = [place for way in ways for points in (*way.path.lines, way.rest) for place in points]
    plane = crop_plane(around(places, 0.9))
    bottom = plane.y + plane.h
    many = len(ways) > _FORMS
    under, table = bottom + _UNDER, _list if many else _table
    content = crop(
        state,
        plane,
        bright=state.tracks_of(seat),
        under=tuple(_drawn(plane, seat, ways)),
        top=(*_names(state, plane, ways), *_keys(plane, ways)),
        pieces=False,
    )
    layers = (
        header("Your plan" if planned else "Proposed track", names[seat - 1], line, seat=seat),
        Layer("window", content),
        layer("table", table(state, names, seat, ways, under)),
    )
    told = (_sentence(state, names, way) for way in ways)
    alt = joined((sentence(line), *told, f"You have {dollars(state.cash[seat])}."))
    height = under + (_LOW if many else _ROW) * len(ways) + _FOOT
    scene = picture("ways", height, PALETTE, layers, alt)
    return replace(scene, focus=tuple(_focus(plane, way) for way in ways))


def _focus(plane: Plane, way: Proposal) -> Focus:
    """The box of a way, with what would be missing."""
    places = [*(place for line in way.path.lines for place in line), *way.rest]
    return focus_on(way.key, *map(plane.place, places), around=plane.s / 2)


# -- on the board


def _drawn(plane: Plane, seat: Seat, ways: Sequence[Proposal]) -> Iterator[Shape]:
    """Every way in a form of its own, side by side where they share a track; what would be missing is dotted."""
    over: dict[Track, list[int]] = {}
    for i, way in enumerate(ways):
        for each in (*way.path.tracks, *_missing(way)):
            over.setdefault(each, []).append(i)

    def course(i: int, each: Track) -> Points:
        beside = over[each]
        if len(ways) > _FORMS:
            return plane.track(each)
        aside = beside.index(i) - (len(beside) - 1) / 2
        return _shifted(plane.track(each), aside * _LANE * plane.s)

    for i, way in enumerate(ways):
        for each in _missing(way):
            yield from _dotted(course(i, each), plane.s)
    for i, way in enumerate(ways):
        courses = [course(i, each) for each in way.path.tracks]
        yield from _way(seat, courses, LINE * plane.s, i if len(ways) <= _FORMS else 0)


def _missing(way: Proposal) -> tuple[Track, ...]:
    """Tracks that would still be missing to the city."""
    return Path((way.rest,)).tracks


def _way(seat: Seat, courses: Sequence[Points], w: float, form: int) -> Iterator[Shape]:
    """The first in the player's color, the second paper, the third paper with dots: form tells them apart."""
    yield from (casing(points, w, _CASING, PAPER) for points in courses)
    yield from (edge(points, w, _EDGE) for points in courses)
    for points in courses:
        if form == 0:
            yield from body(seat, points, w, PAPER)
        else:
            yield Line(points, PAPER, w, round=True)
        if form == 2:
            dots = along(points, _PATTERN_STEP * w, _PATTERN_STEP / 2 * w)
            yield from (Disc(x, y, _PATTERN * w, INK) for x, y, *_ in dots)


def _dotted(points: Points, s: float) -> Iterator[Shape]:
    for x, y, *_ in along(points, _DOTS * s, _DOTS / 2 * s):
        yield Disc(x, y, _DOT * s + _DOT_RIM, PAPER)
        yield Disc(x, y, _DOT * s, INK)


def _shifted(points: Points, by: float) -> Points:
    """A straight line moved to its right."""
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
    taken: list[Point] = []
    for way in ways:
        if way.key:
            spots = _key_spots(plane, way)
            free = (spot for spot in spots if all(dist(spot, key) > _KEYS_APART for key in taken))
            at = next(free, spots[0])
            taken.append(at)
            yield from key_pill(way.key, *at)


def _key_spots(plane: Plane, way: Proposal) -> list[Point]:
    """The places for a key: on the way's tracks, the last one first, then beside that one, away from its start."""
    start, _ = plane.track(way.path.tracks[0])
    spots = [_middle(plane.track(each)) for each in reversed(way.path.tracks)]
    x, y = spots[0]
    sides = ((_KEY_AWAY, 0), (-_KEY_AWAY, 0), (0, _KEY_AWAY), (0, -_KEY_AWAY))
    beside = [(x + dx, y + dy) for dx, dy in sides]
    return spots + sorted(beside, key=lambda spot: -dist(spot, start))


def _middle(points: Points) -> Point:
    (ax, ay), (bx, by) = points
    return (ax + bx) / 2, (ay + by) / 2


# -- under it


def _table(state: RailroadsOfCatan, names: Names, seat: Seat, ways: Sequence[Proposal], top: float) -> Iterator[Shape]:
    """Two lines for each of few ways, with the form it has on the board."""
    for i, way in enumerate(ways):
        y, x = top + i * _ROW, float(MARGIN)
        if i:
            yield rule(y)
        if way.key:
            half = pill_half(way.key)
            yield from key_pill(way.key, x + half, y + _KEY_LINE)
            x += 2 * half + _KEY_GAP
        sample = ((x + _SAMPLE_START, y + _KEY_LINE), (x + _SAMPLE_END, y + _KEY_LINE))
        yield from _way(seat, [sample], _SAMPLE_WIDE, i)
        x += _SAMPLE_ROOM
        cost = "not now" if isinstance(way.works, Obstacle) else dollars(way.works.total)
        yield _COST.right(RIGHT, y + _COST_LINE, cost, "cost")
        room = RIGHT - _COST.wide(cost) - _COST_GAP - x
        yield _WAY.left(x, y + _WAY_LINE, _what(state, names, way), "way", room=room)
        more = _more(state, names, seat, way)
        yield SMALL.left(x, y + _MORE_LINE, more, "way", INK_SOFT, room=RIGHT - x)


def _list(state: RailroadsOfCatan, names: Names, _: Seat, ways: Sequence[Proposal], top: float) -> Iterator[Shape]:
    """One line for each of many ways."""
    for i, way in enumerate(ways):
        y, half = top + i * _LOW, pill_half(way.key)
        yield from key_pill(way.key, MARGIN + half, y + _LOW_KEY_LINE)
        x = MARGIN + 2 * half + _KEY_GAP
        what = _what(state, names, way)
        words = _WAY.left(x, y + _LOW_LINE, what, "way", room=RIGHT - x - _COST_ROOM)
        yield words
        room = RIGHT - x - width(words.words, words.face, words.size) - _COST_GAP
        yield NAME.right(RIGHT, y + _LOW_LINE, price_words(way.works, names), "cost", room=room)


def _what(state: RailroadsOfCatan, names: Names, way: Proposal) -> str:
    """“3 tracks, Ada 5 to V44”."""
    ends = (f"{named(state, line[0], names)} to {named(state, line[-1], names)}" for line in way.path.lines)
    return f"{counted(len(way.path.tracks), 'track')}, {listed(tuple(ends))}"


def _more(state: RailroadsOfCatan, names: Names, seat: Seat, way: Proposal) -> str:
    """The payments for a way in words, and what would be missing to the city; or why it cannot be laid."""
    if isinstance(way.works, Obstacle):
        return refusal(way.works)
    parts = [price_words(way.works, names)] if way.works.fees or way.works.free else []
    if way.rest and way.city:
        missing = counted(len(way.rest) - 1, "track")
        parts.append(f"then {missing} for {dollars(way.later)}")
    elif way.city:
        parts.append(f"reaches {named(state, way.city, names)}")
    return " · ".join((*parts, f"leaves you {dollars(state.cash[seat] - way.works.total)}"))


def _reason(refusal: str) -> str:
    """Why a way cannot be laid, without the points that were said before: “The total would be $2,000, and …”."""
    _, _, reason = refusal.partition(": ")
    return reason[:1].upper() + reason[1:] if reason else refusal


def _sentence(state: RailroadsOfCatan, names: Names, way: Proposal) -> str:
    points = ", ".join(line_named(state, line, names) for line in way.path.lines)
    start = f"{way.key}: " if way.key else ""
    if isinstance(way.works, Obstacle):
        return f"{start}{points}. {_reason(refusal(way.works))}"
    goal = f" to {named(state, way.city, names)}" if way.city else ""
    rest = f", then {counted(len(way.rest) - 1, 'track')}{goal} for {dollars(way.later)}" if way.rest else ""
    return f"{start}{points}: {counted(len(way.path.tracks), 'track')} for {price_words(way.works, names)}{rest}."
