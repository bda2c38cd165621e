"""Two whole bots with one PostgreSQL database, and a Discord that accepts their answers."""

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
"""Servers whose presses arrive at the first and at the second shard."""
FILE = 77
"""The id of a file option of a command."""
Json = dict[str, Any]

_FILE = {"id": str(FILE), "filename": "game.txt", "size": 1, "url": "https://x/game.txt", "proxy_url": "https://x"}
RESOLVED: Json = {"attachments": {str(FILE): _FILE}}


class Pair:
    """The running bots. ``bots`` are numbered in the order of their starts; the first one leads."""

    def __init__(self, address: str) -> None:
        self.settings = Settings(token="t", database=address, shards=2, shards_each=1, thinkers=0, pictures="none")
        self.world = World()
        self.door = Loopback(self.world)
        self.bots: dict[int, Roundhouse] = {}

    async def start(self) -> Roundhouse:
        """Start another bot, which takes a free shard."""
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
        """Start a game of Ada and Ben on that server, opened at one of the bots."""
        sessions = self.bots[by].services.tables
        table = await sessions.open_lobby(channel, guild, TITLE, ADA)
        await sessions.join_lobby(table.id, BEN)
        return await sessions.start_game(table.id, 101)

    async def confirm(self, table: Table, at: Roundhouse) -> Interaction:
        """Confirm the first offer of the first asked player, by a button in a direct message."""
        decision = at.services.tables.decisions(table)[0]
        who = table.players[decision.seat - 1]
        identity = custom_id("a", table.id, table.seq, write_action(next(iter(decision.offers))))
        return await self.press(at, who, identity)

    # -- presses

    async def press(self, at: Roundhouse, who: Player, identity: str, guild: int | None = None) -> Interaction:
        """Press a button. Discord sends the press to the bot ``at``."""
        message = self.world.post({"content": "a question"}, [])
        return await self._given(at, who, 3, {"custom_id": identity, "component_type": 2}, guild, message)

    async def command(
        self, at: Roundhouse, who: Player, name: str, guild: int | None = None, options: Sequence[Json] = ()
    ) -> Interaction:
        """Use a command, of a group or alone, with these options as Discord sends them."""
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
    """Return the event as from another server, or from a direct message."""
    if guild is not None:
        return {**event, "guild_id": str(guild)}
    person = event["member"]["user"]
    kept = {name: value for name, value in event.items() if name not in ("guild_id", "member", "guild_locale")}
    return {**kept, "user": person, "channel": {"id": "9", "type": 1, "recipients": [person]}, "context": 1}


async def answered(asked: Interaction) -> str:
    """Return the bot's last answer."""
    await asyncio.wait_for(asked.answered.wait(), 20)
    return asked.texts[-1]


async def until(is_so: Callable[[], Any]) -> None:
    """Wait until the condition is true. ``is_so`` may be asynchronous."""
    for _ in range(2_000):
        found = is_so()
        if await found if asyncio.iscoroutine(found) else found:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never was so")
