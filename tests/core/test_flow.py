"""The stack of phases, tested with a toy game in which players take turns to count to three."""

import msgspec
import pytest

from engine.core import (
    Action,
    AmountOffers,
    CombinedOffers,
    Decision,
    Event,
    Phase,
    PhaseEnded,
    Seat,
    Standing,
    State,
    decisions,
    play,
    premove_decisions,
    settle,
    visible_events,
)
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
        return (
            (Decision(Seat(1), "Count on.", AmountOffers(Count, Seat(1), self.last + 1, 3)),) if self.last < 3 else ()
        )

    def apply(self, state, action):
        return state.replace_phase(Counting(action.number)).emit(Counted(action.number))

    def advance(self, state):
        return state.pop_phase()


class Endless(Phase, frozen=True):
    def advance(self, state):
        return state


def counting() -> State:
    return settle(State(flow=(Counting(),)))


def test_offered_action_is_applied_and_emits_events():
    state, news = play(counting(), Count(Seat(1), 2))
    assert state.flow == (Counting(2),)
    assert news == (Counted(2),)
    assert state.news == ()


def test_playing_does_not_change_the_previous_state():
    before = counting()
    play(before, Count(Seat(1), 2))
    assert before == counting()


def test_phase_is_asked_for_offers_once_per_state(monkeypatch):
    asked, real = [], Counting.decisions
    monkeypatch.setattr(Counting, "decisions", lambda phase, state: asked.append(phase.last) or real(phase, state))
    state, _ = play(counting(), Count(Seat(1), 1))
    play(state, next(iter(decisions(state)[0].offers)))
    assert asked == [0, 1, 2]


def test_end_of_a_phase_with_a_heading_emits_an_event():
    state, news = play(counting(), Count(Seat(1), 3))
    assert news == (Counted(3), PhaseEnded("Counting"))
    assert decisions(state) == ()


def test_action_that_is_not_offered_is_refused():
    with pytest.raises(Refused, match="Count on"):
        play(counting(), Count(Seat(1), 4))


def test_refusal_names_the_player_to_move():
    with pytest.raises(Refused, match="isn’t player 2’s turn. Waiting for player 1"):
        play(counting(), Count(Seat(2), 1))


def test_no_action_can_be_played_after_the_end():
    over, _ = play(counting(), Count(Seat(1), 3))
    with pytest.raises(Refused, match="The game is over"):
        play(over, Count(Seat(1), 1))


def test_phases_entered_together_are_played_in_order():
    state = State(flow=()).push_phases(Counting(1), Counting(2))
    assert state.flow[-1] == Counting(1)


def test_endless_phase_raises_an_error():
    with pytest.raises(RuntimeError, match="Endless went on"):
        settle(State(flow=(Endless(),)))


def test_amount_offers_test_membership_without_listing():
    amounts = AmountOffers(Count, Seat(1), 1, 10**12)
    assert Count(Seat(1), 10**12) in amounts
    assert Count(Seat(1), 0) not in amounts
    assert Count(Seat(2), 5) not in amounts
    assert Stop(Seat(1)) not in amounts
    assert len(AmountOffers(Count, Seat(1), 5, 4)) == 0


def test_combined_offers_contain_all_parts():
    offers = CombinedOffers((Stop(Seat(1)),), AmountOffers(Count, Seat(1), 2, 3))
    assert list(offers) == [Stop(Seat(1)), Count(Seat(1), 2), Count(Seat(1), 3)]
    assert len(offers) == 3


def test_private_events_are_hidden_from_other_seats():
    private = Counted(7, to=frozenset({Seat(2)}))
    assert visible_events((Counted(1), private), None) == (Counted(1),)
    assert visible_events((Counted(1), private), Seat(2)) == (Counted(1), private)


# -- answers given ahead


class Intend(Standing, frozen=True):
    number: int


class Patient(State, frozen=True, kw_only=True):
    """A state in which seat 2 may make a secret premove."""

    intended: int = 0

    def premove_decisions(self):
        return (Decision(Seat(2), "Say a number ahead.", AmountOffers(Intend, Seat(2), self.intended + 1, 3)),)

    def apply_premove(self, action):
        return msgspec.structs.replace(self, intended=action.number).emit(
            Counted(action.number, to=frozenset({Seat(2)}))
        )


def patient() -> Patient:
    return settle(Patient(flow=(Counting(),)))


def test_premove_decision_is_not_a_decision_of_the_table():
    assert [question.seat for question in decisions(patient())] == [1]
    assert [question.seat for question in premove_decisions(patient())] == [2]
    assert premove_decisions(counting()) == ()


def test_premove_is_played_out_of_turn_and_keeps_the_flow():
    state, news = play(patient(), Intend(Seat(2), 2))
    assert (state.intended, state.flow, state.news) == (2, patient().flow, ())
    assert visible_events(news, None) == ()
    assert visible_events(news, Seat(2)) == (Counted(2, to=frozenset({Seat(2)})),)
    assert play(state, Count(Seat(1), 1))[0].intended == 2


def test_premove_can_be_replaced_by_another_offered_one():
    state, _ = play(patient(), Intend(Seat(2), 2))
    assert play(state, Intend(Seat(2), 3))[0].intended == 3
    with pytest.raises(Refused, match="can’t do that now, or you have already planned it. Say a number ahead."):
        play(state, Intend(Seat(2), 2))


def test_seat_without_premove_decision_cannot_premove():
    with pytest.raises(Refused, match="There is nothing to plan right now"):
        play(patient(), Intend(Seat(1), 2))
    with pytest.raises(Refused, match="There is nothing to plan right now"):
        play(counting(), Intend(Seat(1), 2))


def test_premove_decision_does_not_offer_moves():
    with pytest.raises(Refused, match="isn’t player 2’s turn"):
        play(patient(), Count(Seat(2), 1))


def test_no_premove_decisions_after_the_end():
    over, _ = play(patient(), Count(Seat(1), 3))
    assert premove_decisions(over) == ()
    with pytest.raises(Refused, match="The game is over"):
        play(over, Intend(Seat(2), 2))
