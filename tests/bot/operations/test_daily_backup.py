"""The bot's own backup: once a day, without stored bookkeeping, and never blocking the bot."""

import asyncio
import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from stat import S_IMODE

import pytest
from msgspec.structs import replace

from bot.config import Settings, settings_from_variables
from bot.operations.daily_backup import BackupOutcome, DailyBackup, backup_target, make_daily_backup
from engine.errors import Unreadable
from engine.store import Store
from engine.store.backup import find_newest_backup_time

DAY, HOUR = 86_400.0, 3_600.0
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    database = tmp_path / "tables.db"
    await (await Store.open(database)).close()
    return Settings(database=str(database), backups=str(tmp_path / "of the bot" / "backups"))


class Days:
    """A bot whose clock a test sets, and whose backups are made at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.now = settings, NOON
        self.attempts = list[float]()
        self.restart()

    def restart(self) -> None:
        self.backup = DailyBackup(self.settings, lambda: self.now)
        self.backup.make_backup = self.make

    async def make(self, settings: Settings, now: float) -> BackupOutcome:
        self.attempts.append(now)
        return make_daily_backup(settings, now)

    async def pass_time(self, seconds: float, step: float = 600.0) -> None:
        """Let time pass, with a check every ten minutes."""
        end = self.now + seconds
        while self.now < end:
            self.now += step
            await self.look()

    async def look(self) -> None:
        self.backup.start_if_due()
        for _ in range(3):
            await asyncio.sleep(0)

    def names(self) -> list[str]:
        return sorted(os.listdir(self.settings.backups))


async def test_backup_is_made_at_start_then_daily_and_seven_are_kept(settings: Settings) -> None:
    days = Days(settings)
    await days.look()
    assert days.names() == ["tables-20261128T120000Z.db"]
    await days.pass_time(10 * DAY)
    assert len(days.attempts) == 11
    assert days.names() == [f"tables-202612{day:02}T040000Z.db" for day in range(2, 9)]
    assert S_IMODE(Path(settings.backups).stat().st_mode) == 0o700


async def test_restart_makes_no_additional_backup(settings: Settings) -> None:
    days = Days(settings)
    await days.look()
    days.restart()
    await days.look()
    assert len(days.names()) == 1


async def test_missed_backup_is_made_after_the_start(settings: Settings) -> None:
    days = Days(settings)
    await days.look()
    days.now += 3 * DAY
    days.restart()
    await days.look()
    assert days.names()[-1] == "tables-20261201T120000Z.db"


async def test_no_more_backups_are_kept_than_retention_days(settings: Settings) -> None:
    days = Days(replace(settings, retention_days=2))
    await days.pass_time(5 * DAY)
    assert len(days.names()) == 2


async def test_failed_backup_is_retried_after_an_hour(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    Path(settings.backups).parent.write_text("a file in the place of the folder")
    days = Days(settings)
    await days.pass_time(3 * HOUR)
    assert len(days.attempts) == 3
    [said, *_] = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert said.startswith(f"The daily backup: The folder {settings.backups} can’t be created: ")


async def test_missing_database_is_reported_in_a_sentence(settings: Settings) -> None:
    Path(settings.database).unlink()
    outcome = make_daily_backup(settings, NOON)
    assert not outcome.file and len(outcome.problems) == 1


async def test_backups_of_a_clock_that_was_ahead_do_not_stop_the_bot(settings: Settings) -> None:
    days = Days(settings)
    days.now += 400 * DAY
    await days.look()
    days.now = NOON
    await days.look()
    assert "tables-20261128T120000Z.db" in days.names()


async def test_no_backup_is_made_without_the_setting(settings: Settings) -> None:
    days = Days(replace(settings, backups=""))
    await days.pass_time(2 * DAY)
    assert not days.attempts


async def test_backup_is_made_in_a_separate_process(settings: Settings) -> None:
    backup = DailyBackup(settings, lambda: NOON)
    outcome = await backup.make_backup(settings, NOON)
    assert outcome is not None and not outcome.problems
    newest = find_newest_backup_time(backup_target(settings), NOON)
    assert newest is not None and newest.timestamp() == NOON
    await (await Store.open(outcome.file, read_only=True)).close()


def test_a_server_is_not_backed_up_by_the_bot() -> None:
    with pytest.raises(Unreadable, match="ROUNDHOUSE_BACKUPS can be set only if the database is an SQLite file"):
        settings_from_variables({"ROUNDHOUSE_DATABASE": "postgresql://there/tables", "ROUNDHOUSE_BACKUPS": "b"})


def test_backups_with_future_or_invalid_times_are_ignored(settings: Settings) -> None:
    target = backup_target(settings)
    target.parent.mkdir(parents=True)
    for moment in ("20991231T040000Z", "20261399T040000Z"):
        target.with_name(f"{target.stem}-{moment}{target.suffix}").touch()
    assert find_newest_backup_time(target, NOON) is None
    assert make_daily_backup(settings, NOON).file
    newest = find_newest_backup_time(target, NOON)
    assert newest is not None and newest.timestamp() == NOON
