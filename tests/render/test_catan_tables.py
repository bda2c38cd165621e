"""Tables of Railroads of Catan: orders, players, the order of play, the end; and checks of all of them."""

from functools import lru_cache
from itertools import pairwise

import msgspec
import pytest

from engine import redact
from engine.core import Seat
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import RunningPhase
from engine.games.railroads_of_catan.rules.scoring import ENDINGS
from engine.games.railroads_of_catan.state import events as e
from render import DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.games.railroads_of_catan import PAINTER
from render.games.railroads_of_catan.captions import last_move_line
from render.games.railroads_of_catan.choices.trip_choices import trip_choice_scenes
from render.games.railroads_of_catan.tables.final_table import final_scene
from render.games.railroads_of_catan.tables.orders import orders_scene
from render.games.railroads_of_catan.tables.players import players_scene
from render.games.railroads_of_catan.tables.turn_order_table import turn_order_scene
from render.palette import ACCENT, GOOD
from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.scene import Box, Placed, Text, all_texts
from tests.games.railroads_of_catan.table import table
from tests.render.catan import BIDS, NAMES, RANKS, asked, bid, ended, flat, phase, position, preview, sprites, words
from tests.render.legibility import alt_text_fits, is_legible, nothing_runs_out

EXEMPT = {"chit", "city", "train"}
"""Roles that may be smaller than the floor on pieces: a chit's number, and digits that repeat a player's mark."""

# -- delivery orders


def test_an_order_slip_shows_its_good_its_city_and_its_payment() -> None:
    scene = orders_scene(position(), (), NAMES)
    assert words(scene, "letter") == ["A", "B", "C"]
    assert words(scene, "good") == ["ore", "brick", "wood"]
    assert words(scene, "city name") == ["Ben’s 5", "Ada’s 5", "Dov’s 4"]
    assert words(scene, "bonus") == ["$4,000", "$8,000", "$4,000"]
    assert words(scene, "sale") == ["sale $1,500", "sale $1,000", "sale $800"]
    assert words(scene, "age") == ["new", "open 2 turns", "new"]
    assert words(scene, "hex") == ["H01", "H33", "H27"]


def test_ruling_54_one_bar_is_full_for_each_turn_that_an_order_waited() -> None:
    scene = orders_scene(position(), (), NAMES)
    bars = [
        shape for shape in scene.shapes_of_layer("slips") if isinstance(shape, Box) and (shape.w, shape.h) == (19, 44)
    ]
    assert len(bars) == 3 * 6
    assert [bar.fill == GOOD for bar in bars].count(True) == 2


def test_a_filled_order_leaves_its_place_empty_and_says_who_filled_it() -> None:
    order = position().orders[1]
    left = position().fill_order("B")
    scene = orders_scene(left, (e.OrderFilled(Seat(3), order),), NAMES)
    assert words(scene, "filled") == ["filled by Cleo", *["filled"] * 5]
    assert words(scene, "letter") == ["A", "C"]
    assert words(scene, "second line") == ["Filled: B by Cleo"]
    assert "Order B: filled by Cleo." in scene.alt


def test_below_the_orders_every_city_stands_once_beside_its_good() -> None:
    scene = orders_scene(position(), (), NAMES)
    row = [shape for shape in scene.shapes_of_layer("makers") if isinstance(shape, Placed)]
    assert sum(shape.sprite.name.startswith("city") for shape in row) == 16
    state, good = position(), ""
    made = []
    for shape in row:
        kind, *rest = shape.sprite.name.split()
        good = rest[0] if kind == "good" else good
        if kind == "city":
            made.append((good, *rest))
    marks = ("disc", "square", "triangle", "diamond")
    expected = {(str(state.layout.good_of(hex)), marks[c.seat - 1], str(c.dots)) for hex, c in state.cities.items()}
    assert set(made) == expected
    assert all(a.x + a.sprite.w / 2 < b.x + b.sprite.w / 2 for a, b in pairwise(row))


def test_before_the_first_turn_there_are_no_slips() -> None:
    scene = orders_scene(GAME.new_game(GAME.options(), 4, 3)[0], (), NAMES)
    assert words(scene, "letter") == []
    assert words(scene, "second line") == ["New orders appear in phase 4"]


# -- players


def test_players_stand_in_the_order_of_play_and_the_one_asked_is_framed() -> None:
    state = position(order=tuple(map(Seat, (4, 2, 1, 3))))
    scene = players_scene(state, NAMES)
    assert words(scene, "player") == ["Dov", "Ben", "Ada", "Cleo"]
    assert words(scene, "cash") == ["$15,000"] * 4
    [frame] = [shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Box) and shape.ink == ACCENT]
    assert frame.y < next(text.y for text in all_texts(scene) if text.words == "Dov") < frame.y + frame.h
    assert words(scene, "second line") == ["Dov is running trains"]


