"""One person's settings: notices, time, pictures. It knows no title."""

from collections.abc import Sequence

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.clocks.hours import holiday_for, holiday_of, in_zone, quiet_of, quiet_said
from bot.clocks.zones import zone_label, zone_of
from bot.deadlines.holidays import change_holiday
from bot.desk import desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import Markdown, md, message_of
from bot.preferences import Person
from bot.reply import reply_to
from bot.ui.components import Press, unknown
from bot.ui.page import Page, show
from bot.ui.settings_page import (
    CHOICES,
    CONFIRM,
    again_page,
    confirm_page,
    holiday_page,
    settings_page,
    typed_form,
    zone_page,
)
from engine import Refused, Unreadable


@app_commands.command(name="settings", description="Change your notices, time zone, holiday, and pictures")
@spoken
async def settings(interaction: Interaction) -> None:
    await show(interaction, _page(interaction))


async def setting_pressed(interaction: Interaction, press: Press) -> None:
    """A select, a button or a form of the pages behind `/settings`."""
    what, again, typed = press.rest.partition("|")
    match what.split("."):
        case [field] if field in CHOICES and press.values:
            await _chosen(interaction, field, press.value)
        case ["following" | "large" | "wide" as field, word]:
            await _set(interaction, replace(_mine(interaction), **{field: word == "on"}))
        case ["confirm"]:
            await show(interaction, confirm_page(_mine(interaction)))
        case ["confirm", word] if word in CONFIRM:
            await _set(interaction, replace(_mine(interaction), confirm=word))
        case ["settings"]:
            await show(interaction, _page(interaction))
        case ["test"]:
            await _test(interaction)
        case ["zone" | "quiet" | "holiday" as page, "again"] if again:
            await reply_to(interaction).open_form(_form(interaction, page, typed.split("|")))
        case ["zone" | "quiet" | "holiday" as page, *more]:
            await _answered(interaction, page, "".join(more), press.values)
        case _:
            await unknown()


async def _answered(interaction: Interaction, page: str, what: str, typed: tuple[str, ...]) -> None:
    """A form that is refused can be opened again with what was typed."""
    answer = {"zone": _zone, "quiet": _quiet, "holiday": _holiday}[page]
    try:
        await answer(interaction, what, typed)
    except (Refused, Unreadable) as error:
        if what != "typed":
            raise
        await show(interaction, again_page(page, message_of(error), typed))


async def _chosen(interaction: Interaction, field: str, word: str) -> None:
    """A choice of notices is a new beginning for direct messages."""
    if word not in CHOICES[field][1]:
        raise Refused(md("That choice is no longer available. Use `/settings` to see the current ones."))
    fresh = {"closed": False} if field == "notices" else {}
    await _set(interaction, replace(_mine(interaction), **{field: word}, **fresh))


async def _zone(interaction: Interaction, what: str, typed: tuple[str, ...]) -> None:
    mine = _mine(interaction)
    match what:
        case "type":
            await reply_to(interaction).open_form(_form(interaction, "zone"))
        case "pick" | "typed" if typed:
            await _set(interaction, replace(mine, zone=zone_of(typed[0])))
        case _:
            await show(interaction, zone_page(mine, desk(interaction).sessions.now()))


async def _quiet(interaction: Interaction, what: str, typed: tuple[str, ...]) -> None:
    if not what:
        await reply_to(interaction).open_form(_form(interaction, "quiet"))
        return
    start, end = (*typed, "", "")[:2]
    mine = replace(_mine(interaction), quiet=quiet_of(start, end))
    await _set(interaction, mine, quiet_said(start, end))


async def _holiday(interaction: Interaction, what: str, typed: tuple[str, ...]) -> None:
    mine, now = _mine(interaction), desk(interaction).sessions.now()
    match what:
        case "tomorrow" | "week":
            await _leave(interaction, holiday_for(1 if what == "tomorrow" else 7, now, mine.zone))
        case "dates":
            await reply_to(interaction).open_form(_form(interaction, "holiday"))
        case "typed":
            start, end = (*typed, "", "")[:2]
            await _leave(interaction, holiday_of(start, end, now, mine.zone))
        case "end":
            await _leave(interaction, (0.0, 0.0))
        case _:
            await show(interaction, holiday_page(mine, now))


def _form(interaction: Interaction, page: str, typed: Sequence[str] = ()) -> discord.ui.Modal:
    """The form of a page: with what was ``typed`` before, or else with what is set."""
    mine = _mine(interaction)
    match page:
        case "zone":
            title, fields = "Your time zone", [("Time zone, or a city in it", "Europe/Paris", "")]
        case "quiet":
            start, end = mine.quiet
            now = ("", "") if start == end else (str(start), str(end))
            title = f"Quiet hours in {zone_label(mine.zone)}"
            fields = [("Start hour (leave empty for none)", "22", now[0]), ("End hour", "7", now[1])]
        case _:
            today = in_zone(desk(interaction).sessions.now(), mine.zone).date().isoformat()
            title = f"Holiday in {zone_label(mine.zone)}"
            fields = [("First day", today, today), ("Last day", today, "")]
    if typed:
        texts = (*typed, *[""] * len(fields))
        fields = [(*field[:2], text) for field, text in zip(fields, texts, strict=False)]
    return typed_form(f"{page}.typed", title, fields)


async def _leave(interaction: Interaction, holiday: tuple[float, float]) -> None:
    at, user = desk(interaction), user_of(interaction)
    mine = await change_holiday(at.sessions, user, holiday)
    await at.watch.replan_person(user)
    await show(interaction, holiday_page(mine, at.sessions.now()))


async def _set(interaction: Interaction, person: Person, said: Markdown = md("")) -> None:
    at, user = desk(interaction), user_of(interaction)
    await at.people.keep(user, person)
    await at.watch.replan_person(user)
    await show(interaction, _page(interaction, said))


async def _test(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.tests, user_of(interaction))
    await reply_to(interaction).acknowledge()
    await show(interaction, _page(interaction, await at.watch.notices.test(interaction)))


def _mine(interaction: Interaction) -> Person:
    return desk(interaction).people.of(user_of(interaction))


def _page(interaction: Interaction, said: Markdown = md("")) -> Page:
    return settings_page(_mine(interaction), desk(interaction).sessions.now(), said)
