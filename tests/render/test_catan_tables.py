"""The tables of Railroads of Catan and the pictures of trips: what they say, against figures known by hand."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine import decisions, redact
from engine.core.notation import read
from engine.core.seats import Seat
from engine.games.railroads_of_catan import events as e
from engine.games.railroads_of_catan.actions import Run
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.layout import TrackKind, kind_of
from engine.games.railroads_of_catan.phases import Bidding, Buying, Delivery, Running, Runs
from engine.games.railroads_of_catan.state import RailroadsOfCatan
from render import Choice, Look, Scene, draw
from render.fonts import width
from render.games.railroads_of_catan import PAINTER
from render.games.railroads_of_catan.final import final_scene
from render.games.railroads_of_catan.money import bids_scene
from render.games.railroads_of_catan.orders import orders_scene
from render.games.railroads_of_catan.players import players_scene
from render.games.railroads_of_catan.rides import Ride, moves, proposed, used
from render.games.railroads_of_catan.run import run_preview
from render.games.railroads_of_catan.trips import runs_scenes, trip_scenes
from render.palette import ACCENT, GOOD, INK
from render.scene import Box, Group, Placed, Shape, Sheet, Text, texts
from tests.games.railroads_of_catan.table import begin, go, table

NAMES = ("Ada", "Ben", "Cleo", "Dov")
FLOOR = 44
EXEMPT = {"chit", "city", "train"}
"""Under the floor only on pieces: a chit's number, and digits that stand in the player's mark."""

TRACK = {1: "H33-V69-H27, H27-V62-H28", 2: "H01-V06-H02-V11-H06", 3: "H30-V66-H25", 4: "H26-V68-H27"}
TRAINS = {1: ["H33 wood wood", "V62 large sheep ore wood"], 3: ["H30 large wheat", "H25"], 4: ["H26"] * 3}
ORDERS = ["H01 ore", "H33 brick 8000", "H27 wood"]

TRIP = "p4 run 1 H26+2>V68>H27>V69>H33-bri:B-bri"
"""Two barrels of the own brick over two own tracks and two of Ada's to Ada 5: 2 × $1,000, order B, $600 of fees."""
NET = 2 * 1_000 + 8_000 - 3 * 200


def position(seat: int = 4, **changes: Any) -> RailroadsOfCatan:
    """A seat runs its trains, in turn 4."""
    return table(Running(Seat(seat)), tracks=TRACK, trains=TRAINS, orders=ORDERS, turn=4, **changes)


def ran(*lines: str) -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    """Everybody runs in order; who has no line of their own is done."""
    state, news = begin(Runs(), tracks=TRACK, trains=TRAINS, orders=ORDERS, turn=4)
    for line in lines:
        state, more = go(state, line)
        news = (*news, *more)
    return state, news


def words(scene: Scene, role: str) -> list[str]:
    return [text.words for text in texts(scene) if text.role == role]


def inks(scene: Scene, role: str) -> set[str]:
    return {text.ink for text in texts(scene) if text.role == role}


def sprites(scene: Scene, start: str) -> list[str]:
    """The names of the stamps on a picture that begin so."""
    return [
        shape.sprite.name for shape in _flat(scene) if isinstance(shape, Placed) and shape.sprite.name.startswith(start)
    ]


def _flat(scene: Scene) -> list[Shape]:
    found: list[Shape] = []
    for layer in scene.layers:
        for shape in layer.shapes:
            found += shape.shapes if isinstance(shape, Sheet | Group) else (shape,)
    return found


def action(line: str) -> Run:
    found = read(line, GAME.actions)
    assert isinstance(found, Run)
    return found


def dollars(words: str) -> int:
    return int(words.replace("−", "-").replace("+", "").replace("$", "").replace(",", ""))


# -- delivery orders


