"""The tables of one database shared out among processes: each has the first free part, all with the same numbers."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.errors import Unreadable
from engine.store import Store, errands, persons
from engine.store.db import Db
from engine.store.migrate import scripts
from engine.store.moving import move
from engine.store.parts import Layout, Part
from tests.postgresql import schema

TWO = Layout(4, 2)


@pytest.fixture
def address(postgresql: str) -> str:
    return schema(postgresql)


def test_a_table_belongs_to_the_part_of_its_servers_shard() -> None:
    parts = [Part(number, Layout(4, 2)) for number in range(2)]
    assert [part.shards() for part in parts] == [[0, 2], [1, 3]]
    for guild, has in ((None, 0), (2 << 22, 0), (5 << 22 | 77, 1), (7 << 22, 1)):
        assert [part.has(guild) for part in parts] == [has == 0, has == 1]
    assert all(Part().has(guild) for guild in (None, 5 << 22))


async def test_each_process_has_the_first_free_part_and_the_next_one_stands_by(address: str) -> None:
    first, second = await Store.open(address, layout=TWO), await Store.open(address, layout=TWO)
    assert [store.part.number for store in (first, second)] == [0, 1]
    asked = asyncio.Event()
    third = asyncio.create_task(Store.open(address, waits=asked.set, layout=TWO))
    await asked.wait()
    assert not third.done()
    await second.close()
    assert (await third).part.number == 1
    await first.close()
    await third.result().close()


@pytest.mark.parametrize("other", [Layout(), Layout(6, 3), Layout(8, 2)])
async def test_a_process_with_other_numbers_is_refused_as_long_as_any_part_is_taken(
    address: str, other: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgresql._TRY_SECONDS", 0.02)
    first, second = await Store.open(address, layout=TWO), await Store.open(address, layout=TWO)
    await first.close()
    with pytest.raises(
        Unreadable, match="run with ROUNDHOUSE_PARTS=2 and ROUNDHOUSE_SHARDS=4, and this one with"
    ) as no:
        await Store.open(address, waits=lambda: None, layout=other)
    assert "stop all of them first" in str(no.value)
    await second.close()
    await (await Store.open(address, layout=other)).close()  # now they are its own


async def test_two_processes_that_start_at_once_with_new_numbers_both_run(address: str) -> None:
    await (await Store.open(address)).close()
    both = await asyncio.gather(*(Store.open(address, waits=lambda: None, layout=TWO) for _ in range(2)))
    assert {store.part.number for store in both} == {0, 1}
    for store in both:
        await store.close()


async def test_a_process_that_is_overtaken_while_it_shares_out_the_tables_has_no_part(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.store import postgresql

    server = await postgresql.inspected(await _made(address), scripts())
    is_made_fit = postgresql._is_made_fit

    def and_another_one_does_so_too(db: Db, lifts: Mapping[int, str], wanted: postgresql.Sharing) -> bool:
        return is_made_fit(db, lifts, wanted) and is_made_fit(db, lifts, wanted._replace(layout=Layout(6, 3)))

    monkeypatch.setattr(postgresql, "_is_made_fit", and_another_one_does_so_too)
    await server.run(lambda db: db.execute("SET default_transaction_read_only = off"))
    wanted = postgresql.Sharing(TWO, lambda *_: None)
    assert await server.run(lambda db: postgresql._taken(db, scripts(), wanted)) is None
    assert not any(await server.run(lambda db: postgresql.held(db, scripts())))
    await server.close()


async def _made(address: str) -> str:
    await (await Store.open(address)).close()
    return address


async def test_new_numbers_wait_for_what_is_still_to_be_done_for_people(address: str) -> None:
    store = await Store.open(address, layout=TWO)
    await store.write(lambda db: errands.send_all(db, store.part, "privacy", 7, ""))
    await store.close()
    with pytest.raises(Unreadable, match="Start the bots with ROUNDHOUSE_PARTS=2 and ROUNDHOUSE_SHARDS=4 once more"):
        await Store.open(address)
    with pytest.raises(Unreadable, match="ROUNDHOUSE_PARTS=2"):
        move(address, "nowhere.db")


async def test_all_parts_ran_until_the_last_of_the_earlier_ones_ended(address: str) -> None:
    store = await Store.open(address, layout=TWO)
    for part, at in ((0, 50.0), (1, 40.0)):
        await store.write(lambda db, at=at, part=part: persons.stay_alive(db, at, part))
    await store.close()
    given = list[tuple[Part, float, float]]()
    store = await Store.open(address, layout=Layout(6, 3), give_back=lambda _, *what: given.append(what))
    assert given == [(Part(1, TWO), 10.0, 50.0)], "the other one is given its time back"
    assert [await store.read(lambda db, part=part: persons.alive(db, part)) for part in range(3)] == [50.0] * 3
    await store.close()


async def test_a_file_has_one_part_only(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="Several bots can’t share the file"):
        await Store.open(tmp_path / "tables.db", layout=TWO)


def test_a_part_that_is_everything_asks_for_no_server() -> None:
    assert Part().and_of_guild("guild_id") == Part().and_own("session_id") == ""
    second = Part(1, TWO).and_of_guild("guild_id")
    assert second == " AND coalesce((guild_id >> 22) % 4 % 2, 0) = 1"
