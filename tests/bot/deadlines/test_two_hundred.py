"""Two hundred tables whose time is up in the same minute: everybody is told, once, at a pace that Discord allows."""

from collections import Counter
from pathlib import Path

from bot.client import now
from bot.clocks.steady import Steady
from bot.deadlines import timekeeping
from bot.deadlines.alarms import Alarms
from bot.tables.table import Player
from bot.telling.pace import A_SECOND, Pace
from engine.store.terms import DAY, Terms
from tests.bot.world import TITLE, World, world

TABLES = 200


async def many(running: World) -> list[int]:
    """So many tables in as many channels, below Discord; all told, and all asked at the same moment."""
    sessions, found = running.bot.desk.sessions, []
    for number in range(TABLES):
        channel = running.guild.create_text_channel(f"table-{number}")
        ada, ben = (Player(name, running.person(name).id) for name in ("Ada", "Ben"))
        table = await sessions.open(channel.id, running.guild.id, TITLE, ada)
        await sessions.join(table.id, ben)
        await sessions.start(table.id, table.host)
        await timekeeping.change_terms(sessions, table.id, Terms(clock="daily"))
        await sessions.announced(table.id, 0, {"card": 1, "phase": 1, "ping": 1, "asked": 2})
        found.append(table.id)
    return found


def reminders(running: World) -> Counter[int]:
    """How many reminders each channel has."""
    every = ((channel, post) for channel, posts in running.env.backend.messages.items() for post in posts.values())
    return Counter(channel for channel, post in every if "Still waiting for" in post.content)


async def watched(running: World, before: Alarms) -> Alarms:
    """The watch of a process that was started after another one ended."""
    with running.env._bot_scope():
        await before.close()
        at, pace = running.bot.desk, Pace(running.bot.desk.sessions.now)
        after = Alarms(running.bot, at.sessions, at.announcer, pace, Steady(now, now))
        await after.start()
        for table_id in await at.sessions.store.playing():  # as the announcer goes on with them
            after.touch(table_id)
    return after


async def test_two_hundred_tables_are_reminded_in_the_same_minute_with_a_restart_in_the_middle(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await many(running)
        watch = await watched(running, running.bot.desk.watch)
        await running.told()
        before = len(running.env.http_requests)
        running.env.inject_error("POST", "/channels/*/messages", status=503, times=20)
        await running.env.advance_time(DAY - 1)
        made = list[int]()
        for _ in range(8):
            await running.env.advance_time(1)
            made.append(len(running.env.http_requests) - before)
            before += made[-1]
        assert 0 < max(made) <= A_SECOND + 1 and sum(made) > 4 * A_SECOND  # and once the server itself is asked for
        assert 0 < reminders(running).total() < TABLES
        watch = await watched(running, watch)
        await running.env.advance_time(60)
        assert len(reminders(running)) == TABLES == reminders(running).total()
        await watch.close()
