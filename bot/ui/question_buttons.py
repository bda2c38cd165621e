"""All buttons under a question at a table."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, md
from bot.play.coach import has_hints
from bot.tables.table import Table
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, TableButtonKind, button, custom_id
from bot.ui.move_forms import form_custom_id
from bot.ui.phone_height import count_button_lines
from bot.ui.plans import orders_button_row
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows, words_of_back
from bot.ui.questions import Question, notation_words
from bot.ui.shortcuts import (
    ALL_PROPOSALS_PREFIX,
    Shortcut,
    available_shortcuts,
    form_verbs,
    questions_each_turn,
    two_move_shortcut,
)
from bot.view import SeatContext
from engine import Action, write_action
from engine.core import Standing
from engine.core.action import button_title

_MENU_PLACE, PREMOVE_PLACE, INBOX_PLACE, STEPWISE_PLACE, BOARD_PLACE = "-", "+", "g", "~", "^"
"""Places of a page's buttons: ``PREMOVE_PLACE`` for plans, ``INBOX_PLACE`` in a list of tables that stays unchanged,
``STEPWISE_PLACE`` under a move that is composed step by step and always confirmed, ``BOARD_PLACE`` for the board in
place of the question.
"""


class QuestionButtons(NamedTuple):
    """All buttons under a question, and the layout of its answers."""

    rows: list[Row]
    layout: AnswerLayout


def question_button_rows(context: SeatContext, question: Question, page: int) -> list[Row]:
    """All rows under a question; ``page`` is its page number."""
    return question_buttons(context, question, page, md("")).rows


def question_buttons(
    context: SeatContext, question: Question, page: int, text: Markdown, more: Sequence[ui.Item[Any]] = ()
) -> QuestionButtons:
    """The rows under the question with its ``text``; ``more`` are other buttons, such as *Undo*."""
    offers = _offers_of(context, question)
    asked = QuestionView(
        context.table_view,
        question,
        _question_links(context.table),
        _navigation_row(context, question, more, offers),
        offers,
    )
    if question.kind == "confirm":
        return QuestionButtons(
            question_rows(asked, AnswerLayout(()), _two_move_row(context, question)), AnswerLayout(())
        )
    quick = _quick_move_row(context, question)
    quick_moves = [
        short.actions[0]
        for short in available_shortcuts(context, question)
        if len(short.actions) == 1 and question.sample.is_best_first
    ]
    layout = lay_out_answers(context.table_view, question, page, page_surroundings(asked, text, quick, quick_moves))
    if board := _board(context, question, page):
        with_board = replace(asked, navigation=[*asked.navigation, *board])
        longer = lay_out_answers(
            context.table_view, question, page, page_surroundings(with_board, text, quick, quick_moves)
        )
        if _has_room_in_line(asked.navigation, board[0]) or _costs_nothing(
            layout, longer, is_resized=question.kind == "verbs"
        ):
            asked, layout = with_board, longer
    for item in quick:
        _add_letter(context, item, layout)
    rows = [row for row in question_rows(asked, layout) if row]
    if len(rows) < limits.ROWS:
        return QuestionButtons([quick, *rows] if quick else rows, layout)
    *above, last = rows  # no room for a row of their own
    return QuestionButtons([*above, [*quick[: limits.BUTTONS_IN_ROW - len(last)], *last]], layout)


def _add_letter(context: SeatContext, item: ui.Item[Any], layout: AnswerLayout) -> None:
    """Add the letter of a move in the picture to the button that makes it immediately."""
    if isinstance(item, ui.Button):
        marks = (mark for mark, actions in layout.marks if item.custom_id == _make_moves_id(context, actions[:1]))
        item.label = " · ".join([*marks, str(item.label)])


def _board(place: SeatContext, found: Question, page: int) -> Row:
    """*Board*, whose *Back* leads to this page; None if that is not possible."""
    identity = custom_id("m", place.table.id, place.table.seq, " ".join([f"{BOARD_PLACE}{page}", *found.picked]))
    has_way_back = len(identity) <= limits.CUSTOM_ID and (found.picked or not _is_beside(place, found))
    return [button("Board", identity)] if has_way_back else []


def _costs_nothing(layout: AnswerLayout, longer: AnswerLayout, *, is_resized: bool) -> bool:
    """Whether a page has room for one more line: without a picture, or with one that adapts."""
    as_many = len(longer.buttons) == len(layout.buttons)
    return as_many and longer.is_fitting and (not layout.is_pictured or (is_resized and longer.is_pictured))


def _is_beside(place: SeatContext, found: Question) -> bool:
    """Whether the question is about plans, while another one is open."""
    return isinstance(found.sample, Standing) and place.decision is not None


def _has_room_in_line(row: Sequence[ui.Item[Any]], item: ui.Item[Any]) -> bool:
    """Whether a button fits into the last line of a row on a phone."""
    labels = [str(getattr(one, "label", "") or "") for one in row]
    longer = [*labels, str(getattr(item, "label", ""))]
    return 0 < len(labels) < limits.BUTTONS_IN_ROW and count_button_lines(longer) == count_button_lines(labels)


def premove_button_row(context: SeatContext) -> Row:
    """The button to the seat's plans, if any can be made."""
    if context.premoves is None:
        return []
    return [button("Plan ahead…", custom_id("m", context.table.id, context.table.seq, f"{PREMOVE_PLACE}0"))]


