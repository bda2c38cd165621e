"""A caller that waits for work in a thread always gets a result or an exception, whatever the work raises."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import pytest

from bot.config import Settings
from bot.render_pool import RenderPool
from engine.store import Store
from engine.threads import run_in_thread
from render import DEFAULT_OPTIONS

SECONDS = 5.0


def exhausted(*_: object) -> NoReturn:
    raise StopIteration


async def raises(waiting: Callable[[], Awaitable[object]]) -> None:
    with pytest.raises(RuntimeError, match="no next one"):
        await asyncio.wait_for(waiting(), SECONDS)


async def test_an_exhausted_iterator_in_a_thread_leaves_no_caller_waiting() -> None:
    await raises(lambda: run_in_thread(exhausted))


async def test_an_exhausted_iterator_in_the_store_leaves_no_caller_waiting(tmp_path: Path) -> None:
    def work(db: sqlite3.Connection) -> NoReturn:
        exhausted(db)

    store = await Store.open(tmp_path / "tables.db")
    await raises(lambda: store.read(work))
    await store.close()


async def test_an_exhausted_iterator_in_a_picture_frees_its_place(tmp_path: Path) -> None:
    studio = RenderPool(Settings(token="none", database=str(tmp_path / "none.db")))
    for _ in range(3):
        assert await asyncio.wait_for(studio.draw(exhausted, DEFAULT_OPTIONS), SECONDS) == ()
