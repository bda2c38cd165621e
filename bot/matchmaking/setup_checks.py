"""Finds problems with a server's settings: missing permissions, and deleted channels or roles."""

from collections.abc import Iterator

import discord

from bot.announcements.channel import is_channel_gone
from bot.announcements.channel_access import ChannelAccess
from bot.guilds import GuildPreferences
from bot.markdown import Markdown, md
from bot.permissions import TABLE_PERMISSIONS, THREAD_PERMISSIONS, missing_permissions
from engine.store.ids import GuildId, UserId


async def find_setup_problems(
    client: discord.Client, guild: GuildId, preferences: GuildPreferences
) -> tuple[Markdown, ...]:
    """Return a sentence for each problem; empty if there is none. Discord's exceptions propagate."""
    if preferences.home is None:
        return () if preferences.morning is None else (md("The morning post needs a home channel. Choose one."),)
    try:
        access = await ChannelAccess.fetch(client, guild, preferences.home)
    except discord.HTTPException as error:
        if is_channel_gone(error):
            return (md("The home channel is gone. Choose another one."),)
        if isinstance(error, discord.Forbidden):
            return (md("I can’t see <#{}>. Allow me View Channel there.", preferences.home),)
        raise
    assert client.user is not None
    permissions = await access.permissions_of(UserId(client.user.id))
    return tuple(_setup_problems(access, preferences, permissions))


def _setup_problems(
    access: ChannelAccess, preferences: GuildPreferences, permissions: discord.Permissions
) -> Iterator[Markdown]:
    needed = (*TABLE_PERMISSIONS, *(THREAD_PERMISSIONS if preferences.threads else ()))
    if missing := missing_permissions(permissions, needed):
        yield md("In <#{}> I lack {}. Give me these permissions there.", preferences.home or 0, missing)
    if preferences.opener is not None and access.guild.get_role(preferences.opener) is None:
        yield md("The role that may open tables is gone, so only people who manage channels can. Choose another one.")
    role = None if preferences.role is None else access.guild.get_role(preferences.role)
    if preferences.role is not None and role is None:
        yield md("The role to call is gone. Choose another one.")
    elif role is not None and not (role.mentionable or permissions.mention_everyone):
        yield md(
            "I can’t mention <@&{}>. Allow everyone to mention it, in the settings of the role.", preferences.role or 0
        )
