"""Buffalo Creek, the last round, and the ranking. (RR Order of play; rulings 82-86, 88)"""

import pytest

from engine.core import decisions
from engine.errors import Refused
from engine.games.railroader.game_data.constants import MAX_ROUNDS
from engine.games.railroader.state.events import BuffaloCreekReached, GameEnded
from tests.games.railroader.table import GAME, go, mine, offered, railroad, table

# 20 sections: Buffalo Creek is spaces 77 to 80.

SPARE = "gold gold gold gold"


def places(state):
    return [(place.seat, place.place, place.score, place.note) for place in GAME.rules.ranking(state)]


def finished(*railroads, arrived=(), **changes):
    """The ranking of these railroads."""
    return places(table(*railroads, seats=len(railroads), arrived=arrived, **changes))


@pytest.mark.parametrize(("die", "reached"), [(1, False), (2, True), (5, True)])
def test_ruling_82_any_space_of_the_last_section_is_buffalo_creek(die, reached):
    state, events = go(table(railroad(72, 20, hand=f"water-3 {SPARE}"), dice=(die,)), "p1 move 3 0")
    assert mine(state).engine == 75 + die
    assert (BuffaloCreekReached(1, 75 + die) in events) == reached
    assert state.arrived == ((1,) if reached else ())


@pytest.mark.parametrize("line", [16, 20, 26])
def test_ruling_82_the_last_section_of_every_line_is_buffalo_creek(line):
    last = line * 4
    state, events = go(table(railroad(last - 4, line, hand=f"engineer {SPARE}"), line=line), f"p1 engineer {last - 3}")
    assert BuffaloCreekReached(1, last - 3) in events
    assert state.arrived == (1,)


def test_ruling_82_without_the_last_section_the_train_derails_before_it():
    state, _ = go(table(railroad(74, 19, hand=f"water-3 {SPARE}"), dice=(1,)), "p1 move 3 0")
    assert state.arrived == ()
    assert mine(state).derailed


def test_ruling_83_the_finishers_other_actions_and_the_rest_of_the_round_are_played():
    start = table(railroad(76, 20, hand=f"engineer {SPARE}"), railroad(hand=SPARE), seats=3)
    state, _ = go(start, "p1 engineer 77")
    assert state.current_turn.left == 2
    state, _ = go(state, *["p1 discard gold pile"] * 2, *["p2 discard gold pile"] * 3, *["p3 discard worker pile"] * 2)
    assert not state.ending
    state, events = go(state, "p3 discard gold pile")
    assert events[-1] == GameEnded("buffalo-creek")
    assert GAME.rules.ending(state) == "buffalo-creek"
    assert not decisions(state)
    with pytest.raises(Refused, match="game is over"):
        go(state, "p1 discard gold pile")


def test_ruling_83_the_last_player_of_the_round_ends_it_at_once():
    start = table(railroad(), railroad(76, 20, hand=f"engineer {SPARE}"), at=2, turn={"left": 1})
    state, events = go(start, "p2 engineer 78")
    assert events[-1] == GameEnded("buffalo-creek")
    assert places(state)[0] == (2, 1, 78, "")


def test_ruling_84_the_farthest_train_in_buffalo_creek_wins():
    assert finished(railroad(79, 20), railroad(78, 20), railroad(76, 20), arrived=(1, 2)) == [
        (1, 1, 79, ""),
        (2, 2, 78, ""),
        (3, 3, 76, ""),
    ]
    assert finished(railroad(77, 20), railroad(80, 20), arrived=(1, 2))[0][0] == 2


def test_ruling_84_ties_go_to_the_later_arrival():
    later = "tie broken by later arrival: number 2 to arrive"
    first = "tie broken by later arrival: number 1 to arrive"
    assert finished(railroad(78, 20), railroad(78, 20), arrived=(1, 2)) == [(2, 1, 78, later), (1, 2, 78, first)]
    assert [place[0] for place in finished(railroad(78, 20), railroad(78, 20), arrived=(2, 1))] == [1, 2]


def test_ruling_84_two_trains_arrive_in_one_round_in_the_order_of_their_turns():
    start = table(
        railroad(76, 20, hand=f"engineer {SPARE}"), railroad(76, 20, hand=f"engineer {SPARE}"), turn={"left": 1}
    )
    state, _ = go(start, "p1 engineer 78", "p2 engineer 78")
    assert state.arrived == (1, 2)


