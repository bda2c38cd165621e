"""Checks whether a user may see a table, or may manage its channel, even if they press a button elsewhere.

A ``custom_id`` does not prove that the user may see its table, and rights in one channel say nothing about another.
"""

import discord
from msgspec.structs import replace

from bot.announcements.channel_access import ChannelAccess
from bot.errors import Interaction, user_of
from bot.markdown import md
from bot.play.seat_holders import seat_to_return_to
from bot.services import services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, Handler
from engine import Refused

_NOT_VISIBLE_TEXT = md("I can’t show you this table: it’s in a channel you can’t see.")

_UNFOLLOW_PRESS = ("y", "unfollow")
"""The only button that needs no access to the channel. It ends the messages to a follower."""


def require_table_access(answer: Handler) -> Handler:
    """Wrap a handler so that only users who may see the table of the ``custom_id`` get an answer."""

    async def check_and_answer(interaction: Interaction, press: ButtonPress) -> None:
        if (press.kind, press.arguments) != _UNFOLLOW_PRESS:
            table = await services_of(interaction).tables.get(press.table_id)
            await check_sees(interaction, table)
            press = replace(press, table=table)
        await answer(interaction, press)

    return check_and_answer


async def check_sees(interaction: Interaction, table: Table) -> None:
    """Raise ``Refused`` if the user can't see the table's channel.

    Users who press in the channel can see it. Players, and former players who may return, may see the table anywhere.
    For other users, the bot asks Discord. A table in a direct message is visible to its user only.
    """
    user = user_of(interaction)
    if interaction.channel_id == table.channel or user == table.host:
        return
    if services_of(interaction).tables.seat_of(table, user) is not None or seat_to_return_to(table, user) is not None:
        return
    permissions = await _load_permissions(interaction, table)
    if not (permissions.view_channel and permissions.read_message_history):
        raise Refused(_NOT_VISIBLE_TEXT)


async def is_channel_manager(interaction: Interaction, table: Table) -> bool:
    """Whether the user may manage the table's channel.

    In that channel, the interaction contains the answer; elsewhere, the bot asks Discord.
    """
    if interaction.channel_id == table.channel:
        return interaction.permissions.manage_channels
    permissions = await _load_permissions(interaction, table)
    return permissions.manage_channels and permissions.view_channel


async def _load_permissions(interaction: Interaction, table: Table) -> discord.Permissions:
    """Load the user's current permissions in the table's channel; none if the bot can't see it, or in a direct
    message.
    """
    if table.guild is None:
        return discord.Permissions.none()
    try:
        access = await ChannelAccess.fetch(interaction.client, table.guild, table.channel)
        return await access.permissions_of(user_of(interaction))
    except (discord.Forbidden, discord.NotFound):  # the bot can't see the channel either
        return discord.Permissions.none()
