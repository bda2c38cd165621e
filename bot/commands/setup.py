"""``/setup``: what a server has chosen for its tables, and what is missing for it. It knows no title."""

import re

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.clocks.zones import zone_of
from bot.desk import desk
from bot.errors import Interaction, guild_of, spoken
from bot.markdown import md, message_of
from bot.meeting.mornings import can_post
from bot.meeting.needs import lacking
from bot.meeting.server_page import CLOCKS, NO_MORNING, morning_again, morning_form, server_page
from bot.reply import reply_to
from bot.servers import Server
from bot.ui.components import Press
from bot.ui.page import show
from engine import Refused, Unreadable
from engine.store.ids import ChannelId, GuildId, RoleId

_ID = re.compile(r"[0-9]{1,18}|[1-8][0-9]{18}")
"""A channel, a role, or an hour: a number that the store can keep."""


@app_commands.command(name="setup", description="Choose where and how this server’s tables are opened")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
@spoken
async def setup(interaction: Interaction) -> None:
    await _show(interaction, _allowed(interaction))


async def setup_pressed(interaction: Interaction, press: Press) -> None:
    """Another choice; it is written, and shown with what it lacks."""
    guild, at = _allowed(interaction), desk(interaction)
    before = at.servers.of(guild)
    form = _opened(before, press)
    if form is not None:
        await reply_to(interaction).open_form(form)
        return
    try:
        server = _changed(before, press, guild)
    except Unreadable as error:
        if press.rest != "morning set" or len(press.values) != 2:
            raise
        await show(interaction, morning_again(message_of(error), *press.values), anew=True)
        return
    if press.rest == "home":
        await _check_home(interaction, guild, server)
    await at.servers.keep(guild, server)
    at.boards.changed(guild)
    await _show(interaction, guild)


def _opened(server: Server, press: Press) -> discord.ui.Modal | None:
    """The form that a press opens, as it stands or as it was refused; None where it opens none."""
    match press.rest.split(" ", 3):
        case ["morning"]:
            return morning_form(server)
        case ["morning", "again", hour, zone]:
            return morning_form(replace(server, morning=_hour(hour), zone=zone))
    return None


def _allowed(interaction: Interaction) -> GuildId:
    """The server. Raises ``Refused`` unless the asker manages it."""
    guild = guild_of(interaction)
    if guild is None:
        raise Refused(md("Only a server can be set up. Use `/setup` in one of its channels."))
    if not interaction.permissions.manage_guild:
        raise Refused(md("Only someone who can manage this server can set it up."))
    return guild


def _changed(server: Server, press: Press, guild: GuildId) -> Server:
    """The choices after a press."""
    value = press.first
    match press.rest.split(" "):
        case ["home"]:
            return replace(server, home=ChannelId(_number(value)))
        case ["post", _]:
            return replace(server, home=None)
        case ["threads", word]:
            return replace(server, threads=word == "on")
        case ["clock"] if value in CLOCKS:
            return replace(server, clock=value)
        case ["morning", _] if len(press.values) == 2:
            return replace(server, morning=_hour(value), zone=zone_of(press.values[1]))
        case ["opener"]:
            return replace(server, opener=_role(value, guild))
        case ["role"] if value == str(guild):
            raise Refused(md("I don’t call everyone. Choose a role that members give themselves."))
        case ["role"]:
            return replace(server, role=_role(value, guild))
    raise Unreadable(md("That isn’t one of the choices. Use `/setup` again."))


async def _check_home(interaction: Interaction, guild: GuildId, server: Server) -> None:
    """Raises ``Refused`` for a channel of another server, as no client sends it. The page says what else is wrong."""
    try:
        await lacking(interaction.client, guild, server)
    except discord.InvalidData as error:
        raise Refused(md("That channel isn’t on this server. Choose one of this server’s own.")) from error


def _role(value: str, guild: GuildId) -> RoleId | None:
    """The role, or None for no role and for the one that everyone has, whose id is the server's."""
    return None if value in ("", str(guild)) else RoleId(_number(value))


def _hour(value: str) -> int | None:
    """The hour of the morning post, or None for no such post."""
    if value == NO_MORNING:
        return None
    if _number(value) > 23:
        raise Unreadable(md("A day has the hours 0 to 23. Use `/setup` again."))
    return int(value)


def _number(value: str) -> int:
    if not _ID.fullmatch(value):
        raise Unreadable(md("That isn’t one of the choices. Use `/setup` again."))
    return int(value)


async def _show(interaction: Interaction, guild: GuildId) -> None:
    at = desk(interaction)
    server = at.servers.of(guild)
    lacks = await lacking(interaction.client, guild, server)
    await show(interaction, server_page(server, lacks, has_morning=can_post(at.sessions.offered)))
