"""Private pictures for a company that builds: proposed ways side by side, and what a line costs.

Ways are priced on the board as it is and after the company's own plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railway_rivals.box.chart import Chart, Side, side_between
from engine.games.railway_rivals.rules.search.ways import way_left
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.state.actions import Build, Lay
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.fonts import width
from render.games.railway_rivals.crops import Content, arranged, crop, merged
from render.games.railway_rivals.lanes import Lanes, crossing
from render.games.railway_rivals.legend import BUILDING, legend, legend_height, signs_in
from render.games.railway_rivals.livery import FADED, LAND, PALETTE
from render.games.railway_rivals.places import Zone
from render.games.railway_rivals.plane import Plane, bounds
from render.games.railway_rivals.proposed import (
    AROUND,
    FIRST,
    LINE,
    PITCH,
    PLAN,
    Way,
    lanes_with,
    own_plan,
    planned_track,
    priced,
    site_for,
)
from render.games.railway_rivals.tracks import stroked, strokes
from render.games.railway_rivals.words import goal_words, paid_words, path_words
from render.geometry import Points
from render.labels import Names, joined
from render.painter import Choice
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, RULE
from render.parts.frame import FIELD, MARGIN, WIDTH, header
from render.parts.lines import along, body, casing, edge
from render.parts.marks import chip
from render.parts.text import DIGIT, LARGE, NAME, RANK, SMALL, Style
from render.scene import Box, Disc, Layer, Line, Scene, Shape

_ROUTE = 0.25
_ROW = 124
_CHIP = 27
_SIGNS = {**BUILDING, "last": "begins"}
_CAPITAL_SPENT = Style("hb", 54)
_BONUS = Style("h", 50)


def way_scenes(state: RailwayRivals, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """The ways proposed toward one place, side by side with what they cost."""
    found = [(c.key, a) for c in choices for a in c.actions[:1] if isinstance(a, Build | Lay)]
    if not found:
        return ()
    action = found[0][1]
    site = site_for(state, action.seat)
    ways = [_priced(site, key, action) for key, action in found]
    return (_scene(state, names, site, ways, _title(action), "Which way?"),)


def way_preview(state: RailwayRivals, names: Names, action: Build | Lay) -> tuple[Scene, ...]:
    """One line with the cost of every step."""
    site = site_for(state, action.seat)
    way = _priced(site, "", action)
    return (_scene(state, names, site, [way], _title(action), f"Build {goal_words(state.chart, action.path)}?"),)


def plan_scenes(state: RailwayRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """What the seat planned and what it will cost as things are; nothing where nothing is planned."""
    plan = own_plan(state, seat)
    if not plan.lines:
        return ()
    way = priced(Site(state, seat, 99), "", plan)
    site = site_for(state, seat)
    scene = _scene(state, names, site, [way], "Your plan", "", plan=Branches(()))
    return (msgspec.structs.replace(scene, name="plan"),)


def _priced(site: Site, key: str, action: Build | Lay) -> Way:
    way = priced(site, key, action.path)
    if isinstance(action, Lay):
        return way
    left = way_left(site.state.chart.key, action.path, action.toward)
    return way._replace(short=left.length if left else 0)


def _title(action: Build | Lay) -> str:
    return f"Toward {action.toward}" if isinstance(action, Build) else "Along these hexes"


def _scene(
    state: RailwayRivals,
    names: Names,
    site: Site,
    ways: Sequence[Way],
    title: str,
    question: str,
    *,
    plan: Branches | None = None,
) -> Scene:
    chart, seat = state.chart, site.seat
    plan = own_plan(state, seat) if plan is None else plan
    lines = [line for way in ways for line in way.path.lines]
    box = merged([bounds([hex for line in lines for hex in line]).grown(1.9)])
    planes = arranged(chart, box, FIELD + 8, tallest=1000)
    bottom = max(plane.y + plane.h for plane in planes)
    lanes = lanes_with(chart, state.track, plan, ways)
    line = f"{question} {site.capital} to spend, gold {site.gold}" if question else "Only you see this"
    signs = signs_in(chart, planes, unreached=state.unreached, more=("last",))
    top = bottom + legend_height(chart, signs, _SIGNS) + 16
    layers = (
        header(title, names[seat - 1], line, seat=seat),
        *(Layer("window", crop(chart, plane, _content(state, site, plane, lanes, ways))) for plane in planes),
        Layer("legend", tuple(legend(chart, signs, bottom, _SIGNS))),
        Layer("ways", tuple(_rows(state, seat, ways, names, top))),
    )
    height = top + _ROW * len(ways) + 20
    return Scene("build", WIDTH, height, PAPER, PALETTE, layers, _ways_alt(state, seat, ways, names, title))


def _content(state: RailwayRivals, site: Site, plane: Plane, lanes: Lanes, ways: Sequence[Way]) -> Content:
    s, seat = plane.s, site.seat
    drawn = strokes(plane, lanes)
    old = [line for line in drawn if line.seat < PLAN and line.seat != seat]
    own = [line for line in drawn if line.seat == seat]
    track = stroked(old, LINE * s, AROUND * s, fade=FADED) + stroked(own, LINE * s, AROUND * s)
    track += planned_track(seat, [line.points for line in drawn if line.seat == PLAN], LINE * s)
    for i in reversed(range(len(ways))):
        track += _route(i, seat, [line.points for line in drawn if line.seat == FIRST + i], _ROUTE * s)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    for sign, box in _signs(plane, lanes, ways):
        signs += sign
        boxes.append(box)
    if len(ways) > 1:
        for i, way in enumerate(ways):
            points = [p for line in drawn if line.seat == FIRST + i for p in line.points]
            others = [p for line in drawn if FIRST <= line.seat != FIRST + i for p in line.points]
            place = _letter_place(state.chart, plane, points, others, boxes)
            if place is not None:
                signs += _square(way.key, *place)
                boxes.append((*place, 34, 34))
    starts = dict.fromkeys(line[0] for way in ways for line in way.path.lines)
    taken = [(line.points, (_ROUTE if line.seat >= PLAN else LINE) * s + 12) for line in drawn]
    return Content(
        track=track,
        top=signs,
        lines=taken,
        boxes=boxes,
        unreached=frozenset(state.unreached),
        rings=tuple(starts),
    )


def _route(i: int, seat: Seat, lines: Sequence[Points], w: float) -> list[Shape]:
    """The first way in the company's color, the second in paper, the third in paper with dots."""
    shapes: list[Shape] = [casing(points, w, 7, LAND) for points in lines]
    shapes += [edge(points, w, 4) for points in lines]
    for points in lines:
        if i == 0:
            shapes += body(seat, points, w, LAND)
        else:
            shapes.append(Line(points, CARD, w, round=True))
            if i > 1:
                shapes += [Disc(x, y, 0.2 * w, INK) for x, y, _, _ in along(points, 1.3 * w, 0.6 * w)]
    return shapes


