"""Track in a viewport as shapes, and the companies' marks on their track."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.state.track import Track, seats_by_hex
from render.games.railway_rivals.board.hex_viewport import HexViewport, visible_parts
from render.games.railway_rivals.board.track_lines import Kind, TrackLines, join_strands, single_kind
from render.games.railway_rivals.colors import LAND
from render.geometry import Circle, Point, Points, distance, is_clear_of
from render.parts.map_lines import casing_line, draw_company_line, draw_line_mark, outline_line
from render.scene import Shape

_FROM_TOWN = 1.95
"""Minimum distance of a mark from towns, in hex sizes."""
_APART, _BETWEEN = 6.7, 2.0
"""Minimum distance of a mark from marks of its company, and from marks of others, in hex sizes."""
_CLEAR = 0.4
"""Minimum distance of a mark from blocked discs and from the edge of the viewport, in hex sizes."""
_EASES = (0.85, 0.6, 0.4)
"""Factors of the minimum distances that are tried in order for a company that has no mark yet."""


class TrackStroke(NamedTuple):
    """A line of one company in px; ``kind`` is the kind of track, such as new or old."""

    seat: Seat
    kind: str
    points: Points


def visible_strokes(viewport: HexViewport, track_lines: TrackLines, kind: Kind = single_kind) -> list[TrackStroke]:
    """The lines of track in a viewport, in seat order."""
    stroke_list: list[TrackStroke] = []
    for seat, name, points in join_strands(track_lines, kind):
        parts = visible_parts(viewport, points)
        stroke_list += (TrackStroke(seat, name, part) for part in parts)
    return sorted(stroke_list, key=lambda stroke: stroke.seat)


class LinePen(NamedTuple):
    """The style of lines: width and casing in px, and the share of the land's color that fades them."""

    width: float
    casing: float
    fade: float = 0
    outline: float = 0
    """Width of an ink edge in px, for new track."""


def draw_strokes(lines: Sequence[TrackStroke], pen: LinePen) -> list[Shape]:
    """Draw lines; all casings are below all lines."""
    around = pen.casing + pen.outline
    shapes: list[Shape] = [casing_line(line.points, pen.width, around, LAND) for line in lines]
    if pen.outline:
        shapes += [outline_line(line.points, pen.width, pen.outline) for line in lines]
    for line in lines:
        shapes += draw_company_line(line.seat, line.points, pen.width, LAND, fade=pen.fade)
    return shapes


class MarkSpot(NamedTuple):
    """The position of a company's mark, in px."""

    seat: Seat
    x: float
    y: float


class _MarkCandidate(NamedTuple):
    """A hex on a company's line, and the point for a mark there in px."""

    seat: Seat
    hex: Hex
    at: Point


def place_marks(
    chart: HexMap, track: Track, track_lines: TrackLines, viewport: HexViewport, blocked_discs: Sequence[Circle] = ()
) -> tuple[MarkSpot, ...]:
    """Place companies' marks, mostly in hexes with track of only one company.

    Every visible company gets a mark if possible. Marks avoid ``blocked_discs``, (x, y, radius) triples in px.
    """
    towns = [viewport.hex_point(town.hex) for town in chart.towns if viewport.is_hex_visible(town.hex, 3)]
    room = _MarkRoom(viewport.scale, towns, blocked_discs)
    candidates_along = tuple(_candidates_along_lines(track_lines, viewport))
    for spot in candidates_along:
        if len(seats_by_hex(track).get(spot.hex, ())) == 1 and room.is_free(spot):
            room.add_mark(spot)
    spots = (*candidates_along, *_candidates_at_ends(track_lines, viewport))
    for seat in sorted({spot.seat for spot in spots} - {place.seat for place in room.spots}):
        own = [spot for spot in spots if spot.seat == seat and spot.hex not in chart.town_at]
        candidate = next((spot for ease in _EASES for spot in own if room.is_free(spot, ease)), None)
        if candidate is not None:
            room.add_mark(candidate)
    return tuple(room.spots)


def _candidates_along_lines(track_lines: TrackLines, viewport: HexViewport) -> Iterator[_MarkCandidate]:
    """Points for marks in the hexes through which a company has a single line."""
    links = Counter((curve.seat, curve.hex) for curve in track_lines.curves)
    for seat, hex, _, end, points in track_lines.curves:
        if end and links[seat, hex] == 1:
            at = viewport.to_px(points[len(points) // 2])
            if viewport.has_point(*at, _CLEAR * viewport.scale):
                yield _MarkCandidate(seat, hex, at)


def _candidates_at_ends(track_lines: TrackLines, viewport: HexViewport) -> Iterator[_MarkCandidate]:
    """Points for marks in the hexes where a company's line ends."""
    for seat, hex, _, end, points in track_lines.curves:
        if not end:
            yield _MarkCandidate(seat, hex, viewport.to_px(points[-1]))


class _MarkRoom:
    """Checks the distances of marks from towns, blocked discs, and other marks."""

    def __init__(self, s: float, towns: Sequence[Point], blocked: Sequence[Circle]) -> None:
        self._s, self._towns, self._blocked = s, towns, blocked
        self.spots: list[MarkSpot] = []

    def is_free(self, spot: _MarkCandidate, ease: float = 1) -> bool:
        """Whether a mark has enough room at a point; ``ease`` is a factor of the minimum distances."""
        s = self._s * ease
        if any(distance(spot.at, town) < _FROM_TOWN * s for town in self._towns):
            return False
        for seat, x, y in self.spots:
            if distance(spot.at, (x, y)) < (_APART if seat == spot.seat else _BETWEEN) * s:
                return False
        return is_clear_of(spot.at, self._blocked, _CLEAR * s)

    def add_mark(self, spot: _MarkCandidate) -> None:
        self.spots.append(MarkSpot(spot.seat, *spot.at))


def draw_marks(places: Iterable[MarkSpot], r: float, around: float) -> Iterator[Shape]:
    """Draw marks of radius ``r`` px with a casing ``around`` px wide."""
    for seat, x, y in places:
        yield from draw_line_mark(seat, x, y, r, LAND, around)
