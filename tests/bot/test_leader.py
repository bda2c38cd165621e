"""One of several processes leads, and never two at a time."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.clocks.monotonic import monotonic_seconds
from bot.leader import SILENT_SECONDS, Leadership
from bot.operations.request_check import check_before_requests
from engine.store import DatabaseError, Store
from engine.store.advisory_locks import LEADER, count_holders
from engine.store.change_channel import change_channel_name
from tests.postgresql import schema
from tests.postgresql_relay import Relay


@pytest_asyncio.fixture
async def address(postgresql: str) -> str:
    return schema(postgresql)


@pytest_asyncio.fixture
async def stores(address: str) -> AsyncIterator[list[Store]]:
    opened = [await Store.open(address) for _ in range(2)]
    yield opened
    for store in opened:
        await store.close()


async def test_one_process_leads_until_it_ends_and_then_the_next(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    assert [await first.try_to_lead(), await second.try_to_lead()] == [True, False]
    assert [first.leads, second.leads] == [True, False]
    await first.check()
    await first.resign()
    await asyncio.wait_for(second.wait_to_lead(), 20)
    assert [first.leads, second.leads] == [False, True]
    second.close()


async def test_a_file_has_one_process_that_leads(tmp_path: object) -> None:
    store = await Store.open(f"{tmp_path}/tables.db")
    leader = Leadership(store)
    assert leader.leads and await leader.try_to_lead() and not leader.delegate("table", 1)
    assert leader.table_changes(1) == leader.bookkeeping_changes(1) == ()
    await leader.check()
    await store.close()


async def test_silent_leader_is_replaced_and_cannot_write_afterwards(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    assert await first.try_to_lead()
    first.close()  # as if it were frozen
    await asyncio.wait_for(second.wait_to_lead(), 20)
    with pytest.raises(DatabaseError):
        await first.check()
    with pytest.raises(DatabaseError):
        await stores[0].write(lambda db: None)
    second.close()


async def test_leader_checks_its_lead_after_machine_sleep(stores: list[Store], address: str, postgresql: str) -> None:
    psycopg, now = pytest.importorskip("psycopg"), 1_000.0
    leader = Leadership(stores[0], clock=lambda: now)
    assert await leader.try_to_lead()
    leader.close()  # it has no time to ask once more
    (backend,) = await stores[0].read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(%s)", (backend,))
    await leader.check()
    now += 600.0
    with pytest.raises(DatabaseError):
        await leader.check()


def test_lead_time_includes_machine_sleep() -> None:
    with_sleep = getattr(time, "CLOCK_BOOTTIME", None)
    if with_sleep is None:
        pytest.skip("this system has no such clock")
    before = time.clock_gettime(with_sleep)
    assert before <= monotonic_seconds() <= time.clock_gettime(with_sleep)


async def test_leader_with_a_running_query_is_not_silent(stores: list[Store]) -> None:
    first, second = map(Leadership, stores)
    assert await first.try_to_lead()
    long = asyncio.create_task(stores[0].read(lambda db: db.execute(f"SELECT pg_sleep({2 * SILENT_SECONDS})")))
    while not long.done():
        assert not await second.try_to_lead()
        await asyncio.sleep(0.05)
    assert await stores[0].read(lambda db: count_holders(db, LEADER)) == 1
    await first.check()
    first.close()


async def test_leader_without_network_is_replaced_and_sends_nothing(address: str) -> None:
    async with Relay(address) as relay:
        far, near = await Store.open(relay.address), await Store.open(address)
        first, second = Leadership(far), Leadership(near)
        assert await first.try_to_lead()
        relay.is_still = True
        await asyncio.wait_for(second.wait_to_lead(), 20)
        with pytest.raises((TimeoutError, *DatabaseError)):
            await asyncio.wait_for(first.check(), 0.2)
        first.close()
        second.close()
        await near.close()
    await far.close()


async def test_a_leader_that_loses_its_connection_ends(address: str, postgresql: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    ended, store = asyncio.Event(), await Store.open(address)

    async def end() -> None:
        ended.set()

    leader = Leadership(store, end)
    assert await leader.try_to_lead()
    (backend,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(%s)", (backend,))
    await asyncio.wait_for(ended.wait(), 20)
    await store.close()


async def test_other_processes_delegate_to_the_leader(stores: list[Store], address: str) -> None:
    from engine.store.listener import ChangeListener

    first, second = map(Leadership, stores)
    await first.try_to_lead()
    listener = await ChangeListener.open(address, await stores[0].read(change_channel_name))
    assert not first.delegate("table", 7) and second.delegate("replan", 7)
    await stores[1].write(lambda db: None, second.table_changes(8))
    await stores[0].write(lambda db: None, (*first.table_changes(9), *first.bookkeeping_changes(9)))
    heard = listener.changes()
    assert {await anext(heard) for _ in range(3)} == {"replan 7", "table 8", "noted 9"}
    await listener.close()
    first.close()


async def test_no_request_is_sent_without_a_certain_lead() -> None:
    asked = list[str]()

    async def check() -> None:
        asked.append("asked")

    (before,) = check_before_requests(None, check).on_request_start
    await before(None, None, None)  # type: ignore[arg-type]
    assert asked == ["asked"]
