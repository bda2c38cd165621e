"""The stored names of users: SQL."""

from collections.abc import Sequence

from engine.store.connection import Connection
from engine.store.ids import GuildId, TableId, UserId

_MISNAMED_TABLES_SQL = """
    SELECT session.id FROM session WHERE coalesce(session.guild_id, 0) = ?2 AND session.id IN (
        SELECT session FROM player WHERE user_id = ?1 AND name NOT IN ({0})
        UNION SELECT session FROM player WHERE away = ?1 AND name NOT IN ({0})
        UNION SELECT session FROM holder WHERE user_id = ?1 AND name NOT IN ({0})
        UNION SELECT session FROM prediction WHERE user_id = ?1 AND name NOT IN ({0})
    ) ORDER BY session.id DESC"""


def find_misnamed_tables(
    db: Connection, user: UserId, guild: GuildId | None, names: Sequence[str]
) -> tuple[TableId, ...]:
    """Return the tables where the user has a name that is not in ``names``, the newest first.

    ``guild`` is the server of the tables; None for tables in direct messages.
    """
    marks = ", ".join(f"?{number}" for number in range(3, 3 + len(names)))
    rows = db.execute(_MISNAMED_TABLES_SQL.format(marks), (user, guild or 0, *names))
    return tuple(session for (session,) in rows)


def rename_predictor(db: Connection, table_id: TableId, user: UserId, name: str) -> None:
    """Change the name in the user's prediction at a table."""
    db.execute("UPDATE prediction SET name = ? WHERE session = ? AND user_id = ?", (name, table_id, user))


def rename_opening_host(db: Connection, user: UserId, guild: GuildId, name: str) -> None:
    """Change the user's name in the openings on a server. New tables take the name of their host from there."""
    query = "UPDATE opening SET name = ? WHERE host = ? AND guild_id = ? AND name IS NOT NULL AND name <> ?"
    db.execute(query, (name, user, guild, name))
