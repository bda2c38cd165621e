"""A simulated Discord for one bot: one server, one channel, the people in it, and a clock that keeps real time.

Everything here goes through SimCord; nothing here knows the bot's commands or any title.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from bot.history.analysis import run_analysis
from bot.local.simcord_patches import RealTime, patch_control_keys, patch_markdown, patch_picture_serving

log = logging.getLogger(__name__)

_TICK_SECONDS = 1.0  # seconds of real time between two moves of the simulated clock
_MAX_TRIES = 20  # a second apart; then a command that SimCord refuses is impossible, not untimely
_REFRESH_SECONDS = 60.0  # seconds after which a quiet page is shown anew, for the times in it
_SETTLE_SECONDS = 30.0  # seconds the bot may work on one press before SimCord calls it stuck


@dataclass(frozen=True)
class World:
    """A running simulation. `address` is the preview's own page; whoever has it may act as any member."""

    env: simcord.Env
    channel: ChannelHandle
    members: tuple[MemberActor, ...]
    preview: Preview

    @property
    def address(self) -> str:
        return self.preview.url

    async def run_command(self, member: MemberActor, invocation: str) -> None:
        """Run a slash command without options as this member, as soon as nothing else happens."""
        for _ in range(_MAX_TRIES):
            try:
                await member.slash(self.channel, invocation)
                return
            except simcord.SetupError as error:
                last_error = error
                await asyncio.sleep(_TICK_SECONDS)
        raise last_error

    async def announce_guild_join(self, client: discord.Client) -> None:
        """Tells the bot that this server has just added it."""
        if (guild := client.get_guild(self.members[0].guild.id)) is not None:
            client.dispatch("guild_join", guild)
            await self.env.settle()

    async def pause(self, seconds: float) -> None:
        """The bot's own pause between two moves: the simulated clock ends it, and nothing waits for it."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="a pause between two moves")

    async def wait_for_analysis(self, file: str) -> str | None:
        """The bot's analysis of a game, for which nothing waits either."""
        analysis: str | None = await self.env.external_wait(run_analysis(file), reason="an analysis")
        return analysis

    async def advance_clock(self) -> None:
        """Bring the simulated clock up to real time; the bot does what is due.

        SimCord does one thing at a time: while somebody's press is being worked on, this does nothing. A press that
        comes while this is at work is tried again by the front (`front.py`).
        """
        with suppress(simcord.SetupError, TimeoutError):  # busy; the next time will do
            await self.env.advance_time(max(0.0, time.time() - self.env.now().timestamp()))

    async def refresh_pages(self) -> bool:
        """Show the present channel on all open pages, as of now; False when somebody is just pressing something."""
        try:
            await self.preview.refresh()
        except (simcord.SetupError, TimeoutError):
            return False
        return True


@asynccontextmanager
async def open_world(
    client: discord.Client, *, channel: str, topic: str, people: Sequence[str]
) -> AsyncIterator[World]:
    """Log the bot in to a fresh simulated Discord and serve its page on a free port of this machine.

    The server, the channel and the people are made at SimCord's fixed starting instant and in a fixed order, so that
    their ids are the same in every run: a table kept in a database file is found again. Messages are made in real time.
    """
    shard_count = None if client.shard_count else 1  # the real Discord decides where the operator does not
    env = RealTime(client, check_errors=False, settle_timeout=_SETTLE_SECONDS, shard_count=shard_count)
    env.backend.edit_bot_profile("Roundhouse")
    guild = env.create_guild("Roundhouse")
    channel_handle = guild.create_text_channel(channel, topic=topic)
    members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in people)
    env.backend.advance_clock(time.time() - env.now().timestamp())
    await env.start()
    try:
        with env.time_context():
            async with env.preview(channel_handle, viewers=members, layout="channel") as preview:
                patch_picture_serving(preview)
                patch_markdown()
                patch_control_keys()
                world = World(env, channel_handle, members, preview)
                clock = asyncio.create_task(_run_clock(world))
                try:
                    yield world
                finally:
                    clock.cancel()
                    await asyncio.gather(clock, return_exceptions=True)
    finally:
        await client.close()
        await env.shutdown()


async def _run_clock(world: World) -> None:
    """Move the clock, and the open pages when something happened or their "5 minutes ago" grew old."""
    events_shown, last_refresh = -1, 0.0
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        try:
            await world.advance_clock()
            event_count = len(world.env.backend.transcript)
            if (
                event_count != events_shown or time.time() > last_refresh + _REFRESH_SECONDS
            ) and await world.refresh_pages():
                events_shown, last_refresh = event_count, time.time()
        except Exception:  # a bug in the bot's own background work: it must not stop the clock
            log.exception("Error while the simulated clock advanced")
