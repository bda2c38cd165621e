"""Exact results of single statements: departures, notices, habits, ids and findings."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.service import Player as Seated
from bot.play.service import TableService
from bot.play.undo import undo
from engine.core import write_action
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import Store, move_log, notifications, replay, results, seat_history, table_rows, users
from engine.store.migrations import load_migrations, migrate
from engine.store.models import Checkpoint, Clock, LogRow, Player, Table
from engine.store.move_log import LogRowHead
from engine.store.notifications import Notification
from engine.store.results import SeatResult
from engine.store.seat_history import Departure, record_departures
from engine.store.transfer import transfer_database
from engine.store.verify import Finding, verify_database

TITLE = next(iter(GAMES))


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    """Yield a database of the newest version in memory, without checks of foreign keys."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, load_migrations())
        db.execute("PRAGMA foreign_keys = OFF")
        yield db


def session(db: sqlite3.Connection, number: int, status: str = "playing", **more: object) -> None:
    row = {"id": number, "channel_id": number, "title": TITLE, "version": 1, "host": 1, "options": "{}"}
    row |= {"status": status, "seed": "5", "since": 0.0, "created_at": 0.0, **more}
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO session ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


def sits(db: sqlite3.Connection, number: int, seat: int, user: int, came: int = 0) -> None:
    db.execute(
        "INSERT INTO player (session, seat, name, user_id, came) VALUES (?, ?, 'Ada', ?, ?)", (number, seat, user, came)
    )


# -- who left


def test_players_who_leave_are_stored_with_their_timeouts_and_the_reason(db: sqlite3.Connection) -> None:
    session(db, 1)
    for seat, user, came in ((1, 11, 0), (2, 12, 3), (3, 13, 4), (4, 14, 5)):
        sits(db, 1, seat, user, came)
    players = (Player("Ada", 11), Player("", away=12), Player("", away=13), Player("", away=99))
    fields = {"id": 1, "channel": 1, "guild": None, "title": TITLE, "host": 1, "options": {}, "players": players}
    clocks = {1: Clock(timeouts=7), 2: Clock(timeouts=2)}
    record_departures(db, Table(**fields, seq=30, clocks=clocks, notes={"why2": 4, "why1": 9}))
    gone = (Departure(2, 12, 3, 30, 2, 4), Departure(3, 13, 4, 30, 0, 0))
    assert seat_history.load_departures(db, 1) == gone
    record_departures(db, Table(**fields, seq=44))
    assert seat_history.load_departures(db, 1) == (Departure(2, 12, 3, 44, 0, 0), Departure(3, 13, 4, 44, 0, 0))


def test_a_deleted_user_keeps_only_a_negative_number_while_the_game_runs(db: sqlite3.Connection) -> None:
    for number, status in ((1, "playing"), (2, "finished")):
        session(db, number, status)
        db.execute("INSERT INTO departure VALUES (?, 2, 12, 3, 30, 2, 4)", (number,))
        seat_history.anonymize_departures(db, number, 12)
    ((user,),) = db.execute("SELECT user_id FROM departure").fetchall()
    assert user == -1 - int.from_bytes(hashlib.sha256(b"5 12").digest()[:7], "big")
    assert (seat_history.find_known_seats(db, 1, 12), seat_history.find_known_seats(db, 2, 12)) == ({2}, frozenset())


# -- notices


@pytest.mark.parametrize(
    ("seconds", "at", "told"), [(50.0, 150.0, 50), (80.0, 160.0, 80), (0.0, 100.0, 0), (-9.0, 100.0, 0)]
)
def test_time_given_back_moves_notices_and_is_noted_where_a_clock_runs(
    db: sqlite3.Connection, seconds: float, at: float, told: int
) -> None:
    session(db, 1)
    session(db, 2, "finished")
    session(db, 3)
    for number, since in ((1, 5.0), (2, 5.0), (3, None)):
        db.execute("INSERT INTO clock VALUES (?, 1, 0, 9.0, ?, 0, 0)", (number, since))
    notifications.claim_notifications(
        db,
        [
            Notification(1, 1, 4, "asked", "direct", 11, at=100.0),
            Notification(1, 2, 4, "asked", "direct", 12, at=160.0),
        ],
    )
    assert notifications.record_credited_time(db, seconds, 160.0) == (1,)
    early, late = (notice.at for notice in notifications.load_notifications(db, 1))
    assert (early, late) == (at, 160.0)
    noted = db.execute("SELECT session, name, message FROM note ORDER BY name").fetchall()
    assert noted == [(1, "back", told), (1, "back at", 160), (1, "times", 0)]


