"""The private pages of `/settings`."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.clocks.quiet_hours import local_time, quiet_hours_text
from bot.clocks.zones import COMMON_ZONES, zone_label
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.ui.components import Style, button, custom_id, select_menu
from bot.ui.modals import FormField, build_modal
from bot.ui.page import Page
from bot.users import UserPreferences

CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "notices": (
        "Notices",
        {
            "channel": "a mention in the table’s channel",
            "direct": "a direct message",
            "both": "a mention and a direct message",
            "none": "none (see /games)",
        },
    ),
    "reminders": (
        "Reminders",
        {"all": "all", "last": "only the last one", "none": "none"},
    ),
    "palette": (
        "Your private pictures",
        {"paper": "as on paper", "dark": "dark", "contrast": "strong contrast"},
    ),
}
"""Field -> (name, {value: description}), for the settings that have a select."""

CONFIRM_CHOICES: dict[str, str] = {
    "always": "always",
    "lasting": "only if it can’t be undone",
    "never": "never",
}
"""The values of the *Confirm* setting, with descriptions."""

MESSAGES_REFUSED = md(
    "⚠ Discord refused my last direct message to you. Allow direct messages from members of a server that we share, "
    "press *Test my notice* in `/settings`, and follow your tables again."
)


_MAX_TYPED_LENGTH = 36
"""Maximum characters of each typed text in the ``custom_id`` of a refused form's button, which has room for two."""


def page_custom_id(rest: str, number: int = 0) -> str:
    """Return the ``custom_id`` of a control on a private page that does not belong to a table."""
    return custom_id("i", 0, number, rest)


def settings_page(preferences: UserPreferences, now: float, lead: Markdown) -> Page:
    """Return the main page of the user's settings, below the text ``lead``."""
    lines = [md("**Settings.** Only you can see them. Changes apply immediately, on every server.")]
    lines += [
        md("{}: **{}**", escape_prose(name), escape_prose(words[getattr(preferences, field)]))
        for field, (name, words) in CHOICES.items()
    ]
    lines += [
        md("*Confirm* before your moves: **{}**", escape_prose(CONFIRM_CHOICES[preferences.confirm])),
        md("“You’re next” notices: **{}**", _on_or_off(preferences.following)),
        md(
            "Large print: **{}** · Desktop pictures (cut into rows): **{}**",
            _on_or_off(preferences.large),
            _on_or_off(preferences.wide),
        ),
        md("Time zone: **{}**, where it is {:%H:%M}", zone_label(preferences.zone), local_time(now, preferences.zone)),
        md("Quiet hours (reminders wait): **{}**", quiet_hours_text(preferences.quiet)),
        md("Holiday (your clocks stop): **{}**", _holiday_text(preferences, now)),
    ]
    selects = [[_choice_select(preferences, field)] for field in CHOICES]
    text = join_lines(filter(None, [lead, *lines, MESSAGES_REFUSED if preferences.closed else md("")]))
    return Page(text, None, [*selects, *_button_rows(preferences)])


def confirm_page(preferences: UserPreferences) -> Page:
    """Return the page of the *Confirm* setting."""
    about = md(
        "Without *Confirm*, your last choice makes the move, and you can press *Undo*. These always ask:\n"
        "- a plan\n"
        "- a move that draws, rolls, or reveals something, because it can’t be undone\n"
        "*Only if it can’t be undone* also asks when a computer player’s move or a forced move follows. *Always* asks "
        "for every move, except one that can be undone and whose button says everything, such as a pass."
    )
    choice_buttons = [
        button(description.capitalize(), page_custom_id(f"confirm.{value}"), disabled=value == preferences.confirm)
        for value, description in CONFIRM_CHOICES.items()
    ]
    text = md("*Confirm* before your moves: **{}**.\n{}", escape_prose(CONFIRM_CHOICES[preferences.confirm]), about)
    return Page(text, None, [[*choice_buttons, _back_button()]])


