"""Private pictures for a company that builds: every single step that it may lay."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import NamedTuple

import msgspec

from engine.core import Seat, counted
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, side_between
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.state.actions import Lay
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.crops import Content, arranged, crop, merged
from render.games.railway_rivals.field import Zone
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.plane import Bounds, Plane, bounds, hex_center, side_middle
from render.games.railway_rivals.proposed import LINE, Way, background, lanes_with, own_plan, pill, priced, site_for
from render.games.railway_rivals.tables import Payments
from render.games.railway_rivals.tracks import Stroke, strokes
from render.games.railway_rivals.words import paid_words
from render.geometry import Point, toward
from render.labels import Names, joined
from render.painter import Choice
from render.palette import GOOD, INK_SOFT
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture
from render.parts.text import DIGIT, FIGURE, NAME, Style
from render.scene import Layer, Scene, Shape, layer
from render.window import focus_on

_KEY, _KEY_PAD = 27, 5
_PUSHES, _STRAY, _CLEAR, _SLACK = 24, 38, 3, 0.5
"""How often keys are pushed apart, how far at most either way, px between them, and px more that a push takes."""
_NEAR_X, _NEAR_Y = 140, 110
"""px within which two keys may touch."""
_INSIDE, _OFF_EDGE, _OFF_LINES, _RISE = 0.14, 34, 10, 0.35
"""How far a key lies from its side toward the middle; px to the window's edge and around lines; a letter's half."""

_PAGES, _PAGE_WIDE, _PAGE_HIGH = 5, 20, 15.5
"""Pictures at most, and how much of the map one shows, in sizes of a hex."""
_PAGE_STEPS = 48
"""Steps listed below one picture: more would make it too high."""
_AROUND_STEP, _TALLEST, _ABOVE_ROWS, _FOOT = 1.1, 1180, 16, 28

_ACROSS, _ROW, _BASE, _LIFT = 3, 72, 54, 16
"""Steps in a row, its height, its line, and from there up to the middle of what stands on it."""
_CELL = (WIDTH - 2 * MARGIN) / _ACROSS
_AFTER_KEY, _AFTER_STEP, _BONUS = 16, 18, 16
_STEP = Style("h", 46)
_PAYMENTS = Payments(FIGURE, 32, 20, 58, 58)


class _Keyed(NamedTuple):
    """The key of a step, with the hex it leaves and the hex it enters."""

    key: str
    a: Hex
    b: Hex


class _Board(NamedTuple):
    """All that windows of a question show."""

    chart: str
    """Its key."""
    track: Track
    unreached: frozenset[Hex]
    seat: Seat
    plan: Branches
    steps: tuple[_Keyed, ...]


def step_scenes(state: RailwayRivals, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """Every single step that may be laid, its key in the hex it leads into; several pictures for a long network."""
    first = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    found = [(key, action) for key, action in first if isinstance(action, Lay)]
    if not found:
        return ()
    site = site_for(state, found[0][1].seat)
    ways = [priced(site, key, action.path) for key, action in found]
    pages = _pages(ways)[:_PAGES]
    scenes = []
    for number, page in enumerate(pages, 1):
        title = "One hex" if len(pages) == 1 else f"One hex · {number} of {len(pages)}"
        scene = _step_scene(state, names, site, page, title)
        scenes.append(msgspec.structs.replace(scene, name=f"steps-{number}"))
    return tuple(scenes)


def _pages(ways: Sequence[Way]) -> list[list[Way]]:
    """The steps cut by place into groups that a window can show."""
    box = _box(ways)
    if len(ways) <= _PAGE_STEPS and box.w <= _PAGE_WIDE and box.h <= _PAGE_HIGH:
        return [list(ways)]
    upright = box.h / _PAGE_HIGH > box.w / _PAGE_WIDE
    middle = (box.top + box.bottom) / 2 if upright else (box.left + box.right) / 2
    first = [way for way in ways if hex_center(way.steps[0].b)[upright] < middle]
    rest = [way for way in ways if way not in first]
    return [page for part in (first, rest) if part for page in _pages(part)]


def _box(ways: Sequence[Way]) -> Bounds:
    return bounds([hex for way in ways for line in way.path.lines for hex in line]).grown(1)


def _step_scene(state: RailwayRivals, names: Names, site: Site, ways: Sequence[Way], title: str) -> Scene:
    chart, seat = state.chart, site.seat
    boxes = merged([bounds(line).grown(_AROUND_STEP) for way in ways for line in way.path.lines])
    planes = arranged(chart, boxes, FIELD + 8, _TALLEST)
    bottom = max(plane.y + plane.h for plane in planes)
    left = _left(state, site)
    line = f"One hex, from where to where? {left} left, {site.gold} gold"
    signs = signs_in(chart, planes, unreached=state.unreached)
    top = bottom + legend_height(chart, signs) + _ABOVE_ROWS
    first = [(way.key, way.steps[0]) for way in ways]
    keyed = tuple(_Keyed(key, step.a, step.b) for key, step in first)
    board = _Board(chart.key, state.track, frozenset(state.unreached), seat, own_plan(state, seat), keyed)
    layers = (
        header(title, names[seat - 1], line, seat=seat),
        *(Layer("window", _window(board, plane)) for plane in planes),
        layer("legend", legend(chart, signs, bottom)),
        layer("steps", _step_rows(ways, top)),
    )
    height = top + -(-len(ways) // _ACROSS) * _ROW + _FOOT
    head = f"One hex. {names[seat - 1]} may spend {left} and has {site.gold} gold."
    alt = joined((head, *(_step_alt(chart, way, names) for way in ways)))
    places = [(step, next((plane for plane in planes if plane.has(step.b)), planes[0])) for step in keyed]
    focus = tuple(focus_on(one.key, plane.hex(one.a), plane.hex(one.b), around=plane.s) for one, plane in places)
    return msgspec.structs.replace(picture("steps", height, PALETTE, layers, alt), focus=focus)


def _left(state: RailwayRivals, site: Site) -> str:
    """“3 building points”; in the operating stage “3 gold”."""
    return counted(site.capital, "gold" if state.operating else "building point")


@lru_cache(8)
def _window(board: _Board, plane: Plane) -> tuple[Shape, ...]:
    """Kept, for the same question is often looked at again."""
    chart = CHARTS[board.chart]
    drawn = strokes(plane, lanes_with(chart, board.track, board.plan, ()))
    return crop(chart, plane, _steps_content(board, plane, drawn))


def _steps_content(board: _Board, plane: Plane, drawn: Sequence[Stroke]) -> Content:
    shown = []
    for step in board.steps:
        at = plane.at(_inside(step.a, step.b))
        if plane.holds(*at, _OFF_EDGE):
            shown.append((step.key, at))
    halves = [_half(key) for key, _ in shown]
    places = _apart([at for _, at in shown], halves)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    for (key, _), width, at in zip(shown, halves, places, strict=True):
        x, y, half = round(at[0]), round(at[1]), ceil(width)
        signs.append(pill(x - half, y, 2 * half, _KEY))
        signs.append(DIGIT.middle(x, y + _RISE * DIGIT.size, key, "key"))
        boxes.append((x, y, half, _KEY))
    return Content(
        track=background(drawn, board.seat, plane.s),
        over=signs,
        lines=[(line.points, LINE * plane.s + _OFF_LINES) for line in drawn],
        boxes=boxes,
        unreached=board.unreached,
    )


def _half(key: str) -> float:
    """Half the width of a key."""
    return max(_KEY, DIGIT.wide(key) / 2 + _KEY_PAD)


def _apart(places: Sequence[Point], halves: Sequence[float]) -> list[Point]:
    """The places of keys, those that touch pushed off one another by turns, none farther than it may stray."""
    found = list(places)
    pairs = combinations(range(len(found)), 2)
    near = [(i, j) for i, j in pairs if _near(found[i], found[j])]
    for _ in range(_PUSHES):
        still = True
        for i, j in near:
            dx, dy = _push(found[i], found[j], halves[i] + halves[j])
            if dx or dy:
                still = False
                (ax, ay), (bx, by) = found[i], found[j]
                found[i] = _held(places[i], (ax + dx, ay + dy))
                found[j] = _held(places[j], (bx - dx, by - dy))
        if still:
            break
    return found


def _near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < _NEAR_X and abs(a[1] - b[1]) < _NEAR_Y


def _push(a: Point, b: Point, halves: float) -> Point:
    """The shift of the first of two keys off the other, which goes as far; 0, 0 where they do not touch."""
    wide = halves + _CLEAR - abs(a[0] - b[0])
    tall = 2 * _KEY + _CLEAR - abs(a[1] - b[1])
    if min(wide, tall) <= 0:
        return 0.0, 0.0
    if wide <= tall:
        return (wide / 2 + _SLACK) * (1 if a[0] >= b[0] else -1), 0.0
    return 0.0, (tall / 2 + _SLACK) * (1 if a[1] >= b[1] else -1)


def _held(home: Point, at: Point) -> Point:
    """A place at most so far from home."""
    x = max(home[0] - _STRAY, min(home[0] + _STRAY, at[0]))
    return x, max(home[1] - _STRAY, min(home[1] + _STRAY, at[1]))


def _inside(a: Hex, b: Hex) -> Point:
    """A point just inside a hex, behind the side that the step into it crosses: no two steps meet there."""
    return toward(side_middle(side_between(a, b)), hex_center(b), _INSIDE)


def _step_rows(ways: Sequence[Way], top: int) -> Iterator[Shape]:
    """Key, hex and price of every step, three in a row."""
    for i, way in enumerate(ways):
        row, column = divmod(i, _ACROSS)
        yield from _step(way, MARGIN + column * _CELL, top + row * _ROW + _BASE)


def _step(way: Way, x: float, base: int) -> Iterator[Shape]:
    step = way.steps[0]
    half = _half(way.key)
    yield pill(x, base - _LIFT, 2 * half, _KEY)
    yield DIGIT.middle(x + half, base, way.key, "key")
    words = f"{step.a}–{step.b}"
    x = x + 2 * half + _AFTER_KEY
    yield _STEP.left(x, base, words, "step", INK_SOFT)
    x = x + _STEP.wide(words) + _AFTER_STEP
    yield NAME.left(x, base, str(step.cost), "step cost")
    x += NAME.wide(str(step.cost))
    x = yield from _PAYMENTS.shapes(step.paid.items(), x, base - _LIFT, base)
    if step.bonus:
        yield FIGURE.left(x + _BONUS, base, f"+{step.bonus}", "bonus", GOOD)


def _step_alt(chart: Chart, way: Way, names: Names) -> str:
    step, town = way.steps[0], chart.town_at.get(way.steps[0].b)
    into = f" ({town.name})" if town else ""
    pays = f", pays {paid_words(step.paid, names)}" if step.paid else ""
    bonus = f", bonus {step.bonus}" if step.bonus else ""
    return f"{way.key}: {step.a} to {step.b}{into} for {step.cost}{pays}{bonus}."
