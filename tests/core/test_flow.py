"""The stack of phases, with a toy title: players count up to three in turn."""

from __future__ import annotations

import pytest

from engine.core.action import Action, Amounts, Decision, Either
from engine.core.event import Event, PhaseEnded, visible
from engine.core.flow import Phase, State, decisions, play, settle
from engine.core.seats import Seat
from engine.errors import Refused


class Count(Action, frozen=True):
    number: int


class Stop(Action, frozen=True):
    pass


class Counted(Event, frozen=True):
    number: int


class Counting(Phase, frozen=True):
    heading = "Counting"
    last: int = 0

    def decisions(self, state):
        return (Decision(Seat(1), "Count on.", Amounts(Count, Seat(1), self.last + 1, 3)),) if self.last < 3 else ()

    def apply(self, state, action):
        return state.become(Counting(action.number)).tell(Counted(action.number))

    def proceed(self, state):
        return state.leave()


class Endless(Phase, frozen=True):
    def proceed(self, state):
        return state


def counting() -> State:
    return settle(State(flow=(Counting(),)))


def test_an_offered_action_is_played_and_told():
    state, news = play(counting(), Count(Seat(1), 2))
    assert state.flow == (Counting(2),)
    assert news == (Counted(2),)
    assert state.news == ()


def test_the_state_before_stays_as_it_was():
    before = counting()
    play(before, Count(Seat(1), 2))
    assert before == counting()


def test_leaving_a_phase_with_a_heading_is_told_to_the_table():
    state, news = play(counting(), Count(Seat(1), 3))
    assert news == (Counted(3), PhaseEnded("Counting"))
    assert decisions(state) == ()


def test_what_is_not_offered_is_refused():
    with pytest.raises(Refused, match="Count on"):
        play(counting(), Count(Seat(1), 4))


def test_a_seat_that_is_not_asked_is_told_who_is():
    with pytest.raises(Refused, match="not player 2's turn: player 1 must answer first"):
        play(counting(), Count(Seat(2), 1))


def test_after_the_end_nothing_can_be_played():
    over, _ = play(counting(), Count(Seat(1), 3))
    with pytest.raises(Refused, match="The game is over"):
        play(over, Count(Seat(1), 1))


def test_phases_entered_together_are_played_in_order():
    state = State(flow=()).enter(Counting(1), Counting(2))
    assert state.flow[-1] == Counting(1)


def test_a_phase_that_never_asks_is_caught():
    with pytest.raises(RuntimeError, match="Endless went on"):
        settle(State(flow=(Endless(),)))


def test_amounts_know_their_members_without_listing_them():
    amounts = Amounts(Count, Seat(1), 1, 10**12)
    assert Count(Seat(1), 10**12) in amounts
    assert Count(Seat(1), 0) not in amounts
    assert Count(Seat(2), 5) not in amounts
    assert Stop(Seat(1)) not in amounts
    assert len(Amounts(Count, Seat(1), 5, 4)) == 0


def test_either_offers_all_of_its_parts():
    offers = Either((Stop(Seat(1)),), Amounts(Count, Seat(1), 2, 3))
    assert list(offers) == [Stop(Seat(1)), Count(Seat(1), 2), Count(Seat(1), 3)]
    assert len(offers) == 3


def test_events_for_one_seat_are_hidden_from_the_others():
    private = Counted(7, to=frozenset({Seat(2)}))
    assert visible((Counted(1), private), None) == (Counted(1),)
    assert visible((Counted(1), private), Seat(2)) == (Counted(1), private)
