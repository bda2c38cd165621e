"""Frees lobby seats of users who have left the server, before a game starts."""

import discord

from bot.announcements.channel_access import MembershipChecker
from bot.markdown import Markdown, count_noun, escape, join_words, md
from bot.names import sanitize_name
from bot.play.service import TableService
from bot.tables.table import Player, Table


async def free_seats_of_leavers(client: discord.Client, tables: TableService, table: Table) -> tuple[Player, ...]:
    """Free the seats of a lobby whose players have left its server; return these players."""
    if table.guild is None or table.status != "lobby":
        return ()
    members = MembershipChecker(client)
    human_players = [player for player in table.players if player.user is not None]
    leavers = [player for player in human_players if player.user and await members.has_left(table.guild, player.user)]
    for player in leavers:
        assert player.user is not None
        await tables.leave_lobby(table.id, player.user)
    return tuple(leavers)


def leavers_text(leavers: tuple[Player, ...], table: Table) -> Markdown:
    """Explain to the host of a lobby why the game has not started."""
    names = join_words([escape(sanitize_name(player.name)) or md("a player") for player in leavers])
    has, freed = md("have"), md("their seats are free")
    if len(leavers) == 1:
        has, freed = md("has"), md("their seat is free")
    if table.status != "lobby":
        return md("{} {} left this server. No one else is at the table, so it’s closed.", names, has)
    count_text = count_noun(len(table.players), "player")
    return md(
        "{} {} left this server, so {} again and the game hasn’t started. It now has {}. Add players, or start again.",
        names,
        has,
        freed,
        count_text,
    )
