"""A bot that ends first answers everything that has arrived, then leaves Discord and closes its store."""

import asyncio
import gc
import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.client import Roundhouse
from bot.errors import DATABASE_LOST_TEXT
from bot.in_flight import RESTARTING_TEXT
from bot.tables.phases import PhaseLog
from bot.tables.table import Table
from bot.ui.components import custom_id
from engine.core import write_action
from engine.store.ids import TableId
from tests.bot.operations.two_bots import FILE, Pair, answered
from tests.bot.seated_players import ADA, BEN
from tests.crash.discord_state import Interaction

LOOKS = ("cboard", "crecap", "chistory", "chand")
GUILD = 2001
SOMETHING = {
    AppCommandOptionType.string: "x",
    AppCommandOptionType.integer: 1,
    AppCommandOptionType.attachment: str(FILE),
}
Registered = app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


async def pressed(pair: Pair, bot: Roundhouse, table: Table) -> list[Interaction]:
    """Send a move, views of the table, and commands, without waiting for answers."""
    question = bot.services.tables.decisions(table)[0]
    who = table.players[question.seat - 1]
    move = custom_id("a", table.id, table.seq, f"- {write_action(next(iter(question.offers))).split(' ', 1)[1]}")
    asked = [await pair.press(bot, who, move, GUILD)]
    for person in (ADA, BEN):
        asked += [await pair.press(bot, person, custom_id("v", table.id, 0, look), GUILD) for look in LOOKS]
        asked += [await pair.command(bot, person, name, GUILD) for name in ("games", "stats", "help")]
    return asked


def _cut(server: str, backend: int) -> None:
    """End a connection at the server, as a restart does."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(server, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(%s)", (backend,))


def bugs(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the messages of the log's tracebacks, with those of exceptions never retrieved."""
    gc.collect()
    return [record.getMessage() for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]


async def answers(asked: list[Interaction]) -> list[str]:
    """Return the last answer to each interaction."""
    return [await answered(one) for one in asked]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # a file has no connection
async def test_lost_database_is_explained_to_everybody_who_waits_without_a_traceback(
    alone: Pair, postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    table, store = await bot.services.tables.get(table.id), bot.services.tables.store
    (backend,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with caplog.at_level(logging.WARNING):
        slow = asyncio.create_task(store.read(lambda db: db.execute("SELECT pg_sleep(5)").fetchone()))
        await asyncio.sleep(0)
        asked = await pressed(alone, bot, table)
        await asyncio.to_thread(_cut, postgresql, backend)
        ending = asyncio.create_task(bot.database_watch.end_without_database())
        await asyncio.sleep(0)
        asked += [await alone.command(bot, ADA, "games", GUILD)]
        await ending
        await asyncio.gather(slow, return_exceptions=True)
    said = await answers(asked)
    assert all(DATABASE_LOST_TEXT in text for text in said[:5]) and said[-1] == DATABASE_LOST_TEXT
    assert not bugs(caplog)
    assert len([record for record in caplog.records if "the database is lost" in record.getMessage()]) <= len(asked) + 5
    assert bot.is_closed() and bot.database_watch.has_lost_database


async def test_a_bot_that_is_stopped_answers_what_has_arrived_and_refuses_the_rest(
    alone: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    table = await bot.services.tables.get(table.id)
    before, gate = table.seq, threading.Event()
    with caplog.at_level(logging.WARNING):
        slow = asyncio.create_task(bot.services.tables.store.read(lambda db: gate.wait(60)))
        await asyncio.sleep(0)
        asked = await pressed(alone, bot, table)
        ending = asyncio.create_task(bot.close())
        await asyncio.sleep(0)
        late = [await alone.command(bot, ADA, "games", GUILD), await alone.press(bot, ADA, "v:1:0:cboard", GUILD)]
        refused = await answers(late)
        gate.set()
        await ending
        await slow
    said = await answers(asked)
    assert not any("restarting" in text for text in said), said
    assert said[0].startswith("✓") and before == table.seq
    assert refused == [RESTARTING_TEXT, RESTARTING_TEXT]
    assert not bugs(caplog)


def leaves(registered: Iterable[Registered]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Return the commands, with those inside groups."""
    for command in registered:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        else:
            yield command


def options(command: app_commands.Command[Any, ..., Any]) -> list[dict[str, Any]]:
    """Return a value for each required option of the command."""
    return [
        {"type": one.type.value, "name": one.display_name, "value": SOMETHING[one.type]}
        for one in command.parameters
        if one.required
    ]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_every_command_is_refused_while_the_bot_is_closing(alone: Pair) -> None:
    bot = alone.bots[0]
    bot.in_flight.is_closing = True
    every = leaves(bot.tree.get_commands())
    commands = [one for one in every if all(part.type in SOMETHING for part in one.parameters if part.required)]
    assert len(commands) > 50
    for command in commands:
        asked = await alone.command(bot, ADA, command.qualified_name, GUILD, options(command))
        assert await answered(asked) == RESTARTING_TEXT, command.qualified_name


async def test_request_that_takes_too_long_is_given_up_with_a_sentence(
    alone: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    holding = asyncio.Event()

    async def hold() -> None:
        async with bot.services.tables.lock_table(table.id):
            holding.set()
            await asyncio.Event().wait()

    held = asyncio.create_task(hold())
    await holding.wait()
    question = bot.services.tables.decisions(table)[0]
    who = table.players[question.seat - 1]
    move = custom_id("a", table.id, table.seq, f"- {write_action(next(iter(question.offers))).split(' ', 1)[1]}")
    asked, bot.shutdown_seconds = await alone.press(bot, who, move, GUILD), 0.1
    await bot.close()
    held.cancel()
    assert (await answered(asked)).startswith(RESTARTING_TEXT)
    assert not bugs(caplog)


async def test_endless_work_does_not_keep_the_rest_from_ending(alone: Pair, caplog: pytest.LogCaptureFixture) -> None:
    bot, table = alone.bots[0], await alone.game(GUILD)
    begun, forever, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stay(_: TableId) -> None:
        begun.set()
        while not ended.is_set():
            with suppress(asyncio.CancelledError):
                await ended.wait()

    bot.services.outbox.after_publishing.append(stay)
    bot.services.outbox.wake(table.id)
    await begun.wait()
    bot.report_pictures.wait_for_turn = forever.wait
    with caplog.at_level(logging.WARNING):
        async with bot.report_pictures.draw(table, PhaseLog(table.seq, (), ())) as drawing:
            await bot.close()
    assert drawing.cancelled()
    assert [text for text in caplog.messages if "did not stop" in text] == [
        "OutboxWorker did not stop within 3 seconds"
    ]
    ended.set()