def _quick_move_row(context: SeatContext, question: Question) -> Row:
    """Buttons for whole moves, and one form for everything that is asked every turn."""
    row: Row = []
    again = (
        questions_each_turn(context)
        if question.previous_words is None and not isinstance(question.sample, Standing)
        else ()
    )
    for short in available_shortcuts(context, question):
        identity = (
            _all_proposals_id(context, short) if short.is_all_proposals else _make_moves_id(context, short.actions)
        )
        if len(identity) <= limits.CUSTOM_ID:
            row.append(button(short.label, identity, Style.success))
    if verbs := form_verbs(again):
        form = custom_id("c", context.table.id, context.table.seq, verbs)
        row.append(button(_form_button_label(again), form, Style.success))
    if last := form_custom_id(context.table, question):
        row.append(button(f"{button_title(type(question.sample))}…", last, Style.success))
    return row


def _all_proposals_id(context: SeatContext, short: Shortcut) -> str:
    """The ``custom_id`` of a press that makes all proposals, if they are still the same."""
    return custom_id("A", context.table.id, context.table.seq, f"{ALL_PROPOSALS_PREFIX}{short.digest}")


def _form_button_label(asked: Sequence[Collection[Action]]) -> str:
    """The moves of a form: “Bid for turn order, rank associates…”."""
    first, *more = (button_title(type(next(iter(offers)))) for offers in asked)
    return ", ".join([first, *(f"{name[0].lower()}{name[1:]}" for name in more)]) + "…"


def _make_moves_id(context: SeatContext, actions: Sequence[Action]) -> str:
    """The ``custom_id`` of a press that makes these moves."""
    if len(actions) == 1:
        return custom_id("a", context.table.id, context.table.seq, write_action(actions[0]))
    spelled = "|".join(" ".join(notation_words(action)) for action in actions)
    return custom_id("A", context.table.id, context.table.seq, spelled)


def _two_move_row(context: SeatContext, question: Question) -> Row:
    """*Confirm* for two moves, if only one more is left to choose."""
    both = two_move_shortcut(context, question.sample)
    identity = _make_moves_id(context, both.actions) if both else ""
    return [button(both.label, identity, Style.success)] if both and len(identity) <= limits.CUSTOM_ID else []


def _offers_of(context: SeatContext, question: Question) -> Collection[Action]:
    """The offers of the question."""
    asked = context.premoves if isinstance(question.sample, Standing) else context.decision
    return asked.offers if asked else ()


def _navigation_row(
    context: SeatContext, question: Question, more: Sequence[ui.Item[Any]], offers: Collection[Action]
) -> Row:
    """The navigation row: Back first, then the coach, plans, and ``more`` if they fit.

    From plans, Back leads to the first question. A user who is not to move gets a button to standing orders instead.
    """
    ahead = isinstance(question.sample, Standing)
    back = words_of_back(context.table_view, question, offers)
    if back is not None:
        return [button("Back", _menu_custom_id(context.table, back, ahead=ahead))]
    if not ahead:
        row: Row = [*more[:1], *_hint_row(context), *premove_button_row(context)]
        return [*row, *(item for item in more[1:] if _has_room_in_line(row, item))]
    if context.decision is None:
        return [*more, *orders_button_row(context)][: limits.BUTTONS_IN_ROW]
    return [button("Back", _menu_custom_id(context.table, ()))]


def _hint_row(context: SeatContext) -> Row:
    """The button to the coach, if the table has one and there is a choice."""
    offers = context.decision.offers if context.decision else ()
    if not has_hints(context.table) or len(tuple(islice(offers, 2))) < 2:
        return []
    return [button("Hint", custom_id("H", context.table.id, context.table.seq))]


def _question_links(table: Table) -> QuestionLinks:
    """The links of a question at a table."""

    def link(kind: TableButtonKind, rest: str) -> str:
        return custom_id(kind, table.id, table.seq, rest)

    return QuestionLinks(
        menu=partial(_menu_custom_id, table),
        select=lambda picked: link("s", " ".join(picked)),
        form=lambda picked: link("n", " ".join(picked)),
        confirm=lambda action: link("a", write_action(action)),
        steps=partial(_step_custom_id, table),
    )


def _step_custom_id(table: Table, picked: Sequence[str], chosen: bool) -> str:
    """The ``custom_id`` of a step of a composed move: ``chosen`` in a select, or the first."""
    rest = " ".join([STEPWISE_PLACE if chosen else f"{STEPWISE_PLACE}0", *picked])
    return custom_id("s" if chosen else "m", table.id, table.seq, rest)


def _menu_custom_id(table: Table, picked: Sequence[str], page: int = 0, *, ahead: bool = False) -> str:
    """The ``custom_id`` of the press that shows the next question, with its page."""
    return custom_id("m", table.id, table.seq, " ".join([f"{PREMOVE_PLACE if ahead else _MENU_PLACE}{page}", *picked]))
