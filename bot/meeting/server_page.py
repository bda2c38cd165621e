"""The private page of `/setup`: how a server wants its tables. It knows no title and changes nothing."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.clocks.zones import zone_label
from bot.markdown import Markdown, escape_prose, joined, md
from bot.servers import Server
from bot.ui.components import Row, Style, button, custom_id, select
from bot.ui.fields import Field, form
from bot.ui.page import Page
from engine.store.ids import RoleId
from engine.store.servers import DAILY_PINGS
from engine.store.terms import SPEEDS

CLOCKS = ("none", *SPEEDS)
"""The clocks that a table can begin with."""
NO_MORNING = "none"
"""The hour of a server without a morning post, as its form says it."""
_HOUR, _ZONE = 4, 60
"""Characters of an hour and of a time zone that is typed, for which the identity of a button has room."""
_ABOUT = md("**Settings of this server**\nOnly people who manage the server can change them.")
_MORNING = md("Once a day, I can post the daily deal and a puzzle in the home channel. Nobody is notified.")
_NO_HOME = md("Home channel: **none**. Choose one, and I’ll keep a post with the open tables there.")


def server_page(server: Server, lacks: Sequence[Markdown], *, has_morning: bool = True) -> Page:
    """Everything that can be chosen, as it is, and what is missing for it.

    Without ``has_morning``, no offered game has a daily deal, so there is no morning post to choose.
    """
    morning = [_morning(server)] if has_morning else []
    lines = [_ABOUT, _home(server), *_tables(server), *morning, *(md("⚠ {}", lack) for lack in lacks)]
    return Page(joined(lines), None, _rows(server, has_morning=has_morning))


def morning_form(server: Server) -> ui.Modal:
    """Asks for the hour of the morning post, and for the time zone."""
    hours = [(f"At {hour}:00", str(hour), "") for hour in range(24)]
    options = (("None", NO_MORNING, ""), *hours)
    now = NO_MORNING if server.morning is None else str(server.morning)
    hour = Field("hour", "When should I post it?", 0, now=now, required=True, options=options)
    zone = Field("zone", "Time zone", _ZONE, "Europe/Paris", zone_label(server.zone), required=True)
    return form("Morning post", _id("morning set"), [hour, zone], _MORNING)


def morning_again(why: Markdown, hour: str, zone: str) -> Page:
    """Explains why the form was refused, and leads back to what was filled in."""
    typed = f"{hour[:_HOUR]} {zone[:_ZONE]}".replace("\n", " ")
    return Page(why, None, [[button("Edit…", _id(f"morning again {typed}"), Style.primary)]])


def _home(server: Server) -> Markdown:
    if server.home is None:
        return _NO_HOME
    return md("Home channel: <#{}>. My post with the open tables is there.", server.home)


def _tables(server: Server) -> list[Markdown]:
    opener = (
        md("everyone")
        if server.opener is None
        else md("members with <@&{}>, and people who manage channels", server.opener)
    )
    threads = md("each in a thread of its own") if server.threads else md("in the channel itself, one at a time")
    role = md("none") if server.role is None else md("<@&{}>", server.role)
    return [
        md("Who can open tables: **{}**", opener),
        md("Clock of new tables: **{}**", escape_prose(server.clock)),
        md("Tables of the home channel: **{}**", threads),
        md("Role that a host can call: **{}** (once a table, and at most {} times in 24 hours)", role, DAILY_PINGS),
    ]


def _morning(server: Server) -> Markdown:
    hour = md("none") if server.morning is None else md("at {}:00, {}", server.morning, zone_label(server.zone))
    return md("Morning post, with the daily deal and a puzzle: **{}**", hour)


def _rows(server: Server, *, has_morning: bool) -> list[Row]:
    clocks = [(f"Clock: {clock}", clock, clock == server.clock) for clock in CLOCKS]
    other = "off" if server.threads else "on"
    buttons: Row = [button(f"Threads: turn {other}", _id(f"threads {other}"))]
    if has_morning:
        buttons.append(button("Morning post…", _id("morning")))
    if server.home is not None:
        buttons.append(button("Remove post", _id("post off")))
    return [
        [_channels(server)],
        [_roles("opener", "Who can open tables: everyone", server.opener)],
        [select(_id("clock"), "Clock of new tables", clocks)],
        [_roles("role", "Role that a host can call: none", server.role)],
        buttons,
    ]


def _channels(server: Server) -> ui.ChannelSelect[Any]:
    now = [] if server.home is None else [discord.SelectDefaultValue(id=server.home, type=_CHANNEL)]
    return ui.ChannelSelect(
        custom_id=_id("home"),
        channel_types=[discord.ChannelType.text],
        placeholder="Choose the home channel",
        default_values=now,
    )


def _roles(rest: str, placeholder: str, role: RoleId | None) -> ui.RoleSelect[Any]:
    """A select of one role, or of none."""
    now = [] if role is None else [discord.SelectDefaultValue(id=role, type=_ROLE)]
    return ui.RoleSelect(custom_id=_id(rest), placeholder=placeholder, min_values=0, default_values=now)


_CHANNEL = discord.SelectDefaultValueType.channel
_ROLE = discord.SelectDefaultValueType.role


def _id(rest: str) -> str:
    return custom_id("S", 0, 0, rest)
