"""Make a database of many tables from one game of sixty moves: half of them finished, half in play with clocks."""

import sqlite3
import time
from pathlib import Path

from msgspec.structs import replace

from bot.persons.ratings import RatingService
from bot.play.service import TableService
from bot.tables.table import Player
from engine.core import write_action
from engine.store import Store, Table

__all__ = ["HOST", "MOVES", "crowd"]

MOVES = 60
HOST = 1
"""The user who sits at every table."""
_TITLE = "railroad-rivals"

_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :copies)"
_COPIED = ("player", "log", "checkpoint", "clock", "note", "result")


async def crowd(path: Path, tables: int) -> None:
    """Write the database. The users of a table other than the host sit at no other table."""
    store = await Store.open(path)
    sessions = TableService(store, clock=time.time, new_seed=lambda: 7)
    over, runs = [await _played(sessions, channel) for channel in (1, 2)]
    async with sessions.lock_table(over.id) as held:
        await held.save(_finished(held.table))
    await RatingService(sessions).save_results(await sessions.get(over.id))
    for table in (over, runs):
        await sessions.mark_published(
            table.id, table.seq, {"card": 1 << 60, "phase": 2 << 60, "ping": 2 << 60, "asked": 1}
        )
    copies = max(0, tables // 2 - 1)
    await store.write(lambda db: [_copy(db, table.id, copies) for table in (over, runs)])
    await store.write(lambda db: db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (time.time(),)))
    await store.close()


async def _played(sessions: TableService, channel: int) -> Table:
    table = await sessions.open_lobby(channel, 9, _TITLE, Player("Host", HOST))
    for user in (10 * channel, 10 * channel + 1):
        table = await sessions.join_lobby(table.id, Player(f"Player {user}", user))
    await sessions.set_term(table.id, "clock", "daily")
    table = await sessions.start_game(table.id, HOST)
    while table.seq < MOVES:
        question = sessions.decisions(table)[0]
        user = table.players[question.seat - 1].user
        assert user is not None
        await sessions.play_move(table.id, user, write_action(next(iter(question.offers))))
        table = await sessions.get(table.id)
    return table


def _finished(table: Table) -> Table:
    return replace(table, status="finished", notes={**table.notes, "film": -1})


def _copy(db: sqlite3.Connection, table: int, copies: int) -> None:
    """Copy a table ``copies`` times, each into a channel of its own."""
    (last,) = db.execute("SELECT max(id) FROM session").fetchone()
    given = {"table": table, "last": last, "copies": copies}
    columns = _columns(db, "session")
    new = {"id": ":last + i", "channel_id": "1000 + :last + i"}
    _fill(db, "session", columns, new, "id", given)
    for name in _COPIED:
        new = {"session": ":last + i"} | ({"user_id": _OTHERS} if name in ("player", "result") else {})
        _fill(db, name, _columns(db, name), new, "session", given)


_OTHERS = f"CASE WHEN user_id = {HOST} THEN user_id ELSE 100 * (:last + i) + user_id END"


def _fill(
    db: sqlite3.Connection, name: str, columns: list[str], new: dict[str, str], key: str, given: dict[str, int]
) -> None:
    values = ", ".join(new.get(column, column) for column in columns)
    db.execute(
        f"{_NUMBERS} INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM {name}, n"
        f" WHERE {name}.{key} = :table AND :copies > 0",
        given,
    )


def _columns(db: sqlite3.Connection, name: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
