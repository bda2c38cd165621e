"""A plate beside new track: whose it is, and what it took."""

from __future__ import annotations

from collections.abc import Iterator

from render.games.railway_rivals.built import Account
from render.games.railway_rivals.tables import Payments
from render.geometry import Point
from render.palette import CARD, GOOD, INK, INK_SOFT
from render.parts.marks import chip
from render.parts.text import FIGURE, NAME, Style
from render.scene import Box, Line, Shape

HEIGHT = 68
_EMPTY = 76.0
_CHIP, _CHIP_SIZE = 38, 24
_COST, _COST_BASE = 74, 52
_PAYS = 18
"""px before “pays”, and behind all else."""
_PAYS_BASE, _FIGURE_BASE = 50, 51
_BONUS, _BONUS_ROOM = 18, 20
_FAR, _LEADER = 26, 2.5
"""px from a plate from which a line leads to its track, and its width."""
_PLATE = Style("h", 44)
_PAYMENTS = Payments(FIGURE, 32, 20, 60, 64)


def plate_width(account: Account) -> float:
    """How wide a plate is."""
    if not account.cost:
        return _EMPTY
    w = _COST + NAME.wide(str(account.cost)) + _PAYS
    if account.paid:
        w += _PAYS + _PLATE.wide("pays")
        w += _PAYMENTS.wide(account.payments)
    if account.bonus:
        w += _BONUS_ROOM + FIGURE.wide(f"+{account.bonus}")
    return w


def plate(account: Account, x: float, y: float, near: Point) -> Iterator[Shape]:
    """Mark, capital spent, payments and bonus, its top left corner there; a thin line leads to ``near``."""
    w, middle = plate_width(account), y + HEIGHT / 2
    ex = max(x, min(near[0], x + w))
    ey = max(y, min(near[1], y + HEIGHT))
    if abs(ex - near[0]) + abs(ey - near[1]) > _FAR:
        yield Line(((ex, ey), near), INK, _LEADER)
    yield Box(x, y, w, HEIGHT, CARD, INK, 3, 8)
    yield chip(account.seat, x + _CHIP, middle, _CHIP_SIZE)
    if not account.cost:
        return
    at = x + _COST
    yield NAME.left(at, y + _COST_BASE, str(account.cost), "capital spent")
    at += NAME.wide(str(account.cost))
    if account.paid:
        at += _PAYS
        yield _PLATE.left(at, y + _PAYS_BASE, "pays", "plate", INK_SOFT)
        at += _PLATE.wide("pays")
        at = yield from _PAYMENTS.shapes(account.payments, at, middle, y + _FIGURE_BASE)
    if account.bonus:
        yield FIGURE.left(at + _BONUS, y + _FIGURE_BASE, f"+{account.bonus}", "bonus", GOOD)
