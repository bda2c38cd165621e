"""The private pages of `/settings`: how one user wants to be treated."""

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
"""The settings that are selects: field, name, and descriptions of the values."""

CONFIRM_CHOICES: dict[str, str] = {
    "always": "always",
    "lasting": "only if it can’t be undone",
    "never": "never",
}
"""The values of the setting for *Confirm*, with descriptions."""

MESSAGES_REFUSED = md(
    "⚠ Discord refused my last direct message to you. Allow direct messages from members of a server that we share, "
    "press *Test my notice* in `/settings`, and follow your tables again."
)


_TYPED_LENGTH = 36
"""Letters of each form field, of at most two, that fit a button's ``custom_id``."""


def page_custom_id(rest: str, number: int = 0) -> str:
    """The ``custom_id`` of a control on the user's private pages, which belong to no table."""
    return custom_id("i", 0, number, rest)


def settings_page(person: UserPreferences, now: float, lead: Markdown) -> Page:
    """The user's settings; ``lead`` is the text above them."""
    lines = [md("**Settings.** Only you can see them. Changes apply immediately, on every server.")]
    lines += [
        md("{}: **{}**", escape_prose(name), escape_prose(words[getattr(person, field)]))
        for field, (name, words) in CHOICES.items()
    ]
    lines += [
        md("*Confirm* before your moves: **{}**", escape_prose(CONFIRM_CHOICES[person.confirm])),
        md("“You’re next” notices: **{}**", _on_or_off(person.following)),
        md(
            "Large print: **{}** · Desktop pictures (cut into rows): **{}**",
            _on_or_off(person.large),
            _on_or_off(person.wide),
        ),
        md("Time zone: **{}**, where it is {:%H:%M}", zone_label(person.zone), local_time(now, person.zone)),
        md("Quiet hours (reminders wait): **{}**", quiet_hours_text(person.quiet)),
        md("Holiday (your clocks stop): **{}**", _holiday_text(person, now)),
    ]
    selects = [[_choice_select(person, field)] for field in CHOICES]
    text = join_lines(filter(None, [lead, *lines, MESSAGES_REFUSED if person.closed else md("")]))
    return Page(text, None, [*selects, *_button_rows(person)])


def confirm_page(person: UserPreferences) -> Page:
    """The page for the *Confirm* setting."""
    about = md(
        "Without *Confirm*, your last choice makes the move, and you can press *Undo*. These always ask:\n"
        "- a plan\n"
        "- a move that draws, rolls, or reveals something, because it can’t be undone\n"
        "*Only if it can’t be undone* also asks when a computer player’s move or a forced move follows. *Always* asks "
        "for every move, except one that can be undone and whose button says everything, such as a pass."
    )
    choice_buttons = [
        button(words.capitalize(), page_custom_id(f"confirm.{word}"), disabled=word == person.confirm)
        for word, words in CONFIRM_CHOICES.items()
    ]
    text = md("*Confirm* before your moves: **{}**.\n{}", escape_prose(CONFIRM_CHOICES[person.confirm]), about)
    return Page(text, None, [[*choice_buttons, _back_button()]])


def zone_page(person: UserPreferences, now: float) -> Page:
    """Common time zones, and a button to type another one."""
    offered = [(zone, zone, zone == person.zone) for zone in COMMON_ZONES]
    clocks = [f"it is {local_time(now, zone):%H:%M} there" for zone in COMMON_ZONES]
    usual = select_menu(page_custom_id("zone.pick"), "Choose your time zone", offered, clocks)
    more = [button("Type another…", page_custom_id("zone.type")), _back_button()]
    text = md(
        "Your time zone is **{}**, where it is {:%H:%M}.",
        zone_label(person.zone),
        local_time(now, person.zone),
    )
    return Page(md("{}\nQuiet hours and holidays use this time zone.", text), None, [[usual], more])


def holiday_page(person: UserPreferences, now: float) -> Page:
    """The user's holiday, with buttons for common changes."""
    holiday_line = md("Your holiday: **{}**.", _holiday_text(person, now))
    about = md("""During a holiday your clocks are paused at every table and you get no reminders. You can still move. \
After it ends, wait as long as it lasted before the next one. A clock that has already run out isn’t paused.""")
    first = [
        button(label, page_custom_id(f"holiday.{rest}"))
        for label, rest in (("Through tomorrow", "tomorrow"), ("For a week", "week"), ("Choose dates…", "dates"))
    ]
    over = person.holiday[1] <= now
    last = [button("End holiday", page_custom_id("holiday.end"), Style.danger, disabled=over), _back_button()]
    return Page(md("{}\n{}", holiday_line, about), None, [first, last])


def retry_page(page: str, why: Markdown, typed: Sequence[str]) -> Page:
    """Explain why a form was refused, with a button that opens it as filled in, if that fits."""
    carried_text = "|".join(text.replace("|", "/").replace("\n", " ")[:_TYPED_LENGTH] for text in typed)
    again = button("Edit…", page_custom_id(f"{page}.again|{carried_text}"), Style.primary)
    return Page(why, None, [[again, _back_button()]])


def settings_form(rest: str, title: str, fields: Sequence[tuple[str, str, str]]) -> ui.Modal:
    """A form; ``fields`` are (question, example, current text). A field may be left empty."""
    asked = [FormField(f"field{i}", text, 60, example, now) for i, (text, example, now) in enumerate(fields)]
    return build_modal(title, page_custom_id(rest), asked)


def _button_rows(person: UserPreferences) -> list[list[ui.Item[Any]]]:
    toggles: list[ui.Item[Any]] = [
        _toggle_button("You’re next", "following", on=person.following),
        _toggle_button("Large print", "large", on=person.large),
        _toggle_button("Desktop pictures", "wide", on=person.wide),
        button("Test my notice", page_custom_id("test")),
    ]
    pages = (("Time zone…", "zone"), ("Quiet hours…", "quiet"), ("Holiday…", "holiday"), ("Confirm…", "confirm"))
    return [toggles, [button(label, page_custom_id(rest)) for label, rest in pages]]


def _choice_select(person: UserPreferences, field: str) -> ui.Select[Any]:
    name, words = CHOICES[field]
    now = getattr(person, field)
    options = [(f"{name}: {text}", word, word == now) for word, text in words.items()]
    return select_menu(page_custom_id(field), name, options)


def _toggle_button(name: str, field: str, *, on: bool) -> discord.ui.Button[Any]:
    """A toggle whose label and ``custom_id`` name the new value, so that old pages stay correct."""
    return button(f"{name}: turn {_on_or_off(not on)}", page_custom_id(f"{field}.{_on_or_off(not on)}"))


def _back_button() -> discord.ui.Button[Any]:
    return button("Back", page_custom_id("settings"))


def _on_or_off(state: bool) -> Markdown:
    return md("on") if state else md("off")


def _holiday_text(person: UserPreferences, now: float) -> Markdown:
    start, end = person.holiday
    if end <= now:
        return md("none")
    return md("{} <t:{}:f> until <t:{}:f>", md("since") if start <= now else md("from"), int(start), int(end))
