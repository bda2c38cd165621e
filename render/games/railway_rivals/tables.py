"""What the tables and grids of Railway Rivals share: signed figures, names of places that fit, company samples."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.railway_rivals.box.chart import Chart
from engine.games.railway_rivals.state.runs import Run
from render.palette import GOOD, INK, INK_SOFT
from render.parts.lines import sample
from render.parts.table import Cell
from render.scene import Color, Face, Text

__all__ = ["NOTHING", "SHORT", "figure", "numbers", "run_words", "sample", "signed"]

NOTHING = "·"

SHORT: Mapping[str, str] = {
    "Wolverhampton": "W'hampton",
    "Northampton": "N'hampton",
    "Peterborough": "P'borough",
    "Birmingham": "B'ham",
    "Birkenhead": "B'head",
    "Manchester": "M'chester",
    "Scotland & the North": "The North",
    "West Country": "West Coun.",
}


def signed(amount: int) -> str:
    """“+20”, “−13”; nothing is a middle dot."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else NOTHING


def gain_or_loss(amount: int) -> Cell:
    """A signed figure for a table; gains are green."""
    return Cell(signed(amount), ink=_ink(amount))


def _ink(amount: int) -> Color:
    return GOOD if amount > 0 else INK if amount else INK_SOFT


def figure(x: float, y: float, amount: int, *, size: float = 54, face: Face = "h", role: str = "figure") -> Text:
    """A signed figure, right-aligned; gains are green."""
    return Text(x, y, signed(amount), face, size, _ink(amount), "right", role=role)


def run_words(chart: Chart, run: Run) -> str:
    """“Northampton to Gloucester”."""
    return f"{chart.name_of(run.start)} to {chart.name_of(run.goal)}"


def numbers(run: Run) -> str:
    """“46–52”."""
    return f"{run.start}–{run.goal}"
