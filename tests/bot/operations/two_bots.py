"""Two whole bots at one PostgreSQL database, and a Discord that takes their answers."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from bot.client import Roundhouse, build_bot
from bot.config import Settings
from bot.tables.table import Player, Table
from bot.ui.components import custom_id
from engine.core import write_action
from tests.bot.seated_players import ADA, BEN, TITLE
from tests.crash.discord_server import Loopback
from tests.crash.discord_state import Interaction, World, user

FIRST, SECOND = 2 << 22, 3 << 22
"""Servers whose presses come by the first and by the second shard."""
FILE = 77
"""The id of a file that a command may be given."""
Json = dict[str, Any]

_FILE = {"id": str(FILE), "filename": "game.txt", "size": 1, "url": "https://x/game.txt", "proxy_url": "https://x"}
RESOLVED: Json = {"attachments": {str(FILE): _FILE}}


class Pair:
    """Mutable: bots come and go. ``bots`` are numbered as they were started: the first one leads."""

    def __init__(self, address: str) -> None:
        self.settings = Settings(token="t", database=address, shards=2, shards_each=1, thinkers=0, pictures="none")
        self.world = World()
        self.door = Loopback(self.world)
        self.bots: dict[int, Roundhouse] = {}

    async def start(self) -> Roundhouse:
        """One more bot, which has a shard that is free."""
        bot = build_bot(self.settings)
        try:
            await bot.login("t")
        except BaseException:
            await bot.close()
            raise
        self.bots[next(number for number in range(9) if number not in self.bots)] = bot
        return bot

    async def stop(self, number: int) -> None:
        await self.bots.pop(number).close()

    async def close(self) -> None:
        for number in list(self.bots):
            await self.stop(number)
        await self.door.close()

    # -- tables

    async def game(self, guild: int | None, *, channel: int = 1, by: int = 0) -> Table:
        """A game of Ada and Ben on that server, opened at one of the bots."""
        sessions = self.bots[by].services.tables
        table = await sessions.open_lobby(channel, guild, TITLE, ADA)
        await sessions.join_lobby(table.id, BEN)
        return await sessions.start_game(table.id, 101)

    async def confirm(self, table: Table, at: Roundhouse) -> Interaction:
        """Whoever is asked first makes the first move they are offered, by a button in a direct message."""
        decision = at.services.tables.decisions(table)[0]
        who = table.players[decision.seat - 1]
        identity = custom_id("a", table.id, table.seq, write_action(next(iter(decision.offers))))
        return await self.press(at, who, identity)

    # -- presses

    async def press(self, at: Roundhouse, who: Player, identity: str, guild: int | None = None) -> Interaction:
        """Somebody presses a button, which Discord gives to the bot ``at``."""
        message = self.world.post({"content": "a question"}, [])
        return await self._given(at, who, 3, {"custom_id": identity, "component_type": 2}, guild, message)

    async def command(
        self, at: Roundhouse, who: Player, name: str, guild: int | None = None, options: Sequence[Json] = ()
    ) -> Interaction:
        """Somebody uses a command, of a group or without one, with these options as Discord sends them."""
        group, _, leaf = name.partition(" ")
        below = [{"type": 1, "name": leaf, "options": list(options)}] if leaf else list(options)
        data = {"id": "5000", "name": group, "type": 1, "options": below, "resolved": RESOLVED}
        return await self._given(at, who, 2, data, guild)

    async def _given(
        self, at: Roundhouse, who: Player, kind: int, data: dict[str, Any], guild: int | None, message: Any = None
    ) -> Interaction:
        assert who.user is not None
        caught: list[dict[str, Any]] = []

        async def catch(_: str, event: dict[str, Any]) -> None:
            caught.append(event)

        self.door._dispatch = catch  # type: ignore[method-assign]
        asked = await self.door.interact(user(who.user, who.name), kind, data, message)
        (event,) = caught
        at._connection.parsers["INTERACTION_CREATE"](_in(guild, event))
        return asked


def _in(guild: int | None, event: dict[str, Any]) -> dict[str, Any]:
    """The same from another server, or from a direct message."""
    if guild is not None:
        return {**event, "guild_id": str(guild)}
    person = event["member"]["user"]
    kept = {name: value for name, value in event.items() if name not in ("guild_id", "member", "guild_locale")}
    return {**kept, "user": person, "channel": {"id": "9", "type": 1, "recipients": [person]}, "context": 1}


async def answered(asked: Interaction) -> str:
    """The last that the bot has said."""
    await asyncio.wait_for(asked.answered.wait(), 20)
    return asked.texts[-1]


async def until(is_so: Callable[[], Any]) -> None:
    """Waits until it is so; ``is_so`` may have to be awaited."""
    for _ in range(2_000):
        found = is_so()
        if await found if asyncio.iscoroutine(found) else found:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never was so")
