"""A PostgreSQL database, with the interface of ``connection.Database``.

A process has one connection to the database, in one thread. Several processes may write to one database. They share a
lock, so that no other process migrates the database meanwhile, and one of them has the leader's lock
(``advisory_locks``). A lost connection is never reopened: the process has lost its locks and must exit.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.raw_cursor import RawCursor
from psycopg.types.numeric import IntDumper

from engine.errors import Unreadable
from engine.store.address import printable_address, unreachable_error
from engine.store.advisory_locks import LEADER, PROCESSES, try_lock, unlock, unlock_all
from engine.store.change_channel import commit_and_notify_sql
from engine.store.connection import Connection, read_scalar, run_transaction
from engine.store.data_migrations import DATA_MIGRATIONS
from engine.store.dialect import translate_script, translate_statement
from engine.store.errors import ServerError
from engine.store.server_check import check_server
from engine.threads import run_in_thread, run_to_end

T = TypeVar("T")

_CONNECTION_DEFAULTS: Mapping[str, Any] = {
    "application_name": "roundhouse",
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Defaults for settings of the connection that an address does not contain.

They ensure that a lost network is detected after at most 25 seconds, or 20 seconds during a statement. So the bot exits
before the server gives its lock to another process.
"""
_CLOSE_SECONDS = 10.0
"""Seconds for which a statement may continue after the store was closed."""
_RETRY_SECONDS = 0.25
"""Seconds between two attempts to open the database."""
_MAX_RETRIES = 4
"""Maximum number of further attempts to open the database, if the process does not wait for others."""
_TIMEOUT_SETTINGS = ("idle_in_transaction_session_timeout = 2000", "lock_timeout = 1000")
"""Timeouts of a session, in milliseconds.

A process that is frozen in a transaction loses its connection, and so no longer blocks other processes.
"""
_BEGIN_SERIAL = "BEGIN ISOLATION LEVEL SERIALIZABLE"
_VERSIONS_WITH_PARTITIONS = range(13, 16)
"""The schema versions of releases in which each process had a partition of the tables, with its own lock."""
_VERSION_QUERY = "SELECT max(version) FROM roundhouse"


class _BoolDumper(IntDumper):
    """A dumper that sends True and False as 1 and 0, because the columns are numbers, as in SQLite."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class PostgresqlConnection:
    """A ``Connection`` to a server, for one thread.

    The methods raise ``ServerError`` for all errors of the server.
    """

    def __init__(self, pg: psycopg.Connection[Any]) -> None:
        self.pg = pg

    @property
    def in_transaction(self) -> bool:
        status = self.pg.info.transaction_status
        return status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)

    def execute(self, statement: str, given: Sequence[Any] | Mapping[str, Any] = (), /) -> psycopg.Cursor[Any]:
        text, names = translate_statement(statement)
        values = [given[name] for name in names] if isinstance(given, Mapping) else given
        can_prepare = False if statement.endswith("; COMMIT") else None  # several statements can't be prepared
        try:
            return self.pg.execute(text.encode(), values, prepare=can_prepare)
        except psycopg.Error as error:
            raise self._convert_error(error) from error

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Run one statement for each row of values.

        A single row is not sent as a batch, because that would be slower.
        """
        value_rows = list(rows)
        if len(value_rows) == 1:
            self.execute(statement, value_rows[0])
        elif value_rows:
            text, _ = translate_statement(statement)
            try:
                self.pg.cursor().executemany(text.encode(), value_rows)
            except psycopg.Error as error:
                raise self._convert_error(error) from error

    def _convert_error(self, error: psycopg.Error) -> ServerError:
        """Return a ``ServerError``. Its code is empty if the connection is lost, and “?” for errors of the driver."""
        default_code = "" if self.pg.closed else "?"
        return ServerError(str(error).partition("\n")[0], error.sqlstate or default_code)


