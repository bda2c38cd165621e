"""The buttons and selects of a question, wherever it is asked. It knows no title and no table."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, escape_prose
from bot.sight import TableView
from bot.ui.chips import Chip, chips, other_verbs, parted
from bot.ui.components import Row, Style, button, in_rows, select
from bot.ui.menu import Menu, MenuChoice, leaf, words
from bot.ui.steps import beyond, higher, question_before
from engine import Action
from engine.core.action import LAST_STEP, begun, further, question

_TYPE = "Type it…"
_STEP_BY_STEP = "Step by step…"
_ONWARD = "Go on from here, or change the last step"


class Leads(msgspec.Struct, frozen=True):
    """The links of the parts of a question: the ``custom_id`` for the words picked so far.

    ``menu`` also gets the page of a long question, ``confirm`` the move. ``steps`` leads to a move that is put together
    step by step, or takes the next of its steps where a select asks for it; None where there is no such way.
    """

    menu: Callable[[Sequence[str], int], str]
    select: Callable[[Sequence[str]], str]
    form: Callable[[Sequence[str]], str]
    confirm: Callable[[Action], str]
    steps: Callable[[Sequence[str], bool], str] | None = None


class Asked(msgspec.Struct, frozen=True):
    """A question as one person sees it: what it is made of, where its parts lead, and what stands ``aside``.

    Without ``offers``, only listed answers have buttons.
    """

    seen: TableView
    found: Menu
    leads: Leads
    aside: Row
    offers: Collection[Action] = ()

    @property
    def picked(self) -> tuple[str, ...]:
        """The words of the answers so far."""
        return self.found.picked


def question_rows(asked: Asked, page: int, beside: Sequence[ui.Item[Any]] = ()) -> list[Row]:
    """Everything that may be pressed under a question; ``beside`` stands next to *Confirm*."""
    if asked.found.kind == "confirm":
        return _confirming(asked, beside)
    page = 0 if asked.found.beside else page  # the next page is the question alone
    shown = chips(asked.seen, asked.found, page)
    if shown is None:
        return _select(asked, page)
    buttons = [_chip(asked, chip) for chip in shown.shown]
    buttons += [_step(asked, entry) for entry in beyond(asked.offers, asked.found)]
    turning = _turning(asked, shown.page, shown.last)
    verbs = other_verbs(asked.seen, asked.found)
    others: Row = [button(chip.label, asked.leads.menu(chip.words, 0)) for chip in verbs]
    below = [*turning, *_typing(asked, asked.found), *asked.aside]
    return [*in_rows(buttons), *in_rows(others), below]


def asked_for(found: Menu) -> Markdown:
    """The question to a player for the field that is next."""
    return escape_prose(question(type(found.sample), found.field))


def _confirming(asked: Asked, beside: Sequence[ui.Item[Any]]) -> list[Row]:
    """*Confirm* and the way back; below, other numbers where the last answer is one of many."""
    identity = asked.leads.confirm(asked.found.sample)
    confirm: Row = [button("Confirm", identity, Style.success), *beside, *asked.aside]
    before = question_before(asked.offers, asked.found)
    if before is None:
        return [confirm, *_onward(asked)]
    steps = [
        button(f"+{step:,}", asked.leads.menu((*before.picked, *entry.words), 0))
        for step, entry in higher(asked.offers, asked.found)
    ]
    return [confirm, [*steps, *_typing(asked, before)]]


def _onward(asked: Asked) -> list[Row]:
    """The steps from a move to a longer one, or to one that ends otherwise."""
    steps = asked.leads.steps
    moves = further(asked.offers, asked.found.sample)[: limits.SELECT_OPTIONS] if steps else ()
    if not moves or steps is None:
        return []
    labels = [parted(asked.seen.label(action, LAST_STEP)) for action in moves]
    options = [(name, words(action)[-1], False) for action, (name, _) in zip(moves, labels, strict=True)]
    about = [effect for _, effect in labels]
    return [[select(steps(asked.picked[:-1], True), _ONWARD, options, about)]]


def _chip(asked: Asked, chip: Chip) -> ui.Button[Any]:
    leads = asked.leads.menu((*asked.picked, *chip.words), 0)
    return button(chip.label, leads, Style.primary)


def _step(asked: Asked, entry: MenuChoice) -> ui.Button[Any]:
    """A number that is not listed."""
    label, _ = parted(asked.seen.label(entry.actions[0], asked.found.field))
    return button(label, asked.leads.menu((*asked.picked, *entry.words), 0))


def _select(asked: Asked, page: int) -> list[Row]:
    """One page of values that have no marks and too many words for buttons."""
    found = asked.found
    shown, page, last = leaf(found.entries, page, limits.SELECT_OPTIONS)
    labels = [parted(asked.seen.label(entry.actions[0], found.field)) for entry in shown]
    names = [name for name, _ in labels]
    options = [(name, entry.words[0], False) for name, entry in zip(names, shown, strict=True)]
    about = [effect for _, effect in labels]
    choice = select(asked.leads.select(asked.picked), asked_for(found), options, about)
    below = [*_turning(asked, page, last), *_typing(asked, found), *asked.aside]
    return [[choice], below]


def _turning(asked: Asked, page: int, last: int) -> Row:
    """The ways to the pages before and after; where other verbs take room, the next page is the question alone."""
    turning: Row = []
    if page:
        turning.append(button("Earlier", asked.leads.menu(asked.picked, page - 1)))
    if page < last:
        following = 0 if asked.found.beside else page + 1
        turning.append(button("More", asked.leads.menu(asked.picked, following)))
    return turning


def _typing(asked: Asked, found: Menu) -> Row:
    """The way to values that are not listed, if there are any."""
    if found.kind == "number" and len(found.entries) <= found.high - found.low:
        return [button("Another number…", asked.leads.form(found.picked))]
    typing = [button(_TYPE, asked.leads.form(found.picked))] if found.example else []
    steps = asked.leads.steps
    least = begun(asked.offers, found.picked) if found.example and steps else None
    return [*typing, button(_STEP_BY_STEP, steps(words(least), False))] if least and steps else [*typing]
