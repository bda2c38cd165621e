"""Files of a running bot are removed or replaced: it confirms no move, and no start creates an empty file.

Other changes of files are tested in ``tests/store/test_identity.py``; this file tests the bot as a whole.
"""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.core import decisions, field_names, verb_of
from engine.core.notation import notation_word
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import Store, Table, lock_database
from engine.store.backup import back_up_database
from engine.store.verify import verify_database
from tests.crash.bot_process import BotProcess
from tests.crash.discord_server import Loopback
from tests.crash.discord_state import World
from tests.crash.script import MADE, PEOPLE

ENDING_SECONDS = 60.0
"""Maximum seconds until the bot ends. It checks every three seconds, but a busy machine is slower."""


class Evening:
    """A real bot, its simulated Discord, and one game. The bot can be restarted."""

    def __init__(self, database: Path) -> None:
        self.database, self.log = database, database.with_name("bot.log")
        self.door = Loopback(World())
        self.bot = BotProcess(0, database, self.log)

    async def open(self) -> None:
        """Open the simulated Discord and start a bot."""
        await self.door.open()
        self.bot = BotProcess(self.door.port, self.database, self.log)
        await self.start()

    async def start(self) -> None:
        """Start the bot and wait until it is connected."""
        await self.bot.start()
        while self.door.identified != self.bot.token:
            assert self.bot.alive, self.said()
            await asyncio.sleep(0.01)

    async def command(self, group: str, leaf: str, **given: str | int) -> list[str]:
        """Use ``/group leaf``, and return the answer, or nothing if the bot ends before."""
        values = [{"type": 4 if isinstance(v, int) else 3, "name": name, "value": v} for name, v in given.items()]
        number = next(command["id"] for command in self.door.world.commands if command["name"] == group)
        data = {"id": number, "name": group, "type": 1, "options": [{"type": 1, "name": leaf, "options": values}]}
        asked = await self.door.interact(PEOPLE[0], 2, data)
        answered, ended = asyncio.create_task(asked.answered.wait()), asyncio.create_task(self.bot.ended())
        await asyncio.wait((answered, ended), timeout=ENDING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in (answered, ended):
            task.cancel()
        return asked.texts

    async def table(self) -> Table:
        """Return the stored game."""
        store = await Store.open(self.database, read_only=True)
        try:
            found = await store.load_table((await store.list_tables())[-1])
        finally:
            await store.close()
        assert found is not None
        return found

    async def move(self, table: Table) -> list[str]:
        """Make the first offer at that table, and return the answer."""
        assert table.state is not None
        action = next(iter(decisions(table.state)[0].offers))
        values = {name: getattr(action, name) for name in field_names(type(action))}
        given = {name: value if isinstance(value, int) else notation_word(value) for name, value in values.items()}
        return await self.command(GAMES[table.title].command, verb_of(action), **given)

    async def end(self) -> int:
        """Wait until the bot ends, and return its exit status."""
        return await asyncio.wait_for(self.bot.ended(), ENDING_SECONDS)

    def said(self) -> str:
        """Return what all bots have written to standard error."""
        return self.log.read_text()


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[tuple[Evening, Table]]:
    """Start a game with one confirmed move, and copy the database from before that move."""
    (folder / "bot").mkdir()
    there = Evening(folder / "bot" / "tables.db")
    await there.open()
    try:
        await there.command("game", "new", game=next(iter(GAMES)))
        await there.command("game", "start")
        table = await there.table()
        assert table.state is not None and len(decisions(table.state)[0].offers) > 1, "the bot makes no move by itself"
        await asyncio.to_thread(back_up_database, there.database, folder / "copy.db")
        assert any(text.startswith(MADE) for text in await there.move(table)), there.said()
        yield there, await there.table()
    finally:
        await there.bot.kill()
        await there.door.close()


async def has_ended(there: Evening, table: Table) -> bool:
    """Whether the bot ends with 1 and confirms no move until then."""
    for _ in range(3):
        answer = await there.move(table)
        assert all(text.startswith("The bot’s database was removed or replaced") for text in answer), answer
        if not answer:
            break
    assert await there.end() == 1
    assert "Traceback" not in there.said()
    return True


async def test_a_bot_whose_database_is_removed_ends_and_the_next_start_makes_no_empty_one(tmp_path: Path) -> None:
    async with evening(tmp_path) as (there, table):
        for file in there.database.parent.glob("tables.db*"):
            file.unlink()
        assert await has_ended(there, table)
        assert "was removed or renamed, or its disk is gone" in there.said()
        await there.bot.start()
        assert await there.end() == 1
        assert "put the file back, or a copy of it. To begin with an empty database, remove" in there.said()
        assert not there.database.exists()


async def test_a_bot_whose_database_is_overwritten_ends_and_leaves_the_new_file_as_it_is(tmp_path: Path) -> None:
    async with evening(tmp_path) as (there, table):
        copy = (tmp_path / "copy.db").read_bytes()
        shutil.copyfile(tmp_path / "copy.db", there.database)
        assert await has_ended(there, table)
        assert "was overwritten" in there.said()
        assert there.database.read_bytes() == copy
        for end in ("-wal", "-shm"):
            there.database.with_name(f"tables.db{end}").unlink(missing_ok=True)
        report = await verify_database(there.database)
        assert report.games == 1 and not report.findings
        assert (await there.table()).seq < table.seq


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file itself has no lock")
async def test_no_second_bot_starts_beside_one_whose_lock_is_removed_and_the_next_start_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as (there, table):
        there.database.with_name("tables.db.lock").unlink()
        with pytest.raises(Unreadable, match="in use by another Roundhouse"), lock_database(str(there.database)):
            pass
        assert await has_ended(there, table)
        assert "tables.db.lock, which belongs to the database" in there.said()
        await there.start()
        assert (await there.table()).seq >= table.seq
        report = await verify_database(there.database)
        assert report.games == 1 and not report.findings
