"""Track and trains over the board: casings under lines, new track with an ink edge, trains where they find room."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.box.graph import SPOKES, Place, Track, ends, is_hex, track
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import FADED
from render.games.railroads_of_catan.pieces import cargo, city, train, train_width
from render.games.railroads_of_catan.plane import Plane
from render.geometry import Points
from render.palette import PAPER
from render.parts.lines import body, casing, edge
from render.scene import Placed, Shape

LINE, CITY = 0.125, 0.25
"""Width of a track, and half the width of a city, in sizes of a hex."""
_AROUND, _EDGE = 0.028, 0.028
REACH = LINE / 2 + _AROUND + 0.012
"""How far a track reaches to both sides with its casing, and a little air, in sizes of a hex."""
TRAIN = 0.29
_CARGO, _CARGO_GAP, _ROW = 0.2, 0.03, 0.7
"""Heights of a train and of its goods, the gap between them, and the most that a row of goods is wide."""
_SECTORS = ((3, 4, 1, 1), (4, 5, -1, 1), (1, 2, 1, -1), (0, 1, -1, -1))
"""South-east, south-west, north-east, north-west: the two spokes beside a train there, and which way it lies."""
_BESIDE, _BELOW, _ABOVE, _LADEN = 0.08, 0.47, 0.5, 0.63
"""From a hex's center to a train's nearer end, and up or down to its middle: empty or laden above the city."""


class Room(NamedTuple):
    """The room that trains in cities leave for other things."""

    over: Mapping[Place, float] = {}
    """Where something else stands over the city: how far trains there keep from its middle, in sizes of a hex."""
    sectors: Mapping[Place, Sequence[int]] = {}
    """Where trains stand in sectors that were chosen for them, one for each."""


_FREE = Room()

Spot = tuple[Train, float, float]
"""A train, and how far it stands from its point in sizes of a hex."""

_Courses = Sequence[tuple[Points, Seat]]
"""Lines, each with whose it is."""


def track_shapes(
    state: RailroadsOfCatan, plane: Plane, new: Collection[Track] = (), *, bright: Collection[Track] | None = None
) -> list[Shape]:
    """All track in a window. What is not ``bright`` is faded; None: everything is bright."""
    seen = [each for each in sorted(state.tracks) if any(map(plane.shows, ends(each)))]
    dull = frozenset[Track]() if bright is None else frozenset(seen).difference(bright)

    def courses(some: Iterable[Track]) -> _Courses:
        return [(plane.track(each), state.tracks[each]) for each in some]

    return [
        *lines(courses(each for each in seen if each in dull), plane.s, fade=FADED),
        *lines(courses(each for each in seen if each not in new and each not in dull), plane.s),
        *lines(courses(each for each in seen if each in new), plane.s, outline=True),
    ]


def lines(drawn: _Courses, s: float, *, fade: float = 0, outline: bool = False) -> list[Shape]:
    """One layer of track: casings, ink edges of what is new, colors, and patterns over all of them."""
    w, more = LINE * s, _EDGE * s if outline else 0.0
    shapes: list[Shape] = [casing(points, w, _AROUND * s + more, PAPER) for points, _ in drawn]
    if outline:
        shapes += [edge(points, w, more) for points, _ in drawn]
    return shapes + bodies(drawn, w, fade)


def bodies(drawn: _Courses, w: float, fade: float = 0) -> list[Shape]:
    """Lines in their owners' colors, and the patterns over all of them."""
    colors: list[Shape] = []
    patterns: list[Shape] = []
    for points, seat in drawn:
        color, *pattern = body(seat, points, w, PAPER, fade=fade)
        colors.append(color)
        patterns += pattern
    return colors + patterns


def cities(state: RailroadsOfCatan, plane: Plane) -> Iterator[Placed]:
    """All cities in a window."""
    for hex, found in state.cities.items():
        if plane.shows(hex):
            yield city(found.seat, found.dots, *plane.place(hex), CITY * plane.s)


def trains(state: RailroadsOfCatan, plane: Plane, room: Room = _FREE) -> Iterator[Placed]:
    """All trains in a window with their goods: in a city's hex beside it, elsewhere on the point."""
    standing = spots(state.trains, state.cities, state.tracks, room)
    seen = (one for one in standing if plane.shows(one[0].at))
    return trains_at(seen, plane)


def trains_at(standing: Iterable[Spot], plane: Plane) -> Iterator[Placed]:
    """Trains with their goods, so far from their points."""
    for piece, dx, dy in standing:
        x, y = plane.place(piece.at)
        x, y = x + dx * plane.s, y + dy * plane.s
        side = min(_CARGO, _ROW / max(1, len(piece.goods))) * plane.s
        below = (TRAIN / 2 + _CARGO_GAP) * plane.s
        yield from cargo(piece.goods, x, y + below + side / 2, side)
        yield train(piece, x, y, TRAIN * plane.s)


def spots(
    trains: Iterable[Train],
    cities: Mapping[Place, object],
    tracks: Mapping[Track, Seat],
    room: Room = _FREE,
) -> Iterator[Spot]:
    """The distance of each train from its point; in a city first where no track lies beside it."""
    taken: dict[Place, list[int]] = {}
    for piece in trains:
        if piece.at not in cities:
            yield piece, 0.0, 0.0
            continue
        used = taken.setdefault(piece.at, [])
        order = room.sectors.get(piece.at) or sectors_for(piece.at, tracks, room)
        sector = next(i for i in order if i not in used)
        used.append(sector)
        *_, right, down = _SECTORS[sector]
        above = _LADEN if piece.goods else _ABOVE
        near = _BESIDE if down > 0 else max(_BESIDE, room.over.get(piece.at, 0))
        middle = near + train_width(TRAIN, large=piece.large) / 2
        yield piece, right * middle, _BELOW if down > 0 else -above


def sectors_for(hex: Place, tracks: Mapping[Track, Seat], room: Room) -> list[int]:
    """The sectors of a city's hex, where a train stands best first: not over the city where something else stands."""

    def cost(i: int) -> tuple[bool, int]:
        above = _SECTORS[i][3] < 0
        return hex in room.over and above, _crossed(hex, i, tracks)

    return sorted(range(len(_SECTORS)), key=cost)


def _crossed(hex: Place, sector: int, tracks: Mapping[Track, Seat]) -> int:
    """The number of tracks along a sector of a hex."""
    assert is_hex(hex)
    a, b = (SPOKES[hex][i] for i in _SECTORS[sector][:2])
    ways = (track(hex, a), track(hex, b), track(a, b))
    return sum(way in tracks for way in ways)
