"""Locks of a database on a server, each had by one connection as long as it lives: SQL. It knows no table.

PostgreSQL gives a lock to another connection only when this one is over, and can commit nothing more. The locks of each
schema are its own.
"""

from engine.store.db import Db
from engine.store.migrate import APPLICATION

_KEY = "?1::int, hashtext(current_schema() || ?2::text)"
GATE = "/gate"
"""Had by whoever changes what all parts rest on: the version, and the number of parts."""


def of_part(part: int) -> str:
    """The name of a part's lock; the first is the only one that older releases know."""
    return f"/{part}" if part else ""


def is_taken(db: Db, name: str) -> bool:
    """Whether this connection has the lock now. It keeps it, and counts how often it was asked for."""
    (taken,) = db.execute(f"SELECT pg_try_advisory_lock({_KEY})", (APPLICATION, name)).fetchone()
    return bool(taken)


def give(db: Db, name: str) -> None:
    """Gives a lock back, once."""
    db.execute(f"SELECT pg_advisory_unlock({_KEY})", (APPLICATION, name))


def give_all(db: Db) -> None:
    """Gives back all that this connection has."""
    db.execute("SELECT pg_advisory_unlock_all()")


def first_free(db: Db, parts: int) -> int | None:
    """The first part that nobody else had, and this connection has now; None when there is none."""
    return next((part for part in range(parts) if is_taken(db, of_part(part))), None)


def is_alone(db: Db, parts: int) -> bool:
    """Whether nobody else has any part; then this connection has them all."""
    return all(is_taken(db, of_part(part)) for part in range(parts))


def held_by_some(db: Db, parts: int) -> tuple[bool, ...]:
    """Whether some process has it, for each part."""
    query = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ?1::bigint::oid"
        " AND objid = (hashtext(current_schema() || ?2::text)::bigint & 4294967295)::oid"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    counts = [db.execute(query, (APPLICATION, of_part(part))).fetchone() for part in range(parts)]
    return tuple(bool(count) for (count,) in counts)
