"""Logs of games long over: each is compressed into one row, in place of its many. SQL; it knows no title.

Nobody need know of it: the functions that read logs (``logs``) and tables (``statements``) ask here for what is gone
from the other rows.
"""

import zlib

import msgspec

from engine.errors import Unreadable
from engine.store.db import Db, one
from engine.store.ids import TableId
from engine.store.parts import EVERYTHING, Part
from engine.store.table import Checkpoint, Entry


class Archived(msgspec.Struct, frozen=True):
    """Everything that a game was, move by move, and the ``state`` that it ended in, as JSON."""

    state: bytes
    points: tuple[Checkpoint, ...]
    log: tuple[Entry, ...]


def archived(db: Db, session: TableId) -> Archived | None:
    """The table's archive; None when it has none. Raises ``Unreadable`` when it is damaged."""
    data = one(db.execute("SELECT data FROM archive WHERE session = ?", (session,)), bytes)
    if data is None:
        return None
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=Archived)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Unreadable(f"Its archived log can’t be read: {error}.") from error


def due(db: Db, before: float, after: int, part: Part = EVERYTHING) -> TableId | None:
    """The part's next table after that number whose game was over before that moment, and is not archived yet.

    A channel that was not told everything yet keeps its table out of the archive.
    """
    rows = db.execute(
        "SELECT id FROM session WHERE archived = 0 AND status IN ('finished', 'ended') AND state IS NOT NULL"
        f" AND id > ? AND since < ?{part.and_own('id')}"
        " AND NOT EXISTS (SELECT 1 FROM log WHERE log.session = session.id AND announced = 0) ORDER BY id LIMIT 1",
        (after, before),
    )
    return one(rows, TableId)


def put(db: Db, session: TableId, kept: Archived) -> None:
    """Puts the archive in the place of the table's log, checkpoints and state."""
    data = zlib.compress(msgspec.msgpack.encode(kept))
    db.execute("INSERT INTO archive (session, data) VALUES (?, ?)", (session, data))
    db.execute("DELETE FROM log WHERE session = ?", (session,))
    db.execute("DELETE FROM checkpoint WHERE session = ?", (session,))
    db.execute("UPDATE session SET archived = 1, state = ? WHERE id = ?", (b"", session))
