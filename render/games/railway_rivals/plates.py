"""A plate beside new track: whose it is, and what it took."""

from __future__ import annotations

from collections.abc import Iterator

from render.fonts import width
from render.games.railway_rivals.built import Account
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT
from render.parts.marks import chip
from render.scene import Box, Line, Shape, Text


def plate_width(account: Account) -> float:
    """How wide a plate is."""
    if not account.cost:
        return 76.0
    w = 74 + width(str(account.cost), "hb", 50) + 18
    if account.paid:
        w += 18 + width("pays", "h", 44)
        w += sum(64 + width(str(gold), "hb", 46) for gold in account.paid.values())
    if account.bonus:
        w += 20 + width(f"+{account.bonus}", "hb", 46)
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
    yield Text(at, y + 52, str(account.cost), "hb", 50, INK, role="capital spent")
    at += width(str(account.cost), "hb", 50)
    if account.paid:
        at += 18
        yield Text(at, y + 50, "pays", "h", 44, INK_SOFT, role="plate")
        at += width("pays", "h", 44)
        for seat, gold in account.paid.items():
            yield chip(seat, at + 32, y + h / 2, 20)
            yield Text(at + 60, y + 51, str(gold), "hb", 46, ACCENT, role="payment")
            at += 64 + width(str(gold), "hb", 46)
    if account.bonus:
        yield Text(at + 18, y + 51, f"+{account.bonus}", "hb", 46, GOOD, role="bonus")
