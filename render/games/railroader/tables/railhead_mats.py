"""Drawings of a railhead mat, large or in a row of a table, and its texts."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat, count_noun
from engine.games.railroader.game_data.cards import DEPUTY, WORKER, Card, Kind, kind_of, value_of
from engine.games.railroader.game_data.constants import MAX_CRATES, MAX_PEOPLE
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.building import max_sections
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.state import Crate, RailheadMat, RailRoader
from render.games.railroader.tables.card_use_text import current_turn_of
from render.games.railroader.tables.cards import draw_card, draw_crate_cubes, draw_empty_place
from render.games.railroader.tables.icons import draw_icon
from render.palette import ACCENT, INK, INK_SOFT
from render.parts.page_layout import accent_frame, choice_key, panel
from render.parts.typography import BODY, TextStyle
from render.scene import Box, Line, Shape

_PERSON, _PERSON_PITCH = 212, 228
_CRATE, _CRATE_PITCH, _CRATES = 394, 410, 716
_HIGH = 200
"""Minimum height in pixels of a large mat on which the names of crates are shown."""
_MAT_LINE = 3.5
_KEY_EDGE, _KEY_DOWN, _KEY_SIZE = 38, 42, 34
_LOW_ICON, _LOW_ICON_SIZE, _LOW_WORDS, _LOW_LINE, _LOW_CUBES = 68, 96, 138, 58, 68
_ICON_X, _ICON_Y, _ICON_SIZE, _WORDS, _NAME_LINE, _STATE_LINE = 86, 88, 112, 162, 80, 132
_CUBES_X, _CUBES_UP = 32, 98
"""Pixels from the left and from the bottom of a large mat to a crate's cubes."""
_LARGER = 1.2
"""Scale of a crate's cubes on a high mat."""
SMALL_MAT_HEIGHT = 92
_ICON, _CRATE_ICON, _CRATE_ICON_AT, _SMALL_CUBES, _CUBES_HALF = 70, 66, 52, 104, 23
_WITH_KEYS, _RADIUS = 0.7, 8
_SMALL_PITCH, _SMALL_CRATE, _SMALL_CRATES, _APART = 102, 344, 332, 14
SMALL_MAT_WIDTH = _SMALL_CRATES + 2 * _SMALL_CRATE + _APART
_LOST_LINE, _CROSS_LINE, _CROSS_EDGE = 4, 6, 14
_CARD_NAME = TextStyle("h", 50)


def people_cards(mat: RailheadMat) -> tuple[Card, ...]:
    """Return the worker and deputy cards on a mat, workers first."""
    return (WORKER,) * mat.workers + (DEPUTY,) * mat.deputies


def mat_text(state: RailRoader, seat: Seat) -> str:
    """Return the work and the meal at a railhead: “builds up to 2 · eats 2 of 5”."""
    railroad = state.railroads[seat]
    mat, turn = railroad.mat, current_turn_of(state, seat)
    most = max_sections(state, turn or new_turn(state, seat))
    if railroad.sections == state.board.sections:
        builds = "line complete"
    elif turn and turn.built:
        builds = "already built"
    else:
        builds = f"builds up to {most}" if most else "can’t build"
    if hungry := mat.workers - end_turn(state, seat).railroads[seat].mat.workers:
        return f"{builds} · {hungry} {'goes' if hungry == 1 else 'go'} hungry"
    if mat.workers:
        return f"{builds} · eats {mat.workers} of {mat.supply_count}"
    return f"{builds} · {count_noun(mat.supply_count, 'supply')}"


def mat_alt_text(mat: RailheadMat) -> str:
    """Return the content of a mat for an alt text: “2 workers, supplies 1 of 4 and 3 of 3”."""
    crates = " and ".join(f"{crate.left} of {crate.value}" for crate in mat.crates)
    deputies = [count_noun(mat.deputies, "deputy")] if mat.deputies else []
    supplies = f"supplies {crates}" if crates else "no supplies"
    return ", ".join((count_noun(mat.workers, "worker"), *deputies, supplies))


