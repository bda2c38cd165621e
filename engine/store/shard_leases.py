"""Shards (connections to Discord), leased by processes of one database on a server with locks: SQL.

It does not matter which process has which shard: any process answers any press.
"""

from itertools import islice

from engine.errors import Unreadable
from engine.store.advisory_locks import count_holders, try_lock
from engine.store.connection import Connection

_SETTING = "ROUNDHOUSE_SHARDS"


def lease_shards(db: Connection, shards: int, most: int) -> tuple[int, ...]:
    """Lease up to ``most`` free shards of a number of shards, as long as this connection lives.

    For 0 shards there is one lease, for the number that Discord advises.
    """
    free = (shard for shard in range(max(1, shards)) if try_lock(db, _lock_name(shard, shards)))
    return tuple(islice(free, most))


def check_shard_count(db: Connection, shards: int) -> None:
    """Raises ``Unreadable`` while another process has leased some of another number."""
    row = db.execute("SELECT shards FROM sharding").fetchone()
    theirs = shards if row is None else int(row[0])
    if theirs != shards and any(count_holders(db, _lock_name(shard, theirs)) for shard in range(max(1, theirs))):
        raise Unreadable(
            f"The bots that have this database run {_setting_clause(theirs)}, and this one "
            f"{_setting_clause(shards)}. Give all of them"
            " the same number, or stop the others first."
        )


def save_shard_count(db: Connection, shards: int) -> None:
    """Store the number of shards, in a transaction, after this process has leased some. Raises as
    ``check_shard_count``.
    """
    check_shard_count(db, shards)
    db.execute(
        "INSERT INTO sharding (one, shards) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET shards = excluded.shards",
        (shards,),
    )


def count_leased_shards(db: Connection) -> tuple[int, int]:
    """The number of shards that some process has leased, and of all."""
    row = db.execute("SELECT shards FROM sharding").fetchone()
    shards = 0 if row is None else int(row[0])
    leased = [count_holders(db, _lock_name(shard, shards)) for shard in range(max(1, shards))]
    return sum(map(bool, leased)), len(leased)


def _setting_clause(shards: int) -> str:
    return f"with {_SETTING}={shards}" if shards else f"without {_SETTING}"


def _lock_name(shard: int, shards: int) -> str:
    return f"/shard {shard} of {shards}"
