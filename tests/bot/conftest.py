"""A store in a new database, of each kind, and the tables in it, whose clock stands and whose seed is 7."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.play.sessions import Tables
from engine.store import Store


@pytest_asyncio.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


@pytest.fixture
def sessions(store: Store) -> Tables:
    return Tables(store, clock=lambda: 1_000.0, new_seed=lambda: 7)
