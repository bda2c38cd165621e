"""Current access to a channel: which users may see it, and their permissions.

The bot caches no servers, channels, or members: it sends two requests per channel and one per person.
"""

import logging
from typing import Self

import aiohttp
import discord

from bot.markdown import Markdown, md
from bot.permissions import posting_problem
from engine.store.ids import ChannelId, GuildId, RoleId, UserId

_log = logging.getLogger(__name__)

_UNKNOWN_MEMBER = 10007
"""Discord's error code for users who are not members of the server. (docs, opcodes-and-status-codes)"""


class ChannelAccess:
    """The rights to read and write in one channel or thread, at the time when it was fetched."""

    def __init__(self, guild: discord.Guild, channel: discord.abc.GuildChannel, thread: discord.Thread | None) -> None:
        self._guild, self._channel, self._thread = guild, channel, thread

    @classmethod
    async def fetch(cls, client: discord.Client, guild: GuildId, channel: ChannelId) -> Self:
        """Fetch a channel and its server. Discord's exceptions propagate."""
        server = await client.fetch_guild(guild, with_counts=False)
        channel_or_thread = await server.fetch_channel(channel)
        if not isinstance(channel_or_thread, discord.Thread):
            return cls(server, channel_or_thread, None)
        parent = await server.fetch_channel(channel_or_thread.parent_id)
        assert not isinstance(parent, discord.Thread)
        return cls(server, parent, channel_or_thread)

    async def can_read(self, user: UserId) -> bool:
        """Whether the user is a member of the server and may read the channel; private threads have their own
        members.
        """
        granted = await self.permissions_of(user)
        return granted.view_channel and granted.read_message_history

    def is_readable_like(self, home: discord.abc.GuildChannel) -> bool:
        """Whether everyone who can read channel ``home`` can read this channel too.

        False for a private thread.
        """
        if self._thread is not None and self._thread.is_private():
            return False
        if self._members_with_overwrite(self._channel, sees=False) - self._members_with_overwrite(home, sees=False):
            return False
        extra_readers = self._members_with_overwrite(home, sees=True) - self._members_with_overwrite(
            self._channel, sees=True
        )
        if extra_readers and not self._channel.permissions_for(self._guild.default_role).view_channel:
            return False
        readers = [role for role in self._guild.roles if home.permissions_for(role).view_channel]
        return all(self._channel.permissions_for(role).view_channel for role in readers)

    def _members_with_overwrite(self, channel: discord.abc.GuildChannel, *, sees: bool) -> set[int]:
        """The ids of members with a permission overwrite that allows (``sees``) or denies reading the channel."""
        roles = {role.id for role in self._guild.roles}
        return {target.id for target, allowed in channel.overwrites.items() if allowed.view_channel is sees} - roles

    @property
    def channel(self) -> discord.abc.GuildChannel:
        """The fetched channel, or the parent channel of the fetched thread."""
        return self._channel

    @property
    def guild(self) -> discord.Guild:
        """The channel's server, as it was fetched."""
        return self._guild

    @property
    def thread(self) -> discord.Thread | None:
        """The thread, or None for a channel."""
        return self._thread

    async def permissions_of(self, user: UserId) -> discord.Permissions:
        """The user's permissions in the channel; empty for users who are not members."""
        try:
            member = await self._guild.fetch_member(user)
            if self._thread is not None and self._thread.is_private():
                await self._thread.fetch_member(user)
        except discord.HTTPException as error:
            if error.code != _UNKNOWN_MEMBER:
                raise
            return discord.Permissions.none()
        return self._channel.permissions_for(member)


async def posting_problem_in(client: discord.Client, guild: GuildId, channel: ChannelId, *more: str) -> Markdown:
    """Explain why the bot can't post in a channel; empty if it can, or if Discord does not respond.

    ``more`` are additional required permissions.
    """
    assert client.user is not None
    try:
        access = await ChannelAccess.fetch(client, guild, channel)
        granted = await access.permissions_of(UserId(client.user.id))
    except discord.Forbidden:
        return md("I can’t see <#{}>. Ask a moderator to allow me View Channel there.", channel)
    except (discord.HTTPException, discord.InvalidData, aiohttp.ClientError, OSError):
        return md("")
    if access.thread is not None and not granted.send_messages:  # discord.py then also removes these two in threads
        granted.update(embed_links=True, attach_files=True)
    return posting_problem(granted, access.thread, md("in <#{}>", channel), *more)


async def has_role(client: discord.Client, guild: GuildId, user: UserId, role: RoleId) -> bool:
    """Whether a member of a server has a role. Discord's exceptions propagate."""
    server = await client.fetch_guild(guild, with_counts=False)
    member = await server.fetch_member(user)
    return member.get_role(role) is not None


class MembershipChecker:
    """Checks whether users are members of servers.

    Mutable: it caches the servers that it has fetched, so each later check is one request.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._guilds: dict[GuildId, discord.Guild] = {}

    async def has_left(self, guild: GuildId, user: UserId) -> bool:
        """Whether Discord reports that the user is not a member of the server; False if the request fails."""
        try:
            if guild not in self._guilds:
                self._guilds[guild] = await self._client.fetch_guild(guild, with_counts=False)
            await self._guilds[guild].fetch_member(user)
        except discord.HTTPException as error:
            if error.code != _UNKNOWN_MEMBER:
                _log.info("Could not check the membership of user %d in server %d: %s", user, guild, error.code)
            return error.code == _UNKNOWN_MEMBER
        return False
