"""Everything that may be pressed under a question of the private menu at a table. It knows no title."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated
from bot.markdown import Markdown, md
from bot.play.coach import has_hints
from bot.tables.table import Table
from bot.ui.asking import Asked, Leads, around, back_words, question_rows
from bot.ui.components import AboutTable, Row, Style, button, custom_id
from bot.ui.forms import form_id
from bot.ui.layout import Layout, lay_out
from bot.ui.menu import Menu, words
from bot.ui.plans import plan_button
from bot.ui.room import button_lines
from bot.ui.shortcuts import EVERY, Shortcut, and_then, asked_again, shortcuts, verbs_of
from engine import Action, write_action
from engine.core import Standing
from engine.core.action import button_title

_PRIVATE, AHEAD, LISTED, STEPWISE, BOARD = "-", "+", "g", "~", "^"
"""The places of a menu's own buttons; ``AHEAD`` is for answers to what is not asked yet, ``LISTED`` in a list of tables
that stays as it is, ``STEPWISE`` under a move that is put together step by step, which is always shown before it is
made, ``BOARD`` for the board in place of the question."""


class Answers(NamedTuple):
    """Everything that may be pressed under a question, and how its answers are laid out."""

    rows: list[Row]
    layout: Layout


def answers(place: Seated, found: Menu, page: int) -> list[Row]:
    """Everything that may be pressed under a question; ``page`` is that of a long one."""
    return answer_page(place, found, page, md("")).rows


def answer_page(place: Seated, found: Menu, page: int, text: Markdown, more: Sequence[ui.Item[Any]] = ()) -> Answers:
    """The same under its ``text``; ``more`` are other buttons, such as *Undo*."""
    offers = _offers(place, found)
    asked = Asked(place.seen, found, _leads(place.table), _aside(place, found, more, offers), offers)
    if found.kind == "confirm":
        return Answers(question_rows(asked, Layout(()), _and_then(place, found)), Layout(()))
    quick = _at_once(place, found)
    made = [
        short.actions[0] for short in shortcuts(place, found) if len(short.actions) == 1 and found.sample.is_best_first
    ]
    layout = lay_out(place.seen, found, page, around(asked, text, quick, made))
    if board := _board(place, found, page):
        with_board = replace(asked, aside=[*asked.aside, *board])
        longer = lay_out(place.seen, found, page, around(with_board, text, quick, made))
        if _costs_no_line(asked.aside, board[0]) or _costs_nothing(layout, longer, is_resized=found.kind == "verbs"):
            asked, layout = with_board, longer
    for item in quick:
        _add_mark(place, item, layout)
    rows = [row for row in question_rows(asked, layout) if row]
    if len(rows) < limits.ROWS:
        return Answers([quick, *rows] if quick else rows, layout)
    *above, last = rows  # no room for a row of their own
    return Answers([*above, [*quick[: limits.BUTTONS_IN_ROW - len(last)], *last]], layout)


def _add_mark(place: Seated, item: ui.Item[Any], layout: Layout) -> None:
    """Puts the letter that a move has in the picture on the button that makes it at once."""
    if isinstance(item, ui.Button):
        marks = (mark for mark, actions in layout.marks if item.custom_id == _made_at_once(place, actions[:1]))
        item.label = " · ".join([*marks, str(item.label)])


def _board(place: Seated, found: Menu, page: int) -> Row:
    """*Board*, whose *Back* leads to this page; nothing where that is no press."""
    identity = custom_id("m", place.table.id, place.table.seq, " ".join([f"{BOARD}{page}", *found.picked]))
    has_way_back = len(identity) <= limits.CUSTOM_ID and (found.picked or not _is_beside(place, found))
    return [button("Board", identity)] if has_way_back else []


def _costs_nothing(layout: Layout, longer: Layout, *, is_resized: bool) -> bool:
    """Whether a page has room for a line more: without a picture, or with one that takes what room is left."""
    as_many = len(longer.shown) == len(layout.shown)
    return as_many and longer.is_fitting and (not layout.is_pictured or (is_resized and longer.is_pictured))


def _is_beside(place: Seated, found: Menu) -> bool:
    """Whether the question is what may be planned, beside another that is asked now."""
    return isinstance(found.sample, Standing) and place.decision is not None


def _costs_no_line(row: Sequence[ui.Item[Any]], item: ui.Item[Any]) -> bool:
    """Whether a button fits into the last line that a row takes on a phone."""
    labels = [str(getattr(one, "label", "") or "") for one in row]
    longer = [*labels, str(getattr(item, "label", ""))]
    return 0 < len(labels) < limits.BUTTONS_IN_ROW and button_lines(longer) == button_lines(labels)


def ahead_button(place: Seated) -> Row:
    """The way to what the seat may plan before its turn, if there is anything."""
    if place.ahead is None:
        return []
    return [button("Plan ahead…", custom_id("m", place.table.id, place.table.seq, f"{AHEAD}0"))]


def _at_once(place: Seated, found: Menu) -> Row:
    """Whole moves a press away, and one form for all that is asked in every turn."""
    row: Row = []
    again = asked_again(place) if found.back is None and not isinstance(found.sample, Standing) else ()
    for short in shortcuts(place, found):
        identity = _every(place, short) if short.every else _made_at_once(place, short.actions)
        if len(identity) <= limits.CUSTOM_ID:
            row.append(button(short.label, identity, Style.success))
    if verbs := verbs_of(again):
        form = custom_id("c", place.table.id, place.table.seq, verbs)
        row.append(button(_form_label(again), form, Style.success))
    if last := form_id(place.table, found):
        row.append(button(f"{button_title(type(found.sample))}…", last, Style.success))
    return row


def _every(place: Seated, short: Shortcut) -> str:
    """The ``custom_id`` of a press that makes all proposals, if they are still the same."""
    return custom_id("A", place.table.id, place.table.seq, f"{EVERY}{short.digest}")


def _form_label(asked: Sequence[Collection[Action]]) -> str:
    """The moves of a form: “Bid for turn order, rank associates…”."""
    first, *more = (button_title(type(next(iter(offers)))) for offers in asked)
    return ", ".join([first, *(f"{name[0].lower()}{name[1:]}" for name in more)]) + "…"


def _made_at_once(place: Seated, actions: Sequence[Action]) -> str:
    """The ``custom_id`` of a press that makes these moves."""
    if len(actions) == 1:
        return custom_id("a", place.table.id, place.table.seq, write_action(actions[0]))
    spelled = "|".join(" ".join(words(action)) for action in actions)
    return custom_id("A", place.table.id, place.table.seq, spelled)


def _and_then(place: Seated, found: Menu) -> Row:
    """*Confirm* for two moves at once, where one may be all that is left to say."""
    both = and_then(place, found.sample)
    identity = _made_at_once(place, both.actions) if both else ""
    return [button(both.label, identity, Style.success)] if both and len(identity) <= limits.CUSTOM_ID else []


def _offers(place: Seated, found: Menu) -> Collection[Action]:
    """The offers that the question was made of."""
    asked = place.ahead if isinstance(found.sample, Standing) else place.decision
    return asked.offers if asked else ()


def _aside(place: Seated, found: Menu, more: Sequence[ui.Item[Any]], offers: Collection[Action]) -> Row:
    """The one row of ways: back first, then the coach, what may be answered ahead, and ``more`` where it has room.

    From what may be answered ahead, the way back is to the first question. Who is not asked finds the way to standing
    orders instead.
    """
    ahead = isinstance(found.sample, Standing)
    back = back_words(place.seen, found, offers)
    if back is not None:
        return [button("Back", _menu_id(place.table, back, ahead=ahead))]
    if not ahead:
        row: Row = [*more[:1], *_hint(place), *ahead_button(place)]
        return [*row, *(item for item in more[1:] if _costs_no_line(row, item))]
    if place.decision is None:
        return [*more, *plan_button(place)][: limits.BUTTONS_IN_ROW]
    return [button("Back", _menu_id(place.table, ()))]


def _hint(place: Seated) -> Row:
    """The way to the coach, where the table has one and there is a choice."""
    offers = place.decision.offers if place.decision else ()
    if not has_hints(place.table) or len(tuple(islice(offers, 2))) < 2:
        return []
    return [button("Hint", custom_id("H", place.table.id, place.table.seq))]


def _leads(table: Table) -> Leads:
    """The parts of a question at a table."""

    def lead(kind: AboutTable, rest: str) -> str:
        return custom_id(kind, table.id, table.seq, rest)

    return Leads(
        menu=partial(_menu_id, table),
        select=lambda picked: lead("s", " ".join(picked)),
        form=lambda picked: lead("n", " ".join(picked)),
        confirm=lambda action: lead("a", write_action(action)),
        steps=partial(_step_id, table),
    )


def _step_id(table: Table, picked: Sequence[str], chosen: bool) -> str:
    """A step of a move that is put together: ``chosen`` in a select, or the first."""
    rest = " ".join([STEPWISE if chosen else f"{STEPWISE}0", *picked])
    return custom_id("s" if chosen else "m", table.id, table.seq, rest)


def _menu_id(table: Table, picked: Sequence[str], page: int = 0, *, ahead: bool = False) -> str:
    """The press that shows the next question; a question gives its page, through its ``Leads``."""
    return custom_id("m", table.id, table.seq, " ".join([f"{AHEAD if ahead else _PRIVATE}{page}", *picked]))
