"""People who sit in a lobby and have left its server: their seats are freed before a game starts."""

import discord

from bot.markdown import Markdown, counted, escape, listed, md
from bot.play.sessions import Tables
from bot.tables.table import Player, Table
from bot.telling.access import Membership
from bot.wording import clean


async def free_seats_of_leavers(client: discord.Client, sessions: Tables, table: Table) -> tuple[Player, ...]:
    """Frees the seats of a lobby whose players have left its server; these players."""
    if table.guild is None or table.status != "lobby":
        return ()
    members = Membership(client)
    people = [player for player in table.players if player.user is not None]
    gone = [player for player in people if player.user and await members.has_left(table.guild, player.user)]
    for player in gone:
        assert player.user is not None
        await sessions.leave(table.id, player.user)
    return tuple(gone)


def leavers_said(gone: tuple[Player, ...], table: Table) -> Markdown:
    """Explains to the host of a lobby, as it is now, why the game has not started."""
    names = listed([escape(clean(player.name)) or md("a player") for player in gone])
    has, freed = md("have"), md("their seats are free")
    if len(gone) == 1:
        has, freed = md("has"), md("their seat is free")
    if table.status != "lobby":
        return md("{} {} left this server. No one else is at the table, so it’s closed.", names, has)
    here = counted(len(table.players), "player")
    return md(
        "{} {} left this server, so {} again and the game hasn’t started. It now has {}. Add players, or start again.",
        names,
        has,
        freed,
        here,
    )
