"""The evaluation of tracks and trains, and whole games of computer players."""

import pytest

from engine.cli.selfplay import play_game
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.phases import BuyingPhase
from tests.games.hinted import best, worth
from tests.games.railroads_of_catan.table import go, offered, table


def test_near_cities_with_different_goods_are_connected_first():
    state = table(BuyingPhase(), turn=1)
    first = best(state, 1)
    assert first in ("toward H27 H32-V68-H27", "toward H26 H32-V68-H26", "toward H22 H28-V55-H22")
    assert worth(state, f"p1 {first}") > worth(state, "p1 toward H33 H32-V75-H33")  # wood to wood sells nothing


def test_a_train_is_bought_when_there_is_something_to_carry():
    state = table(BuyingPhase(), turn=1)
    assert worth(state, "p1 train H32") < 0 == worth(state, "p1 done")
    joined, _ = go(state, "p1 toward H27 H32-V68-H27")
    assert worth(joined, "p1 train H32") > 0
    assert worth(joined, "p1 train H32") > worth(joined, "p1 train H22")  # it stands where it will work


def test_train_is_upgraded_but_not_before_the_last_run():
    position = {"tracks": {1: "H32-V80-V85-H35"}, "trains": {1: ["H32"]}}
    early, late = table(BuyingPhase(), turn=2, **position), table(BuyingPhase(), turn=7, **position)
    assert worth(early, "p1 upgrade 1") > 0 > worth(late, "p1 upgrade 1")


def test_value_of_track_depends_on_the_remaining_turns():
    position = {"tracks": {1: "H32-V80-V85-H35"}, "trains": {1: ["H32"]}}
    lines = [line for line in offered(table(BuyingPhase(), turn=2, **position), 1) if line.startswith("toward")]
    sums = [[worth(table(BuyingPhase(), turn=turn, **position), f"p1 {line}") for line in lines] for turn in (2, 7)]
    assert max(sums[0]) > 0 and all(late < early or early < 0 for early, late in zip(*sums, strict=True))


def test_open_order_raises_the_value_of_a_path():
    plain, ordered = table(BuyingPhase()), table(BuyingPhase(), orders=["H33 brick 10000"])
    line = "p1 toward H26 H32-V68-H26"
    near = {"tracks": {1: "H33-V75-H32"}}
    assert worth(table(BuyingPhase(), orders=["H33 brick 10000"], **near), line) > worth(
        table(BuyingPhase(), **near), line
    )
    assert worth(ordered, line) == worth(plain, line)  # H33 is not joined to H32 then


def test_in_the_last_turn_an_order_counts_only_for_a_train_that_can_fill_it():
    def gained(turn, train):
        position = {"turn": turn, "tracks": {1: "H33-V75-H32, H28-V55-H22"}, "trains": {1: [train]}}
        tables = [table(BuyingPhase(), orders=orders, **position) for orders in ([], ["H33 brick 10000"])]
        plain, ordered = (worth(state, "p1 toward H26 H32-V68-H26") for state in tables)
        return ordered - plain

    assert [gained(6, train) for train in ("H32", "H22")] == [5_000, 5_000]
    assert [gained(7, train) for train in ("H32", "H22")] == [5_000, 0]


def test_track_without_a_train_is_worth_nothing():
    state = table(BuyingPhase(), turn=7, trains={1: ["H22"]}, orders=["H01 ore 20000"])
    assert worth(state, "p1 toward H01 H22-V47-V39-H14") < -10_000


def test_money_for_the_first_train_is_kept():
    poor = table(BuyingPhase(), cash={1: 6_500})
    assert worth(poor, "p1 toward H27 H32-V68-H27") < 0
    assert worth(table(BuyingPhase(), cash={1: 6_500}, trains={1: ["H32"]}), "p1 toward H27 H32-V68-H27") > 0


def test_only_the_leader_connects_all_cities():
    tracks = {1: "H33-V75-H32, H33-V69-H28"}
    line = "p1 toward H22 H28-V55-H22"
    leading, behind = ({1: cash} for cash in (30_000, 12_000))
    assert best(table(BuyingPhase(), tracks=tracks, cash=leading), 1) in (
        "toward H22 H28-V55-H22",
        "toward H28 H22-V55-H28",
    )
    assert worth(table(BuyingPhase(), tracks=tracks, cash=behind), line) < -1_000


def test_single_tracks_are_worth_nothing():
    assert worth(table(BuyingPhase()), "p1 lay H33-V81") < 0


# -- whole games


@pytest.mark.parametrize("seats", [3, 4])
def test_builders_end_with_more_than_they_began_with(seats):
    game = play_game(GAME, CatanOptions(), ("greedy",) * seats, 20 + seats)
    assert game.is_finished
    assert max(game.state.cash.values()) > 25_000
    assert all(game.state.trains_of(seat) for seat in game.state.everyone)


def test_builders_beat_players_who_choose_at_random():
    games = [play_game(GAME, CatanOptions(), ("greedy", "random", "random", "random"), seed) for seed in (5, 6, 7)]
    cash = {seat: sum(game.state.cash[seat] for game in games) for seat in games[0].state.everyone}
    assert cash[1] > 2 * max(cash[2], cash[3], cash[4])
