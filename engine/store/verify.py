"""Verification of stored games: each game is replayed from its log and compared with the database.

The database is only read.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from engine.core import Game, State, play, read_action, read_options
from engine.core.codec import load_events, load_state, unknown_field_names
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import move_log
from engine.store import table_rows as sql
from engine.store.address import is_server_address, require_driver
from engine.store.connection import Connection
from engine.store.event_comparison import compare_events
from engine.store.file_lock import is_database_locked
from engine.store.ids import TableId
from engine.store.integrity import find_damage, find_lasting_wal_problem, open_read_only
from engine.store.migrations import load_migrations
from engine.store.models import Checkpoint, LogRow, Table, undo_last_move
from engine.store.table_rows import TableRows
from engine.store.temporary_copy import is_older_release, make_upgraded_copy
from engine.threads import run_in_thread


class Finding(msgspec.Struct, frozen=True):
    """A problem at move ``seq`` of the table ``session``; ``session`` is 0 for a problem of the file itself."""

    session: TableId
    seq: int
    problem: str


class VerifyReport(msgspec.Struct, frozen=True):
    """The result of a verification: the numbers of games and moves, and the findings; none if all is correct.

    ``worded`` is the number of moves whose events an earlier release stored with texts in place of values, with other
    names, or without explanations. These are not findings. ``notes`` are sentences for the host about a correct file.
    """

    games: int
    moves: int
    findings: tuple[Finding, ...]
    worded: int = 0
    notes: tuple[str, ...] = ()


class _TableCheck:
    """The findings about one table. Mutable."""

    def __init__(self, table_id: TableId) -> None:
        self.session = table_id
        self.moves: int | None = None  # None if no game has begun
        self.findings: list[Finding] = []
        self.worded = 0

    def add(self, seq: int, problem: str) -> None:
        """Add a finding, unless ``problem`` is empty."""
        if problem:
            self.findings.append(Finding(self.session, seq, problem))


async def verify_database(path: str | Path) -> VerifyReport:
    """Check the integrity of a database file, and then replay all its games.

    A database of an earlier release is migrated in a temporary copy first. For a database on a server, the integrity of
    its files is not checked. The games of a damaged file are not replayed. A game is replayed to its end, or to the
    first move that the rules refuse.

    Raises ``Unreadable`` if there is no such file, if it is not readable, or if there is no room for the copy.
    """
    return await (
        run_in_thread(_verify_server, str(path)) if is_server_address(path) else run_in_thread(_verify_file, Path(path))
    )


def _verify_file(path: Path) -> VerifyReport:
    # before the file is opened, because closing it would release SQLite's locks
    is_open = is_database_locked(str(path))
    with closing(open_read_only(path)) as db:
        db.execute("BEGIN")  # one snapshot, even while a bot writes
        older = is_older_release(db)
        if problems := tuple(find_damage(db, path, is_open=is_open, older=older)):
            return _damage_report(problems)
        report = _verify_upgraded_copy(db, path) if older else _verify_tables(db)
        if unfinished := find_lasting_wal_problem(path, is_open=is_open):
            return msgspec.structs.replace(report, notes=(unfinished.text,))
        return report


def _verify_upgraded_copy(db: sqlite3.Connection, path: Path) -> VerifyReport:
    with make_upgraded_copy(db, path) as (copy, file):
        problems = tuple(find_damage(copy, file))
        return _damage_report(problems) if problems else _verify_tables(copy)


def _damage_report(problems: tuple[str, ...]) -> VerifyReport:
    return VerifyReport(0, 0, tuple(Finding(TableId(0), 0, problem) for problem in problems))


def _verify_server(address: str) -> VerifyReport:
    with require_driver():
        from engine.store.temporary_tables import open_at_newest_version
    with open_at_newest_version(address, load_migrations()) as db:
        return _verify_tables(db)


def _verify_tables(db: Connection) -> VerifyReport:
    checks = [_check_table(db, number) for number in sql.list_tables(db)]
    moves = [check.moves for check in checks if check.moves is not None]
    findings = tuple(finding for check in checks for finding in check.findings)
    return VerifyReport(len(moves), sum(moves), findings, sum(check.worded for check in checks))


def _check_table(db: Connection, number: TableId) -> _TableCheck:
    check = _TableCheck(number)
    try:
        stored, log = sql.load_table_rows(db, number), move_log.load_log(db, number, -1, None)
        if stored is not None:
            check.add(*_find_bad_post_mark(stored.table, move_log.load_post_marks(db, number)))
        if stored is None or stored.state is None:
            check.add(0, "The table has moves, but no state." if log else "")
            return check
        check.moves = len(log) - 1
        checkpoints = {point.seq: point for point in move_log.load_checkpoints(db, number)}
        _replay_and_compare(check, stored, log, checkpoints)
    except Exception as error:  # damaged rows may cause any error
        return _unreadable_table_check(number, error)
    return check


def _unreadable_table_check(number: TableId, error: Exception) -> _TableCheck:
    check = _TableCheck(number)
    check.add(0, f"The table cannot be read: {str(error) or type(error).__name__}.")
    return check


def _find_bad_post_mark(table: Table, posted: Mapping[int, int]) -> tuple[int, str]:
    """Return the first log row whose mark “posted” must be wrong, and a sentence about it.

    If no mark is wrong, the sentence is empty. Rows are posted in order, except for the set-up of an imported game,
    which is posted when the game continues, after its moves.
    """
    pending = [seq for seq, mark in posted.items() if not mark and (seq or table.chairs is None)]
    first = min(pending, default=max(posted, default=0) + 1)
    for seq, mark in posted.items():
        if mark not in (0, 1):
            return seq, f"Its mark “posted” is {mark}, not 0 or 1."
        if mark and seq > first:
            return first, f"It is marked as not posted, but move {seq} is marked as posted."
    if pending and table.status == "lobby":
        return first, "It is marked as not posted, but its game has not gone on yet."
    return 0, ""


def _replay_and_compare(
    check: _TableCheck, stored: TableRows, log: tuple[LogRow, ...], checkpoints: dict[int, Checkpoint]
) -> None:
    table, head = stored.table, len(log) - 1
    game = GAMES.get(table.title)
    if game is None:
        return check.add(0, f"There is no title “{table.title}” any more.")
    if [entry.seq for entry in log] != list(range(table.seq + 1)):
        return check.add(head, f"The log does not run from 0 to {table.seq} without a gap.")
    seq = 0
    try:
        state, events = _deal_game(game, table)
        states, moves = [state], list[LogRow]()
        for seq, entry in enumerate(log):
            check.add(seq, _check_row_origin(entry))
            if entry.by == "undo":
                check.add(seq, _check_undo(game, states, moves, entry))
                events = ()
            elif entry.by != "start":
                state, events = play(states[-1], read_action(entry.action, game.actions))
                states.append(state)
                moves.append(entry)
            _compare_with_stored(check, game, entry, events)
            check.add(seq, _check_checkpoint(game, checkpoints.get(seq), states[-1]))
        check.add(table.seq, _check_stored_state(game, stored, states[-1]))
    except RoundhouseError as error:
        check.add(seq, str(error))


def _deal_game(game: Game[Any], table: Table) -> tuple[State, tuple[Any, ...]]:
    seats = table.chairs or len(table.players)
    return game.new_game(read_options(game.options, table.options), seats, table.random_seed)


def _check_undo(game: Game[Any], states: list[State], moves: list[LogRow], entry: LogRow) -> str:
    """Remove the last move from ``moves`` and ``states``, and replay later premoves of other seats.

    Return a sentence if the undo does not fit the moves, otherwise an empty text. ``entry`` is the log row of the undo.
    """
    moves_before = list(moves)
    move_index = undo_last_move(moves, entry.seat)
    if move_index is None:
        return f"“{entry.action}” is undone, but there is no move to undo."
    del states[move_index + 1 :]
    for move in moves[move_index:]:
        states.append(play(states[-1], read_action(move.action, game.actions))[0])
    last = moves_before[move_index].action
    return "" if entry.action == last else f"“{entry.action}” is undone, but the last move is “{last}”."


def _check_row_origin(entry: LogRow) -> str:
    """Return a sentence if a log row's origin or seat does not fit its number or action, otherwise an empty text."""
    if (entry.by == "start") != (entry.seq == 0):
        return f"The row is stored as made by “{entry.by}”; the set-up is row 0 alone."
    if entry.seq == 0:
        return "The set-up is stored as a move." if entry.action or entry.seat else ""
    if not entry.action.startswith(f"p{entry.seat} "):
        return f"“{entry.action}” is stored as a move of player {entry.seat}."
    return ""


