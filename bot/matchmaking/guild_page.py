"""The private page of ``/setup``: the settings of a server."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.clocks.zones import zone_label
from bot.guilds import GuildPreferences
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.ui.components import Row, Style, button, custom_id, select_menu
from bot.ui.modals import FormField, build_modal
from bot.ui.page import Page
from engine.store.guilds import MAX_MENTIONS_PER_DAY
from engine.store.ids import RoleId
from engine.store.table_settings import TIME_CONTROLS

CLOCKS = ("none", *TIME_CONTROLS)
"""The clocks that a server can choose as its default."""
NO_MORNING = "none"
"""Value of the form's hour if a server wants no morning post."""
_HOUR_LENGTH, _ZONE_LENGTH = 4, 60
"""Maximum characters of a typed hour and time zone, so that both fit into a button's ``custom_id``."""
_ABOUT_TEXT = md("**Settings of this server**\nOnly people who manage the server can change them.")
_MORNING_TEXT = md("Once a day, I can post the daily deal and a puzzle in the home channel. Nobody is notified.")
_NO_HOME_TEXT = md("Home channel: **none**. Choose one, and I’ll keep a post with the open tables there.")


def guild_page(preferences: GuildPreferences, problems: Sequence[Markdown], *, has_morning: bool = True) -> Page:
    """The page with the settings of a server and their problems.

    ``has_morning`` is False if no offered game has a daily deal; the page then has no setting for a morning post.
    """
    morning_lines = [_morning_line(preferences)] if has_morning else []
    lines = [
        _ABOUT_TEXT,
        _home_line(preferences),
        *_table_lines(preferences),
        *morning_lines,
        *(md("⚠ {}", problem) for problem in problems),
    ]
    return Page(join_lines(lines), None, _component_rows(preferences, has_morning=has_morning))


def morning_form(preferences: GuildPreferences) -> ui.Modal:
    """Return the form for the morning post, with hour and time zone."""
    hours = [(f"At {hour}:00", str(hour), "") for hour in range(24)]
    options = (("None", NO_MORNING, ""), *hours)
    current_hour = NO_MORNING if preferences.morning is None else str(preferences.morning)
    hour = FormField("hour", "When should I post it?", 0, value=current_hour, is_required=True, options=options)
    zone = FormField("zone", "Time zone", _ZONE_LENGTH, "Europe/Paris", zone_label(preferences.zone), is_required=True)
    return build_modal("Morning post", _setup_custom_id("morning set"), [hour, zone], _MORNING_TEXT)


def morning_form_refused_page(refusal: Markdown, hour: str, zone: str) -> Page:
    """Return the page that says why the form was refused. A button opens the form again with the typed texts."""
    typed = f"{hour[:_HOUR_LENGTH]} {zone[:_ZONE_LENGTH]}".replace("\n", " ")
    return Page(refusal, None, [[button("Edit…", _setup_custom_id(f"morning again {typed}"), Style.primary)]])


def _home_line(preferences: GuildPreferences) -> Markdown:
    if preferences.home is None:
        return _NO_HOME_TEXT
    return md("Home channel: <#{}>. My post with the open tables is there.", preferences.home)


def _table_lines(preferences: GuildPreferences) -> list[Markdown]:
    opener = (
        md("everyone")
        if preferences.opener is None
        else md("members with <@&{}>, and people who manage channels", preferences.opener)
    )
    threads = md("each in a thread of its own") if preferences.threads else md("in the channel itself, one at a time")
    role = md("none") if preferences.role is None else md("<@&{}>", preferences.role)
    return [
        md("Who can open tables: **{}**", opener),
        md("Default clock: **{}**", escape_prose(preferences.clock)),
        md("Where home channel tables open: **{}**", threads),
        md(
            "Role that hosts can mention: **{}** (once per table, and at most {} times in 24 hours)",
            role,
            MAX_MENTIONS_PER_DAY,
        ),
    ]


def _morning_line(preferences: GuildPreferences) -> Markdown:
    hour = (
        md("none")
        if preferences.morning is None
        else md("at {}:00, {}", preferences.morning, zone_label(preferences.zone))
    )
    return md("Morning post, with the daily deal and a puzzle: **{}**", hour)


def _component_rows(preferences: GuildPreferences, *, has_morning: bool) -> list[Row]:
    clocks = [(f"Clock: {clock}", clock, clock == preferences.clock) for clock in CLOCKS]
    other = "off" if preferences.threads else "on"
    buttons: Row = [button(f"Threads: turn {other}", _setup_custom_id(f"threads {other}"))]
    if has_morning:
        buttons.append(button("Morning post…", _setup_custom_id("morning")))
    if preferences.home is not None:
        buttons.append(button("Remove post", _setup_custom_id("post off")))
    return [
        [_channel_select(preferences)],
        [_role_select("opener", "Who can open tables: everyone", preferences.opener)],
        [select_menu(_setup_custom_id("clock"), "Default clock", clocks)],
        [_role_select("role", "Role that a host can call: none", preferences.role)],
        buttons,
    ]


def _channel_select(preferences: GuildPreferences) -> ui.ChannelSelect[Any]:
    defaults = [] if preferences.home is None else [discord.SelectDefaultValue(id=preferences.home, type=_CHANNEL_TYPE)]
    return ui.ChannelSelect(
        custom_id=_setup_custom_id("home"),
        channel_types=[discord.ChannelType.text],
        placeholder="Choose the home channel",
        default_values=defaults,
    )


def _role_select(rest: str, placeholder: str, role: RoleId | None) -> ui.RoleSelect[Any]:
    defaults = [] if role is None else [discord.SelectDefaultValue(id=role, type=_ROLE_TYPE)]
    return ui.RoleSelect(
        custom_id=_setup_custom_id(rest), placeholder=placeholder, min_values=0, default_values=defaults
    )


_CHANNEL_TYPE = discord.SelectDefaultValueType.channel
_ROLE_TYPE = discord.SelectDefaultValueType.role


def _setup_custom_id(rest: str) -> str:
    return custom_id("S", 0, 0, rest)
