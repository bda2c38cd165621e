"""A contact sheet of everything Railway Rivals is drawn with: lines, marks, towns, ground, cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex
from render.games.railway_rivals.crops import Content, crop
from render.games.railway_rivals.legend import BUILDING, RUNNING, legend
from render.games.railway_rivals.livery import FADED, FADED_MORE, LAND, PALETTE
from render.games.railway_rivals.plane import Plane, hex_center
from render.games.railway_rivals.proposed import planned_track
from render.games.railway_rivals.record import CELL, NEVER, TO_COME, WAITS, came_up, cell, now_open
from render.games.railway_rivals.towns import boat, tag_shapes, tags, town_shapes
from render.games.railway_rivals.tracks import Pen, Stroke, stroked
from render.geometry import Points
from render.palette import INK_SOFT, PAPER, PLAYERS
from render.parts.frame import CONTENT, MARGIN, WIDTH, header
from render.parts.lines import line_mark
from render.parts.marks import chip
from render.parts.text import BODY
from render.scene import Box, Layer, Scene, Shape, Sheet

_CHART = CHARTS["london-liverpool"]
_ROW = 92
_LINES, _TOWNS = CONTENT + 10, CONTENT + 10 + 60 + 6 * _ROW + 30
_GROUND = _TOWNS + 150
_CARDS = _GROUND + 560 + 24
_LEGEND = _CARDS + CELL + 20
_VIEWS: tuple[Hex, ...] = (Hex("U5"), Hex("D10"), Hex("F29"))
"""The middles of three views: an estuary with ports, the tunnel, the border."""


def sheets() -> tuple[Scene, ...]:
    """The parts of the title."""
    layers = (
        Layer("lines", tuple(_lines())),
        Layer("towns", tuple(_towns())),
        *(Layer("ground", crop(_CHART, plane, Content(unreached=frozenset({Hex("B9")})))) for plane in _planes()),
        Layer("cards", tuple(_cards())),
        Layer("legend", (*legend(_CHART, BUILDING, _LEGEND), *legend(_CHART, RUNNING, _LEGEND + 116, RUNNING))),
        header("Railway Rivals · Parts", "reference", "Companies’ lines and marks, towns, ground, cards, signs"),
    )
    alt = "Every part of the pictures of Railway Rivals."
    return (Scene("parts", WIDTH, _LEGEND + 200, PAPER, PALETTE, layers, alt),)


def _lines() -> Iterator[Shape]:
    """A row a company: mark, line as on the whole map, close, new, planned, behind something new, behind a race."""
    heads = ("map", "close", "new", "planned", "old", "behind")
    for i, head in enumerate(heads):
        yield BODY.middle(_at(i) + 105, _LINES + 40, head, "head", INK_SOFT)
    top = _LINES + 60
    yield Box(MARGIN + 100, top, WIDTH - 2 * MARGIN - 100, 6 * _ROW, LAND)
    for seat in range(1, len(PLAYERS) + 1):
        yield chip(seat, MARGIN + 44, top + (seat - 0.5) * _ROW, 34)
    shapes = [shape for seat in range(1, len(PLAYERS) + 1) for shape in _company(Seat(seat), top + (seat - 1) * _ROW)]
    yield Sheet("lines", MARGIN + 100, top, WIDTH - 2 * MARGIN - 100, 6 * _ROW, tuple(shapes))


def _at(column: int) -> float:
    return MARGIN + 120 + 232 * column


def _company(seat: Seat, top: float) -> Iterator[Shape]:
    lines = [Stroke(seat, "", _curve(_at(column), top + _ROW / 2)) for column in range(6)]
    yield from stroked(lines[:1], Pen(8, 2))
    yield from line_mark(seat, *lines[0].points[15], 13, LAND, 2)
    yield from stroked(lines[1:2], Pen(15, 3))
    yield from stroked(lines[2:3], Pen(18, 4, outline=4))
    yield from planned_track(seat, [lines[3].points], 15)
    yield from stroked(lines[4:5], Pen(15, 3, FADED))
    yield from stroked(lines[5:6], Pen(10, 2, FADED_MORE))


def _curve(x: float, y: float) -> Points:
    """A double bend."""
    return tuple((x + 7 * i, y + 26 * (3 * (i / 30) ** 2 - 2 * (i / 30) ** 3) * 2 - 26) for i in range(31))


def _towns() -> Iterator[Shape]:
    """A town, a start town and a town with four numbers, not reached and reached; a boat; tags."""
    kinds = [_CHART.town_at[hex] for hex in (Hex("I14"), Hex("C9"), Hex("AA32"))]
    y = _TOWNS + 60
    shapes: list[Shape] = []
    for i, (town, reached) in enumerate((town, reached) for town in kinds for reached in (False, True)):
        shapes += town_shapes(town, MARGIN + 90 + i * 165 + (40 if i > 3 else 0), y, 40, reached)
    shapes += boat(1120, y, 60)
    for i, tag in enumerate({tag.toward: tag for tag in tags(_CHART)}.values()):
        shapes += tag_shapes(tag, 1212 + i * 95, y, 46)
    yield Sheet("towns", 0, _TOWNS - 20, WIDTH, 160, tuple(shapes))


def _planes() -> Iterator[Plane]:
    wide = (WIDTH - 2 * MARGIN - 40) // 3
    for i, hex in enumerate(_VIEWS):
        x, y = hex_center(hex)
        yield Plane(60.0, MARGIN + i * (wide + 20), _GROUND, wide, 560, x - wide / 120, y - 560 / 120)


def _cards() -> Iterator[Shape]:
    fates = (TO_COME, now_open(8), came_up(7), WAITS, NEVER)
    wide = (WIDTH - 2 * MARGIN - 4 * 12) // 5
    for i, (card, fate) in enumerate(zip(sorted(_CHART.cards)[::9], fates, strict=False)):
        yield from cell(card, _CHART.name_of(card), fate, (MARGIN + i * (wide + 12), _CARDS), wide)
