"""The doctor's findings on this machine: the database, who has it, room on the disk, and pending posts.

It opens the database for reading only, and makes no file.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.clocks.steady import JUMP_SECONDS
from bot.hosting.finding import SET_CLOCK, Finding, fine, note, wrong
from engine.core import count_noun
from engine.errors import Unreadable
from engine.private import is_open_to_others
from engine.store.damage import damages, log_problem, opened, page_damages
from engine.store.db import Db
from engine.store.hold import is_held
from engine.store.identity import check_recorded, identity, index_of, lock_of, log_of, recorded
from engine.store.migrate import check_owner, scripts
from engine.store.opening import LOG_LIMIT
from engine.store.persons import alive
from engine.store.trouble import for_operators, reason
from engine.store.untold import untold

_ROOM = 200_000_000
"""Bytes: below that, a day of backups or of a long log may fill the disk."""
_LATE_SECONDS = 600.0
"""The announcer has tried several times by then."""


def on_disk(path: str, *, is_running: bool, now: float) -> Iterator[Finding]:
    """The findings about the database at ``path``; ``is_running``: a bot is meant to run on it."""
    try:
        yield from _found(path, is_running, now)
    except OSError as error:
        yield wrong("database", f"{path} can’t be looked at: {reason(error)}.")


def _found(path: str, is_running: bool, now: float) -> Iterator[Finding]:
    file = Path(os.path.realpath(path))
    held = is_held(path)  # before the file is opened: to close it once more would end SQLite's locks on it
    yield lock(held, is_running)
    if not file.parent.is_dir():
        yield wrong("database", f"There’s no folder {file.parent}. Make it, or change ROUNDHOUSE_DATABASE.")
        return
    yield _room(file)
    yield from _rights(file)
    if file.is_dir():
        yield wrong("database", f"{file} is a folder. Name a file in it with ROUNDHOUSE_DATABASE.")
    elif other := _other_file(file, held):
        yield wrong("database", other)
    elif file.exists() and file.stat().st_size:
        yield from _log_size(file)
        yield from _read(file, held, now)
    else:
        yield note("database", f"There’s no file {file} yet. The bot makes it at its first start.")


def lock(held: bool, is_running: bool) -> Finding:
    """Whether the bot that should have the database has it, and no other one."""
    if held and not is_running:
        text = "Another Roundhouse has the database. Stop it before you start a bot here, or add --running."
        return wrong("lock", text)
    if is_running and not held:
        return wrong("lock", "No bot has the database, though you said --running. Start it with `roundhouse run`.")
    return fine("lock", "The bot that runs has the database." if held else "No other bot has the database.")


def _room(file: Path) -> Finding:
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size if file.is_file() else 0
    room = f"{free // 1_000_000:,} MB are free in {file.parent}"
    if free < max(_ROOM, 2 * size):
        return wrong("disk", f"Only {room}. Make room: the bot stops at a full disk.")
    return fine("disk", f"{room}.")


def _rights(file: Path) -> Iterator[Finding]:
    """The bot writes the file, its log beside it, and its lock."""
    needed = [file.parent, file, lock_of(file), log_of(file)]
    closed = [one for one in needed if one.exists() and not os.access(one, os.W_OK)]
    if closed:
        yield wrong("rights", f"{closed[0]} can’t be written. Give the user who runs the bot the right to write it.")


def _modes(file: Path) -> Iterator[Finding]:
    """Older releases made files that everybody may read."""
    exposed = [one for one in (file, log_of(file), index_of(file)) if is_open_to_others(one)]
    if exposed:
        names = " ".join(map(str, exposed))
        yield note("rights", f"Other users of this machine can read hands and seeds. Run `chmod 600 {names}`.")


def _other_file(file: Path, held: bool) -> str:
    """A sentence about a file that is not the one that a bot has open, or had; empty when it is."""
    known = recorded(file).get("database")
    if held and known and known != identity(file):
        return (
            f"The bot that runs has another file open: {file} was removed or replaced. The bot stores nothing anymore"
            " and ends. Put the file back, or a copy, then start the bot."
        )
    try:
        check_recorded(file)
    except Unreadable as error:
        return str(error)
    return ""


def _log_size(file: Path) -> Iterator[Finding]:
    """A log that is larger than it ever needs to be."""
    log = log_of(file)
    size = log.stat().st_size if log.exists() else 0
    if size > max(file.stat().st_size, LOG_LIMIT):
        text = f"{log} has {size // 1_000_000:,} MB, more than the database. End other programs that read the database"
        yield note("log", f"{text} for a long time; then restart the bot, which writes the log into the database.")


def _read(file: Path, held: bool, now: float) -> Iterator[Finding]:
    try:
        with closing(opened(file, at_rest=not held)) as db:
            db.execute("BEGIN")  # one moment of it, also while a bot writes
            version, newest = check_owner(db, scripts()), max(scripts())
            damage = list(damages(db, file, is_open=held) if version == newest else page_damages(db))
            if damage:
                yield wrong("database", f"{damage[0]} Go back to a copy that `roundhouse verify` finds whole.")
                return
            yield version_found(version, newest)
            yield from _modes(file)
            if unfinished := log_problem(file, is_open=held):
                yield note("log", unfinished.text)
            if version == newest:
                yield outbox(db, held, now)
                yield from after_the_future(db, now)
    except Unreadable as error:
        yield wrong("database", str(error))
    except (sqlite3.Error, ValueError) as error:
        yield wrong("database", for_operators(error) or f"It can’t be read: {error}. Go back to a copy.")


def version_found(version: int, newest: int) -> Finding:
    """Whether the next start lifts the database."""
    if version == newest:
        return fine("database", f"It’s whole and of version {version}, the newest.")
    text = f"It’s whole and of version {version}. Make a backup: the next start brings it to {newest}."
    return note("database", text)


def outbox(db: Db, held: bool, now: float) -> Finding:
    """The tables with pending posts; ``held``: a bot runs that should send them."""
    waiting = untold(db)
    if waiting.oldest is None:
        return fine("outbox", "No posts are pending.")
    minutes = max(0, int(now - waiting.oldest)) // 60
    wait = count_noun(minutes, "minute") if minutes else "less than a minute"
    text = f"Tables with pending posts: {waiting.tables}, the oldest for {wait}."
    if now - waiting.oldest < _LATE_SECONDS:
        return fine("outbox", text)
    hint = "The bot’s log says why. Check its permissions in the channels and its connection to Discord."
    return wrong("outbox", f"{text} {hint}") if held else note("outbox", f"{text} The next start sends them.")


def after_the_future(db: Db, now: float) -> Iterator[Finding]:
    """The bot notes every minute that it runs: that cannot be in the future."""
    last = alive(db)
    if last is not None and last - now > JUMP_SECONDS:
        minutes = int(last - now) // 60
        text = f"This machine’s clock is {minutes} minutes before the moment at which the bot last ran. {SET_CLOCK}"
        yield wrong("clock", text)
