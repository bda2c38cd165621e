"""The doctor's checks of a database file: lock, disk space, permissions, damage, and pending posts.

They open the database read-only and create no file.
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
_LATE_POST_SECONDS = 600.0
"""Seconds after which a pending post is a problem. By then, the outbox worker has made several attempts."""


def check_database_file(path: str, *, is_running: bool, now: float) -> Iterator[CheckResult]:
    """Yield the results about the database at ``path``; ``is_running`` if a bot should be running on it."""
    try:
        yield from _check_file(path, is_running, now)
    except OSError as error:
        yield problem_result("database", f"{path} can’t be read: {os_error_reason(error)}.")


def _check_file(path: str, is_running: bool, now: float) -> Iterator[CheckResult]:
    file = Path(os.path.realpath(path))
    is_locked = is_database_locked(
        path
    )  # before the file is opened, because closing it would release SQLite's locks of this process
    yield check_lock(is_locked, is_running)
    if not file.parent.is_dir():
        yield problem_result("database", f"There’s no folder {file.parent}. Create it, or change ROUNDHOUSE_DATABASE.")
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
        yield remark_result("database", f"There’s no file {file} yet. The bot creates it at its first start.")


def check_lock(is_locked: bool, is_running: bool) -> CheckResult:
    """Check that only the expected bot holds the lock of the database."""
    if is_locked and not is_running:
        text = "A running bot holds the database lock. Stop it before you start another one, or add --running."
        return problem_result("lock", text)
    if is_running and not is_locked:
        return problem_result(
            "lock", "You said --running, but no bot holds the database lock. Start the bot with `roundhouse run`."
        )
    return ok_result(
        "lock", "The running bot holds the database lock." if is_locked else "No bot holds the database lock."
    )


def _check_disk_space(file: Path) -> CheckResult:
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size if file.is_file() else 0
    free_text = f"{free // 1_000_000:,} MB free in {file.parent}"
    if free < max(_MIN_FREE_BYTES, 2 * size):
        return problem_result("disk", f"Only {free_text}. Free disk space: the bot stops when the disk is full.")
    return ok_result("disk", f"{free_text}.")


def _check_rights(file: Path) -> Iterator[CheckResult]:
    files = [file.parent, file, lock_path(file), wal_path(file)]
    unwritable = [path for path in files if path.exists() and not os.access(path, os.W_OK)]
    if unwritable:
        yield problem_result(
            "permissions", f"{unwritable[0]} is not writable. Make it writable for the user that runs the bot."
        )


def _check_file_modes(file: Path) -> Iterator[CheckResult]:
    """Check that other users of the computer can't read the files; older releases created readable ones."""
    readable_files = [path for path in (file, wal_path(file), wal_index_path(file)) if is_open_to_others(path)]
    if readable_files:
        names = " ".join(map(str, readable_files))
        yield remark_result(
            "permissions",
            f"Other users of this machine can read the database, with hands and seeds. Run `chmod 600 {names}`.",
        )


def _other_file_message(file: Path, is_locked: bool) -> str:
    """Return a message if the database file was replaced after a bot opened it; otherwise empty."""
    recorded_identity = read_record(file).get("database")
    if is_locked and recorded_identity and recorded_identity != file_identity(file):
        return (
            f"The running bot has a different file open: {file} was removed or replaced. The bot stops without storing "
            "anything more. Put the file back or restore a backup, then start the bot."
        )
    try:
        check_record(file)
    except Unreadable as error:
        return str(error)
    return ""


def _check_log_size(file: Path) -> Iterator[CheckResult]:
    log = wal_path(file)
    size = log.stat().st_size if log.exists() else 0
    if size > max(file.stat().st_size, WAL_SIZE_LIMIT):
        text = f"{log} has {size // 1_000_000:,} MB, more than the database. Stop programs that keep the database open"
        yield remark_result("log", f"{text}, then restart the bot, which merges the log into the database.")


def _check_content(file: Path, is_locked: bool, now: float) -> Iterator[CheckResult]:
    try:
        with closing(open_read_only(file, at_rest=not is_locked)) as db:
            db.execute("BEGIN")  # all reads see the same state, even while a bot writes
            version, newest = check_owner(db, load_migrations()), max(load_migrations())
            damage = list(find_damage(db, file, is_open=is_locked) if version == newest else find_page_damage(db))
            if damage:
                yield problem_result("database", f"{damage[0]} Restore a backup that `roundhouse verify` finds intact.")
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
        yield problem_result(
            "database", operator_message(error) or f"The database can’t be read: {error}. Restore a backup."
        )


def version_result(version: int, newest: int) -> CheckResult:
    """Return a result that says whether the next start of the bot migrates the database."""
    if version == newest:
        return ok_result("database", f"The database is intact. Its schema version is {version}, the newest.")
    text = f"The database is intact. The next start migrates it from schema version {version} to {newest}."
    return remark_result("database", f"{text} Make a backup first.")


def check_outbox(db: Connection, is_locked: bool, now: float) -> CheckResult:
    """Check whether posts have been pending too long. If the database ``is_locked``, a running bot should send them."""
    backlog = load_outbox_backlog(db)
    if backlog.oldest is None:
        return ok_result("outbox", "No posts are pending.")
    minutes = max(0, int(now - backlog.oldest)) // 60
    wait_text = count_noun(minutes, "minute") if minutes else "less than a minute"
    text = f"Tables with pending posts: {backlog.tables}, the oldest for {wait_text}."
    if now - backlog.oldest < _LATE_POST_SECONDS:
        return ok_result("outbox", text)
    hint = "See the bot’s log for the reason. Check its permissions in the channels and its connection to Discord."
    return (
        problem_result("outbox", f"{text} {hint}")
        if is_locked
        else remark_result("outbox", f"{text} They are posted when the bot starts.")
    )


def check_last_alive(db: Connection, now: float) -> Iterator[CheckResult]:
    """Check that the stored time at which a bot last ran is not in the future."""
    last_alive = load_last_alive(db)
    if last_alive is not None and last_alive - now > JUMP_SECONDS:
        minutes = int(last_alive - now) // 60
        text = (
            f"This machine’s clock is {minutes} minutes behind the time at which the bot last ran. {SET_CLOCK_ADVICE}"
        )
        yield problem_result("clock", text)
