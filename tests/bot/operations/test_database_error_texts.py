"""Answers to presses that a failing database ended: they say only whether something was changed."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from bot.errors import note_commit
from bot.markdown import escape_prose
from bot.ui.components import ButtonPress, custom_id
from engine.store.errors import DatabaseRemoved, ServerError
from tests.bot.operations.two_bots import Pair, answered
from tests.bot.seated_players import ADA

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)

GUILD = 2001
UNCHANGED, UNSURE = "Nothing was changed.", "It may still have worked."


def failing(code: int) -> Callable[[], Exception]:
    def made() -> Exception:
        error = sqlite3.OperationalError("it fails")
        error.sqlite_errorcode = code
        return error

    return made


UNDONE = [failing(code) for code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY)]
UNKNOWN = [failing(sqlite3.SQLITE_IOERR), lambda: ServerError("gone", ""), lambda: ConnectionError("cut")]


async def told(alone: Pair, error: Exception, *, has_stored: bool = False, done: str = "") -> str:
    """Return the answer to a press that fails with that error."""
    (bot,) = alone.bots.values()

    async def fail(interaction: Any, _: ButtonPress) -> None:
        if has_stored:
            await bot.services.tables.store.write(
                lambda db: db.execute("INSERT INTO person (user_id, settings) VALUES (1, '{}')")
            )
        if done:
            note_commit(interaction, escape_prose(done))
        raise error

    bot.routes = {"v": fail}
    return await answered(await alone.press(bot, ADA, custom_id("v", 1, 0, "cboard"), GUILD))


@pytest.mark.parametrize("error", UNDONE)
async def test_rolled_back_transaction_is_said_to_have_changed_nothing(
    alone: Pair, error: Callable[[], Exception]
) -> None:
    said = await told(alone, error())
    assert said.endswith(f"\n{UNCHANGED}") and UNSURE not in said


@pytest.mark.parametrize("error", UNDONE)
async def test_partly_stored_work_is_said_to_be_unsure(alone: Pair, error: Callable[[], Exception]) -> None:
    said = await told(alone, error(), has_stored=True)
    assert UNSURE in said and UNCHANGED not in said and "Nothing is lost" not in said


@pytest.mark.parametrize("error", UNKNOWN)
async def test_work_with_unknown_outcome_is_said_to_be_unsure(alone: Pair, error: Callable[[], Exception]) -> None:
    said = await told(alone, error())
    assert UNSURE in said and UNCHANGED not in said


async def test_completed_work_is_confirmed_despite_the_error(alone: Pair) -> None:
    said = await told(alone, UNDONE[0](), has_stored=True, done="✓ Your move was made.")
    assert said.startswith("✓ Your move was made.\nThe bot’s disk is full") and UNSURE not in said


async def test_work_in_a_removed_file_is_not_confirmed(alone: Pair) -> None:
    said = await told(alone, DatabaseRemoved("It is gone."), has_stored=True, done="✓ Your move was made.")
    assert said.startswith("The bot’s database was removed or replaced") and "✓" not in said and UNSURE not in said
