"""Time preferences of users and tables are respected, and unknown ones do no harm."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.announcements import post_text
from bot.play import seat_holders, seats
from bot.scheduler import scheduler
from bot.tables.table import Player, Table
from bot.ui.inbox_page import InboxEntry, inbox_page
from bot.users import UserPreferences
from bot.view import view_table
from engine import Seat
from engine.store import users
from engine.store.table_list import TableSection
from engine.store.table_settings import DAY, HOUR
from tests.bot.announcements.test_crash_points import down
from tests.bot.announcements.test_notifications import pinged
from tests.bot.scheduler.test_scheduler import clocked, first, replanned, said, settings, since
from tests.bot.simulated_channel import Direct, world


async def test_running_bot_stores_its_time_every_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "ALIVE_SECONDS", 60.0)
    async with world(tmp_path) as running:
        await running.env.advance_time(400)
        noted = await running.bot.services.tables.store.read(users.load_last_alive)
        assert noted is not None and running.bot.services.tables.now() - noted <= 60


async def test_pause_needs_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.person("Ada").slash(running.channel, "game clock", action="pause")
        await running.person("Ben").click(running.latest("Agree"), label="Agree")
        assert (await running.table()).paused is None
        await running.person("Cleo").click(running.latest("Agree"), label="Agree")
        assert (await running.table()).paused is not None


async def test_opted_out_user_is_named_in_a_warning_without_mention(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        name, _ = await first(running)
        await settings(running, name, notices="none")
        before = len(pinged(running))
        await running.env.advance_time(2 * DAY + 60)
        person = running.person(name)
        assert f"{person.mention}, your time is up" in said(running) and person.id not in pinged(running)[before:]


async def test_user_of_last_reminder_only_gets_no_other(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await settings(running, (await first(running))[0], reminders="last")
        await running.env.advance_time(1.5 * DAY)
        assert "Still waiting for" not in said(running)
        await running.env.advance_time(0.2 * DAY)
        assert said(running).count("Still waiting for") == 1 and "This is the last reminder." in said(running)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10004), (503, 0)])
async def test_failed_member_query_does_not_mean_left(tmp_path: Path, status: int, code: int) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        running.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code, times=None)
        await running.env.advance_time(DAY + 60)
        assert "has left this server" not in said(running) and "Still waiting for" in said(running)


async def test_seat_of_leaver_is_opened_by_table_setting(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        name, seat = await first(running)
        running.guild.remove_member(running.person(name))
        await running.env.advance_time(DAY + 60)
        await running.env.advance_time(5 * HOUR)
        assert (await running.table()).players[seat - 1].user is not None
        await running.env.advance_time(HOUR + 60)
        player = (await running.table()).players[seat - 1]
        assert player.user is None and player.policy is None


async def test_downtime_extends_the_grace_period(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        await running.env.advance_time(2 * DAY + HOUR)
        began = await since(running)
        await down(running, 9 * HOUR)
        assert await since(running) == pytest.approx(began + 9 * HOUR, abs=60)
        await running.env.advance_time(4 * HOUR)
        assert (await running.table()).seq == 0
        await running.env.advance_time(2 * HOUR)
        assert (await running.bot.services.tables.history(1))[1].by == "clock"


async def test_solo_table_shows_no_deadlines(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben")
        assert " by <t:" in said(running)
        await seats.resign(running.bot.services.tables, 1, running.person("Ben").id, leave_open=False)
        with running.env._bot_scope():
            running.bot.services.scheduler.reschedule(1)
        await running.env.settle()
        assert " by <t:" not in running.latest("Your move").content


async def test_untaken_open_seat_is_posted_twice_more(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        _, seat = await first(running)
        await running.env.advance_time(2.5 * DAY)
        sessions = running.bot.services.tables
        post = (await running.table()).notes[f"seat{seat}"]
        lines = set[int]()
        for days in (3.1, 4, 20):
            await running.env.advance_time(days * DAY)
            lines.update(line.id for line in running.posts() if "is still open" in line.content)
            assert said(running).count("**A seat is open.**") == 1 and said(running).count("is still open") == 1
        assert len(lines) == 2 and (await running.table()).notes[f"seat{seat}"] == post
        line = next(line for line in running.posts() if "is still open" in line.content)
        assert line.content.endswith(f"/{running.channel.id}/{post}") and "`/game seat action:replace`" in line.content
        assert "is still open: press *Take seat* to play, or give it" in line.content
        assert len(line.content.splitlines()) == 1 and line.flags.suppress_notifications
        dov = running.person("Dov")
        await dov.click(line, label="Take seat")
        assert (await sessions.get(1)).players[seat - 1].user == dov.id
        await running.env.settle()
        assert not (await running.table()).notes[f"open{seat}"] and "is still open" not in said(running)


async def test_unrecorded_open_seat_reminder_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        await running.env.advance_time(2.5 * DAY)
        sessions, note = running.bot.services.tables, running.bot.services.tables.save_bookkeeping

        async def crash(table_id: int, notes: Mapping[str, int]) -> Table:
            if "seats told" in notes:
                raise OSError("the machine went away")
            return await note(table_id, notes)

        monkeypatch.setattr(sessions, "save_bookkeeping", crash)
        await running.env.advance_time(3.1 * DAY)
        assert said(running).count("is still open") == 1
        await running.bot.services.scheduler._save_alive()
        await running.restart()
        await running.told()
        assert said(running).count("is still open") == 1
        assert (await running.table()).notes["seats told"] == (await running.table()).notes["seats"]


async def test_seat_offer_to_one_user_opens_to_all_after_three_days(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        _, seat = await first(running)
        await running.env.advance_time(2.5 * DAY)
        async with running.bot.services.tables.lock_table(1) as held:
            await seats.replace_player(running.bot.services.tables, held, seat, running.person("Dov").id)
        assert seat_holders.offer_recipient(await running.table(), seat) == running.person("Dov").id
        await running.env.advance_time(3.1 * DAY)
        assert seat_holders.offer_recipient(await running.table(), seat) == seat_holders.EVERYBODY


@pytest.mark.parametrize("way", ["direct", "channel"])
async def test_returning_player_after_timeout_gets_fresh_time_without_warning(tmp_path: Path, way: str) -> None:
    async with world(tmp_path) as running:
        for player in ("Ada", "Ben"):
            await settings(running, player, notices=way)
        await clocked(running, late="open")
        name, seat = await first(running)
        await running.env.advance_time(2.5 * DAY)
        direct, before = Direct(running, name), {post.id for post in running.posts()}
        lost = direct.posts()
        where = f"**Railroad Rivals** in <#{running.channel.id}>"
        back = "To take your seat back while no one else has it, press *I’m back*."
        words = f"Your time ran out. The seat is open: {where}. {back}"
        assert all(post.content.startswith(words) and running.labels(post) == ["I’m back"] for post in lost)
        assert len(lost) == (way == "direct")  # the question went
        await running.person(name).slash(running.channel, "game seat", action="back")
        await running.told()
        new = [post.content for post in direct.posts() if post.id not in {old.id for old in lost}]
        end = int(await since(running) + DAY)
        assert len(new) == len(lost)
        assert all(text.startswith("Your turn: ") and f" by <t:{end}:f>" in text for text in new)
        assert {post.id for post in running.posts()} <= before and "your time is up" not in said(running)
        assert f" by <t:{end}:f>" in said(running)
        await running.env.advance_time(DAY + 60)
        assert "your time is up" in said(running)
        assert (await running.table()).players[seat - 1].user == running.person(name).id


async def test_former_player_reads_who_plays_now(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        for player in ("Ada", "Ben"):
            await settings(running, player, notices="direct")
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        name, seat = await first(running)
        await running.env.advance_time(1.5 * DAY)
        async with running.bot.services.tables.lock_table(1) as held:
            await seats.give_seat_to_computer(running.bot.services.tables, held, seat, "missing")
        await replanned(running)
        asked = Direct(running, name).posts()[0]
        assert asked.content.startswith("You didn’t move, so your seat was given away. A computer plays in your")
        assert running.labels(asked) == ["I’m back"]


async def test_one_direct_message_covers_lost_and_returned_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        for nick in ("Ada", "Ben"):
            running.people[nick] = running.guild.add_member(running.env.create_user(f"user_{nick}"), nick=nick)
        for player in ("Ada", "Ben"):
            await settings(running, player, notices="direct")
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        _, seat = await first(running)
        name = (await running.table()).players[seat - 1].name
        person, direct = running.person(name), Direct(running, name)
        for times in (1, 2):
            await running.env.advance_time(4.5 * DAY)
            lost = direct.posts()
            assert len(lost) == times and running.labels(lost[-1]) == ["I’m back"]
            back = await direct.person.click(lost[-1], label="I’m back")
            assert "**You’re now playing seat" in back.response.content
            await running.told()
            holder = (await running.table()).players[seat - 1]
            assert (holder.user, holder.name) == (person.id, name)
            *over, asked = direct.posts()
            assert [post.content for post in over] == [
                f"✓ You took your seat back: **Railroad Rivals** in <#{running.channel.id}>."
            ] * times
            assert not any(running.labels(post) for post in over) and running.labels(asked) == ["Your move"]


async def test_lost_seat_message_names_the_current_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        for player in ("Ada", "Ben"):
            await settings(running, player, notices="direct")
        await clocked(running, "Ada", "Ben", "Cleo", late="open")
        name, seat = await first(running)
        await running.env.advance_time(2.5 * DAY)
        async with running.bot.services.tables.lock_table(1) as held:
            await seats.replace_player(running.bot.services.tables, held, seat, seat_holders.NOBODY)
        await replanned(running)
        (told,) = Direct(running, name).posts()
        assert "A computer plays in your place" in told.content and running.labels(told) == ["I’m back"]
        async with running.bot.services.tables.lock_table(1) as held:
            await seats.replace_player(running.bot.services.tables, held, seat, seat_holders.EVERYBODY)
        dov = running.person("Dov")
        await dov.slash(running.channel, "game status")
        await seats.take_seat(running.bot.services.tables, 1, seat, Player("Dov", dov.id))
        await replanned(running)
        (told,) = Direct(running, name).posts()
        assert "Dov plays in your place" in told.content and running.labels(told) == []
        assert not [
            row
            for row in await running.bot.services.scheduler.notifications.open_notifications(1)
            if row.kind == "late"
        ]


async def test_question_age_counts_from_seat_change_or_question(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await clocked(running, "Ada", "Ben")
        asked_at = int((await running.table()).since)
        name, seat = await first(running)
        await running.env.advance_time(2 * DAY + HOUR)
        assert f"Their turn began <t:{asked_at}:R>." in said(running)
        left = (await running.person(name).slash(running.channel, "game seat", action="resign")).response
        await running.person(name).click(left, label="Leave the seat open")
        await running.env.advance_time(HOUR)
        dov = running.person("Dov")
        await dov.click(running.latest("Take seat"), label="Take seat")
        await running.told()
        sat = int((await running.table()).clocks[seat].since or 0)
        assert f"Waiting for {dov.mention}: draft a city" in said(running) and sat > asked_at
        assert f"Their turn began <t:{sat}:R>." in said(running)
        assert f"Your turn began <t:{sat}:R>. Move by" in (await dov.slash(running.channel, "games")).response.content


async def test_earlier_timeout_is_shown_as_past(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        name, seat = await first(running)
        asked_at = int((await running.table()).since)
        await running.env.advance_time(2 * DAY + HOUR)
        table = await running.table()
        later = replace(table, since=running.bot.services.tables.now())  # a move within the same turn
        asked = running.bot.services.tables.decisions(table)
        card = post_text.status_card_text(later, view_table(later, None), asked, (), {Seat(seat): asked_at + 2 * DAY})
        assert f"Waiting for {running.person(name).mention}: draft a city" in card
        assert f"Their turn began <t:{asked_at}:R>." in card
        assert f"Time ran out on <t:{asked_at + 2 * 86_400}:f>" in card
        place = InboxEntry(later, TableSection.WAITING, asked_at, Seat(seat), asked)
        page = inbox_page([place], UserPreferences(), 0, dict.fromkeys(TableSection, 0) | {TableSection.WAITING: 1})
        assert f"Your turn began <t:{asked_at}:R>. Your time ran out <t:{asked_at + 2 * 86_400}:f>" in page.text
