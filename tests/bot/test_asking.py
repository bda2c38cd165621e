"""One mention per decision point."""

from __future__ import annotations

from bot.tables.table import By, Move
from bot.telling.asking import is_newly_asked, mask, seats_in
from engine import Decision, Seat


def move(seat: int, by: By = "player") -> Move:
    return Move(1, Seat(seat), "", by, 0.0, ())


def asked(*seats: int) -> int:
    return mask([Decision(Seat(seat), "?", ()) for seat in seats])


def test_a_mask_gives_its_seats_back() -> None:
    assert seats_in(asked(1, 3, 12)) == (1, 3, 12) and seats_in(0) == ()


def test_who_was_not_asked_before_is_newly_asked() -> None:
    assert is_newly_asked(Seat(2), seats_in(asked(1)), [move(1)])


def test_ones_own_next_step_is_no_new_question() -> None:
    assert not is_newly_asked(Seat(1), seats_in(asked(1)), [move(1), move(1)])
    assert not is_newly_asked(Seat(1), seats_in(asked(1)), [move(1), move(2, "forced")])


def test_who_has_not_answered_yet_is_not_asked_again() -> None:
    assert not is_newly_asked(Seat(2), seats_in(asked(1, 2)), [move(1)])


def test_the_next_turn_after_others_have_chosen_is_a_new_question() -> None:
    assert is_newly_asked(Seat(1), seats_in(asked(1)), [move(1), move(2, "computer"), move(3, "computer")])


def test_who_still_has_the_question_that_the_own_move_left_is_not_asked_anew() -> None:
    assert not is_newly_asked(Seat(1), seats_in(asked(1)), [move(1), move(2, "computer")], {Seat(1)})
    assert not is_newly_asked(Seat(1), seats_in(asked(2)), [move(1)], {Seat(1)})
