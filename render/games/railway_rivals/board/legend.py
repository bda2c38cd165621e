"""The legend of a map, with the signs that the picture contains."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railway_rivals.game_data.constants import HALF_HILL_COST, RIVER_COST
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap
from render.games.railway_rivals.board.ground import draw_tunnel_sign
from render.games.railway_rivals.board.hex_viewport import HexViewport
from render.games.railway_rivals.board.towns import draw_boat, exit_tags
from render.games.railway_rivals.board.waters import estuary_courses, river_courses
from render.games.railway_rivals.colors import (
    ATTENTION,
    BORDER_LINE,
    BORDER_RIBBON,
    COAST,
    HILL,
    HILL_STROKE,
    LAND,
    SEA,
)
from render.games.railway_rivals.colors import RIVER as WATER
from render.geometry import Points
from render.palette import ACCENT, INK
from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.parts.sprites import scale_shapes
from render.parts.typography import DIGIT, TextStyle
from render.scene import Box, Disc, Line, Polygon, Shape

_WORDS = TextStyle("s", 44)
_ROW, _FIRST, _FOOT = 58, 38, 16
"""Height of a row, middle of the first row, and space below the last row, in px."""
_ICON, _BESIDE, _GAP = 58, 14, 30
"""Width of a sign, space between sign and text, and space before the next sign, in px."""
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
        *draw_tunnel_sign((2, 0), (54, 0), 6),
    ),
    "border": (
        Line(((8, 0), (48, 0)), BORDER_RIBBON, 16, round=True),
        *(Line(((start, 0), (end, 0)), BORDER_LINE, 3) for start, end in _DASHES),
    ),
    "open": (Disc(28, 0, 24, LAND, INK, 4),),
    "start": (Disc(28, 0, 26, LAND, INK, 3), Disc(28, 0, 19, INK)),
    "port": tuple(draw_boat(30, 0, 42)),
    "special": (
        Box(0, -22, 56, 44, ATTENTION, INK, 3, 4),
        DIGIT.middle(28, _RISE, "S1", "legend"),
    ),
    "last": (Disc(28, 0, 24, None, ACCENT, 5),),
    "from": (Disc(28, 0, 26, None, INK, 7),),
    "goal": (Disc(28, 0, 26, None, ACCENT, 7),),
}
"""The shapes of signs; the origin is the left end of a sign's middle line."""

Meanings = Mapping[str, str]
"""The texts of signs, by sign and in order."""

BUILDING_MEANINGS: Meanings = {
    "hill": f"half hill +{HALF_HILL_COST}",
    "river": f"river +{RIVER_COST}",
    "estuary": "no track",
    "tunnel": "tunnel {tunnel}",
    "border": "border",
    "open": "not reached",
    "start": "start town",
    "port": "port",
    "special": "special run",
    "last": "built last",
}
"""The texts of signs on maps for building; the text about tunnels contains their total cost."""

RUNNING_MEANINGS: Meanings = {
    "from": "start",
    "goal": "goal",
    "hill": "hill 2",
    "estuary": "water",
    "border": "border",
    "port": "port",
    "special": "special run",
}
"""The texts of signs on maps for trains; together they fit in one row."""


def visible_signs(
    chart: HexMap, viewports: Sequence[HexViewport], unreached: Iterable[Hex] = (), more: Iterable[str] = ()
) -> frozenset[str]:
    """The signs that are visible in the viewports, and the signs ``more``."""
    return frozenset((*more, *_find_visible_signs(chart.key, tuple(viewports), frozenset(unreached))))


@lru_cache(64)
def _find_visible_signs(key: str, viewports: tuple[HexViewport, ...], unreached: frozenset[Hex]) -> tuple[str, ...]:
    return tuple(
        sign
        for viewport in viewports
        for sign, is_visible in _sign_visibility(HEX_MAPS[key], viewport, unreached)
        if is_visible
    )


def _sign_visibility(chart: HexMap, viewport: HexViewport, unreached: Container[Hex]) -> Iterator[tuple[str, bool]]:
    """Pairs of a sign and whether it is visible in the viewport, for all signs of the legend.

    ``unreached`` are the hexes of towns that no track has reached.
    """
    hexes = [hex for hex in chart.terrain if viewport.is_hex_visible(hex, 0)]
    towns = [chart.town_at[hex] for hex in hexes if hex in chart.town_at]
    streams = (*river_courses(chart), *estuary_courses(chart))
    yield "hill", any(chart.is_hill(hex) for hex in hexes)
    yield "river", _has_any_point(viewport, streams)
    yield "estuary", _has_any_point(viewport, estuary_courses(chart))
    yield "tunnel", any(hex in side for side in chart.tunnels for hex in hexes)
    yield "border", any(chart.is_abroad(hex) for hex in hexes)
    yield "open", any(town.hex in unreached for town in towns)
    yield "start", any(town.is_start for town in towns)
    yield "port", any(town.is_port for town in towns)
    yield "special", any(viewport.is_hex_visible(tag.hex, 0) for tag in exit_tags(chart))


def _has_any_point(viewport: HexViewport, courses: Iterable[Points]) -> bool:
    return any(viewport.has_point(*viewport.to_px(point)) for course in courses for point in course)


def legend_height(chart: HexMap, signs: Collection[str], words: Meanings = BUILDING_MEANINGS) -> int:
    """The height of the legend in px; 0 without signs."""
    return _ROW * len(_legend_rows(chart, signs, words)) + _FOOT if signs else 0


def draw_legend(
    chart: HexMap, signs: Container[str], top: float, words: Meanings = BUILDING_MEANINGS
) -> Iterator[Shape]:
    """Draw the signs with their texts in rows."""
    for i, row in enumerate(_legend_rows(chart, signs, words)):
        x, y = float(MARGIN), top + _ROW * i + _FIRST
        for sign, meaning in row:
            yield from scale_shapes(_ICONS[sign], 1, x, y)
            yield _WORDS.left(x + _ICON + _BESIDE, y + _RISE, meaning, "legend")
            x += _entry_width(meaning)


def draw_legend_column(chart: HexMap, signs: Container[str], x: float, top: float) -> Iterator[Shape]:
    """Draw the signs with their texts in a column; ``x`` is its left edge."""
    for i, (sign, meaning) in enumerate(_sign_texts(chart, signs, BUILDING_MEANINGS)):
        y = top + _ROW * i + _FIRST
        yield from scale_shapes(_ICONS[sign], 1, x, y)
        yield _WORDS.left(x + _ICON + _BESIDE, y + _RISE, meaning, "legend")


def _entry_width(words: str) -> float:
    return _ICON + _BESIDE + _WORDS.width(words) + _GAP


_SignText = tuple[str, str]


def _sign_texts(chart: HexMap, signs: Container[str], words: Meanings) -> list[_SignText]:
    """The signs with their texts, in order; the text about tunnels contains their cost."""
    tunnel = " or ".join(map(str, sorted(set(chart.tunnels.values()))))
    return [(sign, text.format(tunnel=tunnel)) for sign, text in words.items() if sign in signs]


def _legend_rows(chart: HexMap, signs: Container[str], words: Meanings) -> list[list[_SignText]]:
    rows: list[list[_SignText]] = [[]]
    x = 0.0
    for sign, text in _sign_texts(chart, signs, words):
        if rows[-1] and x + _entry_width(text) - _GAP > PAGE_WIDTH - 2 * MARGIN:
            rows.append([])
            x = 0.0
        rows[-1].append((sign, text))
        x += _entry_width(text)
    return rows
