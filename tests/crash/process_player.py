"""One of several processes of the bot with one PostgreSQL database, without Discord: it presses, and may lead.

``argv``: name, address, and folder of the journals. It ends when the folder contains a file ``end``. Some presses are
sent to another process too, as Discord may do. With ``joins`` as a fourth argument it only takes seats in lobbies.
"""

import asyncio
import json
import os
import random
import socket
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from bot.announcements.outbox_worker import OutboxWorker
from bot.config import Settings
from bot.leader import Leadership
from bot.operations.change_dispatcher import ChangeDispatcher
from bot.play.service import Player, TableService
from engine.core import write_action
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import DatabaseError, Store
from engine.store.connection import Connection
from tests.crash.journal import Journal

AT_ONCE = 3
"""People who press at the same time at one process."""
GAMES_AT_ONCE = 12
_TWICE = 0.05
"""The share of presses that reach another process too."""
_LOST = 70


class Posts:
    """A simulated channel: a post, and then the mark that it was made. Nothing is posted without the lead."""

    def __init__(self, tables: TableService, journal: Journal) -> None:
        self._tables, self._journal = tables, journal
        self.unconfirmed, self.outdated = set[int](), set[int]()

    async def publish(self, table: int) -> None:
        moves = await self._tables.moves_to_publish(table)
        for move in moves:
            await self._tables.leader.check()
            self._journal.note("posted", table=table, seq=move.seq)
        if moves:
            await self._tables.mark_published(table, moves[-1].seq)


