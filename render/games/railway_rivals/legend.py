"""What the signs of a map mean, in a line or two under it: only those that the picture shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state.track import HILL_HALF, RIVER
from render.fonts import width
from render.games.railway_rivals.ground import tunnel_shapes
from render.games.railway_rivals.livery import ATTENTION, BORDER, COAST, HILL, HILL_STROKE, LAND, RIBBON, SEA
from render.games.railway_rivals.livery import RIVER as WATER
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.towns import boat, tags
from render.games.railway_rivals.waters import estuary_points, river_points
from render.palette import ACCENT, INK
from render.parts.frame import MARGIN, WIDTH
from render.scene import Box, Disc, Line, Polygon, Shape, Text

SIZE = 44
_ROW, _ICON, _GAP = 58, 58, 30


def _hill(x: float, y: float) -> Iterator[Shape]:
    yield Polygon(tuple((x + 28 + dx * 28, y + dy * 28) for dx, dy in _HEXAGON), HILL)
    yield Line(((x + 17, y + 8), (x + 28, y - 6), (x + 39, y + 8)), HILL_STROKE, 3, round=True)


def _river(x: float, y: float) -> Iterator[Shape]:
    yield Line(tuple((x + dx, y + dy) for dx, dy in _WAVE), WATER, 5, round=True)


def _estuary(x: float, y: float) -> Iterator[Shape]:
    wave = tuple((x + 5 + dx * 0.8, y + dy) for dx, dy in _WAVE)
    yield Line(wave, COAST, 18, round=True)
    yield Line(wave, SEA, 14, round=True)


def _border(x: float, y: float) -> Iterator[Shape]:
    yield Line(((x + 8, y), (x + 48, y)), RIBBON, 16, round=True)
    yield from (Line(((x + a, y), (x + b, y)), BORDER, 3) for a, b in ((4, 20), (26, 30), (36, 52)))


def _tunnel(x: float, y: float) -> Iterator[Shape]:
    yield Line(((x + 28, y - 22), (x + 28, y + 22)), SEA, 16, round=True)
    yield from tunnel_shapes((x + 2, y), (x + 54, y), 6)


def _open(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x + 28, y, 24, LAND, INK, 4)


def _start(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x + 28, y, 26, LAND, INK, 3)
    yield Disc(x + 28, y, 19, INK)


def _port(x: float, y: float) -> Iterator[Shape]:
    yield from boat(x + 30, y, 42)


def _special(x: float, y: float) -> Iterator[Shape]:
    yield Box(x, y - 22, 56, 44, ATTENTION, INK, 3, 4)
    yield Text(x + 28, y + 16, "S1", "hb", SIZE, INK, "middle", role="legend")


def _last(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x + 28, y, 24, None, ACCENT, 5)


def _goal(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x + 28, y, 26, None, ACCENT, 7)


def _from(x: float, y: float) -> Iterator[Shape]:
    yield Disc(x + 28, y, 26, None, INK, 7)


_HEXAGON = ((-1, 0), (-0.5, -0.866), (0.5, -0.866), (1, 0), (0.5, 0.866), (-0.5, 0.866))
_WAVE = ((0, 6), (14, -4), (28, 4), (42, 8), (54, -4))

_ICONS: Mapping[str, Callable[[float, float], Iterator[Shape]]] = {
    "hill": _hill,
    "river": _river,
    "estuary": _estuary,
    "tunnel": _tunnel,
    "border": _border,
    "open": _open,
    "start": _start,
    "port": _port,
    "special": _special,
    "last": _last,
    "from": _from,
    "goal": _goal,
}

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
            "river": _passes(plane, (*river_points(chart), *estuary_points(chart))),
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
    return _ROW * len(_rows(chart, signs, words)) + 16 if signs else 0


def legend(chart: Chart, signs: Collection[str], top: float, words: Words = BUILDING) -> Iterator[Shape]:
    """Each sign with its words, as many in a row as fit."""
    for i, row in enumerate(_rows(chart, signs, words)):
        x, y = float(MARGIN), top + _ROW * i + 38
        for sign, said in row:
            yield from _ICONS[sign](x, y)
            yield Text(x + _ICON + 14, y + 16, said, "s", SIZE, INK, role="legend")
            x += _wide(said)


def _wide(words: str) -> float:
    return _ICON + 14 + width(words, "s", SIZE) + _GAP


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