def test_a_card_has_a_tick_for_each_rail_and_what_is_left_in_words() -> None:
    scene = players_scene(position(), NAMES)
    ticks = [
        shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Box) and (shape.w, shape.h) == (17, 50)
    ]
    assert len(ticks) == 4 * 15
    assert [tick.fill is not None for tick in ticks].count(True) == 4 + 4 + 2 + 2
    assert words(scene, "rails left") == ["11 rails left", "11 rails left", "13 rails left", "13 rails left"]
    assert words(scene, "segments left") == ["2 segments left", "5 segments left", "2 segments left", "2 segments left"]


def test_ruling_90_cities_joined_by_own_track_are_solid_and_others_outlined() -> None:
    scene = players_scene(position(), NAMES)
    joined = {"disc": "52", "square": "54", "triangle": "53", "diamond": "43"}
    solid = {f"city {mark} {digit}" for mark, digits in joined.items() for digit in digits}
    assert set(sprites(scene, "city")) == solid
    assert len(sprites(scene, "hollow city")) == 16 - len(solid)


def test_trains_have_their_barrels_and_their_free_places() -> None:
    scene = players_scene(position(), NAMES)
    assert sprites(scene, "train") == [
        f"train {piece}" for piece in ("disc 1", "disc 2", "triangle 1", "triangle 2")
    ] + [f"train diamond {number}" for number in (1, 2, 3)]
    boxes = [
        shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Box) and (shape.w, shape.h) == (48, 48)
    ]
    assert len(boxes) == 2 + 4 + 2 + 3 * 2


@pytest.mark.parametrize("owned", [["H33"] * 5, ["H33 large", "H33 large", "H33"], ["H33 large", *["H33"] * 3]])
def test_all_segments_of_a_player_fit_beside_each_other(owned: list[str]) -> None:
    scene = players_scene(table(RunningPhase(Seat(1)), trains={1: owned}), NAMES)
    trains = [
        shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Placed) and "train" in shape.sprite.name
    ]
    boxes = [
        s for s in scene.shapes_of_layer("cards") if isinstance(s, Box) and s.w == s.h and s.w in (48, 0.87 * 52 - 4)
    ]
    [none_left] = [text for text in all_texts(scene) if text.words == "no segments left"]
    spans = sorted(
        [(each.x, each.x + each.sprite.w - 8) for each in trains] + [(box.x, box.x + box.w) for box in boxes]
    )
    assert len(spans) == len(owned) + sum(5 if "large" in train else 2 for train in owned)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert spans[-1][1] < none_left.x - text_width(none_left.words, none_left.face, none_left.size)


def test_an_associate_stands_beside_the_name_with_its_effect() -> None:
    scene = players_scene(position(associates={Seat(2): "negotiator"}), NAMES)
    assert (words(scene, "associate"), words(scene, "effect")) == (["Negotiator"], ["goods half price"])


# -- the order of play


def test_bids_are_listed_in_the_resulting_order_with_associates_and_cash() -> None:
    state, news = bid(*BIDS, *RANKS)
    scene = turn_order_scene(state, news, NAMES)
    assert words(scene, "name") == ["Cleo", "Ada", "Ben", "Dov"]
    assert words(scene, "bid") == ["$1,000", "$800", "$300", "$0"]
    assert words(scene, "associate") == ["Banker", "Construction Crew", "Union Manager", "Engineer"]
    assert words(scene, "effect")[0] == "+$1,400 from the bank"
    assert words(scene, "cash") == ["$15,400", "$14,200", "$14,700", "$15,000"]
    assert words(scene, "left") == ["Not taken: Conductor and Negotiator"]
    assert words(scene, "event") == ["Tax"]


def test_by_the_option_only_the_first_bid_is_paid() -> None:
    state, news = bid(*BIDS, *RANKS, pays="first")
    assert words(turn_order_scene(state, news, NAMES), "bid not paid") == ["not paid"] * 3


def test_while_bids_are_sealed_the_picture_says_only_who_has_bid() -> None:
    state, news = bid(*BIDS, *RANKS[:2])
    for seat in (None, *state.everyone):
        scene = turn_order_scene(redact(state, seat).state, news, NAMES)
        assert words(scene, "bid") == []
        assert words(scene, "has bid") == ["has bid", "has bid", "bidding", "bidding"]
        assert "$800" not in scene.alt
        assert scene == turn_order_scene(redact(state, None).state, news, NAMES)


