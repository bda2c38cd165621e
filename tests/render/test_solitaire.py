"""Pictures of the solitaire game: the numbers of one known position, and checks over whole games."""

import pytest

from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingStocks,
    PlacingOne,
)
from render.fonts import text_width
from render.palette import ACCENT
from render.scene import Box
from tests.render.rivals_position import VALUES, column, down, line, middle, row, sprites, written
from tests.render.solitaire import CUBES, menu, preview, shown, solo, told

# -- progression


def test_under_every_delivered_cube_stands_what_it_scored() -> None:
    scene = shown("scores", solo(DeliveringOne()))
    cubes = sprites(scene.shapes_of_layer("progression"), "cube")
    assert [cube.sprite.name for cube in cubes] == [f"cube {goods}" for goods in CUBES.split()]
    assert row(scene, "progression", "points") == ["+3", "+4", "+4", "+3"]
    below = {text.x for text in written(scene, "progression", "points")}
    assert below == {middle(cube)[0] for cube in cubes[3:]}
    assert row(scene, "progression", "caption") == ["start"]


def test_the_bracket_spans_the_cubes_that_count_and_says_what_they_score() -> None:
    for cubes, counting, said in (
        (CUBES, 4, "3 colors: the next delivery scores 3 points"),
        ("wood grain coal", 3, "3 colors: the next delivery scores 3 points"),
        ("wood wood wood wood", 4, "1 color: the next delivery scores 1 point"),
    ):
        scene = shown("scores", solo(DeliveringOne(), cubes=cubes))
        drawn = sprites(scene.shapes_of_layer("progression"), "cube")[-counting:]
        [bracket] = [b for b in scene.shapes_of_layer("progression") if isinstance(b, Box) and b.h == 5 and b.w > 88]
        assert row(scene, "progression", "next delivery") == [said]
        assert abs(bracket.x - drawn[0].x) <= 1
        assert abs(bracket.x + bracket.w - drawn[-1].x - drawn[-1].sprite.w) <= 2


@pytest.mark.parametrize("deliveries", range(12))
def test_the_progression_fits_from_the_first_turn_to_the_last(deliveries: int) -> None:
    cubes = " ".join(("wood", "grain", "coal", "iron")[i % 4] for i in range(3 + deliveries))
    scene = shown("scores", solo(DeliveringOne(), cubes=cubes))
    hollow = [
        box for box in scene.shapes_of_layer("progression") if isinstance(box, Box) and box.w == box.h and not box.fill
    ]
    assert len(sprites(scene.shapes_of_layer("progression"), "cube")) + len(hollow) == 14
    assert all(cube.x + cube.sprite.w <= 1576 for cube in sprites(scene.shapes_of_layer("progression"), "cube"))
    [said] = written(scene, "progression", "next delivery")
    assert said.x - text_width(said.words, said.face, said.size) / 2 >= 40
    assert said.x + text_width(said.words, said.face, said.size) / 2 <= 1560


def test_the_cards_say_score_stocks_and_the_rank_that_both_make() -> None:
    scene = shown("scores", solo(DeliveringOne()))
    assert row(scene, "cards", "score") == ["21", "20", "41"], "2 × 5 + 1 × 7 + 3 × 1 = 20"
    assert row(scene, "cards", "rank") == ["Stoker/Boilerman"]


def test_the_table_says_for_each_color_what_it_scores_leaves_and_how_many_there_are() -> None:
    scene = shown("scores", solo(DeliveringOne()))
    assert row(scene, "table", "axis") == ["scores now", "next one then", "on cities", "in bag"]
    names = written(scene, "table", "goods name")
    figures = written(scene, "table", "figure")
    beside = {
        name.words: [f.words for f in sorted(figures, key=lambda f: f.x) if abs(f.y - name.y) < 10] for name in names
    }
    assert beside == {
        "wood": ["+3", "+2", "1", "2"],
        "grain": ["+3", "+2", "1", "0"],
        "coal": ["+3", "+3", "1", "4"],
        "iron": ["+3", "+3", "0", "5"],
    }


