"""Two hundred tables whose time runs out in the same minute: everybody is notified once, within Discord's rate
limits.
"""

from collections import Counter
from pathlib import Path

from bot.announcements.rate_limiter import REQUESTS_PER_SECOND, RateLimiter
from bot.client import current_time
from bot.clocks.monotonic import SteadyClock
from bot.scheduler import pausing
from bot.scheduler.scheduler import Scheduler
from bot.tables.table import Player
from engine.store.table_settings import DAY, TableSettings
from tests.bot.simulated_channel import TITLE, World, world

TABLES = 200


async def many(running: World) -> list[int]:
    """Start many tables in as many channels, below Discord, with everything posted and the same time of the
    questions.
    """
    sessions, found = running.bot.services.tables, []
    for number in range(TABLES):
        channel = running.guild.create_text_channel(f"table-{number}")
        ada, ben = (Player(name, running.person(name).id) for name in ("Ada", "Ben"))
        table = await sessions.open_lobby(channel.id, running.guild.id, TITLE, ada)
        await sessions.join_lobby(table.id, ben)
        await sessions.start_game(table.id, table.host)
        await pausing.change_table_settings(sessions, table.id, TableSettings(clock="daily"))
        await sessions.mark_published(table.id, 0, {"card": 1, "phase": 1, "ping": 1, "asked": 2})
        found.append(table.id)
    return found


def reminders(running: World) -> Counter[int]:
    """Return the number of reminders in each channel."""
    every = ((channel, post) for channel, posts in running.env.backend.messages.items() for post in posts.values())
    return Counter(channel for channel, post in every if "Still waiting for" in post.content)


async def watched(running: World, before: Scheduler) -> Scheduler:
    """Return the scheduler of a process that started after another one ended."""
    with running.env._bot_scope():
        await before.close()
        at, pace = running.bot.services, RateLimiter(running.bot.services.tables.now)
        after = Scheduler(running.bot, at.tables, at.outbox, pace, SteadyClock(current_time, current_time))
        await after.start()
        for table_id in await at.tables.store.list_tables_in_play():  # as the announcer goes on with them
            after.check_soon(table_id)
    return after


async def test_two_hundred_simultaneous_reminders_survive_restart(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await many(running)
        watch = await watched(running, running.bot.services.scheduler)
        await running.told()
        before = len(running.env.http_requests)
        running.env.inject_error("POST", "/channels/*/messages", status=503, times=20)
        await running.env.advance_time(DAY - 1)
        made = list[int]()
        for _ in range(8):
            await running.env.advance_time(1)
            made.append(len(running.env.http_requests) - before)
            before += made[-1]
        assert (
            0 < max(made) <= REQUESTS_PER_SECOND + 1 and sum(made) > 4 * REQUESTS_PER_SECOND
        )  # and once the server itself is asked for
        assert 0 < reminders(running).total() < TABLES
        watch = await watched(running, watch)
        await running.env.advance_time(60)
        assert len(reminders(running)) == TABLES == reminders(running).total()
        await watch.close()
