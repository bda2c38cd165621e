"""Statistics of the outbox, for the host: SQL."""

import msgspec

from engine.store.connection import Connection
from engine.store.ids import GuildId


class OutboxBacklog(msgspec.Struct, frozen=True):
    """The number of tables with pending posts, and the time of the oldest pending move.

    The time is in seconds since 1970; None if no move is pending.
    """

    tables: int
    oldest: float | None


def load_outbox_backlog(db: Connection) -> OutboxBacklog:
    """Return the number of tables with pending posts, and the time of the oldest pending move."""
    query = "SELECT count(DISTINCT session), min(at) FROM log WHERE announced = 0"
    tables, oldest = db.execute(query).fetchone()
    return OutboxBacklog(tables, oldest)


def count_tables_by_status(db: Connection) -> dict[tuple[str, GuildId | None], int]:
    """Return the number of tables by (status, server)."""
    query = "SELECT status, guild_id, count(*) FROM session GROUP BY status, guild_id"
    return {(status, guild): number for status, guild, number in db.execute(query)}
