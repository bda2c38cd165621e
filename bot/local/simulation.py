"""A simulated Discord for one bot: a server, a channel, its members, and a clock that follows real time."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import discord
import simcord
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle

from bot.config import Settings
from bot.history.analysis import run_analysis
from bot.local.simcord_patches import PreviewGroup, RealTime, patch_control_keys, patch_markdown, patch_picture_serving

log = logging.getLogger(__name__)

_TICK_SECONDS = 1.0
"""Seconds of real time between two updates of the simulated clock."""
_MAX_TRIES = 20
"""Maximum attempts, one per second, at a command that SimCord refuses because it is busy."""
_REFRESH_SECONDS = 60.0
"""Seconds after which an unchanged page is refreshed, because it contains relative times."""
_MAX_PAGES = 50
"""Maximum number of threads and direct message channels with a page."""
_SETTLE_SECONDS = 30.0
"""Seconds that the bot may take for one press until SimCord reports an error."""


class ChannelPage(NamedTuple):
    """The page of a channel. Anyone who opens `address` can act as any of its members."""

    channel: int
    name: str
    """The name of the channel or thread; for direct messages, whose they are."""
    address: str


@dataclass(frozen=True)
class World:
    """A running simulation. `address` is the address of its channel's page."""

    env: simcord.Env
    channel: ChannelHandle
    users: tuple[UserHandle, ...]
    members: tuple[MemberActor, ...]
    address: str
    _previews: PreviewGroup
    _stack: AsyncExitStack
    _on_page: Callable[[ChannelPage], None]
    _shown_channels: set[int] = field(default_factory=set)

    async def run_command(self, member: MemberActor, invocation: str) -> None:
        """Run a slash command without options as a member, as soon as the simulation is idle."""
        for _ in range(_MAX_TRIES):
            try:
                await member.slash(self.channel, invocation)
                return
            except simcord.SetupError as error:
                last_error = error
                await asyncio.sleep(_TICK_SECONDS)
        raise last_error

    async def announce_guild_join(self, client: discord.Client) -> None:
        """Send the bot the event that it was added to the server."""
        if (guild := client.get_guild(self.members[0].guild.id)) is not None:
            client.dispatch("guild_join", guild)
            await self.env.settle()

    async def pause(self, seconds: float) -> None:
        """Wait between two moves. Other actions in the simulation do not have to wait."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="a pause between two moves")

    async def wait_for_analysis(self, file: str) -> str | None:
        """Run the bot's analysis of a ``.game`` file. Other actions in the simulation do not have to wait."""
        analysis: str | None = await self.env.external_wait(run_analysis(file), reason="an analysis")
        return analysis

    async def advance_clock(self) -> None:
        """Advance the simulated clock to real time, so that the bot runs its scheduled work.

        Do nothing while a press is handled, because SimCord handles one action at a time. The proxy retries presses
        that arrive while the clock advances.
        """
        with suppress(simcord.SetupError, TimeoutError):  # busy; the next call follows soon
            await self.env.advance_time(max(0.0, time.time() - self.env.now().timestamp()))

    async def open_new_pages(self) -> None:
        """Open a page for each new thread of the channel, and for each person's direct messages with the bot."""
        for channel, viewers, name in tuple(self._other_channels()):
            if channel.id in self._shown_channels or len(self._shown_channels) >= _MAX_PAGES:
                continue
            try:
                address = await _open_page(self.env, self._previews, self._stack, channel, viewers)
            except (simcord.SetupError, TimeoutError):  # a press is being handled; the next tick tries again
                continue
            self._shown_channels.add(channel.id)
            self._on_page(ChannelPage(channel.id, name, address))

    def _other_channels(self) -> Iterator[tuple[ChannelHandle, Sequence[MemberActor | UserHandle], str]]:
        """Yield (channel, users who see it, name) for each thread and for each person's direct messages."""
        for user in self.users:
            channel_id = self.env.backend.dm_channels.get(user.id)
            if channel_id is not None and self.env.backend.messages.get(channel_id):
                yield user.dm_channel, (user,), f"Messages of {user.global_name or user.name}"
        for thread in self.channel.threads:
            yield thread, self.members, thread.name or ""

    async def refresh_pages(self) -> bool:
        """Refresh all channels on all open pages. Return False while a press is being handled."""
        try:
            for preview in self._previews.previews:
                await preview.refresh()
        except (simcord.SetupError, TimeoutError):
            return False
        return True


def simulation_settings(settings: Settings, database: str) -> Settings:
    """The settings of a bot in a simulated Discord, without metrics, summary, and backups."""
    return replace(settings, database=database, metrics_port=None, summary_hour=None, backups="")


@asynccontextmanager
async def open_world(
    client: discord.Client,
    *,
    channel: str,
    topic: str,
    people: Sequence[str],
    on_page: Callable[[ChannelPage], None] = lambda page: None,
) -> AsyncIterator[World]:
    """Log the bot in to a new simulated Discord, and serve the page of its channel on a free port.

    The first of the people has the permission Manage Server.

    The server, the channel, and the people are created at SimCord's fixed start time and in a fixed order. So their ids
    are the same in every run, and fit the tables in an existing database file. Messages have the real time.
    """
    shard_count = None if client.shard_count else 1  # without a setting, the real Discord decides
    env = RealTime(client, check_errors=False, settle_timeout=_SETTLE_SECONDS, shard_count=shard_count)
    env.backend.edit_bot_profile("Roundhouse")
    guild = env.create_guild("Roundhouse")
    channel_handle = guild.create_text_channel(channel, topic=topic)
    users = tuple(env.create_user(name.lower(), global_name=name) for name in people)
    members = tuple(guild.add_member(user) for user in users)
    manager_role = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, members[0].id, manager_role.id)
    env.backend.advance_clock(time.time() - env.now().timestamp())
    await env.start()
    try:
        with env.time_context():
            async with AsyncExitStack() as stack:
                patch_markdown()
                patch_control_keys()
                previews = PreviewGroup(env)
                address = await _open_page(env, previews, stack, channel_handle, members)
                world = World(env, channel_handle, users, members, address, previews, stack, on_page)
                clock_task = asyncio.create_task(_run_clock(world))
                try:
                    yield world
                finally:
                    clock_task.cancel()
                    await asyncio.gather(clock_task, return_exceptions=True)
    finally:
        await client.close()
        await env.shutdown()


async def _open_page(
    env: simcord.Env,
    previews: PreviewGroup,
    stack: AsyncExitStack,
    channel: ChannelHandle,
    viewers: Sequence[MemberActor | UserHandle],
) -> str:
    preview = await stack.enter_async_context(env.preview(channel, viewers=viewers, layout="channel"))
    patch_picture_serving(preview)
    previews.add(preview)
    return preview.url


async def _run_clock(world: World) -> None:
    """Advance the clock repeatedly, open new pages, and refresh all pages after events and once a minute."""
    shown_count, last_refresh = -1, 0.0
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        try:
            await world.advance_clock()
            await world.open_new_pages()
            event_count = len(world.env.backend.transcript)
            if (
                event_count != shown_count or time.time() > last_refresh + _REFRESH_SECONDS
            ) and await world.refresh_pages():
                shown_count, last_refresh = event_count, time.time()
        except Exception:  # a bug in background work of the bot must not stop the clock
            log.exception("Error while the simulated clock advanced")
