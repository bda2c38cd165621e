"""A plate beside new track: whose it is, and what it took."""

from __future__ import annotations

from collections.abc import Iterator

from render.games.railway_rivals.built import Account
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT
from render.parts.marks import chip
from render.parts.text import FIGURE, NAME, Style
from render.scene import Box, Line, Shape

_PLATE = Style("h", 44)


def plate_width(account: Account) -> float:
    """How wide a plate is."""
    if not account.cost:
        return 76.0
    w = 74 + NAME.wide(str(account.cost)) + 18
    if account.paid:
        w += 18 + _PLATE.wide("pays")
        w += sum(64 + FIGURE.wide(str(gold)) for gold in account.paid.values())
    if account.bonus:
        w += 20 + FIGURE.wide(f"+{account.bonus}")
    return w


def plate(account: Account, x: float, y: float, near: tuple[float, float] | None = None) -> Iterator[Shape]:
    """Mark, capital spent, payments and bonus, its top left corner there; a thin line leads to ``near``."""
    w, h = plate_width(account), 68
    if near is not None:
        nx, ny = max(x, min(near[0], x + w)), max(y, min(near[1], y + h))
        if abs(nx - near[0]) + abs(ny - near[1]) > 26:
            yield Line(((nx, ny), near), INK, 2.5)
    yield Box(x, y, w, h, CARD, INK, 3, 8)
    yield chip(account.seat, x + 38, y + h / 2, 24)
    if not account.cost:
        return
    at = x + 74
    yield NAME.left(at, y + 52, str(account.cost), "capital spent")
    at += NAME.wide(str(account.cost))
    if account.paid:
        at += 18
        yield _PLATE.left(at, y + 50, "pays", "plate", INK_SOFT)
        at += _PLATE.wide("pays")
        for seat, gold in account.paid.items():
            yield chip(seat, at + 32, y + h / 2, 20)
            yield FIGURE.left(at + 60, y + 51, str(gold), "payment", ACCENT)
            at += 64 + FIGURE.wide(str(gold))
    if account.bonus:
        yield FIGURE.left(at + 18, y + 51, f"+{account.bonus}", "bonus", GOOD)
