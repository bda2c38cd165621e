"""Pictures of the companies in Robber Baron: stock track, what a tile would change, scores."""

import msgspec
import pytest

from engine.core import Action, Seat
from engine.games.railroad_rivals.game_data.printed_data import City, Goods, Railroad, Special
from engine.games.railroad_rivals.robber_baron import actions as a
from engine.games.railroad_rivals.robber_baron.shenanigans import events as s
from engine.games.railroad_rivals.state import events as e
from render.fonts import text_width
from render.games.railroad_rivals.colors import LIVERIES
from render.palette import ACCENT
from render.scene import Box, Placed, Scene, Text
from tests.render.rivals_position import (
    DELIVER,
    VALUES,
    at_badges,
    baron,
    by_column,
    column,
    down,
    line,
    menu,
    middle,
    position,
    preview,
    public,
    row,
    sprites,
    written,
)

HOTELS = {City("Cleveland"): Seat(3)}
TOWERS = {City("Cleveland"): Seat(1), City("St. Louis"): Seat(2)}


def valued(**values: int) -> dict[Railroad, int]:
    return VALUES | {Railroad(name): value for name, value in values.items()}


# -- stock track


def test_merged_neighbors_are_connected_and_called_one_company() -> None:
    scene = public("stocks", baron(merged=("CBQ", "IC"), value=valued(CBQ=4, IC=4)))
    [bar] = [shape for shape in scene.shapes_of_layer("rows") if isinstance(shape, Box) and shape.h > 20]
    rows = {badge.sprite.name: middle(badge)[1] for badge in sprites(scene.shapes_of_layer("rows"), "badge")}
    assert (bar.y + 2, bar.y + bar.h - 2) == (rows["badge CBQ"], rows["badge IC"])
    assert bar.x < min(badge.x for badge in sprites(scene.shapes_of_layer("rows"), "badge CBQ"))
    assert row(scene, "notes", "note") == ["CBQ and IC are one company: their values move together."]
    assert "CBQ and IC are one company." in scene.alt


@pytest.mark.parametrize("picture", ["stocks", "final"])
def test_merged_railroads_apart_name_each_other_and_no_line_crosses_the_rows_between(picture: str) -> None:
    scene = public(picture, baron(merged=("IC", "UP"), value=valued(IC=4, UP=4)))
    assert partners(scene) == {"badge IC": "= UP", "badge UP": "= IC"}
    assert [shape for shape in scene.shapes_of_layer("rows") if isinstance(shape, Box) and shape.h > 60] == []
    assert row(scene, "notes", "note") == ["IC and UP are one company: their values move together."]


def test_the_last_of_a_block_and_the_first_of_the_next_are_no_neighbors() -> None:
    scene = public("stocks", baron(merged=("IC", "MP"), value=valued(IC=4, MP=4)))
    assert partners(scene) == {"badge IC": "= MP", "badge MP": "= IC"}
    assert [shape for shape in scene.shapes_of_layer("rows") if isinstance(shape, Box)] == []


def partners(scene: Scene) -> dict[str, str]:
    """Return a mapping from badges to the texts beside them about the rest of their company."""
    badges = sprites(scene.shapes_of_layer("rows"), "badge")

    def away(badge: Placed, text: Text) -> float:
        x, y = middle(badge)
        return abs(y - text.y + 15) + 2 * abs(x - text.x)

    return {
        min(badges, key=lambda badge: away(badge, text)).sprite.name: text.words
        for text in written(scene, "rows", "partner")
    }


def test_a_railroad_out_of_business_is_gray_and_has_no_value() -> None:
    scene = public("stocks", baron(ruined=("ACL",), value=valued(ACL=0)))
    assert [badge.sprite.name for badge in sprites(scene.shapes_of_layer("rows"), "dead")] == ["dead badge ACL"]
    assert down(scene, "value")[0] == "–"
    assert down(scene, "tiles left")[0] == "–"
    assert column(scene, "bars", "fate") == ["out of", "business"]
    assert "ACL out of business" in scene.alt


