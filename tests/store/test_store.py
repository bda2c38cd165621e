"""The store on each kind of database: one transaction for each move, and nothing half-written."""

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from engine.core import Secret
from engine.errors import Refused, Stale, Unreadable
from engine.games import GAMES
from engine.store import Checkpoint, DatabaseError, LogRow, MoveWrite, Player, Store, Table

TITLE = next(iter(GAMES))
STATE, _ = GAMES[TITLE].new_game(GAMES[TITLE].options(), 2, 1)
LOBBY = Table(channel=1, guild=2, title=TITLE, host=9, options={"a": "b"}, players=(Player("Ada", 9),), since=5)


@pytest_asyncio.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


def head(number: int, seq: int) -> Table:
    """Return the table after move ``seq``, if only moves have changed it since the lobby was opened."""
    game = {"status": "playing", "state": STATE, "seed": Secret(1), "revision": seq + 1 if seq else 0}
    return Table(**{**fields(LOBBY), "id": number, "seq": seq, **game})


def fields(session: Table) -> dict[str, object]:
    return {name: getattr(session, name) for name in session.__struct_fields__}


def entry(seq: int, press: int | None = None) -> LogRow:
    return LogRow(seq, 1, f"p1 go {seq}", "player", 6.0, b"[]", press)


async def append(store: Store, after: Table, row: LogRow, *points: Checkpoint) -> LogRow:
    return (await store.append_moves([MoveWrite(after, row, points)]))[0]


async def playing(store: Store) -> int:
    number = await store.create_table(LOBBY)
    await store.start_game(head(number, 0), LogRow(0, 0, "", "start", 6.0, b"[]"), Checkpoint(0, 1, b"{}"))
    return number


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    number = await store.create_table(LOBBY)
    assert await store.load_table(number) == Table(**{**fields(LOBBY), "id": number})
    assert await store.load_table(number + 1) is None


async def test_a_seed_larger_than_64_bits_is_kept(store: Store) -> None:
    number = await store.create_table(LOBBY)
    dealt = Table(**{**fields(head(number, 0)), "seed": Secret(2**127 + 1)})
    await store.start_game(dealt, LogRow(0, 0, "", "start", 6.0, b"[]"), Checkpoint(0, 1, b"{}"))
    found = await store.load_table(number)
    assert found is not None and found.seed == Secret(2**127 + 1)


async def test_the_error_about_a_damaged_seed_does_not_show_the_seed(store: Store) -> None:
    number = await playing(store)
    await store.write(lambda db: db.execute("UPDATE session SET seed = '271828x'"))
    with pytest.raises(Unreadable, match="its seed is no number") as refused:
        await store.load_table(number)
    assert "271828" not in f"{refused.value} {refused.value.__cause__}"


def test_the_repr_of_a_table_does_not_show_its_seed() -> None:
    dealt = Table(**{**fields(head(3, 0)), "seed": Secret(2718281828)})
    assert "2718281828" not in repr(dealt) and "Table(3," in repr(dealt)


async def test_a_move_on_an_outdated_table_writes_nothing(store: Store) -> None:
    number = await playing(store)
    await append(store, head(number, 1), entry(1))
    with pytest.raises(Stale):
        await append(store, head(number, 1), entry(1))
    assert [row.seq for row in await store.load_log(number)] == [0, 1]


async def test_a_move_that_fails_half_way_leaves_no_half(store: Store) -> None:
    number = await playing(store)
    with pytest.raises(DatabaseError):
        await append(store, head(number, 1), entry(1), Checkpoint(0, 1, b"a second checkpoint 0"))
    found = await store.load_table(number)
    assert found is not None and found.seq == 0
    assert len(await store.load_log(number)) == 1
    await append(store, head(number, 1), entry(1))


async def test_the_same_interaction_is_answered_with_its_first_move(store: Store) -> None:
    number = await playing(store)
    first = await append(store, head(number, 1), entry(1, press=77))
    await append(store, head(number, 2), entry(2))
    assert await append(store, head(number, 3), entry(3, press=77)) == first
    assert await store.find_move_by_interaction(77) == first
    assert len(await store.load_log(number)) == 3


async def test_an_ended_table_takes_no_more_moves(store: Store) -> None:
    number = await playing(store)
    await store.save_table(Table(**{**fields(head(number, 0)), "status": "ended", "revision": 1}))
    with pytest.raises(Stale):
        await append(store, head(number, 1), entry(1))


async def test_a_channel_frees_up_when_its_table_ends(store: Store) -> None:
    number = await playing(store)
    with pytest.raises(Refused):
        await store.create_table(LOBBY)
    await store.save_table(Table(**{**fields(head(number, 0)), "status": "ended", "revision": 1}))
    assert await store.find_newest_table(1) == number
    again = await store.create_table(LOBBY)
    assert await store.find_newest_table(1) == again > number


async def test_a_canceled_caller_leaves_no_open_transaction(store: Store) -> None:
    number = await playing(store)
    task = asyncio.create_task(append(store, head(number, 1), entry(1)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await append(store, head(number, 2), entry(2))
    assert [row.seq for row in await store.load_log(number)] == [0, 1, 2]


async def test_an_observer_gets_the_duration_of_each_transaction(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, told = count(100, 3), list[float]()
    monkeypatch.setattr("engine.store.store.monotonic", lambda: next(ticks))
    monkeypatch.setattr(store, "on_transaction", told.append)
    await store.write(lambda _: None)
    assert told == [3]
