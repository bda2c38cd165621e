"""The buttons and selects of a question, wherever it is asked. It knows no title and no table."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, escape_prose
from bot.sight import TableView
from bot.ui import room
from bot.ui.chips import Chip, asks_for_goal, leading, parted, whole_moves
from bot.ui.components import Row, Style, button, in_rows, select
from bot.ui.layout import Around, Layout
from bot.ui.menu import Menu, MenuChoice, menu, words
from bot.ui.steps import beyond, higher, question_before
from engine import Action
from engine.core import Standing, field_names
from engine.core.action import LAST_STEP, begin_action, continuations, field_question

_TYPE = "Type it…"
_STEP_BY_STEP = "Step by step…"
_ONWARD = "Go on from here, or change the last step"
_OTHER_WAYS = "Other ways…"
_MORE, _EARLIER = "More", "Earlier"
FIRST = "-"
"""In the ``custom_id`` of a select: no answer was given before."""


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


def around(asked: Asked, text: Markdown, quick: Sequence[ui.Item[Any]] = (), made: Collection[Action] = ()) -> Around:
    """The rest of a question’s page beside its answers: its text, and ``quick`` buttons that make moves at once."""
    below = [*_typing(asked, asked.found), *asked.aside]
    steps = _steps(asked) if asked.found.kind == "number" else []
    return Around(room.text_lines(text), _labels(quick), _labels(steps), _labels(below), tuple(made))


def _labels(row: Sequence[ui.Item[Any]]) -> tuple[str, ...]:
    return tuple(str(getattr(item, "label", "") or "") for item in row)


def question_rows(asked: Asked, layout: Layout, beside: Sequence[ui.Item[Any]] = ()) -> list[Row]:
    """Everything that may be pressed under a question; ``beside`` stands next to *Confirm*."""
    if asked.found.kind == "confirm":
        return _confirming(asked, beside)
    buttons: Row = [_chip(asked, chip) for chip in layout.shown]
    buttons += _steps(asked) if asked.found.kind == "number" else []
    others: Row = [_other(asked, chip) for chip in layout.others]
    below: Row = [*_typing(asked, asked.found), *asked.aside]
    turning = _turning(asked, layout)
    if turning and len(turning) + len(below) <= limits.BUTTONS_IN_ROW and not others:
        below = [*turning, *below]
    else:
        others = [*others, *turning]
    rest = [_rest(asked, layout.rest)] if layout.rest else []
    if len(others) + len(below) <= limits.BUTTONS_IN_ROW:
        others, below = [*others, *below], []
    return [*in_rows(buttons), *rest, *in_rows(others), *in_rows(below)]


def _chip(asked: Asked, chip: Chip) -> ui.Button[Any]:
    """An answer: blue, or gray where it gains nothing at once."""
    leads = asked.leads.menu((*asked.picked, *chip.words), 0)
    return button(chip.label, leads, Style.secondary if chip.quiet else Style.primary)


def _other(asked: Asked, chip: Chip) -> ui.Button[Any]:
    return button(chip.label, asked.leads.menu(chip.words, 0))


def _rest(asked: Asked, rest: Sequence[Chip]) -> Row:
    """A select of the answers that have no button, each with its second line where that differs."""
    options = [(chip.label, " ".join(chip.words), False) for chip in rest]
    is_same = len({chip.detail for chip in rest}) == 1 and len(rest) > 1
    about = ["" if is_same else chip.detail for chip in rest]
    count = f"{len(rest)} more choices…"
    return [select(asked.leads.select(asked.picked or (FIRST,)), count, options, about)]


def _steps(asked: Asked) -> Row:
    """Numbers that are not listed."""
    return [_step(asked, entry) for entry in beyond(asked.offers, asked.found)]


def back_words(seen: TableView, found: Menu, offers: Collection[Action]) -> tuple[str, ...] | None:
    """The question to which *Back* leads: from a whole move, the one that offers it whole; None at the first."""
    if found.kind != "confirm" or isinstance(found.sample, Standing):
        return found.back
    before = _questions_before(found, offers)
    first = menu(offers)
    if first is not None and before and (lead := leading(seen, first, offers)).beside:
        whole = [() if one.picked == lead.picked else one.picked for one in before if _offers_whole(one)]
        return whole[-1] if whole else found.back
    return next((one.picked for one in reversed(before) if _offers_whole(one)), found.back)


def _questions_before(found: Menu, offers: Collection[Action]) -> list[Menu]:
    """The questions whose answers led to a move, the last first."""
    questions, picked = list[Menu](), found.back
    while picked is not None and (asked := menu(offers, picked)) is not None:
        questions.append(asked)
        picked = asked.back
    return questions


def _offers_whole(asked: Menu) -> bool:
    """Whether the page of a question may offer whole moves."""
    return asked.kind == "choices" and (asks_for_goal(asked) or bool(whole_moves(asked)))


def other_ways(found: Menu, offers: Collection[Action]) -> tuple[str, ...] | None:
    """The question about the way of a move whose goal is picked, if there are other ways there."""
    kind = type(found.sample)
    if (
        found.kind != "confirm"
        or not kind.path_field
        or field_names(kind)[-1:] != (kind.path_field,)
        or found.back is None
    ):
        return None
    asked = menu(offers, found.back)
    is_way = asked is not None and asked.field == kind.path_field and len(asked.entries) > 1
    return found.back if is_way else None


def answers_of(words: Sequence[str], values: Sequence[str]) -> list[str]:
    """The words of the answers so far, with those that were chosen in a select, where an option may be several."""
    return [*(word for word in words if word != FIRST), *" ".join(values).split(" ")]


def asked_for(found: Menu) -> Markdown:
    """The question to a player for the field that is next."""
    return escape_prose(field_question(type(found.sample), found.field))


def _confirming(asked: Asked, beside: Sequence[ui.Item[Any]]) -> list[Row]:
    """*Confirm*, the ways to other moves and back; below, other numbers where the last answer is one of many."""
    identity = asked.leads.confirm(asked.found.sample)
    confirm: Row = [button("Confirm", identity, Style.success), *beside, *_other_ways(asked), *asked.aside]
    before = question_before(asked.offers, asked.found)
    if before is None:
        return [confirm, *_onward(asked)]
    steps = [
        button(f"+{step:,}", asked.leads.menu((*before.picked, *entry.words), 0))
        for step, entry in higher(asked.offers, asked.found)
    ]
    return [confirm, [*steps, *_typing(asked, before)]]


def _other_ways(asked: Asked) -> Row:
    """The way to other ways to the same goal, unless *Back* leads there."""
    ways = other_ways(asked.found, asked.offers)
    identity = asked.leads.menu(ways, 0) if ways is not None else ""
    is_back = any(isinstance(item, ui.Button) and item.custom_id == identity for item in asked.aside)
    return [button(_OTHER_WAYS, identity)] if identity and not is_back else []


def _onward(asked: Asked) -> list[Row]:
    """The steps from a move to a longer one, or to one that ends otherwise."""
    steps = asked.leads.steps
    moves = continuations(asked.offers, asked.found.sample)[: limits.SELECT_OPTIONS] if steps else ()
    if not moves or steps is None:
        return []
    labels = [parted(asked.seen.label(action, LAST_STEP)) for action in moves]
    options = [(name, words(action)[-1], False) for action, (name, _) in zip(moves, labels, strict=True)]
    about = [effect for _, effect in labels]
    return [[select(steps(asked.picked[:-1], True), _ONWARD, options, about)]]


def _step(asked: Asked, entry: MenuChoice) -> ui.Button[Any]:
    """A number that is not listed."""
    alone = len(field_names(type(entry.actions[0]))) == 1
    label = asked.seen.brief(entry.actions[0], "" if alone else asked.found.field).label
    return button(label, asked.leads.menu((*asked.picked, *entry.words), 0))


def _turning(asked: Asked, layout: Layout) -> Row:
    """The ways to the pages before and after."""
    turning: Row = []
    if layout.page:
        turning.append(button(_EARLIER, asked.leads.menu(asked.picked, layout.page - 1)))
    if layout.page < layout.last:
        following = 0 if asked.found.beside else layout.page + 1  # the next page is the question alone
        turning.append(button(_MORE, asked.leads.menu(asked.picked, following)))
    return turning


def _typing(asked: Asked, found: Menu) -> Row:
    """The way to values that are not listed, if there are any."""
    if found.kind == "number" and len(found.entries) <= found.high - found.low:
        return [button("Another number…", asked.leads.form(found.picked))]
    typing = [button(_TYPE, asked.leads.form(found.picked))] if found.example else []
    steps = asked.leads.steps
    least = begin_action(asked.offers, found.picked) if found.example and steps else None
    return [*typing, button(_STEP_BY_STEP, steps(words(least), False))] if least and steps else [*typing]