def test_a_slip_says_what_goes_where_for_how_much() -> None:
    scene = orders_scene(position(), (), NAMES)
    assert words(scene, "letter") == ["A", "B", "C"]
    assert words(scene, "good") == ["ore", "brick", "wood"]
    assert words(scene, "city name") == ["Ben 5", "Ada 5", "Dov 4"]
    assert words(scene, "bonus") == ["$4,000", "$8,000", "$4,000"]
    assert words(scene, "sale") == ["sale $1,500", "sale $1,000", "sale $800"]
    assert words(scene, "age") == ["new", "waits 2 turns", "new"]
    assert words(scene, "hex") == ["H01", "H33", "H27"]


def test_ruling_54_one_bar_is_full_for_each_turn_that_an_order_waited() -> None:
    scene = orders_scene(position(), (), NAMES)
    bars = [shape for shape in scene.layer("slips") if isinstance(shape, Box) and (shape.w, shape.h) == (19, 44)]
    assert len(bars) == 3 * 6
    assert [bar.fill == GOOD for bar in bars].count(True) == 2


def test_a_filled_order_leaves_its_place_empty_and_says_who_filled_it() -> None:
    order = position().orders[1]
    left = position().fill_order("B")
    scene = orders_scene(left, (e.OrderFilled(Seat(3), order),), NAMES)
    assert words(scene, "filled") == ["filled by Cleo", *["filled"] * 5]
    assert words(scene, "letter") == ["A", "C"]
    assert words(scene, "second line") == ["Filled: B by Cleo"]
    assert "B filled by Cleo." in scene.alt


def test_below_the_orders_every_city_stands_once_beside_its_good() -> None:
    scene = orders_scene(position(), (), NAMES)
    row = [shape for shape in scene.layer("makers") if isinstance(shape, Placed)]
    assert sum(shape.sprite.name.startswith("city") for shape in row) == 16
    state, good = position(), ""
    made = []
    for shape in row:
        kind, *rest = shape.sprite.name.split()
        good = rest[0] if kind == "good" else good
        if kind == "city":
            made.append((good, *rest))
    marks = ("disc", "square", "triangle", "diamond")
    expected = {(str(state.layout.good(hex)), marks[c.seat - 1], str(c.dots)) for hex, c in state.cities.items()}
    assert set(made) == expected
    assert all(a.x + a.sprite.w / 2 < b.x + b.sprite.w / 2 for a, b in pairwise(row))


def test_before_the_first_turn_there_are_no_slips() -> None:
    scene = orders_scene(GAME.new(GAME.options(), 4, 3)[0], (), NAMES)
    assert words(scene, "letter") == []
    assert words(scene, "second line") == ["Orders are turned up in phase 4 of each turn"]


# -- players


def test_players_stand_in_the_order_of_play_and_the_one_asked_is_framed() -> None:
    state = position(order=tuple(map(Seat, (4, 2, 1, 3))))
    scene = players_scene(state, NAMES)
    assert words(scene, "player") == ["Dov", "Ben", "Ada", "Cleo"]
    assert words(scene, "cash") == ["$15,000"] * 4
    [frame] = [shape for shape in scene.layer("cards") if isinstance(shape, Box) and shape.ink == ACCENT]
    assert frame.y < next(text.y for text in texts(scene) if text.words == "Dov") < frame.y + frame.h
    assert words(scene, "second line") == ["Dov runs trains now"]


def test_a_card_has_a_tick_for_each_rail_and_what_is_left_in_words() -> None:
    scene = players_scene(position(), NAMES)
    ticks = [shape for shape in scene.layer("cards") if isinstance(shape, Box) and (shape.w, shape.h) == (17, 50)]
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
    boxes = [shape for shape in scene.layer("cards") if isinstance(shape, Box) and (shape.w, shape.h) == (48, 48)]
    assert len(boxes) == 2 + 4 + 2 + 3 * 2


