"""Proof that the stored games follow from their logs: every game is replayed and compared. It changes nothing."""

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
from engine.store import logs
from engine.store import statements as sql
from engine.store.address import is_address, with_driver
from engine.store.apart import in_thread
from engine.store.comparison import compare_events
from engine.store.damage import damages, log_problem, opened
from engine.store.db import Db
from engine.store.hold import is_held
from engine.store.ids import TableId
from engine.store.migrate import scripts
from engine.store.statements import Stored
from engine.store.table import Checkpoint, Entry, Table, take_back
from engine.store.temporary_copy import is_older, make_upgraded_copy


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not fit, and where: ``session`` 0 is the file itself."""

    session: TableId
    seq: int
    problem: str


class Report(msgspec.Struct, frozen=True):
    """The numbers of games and moves looked at, and the findings: none is the good case.

    The events of ``worded`` moves are as an earlier release told them: with a text where a value is stored now, other
    names beside it, or without an explanation. That is no finding, and neither are the ``notes``: sentences for the
    host about a file in which nothing is wrong.
    """

    games: int
    moves: int
    findings: tuple[Finding, ...]
    worded: int = 0
    notes: tuple[str, ...] = ()


class _Proof:
    """Everything that is found out about one table while its game is replayed. Mutable: it grows."""

    def __init__(self, session: TableId) -> None:
        self.session = session
        self.moves: int | None = None  # as long as no game has begun
        self.findings: list[Finding] = []
        self.worded = 0

    def add(self, seq: int, problem: str) -> None:
        """Notes a problem, if there is one."""
        if problem:
            self.findings.append(Finding(self.session, seq, problem))


async def verify(path: str | Path) -> Report:
    """Looks whether the file is whole, then replays every game of it, opened for reading only.

    A database of an earlier release is upgraded in a temporary copy, which is replayed. The address of a server is
    replayed alike; whether its files are whole is the server's to tell.

    Raises ``Unreadable`` when there is no such file, or it may not be read, or there is no room for the copy. A damaged
    file is not replayed: what it seems to say cannot be judged. A game is replayed to its end, or to the first move
    that the rules refuse.
    """
    return await (in_thread(_verified_at, str(path)) if is_address(path) else in_thread(_verified, Path(path)))


def _verified(path: Path) -> Report:
    is_open = is_held(str(path))  # before the file is opened: to close it once more would end SQLite's locks on it
    with closing(opened(path)) as db:
        db.execute("BEGIN")  # one moment of it, also while a bot writes
        older = is_older(db)
        if said := tuple(damages(db, path, is_open=is_open, older=older)):
            return _damage_report(said)
        report = _proved_in_upgraded_copy(db, path) if older else _proved(db)
        if unfinished := log_problem(path, is_open=is_open):
            return msgspec.structs.replace(report, notes=(unfinished.text,))
        return report


def _proved_in_upgraded_copy(db: sqlite3.Connection, path: Path) -> Report:
    with make_upgraded_copy(db, path) as (copy, file):
        said = tuple(damages(copy, file))
        return _damage_report(said) if said else _proved(copy)


def _damage_report(problems: tuple[str, ...]) -> Report:
    return Report(0, 0, tuple(Finding(TableId(0), 0, problem) for problem in problems))


def _verified_at(address: str) -> Report:
    with with_driver():
        from engine.store.temporary_tables import open_for_reading
    with open_for_reading(address, scripts()) as db:
        return _proved(db)


def _proved(db: Db) -> Report:
    proofs = [_table(db, number) for number in sql.tables(db)]
    moves = [proof.moves for proof in proofs if proof.moves is not None]
    findings = tuple(finding for proof in proofs for finding in proof.findings)
    return Report(len(moves), sum(moves), findings, sum(proof.worded for proof in proofs))


def _table(db: Db, number: TableId) -> _Proof:
    proof = _Proof(number)
    try:
        stored, log = sql.read_table(db, number), logs.log(db, number, -1, None)
        if stored is not None:
            proof.add(*_find_bad_mark(stored.table, logs.post_marks(db, number)))
        if stored is None or stored.state is None:
            proof.add(0, "The table has moves, but no state." if log else "")
            return proof
        proof.moves = len(log) - 1
        points = {point.seq: point for point in logs.checkpoints(db, number)}
        _prove(proof, stored, log, points)
    except Exception as error:  # a changed byte may be read as anything, and trip over anything
        return _unreadable_table(number, error)
    return proof


def _unreadable_table(number: TableId, error: Exception) -> _Proof:
    proof = _Proof(number)
    proof.add(0, f"The table cannot be read: {str(error) or type(error).__name__}.")
    return proof


def _find_bad_mark(table: Table, posted: Mapping[int, int]) -> tuple[int, str]:
    """The first row of the log whose mark “posted” cannot be right: rows are posted in their order.

    The set-up of a game from a file is posted when the game goes on, after the moves of the file.
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


