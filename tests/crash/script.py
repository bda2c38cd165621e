"""Four people who play by slash commands and repeat what was not answered, while somebody pulls the bot's plug."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.action import Action, fields, verb
from engine.core.codec import load
from engine.core.flow import decisions
from engine.core.notation import word, write
from engine.games import GAMES
from engine.store import Entry, Session, Store
from tests.crash.bot_process import BotProcess
from tests.crash.loopback import Loopback
from tests.crash.world import Failure, Interaction, World, user

__all__ = ["Intent", "Run", "people"]

people = [user(9_001 + n, name) for n, name in enumerate(("Ada", "Ben", "Cat", "Dan"))]

ANSWER_SECONDS, READY_SECONDS, GAME_SECONDS = 8.0, 60.0, 900.0
LINGER_SECONDS = 1.0
"""How long the plug waits for a request to pull it at; then it is pulled anyhow."""
SAID_AGAIN_AT_MOST = 5
MADE = "✓"
"""How the bot's answer to a move begins when the move has been made."""


@dataclass(frozen=True)
class Intent:
    """What a player wants, once: this line, at this table, as its move ``seq``."""

    table: int
    seq: int
    line: str


@dataclass
class Run:
    """One scripted evening. Mutable: it collects what happened."""

    database: Path
    log: Path
    kills_wanted: int
    chance: random.Random
    world: World = field(default_factory=World)
    kills: Counter[str] = field(default_factory=Counter)
    intents: list[Intent] = field(default_factory=list)
    said_again: int = 0
    refusals: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    known: dict[int, tuple[Entry, ...]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    exit_status: int = 0

    async def play(self) -> None:
        """Plays game after game until as many kills have been made as are wanted, and the last game to its end."""
        self._door = Loopback(self.world)
        self._door.trip = self._trip
        await self._door.open()
        self._bot = BotProcess(self._door.port, self.database, self.log)
        self._countdown, self._stage = -1, ""
        try:
            await self._restart()
            while self.killed < self.kills_wanted:
                await self._play_one()
            await self._settle()
        finally:
            self.exit_status = await self._bot.stop()
            await self._door.close()

    @property
    def killed(self) -> int:
        """Kills so far."""
        return self.kills.total()

    @property
    def door(self) -> Loopback:
        """The server that the bot talked to."""
        return self._door

    # -- the evening

    async def _play_one(self) -> None:
        await self._command(people[0], "game", "new", {"title": next(iter(GAMES))})
        table = (await self._look())[-1].id
        for person in people[1:]:
            await self._press(person, f"l:{table}:0:join")
        await self._command(people[0], "game", "start", {})
        until = time.monotonic() + GAME_SECONDS
        while (session := (await self._look())[-1]).status == "playing":
            if time.monotonic() > until:
                raise TimeoutError(f"the game does not go on from move {session.head}; see the bot's log")
            await self._next_move(session)

    async def _next_move(self, session: Session) -> None:
        game = GAMES[session.title]
        assert session.state is not None
        question = decisions(load(game, session.state, session.version))[0]
        offers = list(question.offers)
        if len(offers) == 1:
            await asyncio.sleep(0.02)  # the bot makes it by itself
            return
        action = self.chance.choice(offers)
        intent = Intent(session.id, session.head + 1, write(action))
        self.intents.append(intent)
        person = next(p for p in people if int(p["id"]) == session.players[question.seat - 1].user)
        plug = asyncio.create_task(self._pull_the_plug()) if self._is_time() else None
        answer = await self._say(person, game.command, action)
        self._hold_to_its_word(answer, intent)
        if plug is not None:
            await plug
            await self._restart()
        for _ in range(SAID_AGAIN_AT_MOST):
            if answer and self._has(intent):
                return
            self.said_again += 1  # somebody who was not answered does not know, and says it again
            answer = await self._say(person, game.command, action)
            self._hold_to_its_word(answer, intent)
        raise RuntimeError(f"the bot does not take the move {intent}: {answer}; {self.unanswered[-1:]}")

    async def _say(self, person: dict[str, Any], group: str, action: Action) -> list[str]:
        values = {name: getattr(action, name) for name in fields(type(action))}
        given = {name: value if isinstance(value, int) else word(value) for name, value in values.items()}
        return await self._command(person, group, verb(action), given)

    def _hold_to_its_word(self, answer: list[str], intent: Intent) -> None:
        """A move that a player was told is made must be on the disk."""
        if any(text.startswith(MADE) for text in answer):
            if not self._has(intent):
                self.lost.append(f"{intent} was answered with {answer}, but is not there")
        elif answer:
            self.refusals.append(f"{intent}: {answer}")

    async def _settle(self) -> None:
        """Lets the bot tell the rest."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            store = await Store.open(self.database, read_only=True)
            try:
                if not await store.pending():
                    return
            finally:
                await store.close()
            await asyncio.sleep(0.2)

    # -- pressing and answers

    async def _command(self, person: dict[str, Any], group: str, leaf: str, given: dict[str, Any]) -> list[str]:
        values = [{"type": 4 if isinstance(v, int) else 3, "name": name, "value": v} for name, v in given.items()]
        command = next((c["id"] for c in self.world.commands if c["name"] == group), "0")
        data = {"id": command, "name": group, "type": 1, "options": [{"type": 1, "name": leaf, "options": values}]}
        return await self._answered(await self._door.interact(person, 2, data), f"/{group} {leaf} {given}")

    async def _press(self, person: dict[str, Any], identity: str) -> list[str]:
        under = next(m for m in reversed(self.world.messages.values()) if identity in str(m["components"]))
        data = {"custom_id": identity, "component_type": 2}
        return await self._answered(await self._door.interact(person, 3, data, under), identity)

    async def _answered(self, asked: Interaction, what: str) -> list[str]:
        """What the bot says, nothing if it dies before; and what then is on the disk is read."""
        answered, dead = asyncio.create_task(asked.answered.wait()), asyncio.create_task(self._bot.ended())
        await asyncio.wait((answered, dead), timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in (answered, dead):
            task.cancel()
        if not asked.answered.is_set() and self._bot.alive:
            self.unanswered.append(what)
        await self._look()
        return asked.texts

    # -- the plug

    def _is_time(self) -> bool:
        return self.killed < self.kills_wanted and self.chance.random() < 0.4

    async def _pull_the_plug(self) -> None:
        """Kills the bot a moment from now (0.3 ms to half a second), or in the middle of one of its next requests."""
        stage = self.chance.choice(("", "before", "after"))
        if not stage:
            await asyncio.sleep(10 ** self.chance.uniform(-3.5, -0.3))
            await self._kill("at a random time")
        elif not await self._kill_at(stage, self.chance.randrange(6), LINGER_SECONDS):
            await self._kill("at a random time")

    async def _kill_at(self, stage: str, countdown: int, seconds: float) -> bool:
        """Waits for the request that is to be the last one; False when it does not come."""
        self._stage, self._countdown, self._came = stage, countdown, asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._came.wait(), seconds)
        self._countdown = -1
        return self._came.is_set()

    async def _trip(self, stage: str, what: str) -> None:
        if self._countdown < 0 or stage != self._stage:
            return
        self._countdown -= 1
        if self._countdown < 0:
            await self._kill(f"{stage} {what}")
            self._came.set()
            if stage == "before":
                raise Failure(500, 0, "The request never arrived.")

    async def _kill(self, where: str) -> None:
        """After it, a post made before can be found again in one way only: by its nonce, or in the history."""
        await self._bot.kill()
        self.kills[where] += 1
        self.world.readable = self.chance.random() < 0.5
        self.world.nonce_seconds = 0.0 if self.world.readable else 300.0

    async def _restart(self) -> None:
        """Starts the bot until it stays: now and then it is killed again while it tells what was untold."""
        while True:
            await self._look()
            await self._bot.start()
            again = None
            if self.killed and self._is_time():
                stage, countdown = self.chance.choice(("before", "after")), self.chance.randrange(10)
                again = asyncio.create_task(self._kill_at(stage, countdown, LINGER_SECONDS * 3))
            until = time.monotonic() + READY_SECONDS
            while self._door.identified != self._bot.token and self._bot.alive:
                if time.monotonic() > until:
                    raise TimeoutError("the bot does not come up; see its log")
                await asyncio.sleep(0.01)
            if again is not None and await again:
                continue
            if not self._bot.alive:
                raise RuntimeError("the bot ended by itself; see its log")
            return

    # -- what is on the disk

    async def _look(self) -> tuple[Session, ...]:
        """Reads the database. What was committed at an earlier look must still be there."""
        if not self.database.exists():
            return ()
        store = await Store.open(self.database, read_only=True)
        try:
            found = [await store.get(number) for number in await store.sessions()]
            sessions = tuple(session for session in found if session is not None)
            for session in sessions:
                rows = await store.log(session.id)
                before = self.known.get(session.id, ())
                if rows[: len(before)] != before:
                    self.lost.append(f"table {session.id}: {len(before)} rows known, not all still there")
                self.known[session.id] = rows
        finally:
            await store.close()
        return sessions

    def _has(self, intent: Intent) -> bool:
        rows = self.known.get(intent.table, ())
        return any(row.seq == intent.seq and row.action == intent.line for row in rows)