@pytest.mark.parametrize("owned", [["H33"] * 5, ["H33 large", "H33 large", "H33"], ["H33 large", *["H33"] * 3]])
def test_all_segments_of_a_player_fit_beside_each_other(owned: list[str]) -> None:
    scene = players_scene(table(Running(Seat(1)), trains={1: owned}), NAMES)
    trains = [shape for shape in scene.layer("cards") if isinstance(shape, Placed) and "train" in shape.sprite.name]
    boxes = [s for s in scene.layer("cards") if isinstance(s, Box) and s.w == s.h and s.w in (48, 0.87 * 52 - 4)]
    [none_left] = [text for text in texts(scene) if text.words == "no segments left"]
    spans = sorted(
        [(each.x, each.x + each.sprite.w - 8) for each in trains] + [(box.x, box.x + box.w) for box in boxes]
    )
    assert len(spans) == len(owned) + sum(5 if "large" in train else 2 for train in owned)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert spans[-1][1] < none_left.x - width(none_left.words, none_left.face, none_left.size)


def test_an_associate_stands_beside_the_name_with_its_effect() -> None:
    scene = players_scene(position(associates={Seat(2): "negotiator"}), NAMES)
    assert (words(scene, "associate"), words(scene, "effect")) == (["Negotiator"], ["goods half price"])


# -- one trip


def preview(line: str = TRIP, state: RailroadsOfCatan | None = None) -> Scene:
    [scene] = run_preview(state or position(), NAMES, action(line))
    return scene


def test_the_bill_of_a_trip_comes_to_its_net() -> None:
    scene = preview()
    sums = [dollars(text) for text in words(scene, "dollars")]
    assert sums == [0, -400, -200, 2_000, 8_000]
    assert words(scene, "net dollars") == [f"+${NET:,}"]
    assert sum(sums) == NET
    assert words(scene, "cash after") == [f"cash after ${15_000 + NET:,}"]
    entries = "2 brick from|Dov 3|2 segments of|Ada|parks in|Ada 5|sale of 2 brick in|Ada 5|order B, brick to|Ada 5"
    assert words(scene, "entry") == entries.split("|")


def test_own_track_has_the_number_of_the_move_and_others_track_its_fee() -> None:
    scene = preview()
    assert words(scene, "move") == ["2", "3"]
    assert words(scene, "fee") == ["$200", "$200"]
    assert words(scene, "stop") == ["load 2 brick", "sell 2 brick · B"]
    assert words(scene, "moves used") == ["6 of 8"]


def test_fees_to_pay_are_in_the_accent_before_and_in_ink_after() -> None:
    assert inks(preview(), "fee") == {ACCENT}
    state, news = ran("p1 done", "p3 done", TRIP, "p4 done")
    [after] = runs_scenes(state, news, NAMES)
    assert inks(after, "fee") == {INK}
    assert words(after, "title") == ["TRAIN RUN"]
    assert words(after, "cash after") == []


def test_every_move_of_a_train_is_a_box_that_says_what_it_was() -> None:
    ride = proposed(position(), action(TRIP))
    assert isinstance(ride, Ride)
    done = moves(position(), ride)
    assert [move.owner for move in done] == [None, 4, 4, 1, 1, None]
    assert [move.goods for move in done if move.owner is None] == [("brick",), ("brick",)]
    assert len(done) == ride.bill.moves


@pytest.mark.parametrize("associate", ["", "conductor"])
def test_ruling_70_a_mountain_track_is_two_moves_of_the_strip_but_for_the_conductor(associate: str) -> None:
    state = position(1, associates={Seat(1): associate} if associate else {})
    over = action("p1 run 1 H33>V69>H27>V62>H28").trip
    assert kind_of(state.layout, over.tracks[-1]) is TrackKind.MOUNTAIN
    ride = proposed(state, action("p1 run 1 H33>V69>H27>V62>H28"))
    assert isinstance(ride, Ride)
    assert len(moves(state, ride)) == ride.bill.moves == (4 if associate else 5)
    assert used(state, ride)[over.tracks[-1]][1] == ("4" if associate else "4–5")


def test_a_track_that_is_run_over_twice_has_both_moves() -> None:
    scene = preview("p4 run 1 H26>V68>H26>V68>H27")
    assert words(scene, "move") == ["1·2·3", "4"]


