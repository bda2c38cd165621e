"""`/games` of a user at many tables: a page reads only the tables that it shows."""

import re
import sqlite3
from pathlib import Path
from typing import Any

from bot import limits
from bot.tables.table import Player
from bot.ui.inbox_page import TABLES_A_PAGE
from tests.bot.empty_stores import of_a_file
from tests.bot.simulated_channel import TITLE, World, world

TABLES = 60
READS_A_TABLE = re.compile(r"SELECT version, state, id,")


async def fill(running: World) -> set[int]:
    """Open many tables of Ada and Ben, start two of three, and return their channels."""
    sessions, channels = running.bot.services.tables, set[int]()
    ada, ben = (Player(name, running.person(name).id) for name in ("Ada", "Ben"))
    for number in range(TABLES):
        table = await sessions.open_lobby(10**18 + number, running.guild.id, TITLE, ada)
        await sessions.join_lobby(table.id, ben)
        if number % 3:
            assert ada.user is not None
            await sessions.start_game(table.id, ada.user)
        channels.add(table.channel)
    return channels


async def test_pages_list_every_table_once_and_link_to_each_other(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        channels = await fill(running)
        person, said = running.person("Ada"), list[str]()
        page = (await person.slash(running.channel, "games")).response
        said.append(page.content)
        while "More" in running.labels(page):
            page = (await person.click(page, label="More")).response
            said.append(page.content)
        assert len(said) == -(-TABLES // TABLES_A_PAGE) and all(len(text) <= limits.CONTENT for text in said)
        assert sorted(map(int, re.findall(r" in <#(\d+)>", "\n".join(said)))) == sorted(channels)
        assert [text.splitlines()[-1] for text in said] == [
            f"-# Page {number} of {len(said)}" for number in range(1, len(said) + 1)
        ]
        assert "waiting for you" in said[0] and "**Not started**" in said[-1]
        back = (await person.click(page, label="Back")).response
        assert back.content == said[-2]


@of_a_file
async def test_page_reads_only_the_tables_that_it_shows(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await fill(running)
        read = list[str]()

        def note(db: sqlite3.Connection) -> None:
            db.set_trace_callback(lambda statement: read.append(statement))

        work: Any = note
        await running.bot.services.tables.store.read(work)
        async with running.bot.services.tables.lock_all():
            pass  # no table is in memory
        await running.person("Ada").slash(running.channel, "games")
        assert len([one for one in read if READS_A_TABLE.match(one)]) <= TABLES_A_PAGE