def _prove(proof: _Proof, stored: Stored, log: tuple[Entry, ...], points: dict[int, Checkpoint]) -> None:
    table, head = stored.table, len(log) - 1
    game = GAMES.get(table.title)
    if game is None:
        return proof.add(0, f"There is no title “{table.title}” any more.")
    if [entry.seq for entry in log] != list(range(table.seq + 1)):
        return proof.add(head, f"The log does not run from 0 to {table.seq} without a gap.")
    seq = 0
    try:
        state, events = _dealt(game, table)
        past, made = [state], list[Entry]()
        for seq, entry in enumerate(log):
            proof.add(seq, _check_label(entry))
            if entry.by == "undo":
                proof.add(seq, _undo(game, past, made, entry))
                events = ()
            elif entry.by != "start":
                state, events = play(past[-1], read_action(entry.action, game.actions))
                past.append(state)
                made.append(entry)
            _compare(proof, game, entry, events)
            proof.add(seq, _check_point(game, points.get(seq), past[-1]))
        proof.add(table.seq, _judge_head(game, stored, past[-1]))
    except RoundhouseError as error:
        proof.add(seq, str(error))


def _dealt(game: Game[Any], table: Table) -> tuple[State, tuple[Any, ...]]:
    seats = table.chairs or len(table.players)
    return game.new_game(read_options(game.options, table.options), seats, table.chance)


def _undo(game: Game[Any], past: list[State], made: list[Entry], entry: Entry) -> str:
    """Takes the last move out of ``made`` and ``past``; what others have said since is said again."""
    before = list(made)
    kept = take_back(made, entry.seat)
    if kept is None:
        return f"“{entry.action}” is undone, but there is no move to undo."
    del past[kept + 1 :]
    for said in made[kept:]:
        past.append(play(past[-1], read_action(said.action, game.actions))[0])
    last = before[kept].action
    return "" if entry.action == last else f"“{entry.action}” is undone, but the last move is “{last}”."


def _check_label(entry: Entry) -> str:
    """A row that says of itself what its place or its line does not."""
    if (entry.by == "start") != (entry.seq == 0):
        return f"The row is stored as made by “{entry.by}”; the set-up is row 0 alone."
    if entry.seq == 0:
        return "The set-up is stored as a move." if entry.action or entry.seat else ""
    if not entry.action.startswith(f"p{entry.seat} "):
        return f"“{entry.action}” is stored as a move of player {entry.seat}."
    return ""


def _compare(proof: _Proof, game: Game[Any], entry: Entry, events: tuple[Any, ...]) -> None:
    likeness = compare_events(load_events(game, entry.events), events)
    if likeness == "other":
        what = f"“{entry.action}”" if entry.action else "The set-up"
        proof.add(entry.seq, f"{what} has other events than were stored.")
    proof.worded += likeness == "worded"


def _check_point(game: Game[Any], point: Checkpoint | None, state: State) -> str:
    if point is not None and not _is(game, point.state, point.version, state):
        return "The checkpoint differs from the state that the log leads to."
    return ""


def _is(game: Game[Any], data: bytes, version: int, state: State) -> bool:
    """Whether ``data`` is the state, and in the shape of today's title says nothing that reading would pass over."""
    known = version != game.version or not unknown_field_names(state, data)
    return known and load_state(game, data, version) == state


def _judge_head(game: Game[Any], stored: Stored, state: State) -> str:
    table = stored.table
    assert stored.state is not None
    if not _is(game, stored.state, stored.version, state):
        return "The stored state differs from the one that the log leads to."
    if (table.status == "finished") == bool(state.flow) and table.status != "ended":
        return f"The table is “{table.status}”, which its state is not."
    return ""
