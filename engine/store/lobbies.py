"""Queries about lobbies: SQL."""

from collections.abc import Mapping

from engine.store.connection import Connection
from engine.store.ids import GuildId, TableId


def find_idle_lobbies(db: Connection, before: float) -> tuple[tuple[TableId, ...], float | None]:
    """Return the lobbies that have not changed since ``before``, and the earliest last change of all other lobbies.

    Both times are in seconds since 1970. The second value is None if there are no other lobbies.
    """
    rows = db.execute("SELECT id FROM session WHERE status = 'lobby' AND since <= ? ORDER BY since, id", (before,))
    idle = tuple(session for (session,) in rows)
    (next_change,) = db.execute(
        "SELECT min(since) FROM session WHERE status = 'lobby' AND since > ?", (before,)
    ).fetchone()
    return idle, next_change


def load_guild_lobbies(db: Connection, guild: GuildId, after: float, note: str) -> Mapping[TableId, int | None]:
    """Return the lobbies of a server that have changed after ``after``, oldest first.

    The value for each lobby is its note of the name ``note``; None if there is none.
    """
    rows = db.execute(
        "SELECT id, message FROM session LEFT JOIN note ON note.session = session.id AND note.name = ?"
        " WHERE status = 'lobby' AND guild_id = ? AND since > ? ORDER BY id",
        (note, guild, after),
    )
    return dict(rows)
