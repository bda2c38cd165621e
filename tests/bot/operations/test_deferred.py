"""Slow commands and pages are deferred and then answered in the right place, with a slow store."""

import sqlite3
import time
from typing import Any

import pytest

from bot.reply import TOO_LATE_FOR_MODAL
from engine.core import write_action
from tests.bot.empty_stores import of_a_file
from tests.bot.operations.two_bots import Pair, answered
from tests.bot.seated_players import ADA

GUILD, CHANNEL = 2001, 3001
MESSAGE, PRIVATELY = 4, 5
"""Discord's types of a first answer: a message, and a deferral."""

pytestmark = [of_a_file, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


async def slow_down(pair: Pair) -> None:
    """Delay each statement of the store, and defer each answer at once."""

    def work(db: sqlite3.Connection) -> None:
        db.set_trace_callback(lambda _: time.sleep(0.01))

    pair.bots[0].defer_seconds = 0.0
    work_on: Any = work
    await pair.bots[0].services.tables.store.read(work_on)


@pytest.mark.parametrize("name", ["games", "stats", "history", "recap", "hand", "board", "describe", "undo"])
async def test_a_slow_command_is_deferred_and_then_answered(alone: Pair, name: str) -> None:
    await alone.game(GUILD, channel=CHANNEL)
    quick = await answered(await alone.command(alone.bots[0], ADA, name, GUILD))
    await slow_down(alone)
    asked = await alone.command(alone.bots[0], ADA, name, GUILD)
    assert await answered(asked) == quick and asked.first == PRIVATELY


async def test_a_quick_command_is_answered_at_once(alone: Pair) -> None:
    await alone.game(GUILD, channel=CHANNEL)
    asked = await alone.command(alone.bots[0], ADA, "games", GUILD)
    assert await answered(asked) and asked.first == MESSAGE


async def test_form_that_would_open_too_late_is_refused_with_advice(alone: Pair) -> None:
    await alone.game(GUILD, channel=CHANNEL)
    await slow_down(alone)
    asked = await alone.command(alone.bots[0], ADA, "note", GUILD)
    assert await answered(asked) == TOO_LATE_FOR_MODAL


async def test_slow_move_is_made_once_and_confirmed(alone: Pair) -> None:
    table, bot = await alone.game(GUILD, channel=CHANNEL), alone.bots[0]
    await slow_down(alone)
    question = bot.services.tables.decisions(table)[0]
    line = write_action(next(iter(question.offers))).split(" ", 1)[1]
    asked = await alone.press(bot, table.players[question.seat - 1], f"a:{table.id}:0:- {line}", GUILD)
    assert (await answered(asked)).startswith("✓") and asked.first == PRIVATELY
    assert len([move for move in await bot.services.tables.history(table.id) if move.by == "player"]) == 1
