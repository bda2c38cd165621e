"""What the tables and grids of Railway Rivals share: signed figures, names of places that fit, company samples."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.core.seats import Seat
from engine.games.railway_rivals.chart import Chart
from engine.games.railway_rivals.runs import Run
from render.palette import GOOD, INK, INK_SOFT, PAPER
from render.parts.lines import body
from render.scene import Color, Face, Placed, Sprite, Text, placed

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


def figure(x: float, y: float, amount: int, *, size: float = 54, face: Face = "h", role: str = "figure") -> Text:
    """A signed figure, right-aligned; gains are green."""
    ink = GOOD if amount > 0 else INK if amount else INK_SOFT
    return Text(x, y, signed(amount), face, size, ink, "right", role=role)


def run_words(chart: Chart, run: Run) -> str:
    """“Northampton to Gloucester”."""
    return f"{chart.name_of(run.start)} to {chart.name_of(run.goal)}"


def numbers(run: Run) -> str:
    """“46–52”."""
    return f"{run.start}–{run.goal}"


def sample(seat: Seat, x: float, y: float, long: float, w: float, ground: Color = PAPER) -> Placed:
    """A straight piece of a company's line from ``x`` to the right, its middle at ``y``."""
    return placed(x - 1, y - w / 2 - 1, _sample(seat, max(long, w), w, ground))


@lru_cache(512)
def _sample(seat: Seat, long: float, w: float, ground: Color) -> Sprite:
    middle = w / 2 + 1
    shapes = tuple(body(seat, ((1 + w / 2, middle), (1 + long - w / 2, middle)), w, ground))
    return Sprite(f"line {seat}", long + 2, w + 2, shapes)
