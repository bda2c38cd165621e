"""The table of routes to choose from, with their keys and the patterns of their lines."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from engine.core import Seat
from render.games.railway_rivals.board.route_map import LINE_EDGE
from render.games.railway_rivals.choices.race_preview import RouteQuestion, RouteRow
from render.games.railway_rivals.colors import LAND
from render.games.railway_rivals.tables.table_parts import amount_figure
from render.geometry import Points
from render.palette import INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.map_lines import draw_company_line, outline_line, points_along
from render.parts.page_layout import MARGIN, PAGE_WIDTH, player_chip
from render.parts.typography import BODY, NAME, TAG, TextStyle
from render.scene import Box, Disc, Line, Shape, Sprite, place_sprite
from render.text_fitting import Names, first_word

KEY_HALF = 33
"""Half the side of a key's square, in px."""
PANEL_WIDTH = 640
"""Width of the table next to a map, in px."""
_HEAD = 74
_ROW_BELOW, _ROW_BESIDE = 96, 168
_CHIP, _RIVAL, _BEATS = 26, 72, 490
_BESIDE, _BELOW = (300, 190, 150), (420, 280, 820)
"""Widths in px of the columns (moves, odds, fees), for the table next to a map and for the table below it."""
_DOTS, _RUNGS, _STRIPE = 2, 3, 4
_INLAYS = {_DOTS: (0.2, 1.3, 0.7), _RUNGS: (0.26, 1.6, 0.8), _STRIPE: (0.22, 0, 0)}
"""By pattern, in line widths: the size of the ink parts, their distance, and the position of the first."""
_EDGE, _JOINT_EDGE = 0.5, 3
_KEY_RIM, _KEY_RADIUS, _KEY_RIM_RADIUS = 3, 10, 12
_HEADS_LINE, _BELOW_FIGURES, _BELOW_PAID, _PAID_X, _BELOW_END = 52, 66, 64, 820, 20
_MARK, _BESIDE_FIGURES, _BESIDE_PAID = 50, 68, 142
_RIVALS, _RIVALS_LINE, _RIVAL_LINE, _RIVAL_NAME, _RIVAL_ROOM, _RIVAL_FEES = 92, 82, 52, 66, 60, 50
_CHIP_GAP, _KEY_GAP, _FEES = 10, 24, 58
_SAMPLE, _SAMPLE_WIDE, _SAMPLE_TALL, _SAMPLE_LINE = ((16, 18), (104, 18)), 120, 36, 22
_PAYS_GAP, _PAID_CHIP_GAP, _PAID_GAP = 18, 8, 22
_RIVALS_TITLE = TextStyle("h", 46, tracking=2)
_MOVES = TextStyle("hb", 58)
_NAME = TextStyle("s", 48)
_BEATEN = TextStyle("h", 50)
_ODDS = TextStyle("h", 54)


