"""Measure the resident memory of a bot with tables of all games in play and their pictures drawn."""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from bot.client import Roundhouse
from bot.config import Settings
from bot.play.service import TableService
from bot.priority_semaphore import Priority
from bot.render_pool import RenderPool
from bot.tables.table import Player, Table
from bot.view import view_table
from engine import GAMES
from engine.agents.policies import QUICK_POLICIES
from engine.core import rng_from_seed, write_action
from engine.store import Store
from tests.bench.measurement import Figure, against

__all__ = ["measure"]

LATE, EARLY = 150, 8
"""Moves at a table that is drawn, which is late in any game, and at one that is only kept."""
TWO, DRAWN, ALL = "two Railway Rivals tables", "100 tables played and drawn", "1,000 tables"
GOALS_MB = {TWO: 200.0, DRAWN: 200.0, ALL: 250.0}
MOST_SEATS = 4
MAPS = ("london-liverpool", "tyne-tees")
"""Maps of Railway Rivals, used in turn, because each has a background of its own."""


def measure() -> Iterator[Figure]:
    """Yield the figures of a separate process with the container's settings, read three times. The goals are the
    anchors.
    """
    settings = {**os.environ, "MALLOC_ARENA_MAX": "2"}
    done = subprocess.run([sys.executable, "-m", __name__], check=True, capture_output=True, text=True, env=settings)
    for line in done.stdout.splitlines():
        name, resident, peak = line.split("\t")
        note = f"{LATE} moves by greedy computers, all pictures; {EARLY} moves at the rest; peak {peak} MB"
        yield against(f"resident memory, {name}", float(resident), GOALS_MB[name], "MB", most=1, note=note)


async def _stages() -> AsyncIterator[str]:
    """Yield a label each time memory is to be read."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        store = await Store.open(Path(folder) / "tables.db")
        client, hall = Roundhouse(Settings()), _Hall(store)
        for _ in range(2):
            await hall.drawn("railway-rivals")
        yield TWO
        for key in islice(cycle(GAMES), 98):
            await hall.drawn(key)
        yield DRAWN
        for key in islice(cycle(GAMES), 900):
            await hall.played(key, EARLY)
        yield ALL
        await store.close()
        del client


class _Hall:
    """Opens tables one after the other, and counts them."""

    def __init__(self, store: Store) -> None:
        self._sessions, self._studio, self._tables = TableService(store), RenderPool(Settings()), 0

    async def drawn(self, key: str) -> None:
        """Open a table late in its game, and draw its public pictures and those of the seat to move."""
        table = await self.played(key, LATE)
        asked = self._sessions.decisions(table)
        for seat in [None, *[question.seat for question in asked[:1]]]:
            seen = view_table(table, seat)
            for name in seen.painter.public_pictures:
                who = Priority.TABLE if seat is None else Priority.PERSON
                await self._studio.draw(
                    partial(seen.painter.public_scenes, name, seen.view, seen.drawing_context), priority=who
                )

    async def played(self, key: str, moves: int) -> Table:
        """Return a table with ``moves`` moves, or fewer if the game is over before."""
        self._tables += 1
        table, rng = await self._started(key, self._tables), rng_from_seed(self._tables, "bench")
        for _ in range(moves):
            if not (asked := self._sessions.decisions(table)):
                break
            view = view_table(table, asked[0].seat).view
            action, rng = QUICK_POLICIES["greedy"](GAMES[key], view, asked[0], rng)
            user = _user(table.channel, asked[0].seat)
            await self._sessions.play_move(table.id, user, write_action(action), interaction=None, seen_seq=None)
            table = await self._sessions.get(table.id)
        return table

    async def _started(self, key: str, channel: int) -> Table:
        table = await self._sessions.open_lobby(channel, 1, key, Player("Player 1", _user(channel, 1)))
        for seat in range(2, min(MOST_SEATS, GAMES[key].seats[-1]) + 1):
            await self._sessions.join_lobby(table.id, Player(f"Player {seat}", _user(channel, seat)))
        if key == "railway-rivals":
            await self._sessions.set_option(table.id, "map", MAPS[channel // 4 % 2])
        return await self._sessions.start_game(table.id, _user(channel, 1))


def _user(channel: int, seat: int) -> int:
    return channel * 10 + seat


def _resident_mb() -> float:
    """Return the resident memory of the process, or its peak if the system does not tell."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * resource.getpagesize() / 1_048_576 if told.exists() else _peak_mb()


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_024 * 1_024 if sys.platform == "darwin" else 1_024)


async def _main() -> None:
    async for name in _stages():
        print(name, f"{_resident_mb():.1f}", f"{_peak_mb():.1f}", sep="\t")


if __name__ == "__main__":
    asyncio.run(_main())
