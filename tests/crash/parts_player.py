"""One of several active bots at one PostgreSQL database, without Discord: it takes a part, plays, tells, and relays.

``argv``: name, address, folder of the journals, shards, parts. It ends when there is a file ``end`` in the folder. Most
presses are at its own tables; some are at others', as from a direct message, and go to whoever has them.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from bot.hosting.errands import Errands
from bot.play.sessions import Player, Table, Tables
from engine.core import write
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import DatabaseError, Store
from engine.store import statements as sql
from engine.store.parts import Layout
from tests.crash.standby_player import Journal, press, tell

AT_ONCE = 3
"""People who press at the same time."""
GAMES_AT_ONCE = 12
_RELAYED, _TWICE = 0.1, 0.05
"""The share of presses at other parts' tables, and of those that Discord delivers twice."""
_RELAYS_AT_ONCE = 48
_LATE_SECONDS = 10.0
"""As long after a press, nobody waits for its answer."""


class Bot:
    """Mutable: it plays."""

    def __init__(self, name: str, address: str, folder: Path, layout: Layout) -> None:
        self.name, self.address, self.folder, self.layout = name, address, folder, layout
        self.journal, self.chance = Journal(folder, name), random.Random(os.getpid())
        self.relays = asyncio.Semaphore(_RELAYS_AT_ONCE)
        self.tasks = set[asyncio.Task[None]]()
        self.telling: dict[int, asyncio.Lock] = {}

    @property
    def is_over(self) -> bool:
        return (self.folder / "end").exists()

    async def run(self) -> None:
        """Waits for a part, presses again what nobody answered, and plays."""
        self.store = await Store.open(self.address, waits=self._wait, layout=self.layout)
        self.tables, self.errands = Tables(self.store), Errands(self.store, _end)
        self.errands.answer = lambda payload: self._begin(self._press(json.loads(payload)))
        self.errands.is_late = lambda payload: time.time() - json.loads(payload)["at"] > _LATE_SECONDS
        await self.errands.listen(self.address)
        await self._note_taken()
        self.errands.start()
        for sent in list(self.journal.unanswered()):
            if sent["who"] == self.name and await self._is_own(sent["table"]):  # nobody relays it anymore
                await self._press(sent)
        for number in await self.store.pending():
            await self._tell(number)
        await asyncio.gather(*(self._play() for _ in range(AT_ONCE)))
        await asyncio.gather(*self.tasks)
        await self.errands.close()
        await self.store.close()

    def _wait(self) -> None:
        self.journal.note("waits")
        if self.is_over:
            os._exit(0)

    async def _note_taken(self) -> None:
        (backend,) = await self.store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
        ears: Any = self.errands._ears
        self.journal.note("took", part=self.store.part.number, backend=backend, ears=ears._pg.info.backend_pid)

    async def _play(self) -> None:
        while not self.is_over:
            table = await self._chosen()
            sent = table and self._line(table)
            if table is None or sent is None:
                await asyncio.sleep(0.01)
                continue
            self.journal.note("sent", **sent)
            if self.store.part.has(table.guild):
                await self._press(sent)
                if self.chance.random() < _TWICE:
                    self._begin(self._press(sent))
            else:
                await self.relays.acquire()
                self._begin(self._relay(table, sent))

    async def _chosen(self) -> Table | None:
        """A game that runs, mostly one of its own; a new one when there are few."""
        own = await self.store.playing()
        if len(own) < GAMES_AT_ONCE:
            return await self._opened()
        if self.layout.parts == 1 or self.chance.random() >= _RELAYED:
            return await self.tables.get(self.chance.choice(own))
        others = set(await self.store.read(sql.playing)) - {*own}
        return await self.tables.get(self.chance.choice(sorted(others))) if others else None

    async def _opened(self) -> Table:
        shard = self.chance.choice(self.store.part.shards())
        guild = (self.chance.getrandbits(20) * self.layout.shards + shard) << 22
        title = next(iter(GAMES))  # the quickest one
        table = await self.tables.open(self.chance.getrandbits(50), guild, title, Player("Ada", 101))
        for user in range(102, 101 + max(2, GAMES[title].seats[0])):
            await self.tables.join(table.id, Player(str(user), user))
        return await self.tables.start(table.id, 101)

    def _line(self, table: Table) -> dict[str, Any] | None:
        questions = self.tables.decisions(table)
        if not questions:
            return None
        question = self.chance.choice(questions)
        offers = [offer for offer, _ in zip(question.offers, range(20), strict=False)]
        user = table.players[question.seat - 1].user
        about = {"press": self.chance.getrandbits(60), "table": table.id, "user": user, "seen": table.seq}
        return {**about, "line": write(self.chance.choice(offers))}

    async def _press(self, sent: dict[str, Any]) -> None:
        await press(self.tables, self.journal, sent, self._tell)

    async def _tell(self, table: int) -> None:
        async with self.telling.setdefault(table, asyncio.Lock()):
            await tell(self.tables, self.journal, table)

    async def _relay(self, table: Table, sent: dict[str, Any]) -> None:
        payload = json.dumps(sent | {"at": time.time()})
        try:
            if not await self.errands.relay(self.store.part.of(table.guild), sent["user"], payload):
                self.journal.note("moving", press=sent["press"])
        finally:
            self.relays.release()

    async def _is_own(self, number: int) -> bool:
        return self.store.part.has((await self.tables.get(number)).guild)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """A process that has lost its database ends at once."""
    try:
        await work
    except DatabaseError:
        await _end()


async def _end() -> None:
    os._exit(70)


if __name__ == "__main__":
    given = Layout(int(sys.argv[4]), int(sys.argv[5]))
    try:
        asyncio.run(Bot(sys.argv[1], sys.argv[2], Path(sys.argv[3]), given).run())
    except (*DatabaseError, RoundhouseError) as error:
        print(error, file=sys.stderr)
        os._exit(70)
