"""``/setup``: a server's settings, and problems with them."""

import re

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.clocks.zones import parse_zone
from bot.errors import Interaction, guild_of, handle_errors
from bot.guilds import GuildPreferences
from bot.markdown import error_message, md
from bot.matchmaking.guild_page import CLOCKS, NO_MORNING, guild_page, morning_form, morning_form_refused_page
from bot.matchmaking.morning_post import can_post_mornings
from bot.matchmaking.setup_checks import find_setup_problems
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.ui.components import ButtonPress
from engine import Refused, Unreadable
from engine.store.ids import ChannelId, GuildId, RoleId

_ID_PATTERN = re.compile(r"[0-9]{1,18}|[1-8][0-9]{18}")
"""A number below 2⁶³ as digits: the id of a channel or a role, or an hour."""


@app_commands.command(name="setup", description="Choose where and how this server’s tables are opened")
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@handle_errors
async def setup(interaction: Interaction) -> None:
    await _show_setup(interaction, _check_manager(interaction))


async def handle_setup_press(interaction: Interaction, press: ButtonPress) -> None:
    """Save a changed setting and show the page again."""
    guild, services = _check_manager(interaction), services_of(interaction)
    preferences_before = services.guild_settings.preferences_of(guild)
    form = _form_for_press(preferences_before, press)
    if form is not None:
        await reply_of(interaction).open_modal(form)
        return
    try:
        preferences = _preferences_after(preferences_before, press, guild)
    except Unreadable as error:
        if press.arguments != "morning set" or len(press.values) != 2:
            raise
        await send_page(
            interaction, morning_form_refused_page(error_message(error), *press.values), as_new_message=True
        )
        return
    if press.arguments == "home":
        await _check_home_channel(interaction, guild, preferences)
    await services.guild_settings.save(guild, preferences)
    services.open_tables_posts.update_soon(guild)
    await _show_setup(interaction, guild)


def _form_for_press(preferences: GuildPreferences, press: ButtonPress) -> discord.ui.Modal | None:
    """The form that a press opens, with the current or the refused values; None if it opens no form."""
    match press.arguments.split(" ", 3):
        case ["morning"]:
            return morning_form(preferences)
        case ["morning", "again", hour, zone]:
            return morning_form(replace(preferences, morning=_parse_hour(hour), zone=zone))
    return None


def _check_manager(interaction: Interaction) -> GuildId:
    """The server of the interaction. Raises ``Refused`` unless the user manages it."""
    guild = guild_of(interaction)
    if guild is None:
        raise Refused(md("Only a server can be set up. Use `/setup` in one of its channels."))
    if not interaction.permissions.manage_guild:
        raise Refused(md("Only someone who can manage this server can set it up."))
    return guild


def _preferences_after(preferences: GuildPreferences, press: ButtonPress, guild: GuildId) -> GuildPreferences:
    value = press.value_or_empty
    match press.arguments.split(" "):
        case ["home"]:
            return replace(preferences, home=ChannelId(_parse_id(value)))
        case ["post", _]:
            return replace(preferences, home=None)
        case ["threads", word]:
            return replace(preferences, threads=word == "on")
        case ["clock"] if value in CLOCKS:
            return replace(preferences, clock=value)
        case ["morning", _] if len(press.values) == 2:
            return replace(preferences, morning=_parse_hour(value), zone=parse_zone(press.values[1]))
        case ["opener"]:
            return replace(preferences, opener=_role_id(value, guild))
        case ["role"] if value == str(guild):
            raise Refused(md("I don’t call everyone. Choose a role that members give themselves."))
        case ["role"]:
            return replace(preferences, role=_role_id(value, guild))
    raise Unreadable(md("That isn’t one of the choices. Use `/setup` again."))


async def _check_home_channel(interaction: Interaction, guild: GuildId, preferences: GuildPreferences) -> None:
    """Raise ``Refused`` if the home channel is on another server."""
    try:
        await find_setup_problems(interaction.client, guild, preferences)
    except discord.InvalidData as error:
        raise Refused(md("That channel isn’t on this server. Choose one of this server’s own.")) from error


def _role_id(value: str, guild: GuildId) -> RoleId | None:
    """The id of a role; None for no role and for @everyone, which has the id of the server."""
    return None if value in ("", str(guild)) else RoleId(_parse_id(value))


def _parse_hour(value: str) -> int | None:
    """The hour of the morning post; None for no morning post."""
    if value == NO_MORNING:
        return None
    if _parse_id(value) > 23:
        raise Unreadable(md("A day has the hours 0 to 23. Use `/setup` again."))
    return int(value)


def _parse_id(value: str) -> int:
    if not _ID_PATTERN.fullmatch(value):
        raise Unreadable(md("That isn’t one of the choices. Use `/setup` again."))
    return int(value)


async def _show_setup(interaction: Interaction, guild: GuildId) -> None:
    services = services_of(interaction)
    preferences = services.guild_settings.preferences_of(guild)
    problems = await find_setup_problems(interaction.client, guild, preferences)
    await send_page(
        interaction, guild_page(preferences, problems, has_morning=can_post_mornings(services.tables.offered_games))
    )
