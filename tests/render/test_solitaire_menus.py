"""Offers, questions and previews of the solitaire game, and the pictures of whole games."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from engine import PhaseEnded, decisions, play, redact, visible_events
from engine.core import Event, field_names
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, TilesDiscarded
from engine.games.railroad_rivals.solitaire.phases import (
    DeliveringOne,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.actions import Draft, Place
from engine.games.railroad_rivals.state.board import Board
from engine.games.railroad_rivals.state.state import RailroadRivals
from render import Choice, DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.palette import ACCENT
from render.scene import Box, Group, Placed, all_texts
from tests.games.railroad_rivals.table import GAME
from tests.render.legibility import LONGEST_WORDS, alt_text_fits, is_legible, nothing_runs_out
from tests.render.rivals_position import PAINTER, VALUES, line, row, sprites, written
from tests.render.solitaire import EMPTY_BAG, LOOK, coal, menu, preview, shown, solo
from tests.render.test_pictures import EXEMPT

# -- offers


def test_a_stock_on_offer_says_worth_links_own_tiles_and_how_many_are_left() -> None:
    state = solo(DrawingStocks(), stocks={1: {"B&O": 2, "UP": 1}}, offer=((), ("UP", "B&O", "UP")))
    [scene] = menu(state, "tile")
    assert row(scene, "stocks", "worth") == ["worth 1 now", "worth 5 now", "worth 1 now"]
    assert row(scene, "stocks", "holders") == ["no links · you own 1", "1 link · you own 2", "no links · you own 1"]
    assert row(scene, "stocks", "caption") == ["2 more", "1 more", "2 more"]
    assert [key.sprite.name for key in sprites(scene.shapes_of_layer("stocks"), "key")] == ["key A", "key B"], (
        "one key a kind"
    )
    assert line(scene) == "Ada takes one stock. The others leave the game"


def test_the_stock_about_to_be_taken_is_framed() -> None:
    state = solo(DrawingStocks(), offer=((), ("ACL", "B&O", "UP")))
    scene = preview(state, Draft(1, "B&O"))
    [frame] = [box for box in scene.shapes_of_layer("stocks") if isinstance(box, Box) and box.ink == ACCENT]
    badge = next(badge for badge in sprites(scene.shapes_of_layer("stocks"), "badge B&O"))
    assert frame.x < badge.x < frame.x + frame.w


def test_a_city_that_may_not_be_placed_has_no_key() -> None:
    state = solo(PlacingOne(), offer=(("Savannah", "Boston", "Billings"), ()))
    offer, board = menu(state, "city")
    assert board.name == "board"
    assert row(offer, "cities", "caption") == ["no place now", "fits 1 place", "no place now"]
    [key] = sprites(offer.shapes_of_layer("cities"), "key")
    cards = {card.name: card.shapes[0] for card in offer.shapes_of_layer("cities") if isinstance(card, Group)}
    assert key.sprite.name == "key A"
    boston = cards["card Boston"]
    assert isinstance(boston, Placed)
    assert abs(boston.x - key.x) < 60
    assert "Boston: 2 cubes, edges blank blank NYC NYC, fits 1 place" in offer.alt


def test_without_any_match_blank_edges_count() -> None:
    state = solo(PlacingOne(), offer=(("Savannah",), ()))
    assert row(menu(state, "city")[0], "cities", "caption") == ["fits blanks only"]
    assert line(menu(state, "at")[0]) == "No city on offer matches: blank to blank"


def test_a_starting_city_that_matches_nothing_lies_beside_any_city() -> None:
    state = solo(LayingStart(), laid=("Boston 0,0 n",), offer=(("Billings",), ()), turn=0)
    assert row(menu(state, "city")[0], "cities", "caption") == ["next to any city"]
    [places] = menu(state, "at", city="Billings")
    assert line(places) == "No city on offer matches: place it next to any city"
    assert "blank" not in places.alt
    assert line(preview(state, Place(1, City("Billings"), Cell(0, 1), Side.NORTH))) == (
        "No link, each city gets 1 cube later"
    )
    news = e.CityPlaced(1, "Billings", Cell(0, 1), Side.NORTH, ())
    assert line(shown("board", state, news)) == "Ada placed Billings without a link"


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
    assert line(scene).startswith("Gain NYC link to ")
    assert line(scene) in scene.alt


# -- deliveries


def test_a_delivery_scores_the_colors_to_its_left_wherever_it_goes() -> None:
    state = solo(DeliveringOne())
    [scene] = menu(state, "city", goods=Goods.WOOD)
    assert line(scene) == "From which city? It scores 3 points"
    assert (
        scene.alt
        == "Deliver wood. From which city? It scores 3 points. A Pittsburgh: to St. Louis (B&O) or Indianapolis (PRR)."
    )
    [scene] = menu(state, "to", goods=Goods.COAL, city="Pittsburgh")
    assert line(scene) == "To which city? It scores 3 points"
    assert scene.alt == (
        "Deliver coal from Pittsburgh. To which city? It scores 3 points. A St. Louis: B&O +2 to 7. "
        "B Indianapolis: PRR +2 to 8."
    )


@pytest.mark.parametrize(
    ("value", "turn", "said"),
    [
        (5, 2, "It scores 3 points, B&O +2 to 7, the next one scores 3"),
        (8, 2, "It scores 3 points, B&O +2 to 10, the next one scores 3"),
        (10, 2, "It scores 3 points, B&O stays at 10, the limit, the next one scores 3"),
        (6, 11, "It scores 3 points, B&O +2 to 8"),
    ],
)
def test_the_preview_of_a_delivery_says_points_rise_and_what_the_next_one_scores(
    value: int, turn: int, said: str
) -> None:
    state = solo(DeliveringOne(), value={**VALUES, "B&O": value}, turn=turn)
    scene = preview(state, coal("St. Louis"))
    assert line(scene) == said
    assert scene.alt.startswith("Preview: Deliver coal from Pittsburgh to St. Louis: B&O ")


# -- whole games


@lru_cache(None)
def game(*, challenge: bool, seed: int = 4) -> tuple[tuple[RailroadRivals, tuple[Event, ...], str | None], ...]:
    """Return each position of a random game with its events and, after the end of a phase, the phase's heading."""
    dice, since = random.Random(seed), list[Event]()
    state, news = GAME.new_game(RivalsOptions(challenge=challenge), 1, seed)
    found: list[tuple[RailroadRivals, tuple[Event, ...], str | None]] = [(state, news, "")]
    while questions := decisions(state):
        state, events = play(state, dice.choice(list(questions[0].offers)))
        for event in visible_events(events, None):
            since.append(event)
            if isinstance(event, PhaseEnded):
                found.append((state, tuple(since), event.phase))
                since.clear()
        found.append((state, tuple(since), None))
    return tuple(found)