def test_ruling_82_what_the_cap_spares_is_told() -> None:
    state = table(Running(Seat(4), fees={Seat(1): 900}), tracks=TRACK, trains=TRAINS, orders=ORDERS)
    scene = preview(state=state)
    assert [dollars(text) for text in words(scene, "dollars")] == [0, -100, 0, 2_000, 8_000]
    assert "Ada (capped)" in words(scene, "entry")
    assert "Ada 5 (capped)" in words(scene, "entry")


def test_a_trip_that_cannot_be_made_has_no_picture() -> None:
    assert run_preview(position(), NAMES, action("p4 run 1 H26>V53")) == ()
    assert run_preview(position(), NAMES, action("p4 run 9 H26")) == ()


def test_plates_lie_in_the_window_and_cover_no_chip_and_no_other_plate() -> None:
    for seat in (1, 3, 4):
        state = position(seat)
        for offer in decisions(state)[0].offers:
            for scene in run_preview(state, NAMES, offer) if isinstance(offer, Run) else ():
                [window] = [shape for shape in scene.layer("window") if isinstance(shape, Sheet)]
                plates = [shape for shape in window.shapes if isinstance(shape, Box) and shape.radius == 7]
                assert plates
                for plate in plates:
                    assert window.x <= plate.x <= plate.x + plate.w <= window.x + window.w
                    assert window.y <= plate.y <= plate.y + plate.h <= window.y + window.h
                assert not any(_meet(a, b) for i, a in enumerate(plates) for b in plates[:i]), scene.alt
                chips = [shape for shape in window.shapes if isinstance(shape, Box) and shape.radius == 25]
                assert not any(_meet(plate, chip) for plate in plates for chip in chips), scene.alt


def _meet(a: Box, b: Box) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def test_a_trip_in_words_has_points_moves_every_line_and_the_net() -> None:
    said = preview().alt
    assert said.startswith("Run proposed: Dov (diamond), train 1 small, H26–V68–H27–V69–H33: Dov 3 load 2 brick; Ada 5")
    assert "6 of 8 moves. 2 brick from Dov 3 0. 2 segments of Ada −$400. Parks in Ada 5 −$200." in said
    assert said.endswith(f"Net +${NET:,}, cash after ${15_000 + NET:,}.")


# -- trips to choose from


def asked(seat: int, number: int) -> tuple[Choice, ...]:
    offers = [a for d in decisions(position(seat)) for a in d.offers if isinstance(a, Run) and a.number == number]
    return tuple(Choice("ABCDEFGH"[i], (offer,)) for i, offer in enumerate(offers))


def test_each_trip_to_choose_from_has_its_key_on_the_map_and_in_its_row() -> None:
    choices = asked(4, 1)
    [scene] = trip_scenes(position(), NAMES, choices)
    keys = [choice.key for choice in choices]
    assert sorted(words(scene, "key")) == sorted(keys * 2)
    rides = [proposed(position(), choice.actions[0]) for choice in choices]  # type: ignore[arg-type]
    nets = [ride.bill.net for ride in rides if isinstance(ride, Ride)]
    assert [dollars(text) for text in words(scene, "net dollars")] == nets
    assert len(nets) == len(choices) > 1


def test_trips_of_different_trains_are_no_question() -> None:
    assert trip_scenes(position(), NAMES, (*asked(4, 1), *asked(4, 2))) == ()
    assert trip_scenes(position(), NAMES, ()) == ()


def test_the_question_for_a_train_shows_all_that_wait() -> None:
    choices = tuple(Choice(str(i), asked(4, i)[0].actions) for i in (1, 2, 3))
    look = Look(NAMES)
    [scene] = PAINTER.choices(redact(position(), Seat(4)), look, "number", choices)
    assert {"1", "2", "3"} <= set(words(scene, "key"))


# -- all trips of a phase

SHORT = "p1 run 1 H33>V69>H27-2woo"


def phase() -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    return ran(SHORT, "p1 done", "p3 done", TRIP, "p4 done")


