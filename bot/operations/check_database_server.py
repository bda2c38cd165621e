"""The doctor's checks of a database server: connection, version, lock, and pending posts."""

from collections.abc import Iterator
from contextlib import closing

from bot.operations.check_database_file import check_last_alive, check_lock, check_outbox, version_result
from bot.operations.check_result import CheckResult, ok_result, problem_result, remark_result
from engine.errors import Unreadable
from engine.store import DatabaseError
from engine.store.address import printable_address, require_driver
from engine.store.advisory_locks import LEADER, PROCESSES, count_holders
from engine.store.connection import Connection
from engine.store.errors import operator_message
from engine.store.migrations import load_migrations
from engine.store.shard_leases import check_shard_count, count_leased_shards


def check_database_server(
    address: str, *, is_running: bool, now: float, shards: int | None = None
) -> Iterator[CheckResult]:
    """Yield the results about the database at ``address``; ``is_running`` if a bot should be running on it.

    ``shards`` is the number of shards in the settings.
    """
    try:
        with require_driver():
            from engine.store.postgresql import connect
        db = connect(address)
        with closing(db.pg):
            yield ok_result("server", f"Connected to {printable_address(address)}.")
            yield from _check_server(db, is_running, now, shards or 0)
    except Unreadable as error:
        yield problem_result("database", str(error))
    except DatabaseError as error:
        yield problem_result("database", operator_message(error) or f"The database can’t be read: {error}.")


def _check_server(db: Connection, is_running: bool, now: float, shards: int) -> Iterator[CheckResult]:
    from engine.store.postgresql import can_create_tables, read_schema_version

    is_held = count_holders(db, LEADER) + count_holders(db, PROCESSES) > 0
    yield check_lock(is_held, is_running)
    if not can_create_tables(db):
        yield problem_result(
            "permissions",
            "The database user can’t create tables in its schema. Grant CREATE on the schema to the user.",
        )
    version, newest = read_schema_version(db, load_migrations()), max(load_migrations())
    if version == 0:
        yield remark_result("database", "There are no tables yet. The bot creates them at its first start.")
        return
    yield version_result(version, newest)
    if version == newest:
        if is_held and is_running:
            yield from _check_shards(db, shards)
        yield check_outbox(db, is_held, now)
        yield from check_last_alive(db, now)


def _check_shards(db: Connection, shards: int) -> Iterator[CheckResult]:
    """Check that the running processes serve all shards, and that the number of shards matches the settings."""
    try:
        check_shard_count(db, shards)
    except Unreadable as error:
        yield problem_result("shards", str(error))
        return
    leased, total = count_leased_shards(db)
    if leased < total > 1:
        text = f"{total - leased} of {total} shards are not served by any process."
        yield problem_result("shards", f"{text} Start more processes with the same settings.")
