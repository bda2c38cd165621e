"""Selects, forms, and rows of a post as Discord gets them: second lines, chosen values, and limits."""

from typing import Any, cast

import pytest

from bot.ui.components import (
    ButtonPress,
    PostKind,
    board_id_pattern,
    has_room,
    post_buttons,
    post_custom_ids,
    select_menu,
    split_into_rows,
    status_card_row,
)
from bot.ui.components import button as made
from bot.ui.modals import FormField, build_modal
from engine import Unreadable

BUTTON = made("x", "m:1:0:-0")


def parts(modal: Any) -> list[dict[str, Any]]:
    """Return the fields of a form."""
    return [dict(part) for part in modal.to_dict()["components"]]


@pytest.mark.parametrize("about", [(), ("goes up", "")])
def test_select_option_has_second_line_if_there_is_a_description(about: Any) -> None:
    first, second = select_menu("s:1:0:x", "Which?", [("Up", "up", False), ("Down", "down", True)], about).options
    assert (first.description, second.description) == ("goes up" if about else None, None)
    assert (first.default, second.default, second.value) == (False, True, "down")


THREE = (("Up", "up", "goes up"), ("Down", "down", ""), ("On", "on", ""))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_two_values_are_radio_buttons_and_other_counts_a_select(count: int) -> None:
    field = FormField("way", "Which way?", 9, value="up", is_required=True, options=THREE[:count])
    (part,) = parts(build_modal("Go", "f:1:0:go", [field]))
    inner = part["component"]
    assert (inner["type"] == 3) == (count != 2)
    options = inner["options"]
    assert [option.get("description") for option in options] == ["goes up", None, None][:count]
    assert [bool(option.get("default")) for option in options] == [True, False, False][:count]


@pytest.mark.parametrize(
    ("now", "example", "about"), [("", "", ""), ("abcdef", "five", "Only words."), ("abc", "", "")]
)
def test_text_field_shows_example_typed_value_and_label(now: str, example: str, about: str) -> None:
    (part,) = parts(build_modal("Go", "f:1:0:go", [FormField("word", "Which?", 5, example, now, about=about)]))
    inner = part["component"]
    assert inner.get("placeholder") == (example or None) and inner.get("value") == (now[:5] or None)
    assert part.get("description") == (about or None) and part["label"] == "Which?"


def test_text_above_the_fields_is_the_first_component() -> None:
    above, _ = parts(build_modal("Go", "f:1:0:go", [FormField("word", "Which?", 5)], "How to go"))
    assert above["content"] == "How to go"


@pytest.mark.parametrize(("count", "rows"), [(0, []), (5, [5]), (6, [5, 1]), (11, [5, 5, 1])])
def test_rows_are_filled_to_the_limit(count: int, rows: list[int]) -> None:
    assert [len(row) for row in split_into_rows([BUTTON] * count)] == rows


@pytest.mark.parametrize(("there", "more", "room"), [(4, 1, True), (5, 1, False), (3, 2, True), (4, 2, False)])
def test_row_has_room_for_five_buttons(there: int, more: int, room: bool) -> None:
    assert has_room([BUTTON] * there, more) == room
    assert not has_room([select_menu("s:1:0:x", "Which?", [("a", "a", False)])])


@pytest.mark.parametrize(
    ("values", "value", "number"),
    [((), None, None), (("12", "x"), "12", 12), (("x",), "x", None), (("-1",), "-1", None)],
)
def test_press_returns_chosen_value_or_is_refused(values: Any, value: str | None, number: int | None) -> None:
    press = ButtonPress("s", 1, 0, "x", values)
    assert press.value_or_empty == (value or "")
    for name, wanted in (("value", value), ("number", number)):
        if wanted is None:
            with pytest.raises(Unreadable):
                getattr(press, name)
        else:
            assert getattr(press, name) == wanted


@pytest.mark.parametrize(
    ("private", "move", "link", "labels"),
    [
        ("", True, "", ["Your move", "Board"]),
        ("Hand", True, "", ["Your move", "Board", "Hand"]),
        ("Hand", False, "", ["Board"]),
        ("", False, "https://x.y", ["Board", "Latest pictures"]),
    ],
)
def test_post_has_buttons_for_what_can_be_done(private: str, move: bool, link: str, labels: list[str]) -> None:
    found = post_buttons(7, 3, PostKind.PHASE, private=private, move=move, link=link, more=[BUTTON])
    items = cast(Any, found.children)
    assert [item.label for item in items] == [*labels, "x"] and items[-1].row == 1 and items[0].row == 0
    assert [item.custom_id for item in items if item.label in labels and item.custom_id] == [
        {"Your move": "m:7:3:p0", "Board": "v:7:3:pboard", "Hand": "v:7:3:phand"}[label]
        for label in labels
        if label != "Latest pictures"
    ]
    assert post_custom_ids(7, 3, PostKind.PHASE)[0] == "v:7:3:pboard" and board_id_pattern(7, PostKind.PHASE).fullmatch(
        "v:7:3:pboard"
    )


@pytest.mark.parametrize(
    ("watched", "predictions", "identities"),
    [
        (True, True, ["v:7:0:crecap", "y:7:0:follow", "y:7:0:predict"]),
        (True, False, ["v:7:0:crecap", "y:7:0:follow"]),
        (False, True, ["v:7:0:crecap"]),
        (False, False, ["v:7:0:crecap"]),
    ],
)
def test_table_card_has_buttons_for_spectators(watched: bool, predictions: bool, identities: list[str]) -> None:
    found = cast(Any, status_card_row(7, watched=watched, predictions=predictions))
    assert [item.custom_id for item in found] == identities