def test_a_clock_set_right_does_not_move_a_notice_that_lies_ahead(db: sqlite3.Connection) -> None:
    notifications.claim_notifications(db, [Notification(1, 1, 4, "asked", "direct", 11, at=500.0)])
    notifications.record_credited_time(db, 0.0, 160.0)
    assert [notice.at for notice in notifications.load_notifications(db, 1)] == [500.0]


# -- what follows from a log


PAST = tuple(
    LogRowHead(seq, seat, by, 10.0 * seq)
    for seq, seat, by in (
        (0, 0, "start"),
        (1, 1, "player"),
        (2, 2, "ahead"),
        (3, 2, "player"),
        (4, 2, "player"),
        (5, 1, "computer"),
        (6, 2, "undo"),
        (7, 2, "clock"),
        (8, 1, "order"),
        (9, 3, "player"),
        (10, 1, "player"),
    )
)


def test_an_undo_counts_for_every_seat_and_takes_two_rows_from_the_moves() -> None:
    assert table_rows._last_acted_rows(PAST[:6], 3) == {0: 0, 1: 5, 2: 4}
    assert table_rows._last_acted_rows(PAST, 4) == {0: 0, 1: 10, 2: 7, 3: 9, 4: 6}
    assert [table_rows._count_moves(PAST[:length]) for length in range(1, 12)] == [0, 1, 1, 2, 3, 4, 3, 4, 5, 6, 7]


def test_answers_are_counted_once_however_many_moves_they_have() -> None:
    assert [results._count_answers(PAST, seat, 0, None) for seat in (1, 2, 3)] == [3, 1, 1]
    assert [results._count_answers(PAST, 1, came, None) for came in (0, 1, 8, 10)] == [3, 2, 1, 0]
    assert [results._count_answers(PAST, 1, 0, gone) for gone in (1, 7, 8, 9, 10)] == [1, 1, 2, 2, 3]


def test_a_user_made_the_table_wait_since_the_last_move_of_somebody_else(db: sqlite3.Connection) -> None:
    for row in PAST:
        move_log.add_log_row(db, 1, LogRow(row.seq, row.seat, "", row.by, row.at, b""))
    assert results._load_answer_seconds_at(db, 1, 2, 0) == [20.0]
    assert [results._load_answer_seconds_at(db, 1, 1, came) for came in (0, 1, 10)] == [[10.0, 10.0], [10.0], []]


def test_results_are_read_as_they_were_written(db: sqlite3.Connection) -> None:
    session(db, 1, "finished", guild_id=8)
    session(db, 2, "finished", guild_id=8)
    one = SeatResult(1, 1, TITLE, 11, 1, 40, True, 100.0)
    two = SeatResult(1, 2, TITLE, 12, 2, 30, True, 100.0)
    results.add_results(db, [one, two])
    assert results.list_tables_without_results(db) == (2,)
    assert (results.has_results(db, 1), results.has_results(db, 2)) == (True, False)
    assert (results.count_results(db, TITLE), results.count_results(db, "other")) == (2, 0)
    assert [(found.seat, found.place, found.score) for found in results.load_title_results(db, TITLE)] == [
        (1, 1, 40),
        (2, 2, 30),
    ]
    assert [found.seat for found in results.load_user_results(db, 12)] == [2]
    spans = ((99.0, 100.0), (100.0, 101.0), (100.5, 101.0))
    assert [len(results.load_guild_results(db, 8, *span)) for span in spans] == [0, 2, 0]
    assert (results.load_first_end_time(db, 8), results.load_first_end_time(db, 9)) == (100.0, None)


# -- files


