"""A Discord of channels and messages alone, which fails and kills the bot at random.

It outlives every bot. A kill comes before a request has done anything, or after it has done everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

BOT = 1001
GONE_CHANNEL, UNKNOWN_MEMBER, GONE_MESSAGE, FORBIDDEN, HAS_THREAD = 10003, 10007, 10008, 50013, 160004


class Killed(BaseException):
    """The bot's process was killed."""


def refusal(status: int, code: int) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason=""), {"code": code, "message": ""})  # type: ignore[arg-type]


class Walls:
    """All channels with their messages.

    ``risk``: the probability that a request fails, and that it kills. ``is_barred``: the bot has no permissions now.
    ``threads``: what was requested for each thread. ``left``: users who are no members of the server.
    """

    def __init__(self, chance: Random) -> None:
        self.chance, self.risk, self.is_barred = chance, 0.0, False
        self.channels = dict[int, dict[int, Any]]()
        self.threads = dict[int, dict[str, Any]]()
        self.mentions = list[tuple[float, int, str]]()
        self.called, self.counts = Counter[str](), Counter[str]()
        self.left, self.now = set[int](), 1_800_000_000.0
        self._last = 0

    def open_channel(self) -> int:
        self.channels[number := self.snowflake()] = {}
        return number

    def snowflake(self) -> int:
        """Return a new id that contains the time."""
        at = int(self.now * 1000 - discord.utils.DISCORD_EPOCH) << 22
        self._last = max(self._last + 1, at)
        return self._last

    def posts(self, mark: str) -> list[tuple[int, Any]]:
        """Return every message with a button of that ``custom_id``, with its channel."""
        return [(c, post) for c, posts in self.channels.items() for post in posts.values() if mark in post.marks]

    async def request(self, channel: int, work: Any) -> Any:
        """Do ``work``, fail, or kill the bot."""
        luck = self.chance.random()
        if luck < self.risk:
            self.fail()
        if channel not in self.channels:
            raise refusal(404, GONE_CHANNEL)
        if self.is_barred:
            raise refusal(403, FORBIDDEN)
        done = work()
        if luck > 1 - self.risk:
            self.counts["kills after a request"] += 1
            raise Killed
        return done

    def fail(self) -> None:
        kind = self.chance.choice(("kill", "kill", "server", "cut"))
        self.counts[f"failures: {kind}"] += 1
        if kind == "kill":
            raise Killed
        raise refusal(503, 0) if kind == "server" else ConnectionError("cut")

    # -- what a client has

    @property
    def user(self) -> Any:
        return SimpleNamespace(id=BOT)

    def get_partial_messageable(self, channel: int, *, guild_id: int | None) -> Wall:
        return Wall(self, channel, guild_id)

    async def fetch_channel(self, channel: int) -> Any:
        return await self.request(channel, lambda: Text(self, channel))

    async def fetch_guild(self, guild: int, *, with_counts: bool) -> Any:
        """Return the server. Everybody is a member who has not ``left``."""

        async def fetch_member(user: int) -> Any:
            if user in self.left:
                raise refusal(404, UNKNOWN_MEMBER)
            return user

        return SimpleNamespace(id=guild, fetch_member=fetch_member)


class Wall:
    """One channel, with the methods that write messages."""

    def __init__(self, walls: Walls, number: int, guild: int | None) -> None:
        self.walls, self.id, self.guild_id = walls, number, guild

    async def send(self, content: str | None = None, **given: Any) -> Any:
        return await self.walls.request(self.id, lambda: self._sent(content, given))

    def _sent(self, content: str | None, given: dict[str, Any]) -> Any:
        """Make a post. Nonces are not remembered, so a post made before a kill must be found by its buttons."""
        post = SimpleNamespace(id=self.walls.snowflake(), author=self.walls.user)
        self.walls.channels[self.id][post.id] = written(post, content, given["view"])
        allowed = given["allowed_mentions"].to_dict()
        users = [int(user) for user in allowed.get("users", ())]
        for user in users:
            self.walls.mentions.append((self.walls.now, user, given["nonce"]))
        if users:
            self.walls.called[given["nonce"]] += 1
        return post

    def get_partial_message(self, message: int) -> Note:
        return Note(self.walls, self.id, message)

    async def history(self, *, limit: int, after: Any = None) -> AsyncIterator[Any]:
        found = await self.walls.request(self.id, lambda: list(self.walls.channels[self.id].values()))
        since = 0 if after is None else after.id
        for post in [post for post in found if post.id > since][:limit]:
            yield post


class Note:
    """One message of a channel."""

    def __init__(self, walls: Walls, channel: int, number: int) -> None:
        self.walls, self.channel, self.id = walls, channel, number

    def _found(self) -> Any:
        post = self.walls.channels[self.channel].get(self.id)
        if post is None:
            raise refusal(404, GONE_MESSAGE)
        return post

    async def edit(self, **given: Any) -> None:
        def work() -> None:
            written(self._found(), given.get("content"), given["view"])

        await self.walls.request(self.channel, work)

    async def delete(self) -> None:
        await self.walls.request(self.channel, lambda: self.walls.channels[self.channel].pop(self._found().id))

    async def create_thread(self, **given: Any) -> None:
        def work() -> None:
            self._found()
            if self.id in self.walls.channels:
                raise refusal(400, HAS_THREAD)
            self.walls.channels[self.id] = {}
            self.walls.threads[self.id] = given

        await self.walls.request(self.channel, work)


class Text(discord.TextChannel):
    """A text channel as fetched from Discord."""

    def __init__(self, walls: Walls, number: int) -> None:
        self._walls, self.id = walls, number

    def get_partial_message(self, message: int) -> Any:
        return Note(self._walls, self.id, message)


def written(post: Any, content: str | None, view: discord.ui.View | discord.ui.LayoutView) -> Any:
    """Set the words and buttons of the post, and return it."""
    parts: list[Any] = view.to_components()  # type: ignore[no-untyped-call, unused-ignore]
    post.content, post.parts = content, parts
    post.components = [discord.ActionRow(part) for part in parts if part["type"] == 1]
    buttons = [button for row in post.components for button in row.children]
    post.marks = {button.custom_id for button in buttons if isinstance(button, discord.Button) and button.custom_id}
    return post