def test_in_the_last_turn_there_is_no_delivery_after_the_next() -> None:
    scene = shown("scores", solo(DeliveringOne(), turn=11))
    assert row(scene, "table", "axis") == ["scores now", "on cities", "in bag"]
    assert "the one after it" not in scene.alt


def test_after_the_end_the_progression_counts_the_stocks_once_and_has_no_next_delivery() -> None:
    scene = shown("scores", solo(flow=(), turn=11, score={1: 41}))
    assert row(scene, "cards", "score") == ["21", "20", "41"]
    assert not scene.shapes_of_layer("table")
    assert not written(scene, "progression", "next delivery")


def test_the_cube_that_was_just_delivered_is_framed_and_named() -> None:
    scene = shown("scores", solo(DrawingStocks(), stock_offer=()), told("St. Louis", "B&O", 5))
    [frame] = [b for b in scene.shapes_of_layer("progression") if isinstance(b, Box) and b.ink == ACCENT]
    last = sprites(scene.shapes_of_layer("progression"), "cube")[-1]
    assert frame.x < last.x < last.x + last.sprite.w < frame.x + frame.w
    assert line(scene) == "Ada: grain from Pittsburgh to St. Louis by B&O, 3 points"


def test_the_alt_text_describes_the_progression() -> None:
    assert shown("scores", solo(DeliveringOne())).alt == (
        "Turn 2 of 11 · Deliver a good. Score track 21 points, stocks 20, total 41: Stoker/Boilerman. "
        "Progression, left to right: wood, grain, coal at the start; then iron +3, wood +4, wood +4, grain +3. "
        "The last 4 (iron, wood, wood, grain) have 3 colors: the next delivery scores 3 points. "
        "Wood: after it, the next delivery scores 2 points; 1 on cities, 2 in the bag. "
        "Grain: after it, the next delivery scores 2 points; 1 on cities, none in the bag. "
        "Coal: after it, the next delivery scores 3 points; 1 on cities, 4 in the bag. "
        "Iron: after it, the next delivery scores 3 points; none on cities, 5 in the bag."
    )


def test_the_colors_that_may_be_delivered_stand_first_beside_their_keys() -> None:
    progression, board = menu(solo(DeliveringOne()), "goods")
    assert board.name == "board"
    assert line(progression) == "Which good?"
    assert column(progression, "table", "goods name") == ["coal", "wood", "grain", "iron"]
    keys = {round(middle(key)[1]): key.sprite.name for key in sprites(progression.shapes_of_layer("table"), "key")}
    cubes = {round(middle(cube)[1]): cube.sprite.name for cube in sprites(progression.shapes_of_layer("table"), "cube")}
    assert {keys[y]: cubes[y] for y in keys} == {"key A": "cube coal", "key B": "cube wood", "key C": "cube grain"}


# -- the first cubes


def test_the_cubes_chosen_so_far_lie_in_their_places() -> None:
    state = solo(Arranging(), cubes="wood grain coal", turn=0)
    [scene] = menu(state, "second", first=Goods.COAL)
    assert line(scene) == "Which cube in the middle?"
    assert [cube.sprite.name for cube in sprites(scene.shapes_of_layer("places"), "cube")] == ["cube coal"]
    assert row(scene, "places", "caption") == [f"counts for {n} deliveries" for n in (2, 3, 4)]
    assert row(scene, "choices", "goods name") == ["wood", "grain"]
    assert scene.alt == "Which cube in the middle? It counts for 3 deliveries. A wood. B grain."


def test_the_preview_of_the_order_shows_and_says_it() -> None:
    state = solo(Arranging(), cubes="wood grain coal", turn=0)
    scene = preview(state, Arrange(1, Goods.COAL, Goods.WOOD, Goods.GRAIN))
    assert [cube.sprite.name for cube in sprites(scene.shapes_of_layer("places"), "cube")] == [
        "cube coal",
        "cube wood",
        "cube grain",
    ]
    assert scene.alt == (
        "Start with coal, wood, grain? Left, coal: counts for 2 deliveries. "
        "Middle, wood: counts for 3 deliveries. Right, grain: counts for 4 deliveries."
    )