class _Price(NamedTuple):
    """What one step takes."""

    cost: int
    paid: tuple[tuple[Seat, int], ...]


_Sign = tuple[list[Shape], Zone]


def _hexes(way: Way) -> str:
    return "1 hex" if len(way.steps) == 1 else f"{len(way.steps)} hexes"


def _short(way: Way) -> str:
    return f", {counted(way.short, 'step')} short" if way.short else ""


def _signs(plane: Plane, lanes: Lanes, ways: Sequence[Way]) -> Iterator[_Sign]:
    """What steps cost, where it is more than 1 or somebody is paid; on a single line every step's.

    Ways that share a side and its price share the sign.
    """
    shared: dict[tuple[Side, _Price], list[tuple[float, float]]] = {}
    for i, way in enumerate(ways):
        for step in way.steps:
            if len(ways) == 1 or step.cost > 1 or step.paid:
                side = side_between(step.a, step.b)
                place = plane.at(crossing(lanes, side, Seat(FIRST + i), PITCH))
                shared.setdefault((side, _Price(step.cost, tuple(step.paid.items()))), []).append(place)
    for (_, price), places in shared.items():
        x, y = sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)
        yield list(_price(price, x, y)), (x, y, _price_width(price) / 2, _CHIP)


def _price_width(price: _Price) -> float:
    w = sum(46 + DIGIT.wide(str(gold)) for _, gold in price.paid)
    if price.cost > 1 or not price.paid:
        w += DIGIT.wide(str(price.cost)) + (4 if price.paid else 0)
    return max(2.0 * _CHIP, w + 22)


def _price(price: _Price, x: float, y: float) -> Iterator[Shape]:
    """The cost, then every rival's mark and what it gets; a cost of 1 goes without saying where somebody is paid."""
    w = _price_width(price)
    yield Box(x - w / 2, y - _CHIP, w, 2 * _CHIP, CARD, INK, 3, _CHIP)
    base = y + 0.35 * 44
    if not price.paid:
        yield DIGIT.middle(x, base, str(price.cost), "step cost")
        return
    at = x - w / 2 + 10
    if price.cost > 1:
        yield DIGIT.left(at, base, str(price.cost), "step cost")
        at += DIGIT.wide(str(price.cost)) + 4
    for seat, gold in price.paid:
        yield chip(seat, at + 20, y, 17)
        yield DIGIT.left(at + 41, base, str(gold), "payment", ACCENT)
        at += 46 + DIGIT.wide(str(gold))


