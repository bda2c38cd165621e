"""Fonts are kept like pictures: within the bytes that all titles share."""

from engine.kit.kept import BUDGET
from render.fonts import font


def test_a_loaded_font_counts_toward_what_may_be_kept() -> None:
    before = BUDGET.bytes
    loaded = font("BarlowCondensed-Bold.ttf", 397)
    assert font("BarlowCondensed-Bold.ttf", 397) is loaded
    assert BUDGET.bytes != before