def test_all_trips_are_rows_and_the_sums_are_what_cash_has_changed_by() -> None:
    state, news = phase()
    scene, best = runs_scenes(state, news, NAMES)
    assert words(scene, "net dollars") == ["+$1,400", f"+${NET:,}"]
    changed = {seat: state.cash[seat] - 15_000 for seat in state.everyone}
    upkeep = {event.seat: event.paid for event in news if isinstance(event, e.UpkeepPaid)}
    sums = [dollars(text) for text in words(scene, "total")]
    assert sums == [changed[seat] + upkeep.get(seat, 0) for seat in state.order]
    assert words(best, "net dollars") == [f"+${NET:,}"]


def test_a_phase_that_is_over_is_told_with_its_own_turn() -> None:
    state, news = phase()
    assert state.turn == 5
    assert words(runs_scenes(state, news, NAMES)[0], "corner") == ["Turn 4 of 7"]
    half, so_far = ran(SHORT, "p1 run 2 V62")
    assert words(runs_scenes(half, so_far, NAMES)[0], "corner") == ["Turn 4 of 7"]


def test_trips_are_still_drawn_when_track_and_train_are_lost_since() -> None:
    state, news = phase()
    gone = state.lift(*state.tracks).lose_train(Seat(4), 1)
    scene, best = runs_scenes(gone, news, NAMES)
    assert words(scene, "net dollars") == ["+$1,400", f"+${NET:,}"]
    assert words(best, "fee") == ["$200", "$200"]


def test_without_trips_there_is_no_picture_of_them() -> None:
    assert runs_scenes(position(), (), NAMES) == ()


# -- the order of play


def bid(*lines: str, **options: Any) -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    state, news = begin(Bidding(), Delivery(), Buying(), trains=TRAINS, turn=4, event="tax", options=options)
    state, more = go(state, *lines)
    return state, (*news, *more)


BIDS = (*(f"p{seat} bid {amount}" for seat, amount in ((1, 800), (2, 300), (3, 1_000), (4, 0))),)
RANKS = tuple(f"p{seat} rank banker crew union engineer" for seat in (1, 2, 3, 4))


def test_bids_stand_in_the_order_they_gave_with_associates_and_cash() -> None:
    state, news = bid(*BIDS, *RANKS)
    scene = bids_scene(state, news, NAMES)
    assert words(scene, "name") == ["Cleo", "Ada", "Ben", "Dov"]
    assert words(scene, "bid") == ["$1,000", "$800", "$300", "$0"]
    assert words(scene, "associate") == ["Banker", "Construction Crew", "Union Manager", "Engineer"]
    assert words(scene, "effect")[0] == "+$1,400 from the bank"
    assert words(scene, "cash") == ["$15,400", "$14,200", "$14,700", "$15,000"]
    assert words(scene, "left") == ["Not taken: Conductor and Negotiator"]
    assert words(scene, "event") == ["Tax"]


def test_by_the_option_only_the_first_bid_is_paid() -> None:
    state, news = bid(*BIDS, *RANKS, pays="first")
    assert words(bids_scene(state, news, NAMES), "bid not paid") == ["not paid"] * 3


def test_while_bids_are_sealed_the_picture_says_only_who_has_bid() -> None:
    state, news = bid(*BIDS, *RANKS[:2])
    for seat in (None, *state.everyone):
        scene = bids_scene(redact(state, seat).state, news, NAMES)
        assert words(scene, "bid") == []
        assert words(scene, "has bid") == ["has bid", "has bid", "still bids", "still bids"]
        assert "$800" not in scene.alt
        assert scene == bids_scene(redact(state, None).state, news, NAMES)


def test_what_the_event_did_stands_under_it() -> None:
    state, news = bid(*BIDS, *RANKS)
    told = (e.TaxPaid(Seat(1), 500, ()), e.TaxPaid(Seat(3), 100, ("ore", "ore")), *news)
    scene = bids_scene(state, told, NAMES)
    assert words(scene, "what it did") == ["Ada paid $500 · Cleo paid $100 and threw off 2 barrels"]


