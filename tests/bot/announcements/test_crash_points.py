"""The bot dies between two writes, or between a write and a post: nothing is lost or doubled."""

import sqlite3
from pathlib import Path

import pytest

from bot.play.lobby_rules import REMINDER_AFTER
from bot.proposals.service import VOTE_SECONDS
from bot.scheduler.holidays import change_holiday
from engine.store import users
from engine.store.table_settings import DAY
from tests.bot.scheduler.test_scheduler import clocked, first, said, since
from tests.bot.simulated_channel import World, world


async def down(running: World, seconds: float) -> None:
    """Stop the bot, let this many seconds pass, and start it again."""
    await running.bot.services.scheduler._save_alive()
    await running.stop()
    running.env._move_clock(running.env._virtual_time + seconds)
    await running.restart()
    await running.env.settle()


async def test_holiday_changes_at_all_tables_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        user, sessions = (await running.asked())[0].id, running.bot.services.tables
        now = sessions.now()
        await change_holiday(sessions, user, (now, now + 9 * DAY))
        await running.env.advance_time(2 * DAY)
        before = await since(running)

        def fails(db: sqlite3.Connection, user: int, person: users.UserPreferences) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(users, "save_user_preferences", fails)
        with pytest.raises(OSError, match="full"):
            await change_holiday(sessions, user, (0.0, 0.0))
        assert await since(running) == before
        monkeypatch.undo()
        await change_holiday(sessions, user, (0.0, 0.0))
        assert await since(running) == pytest.approx(before + 2 * DAY, abs=5)


async def test_downtime_during_holiday_credits_no_extra_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        _, seat = await first(running)
        now = running.bot.services.tables.now()
        await change_holiday(running.bot.services.tables, (await running.asked())[0].id, (now, now + 4 * DAY))
        await running.env.advance_time(DAY)
        await down(running, 5 * DAY)
        clock = (await running.table()).clocks[seat]
        assert clock.since == pytest.approx(running.bot.services.tables.now(), abs=60)
        assert await running.bot.services.scheduler.credit_downtime() == 0.0  # as after a crash right then


async def test_proposal_does_not_expire_during_downtime(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.person("Ada").slash(running.channel, "game clock", action="pause")
        await running.env.advance_time(DAY)
        await down(running, VOTE_SECONDS)
        assert "Do you agree?" in said(running)
        await running.person("Ben").click(running.latest("Agree"), label="Agree")
        assert "The game was paused" in said(running)


async def test_idle_lobby_notification_is_sent_once_despite_failures(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        running.env.inject_error("POST", f"/channels/{running.channel.id}/messages", status=503, times=1)
        await running.env.advance_time(REMINDER_AFTER + 60)
        assert "for 6 days" not in said(running)
        await running.env.advance_time(900)
        assert said(running).count("for 6 days") == 1
        await running.bot.services.tables.save_bookkeeping(1, {"nudge post": 0})
        await down(running, 0)
        assert said(running).count("for 6 days") == 1
        assert (await running.table()).notes["nudge post"]
