"""A run in which people press, the bot is killed, and the database is read in between."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.tables.picture_slots import POST_PREFIX
from engine.store import LogRow, Store, Table, pending_posts
from tests.crash.bot_process import BotProcess
from tests.crash.discord_server import Loopback
from tests.crash.discord_state import Failure, Interaction, World

__all__ = ["Stage"]

ANSWER_SECONDS, READY_SECONDS = 8.0, 60.0
LINGER_SECONDS = 1.0
"""Seconds to wait for a request at which to kill the bot; then it is killed anyway."""
PULLED = 0.4
"""The share of presses and of starts at which the bot is killed."""


@dataclass
class Stage:
    """One run, which collects what happened. ``known`` is each table's log as last read.

    With ``words_first``, every report gets its pictures after it was posted.
    """

    database: Path
    log: Path
    kills_wanted: int
    chance: random.Random
    world: World = field(default_factory=World)
    kills: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    known: dict[int, tuple[LogRow, ...]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    words_first: bool = False

    async def open(self) -> None:
        """Open the simulated Discord and start the bot."""
        self.door = Loopback(self.world)
        self.door.trip = self._trip
        await self.door.open()
        self._bot = BotProcess(self.door.port, self.database, self.log, words_first=self.words_first)
        self._countdown, self._stage = -1, ""
        await self._restart()

    async def close(self) -> None:
        """Stop both."""
        await self._bot.stop()
        await self.door.close()

    @property
    def killed(self) -> int:
        """The number of kills so far."""
        return self.kills.total()

    async def attempt(self, act: Callable[[], Awaitable[list[str]]]) -> list[str]:
        """Let somebody press, sometimes with a kill meanwhile, and return the bot's answer."""
        plug = asyncio.create_task(self._pull_the_plug()) if self._is_time() else None
        answer = await act()
        if plug is not None:
            await plug
            await self._restart()
        return answer

    async def settle(self) -> None:
        """Let the bot post the rest, with the pictures of every report."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            store = await Store.open(self.database, read_only=True)
            try:
                late = await store.read(lambda db: pending_posts.find_tables_with_pending_pictures(db, POST_PREFIX))
                if not late and not await store.list_pending_tables():
                    return
            finally:
                await store.close()
            await asyncio.sleep(0.2)

    # -- pressing and answers

    async def command(self, person: dict[str, Any], group: str, leaf: str, given: dict[str, Any]) -> list[str]:
        """Use ``/group leaf``, and return the bot's answer, or nothing if the bot dies before."""
        values = [{"type": 4 if isinstance(v, int) else 3, "name": name, "value": v} for name, v in given.items()]
        command = next((c["id"] for c in self.world.commands if c["name"] == group), "0")
        data = {"id": command, "name": group, "type": 1, "options": [{"type": 1, "name": leaf, "options": values}]}
        return await self._answered(await self.door.interact(person, 2, data), f"/{group} {leaf} {given}")

    async def press(self, person: dict[str, Any], identity: str) -> list[str]:
        """Press the button with that ``custom_id``."""
        under = next(m for m in reversed(self.world.messages.values()) if identity in str(m["components"]))
        data = {"custom_id": identity, "component_type": 2}
        return await self._answered(await self.door.interact(person, 3, data, under), identity)

    async def _answered(self, asked: Interaction, what: str) -> list[str]:
        """Return the bot's answer, or nothing if it dies before, and read the database."""
        answered, dead = asyncio.create_task(asked.answered.wait()), asyncio.create_task(self._bot.ended())
        await asyncio.wait((answered, dead), timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in (answered, dead):
            task.cancel()
        if not asked.answered.is_set() and self._bot.alive:
            self.unanswered.append(what)
        await self.look()
        return asked.texts

    # -- the plug

    def _is_time(self) -> bool:
        return self.killed < self.kills_wanted and self.chance.random() < PULLED

    async def _pull_the_plug(self) -> None:
        """Kill the bot after 0.3 ms to half a second, or in the middle of one of its next requests."""
        stage = self.chance.choice(("", "before", "after"))
        if not stage:
            await asyncio.sleep(10 ** self.chance.uniform(-3.5, -0.3))
            await self._kill("at a random time")
        elif not await self._kill_at(stage, self.chance.randrange(6), LINGER_SECONDS):
            await self._kill("at a random time")

    async def _kill_at(self, stage: str, countdown: int, seconds: float) -> bool:
        """Kill the bot at a request. Returns False if no such request comes."""
        self._stage, self._countdown, self._came = stage, countdown, asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._came.wait(), seconds)
        if self._countdown < 0:  # it has come, though the kill may still be under way
            await self._came.wait()
            return True
        self._countdown = -1
        return False

    async def _trip(self, stage: str, what: str) -> None:
        if self._countdown < 0 or stage != self._stage:
            return
        self._countdown -= 1
        if self._countdown < 0:
            await self._kill(f"{stage} {what}")
            self._came.set()
            if stage == "before":
                raise Failure(500, 0, "The request never arrived.")

    async def _kill(self, where: str) -> None:
        """Kill the bot. An earlier post can then be found in only one way: by its nonce, or in the history."""
        await self._bot.kill()
        self.kills[where] += 1
        self.world.nonce_seconds = 0.0 if self.world.readable else 300.0

    async def _restart(self) -> None:
        """Start the bot until it stays up: sometimes it is killed again while it posts pending moves."""
        while True:
            await self.look()
            await self._bot.start()
            again = None
            if self.killed and self._is_time():
                stage, countdown = self.chance.choice(("before", "after")), self.chance.randrange(10)
                again = asyncio.create_task(self._kill_at(stage, countdown, LINGER_SECONDS * 3))
            until = time.monotonic() + READY_SECONDS
            while self.door.identified != self._bot.token and self._bot.alive:
                if time.monotonic() > until:
                    raise TimeoutError("the bot does not come up; see its log")
                await asyncio.sleep(0.01)
            if again is not None and await again:
                continue
            if not self._bot.alive:
                raise RuntimeError("the bot ended by itself; see its log")
            return

    # -- what is on the disk

    async def look(self) -> tuple[Table, ...]:
        """Read the database. Rows that were committed before must still be there."""
        if not self.database.exists():
            return ()
        store = await Store.open(self.database, read_only=True)
        try:
            found = [await store.load_table(number) for number in await store.list_tables()]
            tables = tuple(table for table in found if table is not None)
            for table in tables:
                rows = await store.load_log(table.id)
                before = self.known.get(table.id, ())
                if rows[: len(before)] != before:
                    self.lost.append(f"table {table.id}: {len(before)} rows known, not all still there")
                self.known[table.id] = rows
        finally:
            await store.close()
        return tables
