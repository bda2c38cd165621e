"""The buttons and selects under a question of the private menu. It knows no title."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.desk import Seated
from bot.sight import TableView
from bot.tables.table import Table
from bot.ui.components import Row, Style, button, custom_id, in_rows, select
from bot.ui.menu import Menu, MenuChoice
from bot.ui.plans import plan_button
from engine import Action, write
from engine.core.action import Standing, fields, question, title

_BUTTONS_ON_PAGE = (limits.ROWS - 1) * limits.BUTTONS_IN_ROW
_PRIVATE, AHEAD, LISTED = "-", "+", "g"
"""The places of a menu's own buttons; ``AHEAD`` is for answers to what is not asked yet, ``LISTED`` in a list of tables
that stays as it is."""

_TYPE = "Type it…"


class Leads(msgspec.Struct, frozen=True):
    """The links of the parts of a question: the ``custom_id`` for the words picked so far.

    ``menu`` also gets the page of a long select, ``confirm`` the move.
    """

    menu: Callable[[Sequence[str], int], str]
    select: Callable[[Sequence[str]], str]
    form: Callable[[Sequence[str]], str]
    confirm: Callable[[Action], str]


def answers(place: Seated, found: Menu, page: int) -> list[Row]:
    """Everything that may be pressed under a question at a table; ``page`` is that of a long select."""
    return question_rows(place.seen, found, page, _leads(place.table), _aside(place, found))


def question_rows(seen: TableView, found: Menu, page: int, leads: Leads, aside: Row) -> list[Row]:
    """Everything that may be pressed under a question, with what stands ``aside`` in the last row."""
    match found.kind:
        case "confirm":
            confirm: list[Row] = [[button("Confirm", leads.confirm(found.sample), Style.success), *aside]]
            return confirm
        case "verbs" | "number":
            chips = [_chip(seen, found, entry, leads) for entry in found.entries[:_BUTTONS_ON_PAGE]]
            if found.kind == "number" and len(found.entries) <= found.high - found.low:
                chips.append(button("Another number…", leads.form(found.picked)))
            return [*in_rows(chips), aside]
        case "choices":
            return _select(seen, found, page, leads, aside)


def ahead_button(place: Seated) -> Row:
    """The way to what the seat may plan before its turn, if there is anything."""
    if place.ahead is None:
        return []
    return [button("Plan ahead…", custom_id("m", place.table.id, place.table.seq, f"{AHEAD}0"))]


def asked_for(found: Menu) -> str:
    """The question to a player for the field that is next."""
    return question(type(found.sample), found.field)


def parted(label: str) -> tuple[str, str]:
    """A label “name: what it does” in its two parts; the second is empty where there is no such colon."""
    name, _, effect = label.partition(": ")
    return (label, "") if "(" in name else (name, effect)


def _chip(seen: TableView, found: Menu, entry: MenuChoice, leads: Leads) -> ui.Button[Any]:
    """A verb, or a number, as a button."""
    kind = type(entry.actions[0])
    if found.kind == "number":
        label = seen.label(entry.actions[0], found.field)
    elif len(entry.actions) > 1 or (len(entry.words) == 1 and fields(kind)):
        label = f"{title(kind)}…"
    else:
        label = parted(seen.label(entry.actions[0]))[0].rstrip(".")
    return button(label, leads.menu((*found.picked, *entry.words), 0), Style.primary)


def _select(seen: TableView, found: Menu, page: int, leads: Leads, aside: Row) -> list[Row]:
    """One page of the values; where others may be typed, too many for a page are a matter of typing alone."""
    size = limits.SELECT_OPTIONS
    typing = [button(_TYPE, leads.form(found.picked))]
    if found.example and len(found.entries) > size:
        return [[*typing, *aside]]
    last = (len(found.entries) - 1) // size
    page = min(max(page, 0), last)
    shown = found.entries[page * size : (page + 1) * size]
    labels = [parted(seen.label(entry.actions[0], found.field)) for entry in shown]
    bare = found.field in seen.painter.unmarked(seen.view)
    options = [
        (name if bare else f"{entry.key} · {name}", entry.words[0], False)
        for entry, (name, _) in zip(shown, labels, strict=True)
    ]
    about = [effect for _, effect in labels]
    choice = select(leads.select(found.picked), asked_for(found), options, about)
    turning: Row = []
    if page:
        turning.append(button("Earlier", leads.menu(found.picked, page - 1)))
    if page < last:
        turning.append(button("More", leads.menu(found.picked, page + 1)))
    if found.example:
        turning += typing
    return [[choice], [*turning, *aside]]


def _aside(place: Seated, found: Menu) -> Row:
    """The way back; from the first question, the way to what may be answered ahead, and from that to the first.

    Who is not asked finds the way to standing orders instead.
    """
    ahead = isinstance(found.sample, Standing)
    if found.back is not None:
        return [button("Back", _menu_id(place.table, found.back, ahead=ahead))]
    if not ahead:
        return ahead_button(place)
    return plan_button(place) if place.decision is None else [button("Back", _menu_id(place.table, ()))]


def _leads(table: Table) -> Leads:
    """The parts of a question at a table."""

    def lead(kind: str, rest: str) -> str:
        return custom_id(kind, table.id, table.seq, rest)

    return Leads(
        menu=partial(_menu_id, table),
        select=lambda picked: lead("s", " ".join(picked)),
        form=lambda picked: lead("n", " ".join(picked)),
        confirm=lambda action: lead("a", write(action)),
    )


def _menu_id(table: Table, picked: Sequence[str], page: int = 0, *, ahead: bool = False) -> str:
    return custom_id("m", table.id, table.seq, " ".join([f"{AHEAD if ahead else _PRIVATE}{page}", *picked]))
