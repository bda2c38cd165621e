"""The pictures of the solitaire game: every figure of one position known by hand, and what holds in whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from engine import PhaseEnded, decisions, play, redact, visible
from engine.core.action import fields
from engine.core.event import Event
from engine.games.railroad_rivals import events as e
from engine.games.railroad_rivals.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.board import Board
from engine.games.railroad_rivals.data import City, Goods
from engine.games.railroad_rivals.geometry import Cell, Side
from engine.games.railroad_rivals.options import RivalsOptions
from engine.games.railroad_rivals.phase import RivalsPhase
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, TilesDiscarded
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state import RailroadRivals
from render import Choice, Look, Scene, draw
from render.fonts import width
from render.palette import ACCENT
from render.scene import Box, Group, Placed, Text, texts
from tests.games.railroad_rivals.table import BLOCK, GAME, table
from tests.render.facts import PAINTER, VALUES, column, line, middle, row, sprites, written
from tests.render.test_pictures import EXEMPT, FLOOR

LOOK = Look(("Ada",))
CUBES = "wood grain coal iron wood wood grain"
"""Three at the start; the others scored 3, 4, 4 and 3. The last four have three colors."""
EMPTY_BAG = dict.fromkeys((Goods.WOOD, Goods.GRAIN, Goods.COAL, Goods.IRON), 0)


def solo(phase: RivalsPhase | None = None, *, cubes: str = CUBES, **changes: Any) -> RailroadRivals:
    """Four cities, three links, known values and stocks, 21 points on the score track."""
    known = {
        "laid": BLOCK,
        "value": VALUES,
        "stocks": {1: {"B&O": 2, "NYC": 1, "UP": 3}},
        "score": {1: 21},
        "goods": {"Pittsburgh": "coal wood", "Cleveland": "grain"},
        "bag": {Goods.WOOD: 2, Goods.GRAIN: 0, Goods.COAL: 4, Goods.IRON: 5},
        "delivered": tuple(map(Goods, cubes.split())),
    }
    return table(phase, seats=1, **(known | changes))  # type: ignore[arg-type]


def shown(picture: str, state: RailroadRivals, *news: Event) -> Scene:
    return PAINTER.scenes(picture, redact(state, None), Look(("Ada",), news))[0]


def menu(state: RailroadRivals, field: str, **chosen: Any) -> tuple[Scene, ...]:
    """The pictures for a question of which the fields before are answered so."""
    answers: dict[object, list[Any]] = {}
    for offer in decisions(state)[0].offers:
        if all(getattr(offer, name) == value for name, value in chosen.items()):
            answers.setdefault(getattr(offer, field), []).append(offer)
    keyed = tuple(Choice("ABCDEFGHIJKL"[i], tuple(offers)) for i, offers in enumerate(answers.values()))
    return PAINTER.choices(redact(state, 1), LOOK, field, keyed)


def preview(state: RailroadRivals, action: Any) -> Scene:
    return PAINTER.preview(redact(state, 1), LOOK, action)[0]


def coal(to: str) -> Deliver:
    return Deliver(1, Goods.COAL, City("Pittsburgh"), City(to))


def told(to: str, railroad: str, value: int) -> e.Delivered:
    return e.Delivered(1, "grain", "Pittsburgh", to, railroad, 3, 1, 0, value)


# -- progression


def test_under_every_delivered_cube_stands_what_it_scored() -> None:
    scene = shown("scores", solo(DeliveringOne()))
    cubes = sprites(scene.layer("progression"), "cube")
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
        drawn = sprites(scene.layer("progression"), "cube")[-counting:]
        [bracket] = [b for b in scene.layer("progression") if isinstance(b, Box) and b.h == 5 and b.w > 88]
        assert row(scene, "progression", "next delivery") == [said]
        assert abs(bracket.x - drawn[0].x) <= 1
        assert abs(bracket.x + bracket.w - drawn[-1].x - drawn[-1].sprite.w) <= 2


@pytest.mark.parametrize("deliveries", range(12))
def test_the_progression_fits_from_the_first_turn_to_the_last(deliveries: int) -> None:
    cubes = " ".join(("wood", "grain", "coal", "iron")[i % 4] for i in range(3 + deliveries))
    scene = shown("scores", solo(DeliveringOne(), cubes=cubes))
    hollow = [box for box in scene.layer("progression") if isinstance(box, Box) and box.w == box.h and not box.fill]
    assert len(sprites(scene.layer("progression"), "cube")) + len(hollow) == 14
    assert all(cube.x + cube.sprite.w <= 1576 for cube in sprites(scene.layer("progression"), "cube"))
    [said] = written(scene, "progression", "next delivery")
    assert said.x - width(said.words, said.face, said.size) / 2 >= 40
    assert said.x + width(said.words, said.face, said.size) / 2 <= 1560


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
    assert not scene.layer("table")
    assert not written(scene, "progression", "next delivery")


def test_the_cube_of_the_news_is_framed_and_told() -> None:
    scene = shown("scores", solo(DrawingStocks(), stock_offer=()), told("St. Louis", "B&O", 5))
    [frame] = [b for b in scene.layer("progression") if isinstance(b, Box) and b.ink == ACCENT]
    last = sprites(scene.layer("progression"), "cube")[-1]
    assert frame.x < last.x < last.x + last.sprite.w < frame.x + frame.w
    assert line(scene) == "Ada: grain from Pittsburgh to St. Louis by B&O, 3 points"


def test_the_progression_in_words() -> None:
    assert shown("scores", solo(DeliveringOne())).alt == (
        "Turn 2 of 11 · deliver a good. Score track 21 points, stocks 20, total 41: Stoker/Boilerman. "
        "Progression, left to right: wood, grain, coal at the start; then iron +3, wood +4, wood +4, grain +3. "
        "The last 4 (iron, wood, wood, grain) have 3 colors: the next delivery scores 3 points. "
        "wood: the one after it scores 2 points; 1 on cities, 2 in the bag. "
        "grain: the one after it scores 2 points; 1 on cities, 0 in the bag. "
        "coal: the one after it scores 3 points; 1 on cities, 4 in the bag. "
        "iron: the one after it scores 3 points; 0 on cities, 5 in the bag."
    )


def test_the_colors_that_may_be_delivered_stand_first_beside_their_keys() -> None:
    progression, board = menu(solo(DeliveringOne()), "goods")
    assert board.name == "board"
    assert line(progression) == "Which cube is delivered?"
    assert column(progression, "table", "goods name") == ["coal", "wood", "grain", "iron"]
    keys = {round(middle(key)[1]): key.sprite.name for key in sprites(progression.layer("table"), "key")}
    cubes = {round(middle(cube)[1]): cube.sprite.name for cube in sprites(progression.layer("table"), "cube")}
    assert {keys[y]: cubes[y] for y in keys} == {"key A": "cube coal", "key B": "cube wood", "key C": "cube grain"}


# -- the first cubes


def test_the_cubes_chosen_so_far_lie_in_their_places() -> None:
    state = solo(Arranging(), cubes="wood grain coal", turn=0)
    [scene] = menu(state, "second", first=Goods.COAL)
    assert line(scene) == "Which cube in the middle?"
    assert [cube.sprite.name for cube in sprites(scene.layer("places"), "cube")] == ["cube coal"]
    assert row(scene, "places", "caption") == [f"counts for {n} deliveries" for n in (2, 3, 4)]
    assert row(scene, "choices", "goods name") == ["wood", "grain"]
    assert scene.alt == "Which cube in the middle? Counts for 3 deliveries. A wood. B grain."


def test_the_preview_of_the_order_shows_and_says_it() -> None:
    state = solo(Arranging(), cubes="wood grain coal", turn=0)
    scene = preview(state, Arrange(1, Goods.COAL, Goods.WOOD, Goods.GRAIN))
    assert [cube.sprite.name for cube in sprites(scene.layer("places"), "cube")] == [
        "cube coal",
        "cube wood",
        "cube grain",
    ]
    assert scene.alt == (
        "Begin with coal, wood, grain? Left coal: counts for 2 deliveries. "
        "Middle wood: counts for 3 deliveries. Right grain: counts for 4 deliveries."
    )


def test_before_they_are_put_in_order_the_cubes_have_none() -> None:
    alt = shown("scores", solo(Arranging(), cubes="wood grain coal", turn=0)).alt
    assert "The first cubes, in any order: wood, grain, coal." in alt
    assert "left to right" not in alt


# -- stocks


def test_values_end_at_the_limit_and_tiles_stand_beside_their_worth() -> None:
    scene = shown("stocks", solo(DeliveringOne(), value={**VALUES, "NYC": 10}))
    assert [text.words.strip() for text in written(scene, "grid", "axis")][:3] == ["0", "5", "limit 10"]
    assert column(scene, "rows", "value") == ["3", "0", "5", "1", "0", "2", "4", "0", "10", "6", "0", "1"]
    assert column(scene, "rows", "share") == ["2", "1", "3"]
    assert column(scene, "rows", "worth") == ["10", "10", "3"]
    assert row(scene, "total", "share") == ["6"]
    assert row(scene, "total", "total") == ["23"]
    limit = max(box.x for box in scene.layer("grid") if isinstance(box, Box))
    assert max(box.x + box.w for box in scene.layer("bars") if isinstance(box, Box)) - limit in (0, 1)


def test_left_are_the_tiles_that_may_still_be_drawn_or_taken() -> None:
    stocks = {1: {"B&O": 1, "ACL": 2}}
    state = solo(DrawingStocks(), stocks=stocks, discarded=("B&O", "B&O", "ATSF"), offer=((), ("B&O", "UP", "UP")))
    drawn = dict(zip(VALUES, column(shown("stocks", state), "rows", "tiles left"), strict=True))
    assert {r: drawn[r] for r in ("ACL", "ATSF", "B&O", "C&O", "UP")} == {
        "ACL": "2",
        "ATSF": "3",
        "B&O": "1",
        "C&O": "4",
        "UP": "4",
    }


def test_a_rise_is_by_two_and_at_the_limit_only_the_limit_is_said() -> None:
    state = solo(DrawingStocks(), value={**VALUES, "NYC": 10})
    scene = shown("stocks", state, told("St. Louis", "PRR", 6))
    assert line(scene) == "This turn: PRR +2"
    assert [text.words for text in written(scene, "bars", "rise")] == ["+2"]
    assert "PRR 6 (+2), SP 0" in scene.alt
    scene = shown("stocks", state, told("St. Louis", "NYC", 10))
    assert line(scene) == "This turn: NYC at the limit, 10"
    assert not written(scene, "bars", "rise")
    assert "NYC 10, PRR 6" in scene.alt


def test_a_rise_to_the_limit_is_said_where_no_delivery_can_have_missed_it() -> None:
    value = dict.fromkeys(VALUES, 0) | {"NYC": 10}
    five, six = (solo(DrawingStocks(), value=value, cubes=" ".join(["wood"] * (3 + n))) for n in (5, 6))
    news = told("St. Louis", "NYC", 10)
    assert line(shown("stocks", five, news)) == "This turn: NYC +2", "five deliveries, ten points"
    assert line(shown("stocks", six, news)) == "This turn: NYC at the limit, 10"


def test_the_stocks_in_words() -> None:
    assert shown("stocks", solo(DeliveringOne())).alt == (
        "Turn 2 of 11 · deliver a good. Stock values, at most 10: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, "
        "NP 0, NYC 7, PRR 6, SP 0, UP 1. Your stocks: B&O ×2 worth 10, NYC ×1 worth 7, UP ×3 worth 3; worth 20 today. "
        "Left in the pile or on offer: ACL 4, ATSF 4, B&O 2, C&O 4, CBQ 4, IC 4, MP 4, NP 4, NYC 3, PRR 4, SP 4, UP 1."
    )


# -- rank


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


def test_before_the_end_the_rank_is_that_of_today() -> None:
    scene = shown("final", solo(DeliveringOne()))
    assert line(scene) == "Ada: 41 points, Stoker/Boilerman"
    assert row(scene, "header", "title") == ["IF IT ENDED NOW"]
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
    [card] = [box for box in scene.layer("ranks") if isinstance(box, Box) and box.ink == ACCENT]
    inside = [text for text in written(scene, "ranks", "rank") if card.y < text.y < card.y + card.h]
    assert [text.words for text in inside] == [reached]
    assert inside[0].x + width(reached, inside[0].face, inside[0].size) < card.x + card.w - 12
    [engine] = sprites(scene.layer("ranks"), "engine")
    assert card.y < engine.y < engine.y + engine.sprite.h < card.y + card.h
    [span] = [text for text in written(scene, "ranks", "range") if card.y < text.y < card.y + card.h]
    assert engine.x + engine.sprite.w < span.x - width(span.words, span.face, span.size)


# -- offers


def test_a_stock_on_offer_says_worth_links_own_tiles_and_how_many_are_left() -> None:
    state = solo(DrawingStocks(), stocks={1: {"B&O": 2, "UP": 1}}, offer=((), ("UP", "B&O", "UP")))
    [scene] = menu(state, "tile")
    assert row(scene, "stocks", "worth") == ["worth 1 now", "worth 5 now", "worth 1 now"]
    assert row(scene, "stocks", "holders") == ["0 links · you own 1", "1 link · you own 2", "0 links · you own 1"]
    assert row(scene, "stocks", "caption") == ["2 more", "1 more", "2 more"]
    assert [key.sprite.name for key in sprites(scene.layer("stocks"), "key")] == ["key A", "key B"], "one key a kind"
    assert line(scene) == "Ada takes one stock; the others leave the game"


def test_the_stock_about_to_be_taken_is_framed() -> None:
    state = solo(DrawingStocks(), offer=((), ("ACL", "B&O", "UP")))
    scene = preview(state, Draft(1, "B&O"))
    [frame] = [box for box in scene.layer("stocks") if isinstance(box, Box) and box.ink == ACCENT]
    badge = next(badge for badge in sprites(scene.layer("stocks"), "badge B&O"))
    assert frame.x < badge.x < frame.x + frame.w


def test_a_city_that_may_not_be_placed_has_no_key() -> None:
    state = solo(PlacingOne(), offer=(("Savannah", "Boston", "Billings"), ()))
    offer, board = menu(state, "city")
    assert board.name == "board"
    assert row(offer, "cities", "caption") == ["no place now", "fits 1 place", "no place now"]
    [key] = sprites(offer.layer("cities"), "key")
    cards = {card.name: card.shapes[0] for card in offer.layer("cities") if isinstance(card, Group)}
    assert key.sprite.name == "key A"
    boston = cards["card Boston"]
    assert isinstance(boston, Placed)
    assert abs(boston.x - key.x) < 60
    assert "Boston, goods 2, blank blank NYC NYC, fits 1 place" in offer.alt


def test_without_any_match_blank_edges_count() -> None:
    state = solo(PlacingOne(), offer=(("Savannah",), ()))
    assert row(menu(state, "city")[0], "cities", "caption") == ["blank edge only"]
    assert line(menu(state, "at")[0]) == "No city on offer matches a railroad: blank goes to blank"


def test_a_starting_city_that_matches_nothing_lies_beside_any_city() -> None:
    state = solo(LayingStart(), laid=("Boston 0,0 n",), offer=(("Billings",), ()), turn=0)
    assert row(menu(state, "city")[0], "cities", "caption") == ["beside any city"]
    [places] = menu(state, "at", city="Billings")
    assert line(places) == "No city on offer matches a railroad: lay it beside any city"
    assert "blank" not in places.alt
    assert line(preview(state, Place(1, City("Billings"), Cell(0, 1), Side.NORTH))) == (
        "No link; in the end every city gets 1 cube"
    )
    news = e.CityPlaced(1, "Billings", Cell(0, 1), Side.NORTH, ())
    assert line(shown("board", state, news)) == "Ada placed Billings: no link"


@pytest.mark.parametrize(
    ("bag", "drawn"),
    [({}, "then draw 2 cubes"), ({Goods.IRON: 1}, "then draw 1 cube"), (EMPTY_BAG, "the bag is empty")],
)
def test_the_preview_of_a_place_counts_no_more_cubes_than_there_are(bag: dict[Goods, int], drawn: str) -> None:
    state = solo(PlacingOne(), offer=(("Boston",), ()), **({"bag": EMPTY_BAG | bag} if bag else {}))
    way = next(iter(decisions(state)[0].offers))
    assert isinstance(way, Place)
    scene = preview(state, way)
    assert line(scene).endswith(drawn)
    assert line(scene).startswith("You gain link NYC to ")
    assert line(scene) in scene.alt


# -- deliveries


def test_a_delivery_scores_the_colors_to_its_left_wherever_it_goes() -> None:
    state = solo(DeliveringOne())
    [scene] = menu(state, "city", goods=Goods.WOOD)
    assert line(scene) == "From which city? It scores 3 points"
    assert scene.alt == "Deliver wood. From which city? It scores 3 points. A Pittsburgh."
    [scene] = menu(state, "to", goods=Goods.COAL, city="Pittsburgh")
    assert line(scene) == "From Pittsburgh to which city? It scores 3 points"
    assert scene.alt == (
        "Deliver coal. From Pittsburgh to which city? It scores 3 points. A St. Louis: B&O +2 to 7. "
        "B Indianapolis: PRR +2 to 8."
    )


@pytest.mark.parametrize(
    ("value", "turn", "said"),
    [
        (5, 2, "It scores 3 points; B&O +2 to 7; the next one scores 3"),
        (8, 2, "It scores 3 points; B&O +2 to 10; the next one scores 3"),
        (10, 2, "It scores 3 points; B&O stays at 10, the limit; the next one scores 3"),
        (6, 11, "It scores 3 points; B&O +2 to 8"),
    ],
)
def test_the_preview_of_a_delivery_says_points_rise_and_what_the_next_one_scores(
    value: int, turn: int, said: str
) -> None:
    state = solo(DeliveringOne(), value={**VALUES, "B&O": value}, turn=turn)
    scene = preview(state, coal("St. Louis"))
    assert line(scene) == said
    assert scene.alt.startswith("Preview: Deliver coal from Pittsburgh to St. Louis: 3 points")


# -- whole games


@lru_cache(None)
def game(*, challenge: bool, seed: int = 4) -> tuple[tuple[RailroadRivals, tuple[Event, ...], str | None], ...]:
    """Every position of a random game with its news, and the heading where a phase just ended."""
    dice, since = random.Random(seed), list[Event]()
    state, news = GAME.new(RivalsOptions(challenge=challenge), 1, seed)
    found: list[tuple[RailroadRivals, tuple[Event, ...], str | None]] = [(state, news, "")]
    while questions := decisions(state):
        state, events = play(state, dice.choice(list(questions[0].offers)))
        for event in visible(events, None):
            since.append(event)
            if isinstance(event, PhaseEnded):
                found.append((state, tuple(since), event.phase))
                since.clear()
        found.append((state, tuple(since), None))
    return tuple(found)


def questions(state: RailroadRivals, news: tuple[Event, ...]) -> Iterator[tuple[str, tuple[Scene, ...]]]:
    """The pictures of every question on the way to one answer, and of its preview."""
    for decision in decisions(state):
        view, look, offers = redact(state, 1), Look(("Ada",), news), list(decision.offers)
        for field in fields(type(offers[0])):
            groups: dict[object, list[Any]] = {}
            for offer in offers:
                groups.setdefault(getattr(offer, field), []).append(offer)
            keyed = [Choice("ABCDEFGHIJKLMNOPQRST"[i], tuple(g)) for i, g in enumerate(list(groups.values())[:20])]
            yield field, PAINTER.choices(view, look, field, tuple(keyed))
            offers = max(groups.values(), key=len)
        yield "preview", PAINTER.preview(view, look, offers[0])


@lru_cache(None)
def drawn(*, challenge: bool) -> tuple[Scene, ...]:
    """Public pictures of every third position and of the end, and private ones of every second."""
    found: list[Scene] = []
    positions = game(challenge=challenge)
    for i, (state, news, _) in enumerate(positions):
        if i % 3 == 0 or not state.flow:
            for picture in PAINTER.pictures:
                found += PAINTER.scenes(picture, redact(state, None), Look(("Ada",), news))
        if i % 2 == 0:
            found += (scene for _, scenes in questions(state, news) for scene in scenes)
    return tuple(found)


BOTH = pytest.mark.parametrize("challenge", [False, True], ids=["solitaire", "challenge"])


@BOTH
def test_every_question_has_a_picture_and_no_message_too_many(challenge: bool) -> None:
    for state, news, _ in game(challenge=challenge):
        for field, scenes in questions(state, news):
            assert 1 <= len(scenes) <= 10, (type(state.flow[-1]).__name__, field)
            assert len({scene.name for scene in scenes}) == len(scenes)


@BOTH
def test_every_phase_has_its_pictures_and_they_fit_one_message(challenge: bool) -> None:
    ends = [(state, news, ended) for state, news, ended in game(challenge=challenge) if ended is not None]
    assert {ended for _, _, ended in ends} == {"", "Starting City Tiles", "Place Tile", "Deliver a Goods Cube"}
    for state, news, ended in ends:
        look = Look(("Ada",), news)
        names = PAINTER.after_phase(redact(state, None), look, ended)
        scenes = [scene for name in names for scene in PAINTER.scenes(name, redact(state, None), look)]
        assert {"overview", "scores"} <= set(names)
        assert len({scene.name for scene in scenes}) == len(scenes) <= 10
    last = ends[-1][0]
    assert PAINTER.after_phase(redact(last, None), LOOK, ends[-1][2]) == ("final", "overview", "scores")


@BOTH
def test_sizes_roles_and_margins_are_those_of_every_picture(challenge: bool) -> None:
    for scene in drawn(challenge=challenge):
        assert scene.width == 1600
        assert 400 <= scene.height <= 1600, scene.name
        assert 20 <= len(scene.alt) <= 1_024
        assert "  " not in scene.alt
        for text in texts(scene):
            assert text.role, (scene.name, text)
            assert text.size >= FLOOR or text.role in EXEMPT, (scene.name, text)
        for text in (shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Text)):
            wide = width(text.words, text.face, text.size, text.tracking)
            left = text.x - {"left": 0, "middle": wide / 2, "right": wide}[text.anchor]
            assert 0 <= left <= left + wide <= scene.width, (scene.name, text)


@BOTH
def test_no_picture_speaks_of_rivals_bids_or_turn_order(challenge: bool) -> None:
    for scene in drawn(challenge=challenge):
        said = " ".join([scene.alt, *(text.words for text in texts(scene))]).casefold()
        for word in ("turn order", "bid", "wins", "leads", "draft order", "1st", "your hand"):
            assert word not in said, (scene.name, word)


@BOTH
def test_public_pictures_are_the_same_for_player_and_spectator(challenge: bool) -> None:
    for state, news, _ in game(challenge=challenge)[::7]:
        for picture in PAINTER.pictures:
            look = Look(("Ada",), news)
            assert PAINTER.scenes(picture, redact(state, 1), look) == PAINTER.scenes(picture, redact(state, None), look)


@pytest.mark.parametrize("name", ["W" * 400, "\u202e" * 40, "", "**@everyone** <@1>", "小林さくら"])
def test_hostile_names_break_no_picture(name: str) -> None:
    for state, news, _ in game(challenge=False)[:3]:
        for picture in PAINTER.pictures:
            for scene in PAINTER.scenes(picture, redact(state, None), Look((name,), news)):
                assert len(scene.alt) <= 1_024
                for text in written(scene, "header", "second line"):
                    assert text.x + width(text.words, text.face, text.size) <= 1560


def test_every_scene_can_be_painted() -> None:
    for scene in {scene.name: scene for scene in drawn(challenge=True)}.values():
        assert len(draw(scene).png) <= 300_000


def test_a_spectator_has_no_hand_and_the_player_sees_what_is_asked() -> None:
    state = solo(DrawingStocks(), offer=((), ("UP", "B&O", "ACL")))
    assert PAINTER.hand(redact(state, None), LOOK) == ()
    assert [scene.name for scene in PAINTER.hand(redact(state, 1), LOOK)] == ["offer"]
    assert [scene.name for scene in PAINTER.hand(redact(solo(DeliveringOne()), 1), LOOK)] == ["progression"]


def test_a_move_is_told_before_the_tiles_that_leave_the_game_with_it() -> None:
    news = (e.StockDrafted(1, "B&O"), TilesDiscarded(seat=1, tiles=("UP", "ACL")))
    assert line(shown("board", solo(PlacingOne(), offer=(("Boston",), ())), *news)) == "Ada drafted B&O stock"


def test_the_starting_cities_are_told_together_once_the_last_one_lies() -> None:
    placed = e.CityPlaced(1, "Pittsburgh", Cell(1, 0), Side.NORTH, ())
    supplied = CitiesSupplied(cities=("St. Louis", "Pittsburgh"), goods=("iron", "coal"))
    scene = shown("board", solo(DrawingStocks(), turn=1), placed, supplied)
    assert line(scene) == "The game starts from St. Louis with iron and Pittsburgh with coal"
    assert "Pittsburgh with coal. Links: Ada 3." in scene.alt


def test_who_is_asked_is_said_while_there_is_no_news() -> None:
    assert line(shown("board", solo(DeliveringOne()))) == "Ada is asked"
    assert line(shown("board", solo(flow=()))) == "The game is over"


def test_after_a_placement_the_crops_of_a_large_table_follow() -> None:
    laid = game(challenge=False)[-1][0].board.laid
    table_in_a_row = tuple(msgspec.structs.replace(tile, at=Cell(i, 0)) for i, tile in enumerate(laid))
    state = solo(DeliveringOne(), board=Board(table_in_a_row))
    names = PAINTER.after_phase(redact(state, None), LOOK, "Place Tile")
    scenes = [scene.name for name in names for scene in PAINTER.scenes(name, redact(state, None), LOOK)]
    assert scenes[:2] == ["board", "progression"]
    assert set(scenes[2:]) >= {"board-1", "board-2"}
