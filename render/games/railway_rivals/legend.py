"""The meaning of a map's signs, in a line or two under it: only those that the picture shows."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex
from engine.games.railway_rivals.box.figures import HILL_HALF, RIVER
from render.games.railway_rivals.ground import tunnel_shapes
from render.games.railway_rivals.livery import ATTENTION, BORDER, COAST, HILL, HILL_STROKE, LAND, RIBBON, SEA
from render.games.railway_rivals.livery import RIVER as WATER
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.towns import boat, tags
from render.games.railway_rivals.waters import estuary_points, river_points
from render.geometry import Points
from render.palette import ACCENT, INK
from render.parts.frame import MARGIN, WIDTH
from render.parts.stamp import scaled
from render.parts.text import DIGIT, Style
from render.scene import Box, Disc, Line, Polygon, Shape

_WORDS = Style("s", 44)
_ROW, _FIRST, _FOOT = 58, 38, 16
"""Height of a row, the middle of the first one, and px free below the last."""
_ICON, _BESIDE, _GAP = 58, 14, 30
"""Width of a sign, px to its words, and px to the next sign."""
_RISE = 16

_HEXAGON = (
    *((0, 0), (14, -24.248), (42, -24.248)),
    *((56, 0), (42, 24.248), (14, 24.248)),
)
_WAVE = ((0, 6), (14, -4), (28, 4), (42, 8), (54, -4))
_BROAD = tuple((5 + x * 0.8, y) for x, y in _WAVE)
_HILLTOP = ((17, 8), (28, -6), (39, 8))
_DASHES = ((4, 20), (26, 30), (36, 52))

_ICONS: Mapping[str, tuple[Shape, ...]] = {
    "hill": (Polygon(_HEXAGON, HILL), Line(_HILLTOP, HILL_STROKE, 3, round=True)),
    "river": (Line(_WAVE, WATER, 5, round=True),),
    "estuary": (Line(_BROAD, COAST, 18, round=True), Line(_BROAD, SEA, 14, round=True)),
    "tunnel": (
        Line(((28, -22), (28, 22)), SEA, 16, round=True),
        *tunnel_shapes((2, 0), (54, 0), 6),
    ),
    "border": (
        Line(((8, 0), (48, 0)), RIBBON, 16, round=True),
        *(Line(((start, 0), (end, 0)), BORDER, 3) for start, end in _DASHES),
    ),
    "open": (Disc(28, 0, 24, LAND, INK, 4),),
    "start": (Disc(28, 0, 26, LAND, INK, 3), Disc(28, 0, 19, INK)),
    "port": tuple(boat(30, 0, 42)),
    "special": (
        Box(0, -22, 56, 44, ATTENTION, INK, 3, 4),
        DIGIT.middle(28, _RISE, "S1", "legend"),
    ),
    "last": (Disc(28, 0, 24, None, ACCENT, 5),),
    "from": (Disc(28, 0, 26, None, INK, 7),),
    "goal": (Disc(28, 0, 26, None, ACCENT, 7),),
}
"""Signs, the left end of their middle line at the origin."""

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
    chart: Chart, planes: Sequence[Plane], unreached: Iterable[Hex] = (), more: Iterable[str] = ()
) -> frozenset[str]:
    """The signs that windows show, and ``more``."""
    return frozenset((*more, *_signs_in(chart.key, tuple(planes), frozenset(unreached))))


@lru_cache(64)
def _signs_in(key: str, planes: tuple[Plane, ...], unreached: frozenset[Hex]) -> tuple[str, ...]:
    return tuple(sign for plane in planes for sign, there in _shown(CHARTS[key], plane, unreached) if there)


def _shown(chart: Chart, plane: Plane, unreached: Container[Hex]) -> Iterator[tuple[str, bool]]:
    """Every sign, and whether a window shows it."""
    hexes = [hex for hex in chart.terrain if plane.shows(hex, 0)]
    towns = [chart.town_at[hex] for hex in hexes if hex in chart.town_at]
    streams = (*river_points(chart), *estuary_points(chart))
    yield "hill", any(chart.hilly(hex) for hex in hexes)
    yield "river", _passes(plane, streams)
    yield "estuary", _passes(plane, estuary_points(chart))
    yield "tunnel", any(hex in side for side in chart.tunnels for hex in hexes)
    yield "border", any(chart.abroad(hex) for hex in hexes)
    yield "open", any(town.hex in unreached for town in towns)
    yield "start", any(town.start for town in towns)
    yield "port", any(town.port for town in towns)
    yield "special", any(plane.shows(tag.hex, 0) for tag in tags(chart))


def _passes(plane: Plane, courses: Iterable[Points]) -> bool:
    return any(plane.holds(*plane.at(point)) for course in courses for point in course)


def legend_height(chart: Chart, signs: Collection[str], words: Words = BUILDING) -> int:
    """The height of the legend in px."""
    return _ROW * len(_rows(chart, signs, words)) + _FOOT if signs else 0


def legend(chart: Chart, signs: Container[str], top: float, words: Words = BUILDING) -> Iterator[Shape]:
    """Each sign with its words, as many in a row as fit."""
    for i, row in enumerate(_rows(chart, signs, words)):
        x, y = float(MARGIN), top + _ROW * i + _FIRST
        for sign, said in row:
            yield from scaled(_ICONS[sign], 1, x, y)
            yield _WORDS.left(x + _ICON + _BESIDE, y + _RISE, said, "legend")
            x += _wide(said)


def _wide(words: str) -> float:
    return _ICON + _BESIDE + _WORDS.wide(words) + _GAP


_Said = tuple[str, str]
"""A sign and its words."""


def _rows(chart: Chart, signs: Container[str], words: Words) -> list[list[_Said]]:
    tunnel = " or ".join(map(str, sorted(set(chart.tunnels.values()))))
    said = [(sign, text.format(tunnel=tunnel)) for sign, text in words.items() if sign in signs]
    rows: list[list[_Said]] = [[]]
    x = 0.0
    for sign, text in said:
        if rows[-1] and x + _wide(text) - _GAP > WIDTH - 2 * MARGIN:
            rows.append([])
            x = 0.0
        rows[-1].append((sign, text))
        x += _wide(text)
    return rows
