"""Additional buttons under a nearly full page are placed only where there is room."""

from typing import cast

import pytest

from bot import limits
from bot.page_reply import PageAnswer
from bot.ui.components import button, select_menu
from bot.ui.page import Page
from bot.ui.question_page import _MIN_LENGTH_ABOVE, _question_text
from render import Picture

PICTURE = cast(Picture, None)


def page(*widths: int) -> Page:
    """Return a page with that many buttons in each row; none is a select."""
    choice = select_menu("s:1:0:", "Which?", [("a", "a", False)], [""])
    rows = [[button("x", "m:1:0:-0") for _ in range(width)] or [choice] for width in widths]
    return Page("", None, rows, "m:1:0:-0")


@pytest.mark.parametrize(
    ("before", "pictures", "after"),
    [
        ((3,), 1, [3]),
        ((3,), 2, [3, 1]),
        ((1, 1, 1, 1), 2, [1, 1, 1, 1, 1]),
        ((4, 4, 5, 5, 5), 2, [4, 5, 5, 5, 5]),
        ((5, 4, 5, 5, 0), 2, [5, 5, 5, 5, 1]),
        ((5, 5, 5, 5, 5), 2, [5, 5, 5, 5, 5]),
    ],
)
def test_next_picture_button_uses_free_row_or_free_space(
    before: tuple[int, ...], pictures: int, after: list[int]
) -> None:
    items = PageAnswer(0, page(*before), [PICTURE] * pictures).view.children
    assert [sum(item.row == row for item in items) for row in range(len(after))] == after and len(items) == sum(after)


@pytest.mark.parametrize(("number", "following"), [(0, 1), (1, 2), (2, 0)])
def test_next_picture_button_cycles_through_all_pictures(number: int, following: int) -> None:
    *_, way = PageAnswer(0, page(3), [PICTURE] * 3, number).view.children
    assert getattr(way, "custom_id", "") == f"z:1:0:{following} m:-0"
    assert getattr(way, "label", "") == f"Picture {number + 1} of 3 ›"


def test_full_question_page_lists_nothing_more() -> None:
    question = "x" * (limits.CONTENT - _MIN_LENGTH_ABOVE)
    assert _question_text("", question, "1 · Norfolk") == question
    assert _question_text("", question[1:], "1 · Norfolk") == f"{question[1:]}\n…"
    assert _question_text("", question[4:], "1 · Norfolk") == f"{question[4:]}\n1 ·…"
