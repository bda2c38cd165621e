"""A railhead mat: three places for people and two crates, large, or small enough for a row of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, Kind, kind
from engine.games.railroader.box.figures import CRATES, PEOPLE
from engine.games.railroader.rules.building import buildable
from engine.games.railroader.state.railroad import Crate, Mat
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.cards import card_face, crate_cubes, dashed, frame
from render.games.railroader.icons import icon
from render.games.railroader.uses import turn_of
from render.palette import CARD, INK, INK_SOFT
from render.parts.marks import key
from render.parts.text import BODY, Style
from render.scene import Box, Shape

_PERSON, _PERSON_PITCH = 212, 228
_CRATE, _CRATE_PITCH, _CRATES = 394, 410, 716
_HIGH = 200
"""A mat lower than this leaves the names of crates out."""
SMALL = 92
_SMALL_PITCH, _SMALL_CRATE, _SMALL_CRATES, _APART = 102, 344, 332, 14
MAT_WIDE = _SMALL_CRATES + 2 * _SMALL_CRATE + _APART
_CARD_NAME = Style("h", 50)


def people(mat: Mat) -> tuple[Card, ...]:
    """Who is there, workers first."""
    return (WORKER,) * mat.workers + (DEPUTY,) * mat.deputies


def mat_words(state: RailRoader, seat: Seat) -> str:
    """“builds up to 2 · eats 2 of 5 a turn”."""
    railroad = state.railroads[seat]
    mat, turn = railroad.mat, turn_of(state, seat)
    supplies = sum(crate.left for crate in mat.crates)
    left = state.board.sections - railroad.sections
    most = buildable(state, turn) if turn else min(mat.workers, left)
    if not left:
        builds = "line complete"
    elif turn and turn.built:
        builds = "has built"
    else:
        builds = f"builds up to {most}" if most else "cannot build" if turn else "builds nothing"
    if hungry := max(0, mat.workers - supplies):
        return f"{builds} · {hungry} {'goes' if hungry == 1 else 'go'} hungry"
    return f"{builds} · eats {mat.workers} of {supplies}" if mat.workers else f"{builds} · {supplies or 'no'} supplies"


def mat_alt(mat: Mat) -> str:
    """“2 workers, supplies 1 of 4, 3 of 3”."""
    crates = ", ".join(f"{crate.left} of {crate.value}" for crate in mat.crates)
    deputies = f", {counted(mat.deputies, 'deputy') if mat.deputies == 1 else f'{mat.deputies} deputies'}"
    gang = f"{counted(mat.workers, 'worker') if mat.workers else 'no workers'}{deputies if mat.deputies else ''}"
    return f"{gang}, supplies {crates}" if crates else f"{gang}, no supplies"


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
            down = tall - 42 if tall >= _HIGH else 42
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
    down: float = 42,
) -> Iterator[Shape]:
    """The key ``down`` px under the upper edge, where nothing is written."""
    if card in done:
        return
    done.add(card)
    if card in keys:
        yield key(keys[card], x + w - 38, y + down, 34)
    if card == chosen:
        yield frame(x, y, w, h)


def _large_crate(crate: Crate, x: float, y: float, tall: float) -> Iterator[Shape]:
    state, ink = ("open", INK) if crate.opened else ("unopened", INK_SOFT)
    yield Box(x, y, _CRATE, tall, CARD, INK, 3.5, 10)
    if tall < _HIGH:
        yield icon(Kind.SUPPLIES, x + 68, y + tall / 2, 96)
        yield BODY.left(x + 138, y + 58, state, "crate", ink)
        yield from crate_cubes(crate, x + 138, y + tall - 68)
        return
    yield icon(Kind.SUPPLIES, x + 86, y + 88, 112)
    yield _CARD_NAME.left(x + 162, y + 80, f"Supplies {crate.value}", "card name")
    yield BODY.left(x + 162, y + 132, state, "crate", ink)
    yield from crate_cubes(crate, x + 32, y + tall - 98, 1.2)


def small_mat(
    mat: Mat,
    x: float,
    y: float,
    keys: Mapping[Card, str],
    chosen: Card | None = None,
) -> Iterator[Shape]:
    """A row ``SMALL`` px high: icons in boxes, crates with their cubes."""
    there, done = people(mat), set[Card]()
    for i in range(PEOPLE):
        at = x + i * _SMALL_PITCH
        if i < len(there):
            yield Box(at, y, SMALL, SMALL, CARD, INK, 3, 8)
            yield icon(kind(there[i]), at + SMALL / 2, y + SMALL / 2, 70)
        else:
            yield dashed(at, y, SMALL, SMALL)
    for i in range(CRATES):
        at = x + _SMALL_CRATES + i * (_SMALL_CRATE + _APART)
        if i >= len(mat.crates):
            yield dashed(at, y, _SMALL_CRATE, SMALL)
            continue
        crate = mat.crates[i]
        yield Box(at, y, _SMALL_CRATE, SMALL, CARD, INK, 3, 8)
        yield icon(Kind.SUPPLIES, at + 52, y + SMALL / 2, 66)
        k = 0.7 if keys else 1
        yield from crate_cubes(crate, at + 104, y + SMALL / 2 - 23 * k, k)
        if not crate.opened:
            yield from _marked(crate.card, at, y, _SMALL_CRATE, SMALL, keys, chosen, done, SMALL / 2)