def questions(state: RailroadRivals, news: tuple[Event, ...]) -> Iterator[tuple[str, tuple[Scene, ...]]]:
    """Yield the field and the pictures of each question on the way to one action, and of the action's preview."""
    for decision in decisions(state):
        view, look, offers = redact(state, 1), DrawingContext(("Ada",), news), list(decision.offers)
        for field in field_names(type(offers[0])):
            groups: dict[object, list[Any]] = {}
            for offer in offers:
                groups.setdefault(getattr(offer, field), []).append(offer)
            keyed = [Choice("ABCDEFGHIJKLMNOPQRST"[i], tuple(g)) for i, g in enumerate(list(groups.values())[:20])]
            yield field, PAINTER.choice_scenes(view, look, field, tuple(keyed))
            offers = max(groups.values(), key=len)
        yield "preview", PAINTER.preview_scenes(view, look, offers[0])


@lru_cache(None)
def drawn(*, challenge: bool) -> tuple[Scene, ...]:
    """Return public pictures of every third position and the end, and private pictures of every second position."""
    found: list[Scene] = []
    positions = game(challenge=challenge)
    for i, (state, news, _) in enumerate(positions):
        if i % 3 == 0 or not state.flow:
            for picture in PAINTER.public_pictures:
                found += PAINTER.public_scenes(picture, redact(state, None), DrawingContext(("Ada",), news))
        if i % 2 == 0:
            found += (scene for _, scenes in questions(state, news) for scene in scenes)
    return tuple(found)


BOTH = pytest.mark.parametrize("challenge", [False, True], ids=["solitaire", "challenge"])


@BOTH
def test_every_question_has_one_to_ten_pictures(challenge: bool) -> None:
    for state, news, _ in game(challenge=challenge):
        for field, scenes in questions(state, news):
            assert 1 <= len(scenes) <= 10, (type(state.flow[-1]).__name__, field)
            assert len({scene.name for scene in scenes}) == len(scenes)


@BOTH
def test_every_phase_has_its_pictures_and_they_fit_one_message(challenge: bool) -> None:
    ends = [(state, news, ended) for state, news, ended in game(challenge=challenge) if ended is not None]
    assert {ended for _, _, ended in ends} == {"", "Starting City Tiles", "Place Tile", "Deliver a Goods Cube"}
    for state, news, ended in ends:
        look = DrawingContext(("Ada",), news)
        names = PAINTER.pictures_after_phase(redact(state, None), look, ended)
        scenes = [scene for name in names for scene in PAINTER.public_scenes(name, redact(state, None), look)]
        assert {"overview", "scores"} <= set(names)
        assert len({scene.name for scene in scenes}) == len(scenes) <= 10
    last = ends[-1][0]
    assert PAINTER.pictures_after_phase(redact(last, None), LOOK, ends[-1][2]) == ("final", "overview", "scores")


