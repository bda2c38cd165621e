"""Dice, hills, places, ties, and prizes, with rolls computed by hand. (R The Race; rulings 87 to 96)"""

from fractions import Fraction
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.railway_rivals.rules.race import (
    AVERAGE_DIE,
    RaceProgress,
    length_odds,
    movement_costs,
    race_places,
    race_prizes,
    run_race,
)
from tests.games.railway_rivals.contest import column, entry, racing
from tests.games.railway_rivals.table import CHART, GAME

PLAIN = (1,)


def race(ways, *rolls):
    dice = iter(rolls)
    trains = run_race(ways, lambda: next(dice))
    assert next(dice, None) is None, "rolls are left"
    return trains


def test_87_the_die_has_two_to_five():
    assert AVERAGE_DIE == (2, 3, 3, 4, 4, 5)
    assert fmean(AVERAGE_DIE) == 3.5
    assert pstdev(AVERAGE_DIE) == pytest.approx(0.957, abs=0.001)


def test_88_a_hill_costs_two_and_one_point_left_is_lost():
    assert RaceProgress().after_roll((1, 1, 2, 1), 3).stops == (
        2,
    )  # two plain hexes, and the 1 that is left is forfeited
    assert RaceProgress().after_roll((1, 1, 2, 1), 4).stops == (3,)
    assert RaceProgress().after_roll((1, 1, 2, 1), 3).after_roll((1, 1, 2, 1), 2).stops == (2, 3)


def test_88_from_hill_to_hill_costs_two_each_and_leaving_nothing():
    assert RaceProgress().after_roll((2, 2, 1, 1), 5).stops == (3,)


def test_88_hills_count_and_towns_on_them_do_not():
    assert CHART.is_hill("K1")
    assert movement_costs(CHART, ("L1", "K1", "L2")) == (2, 2 if CHART.is_hill("L2") else 1)
    assert movement_costs(CHART, tuple(column("R", 2, 6).split("-"))) == (1, 1, 1, 1)


def test_88_a_goal_in_the_hills_must_be_entered_with_two():
    train = RaceProgress().after_roll((1, 1, 2), 3)
    assert train == RaceProgress((3,), (2,), None)
    assert train.after_roll((1, 1, 2), 4) == RaceProgress((3, 4), (2, 3), 2)


def test_89_the_rounds_are_whole():
    first, second = race([PLAIN * 6, PLAIN * 7], 2, 3, 4, 4)
    assert (first.rolls, second.rolls) == ((2, 4), (3, 4))


def test_90_movement_left_after_the_goal_counts():
    first, second = race([PLAIN * 6, PLAIN * 7], 5, 4, 5, 3)
    assert (first.over, second.over) == (4, 0)


def test_91_most_movement_left_wins():
    trains = race([PLAIN * 6, PLAIN * 6], 3, 4, 3, 5)
    assert [train.over for train in trains] == [0, 3]
    assert race_places(trains) == (2, 1)


def test_92_the_others_roll_on_for_the_second_place():
    trains = race([PLAIN * 4, PLAIN * 9, PLAIN * 9], 4, 3, 2, 5, 5, 4, 5)
    assert [train.rolls for train in trains] == [(4,), (3, 5, 4), (2, 5, 5)]
    assert race_places(trains) == (1, 2, 2)


def test_92_the_round_of_the_second_is_completed_too():
    trains = race([PLAIN * 4, PLAIN * 8, PLAIN * 8], 4, 3, 3, 5, 5)
    assert [train.over for train in trains] == [0, 0, 0]
    assert race_prizes(race_places(trains)) == (20, 5, 5)


def test_92_second_in_the_winners_round_is_known_at_once():
    trains = race([PLAIN * 4, PLAIN * 4, PLAIN * 9], 5, 4, 3)
    assert race_places(trains) == (1, 2, 0)
    assert trains[2].over is None


def test_93_two_winners_get_fifteen_each_and_there_is_no_second():
    trains = race([PLAIN * 4, PLAIN * 4, PLAIN * 5], 4, 4, 2)
    assert race_places(trains) == (1, 1, 0)
    assert race_prizes(race_places(trains)) == (15, 15, 0)


def test_93_three_winners_get_ten_each():
    assert race_prizes((1, 1, 1)) == (10, 10, 10)


def test_93_four_winners_get_seven_each_rounded_down():
    assert race_prizes((1, 1, 1, 1)) == (7, 7, 7, 7)


def test_93_two_seconds_get_five_each_and_three_get_three():
    assert race_prizes((1, 2, 2)) == (20, 5, 5)
    assert race_prizes((2, 1, 2, 2)) == (3, 20, 3, 3)