def draw_large_mat(
    mat: RailheadMat, x: float, y: float, tall: float, keys: Mapping[Card, str], chosen: Card | None = None
) -> Iterator[Shape]:
    """Draw a mat ``tall`` pixels high, with keys and a frame around the ``chosen`` card."""
    cards, marked_cards = people_cards(mat), set[Card]()
    for i in range(MAX_PEOPLE):
        at = x + i * _PERSON_PITCH
        if i >= len(cards):
            yield draw_empty_place(at, y, _PERSON, tall)
            yield BODY.middle(at + _PERSON / 2, y + tall / 2 + BODY.baseline_shift, "person", "place", INK_SOFT)
            continue
        yield draw_card(cards[i], at, y, _PERSON, tall)
        yield from _draw_marks(cards[i], at, y, _PERSON, tall, keys, chosen, marked_cards)
    for i in range(MAX_CRATES):
        at = x + _CRATES + i * _CRATE_PITCH
        if i >= len(mat.crates):
            yield draw_empty_place(at, y, _CRATE, tall)
            yield BODY.middle(at + _CRATE / 2, y + tall / 2 + BODY.baseline_shift, "supplies", "place", INK_SOFT)
            continue
        crate = mat.crates[i]
        yield from _draw_large_crate(crate, at, y, tall)
        if not crate.is_opened:
            down = tall - _KEY_DOWN if tall >= _HIGH else _KEY_DOWN
            yield from _draw_marks(crate.card, at, y, _CRATE, tall, keys, chosen, marked_cards, down)


def _draw_marks(
    card: Card,
    x: float,
    y: float,
    w: float,
    h: float,
    keys: Mapping[Card, str],
    chosen: Card | None,
    marked_cards: set[Card],
    down: float = _KEY_DOWN,
) -> Iterator[Shape]:
    """Draw the key and the frame of a card, on the first of equal cards.

    The key is ``down`` pixels below the card's top.
    """
    if card in marked_cards:
        return
    marked_cards.add(card)
    if card in keys:
        yield choice_key(keys[card], x + w - _KEY_EDGE, y + down, _KEY_SIZE)
    if card == chosen:
        yield accent_frame(x, y, w, h)


def _draw_large_crate(crate: Crate, x: float, y: float, tall: float) -> Iterator[Shape]:
    state, ink = ("open", INK) if crate.is_opened else ("unopened", INK_SOFT)
    yield panel(x, y, _CRATE, tall, line=_MAT_LINE)
    if tall < _HIGH:
        yield draw_icon(Kind.SUPPLIES, x + _LOW_ICON, y + tall / 2, _LOW_ICON_SIZE)
        yield BODY.left(x + _LOW_WORDS, y + _LOW_LINE, state, "crate", ink)
        yield from draw_crate_cubes(crate, x + _LOW_WORDS, y + tall - _LOW_CUBES)
        return
    yield draw_icon(Kind.SUPPLIES, x + _ICON_X, y + _ICON_Y, _ICON_SIZE)
    yield _CARD_NAME.left(x + _WORDS, y + _NAME_LINE, f"Supplies {crate.value}", "card name")
    yield BODY.left(x + _WORDS, y + _STATE_LINE, state, "crate", ink)
    yield from draw_crate_cubes(crate, x + _CUBES_X, y + tall - _CUBES_UP, _LARGER)


