"""The menu behind *Host…* in a lobby, `/game kick`, and `/game invite`. It knows no title."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.lobby import call_players, check_host, player_of, show_options, show_terms, start_game
from bot.desk import desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import escape, escape_prose, md
from bot.play import seating
from bot.reply import is_private, reply_to
from bot.tables.table import Table
from bot.ui.components import Press, Style, button, custom_id, rows, unknown
from bot.ui.lobby import COMPUTER, host_page
from bot.ui.page import Page, show
from engine import GAMES, Refused
from engine.store.ids import UserId

_NO_BOTS = md(
    "A bot on this server can’t play. To add or remove a computer player, press *Host…* under the lobby card."
)


@app_commands.command(name="kick", description="Remove a player from the table before the game starts")
@app_commands.describe(member="Who can join again only if you invite them")
@spoken
async def kick(interaction: Interaction, member: discord.Member | discord.User) -> None:
    table = await desk(interaction).table_here(interaction)
    await check_host(interaction, table)
    if member.bot:
        raise Refused(_NO_BOTS)
    await _remove(interaction, table, UserId(member.id))
    said = md("<@{}> no longer has a seat, and can join again only if you use `/game invite`.", member.id)
    await show(interaction, Page(said))


@app_commands.command(name="invite", description="Invite someone to the table before the game starts")
@app_commands.describe(member="Who is mentioned, and can join even if you removed them")
@spoken
async def invite(interaction: Interaction, member: discord.Member | discord.User) -> None:
    table = await desk(interaction).table_here(interaction)
    await check_host(interaction, table)
    if member.bot:
        raise Refused(_NO_BOTS)
    await _invite(interaction, table, UserId(member.id))


async def host_pressed(interaction: Interaction, press: Press) -> None:
    """A press of the host's menu, which is shown anew with what has changed."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    await check_host(interaction, table)
    match press.rest:
        case "menu" | "back":
            await _show_menu(interaction, table, press.seq)
        case "add":
            await at.sessions.add_computer(table.id, press.value)
            await _show_changed(interaction, press)
        case "talk":
            await at.sessions.set_term(table.id, "talk", press.value)
            await _show_changed(interaction, press)
        case "remove" if press.value.startswith(COMPUTER):
            name = press.value.removeprefix(COMPUTER)
            await at.sessions.change(table.id, lambda now: seating.remove_computer(now, name))
            await _show_changed(interaction, press)
        case "remove" | "invite" if not press.value.isdecimal():
            await unknown()
        case "remove":
            await _remove(interaction, table, UserId(int(press.value)))
            await _show_changed(interaction, press)
        case "invite":
            await _invite(interaction, table, _chosen_person(interaction, press))
        case "options":
            await show_options(interaction, table, 0)
        case "clock":
            await show_terms(interaction, table, anew=True)
        case "call":
            await call_players(interaction, table)
        case "start":
            await start_game(interaction, table)
            await _tell_started(interaction)
        case _:
            await unknown()


def _chosen_person(interaction: Interaction, press: Press) -> UserId:
    """The person chosen in the select of members. Raises ``Refused`` for a bot."""
    data: Mapping[str, Any] = {**(interaction.data or {})}
    if data.get("resolved", {}).get("users", {}).get(press.value, {}).get("bot"):
        raise Refused(_NO_BOTS)
    return UserId(int(press.value))


async def _show_menu(interaction: Interaction, table: Table, turn: int) -> None:
    if table.status != "lobby":
        raise Refused(md("The game has already started, or its table is closed."))
    text, shown = host_page(table, turn)
    await show(interaction, Page(text, None, shown))


async def _show_changed(interaction: Interaction, press: Press) -> None:
    """The menu and the card as they are now."""
    desk(interaction).announcer.kick(press.table)
    await _show_menu(interaction, await desk(interaction).sessions.get(press.table), press.seq + 1)


async def _tell_started(interaction: Interaction) -> None:
    if is_private(interaction):
        await show(interaction, Page(md("The game begins.")))
    else:
        await reply_to(interaction).acknowledge()


async def _remove(interaction: Interaction, table: Table, user: UserId) -> None:
    """Takes the user's seat, of which the card and a notice tell in the background."""
    at = desk(interaction)
    at.allow(at.guests, user_of(interaction))
    await at.sessions.change(table.id, lambda now: seating.remove(now, user))
    at.announcer.kick(table.id)


async def _invite(interaction: Interaction, table: Table, user: UserId) -> None:
    """Mentions the user in a post of its own, with a button to join by."""
    at = desk(interaction)
    if table.guild is None:
        raise Refused(md("In a direct message, no one else can join."))
    if interaction.channel_id != table.channel:
        raise Refused(md("You can invite someone only where the table is: in <#{}>.", table.channel))
    at.allow(at.guests, user_of(interaction))
    await at.sessions.change(table.id, lambda now: seating.invite(now, user))
    at.announcer.kick(table.id)
    host, game = escape(player_of(interaction).name), escape_prose(GAMES[table.title].name)
    await reply_to(interaction).post(
        md("<@{}>, {} invites you to play **{}** here. To take a seat, press *Join*.", user, host, game),
        after=md("I posted the invitation."),
        view=rows([button("Join", custom_id("B", table.id, 0, f"guest {user}"), Style.primary)]),
        allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)]),
    )
