"""The private pages of `/settings`: how one user wants to be treated. It knows no game and changes nothing."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.clocks.hours import as_hours, in_zone
from bot.clocks.zones import USUAL, zone_label
from bot.markdown import Markdown, escape_prose, joined, md
from bot.preferences import Person
from bot.ui.components import Style, button, custom_id, select
from bot.ui.fields import Field, form
from bot.ui.page import Page

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
"""The fields that are selects: what they are called, and each word with what it means."""

CONFIRM: dict[str, str] = {
    "always": "always",
    "lasting": "only if it can’t be undone",
    "never": "never",
}
"""When a move asks for *Confirm*: each word with what it means."""

CLOSED = md(
    "⚠ Discord refused my last direct message to you. Allow direct messages from members of a server that we share, "
    "press *Test my notice* in `/settings`, and follow your tables again."
)


_CARRIED = 36
"""Letters of a form's field, of two at most, for which a button's identity has room."""


def identity(rest: str, number: int = 0) -> str:
    """The ``custom_id`` of something on one's own private pages, which belong to no table."""
    return custom_id("i", 0, number, rest)


def settings_page(person: Person, now: float, said: Markdown) -> Page:
    """Everything that can be set, as it is; ``said`` stands above it."""
    lines = [md("**Settings.** Only you can see them. Changes apply immediately, on every server.")]
    lines += [
        md("{}: **{}**", escape_prose(name), escape_prose(words[getattr(person, field)]))
        for field, (name, words) in CHOICES.items()
    ]
    lines += [
        md("*Confirm* before your moves: **{}**", escape_prose(CONFIRM[person.confirm])),
        md("“You’re next” notices: **{}**", _on(person.following)),
        md("Large print: **{}** · Desktop pictures (cut into rows): **{}**", _on(person.large), _on(person.wide)),
        md("Time zone: **{}**, where it is {:%H:%M}", zone_label(person.zone), in_zone(now, person.zone)),
        md("Quiet hours (reminders wait): **{}**", as_hours(person.quiet)),
        md("Holiday (your clocks stop): **{}**", _holiday(person, now)),
    ]
    selects = [[_select(person, field)] for field in CHOICES]
    text = joined(filter(None, [said, *lines, CLOSED if person.closed else md("")]))
    return Page(text, None, [*selects, *_rows(person)])


def confirm_page(person: Person) -> Page:
    """The page on which a person sets when a move asks for *Confirm*."""
    about = md(
        "Without *Confirm*, your last choice makes the move, and you can press *Undo*. A move that draws, rolls, or "
        "reveals something can’t be undone, so it always asks. With *only if it can’t be undone*, a move also asks if "
        "a computer player’s move or a forced move follows. A plan always asks. With *always*, a "
        "move still doesn’t ask if its button says everything and it can be undone, such as a pass."
    )
    wanted = [
        button(words.capitalize(), identity(f"confirm.{word}"), disabled=word == person.confirm)
        for word, words in CONFIRM.items()
    ]
    text = md("*Confirm* before your moves: **{}**.\n{}", escape_prose(CONFIRM[person.confirm]), about)
    return Page(text, None, [[*wanted, _back()]])


def zone_page(person: Person, now: float) -> Page:
    """The usual time zones, and a way to type any other."""
    offered = [(zone, zone, zone == person.zone) for zone in USUAL]
    clocks = [f"it is {in_zone(now, zone):%H:%M} there" for zone in USUAL]
    usual = select(identity("zone.pick"), "Choose your time zone", offered, clocks)
    more = [button("Type another…", identity("zone.type")), _back()]
    text = md(
        "Your time zone is **{}**, where it is {:%H:%M}.",
        zone_label(person.zone),
        in_zone(now, person.zone),
    )
    return Page(md("{}\nQuiet hours and holidays use this time zone.", text), None, [[usual], more])


def holiday_page(person: Person, now: float) -> Page:
    """The user's holiday, and the usual ways to change it."""
    told = md("Your holiday: **{}**.", _holiday(person, now))
    about = md("""During a holiday your clocks are paused at every table and you get no reminders. You can still move. \
After it ends, wait as long as it lasted before the next one. A clock that has already run out isn’t paused.""")
    first = [
        button(label, identity(f"holiday.{rest}"))
        for label, rest in (("Through tomorrow", "tomorrow"), ("For a week", "week"), ("Choose dates…", "dates"))
    ]
    over = person.holiday[1] <= now
    last = [button("End holiday", identity("holiday.end"), Style.danger, disabled=over), _back()]
    return Page(md("{}\n{}", told, about), None, [first, last])


def again_page(page: str, why: Markdown, typed: Sequence[str]) -> Page:
    """Explains why a form was refused, and leads back to what was typed, as far as a button can carry it."""
    kept = "|".join(text.replace("|", "/").replace("\n", " ")[:_CARRIED] for text in typed)
    again = button("Edit…", identity(f"{page}.again|{kept}"), Style.primary)
    return Page(why, None, [[again, _back()]])


def typed_form(rest: str, title: str, fields: Sequence[tuple[str, str, str]]) -> ui.Modal:
    """A form; ``fields`` are (what is asked, an example, what stands there now). A field may be left empty."""
    asked = [Field(f"field{i}", text, 60, example, now) for i, (text, example, now) in enumerate(fields)]
    return form(title, identity(rest), asked)


def _rows(person: Person) -> list[list[ui.Item[Any]]]:
    toggles: list[ui.Item[Any]] = [
        _toggle("You’re next", "following", on=person.following),
        _toggle("Large print", "large", on=person.large),
        _toggle("Desktop pictures", "wide", on=person.wide),
        button("Test my notice", identity("test")),
    ]
    pages = (("Time zone…", "zone"), ("Quiet hours…", "quiet"), ("Holiday…", "holiday"), ("Confirm…", "confirm"))
    return [toggles, [button(label, identity(rest)) for label, rest in pages]]


def _select(person: Person, field: str) -> ui.Select[Any]:
    name, words = CHOICES[field]
    now = getattr(person, field)
    options = [(f"{name}: {text}", word, word == now) for word, text in words.items()]
    return select(identity(field), name, options)


def _toggle(name: str, field: str, *, on: bool) -> discord.ui.Button[Any]:
    """Says what it would do, so that a press on an old page does what it says."""
    return button(f"{name}: turn {_on(not on)}", identity(f"{field}.{_on(not on)}"))


def _back() -> discord.ui.Button[Any]:
    return button("Back", identity("settings"))


def _on(state: bool) -> Markdown:
    return md("on") if state else md("off")


def _holiday(person: Person, now: float) -> Markdown:
    start, end = person.holiday
    if end <= now:
        return md("none")
    return md("{} <t:{}:f> until <t:{}:f>", md("since") if start <= now else md("from"), int(start), int(end))
