"""Proof that the stored games follow from their logs: every game is replayed and compared. It changes nothing."""

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from engine.core import Game, State, play, read, read_options
from engine.core.codec import load, load_events, unknown_names
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import logs
from engine.store import statements as sql
from engine.store.address import is_address, with_driver
from engine.store.apart import in_thread
from engine.store.damage import damages, opened
from engine.store.db import Db
from engine.store.ids import TableId
from engine.store.migrate import scripts
from engine.store.statements import Stored
from engine.store.table import Checkpoint, Entry, Table, take_back


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not fit, and where: ``session`` 0 is the file itself."""

    session: TableId
    seq: int
    problem: str


class Report(msgspec.Struct, frozen=True):
    """The numbers of games and moves looked at, and the findings: none is the good case."""

    games: int
    moves: int
    findings: tuple[Finding, ...]


async def verify(path: str | Path) -> Report:
    """Looks whether the file is whole, then replays every game of it, opened for reading only.

    The address of a server is replayed alike; whether its files are whole is the server's to tell.

    Raises ``Unreadable`` when there is no such file, or it may not be read. A damaged file is not replayed: what it
    seems to say cannot be judged. A game's findings end with the first move that does not fit, for the same reason.
    """
    return await (in_thread(_verified_at, str(path)) if is_address(path) else in_thread(_verified, Path(path)))


def _verified(path: Path) -> Report:
    with closing(opened(path)) as db:
        db.execute("BEGIN")  # one moment of it, also while a bot writes
        if said := tuple(damages(db, path)):
            return Report(0, 0, tuple(Finding(TableId(0), 0, problem) for problem in said))
        return _proved(db)


def _verified_at(address: str) -> Report:
    with with_driver():
        from engine.store.postgresql import reading
    with reading(address, scripts()) as db:
        return _proved(db)


def _proved(db: Db) -> Report:
    games, moves, findings = 0, 0, list[Finding]()
    for number in sql.tables(db):
        made, found = _table(db, number)
        games, moves = games + (made is not None), moves + (made or 0)
        findings += found
    return Report(games, moves, tuple(findings))


def _table(db: Db, number: TableId) -> tuple[int | None, list[Finding]]:
    """The number of moves of a table (None: its game has not begun), and the findings in it."""
    try:
        stored, log = sql.read_table(db, number), logs.log(db, number, -1, None)
        if stored is None or stored.state is None:
            lost = [Finding(number, 0, "The table has moves, but no state.")] if log else []
            return None, lost
        points = {point.seq: point for point in logs.checkpoints(db, number)}
        return len(log) - 1, _findings(stored, log, points)
    except Exception as error:  # a changed byte may be read as anything, and trip over anything
        return None, [Finding(number, 0, f"The table cannot be read: {str(error) or type(error).__name__}.")]


def _findings(stored: Stored, log: tuple[Entry, ...], points: dict[int, Checkpoint]) -> list[Finding]:
    table, head = stored.table, len(log) - 1
    game = GAMES.get(table.title)
    if game is None:
        return [Finding(table.id, 0, f"There is no title “{table.title}” any more.")]
    if [entry.seq for entry in log] != list(range(table.seq + 1)):
        return [Finding(table.id, head, f"The log does not run from 0 to {table.seq} without a gap.")]
    seq = 0
    try:
        state, events = _dealt(game, table)
        past, made = [state], list[Entry]()
        for seq, entry in enumerate(log):
            if entry.by == "undo":
                kept = take_back(made, entry.seat) or 0
                del past[kept + 1 :]
                for said in made[kept:]:
                    past.append(play(past[-1], read(said.action, game.actions))[0])
                events = ()
            elif entry.by != "start":
                state, events = play(past[-1], read(entry.action, game.actions))
                past.append(state)
                made.append(entry)
            problem = _problem(game, entry, past[-1], events, points.get(seq))
            if problem:
                return [Finding(table.id, seq, problem)]
        return _judge_head(game, stored, past[-1])
    except RoundhouseError as error:
        return [Finding(table.id, seq, str(error))]


def _dealt(game: Game[Any], table: Table) -> tuple[State, tuple[Any, ...]]:
    seats = table.chairs or len(table.players)
    return game.new(read_options(game.options, table.options), seats, table.chance)


def _problem(game: Game[Any], entry: Entry, state: State, events: tuple[Any, ...], point: Checkpoint | None) -> str:
    if entry.action and not entry.action.startswith(f"p{entry.seat} "):
        return f"“{entry.action}” is stored as a move of player {entry.seat}."
    if load_events(game, entry.events) != events:
        return f"“{entry.action}” has other events than were stored."
    if point is not None and not _is(game, point.state, point.version, state):
        return "The checkpoint differs from the state that the log leads to."
    return ""


def _is(game: Game[Any], data: bytes, version: int, state: State) -> bool:
    """Whether ``data`` is the state, and in the shape of today's title says nothing that reading would pass over."""
    known = version != game.version or not unknown_names(state, data)
    return known and load(game, data, version) == state


def _judge_head(game: Game[Any], stored: Stored, state: State) -> list[Finding]:
    table = stored.table
    assert stored.state is not None
    if not _is(game, stored.state, stored.version, state):
        return [Finding(table.id, table.seq, "The stored state differs from the one that the log leads to.")]
    if (table.status == "finished") == bool(state.flow) and table.status != "ended":
        return [Finding(table.id, table.seq, f"The table is “{table.status}”, which its state is not.")]
    return []
