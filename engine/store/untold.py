"""What stands in the outbox, counted for the person who runs the bot: SQL. It knows no Discord and no title."""

from __future__ import annotations

import sqlite3

import msgspec


class Untold(msgspec.Struct, frozen=True):
    """How many tables have moves of which their channel was not told, and when the oldest of those was made."""

    tables: int
    oldest: float | None


def untold(db: sqlite3.Connection) -> Untold:
    """The outbox."""
    query = "SELECT count(DISTINCT session), min(at) FROM log WHERE announced = 0"
    tables, oldest = db.execute(query).fetchone()
    return Untold(tables, oldest)


def count_by_status(db: sqlite3.Connection) -> dict[tuple[str, int | None], int]:
    """How many tables there are, by their status and server."""
    query = "SELECT status, guild_id, count(*) FROM session GROUP BY status, guild_id"
    return {(status, guild): number for status, guild, number in db.execute(query)}
