"""The buttons under a question at a table."""

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
"""The first letter of the arguments in a ``custom_id``, which says where the button is.

``PREMOVE_PLACE`` is for plans; ``INBOX_PLACE`` for the list of tables, which stays as it is; ``STEPWISE_PLACE`` for a
move that is composed step by step, and is always confirmed; ``BOARD_PLACE`` for the board that replaces the question.
"""


class QuestionButtons(NamedTuple):
    """All buttons under a question, and the layout of its answers."""

    rows: list[Row]
    layout: AnswerLayout


def question_button_rows(context: SeatContext, question: Question, page: int) -> list[Row]:
    """Return the rows of buttons under one page of a question."""
    return question_buttons(context, question, page, md("")).rows


def question_buttons(
    context: SeatContext, question: Question, page: int, text: Markdown, more: Sequence[ui.Item[Any]] = ()
) -> QuestionButtons:
    """Return the rows of buttons under a question with this ``text``, and the layout of its answers.

    ``more`` are other buttons, such as *Undo*.
    """
    offers = _offers_of(context, question)
    question_view = QuestionView(
        context.table_view,
        question,
        _question_links(context.table),
        _navigation_row(context, question, more, offers),
        offers,
    )
    if question.kind == "confirm":
        return QuestionButtons(
            question_rows(question_view, AnswerLayout(()), _two_move_row(context, question)), AnswerLayout(())
        )
    quick_row = _quick_move_row(context, question)
    quick_moves = [
        shortcut.actions[0]
        for shortcut in available_shortcuts(context, question)
        if len(shortcut.actions) == 1 and question.sample.is_best_first
    ]
    layout = lay_out_answers(
        context.table_view, question, page, page_surroundings(question_view, text, quick_row, quick_moves)
    )
    if board := _board_row(context, question, page):
        with_board = replace(question_view, navigation=[*question_view.navigation, *board])
        longer = lay_out_answers(
            context.table_view, question, page, page_surroundings(with_board, text, quick_row, quick_moves)
        )
        if _has_room_in_line(question_view.navigation, board[0]) or _costs_nothing(
            layout, longer, is_resized=question.kind == "verbs"
        ):
            question_view, layout = with_board, longer
    for item in quick_row:
        _add_letter(context, item, layout)
    rows = [row for row in question_rows(question_view, layout) if row]
    if len(rows) < limits.ROWS:
        return QuestionButtons([quick_row, *rows] if quick_row else rows, layout)
    *other_rows, last_row = rows  # there is no room for another row
    return QuestionButtons([*other_rows, [*quick_row[: limits.BUTTONS_IN_ROW - len(last_row)], *last_row]], layout)


def _add_letter(context: SeatContext, item: ui.Item[Any], layout: AnswerLayout) -> None:
    """If the button makes a move that has a letter in the picture, add the letter to the button's label."""
    if isinstance(item, ui.Button):
        marks = (
            mark for mark, actions in layout.marks if item.custom_id == _make_moves_custom_id(context, actions[:1])
        )
        item.label = " · ".join([*marks, str(item.label)])


def _board_row(context: SeatContext, question: Question, page: int) -> Row:
    """Return the *Board* button, whose *Back* shows this page again; empty if its ``custom_id`` can't encode that."""
    button_id = custom_id(
        "m", context.table.id, context.table.seq, " ".join([f"{BOARD_PLACE}{page}", *question.picked])
    )
    has_way_back = len(button_id) <= limits.CUSTOM_ID and (
        question.picked or not _is_second_question(context, question)
    )
    return [button("Board", button_id)] if has_way_back else []


def _costs_nothing(layout: AnswerLayout, longer: AnswerLayout, *, is_resized: bool) -> bool:
    """Whether the page has room for another line of buttons: no answer loses its button, and no picture shrinks.

    A picture that is resized (``is_resized``) may shrink, but must not vanish.
    """
    has_same_count = len(longer.buttons) == len(layout.buttons)
    return has_same_count and longer.is_fitting and (not layout.is_pictured or (is_resized and longer.is_pictured))


def _is_second_question(context: SeatContext, question: Question) -> bool:
    """Whether the question is about plans while the seat also has a move to make."""
    return isinstance(question.sample, Standing) and context.decision is not None


def _has_room_in_line(row: Sequence[ui.Item[Any]], item: ui.Item[Any]) -> bool:
    """Whether the button still fits in the last line of the row on a phone."""
    labels = [str(getattr(other, "label", "") or "") for other in row]
    longer = [*labels, str(getattr(item, "label", ""))]
    return 0 < len(labels) < limits.BUTTONS_IN_ROW and count_button_lines(longer) == count_button_lines(labels)


