"""A contact sheet of Railway Rivals: lines, marks, towns, ground, cards."""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from render.games.railway_rivals.board.hex_viewport import HexViewport, hex_center
from render.games.railway_rivals.board.legend import BUILDING_MEANINGS, RUNNING_MEANINGS, draw_legend
from render.games.railway_rivals.board.map_crops import CropContent, draw_crop
from render.games.railway_rivals.board.towns import draw_boat, draw_tag, draw_town, exit_tags
from render.games.railway_rivals.board.track_layers import LinePen, TrackStroke, draw_strokes
from render.games.railway_rivals.choices.proposed_track import draw_planned_track
from render.games.railway_rivals.colors import FADE_SHARE, LAND, PALETTE, RACE_FADE_SHARE
from render.games.railway_rivals.tables.card_grid import (
    CELL_HEIGHT,
    FATE_NEVER,
    FATE_TO_COME,
    FATE_WAITING,
    draw_cell,
    fate_after_race,
    fate_open,
)
from render.geometry import Points
from render.palette import INK_SOFT, PLAYERS
from render.parts.map_lines import draw_line_mark
from render.parts.page_layout import CONTENT_TOP, MARGIN, PAGE_WIDTH, header_layer, paper_scene, player_chip
from render.parts.typography import BODY
from render.scene import Box, Layer, Scene, Shape, Sheet, make_layer

_CHART = HEX_MAPS["london-liverpool"]
_SEATS = range(1, len(PLAYERS) + 1)
_ROW, _FIELD = 92, MARGIN + 100
_LINES, _TOWNS = CONTENT_TOP + 10, CONTENT_TOP + 10 + 60 + 6 * _ROW + 30
_GROUND, _HIGH, _SIZE = _TOWNS + 150, 560, 60.0
_CARDS = _GROUND + _HIGH + 24
_LEGEND = _CARDS + CELL_HEIGHT + 20
_SECOND_LEGEND, _HEIGHT = _LEGEND + 116, _LEGEND + 200
_VIEWS: tuple[Hex, ...] = (Hex("U5"), Hex("D10"), Hex("F29"))
"""The central hexes of three views: an estuary with ports, the tunnel, the border."""
_UNREACHED = frozenset({Hex("B9")})

_PENS = {
    "map": LinePen(8, 2),
    "close": LinePen(15, 3),
    "new": LinePen(18, 4, outline=4),
    "planned": LinePen(15, 4),
    "old": LinePen(15, 3, FADE_SHARE),
    "behind": LinePen(10, 2, RACE_FADE_SHARE),
}
_COLUMN, _HEAD, _MARK_AT = 232, 105, 15
_BENDS = 30
_TOWN, _STEP, _START, _PILL = 40, 165, 90, 40
_BOAT, _TAG_FROM, _TAG_STEP = 1120, 1212, 95
_APART, _CARDS_APART = 20, 12


def sheets() -> tuple[Scene, ...]:
    """Return the only contact sheet, with all parts of the pictures."""
    layers = (
        make_layer("lines", _lines()),
        make_layer("towns", _towns()),
        *(Layer("ground", draw_crop(_CHART, plane, CropContent(unreached=_UNREACHED))) for plane in _planes()),
        make_layer("cards", _cards()),
        make_layer("building", draw_legend(_CHART, BUILDING_MEANINGS, _LEGEND)),
        make_layer("running", draw_legend(_CHART, RUNNING_MEANINGS, _SECOND_LEGEND, RUNNING_MEANINGS)),
        header_layer("Railway Rivals · Parts", "reference", "Companies’ lines and marks, towns, ground, cards, signs"),
    )
    alt = "Every part of the pictures of Railway Rivals."
    return (paper_scene("parts", _HEIGHT, PALETTE, layers, alt),)


def _lines() -> Iterator[Shape]:
    """Yield a row for each company: its mark, and its line in each of the ways in which maps draw it."""
    for i, head in enumerate(_PENS):
        yield BODY.middle(_at(i) + _HEAD, _LINES + 40, head, "head", INK_SOFT)
    top = _LINES + 60
    box = _FIELD, top, PAGE_WIDTH - MARGIN - _FIELD, 6 * _ROW
    yield Box(*box, LAND)
    shapes: list[Shape] = []
    for i, seat in enumerate(_SEATS):
        yield player_chip(seat, MARGIN + 44, top + (i + 0.5) * _ROW, 34)
        shapes += _company(Seat(seat), top + i * _ROW)
    yield Sheet("lines", *box, tuple(shapes))


def _at(column: int) -> float:
    return _FIELD + 20 + _COLUMN * column


def _company(seat: Seat, top: float) -> Iterator[Shape]:
    for i, (kind, pen) in enumerate(_PENS.items()):
        points = _curve(_at(i), top + _ROW / 2)
        if kind == "planned":
            yield from draw_planned_track(seat, [points], pen.width)
        else:
            yield from draw_strokes([TrackStroke(seat, "", points)], pen)
        if kind == "map":
            yield from draw_line_mark(seat, *points[_MARK_AT], 13, LAND, pen.casing)


def _curve(x: float, y: float) -> Points:
    parts = (i / _BENDS for i in range(_BENDS + 1))
    down = (26 * (3 * t**2 - 2 * t**3) * 2 - 26 for t in parts)
    return tuple((x + 7 * i, y + dy) for i, dy in enumerate(down))


def _towns() -> Iterator[Shape]:
    """Yield towns, start towns and towns with four numbers, each with and without track; then a boat and tags."""
    kinds = [_CHART.town_at[hex] for hex in (Hex("I14"), Hex("C9"), Hex("AA32"))]
    both = [(town, reached) for town in kinds for reached in (False, True)]
    y = _TOWNS + 60
    shapes: list[Shape] = []
    for i, (town, reached) in enumerate(both):
        x = MARGIN + _START + i * _STEP + (_PILL if i > 3 else 0)
        shapes += draw_town(town, x, y, _TOWN, reached)
    shapes += draw_boat(_BOAT, y, 60)
    kinds_of_tags = {tag.direction: tag for tag in exit_tags(_CHART)}
    for i, tag in enumerate(kinds_of_tags.values()):
        shapes += draw_tag(tag, _TAG_FROM + i * _TAG_STEP, y, 46)
    yield Sheet("towns", 0, _TOWNS - 20, PAGE_WIDTH, 160, tuple(shapes))


def _planes() -> Iterator[HexViewport]:
    wide = (PAGE_WIDTH - 2 * MARGIN - 2 * _APART) // len(_VIEWS)
    for i, hex in enumerate(_VIEWS):
        x, y = hex_center(hex)
        left, top = x - wide / (2 * _SIZE), y - _HIGH / (2 * _SIZE)
        yield HexViewport(_SIZE, MARGIN + i * (wide + _APART), _GROUND, wide, _HIGH, left, top)


def _cards() -> Iterator[Shape]:
    fates = (FATE_TO_COME, fate_open(8), fate_after_race(7), FATE_WAITING, FATE_NEVER)
    wide = (PAGE_WIDTH - 2 * MARGIN - 4 * _CARDS_APART) // len(fates)
    cards = sorted(_CHART.cards)[::9]
    for i, (card, fate) in enumerate(zip(cards, fates, strict=False)):
        x = MARGIN + i * (wide + _CARDS_APART)
        yield from draw_cell(card, _CHART.name_of(card), fate, (x, _CARDS), wide)
