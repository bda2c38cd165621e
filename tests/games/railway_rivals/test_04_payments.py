"""R Payments to Rivals and the summary of payments; rulings 34 to 45, 23, 24, 36."""

import pytest

from engine.games.railway_rivals.state.events import TrackBuilt
from tests.games.railway_rivals.table import events_of, go, refusal, table

# Columns of plain land: P17-P18-P19 in a line from the north, with Q and O beside them; R18 is Leicester.
FAR = ("AA32", "Y5", "F32")


def paid(state, path):
    """The payments of seat 1 for a path, by seat."""
    _, events = go(state, f"p1 lay {path}")
    return dict(events_of(events, TrackBuilt)[0].paid)


# -- the table of payments


@pytest.mark.parametrize(
    ("mine", "rival", "path", "fee"),
    [
        ("P16-P17", "Q18-P18", "P17-P18", 1),  # junction only
        ("P16-P17", "P17-P18", "P17-P18", 5),  # junction and parallel for two half hexes
        ("Q18-R18", "R18-S18", "R18-S18", 3),  # out of a town: junction and parallel for one half hex
        ("Q19-Q18", "Q18-R18", "Q18-R18", 2),  # into a town: parallel for one half hex, no junction
        ("Q19-Q18", "S18-R18", "Q18-R18", 0),  # into a town where a rival has track on other sides
        ("C10-C9", "C9-B9", "C9-B9", 3),  # between neighboring towns
    ],
)
def test_the_summary_of_payments(mine, rival, path, fee):  # 34, 37, 38
    assert paid(table(starts=FAR, track={1: mine, 2: rival}), path) == ({2: fee} if fee else {})


def test_entering_a_hex_with_a_rivals_track_pays_1_and_towns_are_free():  # 34
    assert paid(table(starts=FAR, track={1: "P16-P17", 2: "P18-P19"}), "P17-P18") == {2: 1}
    assert paid(table(starts=FAR, track={1: "Q19-Q18", 2: "S18-R18"}), "Q18-R18") == {}


def test_the_junction_is_paid_for_every_new_step_into_a_hex_even_with_own_track_there():  # 35
    state = table(starts=FAR, track={1: "Q18-P17-P18", 2: "P18-P19, Q18-Q19"}, capital=2)
    assert paid(state, "Q18-P18") == {2: 1}


def test_between_two_own_hexes_the_cheaper_direction_is_built():  # 36
    state = table(starts=FAR, track={1: "P16-P17, Q18-P18", 2: "P18-P19"}, capital=2)
    state, events = go(state, "p1 lay P17-P18")
    (built,) = events_of(events, TrackBuilt)
    assert built.paid == {}
    assert (state.track.pieces[-1].a, state.track.pieces[-1].b) == ("P18", "P17")


def test_track_is_parallel_if_a_rival_has_the_same_side():  # 37
    beside = table(starts=FAR, track={1: "P16-P17", 2: "P18-P17"})
    assert paid(beside, "P17-P18") == {2: 5}


def test_track_of_a_rival_on_other_sides_of_the_hex_is_a_junction_only():  # 38
    assert paid(table(starts=FAR, track={1: "P16-P17", 2: "Q18-P18-O18"}), "P17-P18") == {2: 1}


def test_hex_that_is_left_over_a_new_side_costs_no_payment():  # 39
    assert paid(table(starts=FAR, track={1: "P16-P17", 2: "Q18-P17-O17"}), "P17-P18") == {}


def test_crossing_at_the_center_of_a_hex_is_a_junction():  # 40
    assert paid(table(starts=FAR, track={1: "P16-P17", 2: "O19-P18-Q19"}), "P17-P18-P19") == {2: 1}


def test_every_rival_is_paid_in_full():  # 41
    state = table(seats=3, starts=FAR, track={1: "P16-P17", 2: "P17-P18", 3: "P18-P17, P18-Q19"})
    assert paid(state, "P17-P18") == {2: 5, 3: 5}


