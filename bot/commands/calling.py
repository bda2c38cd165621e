"""*Call players*: the one mention of a server's role for a table, on its host's press. It knows no title."""

import discord

from bot import limits
from bot.desk import desk
from bot.errors import Interaction
from bot.meeting import board
from bot.tables.table import Note, Table
from bot.telling.mailbox import Mailbox, is_denied
from bot.ui.components import rows
from bot.ui.page import Page, show
from engine import Refused
from engine.store import servers


async def call_players(interaction: Interaction, table: Table) -> None:
    """Mentions the server's role in its home channel, once a table. The mention is counted before it is sent."""
    at, guild = desk(interaction), table.guild or 0
    server, now = at.servers.of(guild), at.sessions.now()
    if table.status != "lobby" or server.role is None or server.home is None:
        raise Refused("You can’t call players for this table: it has started, or the server’s settings have changed.")
    if not table.notes.get(Note.LISTED):
        raise Refused("You can’t call players here: not everyone who sees the home channel can see this table.")
    await interaction.response.defer(ephemeral=True, thinking=True)
    await at.sessions.store.write(lambda db: servers.claim_ping(db, guild, table.id, now))
    try:
        await Mailbox(interaction.client, server.home, guild).post(
            limits.cut(f"<@&{server.role}>: {board.line(table)}", limits.CONTENT),
            nonce=f"ping-{table.id}",
            view=rows(board.ways(table)),
            role=server.role,
        )
    except discord.HTTPException as error:
        if is_denied(error):
            await at.sessions.store.write(lambda db: servers.free_ping(db, table.id))
        raise
    await at.sessions.note(table.id, {Note.ROLE: 0})
    at.announcer.kick(table.id)
    await show(interaction, Page(f"I called <@&{server.role}> in <#{server.home}>."))
