"""What the signs of a map mean, in a line or two under it: only those that the picture shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.box.figures import HILL_HALF, RIVER
from render.games.railway_rivals.ground import estuary_points, river_points, tunnel_shapes
from render.games.railway_rivals.livery import ATTENTION, BORDER, COAST, HILL, HILL_STROKE, LAND, RIBBON, SEA
from render.games.railway_rivals.livery import RIVER as WATER
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.towns import boat, tags
from render.palette import ACCENT, INK
from render.parts.frame import MARGIN, WIDTH
from render.parts.stamp import scaled
from render.parts.text import SMALL
from render.scene import Box, Disc, Line, Polygon, Shape, Text

SIZE = 44
_ROW, _ICON, _BESIDE, _GAP, _BELOW, _MIDDLE, _RISE = 58, 58, 14, 30, 16, 38, 16


_WAVE = ((0, 6), (14, -4), (28, 4), (42, 8), (54, -4))
_SHORT_WAVE = tuple((5 + 0.8 * x, y) for x, y in _WAVE)
_HEXAGON = ((0, 0), (14, -24.248), (42, -24.248), (56, 0), (42, 24.248), (14, 24.248))

_ICONS: Mapping[str, tuple[Shape, ...]] = {
    "hill": (
        Polygon(_HEXAGON, HILL),
        Line(((17, 8), (28, -6), (39, 8)), HILL_STROKE, 3, round=True),
    ),
    "river": (Line(_WAVE, WATER, 5, round=True),),
    "estuary": (
        Line(_SHORT_WAVE, COAST, 18, round=True),
        Line(_SHORT_WAVE, SEA, 14, round=True),
    ),
    "tunnel": (
        Line(((28, -22), (28, 22)), SEA, 16, round=True),
        *tunnel_shapes((2, 0), (54, 0), 6),
    ),
    "border": (
        Line(((8, 0), (48, 0)), RIBBON, 16, round=True),
        *(Line(((start, 0), (end, 0)), BORDER, 3) for start, end in ((4, 20), (26, 30), (36, 52))),
    ),
    "open": (Disc(28, 0, 24, LAND, INK, 4),),
    "start": (Disc(28, 0, 26, LAND, INK, 3), Disc(28, 0, 19, INK)),
    "port": tuple(boat(30, 0, 42)),
    "special": (
        Box(0, -22, 56, 44, ATTENTION, INK, 3, 4),
        Text(28, 16, "S1", "hb", SIZE, INK, "middle", role="legend"),
    ),
    "last": (Disc(28, 0, 24, None, ACCENT, 5),),
    "goal": (Disc(28, 0, 26, None, ACCENT, 7),),
    "from": (Disc(28, 0, 26, None, INK, 7),),
}
"""Signs, each from its left end on."""

Words = Mapping[str, str]

BUILDING: Words = {
    "hill": f"half hill +{HILL_HALF}",
    "river": f"river +{RIVER}",
    "estuary": "no track",
    "tunnel": "tunnel {tunnel}",
    "border": "border",
    "open": "not reached",
    "start": "start town",
    "port": "port",
    "special": "special run",
    "last": "built last",
}
"""What signs mean to those who build; a tunnel costs what stands there, in all."""

RUNNING: Words = {
    "from": "start",
    "goal": "goal",
    "hill": "hill 2",
    "estuary": "water",
    "border": "border",
    "port": "port",
    "special": "special run",
}
"""What they mean to trains; all of them fit into a row."""


def signs_in(
    chart: Chart, planes: Sequence[Plane], *, unreached: Collection[Hex] = (), more: Collection[str] = ()
) -> frozenset[str]:
    """The signs that windows show, and ``more``."""
    found = set(more)
    for plane in planes:
        hexes = [hex for hex in chart.terrain if plane.shows(hex, 0)]
        towns = [chart.town_at[hex] for hex in hexes if hex in chart.town_at]
        shown = {
            "hill": any(chart.hilly(hex) for hex in hexes),
            "river": _passes(plane, river_points(chart)),
            "estuary": _passes(plane, estuary_points(chart)),
            "tunnel": any(hex in side for side in chart.tunnels for hex in hexes),
            "border": any(chart.abroad(hex) for hex in hexes),
            "open": any(town.hex in unreached for town in towns),
            "start": any(town.start for town in towns),
            "port": any(town.port for town in towns),
            "special": any(plane.shows(tag.hex, 0) for tag in tags(chart)),
        }
        found |= {sign for sign, there in shown.items() if there}
    return frozenset(found)


def _passes(plane: Plane, courses: Sequence[Sequence[tuple[float, float]]]) -> bool:
    return any(plane.holds(*plane.at(point)) for course in courses for point in course)


def legend_height(chart: Chart, signs: Collection[str], words: Words = BUILDING) -> int:
    """How high the legend is."""
    return _ROW * len(_rows(chart, signs, words)) + _BELOW if signs else 0


def legend(chart: Chart, signs: Collection[str], top: float, words: Words = BUILDING) -> Iterator[Shape]:
    """Each sign with its words, as many in a row as fit."""
    for i, row in enumerate(_rows(chart, signs, words)):
        x, y = float(MARGIN), top + _ROW * i + _MIDDLE
        for sign, said in row:
            yield from scaled(_ICONS[sign], 1, x, y)
            yield SMALL.left(x + _ICON + _BESIDE, y + _RISE, said, "legend")
            x += _wide(said)


def _wide(words: str) -> float:
    return _ICON + _BESIDE + SMALL.wide(words) + _GAP


def _rows(chart: Chart, signs: Collection[str], words: Words) -> list[list[tuple[str, str]]]:
    tunnel = " or ".join(map(str, sorted(set(chart.tunnels.values()))))
    rows: list[list[tuple[str, str]]] = [[]]
    x = 0.0
    for sign, said in words.items():
        if sign in signs:
            text = said.format(tunnel=tunnel)
            if rows[-1] and x + _wide(text) - _GAP > WIDTH - 2 * MARGIN:
                rows.append([])
                x = 0.0
            rows[-1].append((sign, text))
            x += _wide(text)
    return rows
