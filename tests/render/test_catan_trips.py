"""Pictures of trips in Railroads of Catan: one to confirm, several to choose from, and all that were made."""

import pytest

from engine import decisions, redact
from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import TrackKind, kind_of
from engine.games.railroads_of_catan.phases import RunningPhase, RunsPhase
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.path_notation import Trip
from engine.games.railroads_of_catan.state.state import RunPlan, SeatPlans
from render import Choice, DrawingContext
from render.games.railroads_of_catan import PAINTER
from render.games.railroads_of_catan.choices.trip_choices import run_record_scenes, trip_choice_scenes
from render.games.railroads_of_catan.tables.trip_picture import trip_preview_scenes
from render.games.railroads_of_catan.tables.trip_steps import Ride, propose_ride, ride_moves, track_uses
from render.palette import ACCENT, INK
from render.scene import Box, Sheet
from tests.games.railroads_of_catan.table import table
from tests.render.catan import (
    NAMES,
    NET,
    ORDERS,
    SHORT,
    TRACK,
    TRAINS,
    TRIP,
    action,
    asked,
    dollars,
    inks,
    phase,
    position,
    preview,
    ran,
    words,
)

# -- one trip


def test_the_amounts_of_a_trip_add_up_to_its_net() -> None:
    scene = preview()
    sums = [dollars(text) for text in words(scene, "dollars")]
    assert sums == [0, -400, -200, 2_000, 8_000]
    assert words(scene, "net dollars") == [f"+${NET:,}"]
    assert sum(sums) == NET
    assert words(scene, "cash after") == [f"cash after ${15_000 + NET:,}"]
    entries = "2 brick from|Dov 3|2 tracks of|Ada|ends in|Ada 5|sale of 2 brick in|Ada 5|order B, brick to|Ada 5"
    assert words(scene, "entry") == entries.split("|")


def test_own_track_has_the_number_of_the_move_and_others_track_its_fee() -> None:
    scene = preview()
    assert words(scene, "move") == ["2", "3"]
    assert words(scene, "fee") == ["$200", "$200"]
    assert words(scene, "stop") == ["load 2 brick", "sell 2 brick · B"]
    assert words(scene, "moves used") == ["6 of 8"]


def test_fees_are_in_the_accent_color_before_payment_and_in_ink_after() -> None:
    assert inks(preview(), "fee") == {ACCENT}
    state, news = ran("p1 done", "p3 done", TRIP, "p4 done")
    [after] = run_record_scenes(state, news, NAMES)
    assert inks(after, "fee") == {INK}
    assert words(after, "title") == ["TRAIN RUN"]
    assert words(after, "cash after") == []


def test_every_move_of_a_train_is_a_box_that_says_what_it_was() -> None:
    ride = propose_ride(position(), action(TRIP))
    assert isinstance(ride, Ride)
    done = ride_moves(position(), ride)
    assert [move.owner for move in done] == [None, 4, 4, 1, 1, None]
    assert [move.goods for move in done if move.owner is None] == [("brick",), ("brick",)]
    assert len(done) == ride.bill.moves


@pytest.mark.parametrize("associate", ["", "conductor"])
def test_ruling_70_a_mountain_track_is_two_moves_of_the_strip_but_for_the_conductor(associate: str) -> None:
    state = position(1, associates={Seat(1): associate} if associate else {})
    over = action("p1 run 1 H33>V69>H27>V62>H28").trip
    assert kind_of(state.layout, over.tracks[-1]) is TrackKind.MOUNTAIN
    ride = propose_ride(state, action("p1 run 1 H33>V69>H27>V62>H28"))
    assert isinstance(ride, Ride)
    assert len(ride_moves(state, ride)) == ride.bill.moves == (4 if associate else 5)
    assert track_uses(state, ride)[over.tracks[-1]][1] == ("4" if associate else "4–5")


def test_a_track_that_is_run_over_twice_has_both_moves() -> None:
    scene = preview("p4 run 1 H26>V68>H26>V68>H27")
    assert words(scene, "move") == ["1·2·3", "4"]


def test_a_stop_on_the_way_counts_as_a_move_and_fees_for_both_ways_are_one_sum() -> None:
    ride = propose_ride(position(), action("p4 run 1 H26>V68>H27+1>V69>H27"))
    assert isinstance(ride, Ride)
    assert [(owner, moved, fee) for owner, moved, fee in track_uses(position(), ride).values()] == [
        (Seat(4), "1", 0),
        (Seat(4), "2", 0),
        (Seat(1), "4·5", 400),
    ]


def test_ruling_82_the_amount_that_the_cap_saves_is_shown() -> None:
    state = table(RunningPhase(Seat(4), fees={Seat(1): 900}), tracks=TRACK, trains=TRAINS, orders=ORDERS)
    scene = preview(state=state)
    assert [dollars(text) for text in words(scene, "dollars")] == [0, -100, 0, 2_000, 8_000]
    assert "Ada (fee limit $1,000)" in words(scene, "entry")
    assert "Ada 5 (fee limit $1,000)" in words(scene, "entry")


def test_a_trip_that_cannot_be_made_has_no_picture() -> None:
    assert trip_preview_scenes(position(), NAMES, action("p4 run 1 H26>V53")) == ()
    assert trip_preview_scenes(position(), NAMES, action("p4 run 9 H26")) == ()


