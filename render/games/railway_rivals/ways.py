"""Ways that can be built, over a window of the map: their lines told apart by form, what steps cost, their letters."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Side, side_between
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.crops import Content
from render.games.railway_rivals.field import Zone
from render.games.railway_rivals.lanes import Lanes, crossing
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.plane import Plane
from render.games.railway_rivals.proposed import FIRST, LINE, PITCH, PLAN, Way, background, pill
from render.games.railway_rivals.tables import Payments
from render.games.railway_rivals.tracks import Stroke, strokes
from render.geometry import Point, Points, middle
from render.palette import CARD, INK, PAPER
from render.parts.lines import along, body, casing, edge
from render.parts.text import DIGIT, NAME, Style
from render.scene import Box, Disc, Line, Shape

_ROUTE = 0.25
"""Width of a route in sizes of a hex."""
_CASING, _EDGE, _DOT, _DOT_STEP, _DOT_FROM = 7, 4, 0.2, 1.3, 0.6
"""px around a route and of its edge; its dots and how they follow, as parts of its width."""

_CHIP = 27
"""Half the height of a step's price."""
_RISE = 0.35
"""From the middle of letters to their line, as a part of their size."""
_PRICE_PAD, _PRICE_ROOM, _PRICE_GAP = 10, 22, 4
_PRICES = Payments(DIGIT, 20, 17, 41, 46)
_OFF_LINES, _OFF_EDGE = 12, 40
_OFF_TOWN, _OFF_OTHER, _FREE = 46, 6, 36
"""px around towns and other ways that a letter keeps off; more room than the last counts for nothing."""

_KEY, _KEY_PAD, _KEY_RIM = 30, 10, 4
KEY_REACH = _KEY + _KEY_RIM
"""Half a key with its rim."""
_KEY_LETTER = Style("hb", 48)
"""By which a key's width is measured."""


def content(state: RailwayRivals, seat: Seat, plane: Plane, lanes: Lanes, ways: Sequence[Way]) -> Content:
    """Track, routes, what their steps cost, and their letters where there are several."""
    drawn = strokes(plane, lanes)
    routes = [_lines(drawn, FIRST + i) for i in range(len(ways))]
    track = background(drawn, seat, plane.s)
    for i in reversed(range(len(routes))):
        track += route(i, seat, routes[i], _ROUTE * plane.s)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    for sign, box in _signs(plane, lanes, ways):
        signs += sign
        boxes.append(box)
    if len(ways) > 1:
        signs += _letters(state.chart, ways, plane, routes, boxes)
    starts = dict.fromkeys(line[0] for way in ways for line in way.path.lines)
    return Content(
        track=track,
        top=signs,
        lines=[(line.points, _wide(line) * plane.s + _OFF_LINES) for line in drawn],
        boxes=boxes,
        unreached=frozenset(state.unreached),
        rings=tuple(starts),
    )


def _lines(drawn: Sequence[Stroke], seat: int) -> list[Points]:
    return [line.points for line in drawn if line.seat == seat]


def _wide(line: Stroke) -> float:
    return _ROUTE if line.seat >= PLAN else LINE


def route(i: int, seat: Seat, lines: Sequence[Points], w: float) -> list[Shape]:
    """The first way in the company's color, the second in paper, the third in paper with dots."""
    shapes: list[Shape] = [casing(points, w, _CASING, LAND) for points in lines]
    shapes += [edge(points, w, _EDGE) for points in lines]
    for points in lines:
        if i == 0:
            shapes += body(seat, points, w, LAND)
            continue
        shapes.append(Line(points, CARD, w, round=True))
        dots = along(points, _DOT_STEP * w, _DOT_FROM * w) if i > 1 else ()
        shapes += (Disc(x, y, _DOT * w, INK) for x, y, _, _ in dots)
    return shapes


class _Price(NamedTuple):
    """The price of one step: its building points and the rivals that are paid."""

    cost: int
    paid: tuple[tuple[Seat, int], ...]


_Route = list[Points]
_Sign = tuple[list[Shape], Zone]


