"""From a press, as the gateway hands it over, to the committed move, against a bare commit of the same bytes.

The press is a button's interaction as JSON; it goes through discord.py's dispatch, the seat, the rules and the store.
Nothing is answered and nothing drawn: only what stands between the press and the disk is timed.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bot.client import Roundhouse
from bot.config import Settings
from bot.play.sessions import Tables
from bot.tables.table import Player
from bot.ui.components import Press, custom_id
from engine.core.codec import dump
from engine.core.notation import write
from engine.store import Store
from tests.bench.figures import Figure, against, p99
from tests.bench.positions import Title, seats

FIRST = 3
"""Games that are not counted: until the write-ahead logs have their size, a commit takes twice as long."""


class Bench:
    """One table, one client that is not connected, and a bare table beside them. Mutable: it plays."""

    def __init__(self, sessions: Tables, client: Roundhouse, bare: sqlite3.Connection) -> None:
        self.sessions, self.client, self.bare = sessions, client, bare
        self.done: asyncio.Future[float] | None = None
        self.presses = 0
        client.routes = {"a": self._commit}

    async def _commit(self, interaction: Any, press: Press) -> None:
        table = await self.sessions.get(press.table)
        seat = self.sessions.seat_of(table, interaction.user.id)
        line = f"p{seat} {press.rest.split(' ', 1)[1]}"
        await self.sessions.play(table.id, interaction.user.id, line, interaction=interaction.id, seen=press.seq)
        assert self.done is not None
        self.done.set_result(perf_counter())

    async def game(self, title: Title, channel: int) -> list[tuple[float, float]]:
        """Milliseconds of every press of a game, and of a bare commit after it."""
        table = await self.sessions.open(channel, 1, title.key, Player("1", 1))
        for user in range(2, seats(title) + 1):
            await self.sessions.join(table.id, Player(str(user), user))
        table = await self.sessions.start(table.id, 1)
        taken = []
        while questions := self.sessions.decisions(table):
            action = next(iter(questions[0].offers))
            identity = custom_id("a", table.id, table.seq, write(action))
            press = await self._press(identity, int(questions[0].seat))
            table = await self.sessions.get(table.id)
            assert table.state is not None
            taken.append((press, self._bare_commit(dump(table.state))))
        return taken

    async def _press(self, identity: str, user: int) -> float:
        self.presses += 1
        text = json.dumps(_payload(self.presses, identity, user))
        self.done = asyncio.get_running_loop().create_future()
        began = perf_counter()
        self.client._connection.parse_interaction_create(json.loads(text))
        return 1_000 * (await asyncio.wait_for(self.done, 10) - began)

    def _bare_commit(self, state: bytes) -> float:
        """A log row and a new head of the same size, in this thread."""
        began = perf_counter()
        self.bare.execute("BEGIN IMMEDIATE")
        self.bare.execute("INSERT INTO log (action, events) VALUES ('p1 place St._Louis 2,-1 n', ?)", (state[:200],))
        self.bare.execute("UPDATE head SET state = ?", (state,))
        self.bare.execute("COMMIT")
        return 1_000 * (perf_counter() - began)


def measure(titles: Sequence[Title], games: int) -> list[Figure]:
    """For each title the median and 99th percentile of presses, against bare commits taken in turn with them."""
    return [figure for title in titles for figure in _measured(title, games)]


def _measured(title: Title, games: int) -> list[Figure]:
    pairs = asyncio.run(_play(title, games))
    presses, bare = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    name = f"{title.key}: press to committed move"
    return [
        against(f"{name}, p50", median(presses), median(bare), "ms", most=2.5),
        against(f"{name}, p99", p99(presses), p99(bare), "ms", most=4, note=f"{len(pairs)} presses"),
    ]


async def _play(title: Title, games: int) -> list[tuple[float, float]]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:  # on the disk, not in memory
        store = await Store.open(Path(folder) / "tables.db")
        client = Roundhouse(Settings())
        bench = Bench(Tables(store), client, _bare(Path(folder) / "bare.db"))
        try:
            async with client:  # gives it the loop; it connects to nothing
                every = [await bench.game(title, channel) for channel in range(1, FIRST + games + 1)]
                return [pair for game in every[FIRST:] for pair in game]
        finally:
            bench.bare.close()
            await store.close()


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.executescript("CREATE TABLE log (seq INTEGER PRIMARY KEY, action, events); CREATE TABLE head (state)")
    db.execute("INSERT INTO head VALUES ('')")
    return db


def _payload(number: int, identity: str, user: int) -> dict[str, Any]:
    """A press of a button, as Discord sends it."""
    person = {"id": str(user), "username": "ada", "discriminator": "0", "avatar": None, "global_name": "Ada"}
    part = {"type": 2, "style": 1, "label": "Confirm", "custom_id": identity, "id": 2}
    return {
        "id": str(10**18 + number),
        "application_id": "1",
        "type": 3,
        "token": "t",
        "version": 1,
        "channel_id": "1",
        "data": {"custom_id": identity, "component_type": 2, "id": 2},
        "user": person,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "locale": "en-US",
        "app_permissions": "0",
        "attachment_size_limit": 10_000_000,
        "message": {
            "id": "2",
            "channel_id": "1",
            "type": 0,
            "content": "",
            "author": {**person, "bot": True},
            "attachments": [],
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "mention_everyone": False,
            "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "flags": 64,
            "components": [{"type": 1, "id": 1, "components": [part]}],
        },
    }