def test_plates_lie_in_the_window_and_cover_no_chip_and_no_other_plate() -> None:
    for seat in (1, 3, 4):
        state = position(seat)
        for offer in decisions(state)[0].offers:
            for scene in trip_preview_scenes(state, NAMES, offer) if isinstance(offer, Run) else ():
                [window] = [shape for shape in scene.shapes_of_layer("window") if isinstance(shape, Sheet)]
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
    assert said.startswith(
        "Proposed trip: Dov (diamond), train 1 (small), Dov 3–V68–Dov 4–V69–Ada 5: load 2 brick in Dov’s 3-dot city; "
    )
    assert "6 of 8 moves. 2 brick from Dov 3: free. 2 tracks of Ada: −$400. Ends in Ada 5: −$200." in said
    assert "Pays Ada $600 in fees." in said
    assert words(preview(), "second line") == [f"From Dov 3 to Ada 5: +${NET:,} · paid Ada $600"]
    assert said.endswith(f"Net +${NET:,}, cash after ${15_000 + NET:,}.")


# -- trips to choose from


def test_each_trip_to_choose_from_has_its_key_on_the_map_and_in_its_row() -> None:
    choices = asked(4, 1)[:4]
    [scene] = trip_choice_scenes(position(), NAMES, "Which trip?", choices)
    keys = [choice.key for choice in choices]
    assert sorted(words(scene, "key")) == sorted(keys * 2)
    rides = [propose_ride(position(), choice.actions[0]) for choice in choices]  # type: ignore[arg-type]
    nets = [ride.bill.net for ride in rides if isinstance(ride, Ride)]
    assert [dollars(text) for text in words(scene, "net dollars")] == nets
    assert len(nets) == len(choices) > 1


def test_four_trips_are_drawn_and_the_others_stand_in_the_menu() -> None:
    [scene] = trip_choice_scenes(position(), NAMES, "Which trip?", asked(4, 1))
    assert len(asked(4, 1)) > len(words(scene, "net dollars")) == 4


def test_trips_of_different_trains_have_no_question_picture() -> None:
    assert trip_choice_scenes(position(), NAMES, "Which trip?", (*asked(4, 1), *asked(4, 2))) == ()
    assert trip_choice_scenes(position(), NAMES, "Which trip?", ()) == ()


def test_the_question_for_a_train_shows_all_waiting_trains() -> None:
    choices = tuple(Choice(str(i), asked(4, i)[0].actions) for i in (1, 2, 3))
    look = DrawingContext(NAMES)
    [scene] = PAINTER.choice_scenes(redact(position(), Seat(4)), look, "number", choices)
    assert {"1", "2", "3"} <= set(words(scene, "key"))
    assert words(scene, "title") == ["TRAINS"]


# -- all trips of a phase


def test_every_trip_is_a_row_and_the_sums_equal_the_changes_of_cash() -> None:
    state, news = phase()
    [scene] = run_record_scenes(state, news, NAMES)
    assert words(scene, "net dollars") == ["+$1,400", f"+${NET:,}"]
    changed = {seat: state.cash[seat] - 15_000 for seat in state.everyone}
    upkeep = {event.seat: event.paid for event in news if isinstance(event, e.UpkeepPaid)}
    sums = [dollars(text) for text in words(scene, "total")]
    assert sums == [changed[seat] + upkeep.get(seat, 0) for seat in state.order]


def test_the_best_trip_is_drawn_above_few_rows_but_not_above_many() -> None:
    state, news = phase()
    few, many = run_record_scenes(state, news, NAMES)[0], run_record_scenes(state, news * 3, NAMES)[0]
    assert words(few, "fee") == ["$200", "$200"]
    assert words(many, "fee") == []
    assert many.height < few.height <= 1600


def test_a_finished_phase_is_headed_with_its_own_turn() -> None:
    state, news = phase()
    assert state.turn == 5
    assert words(run_record_scenes(state, news, NAMES)[0], "corner") == ["Turn 4 of 7"]
    half, so_far = ran(SHORT, "p1 run 2 V62")
    assert words(run_record_scenes(half, so_far, NAMES)[0], "corner") == ["Turn 4 of 7"]


def test_trips_are_still_drawn_when_track_and_train_are_lost_since() -> None:
    state, news = phase()
    gone = state.remove_tracks(*state.tracks).remove_train(Seat(4), 1)
    [scene] = run_record_scenes(gone, news, NAMES)
    assert words(scene, "net dollars") == ["+$1,400", f"+${NET:,}"]
    assert words(scene, "fee") == ["$200", "$200"]


def test_without_trips_there_is_no_picture_of_them() -> None:
    assert run_record_scenes(position(), (), NAMES) == ()


def test_planned_trips_are_among_the_plans_of_their_seat() -> None:
    planned = SeatPlans(runs=(RunPlan(1, Trip.read("H33+2>V75>H32"), 0), RunPlan(2, Trip.read("H33>V76"), 0)))
    state = table(RunsPhase(), trains={1: ["H33", "H33"]}, tracks={1: "H33-V75-H32"}, said={1: planned})
    scenes = PAINTER.private_scenes(redact(state, Seat(1)), DrawingContext(NAMES))
    assert [scene.name for scene in scenes] == ["run1"]  # the other cannot be made now, which is said in words
    assert PAINTER.private_scenes(redact(state, Seat(2)), DrawingContext(NAMES)) == ()
