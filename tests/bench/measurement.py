"""Results of measurements: a value against an anchor of the same run, and the ratio to reach."""

from collections.abc import Callable
from statistics import median, quantiles
from time import process_time

import msgspec

__all__ = ["Figure", "against", "millis", "p50", "p99", "table"]


class Figure(msgspec.Struct, frozen=True):
    """A result whose ``ratio`` is value / anchor, both in ``unit``. ``goal`` is the wanted ratio, and ``reached``
    says whether it was reached.
    """

    name: str
    value: float
    anchor: float
    unit: str
    ratio: float
    goal: str
    reached: bool
    note: str = ""


def against(
    name: str, value: float, anchor: float, unit: str, *, most: float = 0.0, least: float = 0.0, note: str = ""
) -> Figure:
    """Return a figure whose ratio should be at ``most`` or at ``least`` the given number."""
    ratio = value / anchor
    goal = f"<= {most:.3g}" if most else f">= {least:.3g}"
    reached = ratio <= most if most else ratio >= least
    return Figure(name, round(value, 3), round(anchor, 3), unit, round(ratio, 3), goal, reached, note)


def millis(work: Callable[[], object], times: int = 1) -> float:
    """Return the median processor time of ``times`` runs, in milliseconds."""
    taken = []
    for _ in range(times):
        began = process_time()
        work()
        taken.append(1_000 * (process_time() - began))
    return median(taken)


def p50(numbers: list[float]) -> float:
    """Return the median, or 0 without numbers."""
    return median(numbers) if numbers else 0.0


def p99(numbers: list[float]) -> float:
    """Return the 99th percentile, or 0 without numbers."""
    return quantiles(numbers, n=100)[-1] if len(numbers) > 1 else sum(numbers)


def table(figures: list[Figure]) -> str:
    """Return the figures as lines of a table."""
    head = ("measure", "here", "anchor", "unit", "ratio", "goal", "")
    rows = [
        (f.name, f"{f.value:,.2f}", f"{f.anchor:,.2f}", f.unit, f"{f.ratio:.2f}", f.goal, "" if f.reached else "missed")
        for f in figures
    ]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in (head, *rows)]
    notes = [f"{f.name}: {f.note}" for f in figures if f.note]
    return "\n".join([*("  ".join(line).rstrip() for line in lines), "", *notes])
