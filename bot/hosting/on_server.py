"""The doctor's findings about a database server: the way there, its version, its lock, and pending posts."""

from collections.abc import Iterator
from contextlib import closing

from bot.hosting.finding import Finding, fine, note, wrong
from bot.hosting.on_disk import after_the_future, lock, outbox, version_found
from engine.errors import Unreadable
from engine.store import DatabaseError
from engine.store.address import shown, with_driver
from engine.store.db import Db
from engine.store.locks import LEADER, PROCESSES, count_holders
from engine.store.migrate import scripts
from engine.store.sharding import check_shards, count_leased
from engine.store.trouble import for_operators


def on_server(address: str, *, is_running: bool, now: float, shards: int | None = None) -> Iterator[Finding]:
    """The findings about the database at ``address``; ``is_running``: a bot is meant to run on it, with ``shards``."""
    try:
        with with_driver():
            from engine.store.postgresql import connected
        db = connected(address)
        with closing(db.pg):
            yield fine("server", f"{shown(address)} can be reached.")
            yield from _found(db, is_running, now, shards or 0)
    except Unreadable as error:
        yield wrong("database", str(error))
    except DatabaseError as error:
        yield wrong("database", for_operators(error) or f"It can’t be read: {error}.")


def _found(db: Db, is_running: bool, now: float, shards: int) -> Iterator[Finding]:
    from engine.store.postgresql import has_rights, version_of

    is_held = count_holders(db, LEADER) + count_holders(db, PROCESSES) > 0
    yield lock(is_held, is_running)
    if not has_rights(db):
        yield wrong("rights", "The user of the address can’t create tables in its schema. Grant that to the user.")
    version, newest = version_of(db, scripts()), max(scripts())
    if version == 0:
        yield note("database", "There are no tables yet. The bot makes them at its first start.")
        return
    yield version_found(version, newest)
    if version == newest:
        if is_held and is_running:
            yield from _shards(db, shards)
        yield outbox(db, is_held, now)
        yield from after_the_future(db, now)


def _shards(db: Db, shards: int) -> Iterator[Finding]:
    """Whether the bots that run have all connections to Discord, and as many as the settings here say."""
    try:
        check_shards(db, shards)
    except Unreadable as error:
        yield wrong("shards", str(error))
        return
    leased, wanted = count_leased(db)
    if leased < wanted > 1:
        missing = f"{wanted - leased} of {wanted} connections to Discord"
        yield wrong("shards", f"No bot has {missing}. Start more bots with the same settings.")
