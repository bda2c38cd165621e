"""Disturb several processes with one PostgreSQL server: ``python -m tests.crash processes --moves 20000``.

Each process answers presses at any table, and one leads. They are killed, frozen, cut off from the database, kept from
listening to one another, and connected so that nothing comes through; the server is restarted. In the end every
answered press is one move, each move was posted, and each game follows from its log. Two processes then take seats in
the same lobbies. A post may be repeated if a process was disturbed between the post and its mark: Discord's search for
the mark is not simulated here. The exit status is 1 if anything is wrong.
"""

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from bot.play.service import Player, TableService
from engine.games import GAMES
from engine.store import Store
from engine.store.verify import verify_database
from tests.crash.journal import Reader
from tests.postgresql import restart, schema, server
from tests.postgresql_relay import Relay

_FROZEN_SECONDS = 1.5
_SILENT_SECONDS = 2.0
_CALM_SECONDS = 1.0
"""Seconds that a process must have run to count as one that can lead."""
_LEADERS = 0.6
"""The share of disturbances of the leader."""
_ENDING = ("kill", "cut", "deafen", "freeze", "freeze and cut", "silence")
_RESTARTS, _TWO_AT_ONCE = 0.02, 0.05
_LOBBIES = 100
_HOST = 99
"""The host of the lobbies in which two processes take seats."""


class Hurt(msgspec.Struct):
    """A disturbance of a leader. ``is_followed``: another process was there to succeed it."""

    how: str
    at: float
    is_followed: bool


class Stage:
    """The processes, and the disturbances so far."""

    def __init__(self, home: str, address: str, relay: Relay | None, folder: Path, processes: int, seed: int) -> None:
        self.home, self.address, self.relay, self.folder = home, address, relay, folder
        self.chance, self.reader = random.Random(seed), Reader(folder)
        self.lines: list[dict[str, Any]] = []
        self.done: Counter[str] = Counter()
        self.hurts: list[Hurt] = []
        self.up: dict[str, float] = {}
        self.leader = ""
        self.running = {f"bot{number}": self._begin(f"bot{number}") for number in range(processes)}

    def _begin(self, name: str, *more: str) -> subprocess.Popen[bytes]:
        by_relay = name == "bot0" and self.relay is not None and not more
        address = self.relay.address if by_relay and self.relay is not None else self.address
        words = [f"{address}&application_name={name}", str(self.folder), *more]
        with open(self.folder / f"{name}.err", "ab") as errors:
            return subprocess.Popen([sys.executable, "-m", "tests.crash.process_player", name, *words], stderr=errors)

    def look(self) -> None:
        """Read the journals for which processes run and which one leads."""
        new = self.reader.new()
        self.lines += new
        for line in new:
            if line["kind"] == "up":
                self.up[line["who"]] = line["at"]
        takes = [line for line in self.lines if line["kind"] == "took"]
        self.leader = max(takes, key=lambda line: float(line["at"]), default={"who": ""})["who"]

    def moves(self) -> int:
        """The number of moves answered so far."""
        return len({line["press"] for line in self.lines if line["kind"] == "answered" and "seq" in line})

    def hurt(self) -> None:
        """Disturb the leader or another process, mostly when all of them run."""
        if not all(map(self._is_calm, self.running)) and self.chance.random() > _TWO_AT_ONCE:
            return
        if self.chance.random() < _RESTARTS:
            self.done["server restarted"] += 1
            self.hurts.append(Hurt("server restarted", time.time(), is_followed=False))
            restart(self.home)
            return
        name = self.leader if self.chance.random() < _LEADERS else self.chance.choice(sorted(self.running))
        if name not in self.up or self.running[name].poll() is not None:
            return
        how = self.chance.choice(_ENDING if name == "bot0" and self.relay is not None else _ENDING[:-1])
        self.done[how + (" of the leader" if name == self.leader else "")] += 1
        others = [other for other in self.running if other != name and self._is_calm(other)]
        if name == self.leader:
            self.hurts.append(Hurt(how, time.time(), is_followed=bool(others)))
        self._hurt(name, how)

    def _is_calm(self, name: str) -> bool:
        return self.running[name].poll() is None and time.time() - self.up.get(name, time.time()) > _CALM_SECONDS

    def _hurt(self, name: str, how: str) -> None:
        process = self.running[name]
        if "freeze" in how:
            process.send_signal(signal.SIGSTOP)
        if "cut" in how:
            self._cut(name, "NOT LIKE")
        if how == "deafen":
            self._cut(name, "LIKE")
        if how == "kill":
            process.kill()
        if "freeze" in how:  # meanwhile another one may lead
            time.sleep(_FROZEN_SECONDS)
            process.send_signal(signal.SIGCONT)
        if how == "silence" and self.relay is not None:
            self.relay.is_still = True
            time.sleep(_SILENT_SECONDS)
            process.kill()  # what it waits for was lost on the way
            process.wait()
            self.relay.is_still = False

    def _cut(self, name: str, listens: str) -> None:
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE application_name = %s AND query {listens} 'LISTEN%%'"
        )
        with psycopg.connect(self.home, autocommit=True) as pg:
            pg.execute(query.encode(), (name,))

    def mend(self) -> None:
        """Restart ended processes, as a supervisor would."""
        for name, process in self.running.items():
            if process.poll() is not None:
                self.up.pop(name, None)
                self.running[name] = self._begin(name)

    def finish(self) -> None:
        """Let all processes answer open presses, and end when everything is posted."""
        self.mend()
        time.sleep(_CALM_SECONDS)
        (self.folder / "end").touch()
        for process in self.running.values():
            process.wait(60)
        self.look()

    def join(self) -> dict[str, int]:
        """Let two processes take seats in the same lobbies at the same time."""
        asyncio.run(_open_lobbies(self.address))
        before = len(self.lines)
        processes = [self._begin(name, "joins") for name in ("bot0", "bot1")]
        while sum(line["kind"] == "up" for line in self.lines[before:]) < len(processes):
            time.sleep(0.05)
            self.look()
        (self.folder / "begin").touch()
        for process in processes:
            process.wait(120)
        with psycopg.connect(self.address) as pg:
            query = b"SELECT count(*) FROM player JOIN session ON id = session WHERE status = 'lobby' AND host = %s"
            (kept,) = pg.execute(query, (_HOST,)).fetchone() or (0,)
        return {"joins": 2 * len(processes) * _LOBBIES, "kept": int(kept)}


