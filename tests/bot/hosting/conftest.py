"""Two bots at one database, for the tests of several active bots."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.hosting.pair import Pair
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
