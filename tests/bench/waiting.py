"""How long a person waits for the whole answer to a press while hundreds of tables of computers play, of every title.

The whole bot, as on Discord: computers think, moves are committed, pictures are drawn and posted.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bot.allowance import Allowance
from bot.tables.table import Player, Table
from bot.ui.components import custom_id
from bot.ui.menu import words
from engine import GAMES
from tests.bench.discord import Server, served
from tests.bench.figures import Figure, against, p99

__all__ = ["measure"]

TABLES = 300
SEATS = 4
GOAL_SECONDS = 3.0
THINKING_SECONDS = 0.5
"""Between an answer and the next press."""
WARM_SECONDS = 20.0
"""Until every table has come to its pace."""
_POLICY, _HOST = "greedy", 1


class Wait(NamedTuple):
    """Seconds from a press to its first answer, mostly text, and to the last, mostly a picture."""

    first: float
    whole: float


def measure(seconds: float) -> list[Figure]:
    """Presses one after the other for so long; the goal is the anchor."""
    return asyncio.run(_measured(seconds))


async def _measured(seconds: float) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with served(Path(folder)) as server:
            crowd = await _crowd(server)
            own = [await _table(server, key, person=True) for key in GAMES]
            await asyncio.sleep(WARM_SECONDS)
            alone = await _posts(server, crowd, asyncio.sleep(WARM_SECONDS))
            waits = list[Wait]()
            beside = await _posts(server, crowd, _press(server, own, seconds, waits))
    load = f"load average of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    posts = f"their posts with pictures: {beside}, and before the first press {alone}"
    busy = f"{TABLES} tables of computers at the default pace; {posts}; {load}"
    said = f"{len(waits)} presses, {server.illustrated} answered with pictures"
    return [
        _figure("a person's first answer, p99", [wait.first for wait in waits], said),
        _figure("a person's whole answer, p99", [wait.whole for wait in waits], busy),
    ]


def _figure(name: str, waited: list[float], note: str) -> Figure:
    spread = f"p50 {median(waited):.2f} s, most {max(waited):.2f} s"
    return against(name, p99(waited), GOAL_SECONDS, "s", most=1, note=f"{spread}; {note}")


async def _posts(server: Server, crowd: list[Table], work: Awaitable[object]) -> str:
    """How many posts with pictures the tables got while something was done."""
    before, began = Counter(server.posts), perf_counter()
    await work
    taken = perf_counter() - began
    made = Counter({table.channel: server.posts[table.channel] - before[table.channel] for table in crowd})
    return f"{made.total() / taken:.1f} a second at {len(+made)} tables"


async def _crowd(server: Server) -> list[Table]:
    keys = list(GAMES)
    return [await _table(server, keys[number % len(keys)]) for number in range(TABLES)]


async def _table(server: Server, title: str, *, person: bool = False) -> Table:
    """A table in play, of computers or of the person and computers."""
    sessions = server.bot.desk.sessions
    host = Player("Ada", server.person if person else _HOST)
    table = await sessions.open(server.channel(f"{title}-table"), server.id, title, host, seated=person)
    while len(table.players) < min(SEATS, GAMES[title].seats[-1]):
        table = await sessions.add_computer(table.id, _POLICY)
    table = await sessions.start(table.id, host.user or 0)
    server.bot.desk.announcer.kick(table.id)
    if person:
        await server.opened(table.channel)
    return table


async def _press(server: Server, own: list[Table], seconds: float, waits: list[Wait]) -> None:
    """Notes how long each press took from when it was to be made, the event loop's own delay included."""
    server.bot.desk.studio.allowance = Allowance(burst=10_000)  # for more than people get
    presses, until = _visits(server, own, random.Random(1)), perf_counter() + seconds
    while (began := perf_counter() + THINKING_SECONDS) < until:
        await asyncio.sleep(THINKING_SECONDS)
        await anext(presses)
        waits.append(Wait(server.answered - began, perf_counter() - began))


async def _visits(server: Server, own: list[Table], rng: random.Random) -> AsyncIterator[None]:
    """Press after press: a look at the board, then all that a move takes, at one table after the other."""
    while True:
        for table in own:
            await server.press(table.channel, custom_id("v", table.id, 0, "cboard"))
            yield
            async for _ in _move(server, table.id, rng):
                yield


async def _move(server: Server, table_id: int, rng: random.Random) -> AsyncIterator[None]:
    """The menu, each word of an answer, and *Confirm*; a look at the own hand when others are asked."""
    table = await server.bot.desk.sessions.get(table_id)
    asked = [d for d in server.bot.desk.sessions.decisions(table) if table.players[d.seat - 1].user]
    if not asked:
        await server.press(table.channel, custom_id("v", table.id, 0, "chand"))
        yield
        return
    spelled = words(rng.choice([offer for offer, _ in zip(asked[0].offers, range(20), strict=False)]))
    message = None
    for count in range(len(spelled) + 1):
        rest = " ".join(["-0", *spelled[:count]])
        message = await server.press(table.channel, custom_id("m", table.id, table.seq, rest), message)
        yield
    await server.press(table.channel, custom_id("a", table.id, table.seq, f"- {' '.join(spelled)}"), message)
    yield