class PostgresqlDatabase:
    """A ``Database`` on a server, with its connection and thread."""

    is_shared = True

    def __init__(self, db: PostgresqlConnection) -> None:
        self._db = db
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgresql")
        self._is_closed = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread. If the caller is canceled, ``work`` still runs to its end.

        Raises ``ValueError`` if the connection was closed.
        """
        if self._is_closed:
            raise ValueError("Connection closed")
        return await run_to_end(self._thread, work, self._db)

    async def read_snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads, on a snapshot of the database."""
        return await self.run(lambda db: _run_in_snapshot(db, work))

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Run ``work`` as one transaction and notify the other processes of ``changes``.

        The transaction fails if other processes have changed what it read. With ``checks_revision``, ``work`` detects
        conflicting changes itself.
        """
        begin, end = "BEGIN" if checks_revision else _BEGIN_SERIAL, commit_and_notify_sql(changes)
        return await self.run(lambda db: run_transaction(db, work, begin, end))

    async def check(self) -> None:
        """Run a query. Raises ``ServerError`` if the connection is lost."""
        await self.run(lambda db: db.execute("SELECT 1").fetchone())

    async def purge_deleted(self) -> bool:
        """Return True at once, because the server vacuums its own tables."""
        return True

    def is_lost(self) -> bool:
        """Whether the connection is lost, and so its locks too."""
        return not self._is_closed and bool(self._db.pg.closed)

    async def close(self) -> None:
        """Close the connection and its thread. Further calls have no effect."""
        if not self._is_closed:
            self._is_closed = True
            closing_task = asyncio.get_running_loop().run_in_executor(self._thread, self._db.pg.close)
            if not (await asyncio.wait({closing_task}, timeout=_CLOSE_SECONDS))[0]:
                self._shut_down_socket()
            await closing_task
            self._thread.shutdown()

    def _shut_down_socket(self) -> None:
        """Shut down the connection's socket, so that a statement without an answer fails immediately."""
        with suppress(OSError, psycopg.Error):  # the statement may have just ended
            connection_socket = socket.socket(fileno=os.dup(self._db.pg.fileno()))
            with connection_socket:
                connection_socket.shutdown(socket.SHUT_RDWR)


async def join_database(
    address: str, migrations: Mapping[int, str], on_wait: Callable[[], object] | None
) -> PostgresqlDatabase:
    """Open the database for a process of the bot, and migrate it to the newest version.

    While processes of an older release use the database, opening is retried, and ``on_wait`` is called each time. If
    ``on_wait`` is None, ``Unreadable`` is raised after some attempts. Raises ``Unreadable`` for a database that is not
    Roundhouse's or can't be reached.
    """
    server = PostgresqlDatabase(await run_in_thread(connect, address))
    try:
        retries_left = _MAX_RETRIES
        while not await server.run(lambda db: _try_to_join(db, migrations)):
            if on_wait is not None:
                on_wait()
            elif not retries_left:
                raise Unreadable(_in_use_message(address))
            retries_left = max(0, retries_left - 1)
            await asyncio.sleep(_RETRY_SECONDS)
        await server.run(_set_timeouts)
    except BaseException:
        await server.close()
        raise
    return server


async def open_read_only(address: str, migrations: Mapping[int, str]) -> PostgresqlDatabase:
    """Open the database read-only. Raises ``Unreadable`` unless it has the newest version."""
    server = PostgresqlDatabase(await run_in_thread(connect, address))
    try:
        await server.run(lambda db: check_version(db, migrations))
        await server.run(lambda db: db.execute("SET default_transaction_read_only = on"))
    except BaseException:
        await server.close()
        raise
    return server


@contextmanager
def open_snapshot(
    address: str, migrations: Mapping[int, str], *, alone: bool = False
) -> Iterator[PostgresqlConnection]:
    """Open a read-only snapshot of the database for the block.

    Raises ``Unreadable`` unless the database has the newest version. With ``alone``, also raises ``Unreadable`` if a
    bot uses the database.
    """
    db = connect(address)
    with closing(db.pg):
        if alone and not _try_to_lock_alone(db, migrations):
            raise Unreadable(_in_use_message(address))
        check_version(db, migrations)
        db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield db


@contextmanager
def fill_empty_database(address: str, migrations: Mapping[int, str]) -> Iterator[PostgresqlConnection]:
    """Open an empty database of the newest version, with a transaction for the block.

    The transaction is committed at the end of the block. Raises ``Unreadable`` if a bot uses the database, or if it has
    rows.
    """
    db = connect(address)
    with closing(db.pg):
        if not _try_to_lock_alone(db, migrations):
            raise Unreadable(_in_use_message(address))
        migrate(db, migrations)
        db.execute("BEGIN")
        if name := _find_nonempty_table(db):
            raise Unreadable(f"The database {printable_address(address)} has rows in “{name}”. Name an empty one.")
        yield db
        db.execute("COMMIT")


def connect(address: str) -> PostgresqlConnection:
    """Connect to the database. Raises ``Unreadable`` if it can't be reached or used."""
    try:
        pg = psycopg.connect(autocommit=True, cursor_factory=RawCursor, **connection_settings(address))
    except psycopg.ProgrammingError:  # its message may contain a part of the password
        raise unreachable_error(address) from None
    except (psycopg.Error, UnicodeError) as error:
        raise unreachable_error(address, str(error)) from None
    pg.adapters.register_dumper(bool, _BoolDumper)
    db = PostgresqlConnection(pg)
    try:
        check_server(db, pg.info.backend_pid, address)
    except BaseException:
        pg.close()
        raise
    return db


