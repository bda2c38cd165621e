"""Bots with a Discord that accepts their answers: two with one database, and one alone."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.config import Settings
from tests.bot.operations.two_bots import Pair
from tests.postgresql import schema


@pytest_asyncio.fixture
async def pair(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    made = Pair(schema(postgresql))
    await made.door.open()
    monkeypatch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{made.door.port}/api/v10")
    await made.start()
    await made.start()
    yield made
    await made.close()


@pytest_asyncio.fixture
async def alone(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    """Run one bot, with a file and with a server."""
    made = Pair(database)
    made.settings = Settings(token="t", database=database, thinkers=0, pictures="none")
    await made.door.open()
    monkeypatch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{made.door.port}/api/v10")
    await made.start()
    yield made
    await made.close()