def test_before_they_are_put_in_order_the_cubes_have_none() -> None:
    alt = shown("scores", solo(Arranging(), cubes="wood grain coal", turn=0)).alt
    assert "The first cubes, in any order: wood, grain, coal." in alt
    assert "left to right" not in alt


# -- stocks


def test_values_end_at_the_limit_and_tiles_stand_beside_their_worth() -> None:
    scene = shown("stocks", solo(DeliveringOne(), value={**VALUES, "NYC": 10}))
    assert [text.words for text in written(scene, "grid", "axis")] == ["0", "limit 10", "tiles", "points", "pile"] * 2
    assert down(scene, "value") == ["3", "0", "5", "1", "0", "2", "4", "0", "10", "6", "0", "1"]
    assert down(scene, "share") == ["2", "1", "3"]
    assert down(scene, "worth") == ["10", "10", "3"]
    assert row(scene, "total", "share") == ["6"]
    assert row(scene, "total", "total") == ["23"]
    limit = max(box.x for box in scene.shapes_of_layer("grid") if isinstance(box, Box))
    assert max(box.x + box.w for box in scene.shapes_of_layer("bars") if isinstance(box, Box)) - limit in (0, 1)


def test_the_pile_counts_the_tiles_neither_owned_nor_gone_nor_on_offer() -> None:
    stocks = {1: {"B&O": 1, "ACL": 2}}
    state = solo(DrawingStocks(), stocks=stocks, discarded=("B&O", "B&O", "ATSF"), offer=((), ("B&O", "UP", "UP")))
    drawn = dict(zip(VALUES, down(shown("stocks", state), "tiles left"), strict=True))
    assert {r: drawn[r] for r in ("ACL", "ATSF", "B&O", "C&O", "UP")} == {
        "ACL": "2",
        "ATSF": "3",
        "B&O": "0",
        "C&O": "4",
        "UP": "2",
    }


def test_a_rise_is_by_two_and_at_the_limit_only_the_limit_is_said() -> None:
    state = solo(DrawingStocks(), value={**VALUES, "NYC": 10})
    scene = shown("stocks", state, told("St. Louis", "PRR", 6))
    assert line(scene) == "Last turn: PRR +2"
    assert [text.words for text in written(scene, "bars", "rise")] == ["+2"]
    assert "PRR 6 (+2), SP 0" in scene.alt
    scene = shown("stocks", state, told("St. Louis", "NYC", 10))
    assert line(scene) == "Last turn: NYC at the limit, 10"
    assert not written(scene, "bars", "rise")
    assert "NYC 10, PRR 6" in scene.alt


def test_a_rise_to_the_limit_is_said_where_no_delivery_can_have_missed_it() -> None:
    value = dict.fromkeys(VALUES, 0) | {"NYC": 10}
    five, six = (solo(DrawingStocks(), value=value, cubes=" ".join(["wood"] * (3 + n))) for n in (5, 6))
    news = told("St. Louis", "NYC", 10)
    assert line(shown("stocks", five, news)) == "Last turn: NYC +2", "five deliveries, ten points"
    assert line(shown("stocks", six, news)) == "Last turn: NYC at the limit, 10"


def test_the_alt_text_describes_the_stocks() -> None:
    assert shown("stocks", solo(DeliveringOne())).alt == (
        "Turn 2 of 11 · Deliver a good. Stock values, at most 10: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, "
        "NP 0, NYC 7, PRR 6, SP 0, UP 1. Your stocks: B&O ×2 worth 10, NYC ×1 worth 7, UP ×3 worth 3 "
        "(worth 20 points now). "
        "In the pile: ACL 4, ATSF 4, B&O 2, C&O 4, CBQ 4, IC 4, MP 4, NP 4, NYC 3, PRR 4, SP 4, UP 1."
    )


# -- rank