async def _open_lobbies(address: str) -> None:
    store = await Store.open(address)
    tables = TableService(store)
    title = next(title for title, game in GAMES.items() if game.seats[-1] >= 4)
    for channel in range(_LOBBIES):
        await tables.open_lobby(channel + 1, None, title, Player("Host", _HOST), seated=False)
    await store.close()


def judge(stage: Stage) -> dict[str, Any]:
    """Return the result of every press, from the journals and the database."""
    lines = stage.lines
    with psycopg.connect(stage.address) as pg:
        log = pg.execute("SELECT interaction FROM log WHERE interaction IS NOT NULL").fetchall()
        (untold,) = pg.execute("SELECT count(*) FROM log WHERE announced = 0").fetchone() or (0,)
    made = Counter(press for (press,) in log)
    seqs: dict[int, set[int]] = {}
    for line in lines:
        if line["kind"] == "answered" and "seq" in line:
            seqs.setdefault(line["press"], set()).add(line["seq"])
    refused = {line["press"]: line["refused"] for line in lines if line["kind"] == "answered" and "refused" in line}
    posts = Counter((line["table"], line["seq"]) for line in lines if line["kind"] == "posted")
    ms = sorted(line["ms"] for line in lines if line["kind"] == "took ms")
    answers = Counter(line["press"] for line in lines if line["kind"] == "answered")
    refused_and_made = [press for press in refused if press in made]
    return {
        "done": dict(sorted(stage.done.items())),
        "presses": sum(line["kind"] == "sent" for line in lines),
        "answered at two processes": sum(count > 1 for count in answers.values()),
        "moves": sum(made.values()),
        "wrong": {
            "lost": sum(press not in made for press in seqs),
            "duplicated": sum(count > 1 for count in made.values()),
            "answered differently by two": sum(len(each) > 1 for each in seqs.values()),
            "refused and made": [refused[press] for press in refused_and_made if answers[press] == 1],
            "unannounced": int(untold),
            "posted without the lead": _posted_without_lead(lines),
            "posts repeated by the same leader": _posted_again(lines),
        },
        # a process whose connection was cut makes the move later, when others have moved and it is allowed again
        "refused by one process, made by another": sum(answers[press] > 1 for press in refused_and_made),
        "posts repeated": sum(count - 1 for count in posts.values()),
        "posts": posts.total(),
        "press ms": _p50_and_p99(ms),
        **_take_overs(stage),
    }