def draw_small_mat(
    mat: RailheadMat,
    x: float,
    y: float,
    keys: Mapping[Card, str],
    chosen: Card | None = None,
    lost_cards: Sequence[Card] = (),
) -> Iterator[Shape]:
    """Draw a mat in a row of a table.

    ``lost_cards`` are shown crossed out in free places.
    """
    yield from _draw_small_people(mat, x, y, [card for card in lost_cards if kind_of(card) is not Kind.SUPPLIES])
    marked_cards, lost_crates = set[Card](), [card for card in lost_cards if kind_of(card) is Kind.SUPPLIES]
    for i in range(MAX_CRATES):
        at = x + _SMALL_CRATES + i * (_SMALL_CRATE + _APART)
        if i >= len(mat.crates):
            missing = lost_crates[i - len(mat.crates) : i - len(mat.crates) + 1]
            yield from (
                _draw_lost_crate(missing[0], at, y)
                if missing
                else (draw_empty_place(at, y, _SMALL_CRATE, SMALL_MAT_HEIGHT),)
            )
            continue
        crate = mat.crates[i]
        yield panel(at, y, _SMALL_CRATE, SMALL_MAT_HEIGHT, radius=_RADIUS)
        yield draw_icon(Kind.SUPPLIES, at + _CRATE_ICON_AT, y + SMALL_MAT_HEIGHT / 2, _CRATE_ICON)
        k = _WITH_KEYS if keys else 1
        yield from draw_crate_cubes(crate, at + _SMALL_CUBES, y + SMALL_MAT_HEIGHT / 2 - _CUBES_HALF * k, k)
        if not crate.is_opened:
            yield from _draw_marks(
                crate.card, at, y, _SMALL_CRATE, SMALL_MAT_HEIGHT, keys, chosen, marked_cards, SMALL_MAT_HEIGHT / 2
            )


def _draw_small_people(mat: RailheadMat, x: float, y: float, lost_cards: Sequence[Card]) -> Iterator[Shape]:
    """Draw the places for people: those at the railhead, lost ones, and empty places."""
    cards = people_cards(mat)
    for i in range(MAX_PEOPLE):
        at = x + i * _SMALL_PITCH
        if i < len(cards):
            yield panel(at, y, SMALL_MAT_HEIGHT, SMALL_MAT_HEIGHT, radius=_RADIUS)
            yield draw_icon(kind_of(cards[i]), at + SMALL_MAT_HEIGHT / 2, y + SMALL_MAT_HEIGHT / 2, _ICON)
        elif i < len(cards) + len(lost_cards):
            yield _loss_outline(at, y, SMALL_MAT_HEIGHT)
            yield draw_icon(
                kind_of(lost_cards[i - len(cards)]), at + SMALL_MAT_HEIGHT / 2, y + SMALL_MAT_HEIGHT / 2, _ICON
            )
            yield from _cross_strokes(at, y)
        else:
            yield draw_empty_place(at, y, SMALL_MAT_HEIGHT, SMALL_MAT_HEIGHT)


def _draw_lost_crate(card: Card, x: float, y: float) -> Iterator[Shape]:
    """Draw a lost crate, crossed out, with the number of its supplies."""
    yield _loss_outline(x, y, _SMALL_CRATE)
    yield draw_icon(Kind.SUPPLIES, x + _CRATE_ICON_AT, y + SMALL_MAT_HEIGHT / 2, _CRATE_ICON)
    yield from _cross_strokes(x + _CRATE_ICON_AT - SMALL_MAT_HEIGHT / 2, y)
    yield BODY.left(
        x + _SMALL_CUBES, y + SMALL_MAT_HEIGHT / 2 + BODY.baseline_shift, f"{value_of(card)} lost", "lost", ACCENT
    )


def _loss_outline(x: float, y: float, wide: float) -> Box:
    """Return the outline of a place whose card was lost."""
    return Box(x, y, wide, SMALL_MAT_HEIGHT, None, ACCENT, _LOST_LINE, _RADIUS)


def _cross_strokes(x: float, y: float) -> tuple[Line, Line]:
    """Two diagonal strokes through a square place, ``SMALL_MAT_HEIGHT`` pixels wide."""
    near, far = _CROSS_EDGE, SMALL_MAT_HEIGHT - _CROSS_EDGE
    down = (x + near, y + near), (x + far, y + far)
    up = (x + near, y + far), (x + far, y + near)
    return Line(down, ACCENT, _CROSS_LINE), Line(up, ACCENT, _CROSS_LINE)
