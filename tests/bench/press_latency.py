"""Measure the time to the whole answer of a press while hundreds of tables of computers play every game.

The whole bot runs as on Discord: computers search, moves are committed, and pictures are drawn and posted.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.tables.table import Player, Table
from engine import GAMES
from tests.bench.measurement import Figure, against, p99
from tests.bench.simulated_discord import Server, served
from tests.bench.simulated_player import Person

__all__ = ["computers", "measure"]

TABLES = 300
SEATS = 4
GOAL_SECONDS = 3.0
WARM_SECONDS = 20.0
"""Seconds until all tables play at their usual pace."""
_POLICY, _HOST = "greedy", 1


def measure(seconds: float) -> list[Figure]:
    """Press repeatedly for ``seconds``. The goal is the anchor."""
    return asyncio.run(_measured(seconds))


async def _measured(seconds: float) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with served(Path(folder)) as server:
            crowd = await computers(server, TABLES)
            own = [await _table(server, key, person=True) for key in GAMES]
            await asyncio.sleep(WARM_SECONDS)
            alone = await _posts(server, crowd, asyncio.sleep(WARM_SECONDS))
            person = Person(server, own)
            beside = await _posts(server, crowd, person.plays(seconds))
    load = f"load average of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    posts = f"their posts with pictures: {beside}, and before the first press {alone}"
    busy = f"{TABLES} tables of computers at the default pace; {posts}; {load}"
    said = f"{len(person.whole)} presses, {server.illustrated} answered with pictures"
    return [
        _figure("a person's first answer, p99", person.first, said),
        _figure("a person's whole answer, p99", person.whole, busy),
        _figure("their channel told of a move, p99", person.told, f"{len(person.told)} moves"),
    ]


def _figure(name: str, waited: list[float], note: str) -> Figure:
    spread = f"p50 {median(waited):.2f} s, most {max(waited):.2f} s"
    return against(name, p99(waited), GOAL_SECONDS, "s", most=1, note=f"{spread}; {note}")


async def _posts(server: Server, crowd: list[Table], work: Awaitable[object]) -> str:
    """Return how many posts with pictures the tables got during ``work``, as text."""
    before, began = Counter(server.posts), perf_counter()
    await work
    taken = perf_counter() - began
    made = Counter({table.channel: server.posts[table.channel] - before[table.channel] for table in crowd})
    return f"{made.total() / taken:.1f} a second at {len(+made)} tables"


async def computers(server: Server, tables: int) -> list[Table]:
    """Start tables of every game at which only computers play."""
    keys = list(GAMES)
    return [await _table(server, keys[number % len(keys)]) for number in range(tables)]


async def _table(server: Server, title: str, *, person: bool = False) -> Table:
    """Start a table of computers only, or of the person and computers."""
    sessions = server.bot.services.tables
    host = Player("Ada", server.person if person else _HOST)
    table = await sessions.open_lobby(server.channel(f"{title}-table"), server.id, title, host, seated=person)
    while len(table.players) < min(SEATS, GAMES[title].seats[-1]):
        table = await sessions.add_computer(table.id, _POLICY)
    table = await sessions.start_game(table.id, host.user or 0)
    server.bot.services.outbox.wake(table.id)
    if person:
        await server.told(table.id)
    return table