def _compare_with_stored(check: _TableCheck, game: Game[Any], entry: LogRow, events: tuple[Any, ...]) -> None:
    similarity = compare_events(load_events(game, entry.events), events)
    if similarity == "other":
        subject = f"“{entry.action}”" if entry.action else "The set-up"
        check.add(entry.seq, f"{subject} has other events than were stored.")
    check.worded += similarity == "worded"


def _check_checkpoint(game: Game[Any], point: Checkpoint | None, state: State) -> str:
    if point is not None and not _is_state(game, point.state, point.version, state):
        return "The checkpoint differs from the state that the log leads to."
    return ""


def _is_state(game: Game[Any], data: bytes, version: int, state: State) -> bool:
    """Whether ``data`` is the stored form of ``state``.

    If the data have the current version, they must not contain unknown fields either.
    """
    has_no_unknown_fields = version != game.version or not unknown_field_names(state, data)
    return has_no_unknown_fields and load_state(game, data, version) == state


def _check_stored_state(game: Game[Any], stored: TableRows, state: State) -> str:
    table = stored.table
    assert stored.state is not None
    if not _is_state(game, stored.state, stored.version, state):
        return "The stored state differs from the one that the log leads to."
    if (table.status == "finished") == bool(state.flow) and table.status != "ended":
        return f"The table is “{table.status}”, which its state is not."
    return ""
