"""What a person reads about work that a failing database ended: whether something was changed, and nothing else."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.errors import answering, note_done
from bot.in_flight import InFlight
from bot.markdown import escape_prose
from engine.store import Store
from engine.store.trouble import Failure, Removed

UNCHANGED, UNSURE = "Nothing was changed.", "It may still have worked."


def failing(code: int) -> Callable[[], Exception]:
    def made() -> Exception:
        error = sqlite3.OperationalError("it fails")
        error.sqlite_errorcode = code
        return error

    return made


UNDONE = [failing(code) for code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY)]
UNKNOWN = [failing(sqlite3.SQLITE_IOERR), lambda: Failure("gone", ""), lambda: ConnectionError("cut")]


async def told(store: Store, error: Exception, *, has_stored: bool = False, done: str = "") -> str:
    """What the person reads whose work fails with that error."""
    interaction: Any = Mock(extras={}, response=Mock(is_done=lambda: False, send_message=AsyncMock()))
    interaction.client.failed = AsyncMock()
    interaction.client.in_flight, interaction.client.defer_seconds = InFlight(), 60.0

    async def work() -> None:
        if has_stored:
            await store.write(lambda db: db.execute("INSERT INTO alive (part, at) VALUES (1, 1.0)"))
        if done:
            note_done(interaction, escape_prose(done))
        raise error

    await answering(interaction, work())
    return str(interaction.response.send_message.call_args.args[0])


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    opened = await Store.open(tmp_path / "tables.db")
    yield opened
    await opened.close()


@pytest.mark.parametrize("error", UNDONE)
async def test_a_transaction_that_is_undone_has_changed_nothing(store: Store, error: Callable[[], Exception]) -> None:
    said = await told(store, error())
    assert said.endswith(f"\n{UNCHANGED}") and UNSURE not in said


@pytest.mark.parametrize("error", UNDONE)
async def test_work_of_which_a_part_is_stored_may_have_worked(store: Store, error: Callable[[], Exception]) -> None:
    said = await told(store, error(), has_stored=True)
    assert UNSURE in said and UNCHANGED not in said and "Nothing is lost" not in said


@pytest.mark.parametrize("error", UNKNOWN)
async def test_work_that_ended_nobody_knows_where_may_have_worked(store: Store, error: Callable[[], Exception]) -> None:
    said = await told(store, error())
    assert UNSURE in said and UNCHANGED not in said


async def test_work_that_is_done_is_said_to_be(store: Store) -> None:
    said = await told(store, UNDONE[0](), has_stored=True, done="✓ Your move was made.")
    assert said.startswith("✓ Your move was made.\nThe bot’s disk is full") and UNSURE not in said


async def test_work_in_a_file_that_is_gone_is_not_said_to_be_done(store: Store) -> None:
    said = await told(store, Removed("It is gone."), has_stored=True, done="✓ Your move was made.")
    assert said.startswith("The bot’s database was removed or replaced") and "✓" not in said and UNSURE not in said
