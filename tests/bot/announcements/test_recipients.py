"""Recipients: who is asked, notified, and waited for, and which notifications are current."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.announcements.decision_points import (
    active_rows,
    is_current,
    message_id_before,
    notification_custom_id,
    notification_nonce,
)
from bot.announcements.recipients import (
    deadlines,
    delivery_methods,
    is_newly_asked,
    is_to_former_holder,
    note_repeated_questions,
    open_question_post,
    question_digests,
    questions_to_people,
    seats_to_move,
    seats_with_question,
    users_to_mention,
)
from bot.tables.table import BookkeepingKey, LogEntry, MoveOrigin, Player, SeatBookkeepingKey, Table
from bot.users import UserPreferences
from engine import Decision, Seat
from engine.store import Clock, LogRow
from engine.store.notifications import Notification
from engine.store.table_settings import TIME_CONTROLS, read_table_settings

BANK = TIME_CONTROLS["daily"].bank
RUNS = Clock(point=5, bank=BANK, since=100.0)
PLAYERS = (Player("Ada", 1), Player("Ben", 2), Player("Engine", policy="greedy"))


def table(**more: Any) -> Table:
    """Return a table of two people and a computer that waits for both people."""
    given: dict[str, Any] = {"id": 7, "channel": 1, "guild": 1, "title": "railroad-rivals", "host": 1, "options": {}}
    clocks = {1: RUNS, 2: RUNS, 3: RUNS}
    daily = read_table_settings({"clock": "daily"})
    return Table(**{**given, "status": "playing", "players": PLAYERS, "clocks": clocks, "terms": daily, **more})


ASKED = tuple(Decision(Seat(seat), "Which?", ()) for seat in (1, 2, 3))


@pytest.mark.parametrize(
    ("notices", "closed", "places"),
    [
        ("none", False, ()),
        ("none", True, ()),
        ("channel", False, ("channel",)),
        ("direct", False, ("direct",)),
        ("direct", True, ("channel",)),
        ("both", False, ("channel", "direct")),
        ("both", True, ("channel",)),
    ],
)
def test_recipients_are_notified_where_they_chose_and_can_be_reached(
    notices: Any, closed: bool, places: tuple[str, ...]
) -> None:
    assert delivery_methods(UserPreferences(notices=notices, closed=closed)) == places


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ({}, {1: 1, 2: 2}),
        ({"status": "finished"}, {}),
        ({"paused": 5.0}, {}),
        ({"clocks": {1: RUNS, 2: replace(RUNS, since=None)}}, {1: 1}),
        ({"clocks": {2: RUNS, 1: RUNS, 4: RUNS}}, {1: 1, 2: 2}),
        ({"players": (Player("Ada", 1), Player("Ben (away)", away=2))}, {1: 1}),
    ],
)
def test_people_with_running_clocks_are_waited_for(more: Any, seats: dict[int, int]) -> None:
    assert seats_to_move(table(**more)) == seats


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ({}, [1, 2]),
        ({"terms": read_table_settings({"clock": "none"})}, []),
        ({"players": (PLAYERS[0], PLAYERS[2])}, []),
        ({"clocks": {1: RUNS, 2: replace(RUNS, since=None)}}, [1]),
    ],
)
def test_deadlines_are_shown_with_a_clock_and_other_players(more: Any, seats: list[int]) -> None:
    assert deadlines(table(**more), lambda _: UserPreferences()) == dict.fromkeys(seats, 100.0 + BANK)


@pytest.mark.parametrize(
    ("more", "users"),
    [
        ({}, [1, 2]),
        ({"notes": {BookkeepingKey.SEATS_ASKED_BEFORE: 0b10}}, [2]),
        ({"notes": {BookkeepingKey.SEATS_ASKED_BEFORE: 0b110}}, []),
        ({"players": (PLAYERS[0], PLAYERS[2], PLAYERS[2])}, []),
        ({"players": (PLAYERS[0], PLAYERS[1], Player("Cleo", 3))}, [1, 2]),
    ],
)
def test_player_with_the_same_question_is_not_notified_again(more: Any, users: list[int]) -> None:
    of = {3: UserPreferences(notices="direct")}
    assert users_to_mention(table(**more), ASKED, lambda user: of.get(user, UserPreferences())) == users


def test_people_are_distinguished_from_computers() -> None:
    assert [asked.seat for asked in questions_to_people(table(), ASKED)] == [1, 2]


def test_empty_note_is_not_an_open_question() -> None:
    assert [
        open_question_post(table(notes=notes))
        for notes in ({}, {BookkeepingKey.QUESTION_POST: 0}, {BookkeepingKey.QUESTION_POST: 9})
    ] == [None, None, 9]


def test_new_player_has_not_been_notified() -> None:
    assert seats_with_question(table()) == frozenset()
    asked: dict[str, int] = {
        BookkeepingKey.SEATS_ASKED: 0b1110,
        SeatBookkeepingKey.QUESTION_DIGEST.for_seat(1): 55,
        SeatBookkeepingKey.QUESTION_DIGEST.for_seat(2): 0,
    }
    assert seats_with_question(table(notes=asked)) == {1, 3}


def moves(*made: tuple[int, MoveOrigin]) -> list[LogEntry]:
    return [LogEntry(seq, Seat(seat), "", by, 0.0, ()) for seq, (seat, by) in enumerate(made, 1)]


def test_same_question_is_recognized_except_after_undo() -> None:
    marks = question_digests(table(), ASKED[:2])
    told: dict[str, int] = {**marks, SeatBookkeepingKey.QUESTION_DIGEST.for_seat(2): 1}
    for last, known in (("player", 0b10), ("undo", 0)):
        made: Any = moves((1, "player"), (1, last))  # type: ignore[arg-type]
        after, kept = note_repeated_questions(table(notes=told), made, ASKED[:2])
        assert after.notes[BookkeepingKey.SEATS_ASKED_BEFORE] == known and kept == marks
    assert (
        question_digests(table(moves=1), ASKED[:2]) != marks != question_digests(table(players=PLAYERS[1:]), ASKED[:2])
    )


@pytest.mark.parametrize(
    ("point", "made", "before_", "begun", "newly"),
    [
        (1, [(1, "player"), (2, "player")], (), -1, True),
        (1, [(1, "player"), (2, "player")], (2,), -1, True),
        (2, [(2, "player"), (2, "player")], (2,), -1, False),
        (2, [(1, "player"), (2, "player")], (2,), -1, False),
        (2, [(1, "player"), (2, "undo")], (2,), -1, False),
        (2, [(1, "player"), (2, "clock")], (2,), -1, True),
        (2, [(1, "player"), (2, "player")], (2,), 2, True),
        (2, [(1, "player"), (2, "player")], (2,), 1, False),
        (3, [(1, "player"), (2, "player")], (2,), -1, False),
        (3, [(1, "player"), (2, "player")], (), -1, True),
        (0, [(1, "player")], (), -1, True),
        (0, [(1, "player")], (2,), -1, False),
        (1, [(2, "forced")], (2,), -1, False),
        (1, [(2, "ahead")], (), -1, True),
    ],
)
def test_seat_is_newly_asked_by_moves_of_others(
    point: int, made: Any, before_: tuple[int, ...], begun: int, newly: bool
) -> None:
    assert is_newly_asked(Seat(2), point, moves(*made), {Seat(seat) for seat in before_}, begun) == newly


def notice(kind: Any = "remind", seat: int = 2, user: int = 2, point: int = 5, place: Any = "channel") -> Notification:
    return Notification(7, seat, point, kind, place, user)


@pytest.mark.parametrize(
    ("kind", "stage", "current"),
    [
        ("asked", 0, True),
        ("remind", 0, False),
        ("remind", 1, True),
        ("last", 1, False),
        ("last", 2, True),
        ("quiet", 2, False),
        ("quiet", 3, True),
        ("zero", 2, False),
        ("zero", 3, True),
        ("late", 0, True),
    ],
)
def test_reminder_is_valid_until_time_is_added(kind: str, stage: int, current: bool) -> None:
    at = table(clocks={2: replace(RUNS, stage=stage)})
    assert is_current(at, notice(kind)) == current
    assert not is_current(at, notice(kind, point=4)) and not is_current(at, notice(kind, user=1))


@pytest.mark.parametrize(
    ("clocks", "current"),
    [({1: RUNS}, True), ({1: RUNS, 2: RUNS}, False), ({}, False), ({1: replace(RUNS, point=6)}, False)],
)
def test_next_player_is_named_while_one_other_is_to_move(clocks: Any, current: bool) -> None:
    assert is_current(table(clocks=clocks), notice("next")) == current


def row(seat: int, by: Any) -> LogRow:
    return LogRow(1, seat, "x", by, 0.0, b"")


def test_moves_undone_within_a_range_are_excluded() -> None:
    first, second = row(1, "player"), row(2, "player")
    assert active_rows([first, second, row(2, "undo")]) == [first]
    assert active_rows([row(1, "undo"), first]) == [first] and active_rows([]) == []


def test_notification_is_found_by_its_button_near_its_claim_time() -> None:
    away = table(players=(PLAYERS[0], Player("Ben (away)", away=2)))
    late = notice("late", place="direct")
    assert (notification_custom_id(away, late), notification_custom_id(table(), late)) == ("g:7:5:back2", "d:7:5:late2")
    assert notification_custom_id(away, notice("asked", place="direct")) == "d:7:5:asked2"
    assert notification_custom_id(away, notice("late")) == "d:7:5:late2" and not is_to_former_holder(
        away, notice("late")
    )
    claimed = replace(late, claimed=1_700_000_000.0)
    seconds = ((message_id_before(claimed) >> 22) + 1_420_070_400_000) / 1_000
    assert seconds == 1_700_000_000.0 - 60 and message_id_before(late) == 1
    assert len(notification_nonce(table(), late)) == 24 and notification_nonce(table(), late) != notification_nonce(
        table(), claimed
    )