# -- the end


def ended(**cash: int) -> RailroadsOfCatan:
    held = {Seat(int(seat[1:])): amount for seat, amount in cash.items()}
    state = position()
    return msgspec.structs.replace(state, flow=(), ending="turns", turn=7, cash={**state.cash, **held})


def test_the_final_table_ranks_by_cash_and_frames_the_winner() -> None:
    scene = final_scene(ended(p2=20_000, p4=1_250), NAMES)
    assert words(scene, "name")[0] == "Ben"
    assert words(scene, "total")[0] == "$20,000"
    assert words(scene, "second line") == ["Ben wins with $20,000"]
    assert len(scene.layer("frame")) == 1
    assert words(scene, "foot")[0].startswith("Seven turns have been played.")


def test_ruling_92_every_column_of_assets_adds_up() -> None:
    scene = final_scene(ended(), NAMES)
    figures = [text for text in texts(scene) if text.role == "figure"]
    worth = [float(text.words.removeprefix("× ")) for text in texts(scene) if text.role == "worth"]
    for total in (text for text in texts(scene) if text.role == "assets"):
        column = sorted((text for text in figures if text.x == total.x), key=lambda text: text.y)
        counts = [0 if text.words == "·" else int(text.words) for text in column]
        assert sum(count * each for count, each in zip(counts, worth, strict=True)) == float(total.words)


def test_before_the_end_the_table_says_what_would_be() -> None:
    scene = final_scene(position(), NAMES)
    assert words(scene, "title") == ["IF IT ENDED NOW"]
    assert "leads with $15,000; tie decided by assets" in scene.alt


# -- what holds for every picture

TABLES = ("orders", "players", "bids", "runs", "final")


@lru_cache(None)
def every() -> tuple[Scene, ...]:
    state, news = phase()
    bought, bids = bid(*BIDS, *RANKS)
    views = ((state, news), (bought, bids), (GAME.new(GAME.options(), 3, 3)[0], ()), (ended(), news))
    found: list[Scene] = []
    for each, told in views:
        look = Look(("Bartholomew the Elder", "W" * 32, "", "Dov")[: each.seats], told)
        found += (scene for name in TABLES for scene in PAINTER.scenes(name, redact(each, None), look))
    found += trip_scenes(position(), NAMES, asked(4, 1))
    found += (preview(), preview("p4 run 1 H26"))
    return tuple(found)


def test_tables_are_1600_px_wide_and_no_text_of_state_is_under_the_floor() -> None:
    for scene in every():
        assert scene.width == 1600
        assert 400 <= scene.height <= 1_800, (scene.name, scene.height)
        small = [text for text in texts(scene) if text.size < FLOOR and text.role not in EXEMPT]
        assert not small, (scene.name, small[:3])
        assert all(text.role for text in texts(scene)), scene.name


def test_no_text_of_a_table_runs_out_of_the_picture() -> None:
    for scene in every():
        for text in (shape for shape in _flat(scene) if isinstance(shape, Text) and shape.role != "chit"):
            wide = width(text.words, text.face, text.size, text.tracking)
            left = text.x - {"left": 0, "middle": wide / 2, "right": wide}[text.anchor]
            assert left >= 0, (scene.name, text)
            assert left + wide <= scene.width, (scene.name, text)


def test_alt_texts_of_tables_fit_and_every_scene_can_be_painted() -> None:
    for scene in every():
        assert 20 <= len(scene.alt) <= 1_024, (scene.name, scene.alt)
        assert "  " not in scene.alt
    for scene in {scene.name: scene for scene in every()}.values():
        assert len(draw(scene).png) <= 300_000, scene.name


def test_tables_are_equal_for_everybody() -> None:
    state, news = phase()
    look = Look(NAMES, news)
    for name in TABLES:
        for seat in state.everyone:
            assert PAINTER.scenes(name, redact(state, seat), look) == PAINTER.scenes(name, redact(state, None), look)
