"""Notifications between the processes of one database, by NOTIFY on a channel of the schema."""

from collections.abc import Iterable

from engine.store.connection import Connection

_CHANNEL_NAME_SQL = "'roundhouse' || hashtext(current_schema())"


def change_channel_name(db: Connection) -> str:
    """Return the name of the database channel on which the processes that use this schema notify each other."""
    (channel,) = db.execute(f"SELECT {_CHANNEL_NAME_SQL}").fetchone()
    return str(channel)


def commit_and_notify_sql(changes: Iterable[str]) -> str:
    """Return SQL that commits a transaction and notifies other processes of ``changes``, in one round trip."""
    quoted_changes = (change.replace("'", "''") for change in changes)
    return "".join([*(f"SELECT pg_notify({_CHANNEL_NAME_SQL}, '{each}'); " for each in quoted_changes), "COMMIT"])
