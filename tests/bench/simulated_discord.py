"""SimCord's Discord in real time, with a delay for each request."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import discord
import simcord
from simcord import _dpy_internals
from simcord.backend import serializers
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from simcord.interactions import base_payload

from bot.client import Roundhouse, build_bot
from bot.config import Settings

__all__ = ["Server", "served"]

LATENCY_SECONDS = 0.1
"""Seconds that a request takes, there and back."""
_PRESS, _BUTTON = 3, 2
"""Discord's types of an interaction with a component, and of a button. (docs, receiving-and-responding)"""


class Server:
    """A Discord server with the bot and a person in it. It records what the bot sends.

    ``posts`` counts posts with pictures by channel. ``answered`` is the time of the latest first answer to a press, and
    ``illustrated`` the number of presses whose whole answer has a picture.
    """

    def __init__(self, env: simcord.Env, bot: Roundhouse) -> None:
        self.bot, self._env, self._backend = bot, env, env.backend
        self._guild = env.create_guild()
        self.id = int(self._guild.id)
        self.person = int(self._guild.add_member(env.create_user("Ada")).id)
        self.posts, self.illustrated, self.answered = Counter[int](), 0, 0.0
        self.seen: Callable[[Mapping[str, Any]], object] = lambda _: None  # is shown messages as they are stored

    def channel(self, name: str) -> int:
        """Create a channel and return its id."""
        return int(self._guild.create_text_channel(name).id)

    async def takes(self, method: str, path: str, files: int) -> None:
        """Delay a request, and clear recorded earlier ones, which would fill the memory in minutes."""
        for kept in (self._backend.http_requests, self._backend.transcript, self._backend.cdn._blobs):
            kept.clear()
        await asyncio.sleep(LATENCY_SECONDS)
        if method == "POST" and path.startswith("/channels/") and files:
            self.posts[int(path.split("/")[2])] += 1
        if path.endswith("/callback"):
            self.answered = perf_counter()

    async def told(self, table: int) -> None:
        """Wait until all moves of the table are posted in its channel."""
        await self.bot.services.outbox.tasks.wait(table)

    def member(self, name: str) -> int:
        """Add a person to the server and return their id."""
        return int(self._guild.add_member(self._env.create_user(name)).id)

    async def press(
        self, channel: int, custom_id: str, message: int | None = None, *, user: int | None = None
    ) -> int | None:
        """Let the person, or another ``user``, press a button in a private message or under a post of the channel.

        Returns the private message with the answer, when the bot has done everything for it.
        """
        on = message or min(self._backend.messages[channel])
        record, payload = base_payload(
            self._backend,
            type=_PRESS,
            channel_id=channel,
            guild_id=self.id,
            user_id=user or self.person,
            data={"custom_id": custom_id, "component_type": _BUTTON},
        )
        record.source_message_id = on
        stored = self._backend.get_message(channel, on)
        whole: Any = {**payload, "message": serializers.message_payload(self._backend, stored)}
        await self.bot.on_interaction(discord.Interaction(data=whole, state=self.bot._connection))
        shown = record.message_id
        if shown is not None:
            self.illustrated += bool(self._backend.get_message(channel, shown).attachments)
        return shown


class _Requests(FakeHTTPClient):
    server: Server

    async def request(self, route: Any, *, files: Any = None, **more: Any) -> Any:
        await self.server.takes(route.method, _below(route.url), len(files or ()))
        answer = await super().request(route, files=files, **more)
        if route.method in ("POST", "PATCH") and isinstance(answer, dict) and "/messages" in route.url:
            self.server.seen(answer)
        return answer


class _Answers(FakeWebhookAdapter):
    server: Server

    async def request(self, route: Any, session: Any, **more: Any) -> Any:
        await self.server.takes(route.method, _below(route.url), 0)
        return await super().request(route, session, **more)


def _below(url: str) -> str:
    """Return the path of a request's URL below the API's address."""
    return "/" + url.split("/api/v", 1)[-1].split("/", 1)[-1]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Server]:
    """Run the bot with default settings and an empty database in ``folder``.

    SimCord does not start it, because SimCord's clock stands still between presses.
    """
    bot = build_bot(Settings(database=str(folder / "tables.db")))
    env = simcord.Env(bot, shard_count=1)
    env.backend.advance_clock(time.time() - env.now().timestamp())  # its messages are new
    server = Server(env, bot)
    requests = _Requests(env.backend, asyncio.get_running_loop())
    answers = _Answers(env.backend)
    requests.server = answers.server = server
    _dpy_internals.install_http(bot, requests)
    before = _dpy_internals.set_webhook_adapter(answers)
    try:
        await bot.login("none")
        yield server
    finally:
        await bot.stop()
        _dpy_internals.reset_webhook_adapter(before)
