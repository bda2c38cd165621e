"""Makes a backup of the bot's SQLite file once a day, in a separate process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bot.child_process import run_in_child_process
from bot.config import Settings
from bot.errors import cancel_all, report_exception
from engine.errors import Unreadable
from engine.store.backup import find_newest_backup_time, rotate_backups
from engine.store.errors import os_error_reason

_BACKUP_HOUR = 4
"""The hour (UTC) after which a day's backup is due."""
_MAX_BACKUPS = 7
"""Maximum number of backups to keep; fewer if the operator's retention time is shorter."""
MAX_BACKUP_AGE = 26 * 3_600.0
"""Maximum age of the newest backup in seconds; an older one means that a backup has failed."""
_RETRY_SECONDS = 3_600.0
_DAY = 86_400.0

_log = logging.getLogger(__name__)


class BackupOutcome(msgspec.Struct, frozen=True):
    """The file name of the new backup (empty if there is none), and a sentence for each problem."""

    file: str
    problems: tuple[str, ...] = ()


class DailyBackup:
    """Starts daily backups. Mutable: it has the running backup and the time of the next attempt.

    The newest file shows when the last backup was made, so no time is stored.
    """

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self._settings, self._now = settings, now
        self._task: asyncio.Task[None] | None = None
        self._next_attempt = 0.0
        self.make_backup: Callable[[Settings, float], Awaitable[BackupOutcome | None]] = _make_backup_in_child

    def start_if_due(self) -> None:
        """Start today's backup in the background, unless it exists or is being made."""
        is_running = self._task is not None and not self._task.done()
        if self._settings.backups and not is_running and self._is_due():
            self._next_attempt = self._now() + _RETRY_SECONDS
            self._task = asyncio.create_task(self._back_up(), name="backup")

    async def close(self) -> None:
        """Cancel a running backup; its unfinished file is deleted."""
        await cancel_all(self._task)

    def _is_due(self) -> bool:
        now = self._now()
        if now < self._next_attempt <= now + _RETRY_SECONDS:  # a later time comes from a clock that was ahead
            return False
        target = backup_target(self._settings)
        try:
            newest = find_newest_backup_time(target, now) if target.parent.exists() else None
        except OSError:  # the attempt logs the reason
            return True
        return newest is None or newest.timestamp() < _due_time(now)

    async def _back_up(self) -> None:
        try:
            outcome = await self.make_backup(self._settings, self._now())
        except Exception as error:  # for example, too little memory for a process: retried later
            report_exception(error, "the daily backup")
            return
        if outcome is None:
            _log.error("The daily backup failed")
            return
        for problem in outcome.problems:
            _log.error("The daily backup: %s", problem)
        if outcome.file:
            _log.info("Made the daily backup %s", outcome.file)


def backup_target(settings: Settings) -> Path:
    """Return the path of backups; the time of each backup is added to its file name."""
    return Path(settings.backups) / Path(settings.database).name


def make_daily_backup(settings: Settings, now: float) -> BackupOutcome:
    """Make a backup in the folder from the settings, and delete old backups. The folder is created if necessary."""
    target = backup_target(settings)
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep = min(_MAX_BACKUPS, settings.retention_days or _MAX_BACKUPS)
        rotation = rotate_backups(Path(settings.database), target, keep, datetime.fromtimestamp(now, UTC))
    except Unreadable as error:
        return BackupOutcome("", (str(error),))
    except OSError as error:
        return BackupOutcome("", (f"The folder {target.parent} can’t be created: {os_error_reason(error)}.",))
    return BackupOutcome(str(rotation.file), rotation.problems)


async def _make_backup_in_child(settings: Settings, now: float) -> BackupOutcome | None:
    return await run_in_child_process("the daily backup", make_daily_backup, settings, now)


def _due_time(now: float) -> float:
    """Return the latest time at which a backup became due, in seconds since 1970."""
    return now - (now - _BACKUP_HOUR * 3_600.0) % _DAY
