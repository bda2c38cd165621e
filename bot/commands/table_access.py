"""The rights that somebody has at a table through its channel, also when they press elsewhere.

Nothing that one says of a table proves that its presser may see it, and rights in one channel are none in another.

It knows no title.
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
"""The one press of somebody who need not see the channel: it ends what is sent from there."""


def require_table_access(answer: Handler) -> Handler:
    """The answer to a press, for those alone who may see the table that its ``custom_id`` names."""

    async def check_and_answer(interaction: Interaction, press: ButtonPress) -> None:
        if (press.kind, press.arguments) != _UNFOLLOW_PRESS:
            table = await services_of(interaction).tables.get(press.table_id)
            await check_sees(interaction, table)
            press = replace(press, table=table)
        await answer(interaction, press)

    return check_and_answer


async def check_sees(interaction: Interaction, table: Table) -> None:
    """Raises ``Refused`` for somebody who cannot see the table's channel.

    Whoever presses there sees it, and whoever sits at the table, or may come back, is shown it anywhere; of anybody
    else Discord is asked. A table in a direct message is its person's alone.
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
    """Whether the asker may manage the table's channel. A press there says so; from elsewhere, Discord is asked."""
    if interaction.channel_id == table.channel:
        return interaction.permissions.manage_channels
    permissions = await _load_permissions(interaction, table)
    return permissions.manage_channels and permissions.view_channel


async def _load_permissions(interaction: Interaction, table: Table) -> discord.Permissions:
    """The asker's permissions in the table's channel, as Discord has them now; nothing in somebody's direct message."""
    if table.guild is None:
        return discord.Permissions.none()
    try:
        access = await ChannelAccess.fetch(interaction.client, table.guild, table.channel)
        return await access.permissions_of(user_of(interaction))
    except (discord.Forbidden, discord.NotFound):  # the bot does not see it either
        return discord.Permissions.none()
