"""``/settings``: a user's settings for notifications, times, and pictures."""

from collections.abc import Sequence

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.clocks.quiet_hours import holiday_of_days, local_time, parse_holiday, parse_quiet_hours, quiet_hours_remark
from bot.clocks.zones import parse_zone, zone_label
from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import Markdown, error_message, md
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.scheduler.holidays import change_holiday
from bot.services import services_of
from bot.ui.components import ButtonPress, raise_unknown_button
from bot.ui.page import Page
from bot.ui.settings_page import (
    CHOICES,
    CONFIRM_CHOICES,
    confirm_page,
    holiday_page,
    retry_page,
    settings_form,
    settings_page,
    zone_page,
)
from bot.users import UserPreferences
from engine import Refused, Unreadable


@app_commands.command(name="settings", description="Change your notices, time zone, holiday, and pictures")
@handle_errors
async def settings(interaction: Interaction) -> None:
    await send_page(interaction, _settings_page(interaction))


async def handle_settings_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a select, a button, or a form of the pages of ``/settings``."""
    verb, separator, typed = press.arguments.partition("|")
    match verb.split("."):
        case [field] if field in CHOICES and press.values:
            await _save_choice(interaction, field, press.value)
        case ["following" | "large" | "wide" as field, word]:
            await _save_and_show(interaction, replace(_own_preferences(interaction), **{field: word == "on"}))
        case ["confirm"]:
            await send_page(interaction, confirm_page(_own_preferences(interaction)))
        case ["confirm", word] if word in CONFIRM_CHOICES:
            await _save_and_show(interaction, replace(_own_preferences(interaction), confirm=word))
        case ["settings"]:
            await send_page(interaction, _settings_page(interaction))
        case ["test"]:
            await _send_test_notification(interaction)
        case ["zone" | "quiet" | "holiday" as page, "again"] if separator:
            await reply_of(interaction).open_modal(_settings_form(interaction, page, typed.split("|")))
        case ["zone" | "quiet" | "holiday" as page, *more]:
            await _answer_subpage(interaction, page, "".join(more), press.values)
        case _:
            await raise_unknown_button()


async def _answer_subpage(interaction: Interaction, page: str, verb: str, typed: tuple[str, ...]) -> None:
    """Handle a press on a page of settings, or its form. After a refused form, offer it again with the typed texts."""
    answer = {"zone": _answer_zone, "quiet": _answer_quiet_hours, "holiday": _answer_holiday}[page]
    try:
        await answer(interaction, verb, typed)
    except (Refused, Unreadable) as error:
        if verb != "typed":
            raise
        await send_page(interaction, retry_page(page, error_message(error), typed))


async def _save_choice(interaction: Interaction, field: str, word: str) -> None:
    """Save a chosen value. A choice about notifications also allows direct messages again, after Discord refused
    them.
    """
    if word not in CHOICES[field][1]:
        raise Refused(md("That choice is no longer available. Use `/settings` to see the current ones."))
    reset = {"closed": False} if field == "notices" else {}
    await _save_and_show(interaction, replace(_own_preferences(interaction), **{field: word}, **reset))


async def _answer_zone(interaction: Interaction, verb: str, typed: tuple[str, ...]) -> None:
    preferences = _own_preferences(interaction)
    match verb:
        case "type":
            await reply_of(interaction).open_modal(_settings_form(interaction, "zone"))
        case "pick" | "typed" if typed:
            await _save_and_show(interaction, replace(preferences, zone=parse_zone(typed[0])))
        case _:
            await send_page(interaction, zone_page(preferences, services_of(interaction).tables.now()))


async def _answer_quiet_hours(interaction: Interaction, verb: str, typed: tuple[str, ...]) -> None:
    if not verb:
        await reply_of(interaction).open_modal(_settings_form(interaction, "quiet"))
        return
    start, end = (*typed, "", "")[:2]
    preferences = replace(_own_preferences(interaction), quiet=parse_quiet_hours(start, end))
    await _save_and_show(interaction, preferences, quiet_hours_remark(start, end))


async def _answer_holiday(interaction: Interaction, verb: str, typed: tuple[str, ...]) -> None:
    preferences, now = _own_preferences(interaction), services_of(interaction).tables.now()
    match verb:
        case "tomorrow" | "week":
            await _save_holiday(interaction, holiday_of_days(1 if verb == "tomorrow" else 7, now, preferences.zone))
        case "dates":
            await reply_of(interaction).open_modal(_settings_form(interaction, "holiday"))
        case "typed":
            start, end = (*typed, "", "")[:2]
            await _save_holiday(interaction, parse_holiday(start, end, now, preferences.zone))
        case "end":
            await _save_holiday(interaction, (0.0, 0.0))
        case _:
            await send_page(interaction, holiday_page(preferences, now))


def _settings_form(interaction: Interaction, page: str, typed: Sequence[str] = ()) -> discord.ui.Modal:
    """Return the form of a page, filled with the texts that were ``typed`` before, or with the current settings."""
    preferences = _own_preferences(interaction)
    match page:
        case "zone":
            title, fields = "Your time zone", [("Time zone, or a city in it", "Europe/Paris", "")]
        case "quiet":
            start, end = preferences.quiet
            values = ("", "") if start == end else (str(start), str(end))
            title = f"Quiet hours in {zone_label(preferences.zone)}"
            fields = [("Start hour (leave empty for none)", "22", values[0]), ("End hour", "7", values[1])]
        case _:
            today = local_time(services_of(interaction).tables.now(), preferences.zone).date().isoformat()
            title = f"Holiday in {zone_label(preferences.zone)}"
            fields = [("First day", today, today), ("Last day", today, "")]
    if typed:
        texts = (*typed, *[""] * len(fields))
        fields = [(*field[:2], text) for field, text in zip(fields, texts, strict=False)]
    return settings_form(f"{page}.typed", title, fields)


async def _save_holiday(interaction: Interaction, holiday: tuple[float, float]) -> None:
    services, user = services_of(interaction), user_of(interaction)
    preferences = await change_holiday(services.tables, user, holiday)
    await services.scheduler.reschedule_user(user)
    await send_page(interaction, holiday_page(preferences, services.tables.now()))


async def _save_and_show(interaction: Interaction, preferences: UserPreferences, text: Markdown = md("")) -> None:
    services, user = services_of(interaction), user_of(interaction)
    await services.user_settings.save(user, preferences)
    await services.scheduler.reschedule_user(user)
    await send_page(interaction, _settings_page(interaction, text))


async def _send_test_notification(interaction: Interaction) -> None:
    services = services_of(interaction)
    services.limits.test_notification.check(user_of(interaction))
    await reply_of(interaction).acknowledge()
    await send_page(
        interaction, _settings_page(interaction, await services.scheduler.notifications.send_test(interaction))
    )


def _own_preferences(interaction: Interaction) -> UserPreferences:
    return services_of(interaction).user_settings.preferences_of(user_of(interaction))


def _settings_page(interaction: Interaction, remark: Markdown = md("")) -> Page:
    return settings_page(_own_preferences(interaction), services_of(interaction).tables.now(), remark)