def test_93_a_tie_after_an_early_second_pays_nothing_more():
    trains = race([PLAIN * 2, PLAIN * 3, PLAIN * 5, PLAIN * 5], 5, 5, 5, 5)
    assert race_places(trains) == (1, 2, 0, 0)


def test_94_of_two_the_loser_is_second_without_further_rolls():
    trains = race([PLAIN * 4, PLAIN * 20], 4, 4)
    assert race_prizes(race_places(trains)) == (20, 10)
    assert trains[1].over is None


def test_95_a_train_alone_does_not_roll_and_gets_twenty():
    assert race([PLAIN * 30]) == (RaceProgress(),)
    assert race_prizes(race_places((RaceProgress(),))) == (20,)


def test_95_a_train_alone_pays_its_fees():
    state = racing(entry(1, column("R", 2, 18), {2: 7}), track={1: column("R", 2, 18)})
    assert dict(state.gold) == {1: 20 - 7 + 20, 2: 27, 3: 20}
    (train,) = state.races[0].trains
    assert (train.place, train.prize, train.rolls, dict(train.fees)) == (1, 20, (), {2: 7})


def test_96_third_and_later_get_nothing():
    trains = race([PLAIN * 2, PLAIN * 3, PLAIN * 4, PLAIN * 4], 5, 5, 5, 4)
    assert race_prizes(race_places(trains)) == (20, 10, 0, 0)


def test_96_trains_of_a_race_are_ordered_by_place():
    short, long = column("R", 2, 4), column("R", 2, 18)
    state = racing(entry(1, long, {}), entry(2, short, {}), entry(3, long, {}), track={1: long})
    assert state.races[0].trains[0].seats == (2,)
    assert sorted(train.place for train in state.races[0].trains) in ([0, 1, 2], [1, 2, 2])


def test_102_most_gold_wins_then_more_races_then_the_place_is_shared():
    train = entry(1, column("R", 2, 18), {})
    richest = racing(train, gold={2: 41}, track={1: column("R", 2, 18)})
    assert [place.seat for place in GAME.rules.ranking(richest)] == [2, 1, 3]
    equal = racing(train, gold={2: 40, 3: 40}, track={1: column("R", 2, 18)})
    assert dict(equal.gold) == {1: 40, 2: 40, 3: 40}
    assert [(place.seat, place.place) for place in GAME.rules.ranking(equal)] == [(1, 1), (2, 2), (3, 2)]


@given(st.lists(st.lists(st.sampled_from((1, 2)), min_size=1, max_size=30), min_size=2, max_size=6), st.data())
def test_a_race_gives_out_thirty_or_what_rounding_leaves_of_it(ways, data):
    trains = run_race(ways, lambda: data.draw(st.sampled_from(AVERAGE_DIE)))
    found = race_places(trains)
    won = race_prizes(found)
    assert 30 - len(ways) < sum(won) <= 30
    assert found.count(1) >= 1
    assert (found.count(2) >= 1) == (found.count(1) == 1)
    for train, way in zip(trains, ways, strict=True):
        assert len(train.rolls) == len(train.stops)
        assert (train.stops[-1] == len(way)) == (train.over is not None)


def test_the_odds_are_those_of_the_rulings():
    assert [round(length_odds(16, rival).win, 2) for rival in (17, 18, 19, 21)] == [0.58, 0.70, 0.80, 0.93]
    assert length_odds(16, 17).tie == pytest.approx(0.107, abs=0.001)
    assert length_odds(16, 16).win * 2 + length_odds(16, 16).tie == pytest.approx(1)


def test_the_odds_of_a_short_run_are_exact():
    over_two = {5: Fraction(1, 6), 4: Fraction(2, 6), 3: Fraction(2, 6), 2: Fraction(1, 6)}
    tie = sum(p * p for p in over_two.values())
    assert length_odds(2, 2).tie == pytest.approx(float(tie))


def test_102_a_race_won_with_a_partner_decides_a_tie():
    joint = racing(entry((1, 2), column("R", 2, 18), {}), gold={1: 0, 3: 30}, track={1: column("R", 2, 18)})
    assert dict(joint.gold) == {1: 10, 2: 30, 3: 30}
    assert [(place.seat, place.place) for place in GAME.rules.ranking(joint)] == [(2, 1), (3, 2), (1, 3)]


def test_102_ranking_note_only_for_ties_in_gold():
    won = racing(entry(1, column("R", 2, 18), {}), gold={2: 40, 3: 39}, track={1: column("R", 2, 18)})
    notes = [place.note for place in GAME.rules.ranking(won)]
    assert notes == ["tie broken by races won: 1", "tie broken by races won: 0", ""]
