"""What the table decides together, ending it, game files out and in. It knows no title."""

import io
from typing import Any

import discord
from discord import app_commands

from bot import limits
from bot.cogs.lobby import check_access, check_host, game, is_host, player_of
from bot.desk import Desk, desk
from bot.errors import spoken
from bot.tables.table import Table
from bot.ui.components import Press, Style, button, custom_id
from bot.ui.page import Page, show
from bot.voting.votes import Motion, Proposal, everybody, persons
from engine import Refused, Unreadable
from engine.core.transcript import MAX_BYTES, decode

__all__ = ["END", "end_pressed", "vote_pressed"]

Interaction = discord.Interaction[Any]


@game.command(name="end", description="Close the table in this channel before its game is over")
@spoken
async def end(interaction: Interaction) -> None:
    table = await desk(interaction).table_here(interaction)
    if table.status == "playing" and not is_host(interaction, table) and interaction.user.id in persons(table):
        ask = button("Ask the table", custom_id("e", table.id, table.seq, "ask"), Style.danger)
        await show(
            interaction, Page("The game is not over. It ends when everybody at the table agrees.", None, [[ask]])
        )
        return
    check_host(interaction, table)
    if table.status == "playing":
        sure = button("End the game", custom_id("e", table.id, table.seq, "yes"), Style.danger)
        await show(interaction, Page("The game is not over. End it for everybody?", None, [[sure]]))
        return
    await _end(interaction, table)
    await interaction.response.send_message("The table is closed.", ephemeral=True)


async def end_pressed(interaction: Interaction, press: Press) -> None:
    """The host is sure; or somebody else wants the table to be asked."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    if press.rest == "ask" and not is_host(interaction, table):
        await show(interaction, Page(await _propose_end(interaction, table)))
        return
    check_host(interaction, table)
    await _end(interaction, table)
    await show(interaction, Page("The table is closed."))


async def vote_pressed(interaction: Interaction, press: Press) -> None:
    """*Agree* or *Disagree* under a proposal."""
    number, said = press.rest.split(" ")
    at = desk(interaction)
    told = await at.votes.answer(at, int(number), interaction.user.id, yes=said == "yes")
    await interaction.response.send_message(limits.cut(told, limits.CONTENT), ephemeral=True)


@game.command(name="export", description="The finished game as a file, from which it can be replayed")
@spoken
async def export(interaction: Interaction) -> None:
    at = desk(interaction)
    table = await at.table_here(interaction)
    if table.state is None:  # a lobby: what can be meant is the game before it
        table = await at.sessions.last_over(table.channel) or table
    text = await at.sessions.export(table.id)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.title}-{table.id}.game")
    await interaction.response.send_message("The game, move by move.", file=file, ephemeral=True)


@game.command(name="import", description="Set a table up in this channel from a game file")
@app_commands.describe(file="A .game file, as /game export gives it")
@spoken
async def import_(interaction: Interaction, file: discord.Attachment) -> None:
    check_access(interaction)
    desk(interaction).allow(desk(interaction).openings, interaction.user.id)
    if file.size > MAX_BYTES:
        raise Unreadable(f"This file is too long for a game; the most is {MAX_BYTES:,} bytes.")
    await interaction.response.defer(ephemeral=True, thinking=True)  # a long game takes a while to be replayed
    try:
        text = decode(await file.read())
    except discord.HTTPException as error:
        raise Refused("Discord did not hand the file over; please try again.") from error
    at = desk(interaction)
    table = await at.sessions.adopt(text, interaction.channel_id or 0, interaction.guild_id, player_of(interaction))
    at.announcer.kick(table.id)
    await interaction.edit_original_response(content="The file is in order; the table is set up.")


async def _propose_end(interaction: Interaction, table: Table) -> str:
    at, user = desk(interaction), interaction.user.id
    if user not in persons(table):
        raise Refused("Only who sits at the table can ask it to end the game.")
    at.allow(at.openings, user)
    return await at.votes.propose(at, table, user, "end", "to end the game before it is over")


async def _carry_end(at: Desk, table: Table, proposal: Proposal) -> str:
    await at.sessions.end(table.id, table.host)
    return "The game is ended."


async def _ended(at: Desk, table: Table, proposal: Proposal) -> str:
    return "The game is ended." if table.status == "ended" else ""


END = Motion(everybody, _carry_end, _ended)
"""All persons at the table end its game."""


async def _end(interaction: Interaction, table: Table) -> None:
    at = desk(interaction)
    await at.sessions.end(table.id, interaction.user.id, moderator=True)
    at.announcer.kick(table.id)
