"""Fixtures with an empty store on each kind of database, and tables with a fixed time and the seed 7.

With ``ROUNDHOUSE_WORLD=postgresql`` the simulated Discord's tables are on a server too.
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
