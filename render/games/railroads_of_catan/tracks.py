"""Track and trains over the board: casings under lines, new track with an ink edge, trains where they find room."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.core.seats import Seat
from engine.games.railroads_of_catan.graph import SPOKES, Place, Track, is_hex, track
from engine.games.railroads_of_catan.pieces import Train
from engine.games.railroads_of_catan.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import FADED
from render.games.railroads_of_catan.pieces import cargo, city, train
from render.games.railroads_of_catan.plane import Plane
from render.geometry import Points
from render.palette import PAPER
from render.parts.lines import body, casing, edge
from render.scene import Placed, Shape

__all__ = ["CITY", "LINE", "cities", "lines", "track_shapes", "trains"]

LINE, CITY = 0.125, 0.235
"""Width of a track, and half the width of a city, in sizes of a hex."""
_AROUND, _EDGE = 0.028, 0.028
_TRAIN, _CARGO = 0.29, 0.2
_OUT = 0.6
"""From a hex's center to a train in it."""
_SECTORS = ((1, 2, 0.5, -0.866), (0, 1, -0.5, -0.866), (3, 4, 0.5, 0.866), (4, 5, -0.5, 0.866))
"""North-east, north-west, south-east, south-west: the two spokes beside a train there, and which way it lies."""


def track_shapes(
    state: RailroadsOfCatan, plane: Plane, new: Collection[Track] = (), *, bright: Collection[Track] | None = None
) -> list[Shape]:
    """All track in a window. What is not ``bright`` is faded; None: everything is bright."""
    seen = [(t, seat) for t, seat in sorted(state.tracks.items()) if any(plane.shows(Place(p)) for p in t.split("-"))]
    pale = [(plane.track(t), seat) for t, seat in seen if bright is not None and t not in bright]
    old = [(plane.track(t), seat) for t, seat in seen if t not in new and (bright is None or t in bright)]
    fresh = [(plane.track(t), seat) for t, seat in seen if t in new]
    return [
        *lines(pale, plane.s, fade=FADED),
        *lines(old, plane.s),
        *lines(fresh, plane.s, outline=True),
    ]


def lines(
    drawn: Sequence[tuple[Points, Seat]], s: float, *, fade: float = 0, outline: bool = False, scale: float = 1
) -> list[Shape]:
    """One layer of track: casings, ink edges of what is new, colors, and patterns over all of them."""
    w, more = LINE * s * scale, _EDGE * s if outline else 0.0
    shapes: list[Shape] = [casing(points, w, _AROUND * s + more, PAPER) for points, _ in drawn]
    if outline:
        shapes += [edge(points, w, more) for points, _ in drawn]
    bodies = [list(body(seat, points, w, PAPER, fade=fade)) for points, seat in drawn]
    return [*shapes, *(shape for each in bodies for shape in each[:1]), *(s for each in bodies for s in each[1:])]


def cities(state: RailroadsOfCatan, plane: Plane, *, pale: Collection[Place] = ()) -> Iterator[Placed]:
    """All cities in a window."""
    for hex, found in state.cities.items():
        if plane.shows(hex):
            fade = FADED if hex in pale else 0
            yield city(found.seat, found.dots, *plane.place(hex), CITY * plane.s, fade=fade)


def trains(state: RailroadsOfCatan, plane: Plane) -> Iterator[Placed]:
    """All trains in a window with their goods: in a city's hex beside it, elsewhere on the point."""
    h, side = _TRAIN * plane.s, _CARGO * plane.s
    for piece, dx, dy in _spots(state.trains, state.cities, state.tracks):
        if plane.shows(piece.at):
            x, y = plane.place(piece.at)
            x, y = x + dx * plane.s, y + dy * plane.s
            yield from cargo(piece.goods, x, y + (_TRAIN / 2 + 0.14) * plane.s, side)
            yield train(piece, x, y, h)


def _spots(
    trains: Iterable[Train], cities: Mapping[Place, object], tracks: Mapping[Track, Seat]
) -> Iterator[tuple[Train, float, float]]:
    """How far each train stands from its point; in a city first where no track lies beside it."""
    taken: dict[Place, list[int]] = {}
    for piece in trains:
        if piece.at not in cities:
            yield piece, 0.0, 0.0
            continue
        used = taken.setdefault(piece.at, [])
        sector = min((i for i in range(4) if i not in used), key=lambda i: (_crossed(piece.at, i, tracks), i))
        used.append(sector)
        _, _, dx, dy = _SECTORS[sector]
        yield piece, dx * _OUT, dy * _OUT - (0.02 if dy < 0 else 0.06)


def _crossed(hex: Place, sector: int, tracks: Mapping[Track, Seat]) -> int:
    """How many tracks lie along a sector of a hex."""
    assert is_hex(hex)
    a, b = (SPOKES[hex][i] for i in _SECTORS[sector][:2])
    return sum(way in tracks for way in (track(hex, a), track(hex, b), track(a, b)))
