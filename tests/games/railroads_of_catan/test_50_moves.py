"""RC Phase 6: trains, moves and stops; rulings 50, 68 to 71, 84 to 86 and 88."""

import pytest

from engine.games.railroads_of_catan.game_data.constants import START_CASH
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.state.events import TrainRun, VisitEnded
from tests.games.railroads_of_catan.table import can, events_of, go, offered, refusal, seats_asked, table

OWN = {1: "H27-V75-H33-V69-H28-V63-H22"}
"""Tracks at H28 are in mountains; H27 is player 4's city."""


def running(**position):
    """A position in which all seats run trains; bids follow."""
    return table(RunsPhase(), BiddingPhase(), **position)


def bill(state, line):
    """The journey of a run, or the obstacle to it."""
    _, events = go(state, line)
    (run,) = events_of(events, TrainRun)
    return run.bill


def there_and_back(steps, here="H33", there="V75"):
    return ">".join((here, there)[i % 2] for i in range(steps + 1))


# -- trains


def test_ruling_68_trains_run_in_any_order():
    state, _ = go(running(tracks=OWN, trains={1: ["H33", "H22"]}), "p1 run 2 H22>V63", "p1 run 1 H33>V75")
    assert [train.at for train in state.trains] == ["V75", "V63"]


def test_ruling_68_each_train_runs_once():
    state, _ = go(running(tracks=OWN, trains={1: ["H33", "H22"]}), "p1 run 2 H22>V63")
    assert "You can’t run train 2 again" in refusal(state, "p1 run 2 V63>H22")
    assert not any(line.startswith("run 2") for line in offered(state, 1))


def test_refusal_of_a_train_lists_the_seats_trains():
    state = running(tracks=OWN, trains={1: ["H33", "H22"], 2: ["H01", "H02", "H24"]})
    assert refusal(state, "p1 run 3 H24>V58") == "You don’t have train 3. Your trains: 1, 2."


def test_a_trip_begins_where_the_train_is():
    state = running(tracks=OWN, trains={1: ["H33"]})
    assert refusal(state, "p1 run 1 V75>H33") == "You can’t start at V75: train 1 is at H33. Start the trip there."


def test_the_visit_ends_when_all_trains_have_run():
    state, events = go(running(tracks=OWN, trains={1: ["H33"], 3: ["H30"]}), "p1 run 1 H33>V75")
    assert seats_asked(state) == [3]
    assert events_of(events, VisitEnded)[0] == VisitEnded(1, building=False)


def test_trains_may_stay():
    state, _ = go(running(tracks=OWN, trains={1: ["H33", "H22"]}), "p1 done")
    assert [train.at for train in state.trains] == ["H33", "H22"]
    assert seats_asked(state) == [1, 2, 3, 4]


def test_seat_without_train_is_not_asked():
    assert seats_asked(running(tracks=OWN, trains={3: ["H30"]})) == [3]


def test_seats_run_in_the_order_of_the_turn():
    state = running(trains={1: ["H33"], 3: ["H30"]}, order=(3, 2, 1, 4))
    assert seats_asked(state) == [3]
    assert seats_asked(go(state, "p3 done")[0]) == [1]


# -- moves


@pytest.mark.parametrize(("train", "moves"), [("H33", 8), ("H33 large", 6)])
def test_ruling_69_small_trains_make_eight_moves_and_large_ones_six(train, moves):
    state = running(tracks=OWN, trains={1: [train]})
    assert bill(state, f"p1 run 1 {there_and_back(moves)}").moves == moves
    assert f"takes {moves + 1} moves" in refusal(state, f"p1 run 1 {there_and_back(moves + 1)}")


def test_ruling_69_trains_need_track():
    state = running(tracks=OWN, trains={1: ["H33"]})
    assert refusal(state, "p1 run 1 H33>V76") == "You can’t run from H33 to V76: there is no track."
    assert refusal(state, "p1 run 1 H33>H28") == "You can’t run from H33 to H28: there is no track."


def test_ruling_70_a_mountain_track_takes_two_moves():
    state = running(tracks=OWN, trains={1: ["H33"]})
    assert bill(state, "p1 run 1 H33>V69>H28").moves == 3


def test_ruling_70_sides_of_a_mountain_at_the_edge_are_mountain_track():
    assert bill(running(tracks={1: "V63-V70"}, trains={1: ["V63"]}), "p1 run 1 V63>V70").moves == 2


def test_ruling_70_no_entry_with_one_move_left():
    state = running(tracks=OWN, trains={1: ["H33"]})
    trip = f"{there_and_back(7, there='V69')}>H28"
    assert refusal(state, f"p1 run 1 {trip}") == "You can’t reach H28: that takes 9 moves, and a small train has 8."


