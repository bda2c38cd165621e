"""A railhead mat: three places for people and two crates, large, or small enough for a row of a table."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat, counted
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, Kind, kind, value
from engine.games.railroader.box.figures import CRATES, PEOPLE
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.building import buildable
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.state import Crate, Mat, RailRoader
from render.games.railroader.cards import card_face, crate_cubes, dashed
from render.games.railroader.icons import icon
from render.games.railroader.uses import turn_of
from render.palette import ACCENT, INK, INK_SOFT
from render.parts.frame import framed, key, panel
from render.parts.text import BODY, Style
from render.scene import Box, Line, Shape

_PERSON, _PERSON_PITCH = 212, 228
_CRATE, _CRATE_PITCH, _CRATES = 394, 410, 716
_HIGH = 200
"""A mat lower than this leaves the names of crates out."""
_MAT_LINE = 3.5
_KEY_EDGE, _KEY_DOWN, _KEY_SIZE = 38, 42, 34
_LOW_ICON, _LOW_ICON_SIZE, _LOW_WORDS, _LOW_LINE, _LOW_CUBES = 68, 96, 138, 58, 68
_ICON_X, _ICON_Y, _ICON_SIZE, _WORDS, _NAME_LINE, _STATE_LINE = 86, 88, 112, 162, 80, 132
_CUBES_X, _CUBES_UP, _LARGER = 32, 98, 1.2
"""Of a crate: where icon, words and cubes stand, on a low mat and on a high one."""
SMALL = 92
_ICON, _CRATE_ICON, _CRATE_ICON_AT, _SMALL_CUBES, _CUBES_HALF = 70, 66, 52, 104, 23
_WITH_KEYS, _RADIUS = 0.7, 8
_SMALL_PITCH, _SMALL_CRATE, _SMALL_CRATES, _APART = 102, 344, 332, 14
MAT_WIDE = _SMALL_CRATES + 2 * _SMALL_CRATE + _APART
_LOST_LINE, _CROSS_LINE, _CROSS_EDGE = 4, 6, 14
_CARD_NAME = Style("h", 50)


def people(mat: Mat) -> tuple[Card, ...]:
    """The people on a mat, workers first."""
    return (WORKER,) * mat.workers + (DEPUTY,) * mat.deputies


def mat_words(state: RailRoader, seat: Seat) -> str:
    """“builds up to 2 · eats 2 of 5”."""
    railroad = state.railroads[seat]
    mat, turn = railroad.mat, turn_of(state, seat)
    left = state.board.sections - railroad.sections
    most = buildable(state, turn or new_turn(state, seat))
    if not left:
        builds = "line complete"
    elif turn and turn.built:
        builds = "already built"
    else:
        builds = f"builds up to {most}" if most else "can’t build"
    if hungry := mat.workers - end_turn(state, seat).railroads[seat].mat.workers:
        return f"{builds} · {hungry} {'goes' if hungry == 1 else 'go'} hungry"
    if mat.workers:
        return f"{builds} · eats {mat.workers} of {mat.supplies}"
    return f"{builds} · {counted(mat.supplies, 'supply')}"


def mat_alt(mat: Mat) -> str:
    """“2 workers, supplies 1 of 4 and 3 of 3”."""
    crates = " and ".join(f"{crate.left} of {crate.value}" for crate in mat.crates)
    deputies = [counted(mat.deputies, "deputy")] if mat.deputies else []
    supplies = f"supplies {crates}" if crates else "no supplies"
    return ", ".join((counted(mat.workers, "worker"), *deputies, supplies))


def large_mat(
    mat: Mat, x: float, y: float, tall: float, keys: Mapping[Card, str], chosen: Card | None = None
) -> Iterator[Shape]:
    """With a key on the first card of each kind that has one; the ``chosen`` card is framed."""
    there, done = people(mat), set[Card]()
    for i in range(PEOPLE):
        at = x + i * _PERSON_PITCH
        if i >= len(there):
            yield dashed(at, y, _PERSON, tall)
            yield BODY.middle(at + _PERSON / 2, y + tall / 2 + BODY.rise, "person", "place", INK_SOFT)
            continue
        yield card_face(there[i], at, y, _PERSON, tall)
        yield from _marked(there[i], at, y, _PERSON, tall, keys, chosen, done)
    for i in range(CRATES):
        at = x + _CRATES + i * _CRATE_PITCH
        if i >= len(mat.crates):
            yield dashed(at, y, _CRATE, tall)
            yield BODY.middle(at + _CRATE / 2, y + tall / 2 + BODY.rise, "supplies", "place", INK_SOFT)
            continue
        crate = mat.crates[i]
        yield from _large_crate(crate, at, y, tall)
        if not crate.opened:
            down = tall - _KEY_DOWN if tall >= _HIGH else _KEY_DOWN
            yield from _marked(crate.card, at, y, _CRATE, tall, keys, chosen, done, down)


def _marked(
    card: Card,
    x: float,
    y: float,
    w: float,
    h: float,
    keys: Mapping[Card, str],
    chosen: Card | None,
    done: set[Card],
    down: float = _KEY_DOWN,
) -> Iterator[Shape]:
    """The key ``down`` px under the upper edge, where nothing is written."""
    if card in done:
        return
    done.add(card)
    if card in keys:
        yield key(keys[card], x + w - _KEY_EDGE, y + down, _KEY_SIZE)
    if card == chosen:
        yield framed(x, y, w, h)


def _large_crate(crate: Crate, x: float, y: float, tall: float) -> Iterator[Shape]:
    state, ink = ("open", INK) if crate.opened else ("unopened", INK_SOFT)
    yield panel(x, y, _CRATE, tall, line=_MAT_LINE)
    if tall < _HIGH:
        yield icon(Kind.SUPPLIES, x + _LOW_ICON, y + tall / 2, _LOW_ICON_SIZE)
        yield BODY.left(x + _LOW_WORDS, y + _LOW_LINE, state, "crate", ink)
        yield from crate_cubes(crate, x + _LOW_WORDS, y + tall - _LOW_CUBES)
        return
    yield icon(Kind.SUPPLIES, x + _ICON_X, y + _ICON_Y, _ICON_SIZE)
    yield _CARD_NAME.left(x + _WORDS, y + _NAME_LINE, f"Supplies {crate.value}", "card name")
    yield BODY.left(x + _WORDS, y + _STATE_LINE, state, "crate", ink)
    yield from crate_cubes(crate, x + _CUBES_X, y + tall - _CUBES_UP, _LARGER)


def small_mat(
    mat: Mat,
    x: float,
    y: float,
    keys: Mapping[Card, str],
    chosen: Card | None = None,
    lost: Sequence[Card] = (),
) -> Iterator[Shape]:
    """A row ``SMALL`` px high: icons in boxes, crates with their cubes; ``lost`` ones are struck out in free places."""
    yield from _small_people(mat, x, y, [card for card in lost if kind(card) is not Kind.SUPPLIES])
    done, gone = set[Card](), [card for card in lost if kind(card) is Kind.SUPPLIES]
    for i in range(CRATES):
        at = x + _SMALL_CRATES + i * (_SMALL_CRATE + _APART)
        if i >= len(mat.crates):
            missing = gone[i - len(mat.crates) : i - len(mat.crates) + 1]
            yield from _lost_crate(missing[0], at, y) if missing else (dashed(at, y, _SMALL_CRATE, SMALL),)
            continue
        crate = mat.crates[i]
        yield panel(at, y, _SMALL_CRATE, SMALL, radius=_RADIUS)
        yield icon(Kind.SUPPLIES, at + _CRATE_ICON_AT, y + SMALL / 2, _CRATE_ICON)
        k = _WITH_KEYS if keys else 1
        yield from crate_cubes(crate, at + _SMALL_CUBES, y + SMALL / 2 - _CUBES_HALF * k, k)
        if not crate.opened:
            yield from _marked(crate.card, at, y, _SMALL_CRATE, SMALL, keys, chosen, done, SMALL / 2)


def _small_people(mat: Mat, x: float, y: float, lost: Sequence[Card]) -> Iterator[Shape]:
    """The places for people: who is there, who was lost, and what is free."""
    there = people(mat)
    for i in range(PEOPLE):
        at = x + i * _SMALL_PITCH
        if i < len(there):
            yield panel(at, y, SMALL, SMALL, radius=_RADIUS)
            yield icon(kind(there[i]), at + SMALL / 2, y + SMALL / 2, _ICON)
        elif i < len(there) + len(lost):
            yield _struck(at, y, SMALL)
            yield icon(kind(lost[i - len(there)]), at + SMALL / 2, y + SMALL / 2, _ICON)
            yield from _cross(at, y)
        else:
            yield dashed(at, y, SMALL, SMALL)


def _lost_crate(card: Card, x: float, y: float) -> Iterator[Shape]:
    """A crate that was taken: struck out, with how many supplies went with it."""
    yield _struck(x, y, _SMALL_CRATE)
    yield icon(Kind.SUPPLIES, x + _CRATE_ICON_AT, y + SMALL / 2, _CRATE_ICON)
    yield from _cross(x + _CRATE_ICON_AT - SMALL / 2, y)
    yield BODY.left(x + _SMALL_CUBES, y + SMALL / 2 + BODY.rise, f"{value(card)} lost", "lost", ACCENT)


def _struck(x: float, y: float, wide: float) -> Box:
    """The outline of a place from which something was lost."""
    return Box(x, y, wide, SMALL, None, ACCENT, _LOST_LINE, _RADIUS)


def _cross(x: float, y: float) -> tuple[Line, Line]:
    """Two strokes through a place ``SMALL`` px wide."""
    near, far = _CROSS_EDGE, SMALL - _CROSS_EDGE
    down = (x + near, y + near), (x + far, y + far)
    up = (x + near, y + far), (x + far, y + near)
    return Line(down, ACCENT, _CROSS_LINE), Line(up, ACCENT, _CROSS_LINE)
