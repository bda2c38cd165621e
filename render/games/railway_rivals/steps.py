"""Private pictures for a company that builds: every single step that it may lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex, side_between
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.state.actions import Lay
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.crops import Content, arranged, crop, merged
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import FADED, PALETTE
from render.games.railway_rivals.places import Zone
from render.games.railway_rivals.plane import Bounds, Plane, bounds, hex_center, side_middle
from render.games.railway_rivals.proposed import (
    AROUND,
    LINE,
    PLAN,
    Way,
    lanes_with,
    own_plan,
    planned_track,
    priced,
    site_for,
)
from render.games.railway_rivals.tracks import Stroke, stroked, strokes
from render.games.railway_rivals.words import paid_words
from render.labels import Names, joined
from render.painter import Choice
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER
from render.parts.frame import FIELD, MARGIN, WIDTH, header
from render.parts.marks import chip
from render.parts.text import DIGIT, FIGURE, NAME, Style
from render.scene import Box, Layer, Scene, Shape

_KEY = 27
_PUSHES, _STRAY, _CLEAR = 24, 38, 3
"""How often keys are pushed apart, how far at most either way, and px between them."""
_STEPS_ACROSS, _STEP_ROW = 3, 72
_PAGES, _PAGE_WIDE, _PAGE_HIGH = 5, 20, 15.5
"""Pictures at most, and how much of the map one shows, in sizes of a hex."""
_STEP = Style("h", 46)


def step_scenes(state: RailwayRivals, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """Every single step that may be laid, its key in the hex it leads into; several pictures for a long network."""
    found = [(c.key, a) for c in choices for a in c.actions[:1] if isinstance(a, Lay)]
    if not found:
        return ()
    site = site_for(state, found[0][1].seat)
    ways = [priced(site, key, action.path) for key, action in found]
    pages = _pages(ways)[:_PAGES]
    return tuple(_step_scene(state, names, site, page, i, len(pages)) for i, page in enumerate(pages, 1))


def _pages(ways: Sequence[Way]) -> list[list[Way]]:
    """The steps cut by place into groups that a window can show."""
    box = _box(ways)
    if box.w <= _PAGE_WIDE and box.h <= _PAGE_HIGH:
        return [list(ways)]
    upright = box.h / _PAGE_HIGH > box.w / _PAGE_WIDE
    middle = (box.top + box.bottom) / 2 if upright else (box.left + box.right) / 2
    first = [way for way in ways if hex_center(way.steps[0].b)[upright] < middle]
    rest = [way for way in ways if way not in first]
    return [page for part in (first, rest) if part for page in _pages(part)]


def _box(ways: Sequence[Way]) -> Bounds:
    return bounds([hex for way in ways for line in way.path.lines for hex in line]).grown(1)


def _step_scene(state: RailwayRivals, names: Names, site: Site, ways: Sequence[Way], number: int, count: int) -> Scene:
    chart, seat = state.chart, site.seat
    boxes = merged([bounds(line).grown(1.1) for way in ways for line in way.path.lines])
    planes = arranged(chart, boxes, FIELD + 8, tallest=1180)
    bottom = max(plane.y + plane.h for plane in planes)
    line = f"One hex, from where to where? {site.capital} to spend, gold {site.gold}"
    title = "One hex" if count == 1 else f"One hex · {number} of {count}"
    signs = signs_in(chart, planes, unreached=state.unreached)
    top = bottom + legend_height(chart, signs) + 16
    keyed = tuple((way.key, way.steps[0].a, way.steps[0].b) for way in ways)
    board = chart.key, state.track, frozenset(state.unreached), seat, own_plan(state, seat)
    layers = (
        header(title, names[seat - 1], line, seat=seat),
        *(Layer("window", _window(*board, keyed, plane)) for plane in planes),
        Layer("legend", tuple(legend(chart, signs, bottom))),
        Layer("steps", tuple(_step_rows(ways, top))),
    )
    rows = -(-len(ways) // _STEPS_ACROSS)
    alt = joined((f"One hex, {names[seat - 1]}.", *(_step_alt(way, names) for way in ways)))
    return Scene(f"steps-{number}", WIDTH, top + rows * _STEP_ROW + 28, PAPER, PALETTE, layers, alt)


_Keyed = tuple[str, Hex, Hex]
"""What to press for a step, from where and into which hex."""


@lru_cache(8)
def _window(
    key: str,
    track: Track,
    unreached: frozenset[Hex],
    seat: Seat,
    plan: Branches,
    keyed: tuple[_Keyed, ...],
    plane: Plane,
) -> tuple[Shape, ...]:
    """Kept, for the same question is often looked at again."""
    drawn = strokes(plane, lanes_with(CHARTS[key], track, plan, ()))
    return crop(CHARTS[key], plane, _steps_content(unreached, seat, plane, drawn, keyed))


def _steps_content(
    unreached: frozenset[Hex], seat: Seat, plane: Plane, drawn: Sequence[Stroke], keyed: Sequence[_Keyed]
) -> Content:
    s = plane.s
    track = _background(drawn, seat, s)
    signs: list[Shape] = []
    boxes: list[Zone] = []
    there = [(word, plane.at(_inside(a, b))) for word, a, b in keyed]
    shown = [(word, at) for word, at in there if plane.holds(*at, 34)]
    places = [at for _, at in shown]
    halves = [_half(word) for word, _ in shown]
    for (word, _), half, at in zip(shown, halves, _apart(places, halves), strict=True):
        x, y, half = round(at[0]), round(at[1]), ceil(half)
        signs.append(Box(x - half, y - _KEY, 2 * half, 2 * _KEY, CARD, INK, 3, _KEY))
        signs.append(DIGIT.middle(x, y + 0.35 * 44, word, "key"))
        boxes.append((x, y, half, _KEY))
    taken = [(line.points, LINE * s + 10) for line in drawn]
    return Content(track=track, over=signs, lines=taken, boxes=boxes, unreached=unreached)


def _half(key: str) -> float:
    """Half the width of a key."""
    return max(_KEY, DIGIT.wide(key) / 2 + 5)


def _apart(places: Sequence[tuple[float, float]], halves: Sequence[float]) -> list[tuple[float, float]]:
    """The places of keys, those that touch pushed off one another by turns, none farther than it may stray."""
    found = list(places)
    near = [
        (i, j)
        for i, j in combinations(range(len(found)), 2)
        if abs(found[i][0] - found[j][0]) < 140 and abs(found[i][1] - found[j][1]) < 110
    ]
    for _ in range(_PUSHES):
        still = True
        for i, j in near:
            (ax, ay), (bx, by) = found[i], found[j]
            wide, tall = halves[i] + halves[j] + _CLEAR - abs(ax - bx), 2 * _KEY + _CLEAR - abs(ay - by)
            if min(wide, tall) > 0:
                still = False
                dx = (wide / 2 + 0.5) * (1 if ax >= bx else -1) if wide <= tall else 0.0
                dy = (tall / 2 + 0.5) * (1 if ay >= by else -1) if wide > tall else 0.0
                found[i] = _held(places[i], (ax + dx, ay + dy))
                found[j] = _held(places[j], (bx - dx, by - dy))
        if still:
            break
    return found


def _held(home: tuple[float, float], at: tuple[float, float]) -> tuple[float, float]:
    """A place at most so far from home."""
    x, y = (max(h - _STRAY, min(h + _STRAY, a)) for h, a in zip(home, at, strict=True))
    return x, y


def _background(drawn: Sequence[Stroke], seat: Seat, s: float) -> list[Shape]:
    """Rivals' track faded, the own in full, the own plan hollow."""
    old = [line for line in drawn if line.seat < PLAN and line.seat != seat]
    own = [line for line in drawn if line.seat == seat]
    plan = [line.points for line in drawn if line.seat == PLAN]
    shapes = stroked(old, LINE * s, AROUND * s, fade=FADED) + stroked(own, LINE * s, AROUND * s)
    return shapes + planned_track(seat, plan, LINE * s)


