"""Private pictures for a company that builds: proposed ways side by side, and what a line costs.

Ways are priced on the board as it is and after the company's own plan.
"""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import msgspec

from engine.core import Seat, counted
from engine.games.railway_rivals.rules.search.ways import way_left
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.state.actions import Build, Lay
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.crops import arranged, crop
from render.games.railway_rivals.legend import BUILDING, legend, legend_height, signs_in
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.plane import Plane, bounds
from render.games.railway_rivals.proposed import Way, lanes_with, own_plan, priced, site_for
from render.games.railway_rivals.tables import Payments
from render.games.railway_rivals.ways import KEY_REACH, content, route, square
from render.games.railway_rivals.words import goal_words, paid_words, path_words
from render.labels import Names, joined
from render.painter import Choice
from render.palette import GOOD, INK_SOFT, RULE
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture
from render.parts.text import LARGE, RANK, SMALL, Style
from render.scene import Box, Focus, Layer, Scene, Shape, layer
from render.window import focus_on

_AROUND_WAYS, _TALLEST, _ABOVE_ROWS, _FOOT = 1.9, 1000, 16, 20
_SIGNS = {**BUILDING, "last": "begins"}
_ROW, _MIDDLE, _BILL, _PATH = 124, 42, 60, 110
"""Height of a row; from its top the middle of its key and line, the bill's line and the path's."""
_KEYED, _SAMPLE_FROM, _SAMPLE_TO, _SAMPLE, _WORDS = 92, 12, 118, 20, 150
_APART = 50
"""px between what a way leads to and its path."""
_BUILD, _COST, _BONUS_AT = 14, 48, 48
"""px behind “build”, behind the cost and before the bonus."""
_CAPITAL_SPENT = Style("hb", 54)
_BONUS = Style("h", 50)
_PAYMENTS = Payments(_CAPITAL_SPENT, 38, 24, 72, 72)
_CHIP_LIFT = 17


class _Page(NamedTuple):
    """The contents of a picture of ways, and the words of its heading."""

    state: RailwayRivals
    names: Names
    site: Site
    ways: Sequence[Way]
    title: str
    question: str
    plan: Branches
    """Shown beside the ways."""

    @property
    def seat(self) -> Seat:
        return self.site.seat


