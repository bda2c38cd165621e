"""A bot that ends answers everything that has arrived, before it leaves Discord and closes its store."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import pytest

from bot.client import Roundhouse
from bot.errors import LOST
from bot.in_flight import RESTARTING
from bot.tables.chapters import Chapter
from bot.tables.table import Table
from bot.ui.components import custom_id
from engine.core import write
from engine.store.ids import TableId
from tests.bot.hosting.pair import Pair
from tests.bot.seated import ADA, BEN
from tests.crash.world import Interaction

LOOKS = ("cboard", "crecap", "chistory", "chand")
GUILD = 2001


async def pressed(pair: Pair, bot: Roundhouse, table: Table) -> list[Interaction]:
    """A move and looks at the table, commands, and buttons that are no longer there: of none the answer is awaited."""
    question = bot.desk.sessions.decisions(table)[0]
    who = table.players[question.seat - 1]
    move = custom_id("a", table.id, table.seq, f"- {write(next(iter(question.offers))).split(' ', 1)[1]}")
    asked = [await pair.press(bot, who, move, GUILD)]
    for person in (ADA, BEN):
        asked += [await pair.press(bot, person, custom_id("v", table.id, 0, look), GUILD) for look in LOOKS]
        asked += [await pair.command(bot, person, name, GUILD) for name in ("games", "stats", "help")]
    return asked


def _cut(server: str, backend: int) -> None:
    """The server ends a connection, as when it is restarted."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(server, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(%s)", (backend,))


def bugs(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log's tracebacks, and what is said of them."""
    return [record.getMessage() for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]


def answers(asked: list[Interaction]) -> list[str]:
    """What each was told last; empty for who was told nothing."""
    return [one.texts[-1] if one.texts else "" for one in asked]


async def test_a_lost_database_is_told_to_everybody_who_waits_and_is_no_traceback(
    alone: Pair, postgresql: str, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    if not database.startswith("postgresql://"):
        pytest.skip("a file has no connection")
    bot, table = alone.bots[0], await alone.game(GUILD)
    table, store = await bot.desk.sessions.get(table.id), bot.desk.sessions.store
    (backend,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with caplog.at_level(logging.WARNING):
        slow = asyncio.create_task(store.read(lambda db: db.execute("SELECT pg_sleep(5)").fetchone()))
        await asyncio.sleep(0)
        asked = await pressed(alone, bot, table)
        await asyncio.to_thread(_cut, postgresql, backend)
        ending = asyncio.create_task(bot.lifeline.end_without_database())
        await asyncio.sleep(0)
        asked += [await alone.command(bot, ADA, "games", GUILD)]
        await ending
        await asyncio.gather(slow, return_exceptions=True)
        await asyncio.sleep(0.1)
    said = answers(asked)
    assert all(said), said
    assert all(LOST in text for text in said[:5]) and said[-1] == LOST
    assert not bugs(caplog)
    assert len([record for record in caplog.records if "the database is lost" in record.getMessage()]) <= len(asked) + 5
    assert bot.is_closed() and bot.lifeline.has_lost


async def test_a_bot_that_is_stopped_answers_what_has_arrived_and_refuses_the_rest(
    alone: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    table = await bot.desk.sessions.get(table.id)
    before = table.seq

    def sleep(_: Any) -> None:
        time.sleep(0.5)

    with caplog.at_level(logging.WARNING):
        slow = asyncio.create_task(bot.desk.sessions.store.read(sleep))
        await asyncio.sleep(0)
        asked = await pressed(alone, bot, table)
        ending = asyncio.create_task(bot.close())
        await asyncio.sleep(0)
        late = [await alone.command(bot, ADA, "games", GUILD), await alone.press(bot, ADA, "v:1:0:cboard", GUILD)]
        await ending
        await slow
        await asyncio.sleep(0.1)
    said = answers(asked)
    assert all(said) and not any("restarting" in text for text in said), said
    assert said[0].startswith("✓") and before == table.seq
    assert answers(late) == [RESTARTING, RESTARTING]
    assert not bugs(caplog)


async def test_what_cannot_be_answered_in_time_is_given_up_with_a_sentence(
    alone: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    holding = asyncio.Event()

    async def hold() -> None:
        async with bot.desk.sessions.holding(table.id):
            holding.set()
            await asyncio.sleep(60)

    held = asyncio.create_task(hold())
    await holding.wait()
    question = bot.desk.sessions.decisions(table)[0]
    who = table.players[question.seat - 1]
    move = custom_id("a", table.id, table.seq, f"- {write(next(iter(question.offers))).split(' ', 1)[1]}")
    asked = [await alone.press(bot, who, move, GUILD)]
    await bot.close()
    held.cancel()
    assert answers(asked)[0].startswith(RESTARTING)
    assert not bugs(caplog)


async def test_what_does_not_end_keeps_nothing_else_from_ending(alone: Pair, caplog: pytest.LogCaptureFixture) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    begun, forever, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stay(_: TableId) -> None:
        begun.set()
        while not ended.is_set():
            with suppress(asyncio.CancelledError):
                await ended.wait()

    bot.desk.announcer.after.append(stay)
    bot.desk.announcer.kick(table.id)
    await begun.wait()
    bot.pictures.turn = forever.wait
    with caplog.at_level(logging.WARNING):
        async with bot.pictures.drawing(table, Chapter(table.seq, (), ())) as drawing:
            await bot.close()
    assert drawing.cancelled()
    assert [text for text in caplog.messages if "did not end" in text] == ["Announcer did not end in 3 seconds"]
    ended.set()