def _inside(a: Hex, b: Hex) -> tuple[float, float]:
    """Just inside a hex, behind the side that the step into it crosses: no two steps meet there."""
    (mx, my), (cx, cy) = side_middle(side_between(a, b)), hex_center(b)
    return mx + (cx - mx) * 0.14, my + (cy - my) * 0.14


def _step_rows(ways: Sequence[Way], top: int) -> Iterator[Shape]:
    """Key, hex and price of every step, three in a row."""
    cell = (WIDTH - 2 * MARGIN) / _STEPS_ACROSS
    for i, way in enumerate(ways):
        step = way.steps[0]
        x, base = MARGIN + i % _STEPS_ACROSS * cell, top + i // _STEPS_ACROSS * _STEP_ROW + 54
        half = _half(way.key)
        yield Box(x, base - 16 - _KEY, 2 * half, 2 * _KEY, CARD, INK, 3, _KEY)
        yield DIGIT.middle(x + half, base, way.key, "key")
        words = f"{step.a}–{step.b}"
        yield _STEP.left(x + 2 * half + 16, base, words, "step", INK_SOFT)
        at = x + 2 * half + 16 + _STEP.wide(words) + 18
        yield NAME.left(at, base, str(step.cost), "step cost")
        at += NAME.wide(str(step.cost))
        for seat, gold in step.paid.items():
            yield chip(seat, at + 32, base - 16, 20)
            yield FIGURE.left(at + 58, base, str(gold), "payment", ACCENT)
            at += 58 + FIGURE.wide(str(gold))
        if step.bonus:
            yield FIGURE.left(at + 16, base, f"+{step.bonus}", "bonus", GOOD)


def _step_alt(way: Way, names: Names) -> str:
    step = way.steps[0]
    pays = f" and {paid_words(step.paid, names)}" if step.paid else ""
    return f"{way.key}: {step.a} to {step.b} {step.cost}{pays}."
