"""Messages among the processes of one database, by NOTIFY on a channel of the schema."""

from collections.abc import Iterable

from engine.store.connection import Connection

_CHANNEL_NAME_SQL = "'roundhouse' || hashtext(current_schema())"


def change_channel_name(db: Connection) -> str:
    """The channel on which the processes of this schema are told."""
    (channel,) = db.execute(f"SELECT {_CHANNEL_NAME_SQL}").fetchone()
    return str(channel)


def commit_and_notify_sql(changes: Iterable[str]) -> str:
    """The SQL that ends a transaction, of which the other processes hear the ``changes``: one trip to the server."""
    words = (notice.replace("'", "''") for notice in changes)
    return "".join([*(f"SELECT pg_notify({_CHANNEL_NAME_SQL}, '{each}'); " for each in words), "COMMIT"])