def connection_settings(address: str) -> dict[str, Any]:
    """Return the settings of a connection: those in the address, and this module's defaults.

    Raises psycopg's errors for an invalid address.
    """
    return {**_CONNECTION_DEFAULTS, **conninfo_to_dict(address)}


def _set_timeouts(db: Connection) -> None:
    for limit in _TIMEOUT_SETTINGS:
        db.execute(f"SET {limit}")


def _try_to_join(db: Connection, migrations: Mapping[int, str]) -> bool:
    """Migrate the database if necessary and take the shared lock; return whether this succeeded.

    The version does not change while a process has the shared lock.
    """
    if try_lock(db, PROCESSES, shared=True):
        if read_schema_version(db, migrations) == max(migrations):
            return True
        unlock(db, PROCESSES, shared=True)
    if not _try_to_lock_alone(db, migrations):
        return False
    migrate(db, migrations)
    unlock_all(db)
    return try_lock(db, PROCESSES, shared=True)


def _try_to_lock_alone(db: Connection, migrations: Mapping[int, str]) -> bool:
    """Try to take the exclusive locks of this release and of older ones.

    Return False if another process has any of these locks.
    """
    older_locks = [LEADER]
    if read_schema_version(db, migrations) in _VERSIONS_WITH_PARTITIONS:
        (parts,) = db.execute("SELECT coalesce(max(parts), 1) FROM layout").fetchone()
        older_locks += [f"/{part}" for part in range(1, parts)]
    if all(try_lock(db, name) for name in (PROCESSES, *older_locks)):
        return True
    unlock_all(db)
    return False


def _run_in_snapshot(db: Connection, work: Callable[[Connection], T]) -> T:
    db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        return work(db)
    finally:
        if db.in_transaction:
            db.execute("COMMIT")


def migrate(db: Connection, migrations: Mapping[int, str]) -> None:
    """Migrate the database to the newest version, each step in its own transaction."""
    if not _has_version_table(db):
        _check_empty(db)
        db.execute("CREATE TABLE roundhouse (version BIGINT NOT NULL)")
    version = read_schema_version(db, migrations)
    for step in range(version + 1, max(migrations) + 1):
        db.execute("BEGIN")
        try:
            run_migration_step(db, step, migrations[step])
            db.execute("DELETE FROM roundhouse")
            db.execute("INSERT INTO roundhouse (version) VALUES (?)", (step,))
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def run_migration_step(db: Connection, step: int, script: str) -> None:
    """Migrate from the previous version to version ``step``, in the caller's transaction."""
    if step in DATA_MIGRATIONS:
        DATA_MIGRATIONS[step](db)
    for statement in translate_script(script):
        db.execute(statement)


def check_version(db: Connection, migrations: Mapping[int, str]) -> None:
    """Raise ``Unreadable`` unless this is a Roundhouse database of the newest version."""
    version = read_schema_version(db, migrations)
    if version == 0:
        raise Unreadable("The database is empty: no table was ever stored in it, or everything is lost.")
    if version < max(migrations):
        raise Unreadable(f"This database has version {version}. Start the bot once to update it to {max(migrations)}.")


def read_schema_version(db: Connection, migrations: Mapping[int, str]) -> int:
    """Return the schema version of a Roundhouse database; 0 for an empty one.

    Raises ``Unreadable`` for a database of a newer release.
    """
    if not _has_version_table(db):
        return 0
    (stored_version,) = db.execute(_VERSION_QUERY).fetchone()
    version = int(stored_version or 0)
    if version > max(migrations):
        raise Unreadable(
            f"This database has version {version}, but this release reads only up to {max(migrations)}. Update the bot."
        )
    return version


def can_create_tables(db: Connection) -> bool:
    """Whether database tables can be created in the current schema."""
    query = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE)"
    return bool(read_scalar(db.execute(query), bool))


def _in_use_message(address: str) -> str:
    return f"The database {printable_address(address)} is in use by another Roundhouse. Stop that one first."


def _find_nonempty_table(db: Connection) -> str:
    """Return the name of a database table of Roundhouse that has rows; empty if there is none."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'roundhouse'"
    names = [name for (name,) in db.execute(query).fetchall()]
    return next((name for name in names if db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()), "")


def _has_version_table(db: Connection) -> bool:
    query = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'roundhouse'"
    return bool(read_scalar(db.execute(query), bool))


def _check_empty(db: Connection) -> None:
    """Raise ``Unreadable`` if the schema contains another program's tables."""
    query = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    if read_scalar(db.execute(query), bool):
        raise Unreadable("This database belongs to another program. Use a different one for the bot.")