def test_f5_a_value_over_15_is_an_upside_down_marker_and_both_numbers() -> None:
    scene = public("stocks", baron(value=valued(NYC=17)))
    [turned] = sprites(scene.shapes_of_layer("bars"), "turned")
    assert turned.sprite.turned
    assert turned.sprite.name == "turned badge NYC"
    assert at_badges(scene, [turned]) == {"turned badge NYC": "badge NYC"}
    zero, fifteen = written(scene, "grid", "axis")[2:]
    marker = next(
        box for box in scene.shapes_of_layer("bars") if isinstance(box, Box) and box.fill == LIVERIES["NYC"].field
    )
    assert (marker.x, marker.w) == (zero.x, round((fifteen.x - zero.x) * 2 / 15)), "to 2 on the scale"
    assert abs(turned.x + 5 - zero.x - marker.w) < 3, "its badge stands at the end"
    assert written(scene, "bars", "second round")[0].words == "15 + 2"
    assert down(scene, "value")[8] == "17"
    assert [text.words for text in written(scene, "grid", "axis")] == ["0", "15"] * 2


def test_a_rise_beyond_15_is_written_beside_both_numbers() -> None:
    delivered = e.Delivered(1, Goods.COAL, "Pittsburgh", "St. Louis", "NYC", 3, 2, 2, 17)
    scene = public("stocks", baron(value=valued(NYC=17)), delivered)
    [rise], [numbers] = written(scene, "bars", "rise"), written(scene, "bars", "second round")
    assert (rise.words, rise.ink, rise.y) == ("+1", ACCENT, numbers.y)
    assert rise.x >= numbers.x + text_width(numbers.words, numbers.face, numbers.size)


def test_without_modules_the_scale_grows_instead() -> None:
    scene = public("stocks", position(DELIVER, value=valued(NYC=17)))
    assert [text.words for text in written(scene, "grid", "axis")] == ["0", "20"] * 2


def test_k11_changes_of_a_company_move_both_and_a_fall_is_drawn_as_one() -> None:
    state = baron(merged=("IC", "UP"), value=valued(IC=2, UP=2, ACL=3))
    delivered = e.Delivered(1, Goods.COAL, "Pittsburgh", "St. Louis", "UP", 3, 2, 2, 5)
    bought, dumped = s.StockBought(1, "ACL", 2, ("ACL",), 3), s.StocksDumped(2, ("IC", "UP"), 2, 5, 1)
    scene = public("stocks", state, bought, dumped, delivered)
    assert line(scene) == "This turn: ACL +1, IC −3, UP −3"
    assert {text.words for text in written(scene, "bars", "rise")} == {"+1", "−3"}


def test_rises_of_merged_railroads_before_the_merger_are_no_change() -> None:
    state = baron(merged=("IC", "UP"), value=valued(IC=5, UP=5))
    before = e.Delivered(1, Goods.COAL, "Pittsburgh", "St. Louis", "IC", 3, 2, 2, 3)
    after = e.Delivered(2, Goods.COAL, "Pittsburgh", "St. Louis", "IC", 3, 2, 2, 5)
    scene = public("stocks", state, before, s.RailroadsMerged(1, "IC", "UP", 4), after)
    assert line(scene) == "This turn: IC +1, UP +1"


# -- choosing and previewing railroads


def test_railroads_to_choose_from_have_keys_beside_their_badges() -> None:
    scene = menu(baron(), "railroad", a.Buy(1, "B&O"), a.Buy(1, "NYC"))
    found = at_badges(scene, sprites(scene.shapes_of_layer("asking"), "key"))
    assert found == {"key A": "badge B&O", "key B": "badge NYC"}
    assert scene.alt.startswith("Buy Stock: Which railroad’s stock? Pay its value (you have 9 points). A B&O; B NYC.")


def test_the_question_for_the_second_railroad_of_a_merger_frames_the_first() -> None:
    scene = menu(baron(), "second", a.Merge(1, "B&O", "UP"))
    [frame] = [shape for shape in scene.shapes_of_layer("asking") if isinstance(shape, Box)]
    assert frame.ink == ACCENT
    [badge] = sprites(scene.shapes_of_layer("rows"), "badge B&O")
    assert frame.x < badge.x < frame.x + frame.w
    assert frame.y + frame.h / 2 == middle(badge)[1]
    assert line(scene) == "Merge B&O. With which railroad? Their values meet halfway"


