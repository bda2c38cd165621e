"""``python -m tests.crash parts --processes 3 --parts 2 --moves 20000 --seed 1``: several active bots at PostgreSQL.

They are killed, cut off from the database, frozen, and woken when another one has their part. In the end every answered
press is one move, no press is two, and each game follows from its log. A post may be doubled where its process died
between the post and its mark: Discord's search for the mark is not simulated here. Exit 1 when anything is wrong.
"""

import argparse
import asyncio
import json
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

from engine.store import Store
from engine.store.parts import Layout
from engine.store.verify import verify
from tests.crash.standby_player import read
from tests.postgresql import schema, server

_FROZEN_SECONDS = 1.5
_JUST_SECONDS = 2.0
_WAYS = ("kill", "cut", "deafen", "freeze", "freeze and cut")
_SHARDS_A_PART = 2


class Stage:
    """The processes, and what was done to them. Mutable."""

    def __init__(self, address: str, folder: Path, processes: int, parts: int, seed: int) -> None:
        self.address, self.folder, self.parts = address, folder, parts
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.ends: list[tuple[float, int]] = []
        self.taken: dict[int, dict[str, Any]] = {}
        self.waited: dict[str, float] = {}
        self._read: Counter[Path] = Counter()
        self.running = {f"bot{number}": self._begin(f"bot{number}") for number in range(processes)}

    def _begin(self, name: str) -> subprocess.Popen[bytes]:
        module = [sys.executable, "-m", "tests.crash.parts_player"]
        numbers = [str(_layout(self.parts).shards), str(self.parts)]
        with open(self.folder / f"{name}.err", "ab") as errors:
            return subprocess.Popen([*module, name, self.address, str(self.folder), *numbers], stderr=errors)

    def lines(self) -> list[dict[str, Any]]:
        """Every line of all journals."""
        return [line for file in self.folder.glob("*.jsonl") for line in read(file)]

    def moves(self) -> int:
        """The moves that are in the logs."""
        with psycopg.connect(self.address) as pg:
            return int(pg.execute("SELECT count(*) FROM log WHERE interaction IS NOT NULL").fetchone()[0])  # type: ignore[index]

    def hurt(self) -> None:
        """Something happens to a process that has a part, while another one is on standby, if there are so many."""
        self._look()
        if len(self.taken) < self.parts or not self._is_waited_for():
            return
        took = self.taken[self.chance.randrange(self.parts)]
        process, how = self.running[took["who"]], self.chance.choice(_WAYS)
        if process.poll() is not None:
            return
        self.done[how] += 1
        now = time.time()  # a standby may be quicker than the next line
        if "freeze" in how:
            process.send_signal(signal.SIGSTOP)
        if how in ("cut", "freeze and cut"):
            self._cut(took["backend"])
        if how == "deafen":
            self._cut(took["ears"])
        if how == "kill":
            process.kill()
        if how != "freeze":
            self.ends.append((now, took["part"]))
        if "freeze" in how:  # meanwhile another one may take over
            time.sleep(_FROZEN_SECONDS)
            process.send_signal(signal.SIGCONT)

    def _look(self) -> None:
        """Learns from what is new in the journals who has taken which part, and who waits for one."""
        for file in self.folder.glob("*.jsonl"):
            with open(file, "rb") as journal:
                journal.seek(self._read[file])
                whole = journal.read().rpartition(b"\n")[0]
            self._read[file] += len(whole) + bool(whole)
            for line in [json.loads(text) for text in whole.splitlines() if b'"took"' in text or b'"waits"' in text]:
                if line["kind"] == "waits":
                    self.waited[line["who"]] = line["at"]
                    continue
                self.waited.pop(line["who"], None)
                if line["at"] > self.taken.get(line["part"], {"at": 0.0})["at"]:
                    self.taken[line["part"]] = line

    def _is_waited_for(self) -> bool:
        """Whether somebody waits for a part; or where nobody can, whether each has had one for a moment."""
        if len(self.running) == self.parts:
            calm = all(time.time() - took["at"] > _JUST_SECONDS for took in self.taken.values())
            return calm and all(process.poll() is None for process in self.running.values())
        waiting = [who for who, at in self.waited.items() if time.time() - at < _JUST_SECONDS]
        return any(self.running[who].poll() is None for who in waiting)

    def _cut(self, backend: int) -> None:
        with psycopg.connect(self.address, autocommit=True) as pg:
            pg.execute("SELECT pg_terminate_backend(%s)", (backend,))

    def mend(self) -> None:
        """Starts again what has ended, as a supervisor would."""
        self._look()
        for name, process in self.running.items():
            if process.poll() is not None:  # whatever part it had is somebody else's, or free
                self.running[name] = self._begin(name)
                self.taken = {part: took for part, took in self.taken.items() if took["who"] != name}

    def finish(self) -> None:
        """Lets everybody answer what is under way, and end."""
        (self.folder / "end").touch()
        for process in self.running.values():
            process.wait(60)


