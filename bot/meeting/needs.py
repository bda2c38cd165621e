"""The things a server's choices lack: permissions of the bot, a channel or role that is gone. It knows no title."""

from collections.abc import Iterator

import discord

from bot.markdown import Markdown, md
from bot.permissions import IN_THREADS, KEEPS_A_TABLE, missing_permissions
from bot.servers import Server
from bot.telling.access import Access
from bot.telling.mailbox import is_gone
from engine.store.ids import GuildId, UserId


async def lacking(client: discord.Client, guild: GuildId, server: Server) -> tuple[Markdown, ...]:
    """A sentence about everything that is missing; nothing when all works. Raises what Discord raises."""
    if server.home is None:
        return () if server.morning is None else (md("The morning post needs a home channel. Choose one."),)
    try:
        there = await Access.to(client, guild, server.home)
    except discord.HTTPException as error:
        if is_gone(error):
            return (md("The home channel is gone. Choose another one."),)
        if isinstance(error, discord.Forbidden):
            return (md("I can’t see <#{}>. Allow me View Channel there.", server.home),)
        raise
    assert client.user is not None
    granted = await there.granted(UserId(client.user.id))
    return tuple(_found(there, server, granted))


def _found(there: Access, server: Server, granted: discord.Permissions) -> Iterator[Markdown]:
    needed = (*KEEPS_A_TABLE, *(IN_THREADS if server.threads else ()))
    if missing := missing_permissions(granted, needed):
        yield md("In <#{}> I lack {}. Give me these permissions there.", server.home or 0, missing)
    if server.opener is not None and there.guild.get_role(server.opener) is None:
        yield md("The role that may open tables is gone, so only people who manage channels can. Choose another one.")
    role = None if server.role is None else there.guild.get_role(server.role)
    if server.role is not None and role is None:
        yield md("The role to call is gone. Choose another one.")
    elif role is not None and not (role.mentionable or granted.mention_everyone):
        yield md("I can’t mention <@&{}>. Allow everyone to mention it, in the settings of the role.", server.role or 0)
