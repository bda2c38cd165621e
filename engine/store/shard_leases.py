"""Leases of shards (connections to Discord) to processes, by advisory locks: SQL.

The processes share a database on a server. A process can have any shard, because every process can answer every press.
"""

from itertools import islice

from engine.errors import Unreadable
from engine.store.advisory_locks import count_holders, try_lock
from engine.store.connection import Connection

_SETTING = "ROUNDHOUSE_SHARDS"


def lease_shards(db: Connection, shards: int, most: int) -> tuple[int, ...]:
    """Lease up to ``most`` free shards out of ``shards``, until this connection is closed.

    Return their numbers. If ``shards`` is 0, Discord determines the number of shards, and one lease is for all of them.
    """
    free = (shard for shard in range(max(1, shards)) if try_lock(db, _lock_name(shard, shards)))
    return tuple(islice(free, most))


def check_shard_count(db: Connection, shards: int) -> None:
    """Raise ``Unreadable`` if another process has leased shards and assumes another number of shards."""
    row = db.execute("SELECT shards FROM sharding").fetchone()
    stored = shards if row is None else int(row[0])
    if stored != shards and any(count_holders(db, _lock_name(shard, stored)) for shard in range(max(1, stored))):
        raise Unreadable(
            f"The bots that have this database run {_setting_clause(stored)}, and this one "
            f"{_setting_clause(shards)}. Give all of them"
            " the same number, or stop the others first."
        )


def save_shard_count(db: Connection, shards: int) -> None:
    """Store the number of shards, in the caller's transaction, after this process has leased some.

    Raises ``Unreadable`` like ``check_shard_count``.
    """
    check_shard_count(db, shards)
    db.execute(
        "INSERT INTO sharding (one, shards) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET shards = excluded.shards",
        (shards,),
    )


def count_leased_shards(db: Connection) -> tuple[int, int]:
    """Return the number of leased shards, and the number of all shards."""
    row = db.execute("SELECT shards FROM sharding").fetchone()
    shards = 0 if row is None else int(row[0])
    leased = [count_holders(db, _lock_name(shard, shards)) for shard in range(max(1, shards))]
    return sum(map(bool, leased)), len(leased)


def _setting_clause(shards: int) -> str:
    return f"with {_SETTING}={shards}" if shards else f"without {_SETTING}"


def _lock_name(shard: int, shards: int) -> str:
    return f"/shard {shard} of {shards}"