@BOTH
def test_pictures_are_legible_and_within_the_limits_of_size(challenge: bool) -> None:
    for scene in drawn(challenge=challenge):
        assert scene.width == 1600
        assert 400 <= scene.height <= 1975, scene.name
        alt_text_fits(scene)
        is_legible(scene, {*EXEMPT, "badge"})
        nothing_runs_out(scene)


@BOTH
def test_no_picture_speaks_of_rivals_bids_or_turn_order(challenge: bool) -> None:
    for scene in drawn(challenge=challenge):
        said = " ".join([scene.alt, *(text.words for text in all_texts(scene))]).casefold()
        for word in ("turn order", "bid", "wins", "leads", "draft order", "1st", "your hand"):
            assert word not in said, (scene.name, word)


@BOTH
def test_public_pictures_are_the_same_for_player_and_spectator(challenge: bool) -> None:
    for state, news, _ in game(challenge=challenge)[::7]:
        for picture in PAINTER.public_pictures:
            look = DrawingContext(("Ada",), news)
            assert PAINTER.public_scenes(picture, redact(state, 1), look) == PAINTER.public_scenes(
                picture, redact(state, None), look
            )


@pytest.mark.parametrize("name", ["W" * 400, "\u202e" * 40, "", "**@everyone** <@1>", "小林さくら"])
def test_hostile_names_break_no_picture(name: str) -> None:
    for state, news, _ in game(challenge=False)[:3]:
        for picture in PAINTER.public_pictures:
            for scene in PAINTER.public_scenes(picture, redact(state, None), DrawingContext((name,), news)):
                assert len(scene.alt) <= LONGEST_WORDS
                for text in written(scene, "header", "second line"):
                    assert text.x + text_width(text.words, text.face, text.size) <= 1560


def test_every_scene_can_be_painted() -> None:
    for scene in {scene.name: scene for scene in drawn(challenge=True)}.values():
        assert len(render_scene(scene).file) <= 300_000


def test_a_spectator_has_no_hand_and_the_player_sees_what_is_asked() -> None:
    state = solo(DrawingStocks(), offer=((), ("UP", "B&O", "ACL")))
    assert PAINTER.private_scenes(redact(state, None), LOOK) == ()
    assert [scene.name for scene in PAINTER.private_scenes(redact(state, 1), LOOK)] == ["offer"]
    assert [scene.name for scene in PAINTER.private_scenes(redact(solo(DeliveringOne()), 1), LOOK)] == ["progression"]


def test_a_move_is_narrated_before_the_tiles_that_leave_the_game_with_it() -> None:
    news = (e.StockDrafted(1, "B&O"), TilesDiscarded(seat=1, tiles=("UP", "ACL")))
    assert line(shown("board", solo(PlacingOne(), offer=(("Boston",), ())), *news)) == "Ada drafted B&O stock"


def test_the_starting_cities_are_narrated_together_once_all_are_placed() -> None:
    placed = e.CityPlaced(1, "Pittsburgh", Cell(1, 0), Side.NORTH, ())
    supplied = CitiesSupplied(cities=("St. Louis", "Pittsburgh"), goods=("iron", "coal"))
    scene = shown("board", solo(DrawingStocks(), turn=1), placed, supplied)
    assert line(scene) == "The starting cities are St. Louis with iron and Pittsburgh with coal"
    assert "Take a stock. The starting cities are St. Louis with iron and Pittsburgh with coal." in scene.alt
    assert "4 cities on the table. Points: Ada 21. Ada has 3 links: " in scene.alt


def test_the_player_to_move_is_named_while_there_are_no_events() -> None:
    assert line(shown("board", solo(DeliveringOne()))) == "Ada’s turn"
    assert line(shown("board", solo(flow=()))).startswith("Ada: 21 points, ")


def test_after_a_placement_the_crops_of_a_large_table_follow() -> None:
    laid = game(challenge=False)[-1][0].board.laid
    table_in_a_row = tuple(msgspec.structs.replace(tile, at=Cell(i, 0)) for i, tile in enumerate(laid))
    state = solo(DeliveringOne(), board=Board(table_in_a_row))
    names = PAINTER.pictures_after_phase(redact(state, None), LOOK, "Place Tile")
    scenes = [scene.name for name in names for scene in PAINTER.public_scenes(name, redact(state, None), LOOK)]
    assert scenes[:2] == ["board", "progression"]
    assert set(scenes[2:]) >= {"board-1", "board-2"}
