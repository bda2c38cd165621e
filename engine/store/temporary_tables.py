"""Databases of earlier releases on a PostgreSQL server, read as if they were upgraded. They stay as they are."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from engine.errors import Unreadable
from engine.store.db import Db
from engine.store.postgresql import Connection, check, connected, run_step, version_of
from engine.store.trouble import Failure


@contextmanager
def open_for_reading(address: str, lifts: Mapping[int, str]) -> Iterator[Connection]:
    """The database as it is at one moment, for reading only; of an earlier release a copy in temporary tables.

    The copy is upgraded, and dropped afterwards; a bot that runs is not held up.

    Raises ``Unreadable`` for a database that is empty, or of a newer release, or where no temporary tables can be made.
    """
    db = connected(address)
    with closing(db.pg):
        if version_of(db, lifts) in (0, max(lifts)):
            check(db, lifts)
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            _copy_upgraded(db, lifts)
        yield db
        db.execute("ROLLBACK")


def _copy_upgraded(db: Db, lifts: Mapping[int, str]) -> None:
    """Fills temporary tables with all rows, and brings them to the newest version."""
    version = version_of(db, lifts)
    query = "SELECT quote_ident(schemaname), quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()"
    try:
        for schema, name in db.execute(query).fetchall():
            db.execute(f"CREATE TEMPORARY TABLE {name} (LIKE {schema}.{name} INCLUDING ALL) ON COMMIT DROP")
            db.execute(f"INSERT INTO pg_temp.{name} SELECT * FROM {schema}.{name}")
        db.execute("SET LOCAL search_path TO pg_temp")  # new tables are temporary too
        for step in range(version + 1, max(lifts) + 1):
            run_step(db, step, lifts[step])
    except Failure as error:
        raise Unreadable(
            f"This database has version {version}, and no temporary copy of it can be upgraded: {error}. Start the bot"
            f" once to update it to {max(lifts)}."
        ) from error
