"""Fixtures with a notification service and a channel that tests can inspect."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from bot.announcements import notification_service as of_notices
from bot.announcements.notification_service import NotificationService
from bot.play.service import TableService
from engine.store.table_settings import read_table_settings
from tests.bot.announcements.notifications_of_store import DIRECT, NOW, RUNS, Box, Boxes, Pace, Run
from tests.bot.announcements.single_channel import Told, telling
from tests.bot.empty_stores import fresh
from tests.bot.seated_players import ADA, BEN, CAT, begun


@pytest_asyncio.fixture
async def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    store = await fresh(tmp_path / "tables.db")
    sessions, boxes = TableService(store, clock=lambda: NOW, new_seed=lambda: 7), Boxes()
    monkeypatch.setattr(of_notices, "ChannelMessages", lambda client, channel, guild: Box(boxes, channel))

    async def create_dm(user: Any) -> Any:
        return SimpleNamespace(id=DIRECT + user.id, send=None)

    client = cast(Any, SimpleNamespace(create_dm=create_dm))
    found = Run(sessions=sessions, boxes=boxes, notices=NotificationService(client, sessions, cast(Any, Pace())))
    found.table = await begun(sessions, ADA, BEN, CAT)
    await found.change(terms=read_table_settings({"clock": "daily"}), clocks={1: RUNS, 2: RUNS, 3: RUNS})
    await found.log()
    yield found
    await store.close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return one channel whose posting steps are called one by one."""
    return telling(monkeypatch)
