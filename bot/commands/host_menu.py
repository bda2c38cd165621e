"""The menu of the *Host…* button in a lobby, `/game kick`, and `/game invite`."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands.lobby import check_host, mention_role, player_from, show_options, show_time_settings, start_game
from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import escape, escape_prose, md
from bot.page_reply import send_page
from bot.play import lobby_rules
from bot.reply import is_private, reply_of
from bot.services import services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, Style, build_view, button, custom_id, raise_unknown_button
from bot.ui.lobby import COMPUTER_PREFIX, host_page
from bot.ui.page import Page
from engine import GAMES, Refused
from engine.store.ids import UserId

_NO_BOTS_MESSAGE = md(
    "A bot on this server can’t play. To add or remove a computer player, press *Host…* under the lobby card."
)


@app_commands.command(name="kick", description="Remove a player from the table before the game starts")
@app_commands.describe(member="Who can join again only if you invite them")
@handle_errors
async def kick(interaction: Interaction, member: discord.Member | discord.User) -> None:
    table = await services_of(interaction).table_here(interaction)
    await check_host(interaction, table)
    if member.bot:
        raise Refused(_NO_BOTS_MESSAGE)
    await _remove_player(interaction, table, UserId(member.id))
    text = md("<@{}> no longer has a seat, and can join again only if you use `/game invite`.", member.id)
    await send_page(interaction, Page(text))


@app_commands.command(name="invite", description="Invite someone to the table before the game starts")
@app_commands.describe(member="Who is mentioned, and can join even if you removed them")
@handle_errors
async def invite(interaction: Interaction, member: discord.Member | discord.User) -> None:
    table = await services_of(interaction).table_here(interaction)
    await check_host(interaction, table)
    if member.bot:
        raise Refused(_NO_BOTS_MESSAGE)
    await _post_invitation(interaction, table, UserId(member.id))


async def handle_host_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press in the host's menu and show the menu again."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    await check_host(interaction, table)
    match press.arguments:
        case "menu" | "back":
            await _show_host_menu(interaction, table, press.seq)
        case "add":
            await services.tables.add_computer(table.id, press.value)
            await _show_changed_lobby(interaction, press)
        case "talk":
            await services.tables.set_term(table.id, "talk", press.value)
            await _show_changed_lobby(interaction, press)
        case "remove" if press.value.startswith(COMPUTER_PREFIX):
            name = press.value.removeprefix(COMPUTER_PREFIX)
            await services.tables.change_lobby(table.id, lambda lobby: lobby_rules.remove_computer(lobby, name))
            await _show_changed_lobby(interaction, press)
        case "remove" | "invite" if not press.value.isdecimal():
            await raise_unknown_button()
        case "remove":
            await _remove_player(interaction, table, UserId(int(press.value)))
            await _show_changed_lobby(interaction, press)
        case "invite":
            await _post_invitation(interaction, table, _user_in_select(interaction, press))
        case "options":
            await show_options(interaction, table, 0)
        case "clock":
            await show_time_settings(interaction, table, as_new_message=True)
        case "call":
            await mention_role(interaction, table)
        case "start":
            await start_game(interaction, table)
            await _reply_started(interaction)
        case _:
            await raise_unknown_button()


def _user_in_select(interaction: Interaction, press: ButtonPress) -> UserId:
    """The user chosen in the select of members. Raises ``Refused`` for a bot."""
    data: Mapping[str, Any] = {**(interaction.data or {})}
    if data.get("resolved", {}).get("users", {}).get(press.value, {}).get("bot"):
        raise Refused(_NO_BOTS_MESSAGE)
    return UserId(int(press.value))


async def _show_host_menu(interaction: Interaction, table: Table, turn: int) -> None:
    if table.status != "lobby":
        raise Refused(md("The game has already started, or its table is closed."))
    text, rows = host_page(table, turn)
    await send_page(interaction, Page(text, None, rows))


async def _show_changed_lobby(interaction: Interaction, press: ButtonPress) -> None:
    services_of(interaction).outbox.wake(press.table_id)
    await _show_host_menu(interaction, await services_of(interaction).tables.get(press.table_id), press.seq + 1)


async def _reply_started(interaction: Interaction) -> None:
    if is_private(interaction):
        await send_page(interaction, Page(md("The game begins.")))
    else:
        await reply_of(interaction).acknowledge()


async def _remove_player(interaction: Interaction, table: Table, user: UserId) -> None:
    services = services_of(interaction)
    services.limits.guest.check(user_of(interaction))
    await services.tables.change_lobby(table.id, lambda lobby: lobby_rules.remove_player(lobby, user))
    services.outbox.wake(table.id)


async def _post_invitation(interaction: Interaction, table: Table, user: UserId) -> None:
    services = services_of(interaction)
    if table.guild is None:
        raise Refused(md("In a direct message, no one else can join."))
    if interaction.channel_id != table.channel:
        raise Refused(md("You can invite someone only where the table is: in <#{}>.", table.channel))
    services.limits.guest.check(user_of(interaction))
    await services.tables.change_lobby(table.id, lambda lobby: lobby_rules.invite(lobby, user))
    services.outbox.wake(table.id)
    host, game = escape(player_from(interaction).name), escape_prose(GAMES[table.title].name)
    await reply_of(interaction).post_publicly(
        md("<@{}>, {} invites you to play **{}** here. To take a seat, press *Join*.", user, host, game),
        after=md("I posted the invitation."),
        view=build_view([button("Join", custom_id("B", table.id, 0, f"guest {user}"), Style.primary)]),
        allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)]),
    )
