"""Messages among the processes of one database, by NOTIFY on a channel of the schema. It knows no table."""

from collections.abc import Iterable

from engine.store.db import Db

_CHANNEL = "'roundhouse' || hashtext(current_schema())"


def channel_of(db: Db) -> str:
    """The channel on which the processes of this schema are told."""
    (channel,) = db.execute(f"SELECT {_CHANNEL}").fetchone()
    return str(channel)


def commit_statement(notices: Iterable[str]) -> str:
    """The SQL that ends a transaction, of which the other processes hear the ``notices``: one trip to the server."""
    words = (notice.replace("'", "''") for notice in notices)
    return "".join([*(f"SELECT pg_notify({_CHANNEL}, '{each}'); " for each in words), "COMMIT"])