def test_after_the_game_its_pictures_say_points_and_rank_and_what_the_deliveries_scored() -> None:
    over = solo(flow=(), turn=11, score={1: 58})
    said = line(shown("final", over))
    assert said.startswith("Ada: 58 points, ")
    assert line(shown("board", over)) == line(shown("scores", over)) == said
    assert row(shown("scores", over), "progression", "deliveries") == ["4 deliveries: 14 points"]


def test_rises_of_the_turn_before_are_said_to_be_of_the_last_turn() -> None:
    news = told("Cleveland", "PRR", 8)
    assert line(shown("stocks", solo(DeliveringOne()), news)).startswith("This turn: PRR ")
    assert line(shown("stocks", solo(PlacingOne()), news)).startswith("Last turn: PRR ")


def test_the_final_score_is_added_up_stock_by_stock() -> None:
    scene = shown("final", solo(flow=(), turn=11, score={1: 58}))
    assert line(scene) == "Ada: 58 points, Locomotive Engineer"
    assert column(scene, "rows", "value") == [str(value) for value in VALUES.values()]
    assert column(scene, "rows", "share") == ["2 ×", "1 ×", "3 ×"]
    assert column(scene, "rows", "figure") == ["10", "7", "3"]
    assert column(scene, "sum", "caption") == ["Stocks", "Deliveries", "At the start"]
    assert column(scene, "sum", "figure") == ["20", "37", "1"]
    assert row(scene, "sum", "total") == ["58"]
    assert scene.alt.startswith(
        "Final score: Ada has 58 points, Locomotive Engineer. 1 at the start, deliveries 37, stocks 20. "
        "Stocks: B&O 2 × 5 = 10, NYC 1 × 7 = 7, UP 3 × 1 = 3."
    )


def test_before_the_end_the_current_rank_is_shown() -> None:
    scene = shown("final", solo(DeliveringOne()))
    assert line(scene) == "Ada: 41 points, Stoker/Boilerman"
    assert row(scene, "header", "title") == ["IF THE GAME ENDED NOW"]
    assert column(scene, "sum", "figure") == ["20", "20", "1"]


def test_the_ladder_has_every_rank_with_its_points_best_first() -> None:
    scene = shown("final", solo(flow=(), score={1: 58}))
    lines = dict(zip(column(scene, "ranks", "range"), column(scene, "ranks", "rank"), strict=True))
    assert list(lines.items()) == [
        ("81+", "Tycoon"),
        ("76–80", "Railroad CEO"),
        ("71–75", "Manager"),
        ("66–70", "Road Foreman of Engines"),
        ("61–65", "Train Dispatcher"),
        ("56–60", "Locomotive Engineer"),
        ("51–55", "Signalman"),
        ("46–50", "Conductor"),
        ("41–45", "Stoker/Boilerman"),
        ("36–40", "Porter"),
        ("0–35", "Train-Hopping Vagabond"),
    ]


@pytest.mark.parametrize(
    ("points", "reached"),
    [
        (20, "Train-Hopping Vagabond"),
        (35, "Train-Hopping Vagabond"),
        (36, "Porter"),
        (40, "Porter"),
        (66, "Road Foreman of Engines"),
        (80, "Railroad CEO"),
        (81, "Tycoon"),
        (120, "Tycoon"),
    ],
)
def test_the_rank_reached_stands_on_a_card_with_the_engine(points: int, reached: str) -> None:
    scene = shown("final", solo(flow=(), score={1: points}))
    [card] = [box for box in scene.shapes_of_layer("ranks") if isinstance(box, Box) and box.ink == ACCENT]
    inside = [text for text in written(scene, "ranks", "rank") if card.y < text.y < card.y + card.h]
    assert [text.words for text in inside] == [reached]
    assert inside[0].x + text_width(reached, inside[0].face, inside[0].size) < card.x + card.w - 12
    [engine] = sprites(scene.shapes_of_layer("ranks"), "engine")
    assert card.y < engine.y < engine.y + engine.sprite.h < card.y + card.h
    [span] = [text for text in written(scene, "ranks", "range") if card.y < text.y < card.y + card.h]
    assert engine.x + engine.sprite.w < span.x - text_width(span.words, span.face, span.size)
