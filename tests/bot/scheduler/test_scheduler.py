"""Days at a table: reminders, warnings, timeouts, and what stops them."""

from pathlib import Path
from typing import Any

import pytest

from bot.scheduler import pausing
from bot.tables.table import Table
from bot.users import UserPreferences
from engine.store.table_settings import DAY, HOUR, TableSettings
from tests.bot.simulated_channel import Direct, World, text_of, world


async def clocked(running: World, *names: str, **terms: Any) -> Table:
    """Start a table with a clock, daily by default."""
    table = await running.started(*(names or ("Ada", "Ben")))
    await pausing.change_table_settings(
        running.bot.services.tables, table.id, TableSettings(**{"clock": "daily", **terms})
    )
    await replanned(running)
    return await running.table()


async def replanned(running: World) -> None:
    """Plan the table's clocks again after a change below Discord."""
    with running.env._bot_scope():
        running.bot.services.scheduler.reschedule(1)
    await running.env.settle()


async def first(running: World) -> tuple[str, int]:
    """Return the name and the seat of the first asked player."""
    person, decision = await running.asked()
    return person.name, decision.seat


async def since(running: World) -> float:
    """Return the start time of the asked player's clock."""
    began = (await running.table()).clocks[(await first(running))[1]].since
    assert began is not None
    return began


def said(running: World) -> str:
    return "\n".join(text_of(post) for post in running.posts())


async def settings(running: World, name: str, **chosen: Any) -> None:
    person = running.person(name)
    await running.bot.services.user_settings.save(person.id, UserPreferences(**chosen))
    with running.env._bot_scope():
        await running.bot.services.scheduler.reschedule_user(person.id)
    await running.env.settle()


async def test_timeout_after_reminders_and_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await clocked(running)
        person, decision = await running.asked()
        assert f" by <t:{int(await since(running)) + 2 * 86_400}:f>" in said(running)
        await running.env.advance_time(DAY - 10)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(20)
        assert running.posts()[-1].content.startswith(f"Still waiting for {person.mention} · ")
        assert "last reminder" not in said(running)
        await running.env.advance_time(0.6 * DAY)
        assert "This is the last reminder." in running.posts()[-1].content
        await running.env.advance_time(0.4 * DAY)
        assert "your time is up" in running.posts()[-1].content
        assert (await running.moves()) == 0 and (await running.table()).seq == 0
        await running.env.advance_time(6 * HOUR)
        made = (await running.bot.services.tables.history(table.id))[1]
        assert made.by == "clock" and made.seat == decision.seat
        after = await running.table()
        assert after.clocks[decision.seat].timeouts == 1 and "Time ran out, so a move was made" in said(running)
        assert "Still waiting for" not in said(running) and "your time is up" not in said(running)
        pinged = [r.json["allowed_mentions"]["users"] for r in running.env.http_requests if _posted(r)]
        assert [str(person.id)] in [list(map(str, users)) for users in pinged if users]