def premove_button_row(context: SeatContext) -> Row:
    """Return the button that shows the seat's plans; empty if no plan can be made."""
    if context.premoves is None:
        return []
    return [button("Plan ahead…", custom_id("m", context.table.id, context.table.seq, f"{PREMOVE_PLACE}0"))]


def _quick_move_row(context: SeatContext, question: Question) -> Row:
    """Return the buttons that make whole moves, and the button for a form with questions that come every turn."""
    row: Row = []
    questions = (
        questions_each_turn(context)
        if question.previous_words is None and not isinstance(question.sample, Standing)
        else ()
    )
    for shortcut in available_shortcuts(context, question):
        button_id = (
            _all_proposals_custom_id(context, shortcut)
            if shortcut.is_all_proposals
            else _make_moves_custom_id(context, shortcut.actions)
        )
        if len(button_id) <= limits.CUSTOM_ID:
            row.append(button(shortcut.label, button_id, Style.success))
    if verbs := form_verbs(questions):
        form_id = custom_id("c", context.table.id, context.table.seq, verbs)
        row.append(button(_form_button_label(questions), form_id, Style.success))
    if last_fields_form_id := form_custom_id(context.table, question):
        row.append(button(f"{button_title(type(question.sample))}…", last_fields_form_id, Style.success))
    return row


def _all_proposals_custom_id(context: SeatContext, shortcut: Shortcut) -> str:
    """Return the ``custom_id`` of a press that makes all proposed moves, unless the proposals have changed."""
    return custom_id("A", context.table.id, context.table.seq, f"{ALL_PROPOSALS_PREFIX}{shortcut.digest}")


def _form_button_label(questions: Sequence[Collection[Action]]) -> str:
    """Return the label of the button for a form, which names its moves: “Bid for turn order, rank associates…”."""
    first, *others = (button_title(type(next(iter(offers)))) for offers in questions)
    return ", ".join([first, *(f"{name[0].lower()}{name[1:]}" for name in others)]) + "…"


def _make_moves_custom_id(context: SeatContext, actions: Sequence[Action]) -> str:
    if len(actions) == 1:
        return custom_id("a", context.table.id, context.table.seq, write_action(actions[0]))
    lines = (" ".join(notation_words(action)) for action in actions)
    return custom_id("A", context.table.id, context.table.seq, "|".join(lines))


def _two_move_row(context: SeatContext, question: Question) -> Row:
    shortcut = two_move_shortcut(context, question.sample)
    button_id = _make_moves_custom_id(context, shortcut.actions) if shortcut else ""
    return [button(shortcut.label, button_id, Style.success)] if shortcut and len(button_id) <= limits.CUSTOM_ID else []


def _offers_of(context: SeatContext, question: Question) -> Collection[Action]:
    decision = context.premoves if isinstance(question.sample, Standing) else context.decision
    return decision.offers if decision else ()


def _navigation_row(
    context: SeatContext, question: Question, more: Sequence[ui.Item[Any]], offers: Collection[Action]
) -> Row:
    """Return the navigation row: *Back*, or at the first question *Hint*, *Plan ahead*, and ``more`` buttons that fit.

    At the first question about plans, *Back* leads to the seat's decision. A user who is not to move gets a button to
    standing orders instead.
    """
    is_plan = isinstance(question.sample, Standing)
    back_words = words_of_back(context.table_view, question, offers)
    if back_words is not None:
        return [button("Back", _menu_custom_id(context.table, back_words, ahead=is_plan))]
    if not is_plan:
        row: Row = [*more[:1], *_hint_row(context), *premove_button_row(context)]
        return [*row, *(item for item in more[1:] if _has_room_in_line(row, item))]
    if context.decision is None:
        return [*more, *orders_button_row(context)][: limits.BUTTONS_IN_ROW]
    return [button("Back", _menu_custom_id(context.table, ()))]


def _hint_row(context: SeatContext) -> Row:
    """Return the *Hint* button; empty if the table has no hints, or if there is only one possible move."""
    offers = context.decision.offers if context.decision else ()
    if not has_hints(context.table) or len(tuple(islice(offers, 2))) < 2:
        return []
    return [button("Hint", custom_id("H", context.table.id, context.table.seq))]


def _question_links(table: Table) -> QuestionLinks:
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
    """Return a ``custom_id`` for composing a move step by step: of the select (``chosen``), or of the first step."""
    rest = " ".join([STEPWISE_PLACE if chosen else f"{STEPWISE_PLACE}0", *picked])
    return custom_id("s" if chosen else "m", table.id, table.seq, rest)


def _menu_custom_id(table: Table, picked: Sequence[str], page: int = 0, *, ahead: bool = False) -> str:
    return custom_id("m", table.id, table.seq, " ".join([f"{PREMOVE_PLACE if ahead else _MENU_PLACE}{page}", *picked]))
