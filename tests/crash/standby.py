"""``python -m tests.crash.standby --seconds 60``: three bots at one PostgreSQL address, killed, cut off, and frozen.

One has the tables and two are on standby. In the end every answered press is one move, no press is two, and each game
follows from its log. A post may be doubled where its process died between the post and its mark: Discord's search for
the mark is not simulated here. Exit 1 when something is lost or doubled.
"""

import argparse
import asyncio
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg

from bot.play.sessions import Tables
from engine.games import GAMES
from engine.store import Store
from engine.store.verify import verify
from tests.crash.standby_player import read
from tests.postgresql import schema, server
from tests.store.damaging import play

_NAMES = ("Ada's", "Ben's", "Cleo's")
_FROZEN_SECONDS = 1.5


class Stage:
    """The processes, and what was done to them. Mutable."""

    def __init__(self, address: str, folder: Path, until: float, seed: int) -> None:
        self.address, self.folder, self.until = address, folder, until
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.ends: list[float] = []
        self.running = {name: self._begin(name) for name in _NAMES}

    def _begin(self, name: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "tests.crash.standby_player", name, self.address, self.folder, str(self.until)]
        with open(self.folder / f"{name}.err", "ab") as errors:
            return subprocess.Popen(words, stderr=errors)

    def holder(self) -> dict[str, Any] | None:
        """Who took the tables last."""
        lines = [line for file in self.folder.glob("*.jsonl") for line in read(file) if line["kind"] == "took"]
        return max(lines, key=lambda line: float(line["at"]), default=None)

    def _is_ready(self, took: dict[str, Any] | None) -> bool:
        """Whether one has the tables, and another one has just asked for them."""
        if took is None or self.running[took["who"]].poll() is not None:
            return False
        lines = [line for file in self.folder.glob("*.jsonl") for line in read(file)[-1:]]
        waiting = [line for line in lines if line["kind"] == "waits" and time.time() - line["at"] < 1.0]
        return any(self.running[line["who"]].poll() is None for line in waiting)

    def hurt(self) -> None:
        """Something happens to the process that has the tables, while another one is on standby."""
        took = self.holder()
        if not self._is_ready(took):
            return
        assert took is not None
        how, process = self.chance.choice(("kill", "cut", "freeze", "freeze and cut")), self.running[took["who"]]
        self.done[how] += 1
        if "freeze" in how:
            process.send_signal(signal.SIGSTOP)
        if "cut" in how:
            with psycopg.connect(self.address, autocommit=True) as pg:
                pg.execute("SELECT pg_terminate_backend(%s)", (took["backend"],))
        if how == "kill":
            process.kill()
        if how != "freeze":
            self.ends.append(time.time())
        if "freeze" in how:  # meanwhile another one may take over
            time.sleep(_FROZEN_SECONDS)
            process.send_signal(signal.SIGCONT)

    def mend(self) -> None:
        """Starts again what has ended, as a supervisor would."""
        for name, process in self.running.items():
            if process.poll() is not None and time.time() < self.until - 3:
                self.running[name] = self._begin(name)


async def _prepare(address: str, tables: int) -> None:
    store = await Store.open(address)
    games = list(GAMES)
    for channel in range(1, tables + 1):
        await play(Tables(store), channel, games[channel % len(games)], 1)
    await store.close()


def _judged(stage: Stage) -> dict[str, Any]:
    """What became of every press, out of the journals and the database."""
    lines = [line for file in stage.folder.glob("*.jsonl") for line in read(file)]
    with psycopg.connect(stage.address) as pg:
        log = pg.execute("SELECT interaction FROM log WHERE interaction IS NOT NULL").fetchall()
    made = Counter(press for (press,) in log)
    answered = [(line["press"], line["seq"]) for line in lines if line["kind"] == "answered" and "seq" in line]
    seqs: dict[int, set[int]] = {}
    for press, seq in answered:
        seqs.setdefault(press, set()).add(seq)
    posts = Counter((line["table"], line["seq"]) for line in lines if line["kind"] == "posted")
    takes = [float(line["at"]) for line in lines if line["kind"] == "took"]
    gaps = sorted(min(later) - end for end in stage.ends if (later := [at for at in takes if at > end]))
    return {
        "done": dict(stage.done),
        "moves": sum(made.values()),
        "lost": sum(press not in made for press in seqs),
        "doubled": sum(count > 1 for count in made.values()) + sum(len(each) > 1 for each in seqs.values()),
        "posted twice": sum(count > 1 for count in posts.values()),
        "take-overs": len(gaps),
        "take-over seconds, median and most": [round(statistics.median(gaps), 2), round(gaps[-1], 2)] if gaps else [],
    }


def main() -> int:
    """Runs the bots and judges what they leave."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--tables", type=int, default=24)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    with server() as home, tempfile.TemporaryDirectory() as folder:
        address = schema(home)
        asyncio.run(_prepare(address, given.tables))
        stage = Stage(address, Path(folder), time.time() + given.seconds, given.seed)
        while time.time() < stage.until - 4:
            time.sleep(stage.chance.uniform(1.0, 3.0))
            stage.hurt()
            stage.mend()
        for process in stage.running.values():
            process.wait(60)
        found = _judged(stage)
        report = asyncio.run(verify(address))
    print(found | {"games": report.games, "findings": len(report.findings)})
    return 1 if found["lost"] or found["doubled"] or report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