def _letter_place(
    chart: Chart,
    plane: Plane,
    points: Sequence[tuple[float, float]],
    others: Sequence[tuple[float, float]],
    boxes: Sequence[Zone],
) -> tuple[float, float] | None:
    """A place on a way that no other goes, clear of signs and towns, as near to its middle as there is."""
    towns = [plane.hex(town.hex) for town in chart.towns if plane.shows(town.hex, 2)]

    def clear(x: float, y: float) -> float:
        far = [max(abs(x - bx) - bw, abs(y - by) - bh) for bx, by, bw, bh in boxes]
        far += [max(abs(x - tx), abs(y - ty)) - 46 for tx, ty in towns]
        far += [max(abs(x - ox), abs(y - oy)) - 6 for ox, oy in others]
        return min(far, default=99.0)

    seen = [p for p in points if plane.holds(*p, 40)]
    if not seen:
        return None
    middle = len(seen) / 2
    return max(seen, key=lambda p: (min(clear(*p), 36), -abs(seen.index(p) - middle)))


def _square(words: str, x: float, y: float) -> Iterator[Shape]:
    """A key on a way: an ink square with a letter."""
    half = max(30.0, width(words, "hb", 48) / 2 + 10)
    yield Box(x - half - 4, y - 34, 2 * half + 8, 68, LAND, None, 0, 9)
    yield Box(x - half, y - 30, 2 * half, 60, INK, None, 0, 6)
    yield NAME.middle(x, y + 0.35 * 50, words, "key", PAPER)


def _rows(state: RailwayRivals, seat: Seat, ways: Sequence[Way], names: Names, top: int) -> Iterator[Shape]:
    for i, way in enumerate(ways):
        y = top + i * _ROW
        if i:
            yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, RULE)
        x = float(MARGIN)
        if len(ways) > 1:
            yield from _square(way.key, x + 34, y + 42)
            x += 92
        yield from _route(i, seat, [((x + 12, y + 42), (x + 118, y + 42))], 20)
        x += 150
        yield from _bill(way, x, y + 60)
        text = f"{_hexes(way)} · {goal_words(state.chart, way.path)}{_short(way)}"
        yield SMALL.left(x, y + 110, text, "way", INK_SOFT)
        room = WIDTH - MARGIN - x - SMALL.wide(text) - 50
        words = SMALL.cut(path_words(way.path), room)
        yield SMALL.right(WIDTH - MARGIN, y + 110, words, "path", INK_SOFT)


def _bill(way: Way, x: float, base: float) -> Iterator[Shape]:
    """“build 8  pays ▲ 15  first +6”, and the sum of what goes out at the right."""
    yield LARGE.left(x, base, "build", "bill", INK_SOFT)
    x += LARGE.wide("build") + 14
    yield _CAPITAL_SPENT.left(x, base, str(way.cost), "capital spent")
    x += _CAPITAL_SPENT.wide(str(way.cost)) + 48
    words = "pays" if way.paid else "pays nobody"
    yield LARGE.left(x, base, words, "bill", INK_SOFT)
    x += LARGE.wide(words)
    for seat, gold in way.paid.items():
        yield chip(seat, x + 38, base - 17, 24)
        yield _CAPITAL_SPENT.left(x + 72, base, str(gold), "payment", ACCENT)
        x += 72 + _CAPITAL_SPENT.wide(str(gold))
    if way.bonus:
        words = f"first there +{way.bonus}"
        yield _BONUS.left(x + 48, base, words, "bonus", GOOD)
    total = way.cost + sum(way.paid.values())
    yield RANK.right(WIDTH - MARGIN, base, str(total), "total")


def _ways_alt(state: RailwayRivals, seat: Seat, ways: Sequence[Way], names: Names, title: str) -> str:
    def told(way: Way) -> str:
        pays = f"pays {paid_words(way.paid, names)}" if way.paid else "pays nobody"
        bonus = f", bonus {way.bonus}" if way.bonus else ""
        key = f"{way.key}: " if way.key else ""
        return f"{key}{path_words(way.path)}, build {way.cost}, {pays}{bonus}, {_hexes(way)}{_short(way)}."

    return joined((f"{title}, {names[seat - 1]}, gold {state.gold[seat]}.", *map(told, ways)))
