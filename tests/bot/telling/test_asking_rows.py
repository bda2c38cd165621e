"""Who is asked, told and waited for, as rows over a table as a value; and notices that are about now."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.preferences import Person
from bot.tables.notes import Note, SeatNote
from bot.tables.table import By, Move, Player, Table
from bot.telling.asking import (
    deadlines,
    is_kept,
    is_newly_asked,
    marks_of,
    notified,
    open_question,
    people,
    remembering,
    told_seats,
    waiting,
    ways,
)
from bot.telling.points import before, is_current, mark, nonce, standing
from engine import Decision, Seat
from engine.store import Clock, Entry
from engine.store.notices import Notice
from engine.store.terms import SPEEDS, terms_of

BANK = SPEEDS["daily"].bank
RUNS = Clock(point=5, bank=BANK, since=100.0)
PLAYERS = (Player("Ada", 1), Player("Ben", 2), Player("Engine", policy="greedy"))


def table(**more: Any) -> Table:
    """Two people and a computer; both people are waited for."""
    given: dict[str, Any] = {"id": 7, "channel": 1, "guild": 1, "title": "railroad-rivals", "host": 1, "options": {}}
    clocks = {1: RUNS, 2: RUNS, 3: RUNS}
    daily = terms_of({"clock": "daily"})
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
def test_each_is_told_where_they_want_and_can_be(notices: Any, closed: bool, places: tuple[str, ...]) -> None:
    assert ways(Person(notices=notices, closed=closed)) == places


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
def test_the_people_whose_clocks_run_are_waited_for(more: Any, seats: dict[int, int]) -> None:
    assert waiting(table(**more)) == seats


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ({}, [1, 2]),
        ({"terms": terms_of({"clock": "none"})}, []),
        ({"players": (PLAYERS[0], PLAYERS[2])}, []),
        ({"clocks": {1: RUNS, 2: replace(RUNS, since=None)}}, [1]),
    ],
)
def test_times_are_told_where_there_is_a_clock_and_somebody_else(more: Any, seats: list[int]) -> None:
    assert deadlines(table(**more), lambda _: Person()) == dict.fromkeys(seats, 100.0 + BANK)


@pytest.mark.parametrize(
    ("more", "users"),
    [
        ({}, [1, 2]),
        ({"notes": {Note.ASKED_BEFORE: 0b10}}, [2]),
        ({"notes": {Note.ASKED_BEFORE: 0b110}}, []),
        ({"players": (PLAYERS[0], PLAYERS[2], PLAYERS[2])}, []),
        ({"players": (PLAYERS[0], PLAYERS[1], Player("Cleo", 3))}, [1, 2]),
    ],
)
def test_who_had_the_very_question_before_is_not_notified_again(more: Any, users: list[int]) -> None:
    of = {3: Person(notices="direct")}
    assert notified(table(**more), ASKED, lambda user: of.get(user, Person())) == users


def test_people_are_told_apart_from_computers() -> None:
    assert [asked.seat for asked in people(table(), ASKED)] == [1, 2]


def test_a_note_of_nothing_is_no_open_question() -> None:
    assert [open_question(table(notes=notes)) for notes in ({}, {Note.PING: 0}, {Note.PING: 9})] == [None, None, 9]


def test_who_sat_down_since_has_not_been_told() -> None:
    assert told_seats(table()) == frozenset()
    asked: dict[str, int] = {Note.ASKED: 0b1110, SeatNote.TOLD.of(1): 55, SeatNote.TOLD.of(2): 0}
    assert told_seats(table(notes=asked)) == {1, 3}


def moves(*made: tuple[int, By]) -> list[Move]:
    return [Move(seq, Seat(seat), "", by, 0.0, ()) for seq, (seat, by) in enumerate(made, 1)]


def test_the_same_question_is_known_again_but_not_to_who_is_asked_by_an_undo() -> None:
    marks = marks_of(table(), ASKED[:2])
    told: dict[str, int] = {**marks, SeatNote.TOLD.of(2): 1}
    for last, known in (("player", 0b10), ("undo", 0)):
        made: Any = moves((1, "player"), (1, last))  # type: ignore[arg-type]
        after, kept = remembering(table(notes=told), made, ASKED[:2])
        assert after.notes[Note.ASKED_BEFORE] == known and kept == marks
    assert marks_of(table(moves=1), ASKED[:2]) != marks != marks_of(table(players=PLAYERS[1:]), ASKED[:2])


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
def test_a_seat_is_newly_asked_by_what_it_did_not_press_itself(
    point: int, made: Any, before_: tuple[int, ...], begun: int, newly: bool
) -> None:
    assert is_newly_asked(Seat(2), point, moves(*made), {Seat(seat) for seat in before_}, begun) == newly


def notice(kind: Any = "remind", seat: int = 2, user: int = 2, point: int = 5, place: Any = "channel") -> Notice:
    return Notice(7, seat, point, kind, place, user)


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
def test_a_reminder_holds_until_there_is_more_time_again(kind: str, stage: int, current: bool) -> None:
    at = table(clocks={2: replace(RUNS, stage=stage)})
    assert is_current(at, notice(kind)) == current
    assert not is_current(at, notice(kind, point=4)) and not is_current(at, notice(kind, user=1))


@pytest.mark.parametrize(
    ("clocks", "current"),
    [({1: RUNS}, True), ({1: RUNS, 2: RUNS}, False), ({}, False), ({1: replace(RUNS, point=6)}, False)],
)
def test_who_is_next_is_told_while_one_other_is_asked(clocks: Any, current: bool) -> None:
    assert is_current(table(clocks=clocks), notice("next")) == current


def row(seat: int, by: Any) -> Entry:
    return Entry(1, seat, "x", by, 0.0, b"")


def test_what_was_taken_back_within_a_stretch_does_not_stand() -> None:
    first, second = row(1, "player"), row(2, "player")
    assert standing([first, second, row(2, "undo")]) == [first]
    assert standing([row(1, "undo"), first]) == [first] and standing([]) == []


def test_a_notice_is_known_by_its_button_and_found_after_a_minute_before_it_was_claimed() -> None:
    away = table(players=(PLAYERS[0], Player("Ben (away)", away=2)))
    late = notice("late", place="direct")
    assert (mark(away, late), mark(table(), late)) == ("g:7:5:back2", "d:7:5:late2")
    assert mark(away, notice("asked", place="direct")) == "d:7:5:asked2"
    assert mark(away, notice("late")) == "d:7:5:late2" and not is_kept(away, notice("late"))
    claimed = replace(late, claimed=1_700_000_000.0)
    seconds = ((before(claimed) >> 22) + 1_420_070_400_000) / 1_000
    assert seconds == 1_700_000_000.0 - 60 and before(late) == 1
    assert len(nonce(table(), late)) == 24 and nonce(table(), late) != nonce(table(), claimed)
