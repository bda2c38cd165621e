"""The doctor's findings on this machine: the database, who has it, room on the disk, and pending posts.

It opens the database for reading only, and makes no file.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.clocks.monotonic import JUMP_SECONDS
from bot.operations.check_result import SET_CLOCK_ADVICE, CheckResult, ok_result, problem_result, remark_result
from engine.core import count_noun
from engine.errors import Unreadable
from engine.private import is_open_to_others
from engine.store.connection import Connection
from engine.store.errors import operator_message, os_error_reason
from engine.store.file_identity import check_record, file_identity, lock_path, read_record, wal_index_path, wal_path
from engine.store.file_lock import is_database_locked
from engine.store.integrity import find_damage, find_lasting_wal_problem, find_page_damage, open_read_only
from engine.store.migrations import check_owner, load_migrations
from engine.store.outbox import load_outbox_backlog
from engine.store.sqlite_setup import WAL_SIZE_LIMIT
from engine.store.users import load_last_alive

_MIN_FREE_BYTES = 200_000_000
"""Bytes: below that, a day of backups or of a long log may fill the disk."""
_LATE_POST_SECONDS = 600.0
"""The outbox worker has tried several times by then."""


def check_database_file(path: str, *, is_running: bool, now: float) -> Iterator[CheckResult]:
    """The findings about the database at ``path``; ``is_running``: a bot is meant to run on it."""
    try:
        yield from _check_file(path, is_running, now)
    except OSError as error:
        yield problem_result("database", f"{path} can’t be looked at: {os_error_reason(error)}.")


def _check_file(path: str, is_running: bool, now: float) -> Iterator[CheckResult]:
    file = Path(os.path.realpath(path))
    is_locked = is_database_locked(
        path
    )  # before the file is opened: to close it once more would end SQLite's locks on it
    yield check_lock(is_locked, is_running)
    if not file.parent.is_dir():
        yield problem_result("database", f"There’s no folder {file.parent}. Make it, or change ROUNDHOUSE_DATABASE.")
        return
    yield _check_disk_space(file)
    yield from _check_rights(file)
    if file.is_dir():
        yield problem_result("database", f"{file} is a folder. Name a file in it with ROUNDHOUSE_DATABASE.")
    elif message := _other_file_message(file, is_locked):
        yield problem_result("database", message)
    elif file.exists() and file.stat().st_size:
        yield from _check_log_size(file)
        yield from _check_content(file, is_locked, now)
    else:
        yield remark_result("database", f"There’s no file {file} yet. The bot makes it at its first start.")


def check_lock(is_locked: bool, is_running: bool) -> CheckResult:
    """Whether the bot that should have the database has it, and no other one."""
    if is_locked and not is_running:
        text = "Another Roundhouse has the database. Stop it before you start a bot here, or add --running."
        return problem_result("lock", text)
    if is_running and not is_locked:
        return problem_result(
            "lock", "No bot has the database, though you said --running. Start it with `roundhouse run`."
        )
    return ok_result("lock", "The bot that runs has the database." if is_locked else "No other bot has the database.")


def _check_disk_space(file: Path) -> CheckResult:
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size if file.is_file() else 0
    free_text = f"{free // 1_000_000:,} MB are free in {file.parent}"
    if free < max(_MIN_FREE_BYTES, 2 * size):
        return problem_result("disk", f"Only {free_text}. Make room: the bot stops at a full disk.")
    return ok_result("disk", f"{free_text}.")


def _check_rights(file: Path) -> Iterator[CheckResult]:
    """The bot writes the file, its log beside it, and its lock."""
    files = [file.parent, file, lock_path(file), wal_path(file)]
    unwritable = [one for one in files if one.exists() and not os.access(one, os.W_OK)]
    if unwritable:
        yield problem_result(
            "rights", f"{unwritable[0]} can’t be written. Give the user who runs the bot the right to write it."
        )


def _check_file_modes(file: Path) -> Iterator[CheckResult]:
    """Older releases made files that everybody may read."""
    readable_files = [one for one in (file, wal_path(file), wal_index_path(file)) if is_open_to_others(one)]
    if readable_files:
        names = " ".join(map(str, readable_files))
        yield remark_result("rights", f"Other users of this machine can read hands and seeds. Run `chmod 600 {names}`.")


def _other_file_message(file: Path, is_locked: bool) -> str:
    """A sentence about a file that is not the one that a bot has open, or had; empty when it is."""
    recorded_identity = read_record(file).get("database")
    if is_locked and recorded_identity and recorded_identity != file_identity(file):
        return (
            f"The bot that runs has another file open: {file} was removed or replaced. The bot stores nothing anymore"
            " and ends. Put the file back, or a copy, then start the bot."
        )
    try:
        check_record(file)
    except Unreadable as error:
        return str(error)
    return ""


def _check_log_size(file: Path) -> Iterator[CheckResult]:
    """A log that is larger than it ever needs to be."""
    log = wal_path(file)
    size = log.stat().st_size if log.exists() else 0
    if size > max(file.stat().st_size, WAL_SIZE_LIMIT):
        text = f"{log} has {size // 1_000_000:,} MB, more than the database. End other programs that read the database"
        yield remark_result(
            "log", f"{text} for a long time; then restart the bot, which writes the log into the database."
        )


def _check_content(file: Path, is_locked: bool, now: float) -> Iterator[CheckResult]:
    try:
        with closing(open_read_only(file, at_rest=not is_locked)) as db:
            db.execute("BEGIN")  # one moment of it, also while a bot writes
            version, newest = check_owner(db, load_migrations()), max(load_migrations())
            damage = list(find_damage(db, file, is_open=is_locked) if version == newest else find_page_damage(db))
            if damage:
                yield problem_result("database", f"{damage[0]} Go back to a copy that `roundhouse verify` finds whole.")
                return
            yield version_result(version, newest)
            yield from _check_file_modes(file)
            if problem := find_lasting_wal_problem(file, is_open=is_locked):
                yield remark_result("log", problem.text)
            if version == newest:
                yield check_outbox(db, is_locked, now)
                yield from check_last_alive(db, now)
    except Unreadable as error:
        yield problem_result("database", str(error))
    except (sqlite3.Error, ValueError) as error:
        yield problem_result("database", operator_message(error) or f"It can’t be read: {error}. Go back to a copy.")


def version_result(version: int, newest: int) -> CheckResult:
    """Whether the next start lifts the database."""
    if version == newest:
        return ok_result("database", f"It’s whole and of version {version}, the newest.")
    text = f"It’s whole and of version {version}. Make a backup: the next start brings it to {newest}."
    return remark_result("database", text)


def check_outbox(db: Connection, is_locked: bool, now: float) -> CheckResult:
    """The tables with pending posts; ``is_locked``: a bot runs that should send them."""
    backlog = load_outbox_backlog(db)
    if backlog.oldest is None:
        return ok_result("outbox", "No posts are pending.")
    minutes = max(0, int(now - backlog.oldest)) // 60
    wait = count_noun(minutes, "minute") if minutes else "less than a minute"
    text = f"Tables with pending posts: {backlog.tables}, the oldest for {wait}."
    if now - backlog.oldest < _LATE_POST_SECONDS:
        return ok_result("outbox", text)
    hint = "The bot’s log says why. Check its permissions in the channels and its connection to Discord."
    return (
        problem_result("outbox", f"{text} {hint}")
        if is_locked
        else remark_result("outbox", f"{text} The next start sends them.")
    )


def check_last_alive(db: Connection, now: float) -> Iterator[CheckResult]:
    """The bot notes every minute that it runs: that cannot be in the future."""
    last_alive = load_last_alive(db)
    if last_alive is not None and last_alive - now > JUMP_SECONDS:
        minutes = int(last_alive - now) // 60
        text = (
            f"This machine’s clock is {minutes} minutes before the moment at which the bot last ran. {SET_CLOCK_ADVICE}"
        )
        yield problem_result("clock", text)
