"""Resident memory of a bot with a thousand tables in play, its pictures' stamps drawn."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.client import Roundhouse
from bot.config import Settings
from bot.play.sessions import Sessions
from bot.sight import sight
from bot.studio import Studio
from bot.tables.table import Player
from engine.core.notation import write
from engine.store import Store
from tests.bench.figures import Figure, against
from tests.bench.positions import GAME, SEATS

__all__ = ["measure"]

GOAL_MB = 200.0
MOVES = 8
"""Made at each table before memory is read."""


def measure(tables: int) -> Figure:
    """In a process of its own; the goal is the anchor."""
    done = subprocess.run([sys.executable, "-m", __name__, str(tables)], check=True, capture_output=True, text=True)
    note = f"{tables:,} tables with {MOVES} moves each, every picture drawn at one table in twenty; the peak"
    return against("resident memory", float(done.stdout), GOAL_MB, "MB", most=1, note=note)


async def _fill(tables: int) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        store = await Store.open(Path(folder) / "tables.db")
        client, sessions, studio = Roundhouse(Settings()), Sessions(store), Studio(Settings())
        for channel in range(1, tables + 1):
            await _table(sessions, studio, channel, drawn=channel % 20 == 0)
        await store.close()
        del client


async def _table(sessions: Sessions, studio: Studio, channel: int, *, drawn: bool) -> None:
    table = await sessions.open(channel, 1, GAME.key, Player("Player 1", channel * 10 + 1))
    for seat in range(2, SEATS + 1):
        await sessions.join(table.id, Player(f"Player {seat}", channel * 10 + seat))
    table = await sessions.start(table.id, channel * 10 + 1)
    for _ in range(MOVES):
        question = sessions.decisions(table)[0]
        line = write(next(iter(question.offers)))
        await sessions.play(table.id, channel * 10 + question.seat, line, interaction=None, seen=None)
        table = await sessions.get(table.id)
    if drawn:
        seen = sight(table, None)
        for name in seen.painter.pictures:
            await studio.draw(lambda name=name: seen.painter.scenes(name, seen.view, seen.look))


def _resident_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_024 * 1_024 if sys.platform == "darwin" else 1_024)


if __name__ == "__main__":
    asyncio.run(_fill(int(sys.argv[1])))
    print(_resident_mb())