def way_scenes(state: RailwayRivals, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """The ways proposed toward one place, side by side with what they cost."""
    first = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    found = [(key, action) for key, action in first if isinstance(action, Build | Lay)]
    if not found:
        return ()
    action = found[0][1]
    site = site_for(state, action.seat)
    ways = [_priced(site, key, action) for key, action in found]
    plan = own_plan(state, action.seat)
    return (_scene(_Page(state, names, site, ways, _title(action), "Which way?", plan)),)


def way_preview(state: RailwayRivals, names: Names, action: Build | Lay) -> tuple[Scene, ...]:
    """One line with the cost of every step."""
    site = site_for(state, action.seat)
    ways = [_priced(site, "", action)]
    question = f"Build {goal_words(state.chart, action.path)}?"
    plan = own_plan(state, action.seat)
    return (_scene(_Page(state, names, site, ways, _title(action), question, plan)),)


def plan_scenes(state: RailwayRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """The seat's plan and its cost as things are; nothing where nothing is planned."""
    plan = own_plan(state, seat)
    if not plan.lines:
        return ()
    ways = [priced(Site(state, seat, 99), "", plan)]
    page = _Page(state, names, site_for(state, seat), ways, "Your plan", "", Branches(()))
    return (msgspec.structs.replace(_scene(page), name="plan"),)


def _priced(site: Site, key: str, action: Build | Lay) -> Way:
    way = priced(site, key, action.path)
    if isinstance(action, Lay):
        return way
    left = way_left(site.state.chart.key, site.hexes | frozenset(action.path.hexes), action.toward)
    return way._replace(short=left.length if left else 0)


def _title(action: Build | Lay) -> str:
    return f"Toward {action.toward}" if isinstance(action, Build) else "Along these hexes"


def _scene(page: _Page) -> Scene:
    state, chart = page.state, page.state.chart
    hexes = [hex for way in page.ways for line in way.path.lines for hex in line]
    planes = arranged(chart, [bounds(hexes).grown(_AROUND_WAYS)], FIELD + 8, _TALLEST)
    bottom = max(plane.y + plane.h for plane in planes)
    lanes = lanes_with(chart, state.track, page.plan, page.ways)
    signs = signs_in(chart, planes, unreached=state.unreached, more=("last",))
    top = bottom + legend_height(chart, signs, _SIGNS) + _ABOVE_ROWS
    shown = (content(state, page.seat, plane, lanes, page.ways) for plane in planes)
    windows = map(crop, repeat(chart), planes, shown)
    layers = (
        header(page.title, page.names[page.seat - 1], _line(page), seat=page.seat),
        *(Layer("window", window) for window in windows),
        layer("legend", legend(chart, signs, bottom, _SIGNS)),
        layer("ways", _rows(page, top)),
    )
    height = top + _ROW * len(page.ways) + _FOOT
    scene = picture("build", height, PALETTE, layers, _ways_alt(page))
    return msgspec.structs.replace(scene, focus=tuple(_focus(way, planes) for way in page.ways))


def _focus(way: Way, planes: Sequence[Plane]) -> Focus:
    """The box of a way in the first window that shows it, or else in all of them."""
    hexes = [hex for line in way.path.lines for hex in line]
    shown = [plane for plane in planes if all(map(plane.has, hexes))] or list(planes)
    return focus_on(way.key, *(plane.hex(hex) for plane in shown[:1] for hex in hexes), around=shown[0].s)


def _line(page: _Page) -> str:
    if not page.question:
        return "Only you see this"
    return f"{page.question} {page.site.capital} to spend, {page.site.gold} gold"


# -- a row a way


def _rows(page: _Page, top: int) -> Iterator[Shape]:
    for i in range(len(page.ways)):
        y = top + i * _ROW
        if i:
            yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, RULE)
        yield from _row(page, i, y)


def _row(page: _Page, i: int, y: int) -> Iterator[Shape]:
    """Letter and line, the bill, and below it what the way leads to and its path."""
    way, x, line = page.ways[i], float(MARGIN), y + _MIDDLE
    if len(page.ways) > 1:
        yield from square(way.key, x + KEY_REACH, line)
        x += _KEYED
    piece = (x + _SAMPLE_FROM, line), (x + _SAMPLE_TO, line)
    yield from route(i, page.seat, [piece], _SAMPLE)
    x += _WORDS
    yield from _bill(way, x, y + _BILL)
    text = f"{_hexes(way)} · {goal_words(page.state.chart, way.path)}{_short(way)}"
    yield SMALL.left(x, y + _PATH, text, "way", INK_SOFT)
    room = WIDTH - MARGIN - x - SMALL.wide(text) - _APART
    words = SMALL.cut(path_words(way.path), room)
    yield SMALL.right(WIDTH - MARGIN, y + _PATH, words, "path", INK_SOFT)


def _hexes(way: Way) -> str:
    return "1 hex" if len(way.steps) == 1 else f"{len(way.steps)} hexes"


def _short(way: Way) -> str:
    return f", {counted(way.short, 'step')} short" if way.short else ""


def _bill(way: Way, x: float, base: float) -> Iterator[Shape]:
    """“build 8  pays ▲ 15  first +6”, and the sum of what goes out at the right."""
    yield LARGE.left(x, base, "build", "bill", INK_SOFT)
    x += LARGE.wide("build") + _BUILD
    yield _CAPITAL_SPENT.left(x, base, str(way.cost), "capital spent")
    x += _CAPITAL_SPENT.wide(str(way.cost)) + _COST
    words = "pays" if way.paid else "pays no one"
    yield LARGE.left(x, base, words, "bill", INK_SOFT)
    x += LARGE.wide(words)
    x = yield from _PAYMENTS.shapes(way.paid.items(), x, base - _CHIP_LIFT, base)
    if way.bonus:
        yield _BONUS.left(x + _BONUS_AT, base, f"first there +{way.bonus}", "bonus", GOOD)
    total = way.cost + sum(way.paid.values())
    yield RANK.right(WIDTH - MARGIN, base, str(total), "total")


def _ways_alt(page: _Page) -> str:
    def told(way: Way) -> str:
        pays = f"pays {paid_words(way.paid, page.names)}" if way.paid else "pays no one"
        bonus = f", bonus {way.bonus}" if way.bonus else ""
        key = f"{way.key}: " if way.key else ""
        goal = f"{goal_words(page.state.chart, way.path)} ({path_words(way.path)})"
        told = f"{key}{goal}, costs {way.cost}, {pays}{bonus}, {_hexes(way)}{_short(way)}."
        return f"{told[0].upper()}{told[1:]}"

    head = f"{page.title}. {page.names[page.seat - 1]} has {counted(page.state.gold[page.seat], 'gold')}."
    return joined((head, *map(told, page.ways)))