def test_ruling_85_a_finisher_may_go_on_to_the_last_space():
    start = table(railroad(76, 20, hand=f"engineer engineer {SPARE}"))
    state, events = go(start, "p1 engineer 78", "p1 engineer 80")
    assert mine(state).engine == 80
    assert state.arrived == (1,)
    assert [event for event in events if type(event) is BuffaloCreekReached] == [BuffaloCreekReached(1, 78)]
    assert offered(state, "engineer") == set()


def test_ruling_84_a_second_arrival_is_not_announced():
    start = table(railroad(77, 20, hand=f"engineer engineer {SPARE}"), arrived=(1, 2))
    state, events = go(start, "p1 engineer 76", "p1 engineer 77")
    assert state.arrived == (2, 1)
    assert not any(type(event) is BuffaloCreekReached for event in events)


def test_ruling_88_a_train_that_backs_out_of_buffalo_creek_has_not_arrived():
    start = table(
        railroad(76, 20, hand=f"engineer {SPARE}"),
        railroad(76, 20, hand=f"engineer engineer {SPARE}"),
        turn={"left": 1},
    )
    state, _ = go(start, "p1 engineer 77", "p2 engineer 78", "p2 engineer 76")
    assert state.seats_in_creek == (1,)
    assert places(state) == [(1, 1, 77, ""), (2, 2, 76, "")]


def test_ruling_88_a_train_that_left_buffalo_creek_is_behind_one_with_more_track():
    assert [place[0] for place in finished(railroad(76, 20), railroad(77, 20), railroad(76, 20), arrived=(1, 2))] == [
        2, 3, 1,
    ]  # fmt: skip


def test_ruling_88_the_round_stays_the_last_after_a_train_leaves_buffalo_creek():
    start = table(railroad(), railroad(76, 20, hand=f"engineer engineer {SPARE}"), at=2, turn={"left": 2})
    state, events = go(start, "p2 engineer 77", "p2 engineer 76")
    assert events[-1] == GameEnded("buffalo-creek")
    assert state.seats_in_creek == ()


@pytest.mark.parametrize(("round_", "over"), [(MAX_ROUNDS - 1, False), (MAX_ROUNDS, True)])
def test_ruling_86_after_round_60_the_game_is_over(round_, over):
    start = table(railroad(9, 5), railroad(10, 4), at=2, round=round_, turn={"left": 1})
    state, events = go(start, "p2 discard worker pile")
    assert (GameEnded("round-cap") in events) == over
    assert bool(decisions(state)) != over
    assert MAX_ROUNDS == 60


def test_ruling_86_a_train_that_arrives_in_round_60_wins_by_it():
    start = table(railroad(9, 5), railroad(76, 20, hand=f"engineer {SPARE}"), at=2, round=60, turn={"left": 1})
    state, _ = go(start, "p2 engineer 77")
    assert GAME.rules.ending(state) == "buffalo-creek"


def test_ruling_86_the_furthest_engine_wins_then_track_then_the_later_seat():
    assert [place[0] for place in finished(railroad(9, 3), railroad(10, 3), railroad(8, 9))] == [2, 1, 3]
    assert finished(railroad(9, 3), railroad(9, 4)) == [
        (2, 1, 9, "tie broken by track: 4 sections"),
        (1, 2, 9, "tie broken by track: 3 sections"),
    ]
    assert [place[0] for place in finished(railroad(9, 3), railroad(9, 3), railroad(9, 3), first=2)] == [1, 3, 2]
    assert finished(railroad(9, 3), railroad(9, 3))[0] == (2, 1, 9, "tie broken by later turn order")


def test_ruling_86_rounds_pass_if_no_player_has_an_action():
    bare = [railroad(1, 1, hand="") for _ in range(4)]
    start = table(*bare[:3], railroad(1, 1, hand="gold"), seats=4, at=4, round=1, market="- - -", deck="")
    state, events = go(start, "p4 discard gold prairie")
    assert events[-1] == GameEnded("round-cap")
    assert GAME.rules.round_number(state) == MAX_ROUNDS
