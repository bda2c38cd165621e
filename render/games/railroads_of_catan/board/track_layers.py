"""Track, cities, and trains on the board."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import (
    CORNERS_BY_HEX,
    NodeId,
    Track,
    is_hex,
    track_between,
    track_ends,
)
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_viewport import BoardViewport
from render.games.railroads_of_catan.board.pieces import draw_cargo, draw_city, draw_train, train_width
from render.games.railroads_of_catan.colors import FADE_SHARE
from render.geometry import Points
from render.palette import PAPER
from render.parts.map_lines import casing_line, draw_company_line, outline_line
from render.scene import Placed, Shape

TRACK_WIDTH, CITY_HALF_WIDTH = 0.125, 0.25
"""Width of a track, and half the width of a city, in hex sizes."""
_AROUND, _EDGE = 0.028, 0.028
TRACK_REACH = TRACK_WIDTH / 2 + _AROUND + 0.012
"""Half the width of a track including its casing and a small margin, in hex sizes."""
TRAIN_HEIGHT = 0.29
_CARGO, _CARGO_GAP, _ROW = 0.2, 0.03, 0.7
"""Height of goods, their distance from the train, and the maximum width of a row of goods, in hex sizes."""
_SECTORS = ((3, 4, 1, 1), (4, 5, -1, 1), (1, 2, 1, -1), (0, 1, -1, -1))
"""Sectors of a hex in which trains may be drawn: southeast, southwest, northeast, northwest.

Each has two corners (indices), a direction across (1 is right), and a direction down (1 is below the city).
"""
_BESIDE, _BELOW, _ABOVE, _LADEN = 0.08, 0.47, 0.5, 0.63
"""Distances from a hex's center to a train in the hex, in hex sizes.

