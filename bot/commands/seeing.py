"""The rights that somebody has at a table through its channel, also when they press elsewhere.

Nothing that one says of a table proves that its presser may see it, and rights in one channel are none in another.

It knows no title.
"""

import discord

from bot.desk import desk
from bot.errors import Interaction, user_of
from bot.markdown import md
from bot.play.holders import seat_missed
from bot.tables.table import Table
from bot.telling.access import Access
from bot.ui.components import Handler, Press
from engine import Refused

_ELSEWHERE = md("I can’t show you this table: it’s in a channel you can’t see.")

_LEAVING = ("y", "unfollow")
"""The one press that needs no sight of the channel: it ends what is sent from there."""


def seen(answer: Handler) -> Handler:
    """The answer to a press, for those alone who may see the table that its ``custom_id`` names."""

    async def checked(interaction: Interaction, press: Press) -> None:
        if (press.kind, press.rest) != _LEAVING:
            await check_sees(interaction, await desk(interaction).sessions.get(press.table))
        await answer(interaction, press)

    return checked


async def check_sees(interaction: Interaction, table: Table) -> None:
    """Raises ``Refused`` for somebody who cannot see the table's channel.

    Whoever presses there sees it, and whoever sits at the table, or may come back, is shown it anywhere; of anybody
    else Discord is asked. A table in a direct message is its person's alone.
    """
    user = user_of(interaction)
    if interaction.channel_id == table.channel or user == table.host:
        return
    if desk(interaction).sessions.seat_of(table, user) is not None or seat_missed(table, user) is not None:
        return
    granted = await _granted(interaction, table)
    if not (granted.view_channel and granted.read_message_history):
        raise Refused(_ELSEWHERE)


async def manages(interaction: Interaction, table: Table) -> bool:
    """Whether the asker may manage the table's channel. A press there says so; from elsewhere, Discord is asked."""
    if interaction.channel_id == table.channel:
        return interaction.permissions.manage_channels
    granted = await _granted(interaction, table)
    return granted.manage_channels and granted.view_channel


async def _granted(interaction: Interaction, table: Table) -> discord.Permissions:
    """The asker's permissions in the table's channel, as Discord has them now; nothing in somebody's direct message."""
    if table.guild is None:
        return discord.Permissions.none()
    try:
        access = await Access.to(interaction.client, table.guild, table.channel)
        return await access.granted(user_of(interaction))
    except (discord.Forbidden, discord.NotFound):  # the bot does not see it either
        return discord.Permissions.none()
