"""Notices that a test can look into."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from bot.play.sessions import Tables
from bot.telling import notices as of_notices
from bot.telling.notices import Notices
from engine.store.terms import terms_of
from tests.bot.fresh import fresh
from tests.bot.seated import ADA, BEN, CAT, begun
from tests.bot.telling.boxes import DIRECT, NOW, RUNS, Box, Boxes, Pace, Run
from tests.bot.telling.one_channel import Told, telling


@pytest_asyncio.fixture
async def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    store = await fresh(tmp_path / "tables.db")
    sessions, boxes = Tables(store, clock=lambda: NOW, new_seed=lambda: 7), Boxes()
    monkeypatch.setattr(of_notices, "Mailbox", lambda client, channel, guild: Box(boxes, channel))

    async def create_dm(user: Any) -> Any:
        return SimpleNamespace(id=DIRECT + user.id, send=None)

    client = cast(Any, SimpleNamespace(create_dm=create_dm))
    found = Run(sessions=sessions, boxes=boxes, notices=Notices(client, sessions, cast(Any, Pace())))
    found.table = await begun(sessions, ADA, BEN, CAT)
    await found.change(terms=terms_of({"clock": "daily"}), clocks={1: RUNS, 2: RUNS, 3: RUNS})
    await found.log()
    yield found
    await store.close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """One channel, told step by step."""
    return telling(monkeypatch)
