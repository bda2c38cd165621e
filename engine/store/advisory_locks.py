"""Advisory locks on a database server: SQL.

Each lock belongs to a connection until it is closed. PostgreSQL gives a lock to another connection only after this one
was closed and can commit nothing more. Each schema has its own locks.
"""

from engine.store.connection import Connection
from engine.store.migrations import APPLICATION

_LOCK_KEY_SQL = "?1::int, hashtext(current_schema() || ?2::text)"
LEADER = ""
"""The name of the lock of the leader, and of a process of an older release without partitions of tables."""
PROCESSES = "/gate"
"""The name of the lock that all running processes share; a process that migrates the database has it exclusively."""
_HOLDERS_SQL = (
    "FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted"
    " AND classid = ?1::bigint::oid"
    " AND objid = (hashtext(current_schema() || ?2::text)::bigint & 4294967295)::oid"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def try_lock(db: Connection, name: str, *, shared: bool = False) -> bool:
    """Try to take a lock for this connection, and return whether it succeeded.

    A lock can be taken several times.
    """
    (is_held,) = db.execute(
        f"SELECT pg_try_advisory_lock{_mode_suffix(shared)}({_LOCK_KEY_SQL})", (APPLICATION, name)
    ).fetchone()
    return bool(is_held)


def unlock(db: Connection, name: str, *, shared: bool = False) -> None:
    """Release a lock that was taken once."""
    db.execute(f"SELECT pg_advisory_unlock{_mode_suffix(shared)}({_LOCK_KEY_SQL})", (APPLICATION, name))


def unlock_all(db: Connection) -> None:
    """Release all locks of this connection."""
    db.execute("SELECT pg_advisory_unlock_all()")


def count_holders(db: Connection, name: str) -> int:
    """Return the number of connections that have the lock."""
    (count,) = db.execute(f"SELECT count(*) {_HOLDERS_SQL}", (APPLICATION, name)).fetchone()
    return int(count)


def end_idle_holders(db: Connection, name: str, seconds: float) -> int:
    """Close other connections that have the lock and were idle for this many seconds.

    Return their number. Their process is frozen or lost its network. A connection with a running query is not idle,
    unless the server waits for the process to read the result.
    """
    is_idle = (
        "pid <> pg_backend_pid() AND (state <> 'active' OR wait_event_type = 'Client')"
        " AND state_change < clock_timestamp() - ?3 * interval '1 second'"
    )
    query = f"SELECT count(pg_terminate_backend(pid)) {_HOLDERS_SQL} AND {is_idle}"
    (count,) = db.execute(query, (APPLICATION, name, seconds)).fetchone()
    return int(count)


def _mode_suffix(shared: bool) -> str:
    return "_shared" if shared else ""
