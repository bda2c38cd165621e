"""No timeout without a delivered warning: Discord fails, the channel refuses, the bot crashes, or a user is away."""

from pathlib import Path

import discord
import pytest

from bot.scheduler import pausing
from bot.users import UserPreferences
from engine.store.table_settings import DAY, HOUR, TableSettings
from tests.bot.announcements.test_crash_points import down
from tests.bot.scheduler.test_scheduler import clocked, first, replanned, said, settings
from tests.bot.simulated_channel import Direct, World, world


async def made(running: World) -> list[str]:
    """Return the origins of the moves so far."""
    return [move.by for move in await running.bot.services.tables.history(1)][1:]


async def test_grace_period_starts_when_the_warning_arrives(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(1.9 * DAY)
        running.env.inject_error("*", "*", status=503, times=None)
        await running.env.advance_time(DAY)
        assert await made(running) == []
        running.env.backend.faults.clear()
        await running.env.advance_time(HOUR)
        assert said(running).count("your time is up") == 1 and await made(running) == []
        await running.env.advance_time(6 * HOUR)
        assert (await made(running))[0] == "clock"


@pytest.mark.parametrize("due", [None, 0.0])
async def test_unsent_notification_is_retried_after_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, due: float | None
) -> None:
    async def unsent(table_id: int) -> bool:
        return False

    async def next_due(table_id: int) -> float | None:
        return due

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        watch, now = running.bot.services.scheduler, running.bot.services.tables.now
        monkeypatch.setattr(watch, "_handle_due", unsent)
        monkeypatch.setattr(watch, "_next_due_time", next_due)
        again = await watch._check_table(1)
        assert again is not None and again > now()


async def test_warning_falls_back_to_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        name, _ = await first(running)
        direct = Direct(running, name)
        running.env.inject_error("*", f"/channels/{running.channel.id}/*", status=403, code=50013, times=None)
        await running.env.advance_time(2 * DAY + 120)
        assert [post.content.split(":")[0] for post in direct.posts()] == ["Your time is up"]
        shown = await running.person("Ada").slash(running.channel, "game status")
        assert "⚠" in shown.response.content
        assert await made(running) == []
        await running.env.advance_time(6 * HOUR)
        assert (await made(running))[0] == "clock"


async def test_unreachable_player_has_three_more_days(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        running.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
        await running.env.advance_time(4.9 * DAY)
        assert await made(running) == []
        await running.env.advance_time(0.2 * DAY)
        assert (await made(running))[0] == "clock"
        running.env.backend.faults.clear()
        await running.env.advance_time(2 * HOUR)
        assert "Time ran out, so a move was made" in said(running) and "Still waiting for" not in said(running)


async def test_open_notifications_show_new_times(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, late="open")
        name, _ = await first(running)
        await running.env.advance_time(2 * DAY + 60)
        assert "the seat opens" in said(running)
        await pausing.change_table_settings(
            running.bot.services.tables, 1, TableSettings(clock="daily", late="computer")
        )
        await replanned(running)
        assert "the seat opens" not in said(running) and "a computer will move for you" in said(running)
        await running.move_on(1)
        other, _ = await first(running)
        await running.env.advance_time(10)
        await running.bot.services.user_settings.save(running.person(other).id, UserPreferences(notices="direct"))
        await replanned(running)
        direct = Direct(running, other)
        before = direct.posts()[-1].content
        now = running.bot.services.tables.now()
        await settings(running, other, notices="direct", holiday=(now, now + 5 * DAY))
        assert before.startswith("Your turn: ") and direct.posts()[-1].content.startswith("Your turn: ")
        assert len(direct.posts()) == 1 and direct.posts()[-1].content != before and name != other


async def test_no_notification_names_a_past_time_after_a_pause(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(2 * DAY + HOUR)
        for _ in range(2):
            await pausing.pause_table(running.bot.services.tables, 1)
            await replanned(running)
            await running.env.advance_time(60)
            table = await pausing.resume_table(running.bot.services.tables, 1)
            with running.env._bot_scope():
                await running.bot.services.scheduler.announce_resume(table)
            await running.env.settle()
            again = next(post for post in running.posts() if "the game continues" in post.content)
            assert "Until" not in again.content


async def test_member_who_returns_within_grace_period_keeps_the_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo")
        name, seat = await first(running)
        person = running.person(name)
        running.guild.remove_member(person)
        await running.env.advance_time(DAY + 60)
        assert "has left this server" in said(running)
        running.guild.add_member(person.user)
        await running.env.advance_time(6 * HOUR + 60)
        assert (await running.table()).players[seat - 1].user == person.id
        assert "has left this server" not in said(running) and await made(running) == []


async def test_reminder_from_before_a_crash_is_found_below_many_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(DAY + 60)
        sent = [
            notice
            for notice in await running.bot.services.scheduler.notifications.open_notifications(1)
            if notice.kind == "remind"
        ]
        claimed = discord.utils.utcnow().timestamp() - 60
        assert [abs(notice.claimed - claimed) < 5 for notice in sent] == [True]
        await running.bot.services.tables.store.write(
            lambda db: db.execute("UPDATE notice SET state = 'claimed', message = NULL, at = at + 86400")
        )
        for number in range(60):
            await running.person("Ada").send(running.channel, f"talk {number}")
        await running.restart()
        await running.env.settle()
        await running.env.advance_time(120)
        assert said(running).count("Still waiting for") == 1


async def test_table_of_deleted_channel_stops_and_ends_after_a_month(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.bot.services.user_settings.save(running.person("Ben").id, UserPreferences(notices="both"))
        running.env.inject_error("*", f"/channels/{running.channel.id}/*", status=404, code=10003, times=None)
        await running.env.advance_time(5 * DAY)
        assert await made(running) == [] and (await running.table()).paused is not None
        told = [post.content for post in Direct(running, "Ben").posts() if "was deleted" in post.content]
        assert len(told) == 1 and not Direct(running, "Ada").posts()
        await down(running, 0)
        await running.env.advance_time(25 * DAY)
        assert (await running.table()).status == "playing"
        await running.env.advance_time(2 * DAY)
        assert (await running.table()).status == "ended" and await made(running) == []


@pytest.mark.parametrize("moves", [0, 1])
async def test_card_shows_credited_downtime_until_next_move_or_a_day(tmp_path: Path, moves: int) -> None:
    async with world(tmp_path) as running:
        await clocked(running, clock="weekly")
        await down(running, 9 * HOUR)
        assert "got 9 hours back" in running.posts()[0].content
        await running.env.advance_time(23 * HOUR)
        assert "got 9 hours back" in running.posts()[0].content
        if moves:
            await running.move_on(1)
        else:
            await running.env.advance_time(1.1 * HOUR)
        assert "given back" not in said(running)
