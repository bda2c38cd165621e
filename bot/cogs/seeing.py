"""Who may press a table's buttons from elsewhere: nothing that one says of a table proves that its presser may see it.

It knows no title.
"""

from typing import Any

import discord

from bot.desk import desk
from bot.play.handover import seat_missed
from bot.tables.table import Table
from bot.telling.access import Access
from bot.ui.components import Handler, Press
from engine import Refused

__all__ = ["seen"]

_ELSEWHERE = "This table is in a channel that you cannot see, so I show you nothing of it."

_LEAVING = ("y", "unfollow")
"""What may be pressed without seeing the channel any more: it ends what is sent from there."""


def seen(answer: Handler) -> Handler:
    """The answer to a press, for those alone who may see the table that its ``custom_id`` names."""

    async def checked(interaction: discord.Interaction[Any], press: Press) -> None:
        if (press.kind, press.rest) != _LEAVING:
            await _check_sees(interaction, await desk(interaction).sessions.get(press.table))
        await answer(interaction, press)

    return checked


async def _check_sees(interaction: discord.Interaction[Any], table: Table) -> None:
    """Raises ``Refused`` for somebody who cannot see the table's channel.

    Whoever presses there sees it, and whoever sits at the table, or may come back, is shown it anywhere; of anybody
    else Discord is asked. A table in a direct message is its person's alone.
    """
    user = interaction.user.id
    if interaction.channel_id == table.channel or user == table.host:
        return
    if desk(interaction).sessions.seat_of(table, user) is not None or seat_missed(table, user) is not None:
        return
    if table.guild is None or not await _sees(interaction.client, table.guild, table.channel, user):
        raise Refused(_ELSEWHERE)


async def _sees(client: discord.Client, guild: int, channel: int, user: int) -> bool:
    try:
        return await (await Access.to(client, guild, channel)).sees(user)
    except (discord.Forbidden, discord.NotFound):  # the bot does not see it either
        return False