def _signs(plane: Plane, lanes: Lanes, ways: Sequence[Way]) -> Iterator[_Sign]:
    """The prices of steps, where they are more than 1 or somebody is paid; on a single line every step's.

    Ways that share a side and its price share the sign.
    """
    shared: dict[tuple[Side, _Price], list[Point]] = {}
    for i, way in enumerate(ways):
        for step in way.steps:
            if len(ways) == 1 or step.cost > 1 or step.paid:
                side = side_between(step.a, step.b)
                price = _Price(step.cost, tuple(step.paid.items()))
                at = crossing(lanes, side, Seat(FIRST + i), PITCH)
                shared.setdefault((side, price), []).append(plane.at(at))
    for (_, price), places in shared.items():
        x, y = middle(places)
        yield list(_price(price, x, y)), (x, y, _price_width(price) / 2, _CHIP)


def _price_width(price: _Price) -> float:
    w = _PRICES.wide(price.paid)
    if price.cost > 1 or not price.paid:
        w += DIGIT.wide(str(price.cost)) + (_PRICE_GAP if price.paid else 0)
    return max(2.0 * _CHIP, w + _PRICE_ROOM)


def _price(price: _Price, x: float, y: float) -> Iterator[Shape]:
    """The cost, then every rival's mark and what it gets; a cost of 1 goes without saying where somebody is paid."""
    w = _price_width(price)
    yield pill(x - w / 2, y, w, _CHIP)
    base = y + _RISE * DIGIT.size
    if not price.paid:
        yield DIGIT.middle(x, base, str(price.cost), "step cost")
        return
    at = x - w / 2 + _PRICE_PAD
    if price.cost > 1:
        yield DIGIT.left(at, base, str(price.cost), "step cost")
        at += DIGIT.wide(str(price.cost)) + _PRICE_GAP
    yield from _PRICES.shapes(price.paid, at, y, base)


def _letters(
    chart: Chart, ways: Sequence[Way], plane: Plane, routes: Sequence[_Route], boxes: list[Zone]
) -> Iterator[Shape]:
    """A way's letter where no other goes; ``boxes`` are signs to keep clear of, and get those of the letters."""
    towns = [plane.hex(town.hex) for town in chart.towns if plane.shows(town.hex, 2)]
    for way, lines in zip(ways, routes, strict=True):
        rest = [point for other in routes if other is not lines for line in other for point in line]
        zones = [*boxes, *_zones(towns, _OFF_TOWN), *_zones(rest, _OFF_OTHER)]
        place = _letter_place(plane, [point for line in lines for point in line], zones)
        if place is not None:
            yield from square(way.key, *place)
            boxes.append((*place, KEY_REACH, KEY_REACH))


def _zones(points: Sequence[Point], around: float) -> Iterator[Zone]:
    return ((x, y, around, around) for x, y in points)


def _letter_place(plane: Plane, points: Sequence[Point], zones: Sequence[Zone]) -> Point | None:
    """A place on a way clear of all zones, as near to its middle as there is."""
    seen = [point for point in points if plane.holds(*point, _OFF_EDGE)]
    half = len(seen) / 2

    def worth(point: Point) -> tuple[float, float]:
        return min(_room(point, zones), _FREE), -abs(seen.index(point) - half)

    return max(seen, key=worth, default=None)


def _room(point: Point, zones: Sequence[Zone]) -> float:
    """px between a point and the nearest zone."""
    return min((_outside(point, zone) for zone in zones), default=_FREE)


def _outside(point: Point, zone: Zone) -> float:
    x, y, half, tall = zone
    return max(abs(point[0] - x) - half, abs(point[1] - y) - tall)


def square(words: str, x: float, y: float) -> Iterator[Shape]:
    """A key on a way: an ink square with a letter."""
    half = max(float(_KEY), _KEY_LETTER.wide(words) / 2 + _KEY_PAD)
    for fill, rim, radius in ((LAND, _KEY_RIM, 9), (INK, 0, 6)):
        wide, high = 2 * half + 2 * rim, 2 * (_KEY + rim)
        yield Box(x - half - rim, y - _KEY - rim, wide, high, fill, None, 0, radius)
    yield NAME.middle(x, y + _RISE * NAME.size, words, "key", PAPER)
