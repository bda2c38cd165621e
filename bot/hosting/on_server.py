"""The doctor's findings about a database server: the way there, its version, its lock, and pending posts."""

from collections.abc import Iterator
from contextlib import closing

from bot.hosting.finding import Finding, fine, note, wrong
from bot.hosting.on_disk import after_the_future, lock, outbox, version_found
from engine.errors import Unreadable
from engine.store import DatabaseError
from engine.store.address import shown, with_driver
from engine.store.db import Db
from engine.store.migrate import scripts
from engine.store.parts import EVERYTHING, Layout, layout_of
from engine.store.trouble import for_operators


def on_server(address: str, *, is_running: bool, now: float, layout: Layout = EVERYTHING.layout) -> Iterator[Finding]:
    """The findings about the database at ``address``; ``is_running``: a bot is meant to run on it, in that layout."""
    try:
        with with_driver():
            from engine.store.postgresql import connected
        db = connected(address)
        with closing(db.pg):
            yield fine("server", f"{shown(address)} can be reached.")
            yield from _found(db, is_running, now, layout)
    except Unreadable as error:
        yield wrong("database", str(error))
    except DatabaseError as error:
        yield wrong("database", for_operators(error) or f"It can’t be read: {error}.")


def _found(db: Db, is_running: bool, now: float, layout: Layout) -> Iterator[Finding]:
    from engine.store.postgresql import has_rights, held, version_of

    parts = held(db, scripts())
    is_held = any(parts)
    yield lock(is_held, is_running)
    if is_held and not all(parts):
        missing = f"{parts.count(False)} of {len(parts)} parts"
        yield wrong("parts", f"No bot has {missing} of the tables. Start more bots with the same settings.")
    if not has_rights(db):
        yield wrong("rights", "The user of the address can’t create tables in its schema. Grant that to the user.")
    version, newest = version_of(db, scripts()), max(scripts())
    if version == 0:
        yield note("database", "There are no tables yet. The bot makes them at its first start.")
        return
    yield version_found(version, newest)
    if version == newest:
        if (theirs := layout_of(db)) != layout:
            yield _shared_out(theirs, layout, is_held)
        yield outbox(db, is_held, now)
        yield from after_the_future(db, now)


def _shared_out(theirs: Layout, ours: Layout, is_held: bool) -> Finding:
    """A database that is shared out in another way than the settings say."""
    if is_held:
        text = (
            f"The bots that run have {theirs}, and the settings here are {ours}. Set their numbers, or stop them all."
        )
        return wrong("parts", text)
    return note("parts", f"The database is shared out with {theirs}. The next start makes it {ours}.")
