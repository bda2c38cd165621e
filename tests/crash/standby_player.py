"""One of several bots at one PostgreSQL address, without Discord: it waits for the lock, then plays and tells.

``argv``: name, address, folder of the journals, when to end (seconds since 1970). Each line of a journal is written
before, or after, the thing that it tells of, as a person would have seen it.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bot.play.sessions import Tables
from engine.core import write
from engine.errors import RoundhouseError
from engine.store import DatabaseError, Store

_PAUSE_SECONDS = 0.01


class Journal:
    """What a process has seen, a line each. Mutable: it writes."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name

    def note(self, kind: str, **more: Any) -> None:
        """Adds a line, at once."""
        with open(self._folder / f"{self._name}.jsonl", "a") as file:
            file.write(json.dumps({"kind": kind, "at": time.time(), "who": self._name, **more}) + "\n")

    def unanswered(self) -> Iterator[dict[str, Any]]:
        """The presses of all processes, of which none knows what became of them."""
        lines = [line for file in self._folder.glob("*.jsonl") for line in read(file)]
        answered = {line["press"] for line in lines if line["kind"] in ("answered", "moving")}
        yield from (line for line in lines if line["kind"] == "sent" and line["press"] not in answered)


def read(file: Path) -> list[dict[str, Any]]:
    """The whole lines of a journal; a process that was killed may have left half of one."""
    found = []
    for line in file.read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


async def press(tables: Tables, journal: Journal, sent: dict[str, Any], then: Callable[[int], Awaitable[None]]) -> None:
    """Makes the move of a press, and then tells of it."""
    try:
        given = {"interaction": sent["press"], "seen": sent.get("seen")}
        made = await tables.play(sent["table"], sent["user"], sent["line"], **given)
        journal.note("answered", press=sent["press"], table=sent["table"], seq=made.seq)
    except RoundhouseError as error:
        journal.note("answered", press=sent["press"], refused=str(error))
    await then(sent["table"])


async def tell(tables: Tables, journal: Journal, table: int) -> None:
    """Stands for the announcer: a post, and then the mark that it was made."""
    moves = await tables.unannounced(table)
    for move in moves:
        journal.note("posted", table=table, seq=move.seq)
    if moves:
        await tables.announced(table, moves[-1].seq)


async def play(name: str, address: str, folder: Path, until: float) -> None:
    """Waits for the lock, presses again what nobody answered, and plays."""
    journal, chance = Journal(folder, name), random.Random(os.getpid())

    def wait() -> None:
        journal.note("waits")
        if time.time() > until:
            os._exit(0)

    store = await Store.open(address, waits=wait)
    (backend,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    journal.note("took", backend=backend)
    tables = Tables(store)
    then = partial(tell, tables, journal)
    for sent in list(journal.unanswered()):
        await press(tables, journal, sent, then)
    for number in await tables.store.playing():
        await tell(tables, journal, number)
    while time.time() < until and (running := await tables.store.playing()):
        table = await tables.get(chance.choice(running))
        question = chance.choice(tables.decisions(table))
        line = write(next(iter(question.offers)))
        user = table.players[question.seat - 1].user
        sent = {"press": chance.getrandbits(60), "table": table.id, "user": user, "line": line}
        journal.note("sent", **sent)
        await press(tables, journal, sent, then)
        await asyncio.sleep(chance.random() * _PAUSE_SECONDS)
    await store.close()


if __name__ == "__main__":
    try:
        asyncio.run(play(sys.argv[1], sys.argv[2], Path(sys.argv[3]), float(sys.argv[4])))
    except DatabaseError:
        sys.exit(70)