def test_earlier_company_does_not_pay_a_later_one():  # 42
    state = table(starts=FAR, track={1: "P16-P17", 2: "O19-O18"}, capital=1)
    state, _ = go(state, "p1 lay P17-P18")
    state, events = go(state, "p2 lay O18-P18")
    assert events_of(events, TrackBuilt)[0].paid == {1: 1}
    assert state.gold == {1: 21, 2: 19}


def test_between_neighboring_towns_3_is_paid_to_each_rival_beside_and_nothing_else():  # 43
    state = table(seats=3, starts=("C9", "Y5", "F32"), track={2: "C9-B9", 3: "B9-B8, C9-D9"}, capital=5)
    assert paid(state, "C9-B9") == {2: 3}


def test_in_hexes_over_the_border_payments_are_as_everywhere():  # 44
    state = table(starts=FAR, track={1: "D14-D15", 2: "D15-C15, C16-B15"}, capital=6)
    assert paid(table(starts=FAR, track={1: "D13-D14", 2: "D15-C14"}), "D14-C14") == {2: 1}
    assert paid(table(starts=FAR, track={1: "D13-D14", 2: "D14-C14"}), "D14-C14") == {2: 5}
    assert state.hex_map.is_abroad("C14")


def test_two_companies_in_one_start_town_pay_nothing_inside_and_run_parallel_by_the_same_side():  # 45
    state = table(starts=("R18", "R18"), track={2: "R18-S18"}, capital=3)
    assert paid(state, "R18-R17") == {}
    assert paid(state, "R18-S18") == {2: 3}


# -- example builds of the rulebook, whose picture is lost: the sums are reached by these rulings


def test_example_builds_1_to_player_a_and_then_6_to_a_and_3_to_b():  # 34 to 38
    state = table(seats=3, starts=FAR, track={1: "O17-O18", 2: "P18-P19, Q20-Q19", 3: "Q19-R18"}, capital=6)
    assert paid(state, "O18-P18") == {2: 1}
    state, _ = go(state, "p1 lay O18-P18")
    assert paid(state, "P18-P19-Q19-R18") == {2: 6, 3: 3}


# -- gold in hand


def test_payments_come_from_gold_in_hand_and_not_from_the_capital():  # R Payments to Rivals; 23
    state = table(starts=FAR, track={1: "P16-P17", 2: "P17-P18"}, capital=6)
    state, events = go(state, "p1 lay P17-P18")
    assert events_of(events, TrackBuilt)[0].left == 5
    assert state.gold == {1: 15, 2: 25}


def test_no_payment_exceeds_the_gold_in_hand():  # 23, 24
    state = table(starts=FAR, track={1: "P16-P17", 2: "P17-P18"}, gold={1: 4})
    assert refusal(state, "p1 lay P17-P18") == (
        "You can’t build from P17 to P18: it pays 5 gold to player 2, and you have 4 gold."
    )


def test_bonus_of_the_same_turn_can_pay_rivals():  # 23
    track = {1: "Q19-Q18", 2: "S20-S19"}
    state, _ = go(table(starts=FAR, track=track, gold={1: 0}), "p1 lay Q18-R18-S19")
    assert state.gold == {1: 5, 2: 21}
    without = table(starts=FAR, track=track, gold={1: 0}, reached=("Leicester",))
    assert "you have 0 gold" in refusal(without, "p1 lay Q18-R18-S19")


def test_payments_received_in_the_same_turn_can_pay_rivals():  # 23
    state = table(starts=FAR, track={1: "O18-P17", 2: "P18-O19"}, gold={2: 0}, capital=2)
    assert "you have 0 gold" in refusal(state, "p2 lay O19-O18")
    state, _ = go(state, "p1 lay P17-P18", "p1 done", "p2 lay O19-O18")
    assert state.gold == {1: 20, 2: 0}
