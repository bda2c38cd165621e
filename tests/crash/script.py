"""Four people play by slash commands and repeat unanswered ones, while the bot is killed again and again."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from engine.core import Action, decisions, field_names, verb_of, write_action
from engine.core.notation import notation_word
from engine.games import GAMES
from engine.store import Table
from tests.crash.discord_state import user
from tests.crash.kill_run import Stage

__all__ = ["Intent", "Script"]

PEOPLE = [user(9_001 + n, name) for n, name in enumerate(("Ada", "Ben", "Cat", "Dan"))]
MOVE_SECONDS = 300.0
SAID_AGAIN_AT_MOST = 8
ASKED_SECONDS = 20.0
MADE = "✓"
"""The beginning of the bot's answer to a move that has been made."""


@dataclass(frozen=True)
class Intent:
    """One wanted move of a player: a line at a table, with its number ``seq``."""

    table: int
    seq: int
    line: str


class Script:
    """The script of a run. It collects wanted, repeated, and refused moves."""

    def __init__(self, stage: Stage, players: int = len(PEOPLE)) -> None:
        self.stage, self.people = stage, PEOPLE[:players]
        self.intents: list[Intent] = []
        self.said_again = 0
        self.refusals: list[str] = []
        self.unasked: list[str] = []
        self.without_history = set[int]()

    async def play(self) -> None:
        """Play game after game until enough kills have been made, and the last game to its end."""
        await self.stage.open()
        try:
            while self.stage.killed < self.stage.kills_wanted:
                await self._play_one()
            await self.stage.settle()
        finally:
            await self.stage.close()

    async def _play_one(self) -> None:
        table = await self._open_table()
        self._may_read_history(table)
        for person in self.people[1:]:
            await self._insist(
                lambda person=person: self.stage.press(person, f"l:{table}:0:join"),
                lambda table, person=person: int(person["id"]) in [p.user for p in table.players],
            )
        await self._insist(lambda: self._game("start"), lambda table: table.status == "playing")
        seen, until = -1, 0.0
        while (table := await self._newest()).status == "playing":
            if table.seq != seen:
                seen, until = table.seq, time.monotonic() + MOVE_SECONDS
            if time.monotonic() > until:
                raise TimeoutError(f"the game does not go on from move {table.seq}; see the bot's log")
            await self._next_move(table)

    def _may_read_history(self, table: int) -> None:
        """Deny the permission to read the history at every other table, so that a post is found by its nonce."""
        self.stage.world.readable = bool(table % 2)
        if not self.stage.world.readable:
            self.without_history.add(table)

    async def _open_table(self) -> int:
        """Open a table. A table whose card was not posted because the bot died is closed again."""
        for _ in range(SAID_AGAIN_AT_MOST):
            await self.stage.attempt(lambda: self._game("new", game=next(iter(GAMES))))
            found = await self.stage.look()
            if found and found[-1].status == "lobby":
                if any(f"l:{found[-1].id}:0:join" in str(m["components"]) for m in self.stage.world.messages.values()):
                    return found[-1].id
                await self.stage.attempt(lambda: self._game("end"))
        raise RuntimeError("the bot opens no table")

    async def _next_move(self, table: Table) -> None:
        game = GAMES[table.title]
        assert table.state is not None
        question = decisions(table.state)[0]
        offers = list(question.offers)
        if len(offers) == 1:
            await asyncio.sleep(0.02)  # the bot makes it by itself
            return
        if not self.stage.world.readable:  # or else a move may come before a question that the bot was killed over
            await self._wait_for_question(table)
        action = self.stage.chance.choice(offers)
        intent = Intent(table.id, table.seq + 1, write_action(action))
        self.intents.append(intent)
        person = next(p for p in PEOPLE if int(p["id"]) == table.players[question.seat - 1].user)

        async def say() -> list[str]:
            answer = await self._say(person, game.command, action)
            self._hold_to_its_word(answer, intent)
            return answer

        await self._insist(say, lambda _: self._has(intent))

    async def _wait_for_question(self, table: Table) -> None:
        """Wait until the channel asks the question; the database alone is not enough."""
        mark, until = f"'v:{table.id}:{table.seq}:qboard'", time.monotonic() + ASKED_SECONDS
        while mark not in str([message["components"] for message in self.stage.world.messages.values()]):
            if time.monotonic() > until:
                self.unasked.append(mark)
                return
            await asyncio.sleep(0.02)

    async def _insist(self, act: Callable[[], Awaitable[list[str]]], done: Callable[[Table], bool]) -> None:
        """Repeat an action until it is answered and its effect is there."""
        for attempt in range(SAID_AGAIN_AT_MOST):
            self.said_again += attempt > 0
            answer = await self.stage.attempt(act)
            if answer and done(await self._newest()):
                return
        raise RuntimeError(f"the bot does not do what is wanted: {answer}; {self.intents[-1:]}")

    async def _game(self, leaf: str, **given: str) -> list[str]:
        return await self.stage.command(PEOPLE[0], "game", leaf, given)

    async def _say(self, person: dict[str, Any], group: str, action: Action) -> list[str]:
        values = {name: getattr(action, name) for name in field_names(type(action))}
        given = {name: value if isinstance(value, int) else notation_word(value) for name, value in values.items()}
        return await self.stage.command(person, group, verb_of(action), given)

    def _hold_to_its_word(self, answer: list[str], intent: Intent) -> None:
        """Check that a move that the bot has confirmed is in the database."""
        if any(text.startswith(MADE) for text in answer):
            if not self._has(intent):
                self.stage.lost.append(f"{intent} was answered with {answer}, but is not there")
        elif answer:
            self.refusals.append(f"{intent}: {answer}")

    async def _newest(self) -> Table:
        return (await self.stage.look())[-1]

    def _has(self, intent: Intent) -> bool:
        rows = self.stage.known.get(intent.table, ())
        return any(row.seq == intent.seq and row.action == intent.line for row in rows)
