"""Migrations of stored data that need Python in addition to SQL.

Each function runs in the same transaction as the script of its version, before the script, on SQLite and on PostgreSQL.
Old databases still need it, so it must not depend on code that later releases may change.
"""

import zlib
from collections.abc import Callable, Mapping

import msgspec

from engine.store.connection import Connection
from engine.store.errand_migration import carry_out_errands


class _Point(msgspec.Struct, frozen=True):
    """A checkpoint of an archived game."""

    seq: int
    version: int
    state: bytes


class _Row(msgspec.Struct, frozen=True):
    """A row of an archived log, in the order of its columns."""

    seq: int
    seat: int
    action: str
    by: str
    at: float
    events: bytes
    interaction: int | None = None


class _Archive(msgspec.Struct, frozen=True):
    """An archived game."""

    state: bytes
    points: tuple[_Point, ...] = ()
    log: tuple[_Row, ...] = ()


def _restore_archives(db: Connection) -> None:
    """Convert the compressed logs of finished games to rows, one game after the other.

    If an archive is unreadable, its bytes become the table's state, so that the table remains damaged and ``verify``
    reports it.
    """
    for (session,) in db.execute("SELECT session FROM archive ORDER BY session").fetchall():
        (data,) = db.execute("SELECT data FROM archive WHERE session = ?", (session,)).fetchone()
        try:
            archive = msgspec.msgpack.decode(zlib.decompress(data), type=_Archive)
        except (zlib.error, msgspec.MsgspecError):
            archive = _Archive(data)
        _add_rows(db, session, archive)


def _add_rows(db: Connection, session: int, archive: _Archive) -> None:
    db.executemany(
        "INSERT INTO log (session, announced, seq, seat, action, made_by, at, events, interaction)"
        " VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)",
        [(session, *msgspec.structs.astuple(row)) for row in archive.log],
    )
    db.executemany(
        "INSERT INTO checkpoint (session, seq, version, state) VALUES (?, ?, ?, ?)",
        [(session, *msgspec.structs.astuple(point)) for point in archive.points],
    )
    db.execute("UPDATE session SET state = ? WHERE id = ?", (archive.state, session))


DATA_MIGRATIONS: Mapping[int, Callable[[Connection], None]] = {15: _restore_archives, 16: carry_out_errands}
"""The functions that run before the scripts of their versions, by version."""