class Bot:
    """The bot of one process, which also makes the presses."""

    def __init__(self, name: str, address: str, folder: Path) -> None:
        self.name, self.address, self.folder = name, address, folder
        self.journal, self.chance = Journal(folder, name), random.Random(os.getpid())
        self.tasks = set[asyncio.Task[None]]()
        self.running: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return (self.folder / "end").exists()

    async def open(self) -> None:
        """Join the other processes."""
        self.store = await Store.open(self.address, on_wait=lambda: None)
        self.leader = Leadership(self.store, _end)
        self.messages = ChangeDispatcher(self.store, self.leader, _end)
        await self.messages.listen(self.address)
        self.tables = TableService(self.store, leader=self.leader)
        posts = cast(Any, Posts(self.tables, self.journal))
        self.announcer = OutboxWorker(self.tables, posts, Settings(pace=0.0))
        nobody = SimpleNamespace(
            update_soon=None,
            recheck_visibility=None,
            enqueue=None,
            add_followed_table=None,
            reschedule=None,
            reload=None,
        )
        at = SimpleNamespace(outbox=self.announcer, tables=self.tables, guild_settings=nobody, scheduler=nobody)
        at.open_tables_posts = at.analyses = at.followers = at.user_settings = at.ratings = nobody
        self.messages.start(cast(Any, at))

    async def run(self) -> None:
        """Repeat unanswered presses, and play."""
        await self.open()
        self.journal.note("up")
        self._begin(self._lead())
        self._begin(self._receive())
        for sent in list(self.journal.unanswered()):
            await self._press(sent)
        await asyncio.gather(*(self._play() for _ in range(AT_ONCE)))
        while True:
            await asyncio.sleep(0.1)
            if not await self.store.read(_has_untold_moves):
                os._exit(0)

    async def _lead(self) -> None:
        if not await self.leader.wait_to_lead():
            await _end()
        self.journal.note("took")
        self.tables.invalidate_all()
        await self.announcer.enqueue_unpublished()
        self.announcer.start()
        await self.announcer.poll_unpublished()

    async def _play(self) -> None:
        while not self.is_over:
            sent = await self._chosen()
            if sent is None:
                await asyncio.sleep(0.01)
                continue
            self.journal.note("sent", **sent)
            if self.chance.random() < _TWICE:
                self._send_on(sent)
            began = time.perf_counter()
            await self._press(sent)
            self.journal.note("took ms", ms=1_000 * (time.perf_counter() - began))

    async def _chosen(self) -> dict[str, Any] | None:
        """Return a press at any table in play, after opening a table if there are few."""
        if self.chance.random() < 0.1 or len(self.running) < GAMES_AT_ONCE:
            self.running = await self.store.list_tables_in_play()
        if len(self.running) < GAMES_AT_ONCE:
            await self._open_table()
            return None
        with suppress(RoundhouseError):
            table = await self.tables.get(self.chance.choice(self.running))
            questions = self.tables.decisions(table)
            if not questions:
                self.running = ()
                return None
            question = self.chance.choice(questions)
            offers = [offer for offer, _ in zip(question.offers, range(20), strict=False)]
            user = table.players[question.seat - 1].user
            about = {"press": self.chance.getrandbits(60), "table": table.id, "user": user, "seen": table.seq}
            return {**about, "line": write_action(self.chance.choice(offers))}
        return None

    async def _open_table(self) -> None:
        title = next(iter(GAMES))  # the quickest one
        guild, channel = self.chance.getrandbits(20) << 22, self.chance.getrandbits(50)
        table = await self.tables.open_lobby(channel, guild, title, Player("Ada", 101))
        for user in range(102, 101 + max(2, GAMES[title].seats[0])):
            await self.tables.join_lobby(table.id, Player(str(user), user))
        await self.tables.start_game(table.id, 101)

    async def _press(self, sent: dict[str, Any]) -> None:
        """Make the move of a press, and have it posted."""
        try:
            given = {"interaction": sent["press"], "seen_seq": sent["seen"]}
            made = await self.tables.play_move(sent["table"], sent["user"], sent["line"], **given)
            self.journal.note("answered", press=sent["press"], seq=made.seq)
        except RoundhouseError as error:
            self.journal.note("answered", press=sent["press"], refused=str(error))
        self.announcer.wake(sent["table"])

    # -- presses that reach two processes

    def _send_on(self, sent: dict[str, Any]) -> None:
        others = [file for file in self.folder.glob("*.press") if file.stem != self.name]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way, suppress(OSError):
            way.setblocking(False)
            for other in self.chance.sample(others, min(1, len(others))):
                way.sendto(json.dumps(sent).encode(), str(other))

    async def _receive(self) -> None:
        own = self.folder / f"{self.name}.press"
        own.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
            way.bind(str(own))
            way.setblocking(False)
            while True:
                sent = await asyncio.get_running_loop().sock_recv(way, 65_536)
                self._begin(self._press(json.loads(sent)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- seats in lobbies

    async def join(self) -> None:
        """Take a seat in each lobby for two people, beside another process that does the same."""
        await self.open()
        query = "SELECT id FROM session WHERE status = 'lobby' ORDER BY id"
        lobbies = [table for (table,) in await self.store.read(lambda db: db.execute(query).fetchall())]
        self.journal.note("up")
        while True:
            await asyncio.sleep(0.001)
            if (self.folder / "begin").exists():
                break
        first = 1_000 if self.name == "bot0" else 2_000
        for table in lobbies:
            await asyncio.gather(
                *(self.tables.join_lobby(table, Player(str(user), user)) for user in (first, first + 1))
            )
        self.journal.note("done")


def _has_untold_moves(db: Connection) -> bool:
    """Whether a move is not yet posted. Lobbies don't count, because their cards are not posted here."""
    return bool(db.execute("SELECT 1 FROM log WHERE announced = 0 LIMIT 1").fetchone())


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """End the process at once if it has lost its database."""
    try:
        await work
    except DatabaseError:
        await _end()


async def _end() -> None:
    os._exit(_LOST)


async def _main(work: Coroutine[Any, Any, None]) -> None:
    """End the process with the work, before other tasks are canceled."""
    try:
        await work
    except (*DatabaseError, RoundhouseError) as error:
        print(type(error).__name__, error, file=sys.stderr)
        await _end()


if __name__ == "__main__":
    bot = Bot(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    asyncio.run(_main(bot.join() if sys.argv[4:] == ["joins"] else bot.run()))