@pytest.mark.parametrize(
    ("action", "title", "said", "value"),
    [
        (a.Buy(1, "B&O"), "BUY B&O?", "Pay 5 of your 9 points: B&O rises to 6", {"B&O": "6"}),
        (a.Dump(1, "B&O"), "DUMP B&O?", "2 × 5 = 10 points, B&O falls to 1", {"B&O": "1"}),
        (a.Loot(1, "B&O"), "LOOT B&O?", "5 points for you. All B&O stock leaves the game", {"B&O": "–"}),
        (
            a.Merge(1, "B&O", "UP"),
            "MERGE B&O AND UP?",
            "B&O at 5 and UP at 1 merge at 3",
            {"B&O": "3", "UP": "3"},
        ),
    ],
)
def test_preview_of_a_stock_tile_shows_the_future_stock_track(
    action: Action, title: str, said: str, value: dict[str, str]
) -> None:
    scene = preview(baron(), action)
    values = dict(zip(VALUES, down(scene, "value"), strict=True))
    assert row(scene, "header", "title") == [title]
    assert line(scene) == said
    assert {name: values[Railroad(name)] for name in value} == value
    assert len([shape for shape in scene.shapes_of_layer("asking") if isinstance(shape, Box)]) == len(value)


def test_a_preview_shows_the_shares_as_they_will_be() -> None:
    worth = {text.words for text in written(preview(baron(), a.Loot(1, "B&O")), "shares", "worth")}
    assert worth == {"+1", "+7", "+3", "+0"}, "Ada has UP, Cleo has ACL left"


def test_insider_trading_shows_the_cards_in_their_new_order() -> None:
    scene = preview(baron(specials={Seat(1): (Special.INSIDER,)}), a.Insider(1))
    assert column(scene, "cards", "name") == ["Ada", "Cleo", "Dov", "Ben"]
    assert scene.alt == "Preview: the turn order would be Ada, Cleo, Dov, Ben."


# -- score cards and the final table


def test_score_cards_show_what_lies_before_a_player_and_what_is_to_be_built() -> None:
    specials = {Seat(1): (Special.BUY, Special.UPGRADE, Special.UPGRADE), Seat(2): (Special.MERGER,)}
    scene = public("scores", baron(specials=specials, hotels=HOTELS, towers=TOWERS))
    assert column(scene, "cards", "special tile") == ["Upgrade +2, Buy Stock", "Merger"]
    assert row(scene, "cards", "axis") == ["points", "links", "in hand", "to build"]
    left = [
        shape.sprite.name
        for shape in (
            *sprites(scene.shapes_of_layer("cards"), "hotel"),
            *sprites(scene.shapes_of_layer("cards"), "tower"),
        )
    ]
    assert sorted(left) == ["hotel 1", "hotel 2", "hotel 4", "tower 3", "tower 4"]
    assert "Ada 9 points, no links, next to move, hotel to build, Upgrade +2, Buy Stock" in scene.alt


def test_without_modules_a_score_card_has_nothing_more() -> None:
    assert written(public("scores", position(DELIVER)), "cards", "special tile") == []


def test_f3_railroad_size_is_a_line_of_the_final_table_before_and_after_the_end() -> None:
    scene = public("final", baron())
    assert by_column(scene, "figure", "total") == [
        ["3", "5", "8", "1", "21", "30"],
        ["7", "7", "2", "14", "23"],
        ["10", "1", "11", "0", "9", "20"],
        ["0", "0", "6", "6"],
    ]
    assert "Cleo 30 (score track 21 + stocks 8 + links 1)" in scene.alt
    ended = msgspec.structs.replace(baron(), flow=(), score={Seat(1): 20, Seat(2): 23, Seat(3): 30, Seat(4): 6})
    assert "Cleo 30 (score track 21 + stocks 8 + links 1)" in public("final", ended).alt