The first is the distance across to the nearer end of the train. The others are the distance down or up to its middle:
below the city, above the city, and above the city with goods.
"""


class TrainRoom(NamedTuple):
    """Instructions to trains in cities, so that they leave places free for tickets and names."""

    over: Mapping[NodeId, float] = {}
    """City with tickets above it -> minimum distance across from its center to a train above it, in hex sizes."""
    sectors: Mapping[NodeId, Sequence[int]] = {}
    """City -> the sectors for its trains, in order of preference."""


_FREE_ROOM = TrainRoom()

TrainSpot = tuple[TrainPiece, float, float]
"""A train, and the distances across and down from its point to its middle, in hex sizes."""

_Courses = Sequence[tuple[Points, Seat]]
"""Lines in px, each with the seat that owns it."""


def draw_tracks(
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    new: Collection[Track] = (),
    *,
    bright: Collection[Track] | None = None,
) -> list[Shape]:
    """Draw all track in a viewport.

    ``new`` track has an ink edge. Track that is not in ``bright`` is faded; if ``bright`` is None, no track is faded.
    """
    visible_tracks = [track for track in sorted(state.tracks) if any(map(viewport.is_node_visible, track_ends(track)))]
    faded_tracks = frozenset[Track]() if bright is None else frozenset(visible_tracks).difference(bright)
    old_tracks = [track for track in visible_tracks if track not in new and track not in faded_tracks]

    def courses_of(tracks: Iterable[Track]) -> _Courses:
        return [(viewport.track_points(track), state.tracks[track]) for track in tracks]

    faded_courses = courses_of(track for track in visible_tracks if track in faded_tracks)
    new_courses = courses_of(track for track in visible_tracks if track in new)
    return [
        *draw_lines(faded_courses, viewport.scale, fade=FADE_SHARE),
        *draw_lines(courses_of(old_tracks), viewport.scale),
        *draw_lines(new_courses, viewport.scale, outline=True),
    ]


def draw_lines(track_courses: _Courses, s: float, *, fade: float = 0, outline: bool = False) -> list[Shape]:
    """Draw one layer of track: casings, ink edges if ``outline`` is set, colors, and patterns."""
    w, more = TRACK_WIDTH * s, _EDGE * s if outline else 0.0
    shapes: list[Shape] = [casing_line(points, w, _AROUND * s + more, PAPER) for points, _ in track_courses]
    if outline:
        shapes += [outline_line(points, w, more) for points, _ in track_courses]
    return shapes + draw_bodies(track_courses, w, fade)


def draw_bodies(track_courses: _Courses, w: float, fade: float = 0) -> list[Shape]:
    """Draw lines in the colors and patterns of their owners; ``w`` is the line width in px."""
    colors: list[Shape] = []
    patterns: list[Shape] = []
    for points, seat in track_courses:
        color, *pattern = draw_company_line(seat, points, w, PAPER, fade=fade)
        colors.append(color)
        patterns += pattern
    return colors + patterns


def draw_cities(state: RailroadsOfCatan, viewport: BoardViewport) -> Iterator[Placed]:
    """Draw all cities in a viewport."""
    for hex, city_piece in state.cities.items():
        if viewport.is_node_visible(hex):
            yield draw_city(
                city_piece.seat, city_piece.dots, *viewport.node_point(hex), CITY_HALF_WIDTH * viewport.scale
            )


def draw_trains(state: RailroadsOfCatan, viewport: BoardViewport, room: TrainRoom = _FREE_ROOM) -> Iterator[Placed]:
    """Draw all trains in a viewport with their goods, next to cities or on points."""
    standing = train_spots(state.trains, state.cities, state.tracks, room)
    visible_spots = (spot for spot in standing if viewport.is_node_visible(spot[0].at))
    return draw_trains_at(visible_spots, viewport)


def draw_trains_at(standing: Iterable[TrainSpot], viewport: BoardViewport) -> Iterator[Placed]:
    """Draw trains at these places with their goods."""
    for piece, dx, dy in standing:
        x, y = viewport.node_point(piece.at)
        x, y = x + dx * viewport.scale, y + dy * viewport.scale
        side = min(_CARGO, _ROW / max(1, len(piece.goods))) * viewport.scale
        below = (TRAIN_HEIGHT / 2 + _CARGO_GAP) * viewport.scale
        yield from draw_cargo(piece.goods, x, y + below + side / 2, side)
        yield draw_train(piece, x, y, TRAIN_HEIGHT * viewport.scale)


def train_spots(
    trains: Iterable[TrainPiece],
    cities: Mapping[NodeId, object],
    tracks: Mapping[Track, Seat],
    room: TrainRoom = _FREE_ROOM,
) -> Iterator[TrainSpot]:
    """Yield the place of each train: on its point, or next to its city, preferably away from track."""
    sectors_taken: dict[NodeId, list[int]] = {}
    for piece in trains:
        if piece.at not in cities:
            yield piece, 0.0, 0.0
            continue
        sectors_used = sectors_taken.setdefault(piece.at, [])
        order = room.sectors.get(piece.at) or best_sectors(piece.at, tracks, room)
        sector = next(i for i in order if i not in sectors_used)
        sectors_used.append(sector)
        *_, right, down = _SECTORS[sector]
        above = _LADEN if piece.goods else _ABOVE
        near = _BESIDE if down > 0 else max(_BESIDE, room.over.get(piece.at, 0))
        middle = near + train_width(TRAIN_HEIGHT, large=piece.large) / 2
        yield piece, right * middle, _BELOW if down > 0 else -above


def best_sectors(hex: NodeId, tracks: Mapping[Track, Seat], room: TrainRoom) -> list[int]:
    """Return the sectors of a city's hex, the best first: those not above tickets, then those with little track."""

    def cost(i: int) -> tuple[bool, int]:
        return hex in room.over and is_above_city(i), _count_tracks_crossed(hex, i, tracks)

    return sorted(range(len(_SECTORS)), key=cost)


def is_above_city(sector: int) -> bool:
    """Whether trains in a sector are above their city."""
    return _SECTORS[sector][3] < 0


def _count_tracks_crossed(hex: NodeId, sector: int, tracks: Mapping[Track, Seat]) -> int:
    """Return the number of tracks that border a sector of a hex."""
    assert is_hex(hex)
    a, b = (CORNERS_BY_HEX[hex][i] for i in _SECTORS[sector][:2])
    tracks_of_sector = (track_between(hex, a), track_between(hex, b), track_between(a, b))
    return sum(track in tracks for track in tracks_of_sector)