def _posted_without_lead(lines: list[dict[str, Any]]) -> int:
    """Return the number of posts by a process after another one had taken the lead."""
    found, leader = 0, ""
    for line in sorted(lines, key=lambda line: float(line["at"])):
        if line["kind"] == "took":
            leader = line["who"]
        found += line["kind"] == "posted" and line["who"] != leader
    return found


def _posted_again(lines: list[dict[str, Any]]) -> int:
    """Return the number of posts that were repeated although no process had begun to lead since."""
    found, posted = 0, set[tuple[int, int]]()
    for line in sorted(lines, key=lambda line: float(line["at"])):
        if line["kind"] == "took":
            posted.clear()
        if line["kind"] == "posted":
            found += (line["table"], line["seq"]) in posted
            posted.add((line["table"], line["seq"]))
    return found


def _take_overs(stage: Stage) -> dict[str, Any]:
    """Return statistics of the seconds from each disturbance of a leader to the next lead."""
    takes = sorted(float(line["at"]) for line in stage.lines if line["kind"] == "took")
    followed: list[tuple[float, str]] = []
    alone: list[float] = []
    for number, hurt in enumerate(stage.hurts):
        until = stage.hurts[number + 1].at if number + 1 < len(stage.hurts) else float("inf")
        later = [at for at in takes if hurt.at < at < until]
        if later and hurt.is_followed:
            followed.append((later[0] - hurt.at, hurt.how))
        elif later:
            alone.append(later[0] - hurt.at)
    followed.sort()
    return {
        "times that a process began to lead": len(takes),
        "take-overs": len(followed),
        "take-over seconds, p50 and p99": _p50_and_p99([seconds for seconds, _ in followed], 2),
        "longest take-overs": [f"{seconds:.2f} ({how})" for seconds, how in followed[-3:]],
        "take-overs where nobody else ran": len(alone),
        "their seconds, p50 and p99": _p50_and_p99(sorted(alone), 2),
    }


def _p50_and_p99(found: list[float], digits: int = 1) -> list[float]:
    return [round(found[int(share * len(found))], digits) for share in (0.5, 0.99)] if found else []


@contextmanager
def _relayed(address: str) -> Iterator[Relay]:
    """Run a relay to the server, which can be blocked, in a thread."""
    loop, ready, over = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    made: list[Relay] = []

    async def run() -> None:
        async with Relay(address) as relay:
            made.append(relay)
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield made[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
        loop.close()


def play(
    processes: int, moves: int, seed: int, *, pause: tuple[float, float] = (1.0, 3.0), durable: bool = True
) -> dict[str, Any]:
    """Run the processes until they have made ``moves`` moves and were disturbed at least once, and judge the result."""
    with server(durable=durable) as home, tempfile.TemporaryDirectory() as folder:
        address = schema(home)
        asyncio.run(_prepare(address))
        with _relayed(address) as relay:
            stage = Stage(home, address, relay, Path(folder), processes, seed)
            began = time.time()
            while stage.moves() < moves or not stage.done:
                time.sleep(stage.chance.uniform(*pause))
                stage.look()
                stage.hurt()
                stage.mend()
            seconds = time.time() - began
            stage.finish()
        found = judge(stage) | {"seconds": round(seconds, 1)}
        report = asyncio.run(verify_database(address))
        found |= {"games": report.games, **stage.join()}
        found["wrong"] |= {"findings": len(report.findings), "joins not kept": found["joins"] - found["kept"]}
        found["errors"] = sorted({line for name in stage.running for line in _errors(stage, name)})
    return found


def _errors(stage: Stage, name: str) -> list[str]:
    """Return the last lines of tracebacks, of which there should be none."""
    text = (stage.folder / f"{name}.err").read_text()
    return [block.strip().splitlines()[-1] for block in text.split("Traceback")[1:]]


async def _prepare(address: str) -> None:
    await (await Store.open(address)).close()


def main(arguments: list[str]) -> int:
    """Run the processes and print the result."""
    words = argparse.ArgumentParser(prog="python -m tests.crash processes", description=__doc__.partition("\n")[0])
    words.add_argument("--processes", type=int, default=3)
    words.add_argument("--moves", type=int, default=20_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args(arguments)
    found = play(given.processes, given.moves, given.seed)
    print(json.dumps(found, indent=2))
    return 1 if any(found["wrong"].values()) else 0