def zone_page(preferences: UserPreferences, now: float) -> Page:
    """Return the page of the time zone, with common zones and a button for typing another one."""
    options = [(zone, zone, zone == preferences.zone) for zone in COMMON_ZONES]
    descriptions = [f"it is {local_time(now, zone):%H:%M} there" for zone in COMMON_ZONES]
    zone_select = select_menu(page_custom_id("zone.pick"), "Choose your time zone", options, descriptions)
    buttons = [button("Type another…", page_custom_id("zone.type")), _back_button()]
    text = md(
        "Your time zone is **{}**, where it is {:%H:%M}.",
        zone_label(preferences.zone),
        local_time(now, preferences.zone),
    )
    return Page(md("{}\nQuiet hours and holidays use this time zone.", text), None, [[zone_select], buttons])


def holiday_page(preferences: UserPreferences, now: float) -> Page:
    """Return the page of the user's holiday, with buttons for common changes."""
    holiday_line = md("Your holiday: **{}**.", _holiday_text(preferences, now))
    about = md("""During a holiday your clocks are paused at every table and you get no reminders. You can still move. \
After it ends, wait as long as it lasted before the next one. A clock that has already run out isn’t paused.""")
    period_buttons = [
        button(label, page_custom_id(f"holiday.{rest}"))
        for label, rest in (("Through tomorrow", "tomorrow"), ("For a week", "week"), ("Choose dates…", "dates"))
    ]
    is_over = preferences.holiday[1] <= now
    end_buttons = [button("End holiday", page_custom_id("holiday.end"), Style.danger, disabled=is_over), _back_button()]
    return Page(md("{}\n{}", holiday_line, about), None, [period_buttons, end_buttons])


def retry_page(form_name: str, reason: Markdown, typed: Sequence[str]) -> Page:
    """Return the page about a refused form. A button opens the form again with the ``typed`` texts, shortened."""
    carried_text = "|".join(text.replace("|", "/").replace("\n", " ")[:_MAX_TYPED_LENGTH] for text in typed)
    edit_button = button("Edit…", page_custom_id(f"{form_name}.again|{carried_text}"), Style.primary)
    return Page(reason, None, [[edit_button, _back_button()]])


def settings_form(rest: str, title: str, fields: Sequence[tuple[str, str, str]]) -> ui.Modal:
    """Return a form; ``fields`` are (label, example, current text). Fields may be left empty."""
    form_fields = [
        FormField(f"field{number}", label, 60, example, value) for number, (label, example, value) in enumerate(fields)
    ]
    return build_modal(title, page_custom_id(rest), form_fields)


def _button_rows(preferences: UserPreferences) -> list[list[ui.Item[Any]]]:
    toggle_row: list[ui.Item[Any]] = [
        _toggle_button("You’re next", "following", on=preferences.following),
        _toggle_button("Large print", "large", on=preferences.large),
        _toggle_button("Desktop pictures", "wide", on=preferences.wide),
        button("Test my notice", page_custom_id("test")),
    ]
    pages = (("Time zone…", "zone"), ("Quiet hours…", "quiet"), ("Holiday…", "holiday"), ("Confirm…", "confirm"))
    return [toggle_row, [button(label, page_custom_id(rest)) for label, rest in pages]]


def _choice_select(preferences: UserPreferences, field: str) -> ui.Select[Any]:
    name, descriptions = CHOICES[field]
    current = getattr(preferences, field)
    options = [(f"{name}: {description}", value, value == current) for value, description in descriptions.items()]
    return select_menu(page_custom_id(field), name, options)


def _toggle_button(name: str, field: str, *, on: bool) -> discord.ui.Button[Any]:
    """Return a button that turns a setting on or off. The label and the ``custom_id`` contain the new value.

    Therefore a press on an old page does what the label says.
    """
    return button(f"{name}: turn {_on_or_off(not on)}", page_custom_id(f"{field}.{_on_or_off(not on)}"))


def _back_button() -> discord.ui.Button[Any]:
    return button("Back", page_custom_id("settings"))


def _on_or_off(state: bool) -> Markdown:
    return md("on") if state else md("off")


def _holiday_text(preferences: UserPreferences, now: float) -> Markdown:
    start, end = preferences.holiday
    if end <= now:
        return md("none")
    return md("{} <t:{}:f> until <t:{}:f>", md("since") if start <= now else md("from"), int(start), int(end))
