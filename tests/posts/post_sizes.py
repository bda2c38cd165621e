"""Sizes and requests of the reports of recorded games, by game."""

from collections.abc import Sequence
from statistics import median

from tests.posts.recorded_game import Report

__all__ = ["HEAD", "row"]

HEAD = (
    "| title | posts | kB a post: p50 | most | pictures: mean | most | requests a phase: mean | most |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)
"""The first two lines of the table. Pictures are those shown large and the thumbnails."""


def row(title: str, reports: Sequence[Report]) -> str:
    """Return a line of the table. A move that ended several phases has one report."""
    kilobytes = [sum(len(picture.file) for picture in report.pictures) / 1_000 for report in reports]
    pictures = [len(report.pictures) for report in reports]
    requests = [report.requests for report in reports if report.requests]
    cells = [
        title,
        str(len(reports)),
        f"{median(kilobytes):.0f}",
        f"{max(kilobytes):.0f}",
        *_mean_and_most(pictures),
        *_mean_and_most(requests),
    ]
    return f"| {' | '.join(cells)} |"


def _mean_and_most(numbers: Sequence[int]) -> tuple[str, str]:
    return f"{sum(numbers) / len(numbers):.1f}", str(max(numbers))
