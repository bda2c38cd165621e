"""Whoever asks about a game gets the same answer before it is archived, afterwards, and while that happens."""

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.past import analyses as of_analyses
from bot.past.film import film_of
from bot.past.turned import UNDER_WAY
from bot.play.sessions import Player
from engine.core.transcript import parse
from engine.store import Store, logs
from engine.store.address import is_address
from engine.store.archive import archived
from engine.store.backup import backup
from engine.store.db import Db
from engine.store.logs import archive_table
from engine.store.verify import verify
from tests.bot.fresh import place
from tests.bot.past.long_over import FEW, GOLDEN, played
from tests.bot.past.test_analyses import Worker, asked, of_analysis, over, posted
from tests.bot.world import World, text_of, world

OF_A_GAME = ("recap", "history", "game report", "game result", "game export", "game status")
READERS = (*OF_A_GAME, "board", "describe", "stats", "analyze")
OVER, SHORT = 1, 2
"""The table whose game is over, and in another channel the one that its host has ended early."""

Answer = tuple[str, list[bytes]]


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    found = Worker()
    monkeypatch.setattr(of_analyses, "analysis_of", found)
    return found


async def answer(running: World, command: str, channel: Any = None, **given: object) -> Answer:
    """Ada's answer: all that can be read in it, and its files."""
    said = (await running.person("Ada").slash(channel or running.channel, command, **given)).response
    return text_of(said), [await file.read() for file in said.attachments]


async def answers(running: World, channel: Any) -> dict[str, Answer]:
    """Everything that can be asked about the two games, and the asker's data."""
    found = {command: await answer(running, command) for command in READERS}
    found["film"] = await answer(running, "film", channel)
    found["page"] = await answer(running, "film", channel, page=True)
    asker = running.person("Ada")
    page = (await asker.slash(running.channel, "privacy")).response
    data = (await asker.click(page, label="Export my data")).response
    found["data"] = (text_of(data), [await file.read() for file in data.attachments])
    return found


async def short(running: World) -> Any:
    """The channel of a game that was ended after a few moves: its film is short, too."""
    channel, sessions = running.guild.create_text_channel("short"), running.bot.desk.sessions
    running.deal(parse(GOLDEN.read_text()).seed)
    table = await played(sessions, channel.id, FEW, host=Player("Ada", running.person("Ada").id))
    await sessions.end(table, running.person("Ada").id)
    running.bot.desk.announcer.kick(table)
    await running.told()
    return channel


async def archive(store: Store, *tables: int) -> None:
    for number in tables:
        await store.write(lambda db, number=number: archive_table(db, number))  # type: ignore[misc]


def unpack(db: Db, session: int) -> None:
    """Puts everything back where it was."""
    kept = archived(db, session)
    assert kept is not None
    for entry in kept.log:
        logs.add_entry(db, session, entry, announced=True)
    for point in kept.points:
        logs.add_checkpoint(db, session, point)
    db.execute("DELETE FROM archive WHERE session = ?", (session,))
    db.execute("UPDATE session SET archived = 0, state = ? WHERE id = ?", (kept.state, session))


async def stored(store: Store) -> dict[str, list[Any]]:
    """Every row of a game that archiving takes away."""
    names = ("log", "checkpoint", "archive")
    query = "SELECT * FROM {}"
    return await store.read(lambda db: {name: sorted(db.execute(query.format(name))) for name in names})


async def test_everybody_is_answered_as_before_also_by_a_copy_and_in_a_rematch(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    database = place(tmp_path / "tables.db")
    async with world(tmp_path, pictures="one") as running:
        assert (await over(running, worker)).id == OVER
        channel = await short(running)
        await asked(running)
        await posted(running)
        before, rows = await answers(running, channel), await stored(running.bot.desk.sessions.store)
        proof = await verify(database)
        assert len(proof.findings) == 0 < proof.moves and proof.games == 2
        await archive(running.bot.desk.sessions.store, OVER, SHORT)
        await running.restart()
        after = await answers(running, channel)
        assert [name for name in before if before[name] != after[name]] == []
        assert [len(files) for _, files in before.values()] == [1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1]
        assert await verify(database) == proof
        if not is_address(database):
            backup(Path(database), tmp_path / "copy.db")
            assert await verify(tmp_path / "copy.db") == proof
        await check_rematch(running, channel)
        await running.bot.desk.sessions.store.write(lambda db: [unpack(db, number) for number in (OVER, SHORT)])
        assert await stored(running.bot.desk.sessions.store) == rows


async def check_rematch(running: World, channel: Any) -> None:
    """The next game has the options of the one in the archive."""
    await running.person("Ada").slash(channel, "game rematch")
    new, done = await running.table(channel), await running.bot.desk.sessions.get(SHORT)
    assert (new.status, new.title, new.options) == ("lobby", done.title, done.options)


class Meanwhile:
    """Archives a table right before the next read of the store but so many. Mutable."""

    def __init__(self, store: Store, table: int, left: int) -> None:
        self._store, self._read, self._table, self._left = store, store.read, table, left

    async def __call__(self, work: Callable[[Db], Any]) -> Any:
        self._left -= 1
        if self._left == -1:
            await archive(self._store, self._table)
        return await self._read(work)

    @property
    def has_archived(self) -> bool:
        return self._left < 0


async def archived_at_each_read(
    running: World, table: int, monkeypatch: pytest.MonkeyPatch, ask: Callable[[], Awaitable[object]]
) -> list[object]:
    """The answers when the table is archived before the first read, the second one, and so on."""
    sessions, found = running.bot.desk.sessions, list[object]()
    for left in count():
        sessions._cache.drop(table)
        meanwhile = Meanwhile(sessions.store, table, left)
        with monkeypatch.context() as patched:
            patched.setattr(sessions.store, "read", meanwhile)
            said = await ask()
        if not meanwhile.has_archived:
            return found
        found.append(said)
        await sessions.store.write(lambda db: unpack(db, table))
    raise AssertionError


async def test_who_asks_while_the_game_is_archived_is_answered_as_before(
    tmp_path: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await over(running, worker)
        for command in OF_A_GAME:
            before = await answer(running, command)
            found = await archived_at_each_read(running, OVER, monkeypatch, partial(answer, running, command))
            assert found == [before] * len(found) and len(found) > 1, command


async def test_a_film_and_an_analysis_are_made_also_when_the_game_is_archived_meanwhile(
    tmp_path: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, pictures="one") as running:
        await over(running, worker)
        await short(running)
        desk = running.bot.desk

        async def film() -> bytes:
            made = await film_of(desk.sessions, desk.studio, await desk.sessions.get(SHORT))
            assert made is not None
            return made.fp.read()

        before = await film()
        found = await archived_at_each_read(running, SHORT, monkeypatch, film)
        assert found == [before] * len(found) and len(found) > 2
        assert await asked(running) == UNDER_WAY
        await archive(desk.sessions.store, OVER)
        worker.let.set()
        post = await posted(running)
        assert len(worker.asked) == len(of_analysis(running)) == 1
        assert "Player 3, from 47% to 3%: “" in post.content
