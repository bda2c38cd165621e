"""Track in a map's window as shapes: old track under new, casings under lines, and marks."""

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

_FROM_TOWN, _APART, _BETWEEN, _CLEAR = 1.95, 6.7, 2.0, 0.4
"""Minimum distance of a mark from a town, from the next mark of its company, from other marks, and from everything
else, in sizes of a hex.
"""
_EASES = (0.85, 0.6, 0.4)
"""Parts of these distances that will do for a company that has no mark yet."""


class TrackStroke(NamedTuple):
    """A line on the picture."""

    seat: Seat
    kind: str
    points: Points


def visible_strokes(viewport: HexViewport, track_lines: TrackLines, kind: Kind = single_kind) -> list[TrackStroke]:
    """The lines in the window, by company."""
    stroke_list: list[TrackStroke] = []
    for seat, name, points in join_strands(track_lines, kind):
        parts = visible_parts(viewport, points)
        stroke_list += (TrackStroke(seat, name, part) for part in parts)
    return sorted(stroke_list, key=lambda stroke: stroke.seat)


class LinePen(NamedTuple):
    """The look of lines: their width, the casing on both sides, all in px; blended toward the land; with an edge."""

    width: float
    casing: float
    fade: float = 0
    outline: float = 0
    """px of an ink edge, for new track."""


def draw_strokes(lines: Sequence[TrackStroke], pen: LinePen) -> list[Shape]:
    """One layer of lines: first all casings, then all lines."""
    around = pen.casing + pen.outline
    shapes: list[Shape] = [casing_line(line.points, pen.width, around, LAND) for line in lines]
    if pen.outline:
        shapes += [outline_line(line.points, pen.width, pen.outline) for line in lines]
    for line in lines:
        shapes += draw_company_line(line.seat, line.points, pen.width, LAND, fade=pen.fade)
    return shapes


class MarkSpot(NamedTuple):
    """The position of a company's mark, in px of the picture."""

    seat: Seat
    x: float
    y: float


class _MarkCandidate(NamedTuple):
    """A hex that a company's line leads into, and where its mark would stand there."""

    seat: Seat
    hex: Hex
    at: Point


def place_marks(
    chart: HexMap, track: Track, track_lines: TrackLines, viewport: HexViewport, blocked_discs: Sequence[Circle] = ()
) -> tuple[MarkSpot, ...]:
    """The positions of companies' marks: in hexes with only their track, well apart; every visible company has one.

    ``blocked_discs`` are discs (x, y, r in px) that marks keep clear of.
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
    """Hexes in the window through which a company's line goes once."""
    links = Counter((curve.seat, curve.hex) for curve in track_lines.curves)
    for seat, hex, _, end, points in track_lines.curves:
        if end and links[seat, hex] == 1:
            at = viewport.to_px(points[len(points) // 2])
            if viewport.has_point(*at, _CLEAR * viewport.scale):
                yield _MarkCandidate(seat, hex, at)


def _candidates_at_ends(track_lines: TrackLines, viewport: HexViewport) -> Iterator[_MarkCandidate]:
    """Hexes in which a company's line ends."""
    for seat, hex, _, end, points in track_lines.curves:
        if not end:
            yield _MarkCandidate(seat, hex, viewport.to_px(points[-1]))


class _MarkRoom:
    """The room for marks: next to towns, off what is blocked, and off the marks that have their place."""

    def __init__(self, s: float, towns: Sequence[Point], blocked: Sequence[Circle]) -> None:
        self._s, self._towns, self._blocked = s, towns, blocked
        self.spots: list[MarkSpot] = []

    def is_free(self, spot: _MarkCandidate, ease: float = 1) -> bool:
        """Whether a mark has room there; ``ease`` is the part of the usual distances that will do."""
        s = self._s * ease
        if any(distance(spot.at, town) < _FROM_TOWN * s for town in self._towns):
            return False
        for seat, x, y in self.spots:
            if distance(spot.at, (x, y)) < (_APART if seat == spot.seat else _BETWEEN) * s:
                return False
        return is_clear_of(spot.at, self._blocked, _CLEAR * s)

    def add_mark(self, spot: _MarkCandidate) -> None:
        """Put a mark there."""
        self.spots.append(MarkSpot(spot.seat, *spot.at))


def draw_marks(places: Iterable[MarkSpot], r: float, around: float) -> Iterator[Shape]:
    """The marks of companies on their lines."""
    for seat, x, y in places:
        yield from draw_line_mark(seat, x, y, r, LAND, around)
