"""People press while the bot loses its database or is stopped: ``python -m tests.crash lost --faults 20 --seed 1``.

One whole bot uses a PostgreSQL server, or with ``--sqlite`` a file. A fault ends its connection (``--how cut``) or
stops the bot by SIGTERM (``--how stop``) during presses; then the bot is started again. Prints the number of tracebacks
in the log, and the results of the presses. The exit status is 1 after a traceback, or when an answer named a bug.
"""

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.core import decisions, write_action
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import DatabaseError, Store, Table
from tests.crash.bot_process import BotProcess
from tests.crash.discord_server import Loopback
from tests.crash.discord_state import Interaction, World, user
from tests.postgresql import schema, server

_PEOPLE = [user(9_001 + number, name) for number, name in enumerate(("Ada", "Ben", "Cleo", "Dov", "Eve", "Flo"))]
_PRESSES_EACH = 3
"""Presses of one person that wait for an answer at the same time."""
_START_SECONDS, _END_SECONDS, _ANSWER_SECONDS = 60.0, 40.0, 10.0
_TRACEBACK = "Traceback (most recent call last)"


class Run:
    """People who press at one table. It collects the results of their presses."""

    def __init__(self, address: str, log: Path, chance: random.Random) -> None:
        self.address, self.log, self.chance = address, log, chance
        self.door = Loopback(World())
        self.pressed: list[tuple[str, Interaction]] = []
        self._is_up = self._is_over = False

    async def play(self, faults: int, how: str) -> None:
        """Start the bot and press, with ``faults`` faults."""
        await self.door.open()
        self.bot = BotProcess(self.door.port, self.address, self.log)
        await self._start()
        await self._begin_game()
        pressing = [asyncio.create_task(self._move())]
        pressing += [asyncio.create_task(self._press(person)) for person in _PEOPLE for _ in range(_PRESSES_EACH)]
        for _ in range(faults):
            await asyncio.sleep(self.chance.uniform(0.5, 2.0))
            await self._hurt(how)
            await self._start()
        self._is_over = True
        await asyncio.gather(*pressing)
        await self.bot.stop()
        await self.door.close()

    async def _start(self) -> None:
        await self.bot.start()
        until = time.monotonic() + _START_SECONDS
        while self.door.identified != self.bot.token:
            if time.monotonic() > until or not self.bot.alive:
                raise RuntimeError("the bot does not start: " + self.log.read_text()[-2_000:])
            await asyncio.sleep(0.02)
        self._is_up = True

    async def _hurt(self, how: str) -> None:
        if how == "stop":
            await self.bot.stop()
        else:
            await asyncio.to_thread(cut, self.address)
            await asyncio.wait_for(self.bot.ended(), _END_SECONDS)
        self._is_up = False

    async def _begin_game(self) -> None:
        title = next(iter(GAMES))
        await self._command(_PEOPLE[0], "game", "new", game=title)
        await self._component(_PEOPLE[1], "l:1:0:join")
        await self._command(_PEOPLE[0], "game", "start")

    async def _press(self, person: dict[str, Any]) -> None:
        """Press again and again until the run ends."""
        looks = ("v:1:0:cboard", "v:1:0:crecap", "v:1:0:chistory", "m:1:0:c0", "/games", "/stats", "/board")
        while not self._is_over:
            if self._is_up and self.door.is_connected:
                what = self.chance.choice(looks)
                act = self._command(person, what[1:]) if what[0] == "/" else self._component(person, what)
                await act
            await asyncio.sleep(self.chance.uniform(0, 0.1))

    async def _move(self) -> None:
        """Make one move after the other, each the first offer."""
        while not self._is_over:
            table = await self._table()
            asked = decisions(table.state) if table is not None and table.state is not None else ()
            if table is not None and asked and self._is_up and self.door.is_connected:
                person = next(each for each in _PEOPLE if int(each["id"]) == table.players[asked[0].seat - 1].user)
                await self._component(person, f"a:1:{table.seq}:{write_action(next(iter(asked[0].offers)))}")
            await asyncio.sleep(0.1)

    async def _table(self) -> Table | None:
        """Return the stored table, or None if the fault ends this connection too."""
        try:
            store = await Store.open(self.address, read_only=True)
        except (*DatabaseError, Unreadable):
            return None
        try:
            return await store.load_table(1)
        except DatabaseError:
            return None
        finally:
            await store.close()

    async def _command(self, person: dict[str, Any], group: str, leaf: str = "", **given: str) -> None:
        values = [{"type": 3, "name": name, "value": value} for name, value in given.items()]
        options = [{"type": 1, "name": leaf, "options": values}] if leaf else values
        number = next((each["id"] for each in self.door.world.commands if each["name"] == group), "0")
        data = {"id": number, "name": group, "type": 1, "options": options}
        await self._answered(f"/{group}", await self.door.interact(person, 2, data))

    async def _component(self, person: dict[str, Any], identity: str) -> None:
        message = next(reversed(self.door.world.messages.values()))
        data = {"custom_id": identity, "component_type": 2}
        await self._answered(identity, await self.door.interact(person, 3, data, message))

    async def _answered(self, what: str, asked: Interaction) -> None:
        self.pressed.append((what, asked))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asked.answered.wait(), _ANSWER_SECONDS)


def cut(address: str) -> None:
    """End every connection of a bot to the server."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'roundhouse'")


def _judged(run: Run) -> dict[str, Any]:
    """Return the log's tracebacks by their last line, and the results of the presses."""
    lines = run.log.read_text().splitlines()
    return {
        "presses": len(run.pressed),
        "unanswered": sum(not asked.answered.is_set() for _, asked in run.pressed),
        "bugs told": sum("went wrong" in text for _, asked in run.pressed for text in asked.texts),
        "lost told": sum("my database" in text for _, asked in run.pressed for text in asked.texts),
        "restart told": sum("restarting" in text for _, asked in run.pressed for text in asked.texts),
        "moves": sum(text.startswith("✓") for _, asked in run.pressed for text in asked.texts),
        "tracebacks": sum(line.startswith(_TRACEBACK) for line in lines),
        "of which": dict(Counter(_errors(lines)).most_common(12)),
    }


def _errors(lines: Sequence[str]) -> Iterator[str]:
    """Yield the last line of each traceback: the first line after it that is not indented."""
    is_inside = False
    for line in lines:
        if line.startswith(_TRACEBACK):
            is_inside = True
        elif is_inside and line and not line.startswith(" "):
            is_inside = False
            yield line[:100]


def main(arguments: list[str]) -> int:
    """Run the bot with faults, and judge its log."""
    words = argparse.ArgumentParser(prog="python -m tests.crash lost", description=__doc__.partition("\n")[0])
    words.add_argument("--faults", type=int, default=20)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--how", choices=("cut", "stop"), default="cut")
    words.add_argument("--sqlite", action="store_true", help="a file instead of a server; only with --how stop")
    words.add_argument("--log", type=Path, help="where to keep the log of the bot")
    given = words.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        address = str(Path(folder, "tables.db")) if given.sqlite else schema(held.enter_context(server()))
        run = Run(address, given.log or Path(folder, "bot.log"), random.Random(given.seed))
        asyncio.run(run.play(given.faults, given.how))
        found = _judged(run)
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["tracebacks"] or found["bugs told"] else 0