def draw_route_line(form: int, train: Sequence[Seat], points: Points, w: float) -> Iterator[Shape]:
    """Draw a route's line in its pattern; the line of a joint run has an edge in the partner's color."""
    yield outline_line(points, w, LINE_EDGE + _EDGE)
    if len(train) > 1:
        yield outline_line(points, w, LINE_EDGE + _JOINT_EDGE, PLAYERS[train[1] - 1].color)
    if not form:
        yield from draw_company_line(train[0], points, w, LAND)
        return
    yield Line(points, PAPER, w, round=True)
    inlay, step, start = (w * share for share in _INLAYS.get(form, (0, 0, 0)))
    if form == _DOTS:
        middles = points_along(points, step, start)
        yield from (Disc(x, y, inlay, INK) for x, y, _, _ in middles)
    elif form == _RUNGS:
        half = w / 2
        for x, y, dx, dy in points_along(points, step, start):
            left, right = (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
            yield Line((left, right), INK, inlay)
    elif inlay:
        yield Line(points, INK, inlay)


def draw_key_square(key: str, x: float, y: float) -> tuple[Shape, ...]:
    """Draw a key in an ink square."""
    side, rim = 2 * KEY_HALF, KEY_HALF + _KEY_RIM
    label = NAME.middle(x, y + NAME.baseline_shift, key, "key", PAPER)
    return (
        Box(x - rim, y - rim, 2 * rim, 2 * rim, LAND, radius=_KEY_RIM_RADIUS),
        Box(x - KEY_HALF, y - KEY_HALF, side, side, INK, radius=_KEY_RADIUS),
        label,
    )


def draw_table_below(question: RouteQuestion, top: float) -> Iterator[Shape]:
    """Draw the table under a map; each route has one line."""
    yield from _draw_column_heads(question, MARGIN, top + _HEADS_LINE, _BELOW)
    for i, row in enumerate(question.rows):
        y = top + _HEAD + _ROW_BELOW * i
        yield Box(MARGIN, y, PAGE_WIDTH - 2 * MARGIN, 2, RULE if i else INK)
        yield from _draw_route_key(question, row, MARGIN, y + _ROW_BELOW / 2)
        yield from _draw_figures(question, row, MARGIN, y + _BELOW_FIGURES, _BELOW)
        yield from _draw_payments(question, row, _PAID_X, y + _BELOW_PAID)


def table_below_height(question: RouteQuestion) -> int:
    """The height in px of the table under a map."""
    return _HEAD + _ROW_BELOW * len(question.rows) + _BELOW_END


def draw_table_beside(question: RouteQuestion, names: Names, x: float, top: float) -> Iterator[Shape]:
    """Draw the table next to a map; each route has two lines, and the rivals' fastest routes follow."""
    yield from _draw_column_heads(question, x, top + _HEADS_LINE, _BESIDE)
    for i, row in enumerate(question.rows):
        y = top + _HEAD + _ROW_BESIDE * i
        yield Box(x, y, PANEL_WIDTH, 2, RULE if i else INK)
        yield from _draw_route_key(question, row, x, y + _MARK)
        yield from _draw_figures(question, row, x, y + _BESIDE_FIGURES, _BESIDE)
        yield from _draw_payments(question, row, x, y + _BESIDE_PAID)
    yield from _draw_rivals(question, names, x, top + _HEAD + _ROW_BESIDE * len(question.rows))


def table_beside_height(question: RouteQuestion) -> int:
    """The height in px of the table next to a map."""
    return _HEAD + _ROW_BESIDE * len(question.rows) + _RIVALS + _RIVAL * len(question.rivals)


def _draw_rivals(question: RouteQuestion, names: Names, x: float, top: float) -> Iterator[Shape]:
    yield Box(x, round(top), PANEL_WIDTH, 2, RULE)
    words = "RIVALS ALONE" if question.rivals else "NO RIVAL CAN RUN ALONE"
    yield _RIVALS_TITLE.left(x, top + _RIVALS_LINE, words, "section heading")
    moves, _, fees = accumulate(_BESIDE)
    if question.rivals:
        yield BODY.right(x + _BEATS, top + _RIVALS_LINE, "moves", "head", INK_SOFT)
        yield BODY.right(x + fees, top + _RIVALS_LINE, "fees", "head", INK_SOFT)
    for i, rival in enumerate(question.rivals):
        base = top + _RIVALS + _RIVAL * i + _RIVAL_LINE
        name = names[rival.seat - 1]
        yield player_chip(rival.seat, x + _CHIP, base - BODY.baseline_shift, _CHIP)
        room = moves - 2 * _CHIP + _RIVAL_ROOM
        yield _NAME.left(x + _RIVAL_NAME, base, name, "name", max_width=room, short=first_word(name))
        yield _BEATEN.right(x + _BEATS, base, str(rival.moves), "rival’s moves")
        yield amount_figure(x + fees, base, -rival.fees, size=_RIVAL_FEES, role="rival’s fees")


def _draw_column_heads(question: RouteQuestion, x: float, base: float, widths: Sequence[float]) -> Iterator[Shape]:
    moves, beats, fees = accumulate(widths)
    yield BODY.right(x + moves, base, "moves", "head", INK_SOFT)
    if question.rival is not None:
        yield player_chip(question.rival, x + beats - _CHIP, base - BODY.baseline_shift, _CHIP)
        yield BODY.right(x + beats - 2 * _CHIP - _CHIP_GAP, base, "beats", "head", INK_SOFT)
    yield BODY.right(x + fees, base, "fees", "head", INK_SOFT)


def _draw_route_key(question: RouteQuestion, row: RouteRow, x: float, middle: float) -> Iterator[Shape]:
    start = x
    if row.key:
        yield from draw_key_square(row.key, x + KEY_HALF, middle)
        start += 2 * KEY_HALF + _KEY_GAP
    yield place_sprite(round(start), round(middle - _SAMPLE_TALL / 2), _sample_sprite(row.form, question.train))


@lru_cache(64)
def _sample_sprite(form: int, train: tuple[Seat, ...]) -> Sprite:
    line = tuple(draw_route_line(form, train, _SAMPLE, _SAMPLE_LINE))
    return Sprite(f"route {form}", _SAMPLE_WIDE, _SAMPLE_TALL, line)


def _draw_figures(
    question: RouteQuestion, row: RouteRow, x: float, base: float, widths: Sequence[float]
) -> Iterator[Shape]:
    moves, beats, fees = accumulate(widths)
    yield _MOVES.right(x + moves, base, str(row.moves), "moves")
    if question.rival is not None:
        yield _ODDS.right(x + beats, base, question.win_chance_text(row), "odds")
    yield amount_figure(x + fees, base, -question.net_fees(row), size=_FEES, face="hb", role="fees")


def _draw_payments(question: RouteQuestion, row: RouteRow, x: float, base: float) -> Iterator[Shape]:
    """Draw the fees paid to each seat, and the fees that an exchange partner pays in return."""
    payments = tuple(question.payments(row))
    if not payments:
        yield BODY.left(x, base, "pays no one", "paid", INK_SOFT)
        return
    yield BODY.left(x, base, "pays", "paid", INK_SOFT)
    at = x + BODY.width("pays") + _PAYS_GAP
    for seat, gold, back in payments:
        yield player_chip(seat, at + _CHIP, base - BODY.baseline_shift, _CHIP)
        at += 2 * _CHIP + _PAID_CHIP_GAP
        words = f"{gold} − {back}" if back else str(gold)
        yield TAG.left(at, base, words, "paid")
        at += TAG.width(words) + _PAID_GAP