def test_ruling_50_the_conductor_takes_mountains_like_other_track_for_all_trains():
    state = running(tracks=OWN, trains={1: ["H33", "H22 large"]}, associates={1: "conductor", 2: "union"})
    state, events = go(state, f"p1 run 1 {there_and_back(7, there='V69')}>H28", "p1 run 2 H22>V63>H28>V69>H33")
    assert [run.bill.moves for run in events_of(events, TrainRun)] == [8, 4]


def test_ruling_50_rivals_conductor_does_not_help():
    state = running(tracks=OWN, trains={1: ["H33"]}, associates={2: "conductor"})
    assert bill(state, "p1 run 1 H33>V69>H28").moves == 3


def test_ruling_36_coast_track_is_closed_after_a_monsoon_and_inland_track_is_not():
    state = running(tracks={1: "H33-V81-V87, H33-V75"}, trains={1: ["H33"]}, event="monsoon")
    assert "the coast is closed" in refusal(state, "p1 run 1 H33>V81>V87")
    assert can(state, "p1 run 1 H33>V81")
    assert can(running(tracks={1: "H33-V81-V87"}, trains={1: ["H33"]}, event="tax"), "p1 run 1 H33>V81>V87")


# -- stops


def test_ruling_71_stop_takes_one_move_for_all_its_work():
    state = running(tracks=OWN, trains={1: ["H33 large ore ore sheep"]})
    assert bill(state, "p1 run 1 H33>V75>H27").moves == 2
    assert bill(state, "p1 run 1 H33>V75>H27-2ore-she+5").moves == 3


def test_ruling_71_each_stop_takes_its_move():
    state = running(tracks=OWN, trains={1: ["H33"]})
    assert bill(state, "p1 run 1 H33+2>V75>H27-2woo+2>V75>H33-2whe").moves == 7
    late = f"{there_and_back(8)}+1"
    assert refusal(state, f"p1 run 1 {late}") == ("You can’t stop at H33: that takes 9 moves, and a small train has 8.")


# -- where trains can be


def test_ruling_84_no_fourth_train_parks_in_a_city():
    state = running(tracks=OWN, trains={1: ["H33"], 4: ["H27", "H27", "H27"]})
    assert "end at H27: 3 trains are already there" in refusal(state, "p1 run 1 H33>V75>H27")
    state = running(tracks=OWN, trains={1: ["H33"], 4: ["H27", "H27", "H26"]})
    assert can(state, "p1 run 1 H33>V75>H27")


def test_ruling_84_no_fourth_train_stops_in_a_city_but_it_passes():
    state = running(tracks=OWN, trains={1: ["H33"], 4: ["H27", "H27", "H27"]})
    assert "You can pass through" in refusal(state, "p1 run 1 H33>V75>H27+1>V75")
    assert can(state, "p1 run 1 H33>V75>H27>V75")


def test_ruling_84_third_train_in_a_city_can_load_and_sell():
    assert can(running(trains={1: ["H33", "H33", "H33"]}), "p1 run 1 H33+2")


def test_ruling_85_elsewhere_one_train_parks_and_others_pass():
    state = running(tracks=OWN, trains={1: ["H33", "V75"]})
    assert (
        refusal(state, "p1 run 1 H33>V75")
        == "You can’t end at V75: another train is there, and only a city holds more than 1."
    )
    assert can(state, "p1 run 1 H33>V75>H27")
    after, _ = go(state, "p1 run 2 V75>H27")
    assert can(after, "p1 run 1 H33>V75")


def test_ruling_86_a_rivals_train_never_blocks_a_passage():
    assert can(running(tracks=OWN, trains={1: ["H33"], 2: ["V75"]}), "p1 run 1 H33>V75>H27")


def test_ruling_88_a_train_whose_track_is_gone_stays_until_track_leads_on():
    assert seats_asked(running(trains={1: ["V75"], 3: ["H30"]})) == [3]
    joined = running(tracks={2: "V75-H27"}, trains={1: ["V75"]})
    assert seats_asked(joined) == [1]
    assert can(joined, "p1 run 1 V75>H27")


def test_a_visit_in_which_no_train_can_do_anything_ends_by_itself():
    assert seats_asked(running(tracks={1: "V81-V87"}, trains={1: ["V81"]}, event="monsoon")) == [1, 2, 3, 4]
    assert seats_asked(running(trains={1: ["V81 wood"]})) == [1, 2, 3, 4]  # it can only be thrown away
    assert seats_asked(running(trains={1: ["H33 wood wood"]})) == [
        1,
        2,
        3,
        4,
    ]  # not sold there, and no room
    assert seats_asked(running(trains={1: ["H33 wood"]})) == [1]
    assert seats_asked(running(trains={1: ["H28 wood wood"]})) == [1]


def test_other_actions_are_refused_while_trains_run():
    state = running(tracks=OWN, trains={1: ["H33"]}, cash=START_CASH)
    assert not can(state, "p1 lay H33-V76")
    assert len(refusal(state, "p1 lay H33-V76")) > 10
