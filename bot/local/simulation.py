"""A simulated Discord for one bot: a server, a channel, its members, and a clock that follows real time."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import discord
import simcord
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from bot.config import Settings
from bot.history.analysis import run_analysis
from bot.local.simcord_patches import RealTime, patch_control_keys, patch_markdown, patch_picture_serving

log = logging.getLogger(__name__)

_TICK_SECONDS = 1.0
"""Seconds of real time between two updates of the simulated clock."""
_MAX_TRIES = 20
"""Maximum attempts at a command that SimCord refuses because it is busy, one per second."""
_REFRESH_SECONDS = 60.0
"""Seconds after which an unchanged page is refreshed, because it contains relative times."""
_SETTLE_SECONDS = 30.0
"""Seconds that the bot may take for one press until SimCord reports an error."""


@dataclass(frozen=True)
class World:
    """A running simulation. `address` is the preview's page; anyone who opens it can act as any member."""

    env: simcord.Env
    channel: ChannelHandle
    members: tuple[MemberActor, ...]
    preview: Preview

    @property
    def address(self) -> str:
        return self.preview.url

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
        """Wait between two moves in simulated time, without blocking the simulation."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="a pause between two moves")

    async def wait_for_analysis(self, file: str) -> str | None:
        """Run the bot's analysis of a game without blocking the simulation."""
        analysis: str | None = await self.env.external_wait(run_analysis(file), reason="an analysis")
        return analysis

    async def advance_clock(self) -> None:
        """Advance the simulated clock to real time, so that the bot runs its scheduled work.

        SimCord handles one action at a time: this does nothing while a press is handled. The proxy retries presses that
        arrive meanwhile.
        """
        with suppress(simcord.SetupError, TimeoutError):  # busy; the next call follows soon
            await self.env.advance_time(max(0.0, time.time() - self.env.now().timestamp()))

    async def refresh_pages(self) -> bool:
        """Refresh the channel on all open pages. Return False while a press is being handled."""
        try:
            await self.preview.refresh()
        except (simcord.SetupError, TimeoutError):
            return False
        return True


def simulation_settings(settings: Settings, database: str) -> Settings:
    """The settings of a bot in a simulated Discord, without metrics, summary, and backups."""
    return replace(settings, database=database, metrics_port=None, summary_hour=None, backups="")


@asynccontextmanager
async def open_world(
    client: discord.Client, *, channel: str, topic: str, people: Sequence[str]
) -> AsyncIterator[World]:
    """Log the bot in to a new simulated Discord and serve its page on a free port.

    The first of the people has the permission Manage Server.

    The server, the channel, and the people are created at SimCord's fixed start time and in a fixed order, so that
    their ids are the same in every run: the tables in a database file belong to them again. Messages have the real
    time.
    """
    shard_count = None if client.shard_count else 1  # without a setting, the real Discord decides
    env = RealTime(client, check_errors=False, settle_timeout=_SETTLE_SECONDS, shard_count=shard_count)
    env.backend.edit_bot_profile("Roundhouse")
    guild = env.create_guild("Roundhouse")
    channel_handle = guild.create_text_channel(channel, topic=topic)
    members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in people)
    manager_role = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, members[0].id, manager_role.id)
    env.backend.advance_clock(time.time() - env.now().timestamp())
    await env.start()
    try:
        with env.time_context():
            async with env.preview(channel_handle, viewers=members, layout="channel") as preview:
                patch_picture_serving(preview)
                patch_markdown()
                patch_control_keys()
                world = World(env, channel_handle, members, preview)
                clock_task = asyncio.create_task(_run_clock(world))
                try:
                    yield world
                finally:
                    clock_task.cancel()
                    await asyncio.gather(clock_task, return_exceptions=True)
    finally:
        await client.close()
        await env.shutdown()


async def _run_clock(world: World) -> None:
    """Advance the clock repeatedly, and refresh the open pages after events and once a minute."""
    shown_count, last_refresh = -1, 0.0
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        try:
            await world.advance_clock()
            event_count = len(world.env.backend.transcript)
            if (
                event_count != shown_count or time.time() > last_refresh + _REFRESH_SECONDS
            ) and await world.refresh_pages():
                shown_count, last_refresh = event_count, time.time()
        except Exception:  # a bug in background work of the bot must not stop the clock
            log.exception("Error while the simulated clock advanced")
