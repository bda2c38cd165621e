"""One mention for each decision point."""

import pytest
from msgspec.structs import replace

from bot.announcements.recipients import has_one_person, is_newly_asked, seat_mask, seats_in_mask
from bot.play.service import Player, TableService
from bot.tables.table import LogEntry, MoveOrigin
from engine import Decision, Seat
from tests.bot.seated_players import begun


def moves(*made: tuple[int, MoveOrigin]) -> list[LogEntry]:
    """Return moves 1, 2, ... of these pairs of seat and origin."""
    return [LogEntry(seq, Seat(seat), "", by, 0.0, ()) for seq, (seat, by) in enumerate(made, 1)]


def asked(*seats: int) -> int:
    return seat_mask([Decision(Seat(seat), "?", ()) for seat in seats])


def test_seat_mask_round_trips() -> None:
    assert seats_in_mask(asked(1, 3, 12)) == (1, 3, 12) and seats_in_mask(0) == ()


def test_move_of_another_player_creates_a_new_decision_point() -> None:
    assert is_newly_asked(Seat(2), 1, moves((1, "player")), {Seat(1)})
    assert is_newly_asked(Seat(2), 2, moves((1, "player"), (3, "forced")), {Seat(1), Seat(2)})  # in another part


def test_own_next_step_is_not_a_new_decision_point() -> None:
    assert not is_newly_asked(Seat(1), 0, moves((1, "player"), (1, "player")), {Seat(1)})
    assert not is_newly_asked(Seat(1), 2, moves((1, "player"), (2, "forced")), {Seat(1)})
    assert not is_newly_asked(Seat(1), 1, moves((1, "undo"), (1, "player")), {Seat(2)})


def test_own_next_step_is_asked_below_the_report_of_the_ended_phase() -> None:
    assert is_newly_asked(Seat(1), 1, moves((1, "player"), (2, "computer")), {Seat(1)}, phase_start=1)


def test_pending_player_is_not_asked_again() -> None:
    assert not is_newly_asked(Seat(2), 0, moves((1, "player")), {Seat(1), Seat(2)})
    assert not is_newly_asked(Seat(1), 0, moves((1, "player"), (2, "computer")), {Seat(1)})


def test_next_turn_after_other_choices_is_a_new_decision_point() -> None:
    assert is_newly_asked(Seat(1), 3, moves((1, "player"), (2, "computer"), (3, "computer")), {Seat(1)})


def test_standing_order_answers_the_earlier_question() -> None:
    assert is_newly_asked(Seat(1), 2, moves((1, "order"), (2, "computer")), {Seat(1)})
    assert is_newly_asked(Seat(1), 2, moves((2, "player"), (1, "order")), ())
    assert not is_newly_asked(Seat(1), 2, moves((1, "player"), (1, "order")), {Seat(1)})
    assert not is_newly_asked(Seat(1), 1, moves((1, "order")), {Seat(1)})  # which has just been given


@pytest.mark.parametrize(
    ("users", "alone"), [((None, None), False), ((7, None), True), ((7, 8), False), ((None, 7, None), True)]
)
async def test_single_person_among_computers_is_alone(
    sessions: TableService, users: tuple[int | None, ...], alone: bool
) -> None:
    table = replace(await begun(sessions), players=tuple(Player("", user) for user in users))
    assert has_one_person(table) is alone
