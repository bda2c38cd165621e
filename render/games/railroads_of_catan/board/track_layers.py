"""Track and trains on the board: casings under lines, new track with an ink edge, trains at free places."""

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
"""Width of a track, and half the width of a city, in sizes of a hex."""
_AROUND, _EDGE = 0.028, 0.028
TRACK_REACH = TRACK_WIDTH / 2 + _AROUND + 0.012
"""Half the width of a track with its casing and a small margin, in sizes of a hex."""
TRAIN_HEIGHT = 0.29
_CARGO, _CARGO_GAP, _ROW = 0.2, 0.03, 0.7
"""Heights of a train and of its goods, the gap between them, and the maximum width of a row of goods."""
_SECTORS = ((3, 4, 1, 1), (4, 5, -1, 1), (1, 2, 1, -1), (0, 1, -1, -1))
"""South-east, south-west, north-east, north-west: the two spokes next to a train there, and which way it lies."""
_BESIDE, _BELOW, _ABOVE, _LADEN = 0.08, 0.47, 0.5, 0.63
"""The distance from a hex's center to a train's nearer end, and up or down to its middle: empty, or loaded above
the city.
"""


class TrainRoom(NamedTuple):
    """The room that trains in cities leave for other things."""

    over: Mapping[NodeId, float] = {}
    """Cities with something above them: the distance of trains there from the middle, in sizes of a hex."""
    sectors: Mapping[NodeId, Sequence[int]] = {}
    """Chosen sectors of trains, one for each."""


_FREE_ROOM = TrainRoom()

TrainSpot = tuple[TrainPiece, float, float]
"""A train, and its distance from its point in sizes of a hex."""

_Courses = Sequence[tuple[Points, Seat]]
"""Lines, each with whose it is."""


def draw_tracks(
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    new: Collection[Track] = (),
    *,
    bright: Collection[Track] | None = None,
) -> list[Shape]:
    """All track in a window. What is not ``bright`` is faded; None: everything is bright."""
    visible_tracks = [each for each in sorted(state.tracks) if any(map(viewport.is_node_visible, track_ends(each)))]
    faded_tracks = frozenset[Track]() if bright is None else frozenset(visible_tracks).difference(bright)

    def courses_of(some: Iterable[Track]) -> _Courses:
        return [(viewport.track_points(each), state.tracks[each]) for each in some]

    return [
        *draw_lines(
            courses_of(each for each in visible_tracks if each in faded_tracks), viewport.scale, fade=FADE_SHARE
        ),
        *draw_lines(
            courses_of(each for each in visible_tracks if each not in new and each not in faded_tracks), viewport.scale
        ),
        *draw_lines(courses_of(each for each in visible_tracks if each in new), viewport.scale, outline=True),
    ]


def draw_lines(track_courses: _Courses, s: float, *, fade: float = 0, outline: bool = False) -> list[Shape]:
    """One layer of track: casings, ink edges of new track, colors, and patterns."""
    w, more = TRACK_WIDTH * s, _EDGE * s if outline else 0.0
    shapes: list[Shape] = [casing_line(points, w, _AROUND * s + more, PAPER) for points, _ in track_courses]
    if outline:
        shapes += [outline_line(points, w, more) for points, _ in track_courses]
    return shapes + draw_bodies(track_courses, w, fade)


def draw_bodies(track_courses: _Courses, w: float, fade: float = 0) -> list[Shape]:
    """Lines in their owners' colors, and the patterns over them."""
    colors: list[Shape] = []
    patterns: list[Shape] = []
    for points, seat in track_courses:
        color, *pattern = draw_company_line(seat, points, w, PAPER, fade=fade)
        colors.append(color)
        patterns += pattern
    return colors + patterns


def draw_cities(state: RailroadsOfCatan, viewport: BoardViewport) -> Iterator[Placed]:
    """All cities in a window."""
    for hex, city_piece in state.cities.items():
        if viewport.is_node_visible(hex):
            yield draw_city(
                city_piece.seat, city_piece.dots, *viewport.node_point(hex), CITY_HALF_WIDTH * viewport.scale
            )


def draw_trains(state: RailroadsOfCatan, viewport: BoardViewport, room: TrainRoom = _FREE_ROOM) -> Iterator[Placed]:
    """All trains in a window with their goods: in a city's hex next to it, elsewhere on the point."""
    standing = train_spots(state.trains, state.cities, state.tracks, room)
    visible_spots = (one for one in standing if viewport.is_node_visible(one[0].at))
    return draw_trains_at(visible_spots, viewport)


def draw_trains_at(standing: Iterable[TrainSpot], viewport: BoardViewport) -> Iterator[Placed]:
    """Trains with their goods, so far from their points."""
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
    """The distance of each train from its point; in a city preferably where no track is next to it."""
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
    """The sectors of a city's hex, best ones for a train first: not above the city if something else is there."""

    def cost(i: int) -> tuple[bool, int]:
        above = _SECTORS[i][3] < 0
        return hex in room.over and above, _count_tracks_crossed(hex, i, tracks)

    return sorted(range(len(_SECTORS)), key=cost)


def _count_tracks_crossed(hex: NodeId, sector: int, tracks: Mapping[Track, Seat]) -> int:
    """The number of tracks along a sector of a hex."""
    assert is_hex(hex)
    a, b = (CORNERS_BY_HEX[hex][i] for i in _SECTORS[sector][:2])
    ways = (track_between(hex, a), track_between(hex, b), track_between(a, b))
    return sum(way in tracks for way in ways)