async def table_of(path: Path, moves: int) -> int:
    """Return the id of a table with ``moves`` moves in a new file; the last move was undone and made again."""
    store = await Store.open(path)
    sessions = TableService(store, new_seed=lambda: 7)
    table = await sessions.open_lobby(1, None, TITLE, Seated("Ada", 1))
    await sessions.join_lobby(table.id, Seated("Ben", 2))
    table = await sessions.start_game(table.id, 1)
    for number in range(moves):
        question = sessions.decisions(table)[0]
        line = write_action(next(iter(question.offers)))
        await sessions.play_move(table.id, question.seat, line)
        table = await sessions.get(table.id)
        if number == moves - 1:
            await undo(sessions, table.id, question.seat)
            await sessions.play_move(table.id, question.seat, line)
    await store.close()
    return table.id


def test_a_move_undone_after_a_checkpoint_is_replayed_from_the_one_before(db: sqlite3.Connection) -> None:
    session(db, 1)
    for seq in range(53):
        by = "start" if seq == 0 else "undo" if seq == 51 else "player"
        move_log.add_log_row(db, 1, LogRow(seq, 1, f"move {seq}", by, 0.0, b""))
    for seq in (0, 50):
        move_log.add_checkpoint(db, 1, Checkpoint(seq, 1, b""))
    point, moves = replay._load_checkpoint_and_moves(db, 1, 51)
    assert (point.seq, [entry.seq for entry in moves]) == (0, list(range(1, 50)))
    assert [
        (point.seq, len(moves)) for point, moves in (replay._load_checkpoint_and_moves(db, 1, seq) for seq in (49, 50))
    ] == [
        (0, 49),
        (50, 0),
    ]
    with pytest.raises(Unreadable, match="no move 53"):
        replay._load_checkpoint_and_moves(db, 1, 53)


@pytest.mark.parametrize(
    ("spoil", "seq", "problem"),
    [
        ("UPDATE session SET title = 'chess'", 0, "There is no title “chess” any more."),
        ("DELETE FROM log WHERE seq = 2", 3, "The log does not run from 0 to 4 without a gap."),
        ("DELETE FROM log WHERE seq = 4", 3, "The log does not run from 0 to 4 without a gap."),
        ("UPDATE session SET state = NULL", 0, "The table has moves, but no state."),
        ("UPDATE session SET options = '{'", 0, "The table cannot be read: Input data was truncated."),
        ("UPDATE session SET status = 'finished'", 4, "The table is “finished”, which its state is not."),
        ("UPDATE log SET events = x'5b5d' WHERE seq = 2", 2, "has other events than were stored."),
        ("UPDATE checkpoint SET version = 99", 0, "was stored by a newer release"),
    ],
)
async def test_a_finding_names_the_table_the_move_and_the_problem(
    tmp_path: Path, spoil: str, seq: int, problem: str
) -> None:
    path = tmp_path / "tables.db"
    table = await table_of(path, 2)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(spoil)
    (found,) = (await verify_database(path)).findings
    assert isinstance(found, Finding)
    assert (found.session, found.seq) == (table, seq)
    assert problem in found.problem


async def test_an_id_is_not_given_again_in_the_file_a_database_was_moved_to(tmp_path: Path) -> None:
    source, target = tmp_path / "tables.db", tmp_path / "new.db"
    store = await Store.open(source)
    sessions = TableService(store)
    last = [await sessions.open_lobby(channel, None, TITLE, Seated("Ada", channel)) for channel in (1, 2)][-1].id
    await store.close()
    with closing(sqlite3.connect(source)) as db, db:
        db.execute("DELETE FROM player WHERE session = ?", (last,))
        db.execute("DELETE FROM session WHERE id = ?", (last,))
    counts = await asyncio.to_thread(transfer_database, str(source), str(target))
    assert (counts["session"], counts["player"], counts["log"]) == (1, 1, 0)
    sequences = []
    for path in (source, target):
        with closing(sqlite3.connect(path)) as db:
            sequences.append(sorted(db.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0").fetchall()))
    assert sequences[0] == sequences[1] and ("session", last) in sequences[1]


async def test_a_file_that_another_program_has_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        work = asyncio.create_task(store.write(lambda db: db.execute("CREATE TABLE one (two)").fetchall()))
        await asyncio.sleep(0.15)
        assert not work.done()
        other.execute("ROLLBACK")
    assert await work == []
    await store.close()


def test_the_last_alive_time_is_the_last_one_that_was_saved(db: sqlite3.Connection) -> None:
    assert users.load_last_alive(db) is None
    for at in (5.0, 7.0):
        users.save_last_alive(db, at)
    assert users.load_last_alive(db) == 7.0
