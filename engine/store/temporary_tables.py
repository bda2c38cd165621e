"""Temporary migrated copies of databases of earlier releases on a PostgreSQL server. The originals are unchanged."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from engine.errors import Unreadable
from engine.store.connection import Connection
from engine.store.errors import ServerError
from engine.store.postgresql import (
    PostgresqlConnection,
    check_version,
    connect,
    read_schema_version,
    run_migration_step,
)


@contextmanager
def open_at_newest_version(address: str, migrations: Mapping[int, str]) -> Iterator[PostgresqlConnection]:
    """Open a snapshot of the database for the block.

    If the database is of an earlier release, the snapshot is a migrated copy in temporary tables, which are dropped
    afterwards. A running bot is not blocked. Raises ``Unreadable`` for a database that is empty or of a newer release,
    or if temporary tables can't be created.
    """
    db = connect(address)
    with closing(db.pg):
        if read_schema_version(db, migrations) in (0, max(migrations)):
            check_version(db, migrations)
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            _copy_and_upgrade(db, migrations)
        yield db
        db.execute("ROLLBACK")


def _copy_and_upgrade(db: Connection, migrations: Mapping[int, str]) -> None:
    """Copy all rows to temporary tables, and migrate the temporary tables to the newest version."""
    version = read_schema_version(db, migrations)
    query = "SELECT quote_ident(schemaname), quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()"
    try:
        for schema, name in db.execute(query).fetchall():
            db.execute(f"CREATE TEMPORARY TABLE {name} (LIKE {schema}.{name} INCLUDING ALL) ON COMMIT DROP")
            db.execute(f"INSERT INTO pg_temp.{name} SELECT * FROM {schema}.{name}")
        db.execute("SET LOCAL search_path TO pg_temp")  # new tables are temporary too
        for step in range(version + 1, max(migrations) + 1):
            run_migration_step(db, step, migrations[step])
    except ServerError as error:
        raise Unreadable(
            f"This database has version {version}, and no temporary copy of it can be upgraded: {error}. Start the bot"
            f" once to update it to {max(migrations)}."
        ) from error