def test_the_effect_of_an_event_is_written_below_it() -> None:
    state, news = bid(*BIDS, *RANKS)
    told = (e.TaxPaid(Seat(1), 500, ()), e.TaxPaid(Seat(3), 100, ("ore", "ore")), *news)
    scene = turn_order_scene(state, told, NAMES)
    assert words(scene, "what it did") == ["Ada paid $500 · Cleo paid $100 and threw away 2 barrels"]


# -- the end


def test_the_final_table_ranks_by_cash_and_frames_the_winner() -> None:
    scene = final_scene(ended(p2=20_000, p4=1_250), NAMES)
    assert words(scene, "name")[0] == "Ben"
    assert words(scene, "total")[0] == "$20,000"
    assert words(scene, "second line") == ["Ben wins with $20,000"]
    assert len(scene.shapes_of_layer("frame")) == 1
    assert words(scene, "foot") == ["All 7 turns have been played.", "Most cash wins; ties go to more assets"]


def test_every_reason_for_the_end_fits_its_line() -> None:
    for ending in ENDINGS:
        scene = final_scene(msgspec.structs.replace(ended(), ending=ending), NAMES)
        feet = [text for text in all_texts(scene) if text.role == "foot"]
        assert feet[0].words == ENDINGS[ending]
        assert all(text.x + text_width(text.words, text.face, text.size) < PAGE_WIDTH - MARGIN for text in feet)
        assert feet[-1].y + 20 < scene.height


def test_ruling_92_every_column_of_assets_adds_up() -> None:
    scene = final_scene(ended(), NAMES)
    figures = [text for text in all_texts(scene) if text.role == "figure"]
    worth = [float(text.words.removeprefix("× ")) for text in all_texts(scene) if text.role == "worth"]
    for total in (text for text in all_texts(scene) if text.role == "assets"):
        column = sorted((text for text in figures if text.x == total.x), key=lambda text: text.y)
        counts = [0 if text.words == "·" else int(text.words) for text in column]
        assert sum(count * each for count, each in zip(counts, worth, strict=True)) == float(total.words)


def test_the_final_table_before_the_end_shows_the_current_result() -> None:
    scene = final_scene(position(), NAMES)
    assert words(scene, "title") == ["IF IT ENDED NOW"]
    assert "leads with $15,000; tie broken by assets" in scene.alt


# -- what holds for every picture

TABLES = ("orders", "players", "bids", "runs", "final")


@lru_cache(None)
def every() -> tuple[Scene, ...]:
    state, news = phase()
    bought, bids = bid(*BIDS, *RANKS)
    views = ((state, news), (bought, bids), (GAME.new_game(GAME.options(), 3, 3)[0], ()), (ended(), news))
    found: list[Scene] = []
    for each, told in views:
        look = DrawingContext(("Bartholomew the Elder", "W" * 32, "", "Dov")[: each.seats], told)
        found += (scene for name in TABLES for scene in PAINTER.public_scenes(name, redact(each, None), look))
    found += trip_choice_scenes(position(), NAMES, "Which trip?", asked(4, 1))
    found += (preview(), preview("p4 run 1 H26"))
    return tuple(found)


def test_tables_are_1600_px_wide_and_no_text_of_state_is_under_the_floor() -> None:
    for scene in every():
        assert scene.width == 1600
        assert 400 <= scene.height <= 1_800, (scene.name, scene.height)
        is_legible(scene, EXEMPT)


def test_no_text_of_a_table_runs_out_of_the_picture() -> None:
    for scene in every():
        nothing_runs_out(scene, (s for s in flat(scene) if isinstance(s, Text) and s.role != "chit"))


def test_alt_texts_of_tables_fit_and_every_scene_can_be_painted() -> None:
    for scene in every():
        alt_text_fits(scene)
    for scene in {scene.name: scene for scene in every()}.values():
        assert len(render_scene(scene).file) <= 300_000, scene.name


def test_tables_are_equal_for_everybody() -> None:
    state, news = phase()
    look = DrawingContext(NAMES, news)
    for name in TABLES:
        for seat in state.everyone:
            assert PAINTER.public_scenes(name, redact(state, seat), look) == PAINTER.public_scenes(
                name, redact(state, None), look
            )


def test_what_was_bought_or_given_up_is_named_under_the_title() -> None:
    sold, gone = e.ItemSold(Seat(1), Seat(2), "train-1", 1_700, 500, {}, 2), e.ItemRemoved(Seat(1), "H33-V69")
    assert last_move_line(position(), (sold,), NAMES) == (2, "Ben bought Ada’s train 1 for $1,700")
    assert last_move_line(position(), (gone,), NAMES) == (1, "Ada removed the track H33–V69")