async def test_timely_answer_cancels_reminders(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(1.7 * DAY)
        assert said(running).count("Still waiting for") == 2
        await running.move_on(1)
        assert "Still waiting for" not in said(running)
        assert await running.bot.services.scheduler.notifications.open_notifications(1) == ()
        await running.env.advance_time(0.9 * DAY)
        assert "Still waiting for" not in said(running) and not any(
            move.by == "clock" for move in await running.bot.services.tables.history(1)
        )


async def test_table_without_clock_stops_reminders_with_a_post(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.env.advance_time(3 * DAY + 60)
        assert said(running).count("Still waiting for") == 2
        await running.env.advance_time(4 * DAY)
        assert "hasn’t moved for a week and got 2 reminders" in said(running)
        before = len(running.posts())
        await running.env.advance_time(30 * DAY)
        assert len(running.posts()) == before and (await running.table()).seq == 0


async def test_skip_setting_passes_if_the_rules_allow_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await clocked(running, late="skip")
        await running.env.advance_time(2.5 * DAY)
        made = (await running.bot.services.tables.history(table.id))[1]
        assert made.by == "clock"


async def test_open_seat_setting_lets_no_computer_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, late="open")
        _, seat = await first(running)
        await running.env.advance_time(2.5 * DAY)
        table = await running.table()
        assert table.players[seat - 1].user is None and table.players[seat - 1].policy is None and table.seq == 0
        await running.env.advance_time(9 * DAY)
        assert (await running.table()).seq == 0


async def test_restart_does_not_change_deadlines(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        _, seat = await first(running)
        for _ in range(9):
            await running.env.advance_time(0.25 * DAY)
            await running.bot.services.scheduler._save_alive()
            await running.restart()
            await running.env.settle()
        table = await running.table()
        assert [move.by for move in await running.bot.services.tables.history(table.id)][1] == "clock"
        assert table.clocks[seat].timeouts == 1 and said(running).count("Time ran out, so a move was made") == 1


async def test_downtime_is_credited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        before = await since(running)
        await running.bot.services.scheduler._save_alive()
        await running.stop()
        running.env._move_clock(running.env._virtual_time + 5 * DAY)
        await running.restart()
        await running.env.settle()
        assert await since(running) - before == pytest.approx(5 * DAY, abs=60)
        assert "got 5 days back" in said(running) and (await running.table()).seq == 0
        assert f"<t:{int(await since(running) + 2 * DAY)}:f>" in said(running)


async def test_holiday_and_pause_stop_the_clock(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        now = running.bot.services.tables.now()
        await settings(running, (await first(running))[0], holiday=(now, now + 10 * DAY))
        await running.env.advance_time(10 * DAY)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(1.1 * DAY)
        assert said(running).count("Still waiting for") == 1
        await pausing.pause_table(running.bot.services.tables, 1)
        await replanned(running)
        await running.env.advance_time(20 * DAY)
        assert "The game was paused" in said(running) and "Still waiting for" not in said(running)
        await pausing.resume_table(running.bot.services.tables, 1)
        await replanned(running)
        await running.env.advance_time(0.8 * DAY)
        assert "The game was paused" not in said(running) and said(running).count("Still waiting for") == 1


async def test_pause_after_a_warning_requires_a_new_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(2 * DAY + 60)
        assert said(running).count("your time is up") == 1
        await pausing.pause_table(running.bot.services.tables, 1)
        await replanned(running)
        await running.env.advance_time(5 * DAY)
        assert "your time is up" not in said(running)
        await pausing.resume_table(running.bot.services.tables, 1)
        await replanned(running)
        await running.env.advance_time(7 * HOUR)
        assert said(running).count("your time is up") == 1 and (await running.table()).seq == 0
        await running.env.advance_time(6 * HOUR)
        assert (await running.bot.services.tables.history(1))[1].by == "clock"


async def test_longer_time_control_withdraws_the_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(2 * DAY + 60)
        await pausing.change_table_settings(running.bot.services.tables, 1, TableSettings(clock="weekly"))
        await replanned(running)
        assert "your time is up" not in said(running) and "There’s more time now" in said(running)
        await running.env.advance_time(3 * DAY)
        assert (await running.table()).seq == 0
        await running.env.advance_time(4.1 * DAY)
        assert said(running).count("your time is up") == 1


async def test_quiet_hours_delay_reminders_to_local_morning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        held = await since(running) + DAY
        hour = int(held / HOUR + 9) % 24
        await settings(running, (await first(running))[0], zone="Asia/Tokyo", quiet=(hour, (hour + 3) % 24))
        wait = 3 * HOUR - held % HOUR
        await running.env.advance_time(DAY + wait - 120)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(240)
        assert "Still waiting for" in said(running)


async def test_closed_reminder_is_deleted_despite_errors(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(DAY + 60)
        running.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=2)
        await running.move_on(1)
        assert "Still waiting for" in said(running)
        await running.env.advance_time(60)
        assert "Still waiting for" not in said(running)


async def test_archived_thread_is_reopened_for_a_reminder(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        running.env.inject_error("POST", "/channels/*/messages", status=400, code=50083, times=1)
        await running.env.advance_time(DAY + 60)
        assert said(running).count("Still waiting for") == 1


async def test_seat_of_server_leaver_goes_to_computer_after_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo")
        name, seat = await first(running)
        running.guild.remove_member(running.person(name))
        await running.env.advance_time(DAY + 60)
        assert "has left this server" in said(running) and "Still waiting for" not in said(running)
        await running.env.advance_time(6 * HOUR)
        table = await running.table()
        assert table.players[seat - 1].user is None and table.players[seat - 1].policy is not None and table.seq > 0


async def test_user_without_reminders_still_gets_the_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await settings(running, (await first(running))[0], reminders="none")
        await running.env.advance_time(1.9 * DAY)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(0.2 * DAY)
        assert "your time is up" in said(running)


async def test_second_consecutive_timeout_explains_seat_replacement(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, late="skip")
        while running.person("Ben").id == (await running.asked())[0].id:
            await running.move_on(1)
        await running.env.advance_time(2.5 * DAY)
        while "second time in a row" not in said(running) and (await running.table()).clocks[1].timeouts < 2:
            person, line = await running.first_offer()
            if person.id == running.person("Ben").id:
                await person.slash(running.channel, "move", line=line)
            else:
                await running.env.advance_time(2.5 * DAY)
        assert "second time in a row" in said(running) and "/game seat action:replace" in said(running)


async def test_simultaneous_players_share_reminder_and_warning_posts(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
        while len(running.bot.services.tables.decisions(await running.table())) < 3:
            await running.move_on(1)
        await pausing.change_table_settings(running.bot.services.tables, 1, TableSettings(clock="daily"))
        await replanned(running)
        before = len(running.posts())
        await running.env.advance_time(DAY + 60)
        assert len(running.posts()) == before + 1
        reminder = running.posts()[-1]
        assert len(reminder.mentions) == 3 and "Still waiting for" in reminder.content
        ben, _ = await running.asked()
        while (await running.asked())[0] is ben:  # first a bid, then a ranking
            await running.move_on(1)
        reminder = next(post for post in running.posts() if post.id == reminder.id)
        assert ben.mention not in reminder.content and "Still waiting for" in reminder.content
        await running.env.advance_time(1.1 * DAY)
        assert said(running).count("your time is up") == 1 and said(running).count("Still waiting for") == 2
        await running.env.advance_time(6 * HOUR)
        assert said(running).count("Time ran out, so a move was made") == 1 and "Still waiting for" not in said(running)
        assert "your time is up" not in said(running)
        assert not any("(Time ran out.)" in line and ben.name in line for line in said(running).splitlines())


async def test_partial_turn_before_timeout_is_not_an_answer(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", title="railroader")
        await pausing.change_table_settings(running.bot.services.tables, table.id, TableSettings(clock="daily"))
        for name in ("Ada", "Ben"):
            await running.bot.services.user_settings.save(running.person(name).id, UserPreferences(notices="both"))
        await replanned(running)
        person, _ = await running.asked()
        await running.move_on(1)
        assert (await running.asked())[0] is person
        await running.env.advance_time(2.5 * DAY)
        assert "Time ran out, so a move was made for" in said(running) and "your time is up" not in said(running)
        direct = [post.content for post in Direct(running, person.name).posts()]
        assert any("a move was made for you" in text for text in direct)
        assert not any("You moved" in text for text in direct)


async def test_repeatedly_late_player_gets_fewer_reminders(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, late="skip")
        person, _ = await running.asked()
        await running.env.advance_time(2.5 * DAY)
        while (await running.asked())[0] is not person:
            await running.move_on(1)
        (left,) = [clock.bank for clock in (await running.table()).clocks.values() if clock.since is not None]
        await running.env.advance_time(left - 0.1 * DAY)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(0.2 * DAY)
        assert "your time is up" in said(running)


def _posted(request: Any) -> bool:
    return (
        request.method == "POST" and request.path.endswith("/messages") and "allowed_mentions" in (request.json or {})
    )
