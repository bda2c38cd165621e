"""How one person wants to be treated: notices, time, pictures. It knows no title."""

from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.clocks.holidays import change_holiday
from bot.clocks.hours import holiday_for, holiday_of, in_zone, quiet_of, zone_of
from bot.desk import desk
from bot.errors import spoken
from bot.persons.people import Person
from bot.ui.components import Press
from bot.ui.page import Page, show
from bot.ui.settings import CHOICES, form, holiday_page, settings_page, zone_page
from engine import Refused

__all__ = ["setting_pressed", "settings"]

Interaction = discord.Interaction[Any]


@app_commands.command(name="settings", description="Notices, reminders, time zone, holiday, pictures; for you alone")
@spoken
async def settings(interaction: Interaction) -> None:
    await show(interaction, _page(interaction))


async def setting_pressed(interaction: Interaction, press: Press) -> None:
    """A select, a button or a form of the pages behind `/settings`."""
    match press.rest.split("."):
        case [field] if field in CHOICES and press.values:
            await _chosen(interaction, field, press.values[0])
        case ["following" | "large" as field, word]:
            await _set(interaction, replace(_mine(interaction), **{field: word == "on"}))
        case ["settings"]:
            await show(interaction, _page(interaction))
        case ["test"]:
            await _test(interaction)
        case ["zone", *more]:
            await _zone(interaction, "".join(more), press.values)
        case ["quiet", *more]:
            await _quiet(interaction, press.values if more else None)
        case ["holiday", *more]:
            await _holiday(interaction, "".join(more), press.values)


async def _chosen(interaction: Interaction, field: str, word: str) -> None:
    """A choice of notices is a new beginning for direct messages."""
    if word not in CHOICES[field][1]:
        raise Refused("This choice is none that I know any more; `/settings` shows those there are.")
    fresh = {"closed": False} if field == "notices" else {}
    await _set(interaction, replace(_mine(interaction), **{field: word}, **fresh))


async def _zone(interaction: Interaction, what: str, typed: tuple[str, ...]) -> None:
    mine = _mine(interaction)
    match what:
        case "type":
            fields = [("Time zone, or a city of it", "Europe/Paris", "")]
            await interaction.response.send_modal(form("zone.typed", "Your time zone", fields))
        case "pick" | "typed" if typed:
            await _set(interaction, replace(mine, zone=zone_of(typed[0])))
        case _:
            await show(interaction, zone_page(mine, desk(interaction).sessions.now()))


async def _quiet(interaction: Interaction, typed: tuple[str, ...] | None) -> None:
    mine = _mine(interaction)
    if typed is not None:
        await _set(interaction, replace(mine, quiet=quiet_of(*(*typed, "", "")[:2])))
        return
    start, end = (str(hour) if mine.quiet[0] != mine.quiet[1] else "" for hour in mine.quiet)
    fields = [("From which hour (empty: none)", "22", start), ("Until which hour", "7", end)]
    await interaction.response.send_modal(form("quiet.typed", f"Quiet hours in {mine.zone}", fields))


async def _holiday(interaction: Interaction, what: str, typed: tuple[str, ...]) -> None:
    mine, now = _mine(interaction), desk(interaction).sessions.now()
    match what:
        case "tomorrow" | "week":
            await _leave(interaction, holiday_for(1 if what == "tomorrow" else 7, now, mine.zone))
        case "dates":
            today = in_zone(now, mine.zone).date().isoformat()
            fields = [("First day", today, today), ("Last day", today, "")]
            await interaction.response.send_modal(form("holiday.typed", f"Holiday, in {mine.zone}", fields))
        case "typed":
            start, end = (*typed, "", "")[:2]
            await _leave(interaction, holiday_of(start, end, now, mine.zone))
        case "end":
            await _leave(interaction, (0.0, 0.0))
        case _:
            await show(interaction, holiday_page(mine, now))


async def _leave(interaction: Interaction, holiday: tuple[float, float]) -> None:
    at, user = desk(interaction), interaction.user.id
    mine = await change_holiday(at.sessions, user, holiday)
    await at.watch.replan_person(user)
    await show(interaction, holiday_page(mine, at.sessions.now()))


async def _set(interaction: Interaction, person: Person) -> None:
    at, user = desk(interaction), interaction.user.id
    await at.people.keep(user, person)
    await at.watch.replan_person(user)
    await show(interaction, _page(interaction))


async def _test(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.tests, interaction.user.id)
    await interaction.response.defer()
    await show(interaction, _page(interaction, await at.watch.notices.test(interaction)))


def _mine(interaction: Interaction) -> Person:
    return desk(interaction).people.of(interaction.user.id)


def _page(interaction: Interaction, said: str = "") -> Page:
    return settings_page(_mine(interaction), desk(interaction).sessions.now(), said)
