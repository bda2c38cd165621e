"""A server with settings in the simulated Discord."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord

from bot.guilds import GuildPreferences
from bot.matchmaking import open_tables_post
from bot.matchmaking.open_tables_text import open_tables_layout, post_digest
from engine.store import guilds as sql
from tests.bot.simulated_channel import World, text_of, world

open_tables_post.EDIT_SECONDS = 0.0
"""No pause between edits, because every press of the simulation would wait for it."""


class Met:
    """The simulated Discord and the settings of its server."""

    def __init__(self, running: World) -> None:
        self.world = running
        self.guild = running.guild.id

    async def choose(self, **choices: Any) -> None:
        """Save the server's settings, with the channel as its home."""
        given = GuildPreferences(**{"home": self.world.channel.id, **choices})
        with self.world.env._bot_scope():
            await self.world.bot.services.guild_settings.save(self.guild, given)
            self.world.bot.services.open_tables_posts.update_soon(self.guild)
        await self.settled()

    async def settled(self) -> None:
        """Wait until everything is posted."""
        for _ in range(20):
            await self.world.told()
            if not self.world.bot.services.open_tables_posts.tasks.working_keys:
                return

    def posts(self) -> list[discord.Message]:
        """Return the posts about open tables."""
        return [post for post in self.world.posts() if "## Open tables" in text_of(post)]

    def board(self) -> discord.Message:
        """Return the only post about open tables."""
        (post,) = self.posts()
        return post

    async def is_told(self) -> bool:
        """Whether the post agrees with the store."""
        desk = self.world.bot.services
        said = post_digest(open_tables_layout(await desk.open_tables_posts.load_content(self.guild)))
        board = await desk.tables.store.read(lambda db: sql.load_open_tables_post(db, self.guild))
        assert board.post == self.board().id
        return board.shown == said

    def link(self) -> str:
        return f"https://discord.com/channels/{self.guild}/"

    async def seek(self, *names: str, clock: str = "daily", title: str) -> None:
        """Let people look for a game, one after the other."""
        for name in names:
            await self.world.person(name).slash(self.world.channel, "lfg", game=title, clock=clock)
            await self.settled()

    def thread(self) -> Any:
        """Return the newest thread of the channel."""
        return self.world.channel.threads[-1]


@asynccontextmanager
async def met(folder: Path, **choices: Any) -> AsyncIterator[Met]:
    """Run a bot whose server has these settings."""
    async with world(folder) as running:
        server = Met(running)
        await server.choose(**choices)
        yield server