def _judged(stage: Stage) -> dict[str, Any]:
    """What became of every press, out of the journals and the database."""
    lines = stage.lines()
    with psycopg.connect(stage.address) as pg:
        log = pg.execute("SELECT interaction FROM log WHERE interaction IS NOT NULL").fetchall()
    made = Counter(press for (press,) in log)
    seqs: dict[int, set[int]] = {}
    for line in lines:
        if line["kind"] == "answered" and "seq" in line:
            seqs.setdefault(line["press"], set()).add(line["seq"])
    answered = {line["press"] for line in lines if line["kind"] == "answered"}
    moving = {line["press"] for line in lines if line["kind"] == "moving"}
    posts = Counter((line["table"], line["seq"]) for line in lines if line["kind"] == "posted")
    return {
        "done": dict(stage.done),
        "presses": sum(line["kind"] == "sent" for line in lines),
        "moves": sum(made.values()),
        "lost": sum(press not in made for press in seqs),
        "doubled": sum(count > 1 for count in made.values()) + sum(len(each) > 1 for each in seqs.values()),
        "answered by two": len(moving & answered),
        "told to press again": len(moving),
        "posted twice": sum(count > 1 for count in posts.values()),
        "take-overs": len(gaps := _gaps(stage, lines)),
        "take-over seconds, median and most": [round(statistics.median(gaps), 2), round(gaps[-1], 2)] if gaps else [],
        "relayed presses": len(relayed := _relayed(lines)),
        "relayed press ms, p50 and p99": _p50_and_p99(relayed),
    }


def _gaps(stage: Stage, lines: list[dict[str, Any]]) -> list[float]:
    """The seconds from each end to the moment at which somebody had the part."""
    takes = [(float(line["at"]), line["part"]) for line in lines if line["kind"] == "took"]
    later = [[at - end for at, of in takes if of == part and at > end] for end, part in stage.ends]
    return sorted(min(each) for each in later if each)


def _relayed(lines: list[dict[str, Any]]) -> list[float]:
    """The milliseconds from a press to its move, where another process made it."""
    sent = {line["press"]: line for line in lines if line["kind"] == "sent"}
    answers = [line for line in lines if line["kind"] == "answered" and "seq" in line and line["press"] in sent]
    pairs = [(sent[line["press"]], line) for line in answers]
    return sorted(1_000 * (line["at"] - before["at"]) for before, line in pairs if before["who"] != line["who"])


def _p50_and_p99(found: list[float]) -> list[float]:
    return [round(statistics.median(found), 1), round(found[int(0.99 * len(found))], 1)] if found else []


async def _prepare(address: str, layout: Layout) -> None:
    await (await Store.open(address, layout=layout)).close()


def _pace(home: str, processes: int, moves: int) -> float:
    """The moves a second of so many processes, each with a part, while nothing happens to them."""
    with tempfile.TemporaryDirectory() as folder:
        stage = _staged(schema(home), Path(folder), processes, processes, 1)
        _until(stage, moves // 10)
        began, before = time.time(), stage.moves()
        _until(stage, before + moves)
        rate = (stage.moves() - before) / (time.time() - began)
        stage.finish()
    return round(rate, 1)


def _staged(address: str, folder: Path, processes: int, parts: int, seed: int) -> Stage:
    asyncio.run(_prepare(address, _layout(parts)))
    return Stage(address, folder, processes, parts, seed)


def _layout(parts: int) -> Layout:
    return Layout(parts * _SHARDS_A_PART, parts) if parts > 1 else Layout()


def _until(stage: Stage, moves: int) -> None:
    while stage.moves() < moves:
        if all(process.poll() is not None for process in stage.running.values()):
            raise RuntimeError("every bot has ended: " + (stage.folder / "bot0.err").read_text()[-500:])
        time.sleep(0.2)


def main(arguments: list[str]) -> int:
    """Runs the bots and judges what they leave."""
    words = argparse.ArgumentParser(prog="python -m tests.crash parts", description=__doc__.partition("\n")[0])
    words.add_argument("--processes", type=int, default=3)
    words.add_argument("--parts", type=int, default=2)
    words.add_argument("--moves", type=int, default=20_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args(arguments)
    with server() as home, tempfile.TemporaryDirectory() as folder:
        address = schema(home)
        stage = _staged(address, Path(folder), given.processes, given.parts, given.seed)
        began = time.time()
        while stage.moves() < given.moves:
            time.sleep(stage.chance.uniform(1.0, 3.0))
            stage.hurt()
            stage.mend()
        seconds = time.time() - began
        stage.finish()
        found = _judged(stage) | {"seconds": round(seconds, 1)}
        report = asyncio.run(verify(address))
        some = max(200, given.moves // 20)
        found["moves a second of 1, 2, 3 processes"] = [_pace(home, count, some) for count in (1, 2, 3)]
    print(json.dumps(found | {"games": report.games, "findings": len(report.findings)}, indent=2))
    return 1 if found["lost"] or found["doubled"] or found["answered by two"] or report.findings else 0
