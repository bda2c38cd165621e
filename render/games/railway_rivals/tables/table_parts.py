"""Shared parts of tables: signed amounts, names of runs, and payments."""

from collections.abc import Generator, Iterable, Mapping
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.state.runs import Run
from render.palette import ACCENT, GOOD, INK, INK_SOFT
from render.parts.map_lines import line_sample
from render.parts.page_layout import player_chip
from render.parts.typography import TextStyle
from render.scene import Color, Face, Shape, Text

__all__ = [
    "NOTHING",
    "SHORT_PLACE_NAMES",
    "PaymentRow",
    "amount_figure",
    "amount_text",
    "line_sample",
    "run_numbers",
    "run_text",
]

NOTHING = "·"
"""Text that stands for an amount of 0."""

SHORT_PLACE_NAMES: Mapping[str, str] = {
    "Wolverhampton": "W'hampton",
    "Northampton": "N'hampton",
    "Peterborough": "P'borough",
    "Birmingham": "B'ham",
    "Birkenhead": "B'head",
    "Manchester": "M'chester",
    "Scotland & the North": "The North",
    "West Country": "West Coun.",
}


class PaymentRow(NamedTuple):
    """The layout of a line of payments to rivals, in px from the left edge of each payment."""

    style: TextStyle
    mark: float
    """Horizontal middle of the mark."""
    r: float
    gold: float
    room: float
    """Width of each payment without the width of its number."""

    def width(self, paid: Iterable[tuple[Seat, int]]) -> float:
        return sum(self.room + self.style.width(str(gold)) for _, gold in paid)

    def draw(
        self, paid: Iterable[tuple[Seat, int]], x: float, middle: float, base: float
    ) -> Generator[Shape, None, float]:
        """Draw payments from ``x`` on, with marks around ``middle``; return the right end of the last one."""
        for seat, gold in paid:
            yield player_chip(seat, x + self.mark, middle, self.r)
            yield self.style.left(x + self.gold, base, str(gold), "payment", ACCENT)
            x += self.room + self.style.width(str(gold))
        return x


def amount_text(amount: int) -> str:
    """“+20”, “−13”, or a middle dot for 0."""
    if not amount:
        return NOTHING
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def _gain_ink(amount: int) -> Color:
    """The color of a signed amount: gains are green."""
    if not amount:
        return INK_SOFT
    return GOOD if amount > 0 else INK


def amount_figure(x: float, y: float, amount: int, size: float = 54, face: Face = "h", role: str = "figure") -> Text:
    """Draw a signed amount, right-aligned."""
    return TextStyle(face, size).right(x, y, amount_text(amount), role, _gain_ink(amount))


def run_text(chart: HexMap, run: Run) -> str:
    """“Northampton to Gloucester”."""
    return f"{chart.name_of(run.start)} to {chart.name_of(run.goal)}"


def run_numbers(run: Run) -> str:
    """“46–52”."""
    return f"{run.start}–{run.goal}"
