"""Parts of pictures that all games share: texts, columns, legends, sprites."""

import pytest

from render.parts.legend import LegendEntry, draw_entries
from render.parts.page_layout import key_under_card, player_chip
from render.parts.sprites import PLAYER, box_sprite, scale_shapes, square_sprite, tint_shapes
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import BODY, STRONG
from render.scene import Box, Disc, Line, Placed, Polygon, Text, Veil

# -- words


def test_texts_are_anchored_at_either_end_or_the_middle() -> None:
    anchors = [BODY.left(9, 9, "ore", "good"), BODY.right(9, 9, "ore", "good"), BODY.middle(9, 9, "ore", "good")]

    assert [text.anchor for text in anchors] == ["left", "right", "middle"]


def test_a_style_sets_face_and_size() -> None:
    text = STRONG.left(0, 0, "ore", "good")

    assert (text.face, text.size, text.role) == ("sb", 46, "good")


def test_words_wider_than_their_room_have_their_short_form() -> None:
    text = BODY.left(0, 0, "Bartholomew the Elder", "name", max_width=200, short="Bart")

    assert text.words == "Bart"


def test_lines_stand_one_under_another() -> None:
    lines = BODY.text_lines(40, 100, 60, ("first", "second"), "note")

    assert [(line.x, line.y) for line in lines] == [(40, 100), (40, 160)]


def test_the_baseline_shift_centers_capitals() -> None:
    assert BODY.baseline_shift == 16


# -- columns

_COLUMNS = (
    Column("name", 300, gap=20),
    Column("share", 100, anchor="middle"),
    Column("points", 200, anchor="right", gap=50, drop=4),
)


def _row(*words: TableCell | str) -> list[Text]:
    return list(draw_cells(40, _COLUMNS, 500, words))


def test_columns_stand_one_beside_another() -> None:
    assert [text.x for text in _row("Ada", "2", "12")] == [40, 390, 590]


def test_a_column_may_stand_lower_than_its_row() -> None:
    assert [text.y for text in _row("Ada", "2", "12")] == [500, 500, 504]


def test_an_empty_cell_is_left_out() -> None:
    assert [text.role for text in _row("Ada", "", "12")] == ["name", "points"]


def test_words_keep_out_of_the_gap_behind_them() -> None:
    name = _row("a name that no column of that width can hold", "", "")[0]

    assert BODY.width(name.words) <= 280


def test_a_cell_may_have_another_ink() -> None:
    assert _row(TableCell("Ada", ink="#FFFFFF"), "", "")[0].ink == "#FFFFFF"


# -- legends


def test_a_sign_stands_as_far_from_the_last_as_that_is_wide() -> None:
    shown = [
        LegendEntry("ore", lambda x, y: Disc(x, y, 5, None), 120),
        LegendEntry("wood", lambda x, y: Disc(x, y, 5, None), 0),
    ]

    discs = [shape.x for shape in draw_entries(64, 100, shown) if isinstance(shape, Disc)]

    assert discs == [64, 184]


def test_a_sign_has_its_words_beside_it() -> None:
    shape = list(draw_entries(64, 100, [LegendEntry("ore", lambda x, y: Disc(x, y, 5, None), 0, words_offset=42)]))[1]

    assert isinstance(shape, Text)
    assert (shape.x, shape.y) == (106, 100)


# -- stamps


def test_a_drawing_grows_around_its_origin() -> None:
    assert list(scale_shapes([Disc(1, 2, 3, None)], 2, 10, 10)) == [Disc(12, 14, 6, None)]


def test_no_stroke_is_thinner_than_it_may_be() -> None:
    [line] = scale_shapes([Line(((0, 0), (1, 0)), "#000000", 1)], 0.1, thinnest=0.5)

    assert isinstance(line, Line)
    assert line.line == 0.5


def test_words_of_a_drawing_grow_with_it() -> None:
    [text] = scale_shapes([Text(1, 1, "1st", "hb", 40, "#000000")], 2)

    assert isinstance(text, Text)
    assert text.size == 80


def test_a_drawing_takes_the_colors_that_are_chosen_for_it() -> None:
    shapes = tint_shapes([Box(0, 0, 1, 1, PLAYER), Polygon((), "#FFFFFF", PLAYER)], {PLAYER: "#123456"})

    assert list(shapes) == [Box(0, 0, 1, 1, "#123456"), Polygon((), "#FFFFFF", "#123456")]


def test_a_square_stamp_has_its_origin_in_the_middle() -> None:
    assert square_sprite("dot", 10, 2, [Disc(0, 0, 1, None)]).shapes == (Disc(10, 10, 2, None),)


def test_a_boxed_stamp_begins_at_its_left_and_top_edge() -> None:
    sprite = box_sprite("dot", (-3, -4, 10, 20), 2, [Disc(0, 0, 1, None)])

    assert (sprite.w, sprite.h, sprite.shapes) == (20, 40, (Disc(6, 8, 2, None),))


def test_what_cannot_be_stamped_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Veil cannot be scaled"):
        list(scale_shapes([Veil(0, 0, 1, 1, "#000000", 0.5)], 2))


# -- marks


def test_words_under_a_card_make_way_for_its_key() -> None:
    keys, start = key_under_card("A", 40, 300)

    assert len(keys) == 1
    assert start > key_under_card("", 40, 300)[1]


def test_an_empty_key_is_not_drawn() -> None:
    assert key_under_card("", 40, 300)[0] == ()


def test_a_chip_is_the_same_sprite_wherever_it_stands() -> None:
    first, second = player_chip(1, 50, 50, 20), player_chip(1, 90, 90, 20)

    assert isinstance(first, Placed)
    assert first.sprite is second.sprite
