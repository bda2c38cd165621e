"""Advisory locks on a database server: SQL.

Each lock belongs to a connection until the connection is closed. PostgreSQL gives a lock to another connection only
after the first one was closed and can commit nothing more. Each schema has its own locks.
"""

from engine.store.connection import Connection
from engine.store.migrations import APPLICATION

_LOCK_KEY_SQL = "?1::int, hashtext(current_schema() || ?2::text)"
LEADER = ""
"""The name of the leader's lock. A process of an older release without partitions of tables has this lock too."""
PROCESSES = "/gate"
"""The name of the lock that all running processes share. To migrate the database, a process takes it exclusively."""
_HOLDERS_SQL = (
    "FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted"
    " AND classid = ?1::bigint::oid"
    " AND objid = (hashtext(current_schema() || ?2::text)::bigint & 4294967295)::oid"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def try_lock(db: Connection, name: str, *, shared: bool = False) -> bool:
    """Try to take a lock for this connection, and return whether this succeeded.

    A connection can take a lock several times, and must release it as often.
    """
    (is_held,) = db.execute(
        f"SELECT pg_try_advisory_lock{_mode_suffix(shared)}({_LOCK_KEY_SQL})", (APPLICATION, name)
    ).fetchone()
    return bool(is_held)


def unlock(db: Connection, name: str, *, shared: bool = False) -> None:
    """Release a lock once."""
    db.execute(f"SELECT pg_advisory_unlock{_mode_suffix(shared)}({_LOCK_KEY_SQL})", (APPLICATION, name))


def unlock_all(db: Connection) -> None:
    """Release all locks of this connection."""
    db.execute("SELECT pg_advisory_unlock_all()")


def count_holders(db: Connection, name: str) -> int:
    """Return the number of connections that have the lock."""
    (count,) = db.execute(f"SELECT count(*) {_HOLDERS_SQL}", (APPLICATION, name)).fetchone()
    return int(count)


def end_idle_holders(db: Connection, name: str, seconds: float) -> int:
    """Close the other connections that have the lock and were idle for ``seconds``, and return their number.

    The process of such a connection is frozen or has lost its network. A connection with a running query is not idle,
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
