"""The pages of the list of a user's tables, compared with the tables themselves."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.play import seats
from bot.play.service import Player, TableService
from bot.scheduler import pausing
from engine import GAMES
from engine.core import write_action
from engine.store import Store
from engine.store.table_list import (
    TableListItem,
    TableListPage,
    TableSection,
    find_tables_without_clock,
    load_table_list_page,
)

ADA, BEN, CLEO = Player("Ada", 101), Player("Ben", 102), Player("Cleo", 103)
TITLE = next(iter(GAMES))
TABLES, SIZE = 40, 8


class Clock:
    """A clock that advances by a second with each call."""

    now = 1_000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest_asyncio.fixture
async def tables(database: str) -> AsyncIterator[TableService]:
    """Yield tables of Ada's: some wait for her, some for others, some have not begun, and some she has left."""
    store = await Store.open(database)
    sessions = TableService(store, clock=Clock(), new_seed=lambda: 7)
    for channel in range(TABLES):
        table = await sessions.open_lobby(channel, 1, TITLE, ADA)
        for other in (BEN, CLEO):
            await sessions.join_lobby(table.id, other)
        if channel % 5 == 0:
            continue
        table = await sessions.start_game(table.id, 101)
        for _ in range(channel % 4):
            question = sessions.decisions(table)[0]
            user = table.players[question.seat - 1].user
            assert user is not None
            await sessions.play_move(table.id, user, write_action(next(iter(question.offers))))
            table = await sessions.get(table.id)
        if channel % 7 == 1:
            await pausing.pause_table(sessions, table.id)
        if channel % 11 == 2:
            await seats.resign(sessions, table.id, 101, leave_open=True)
    yield sessions
    await store.close()


async def pages(sessions: TableService, user: int) -> list[TableListPage]:
    """Return every page of the user's list."""
    asked = [
        number
        for number in await sessions.store.read(lambda db: find_tables_without_clock(db, user, 50))
        if user in await _asked(sessions, number)
    ]
    found = [
        await sessions.store.read(lambda db, page=page: load_table_list_page(db, user, asked, SIZE, page))
        for page in range(7)
    ]
    return [each for page, each in enumerate(found) if each.page == page]


async def _asked(sessions: TableService, number: int) -> set[int | None]:
    table = await sessions.get(number)
    return {table.players[question.seat - 1].user for question in sessions.decisions(table)}


async def test_the_pages_list_every_table_once_and_waiting_tables_first(tables: TableService) -> None:
    for user in (101, 102, 103):
        every = [one for page in await pages(tables, user) for one in page.tables]
        found = await tables.open_tables_of(user)
        waiting = {table.id for table in found if user in await _asked(tables, table.id)}
        of: dict[TableSection, list[TableListItem]] = {
            section: [one for one in every if one.section == section] for section in TableSection
        }
        assert {one.session for one in of[TableSection.WAITING]} == waiting
        assert {one.session for one in of[TableSection.LOBBY]} == {
            table.id for table in found if table.status == "lobby"
        }
        assert sorted(one.session for one in every if one.section is not TableSection.KEPT) == sorted(
            t.id for t in found
        )
        assert [one.section for one in every] == sorted(one.section for one in every)
        for section in TableSection:
            assert [one.since for one in of[section]] == sorted(one.since for one in of[section])


async def test_each_page_has_the_numbers_of_the_whole_list(tables: TableService) -> None:
    found = await pages(tables, 101)
    assert len(found) == TABLES // SIZE and all(len(page.tables) == SIZE for page in found)
    for page in found:
        assert sum(page.counts.values()) == TABLES and page.counts == found[0].counts
    assert all(found[0].counts.values())


async def test_a_page_beyond_the_last_one_is_the_last_one(tables: TableService) -> None:
    last = (await pages(tables, 101))[-1]
    assert await tables.store.read(
        lambda db: load_table_list_page(db, 101, (), SIZE, 1_000_000)
    ) == await tables.store.read(lambda db: load_table_list_page(db, 101, (), SIZE, last.page))
    assert (await tables.store.read(lambda db: load_table_list_page(db, 999, (), SIZE, 3))).tables == ()
