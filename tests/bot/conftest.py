"""A store in a new database, of each kind, and the tables in it, whose clock stands and whose seed is 7.

With ``ROUNDHOUSE_WORLD=postgresql`` also the simulated Discord's tables are on a server.
"""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.play.service import TableService
from engine.store import Store
from tests.bot.empty_stores import ON_A_SERVER, at_server, lay


@pytest.fixture(autouse=ON_A_SERVER)
def on_a_server(postgresql: str) -> Iterator[None]:
    with at_server(postgresql):
        yield


@pytest_asyncio.fixture
async def store(database: str) -> AsyncIterator[Store]:
    await lay(database)
    opened = await Store.open(database)
    yield opened
    await opened.close()


@pytest.fixture
def sessions(store: Store) -> TableService:
    return TableService(store, clock=lambda: 1_000.0, new_seed=lambda: 7)
