"""The buttons and selects under a question of the private menu. It knows no title."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.desk import Seated
from bot.sight import TableView
from bot.tables.table import Table
from bot.ui.chips import MOST_BUTTONS, chips, other_verbs, parted
from bot.ui.components import Row, Style, button, custom_id, in_rows, select
from bot.ui.menu import Menu
from bot.ui.plans import plan_button
from bot.ui.steps import beyond, higher, question_before
from engine import Action, write
from engine.core.action import Standing, question

_PRIVATE, AHEAD, LISTED = "-", "+", "g"
"""The places of a menu's own buttons; ``AHEAD`` is for answers to what is not asked yet, ``LISTED`` in a list of tables
that stays as it is."""
_ANSWER_AHEAD = "Plan ahead…"
_TYPE = "Type it…"


class Leads(msgspec.Struct, frozen=True):
    """The links of the parts of a question: the ``custom_id`` for the words picked so far.

    ``menu`` also gets the page of a long question, ``confirm`` the move.
    """

    menu: Callable[[Sequence[str], int], str]
    select: Callable[[Sequence[str]], str]
    form: Callable[[Sequence[str]], str]
    confirm: Callable[[Action], str]


class Asked(msgspec.Struct, frozen=True):
    """A question as it is shown: who sees it, what it was made of, how far its answer is, and where its parts lead."""

    seen: TableView
    offers: Collection[Action]
    found: Menu
    leads: Leads
    page: int = 0


def answers(place: Seated, found: Menu, page: int) -> list[Row]:
    """Everything that may be pressed under a question at a table; ``page`` is that of a long one."""
    decision = place.ahead if isinstance(found.sample, Standing) else place.decision
    offers = decision.offers if decision else ()
    return question_rows(Asked(place.seen, offers, found, _leads(place.table), page), _aside(place, found))


def question_rows(asked: Asked, aside: Row) -> list[Row]:
    """Everything that may be pressed under a question, with what stands ``aside`` in the last row."""
    seen, found, leads = asked.seen, asked.found, asked.leads
    if found.kind == "confirm":
        return _confirming(asked, aside)
    shown = chips(seen, found, asked.page)
    if shown is None:
        return _select(asked, aside)
    buttons = [_link(asked, chip.label, chip.words, Style.primary) for chip in shown.shown]
    labels = ((seen.label(entry.actions[0], found.field), entry.words) for entry in beyond(asked.offers, found))
    steps = [_link(asked, label, words) for label, words in labels]
    buttons += steps[: MOST_BUTTONS - len(buttons)]
    others: Row = [button(chip.label, leads.menu(chip.words, 0)) for chip in other_verbs(seen, found)]
    return [*in_rows(buttons), others, [*_turning(asked, shown.page, shown.last), *_typing(found, leads), *aside]]


def _confirming(asked: Asked, aside: Row) -> list[Row]:
    """*Confirm* and the way back; below, other numbers where the last answer is one of many."""
    found, leads = asked.found, asked.leads
    confirm: Row = [button("Confirm", leads.confirm(found.sample), Style.success), *aside]
    before = question_before(asked.offers, found)
    if before is None:
        return [confirm]
    steps = [
        button(f"+{step:,}", leads.menu((*before.picked, *entry.words), 0))
        for step, entry in higher(asked.offers, found)
    ]
    return [confirm, [*steps, *_typing(before, leads)]]


def _link(asked: Asked, label: str, words: Sequence[str], style: Style = Style.secondary) -> ui.Button[Any]:
    """An answer as a button: the words picked so far and its own."""
    return button(label, asked.leads.menu((*asked.found.picked, *words), 0), style)


def ahead_button(place: Seated) -> Row:
    """The way to what the seat may plan before its turn, if there is anything."""
    if place.ahead is None:
        return []
    return [button("Plan ahead…", custom_id("m", place.table.id, place.table.seq, f"{AHEAD}0"))]


def asked_for(found: Menu) -> str:
    """The question to a player for the field that is next."""
    return question(type(found.sample), found.field)


def _select(asked: Asked, aside: Row) -> list[Row]:
    """One page of values that have no marks and too many words for buttons."""
    found, size = asked.found, limits.SELECT_OPTIONS
    last = (len(found.entries) - 1) // size
    page = min(max(asked.page, 0), last)
    shown = found.entries[page * size : (page + 1) * size]
    labels = [parted(asked.seen.label(entry.actions[0], found.field)) for entry in shown]
    options = [(name, entry.words[0], False) for entry, (name, _) in zip(shown, labels, strict=True)]
    about = [effect for _, effect in labels]
    choice = select(asked.leads.select(found.picked), asked_for(found), options, about)
    return [[choice], [*_turning(asked, page, last), *_typing(found, asked.leads), *aside]]


def _turning(asked: Asked, page: int, last: int) -> Row:
    """The ways to the pages before and after."""
    turning: Row = []
    if page:
        turning.append(button("Earlier", asked.leads.menu(asked.found.picked, page - 1)))
    if page < last:
        turning.append(button("More", asked.leads.menu(asked.found.picked, page + 1)))
    return turning


def _typing(found: Menu, leads: Leads) -> Row:
    """The way to values that are not listed, if there are any."""
    if found.kind == "number" and len(found.entries) <= found.high - found.low:
        return [button("Another number…", leads.form(found.picked))]
    return [button(_TYPE, leads.form(found.picked))] if found.example else []


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
