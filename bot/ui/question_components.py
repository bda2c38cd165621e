"""The buttons and selects under a question."""

from collections.abc import Callable, Collection, Sequence
from operator import itemgetter
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, escape_prose
from bot.ui import phone_height
from bot.ui.answer_buttons import AnswerButton, is_goal_question, likeliest_question, split_label, whole_moves
from bot.ui.answer_layout import AnswerLayout, PageSurroundings
from bot.ui.components import Row, Style, button, select_menu, split_into_rows
from bot.ui.number_steps import choices_above, number_question_before, steps_up
from bot.ui.questions import AnswerChoice, Question, next_question, notation_words
from bot.view import TableView
from engine import Action
from engine.core import Standing, field_names
from engine.core.action import LAST_STEP, begin_action, continuations, field_question

_TYPE_LABEL = "Type it…"
_STEP_BY_STEP_LABEL = "Step by step…"
_NEXT_STEP_PLACEHOLDER = "Go on from here, or change the last step"
_OTHER_PATHS_LABEL = "Other ways…"
_MORE_LABEL, _EARLIER_LABEL = "More", "Earlier"
_NO_ANSWER = "-"
"""Placeholder in a select's ``custom_id`` if there are no earlier answers."""


class QuestionLinks(msgspec.Struct, frozen=True):
    """Functions that take the words chosen so far and return the ``custom_id`` of one of the question's controls.

    ``menu`` also takes a page number, and ``confirm`` takes the move. ``steps`` is for a move that is composed step by
    step; None if that is not possible.
    """

    menu: Callable[[Sequence[str], int], str]
    select: Callable[[Sequence[str]], str]
    form: Callable[[Sequence[str]], str]
    confirm: Callable[[Action], str]
    steps: Callable[[Sequence[str], bool], str] | None = None


class QuestionView(msgspec.Struct, frozen=True):
    """A question as one person sees it, with its links and its ``navigation`` row.

    If ``offers`` is empty, only listed answers have buttons.
    """

    table_view: TableView
    question: Question
    links: QuestionLinks
    navigation: Row
    offers: Collection[Action] = ()

    @property
    def picked(self) -> tuple[str, ...]:
        """The words of the answers so far, in notation."""
        return self.question.picked


def page_surroundings(
    question_view: QuestionView,
    text: Markdown,
    quick: Sequence[ui.Item[Any]] = (),
    quick_moves: Collection[Action] = (),
) -> PageSurroundings:
    """Return the parts of a question's page around the answers.

    They are the ``text``, the ``quick`` buttons, which make the ``quick_moves``, and the buttons below.
    """
    below = [*_typing_buttons(question_view, question_view.question), *question_view.navigation]
    steps = _number_buttons(question_view) if question_view.question.kind == "number" else []
    return PageSurroundings(
        phone_height.count_text_lines(text),
        _item_labels(quick),
        _item_labels(steps),
        _item_labels(below),
        tuple(quick_moves),
    )


def _item_labels(row: Sequence[ui.Item[Any]]) -> tuple[str, ...]:
    return tuple(str(getattr(item, "label", "") or "") for item in row)


def question_rows(question_view: QuestionView, layout: AnswerLayout, beside: Sequence[ui.Item[Any]] = ()) -> list[Row]:
    """Return the rows of buttons under a question. ``beside`` are buttons next to *Confirm*."""
    if question_view.question.kind == "confirm":
        return _confirm_rows(question_view, beside)
    buttons: Row = [_answer_button(question_view, answer_button) for answer_button in layout.buttons]
    if question_view.question.kind == "number":
        buttons = _merge_number_buttons(question_view, layout, buttons)
    others: Row = [_other_verb_button(question_view, answer_button) for answer_button in layout.others]
    below: Row = [*_typing_buttons(question_view, question_view.question), *question_view.navigation]
    page_buttons = _page_buttons(question_view, layout)
    if page_buttons and len(page_buttons) + len(below) <= limits.BUTTONS_IN_ROW and not others:
        below = [*page_buttons, *below]
    else:
        others = [*others, *page_buttons]
    select_rows = [_answer_select(question_view, layout.in_select)] if layout.in_select else []
    if len(others) + len(below) <= limits.BUTTONS_IN_ROW:
        others, below = [*others, *below], []
    return [*split_into_rows(buttons), *select_rows, *split_into_rows(others), *split_into_rows(below)]


def _answer_button(question_view: QuestionView, answer_button: AnswerButton) -> ui.Button[Any]:
    """Return the button of an answer. It is blue, or gray if the answer gains nothing immediately."""
    button_id = question_view.links.menu((*question_view.picked, *answer_button.words), 0)
    return button(answer_button.label, button_id, Style.secondary if answer_button.is_quiet else Style.primary)


def _other_verb_button(question_view: QuestionView, answer_button: AnswerButton) -> ui.Button[Any]:
    return button(answer_button.label, question_view.links.menu(answer_button.words, 0))


def _answer_select(question_view: QuestionView, answers: Sequence[AnswerButton]) -> Row:
    """Return the select of the answers that have no button. Second lines are omitted if they are all the same."""
    options = [(answer_button.label, " ".join(answer_button.words), False) for answer_button in answers]
    is_same = len({answer_button.detail for answer_button in answers}) == 1 and len(answers) > 1
    details = ["" if is_same else answer_button.detail for answer_button in answers]
    placeholder = f"{len(answers)} more choices…"
    return [
        select_menu(question_view.links.select(question_view.picked or (_NO_ANSWER,)), placeholder, options, details)
    ]


def _number_buttons(question_view: QuestionView) -> Row:
    """Return the buttons for numbers above the listed ones."""
    return [
        _number_button(question_view, entry) for entry in choices_above(question_view.offers, question_view.question)
    ]


def words_of_back(table_view: TableView, question: Question, offers: Collection[Action]) -> tuple[str, ...] | None:
    """Return the words that precede the question to which *Back* leads; None at the first question."""
    if question.kind != "confirm" or isinstance(question.sample, Standing):
        return question.previous_words
    earlier = _earlier_questions(question, offers)
    first = next_question(offers)
    if first is not None and earlier and (likeliest := likeliest_question(table_view, first, offers)).other_verbs:
        words = [
            () if other.picked == likeliest.picked else other.picked for other in earlier if _has_whole_moves(other)
        ]
        return words[-1] if words else question.previous_words
    return next((other.picked for other in reversed(earlier) if _has_whole_moves(other)), question.previous_words)


def _earlier_questions(last_question: Question, offers: Collection[Action]) -> list[Question]:
    """Return the questions that were answered before this one, the latest first."""
    questions, picked = list[Question](), last_question.previous_words
    while picked is not None and (question := next_question(offers, picked)) is not None:
        questions.append(question)
        picked = question.previous_words
    return questions


def _has_whole_moves(question: Question) -> bool:
    """Whether the question's answers may be whole moves."""
    return question.kind == "choices" and (is_goal_question(question) or bool(whole_moves(question)))


def words_of_other_paths(confirmation: Question, offers: Collection[Action]) -> tuple[str, ...] | None:
    """Return the words that precede the question about the path to the chosen goal; None if there is only one path."""
    kind = type(confirmation.sample)
    if (
        confirmation.kind != "confirm"
        or not kind.path_field
        or field_names(kind)[-1:] != (kind.path_field,)
        or confirmation.previous_words is None
    ):
        return None
    path_question = next_question(offers, confirmation.previous_words)
    has_others = path_question is not None and path_question.field == kind.path_field and len(path_question.entries) > 1
    return confirmation.previous_words if has_others else None


def words_with_values(words: Sequence[str], values: Sequence[str]) -> list[str]:
    """Return the words of the answers so far, followed by those of the chosen options.

    An option may be several words.
    """
    return [*(word for word in words if word != _NO_ANSWER), *" ".join(values).split(" ")]


def field_question_text(question: Question) -> Markdown:
    """Return the game's question about the question's field."""
    return escape_prose(field_question(type(question.sample), question.field))


def _confirm_rows(question_view: QuestionView, beside: Sequence[ui.Item[Any]]) -> list[Row]:
    confirm_id = question_view.links.confirm(question_view.question.sample)
    confirm_row: Row = [
        button("Confirm", confirm_id, Style.success),
        *beside,
        *_other_paths_row(question_view),
        *question_view.navigation,
    ]
    before = number_question_before(question_view.offers, question_view.question)
    if before is None:
        return [confirm_row, *_continuation_select(question_view)]
    steps = [
        button(f"+{step:,}", question_view.links.menu((*before.picked, *entry.words), 0))
        for step, entry in steps_up(question_view.offers, question_view.question)
    ]
    return [confirm_row, [*steps, *_typing_buttons(question_view, before)]]


def _other_paths_row(question_view: QuestionView) -> Row:
    """Return the button for other paths to the same goal; empty if there are none, or if *Back* shows them."""
    words = words_of_other_paths(question_view.question, question_view.offers)
    button_id = question_view.links.menu(words, 0) if words is not None else ""
    is_back = any(isinstance(item, ui.Button) and item.custom_id == button_id for item in question_view.navigation)
    return [button(_OTHER_PATHS_LABEL, button_id)] if button_id and not is_back else []


def _continuation_select(question_view: QuestionView) -> list[Row]:
    """Return the select that extends the path by a step, or replaces its last step; may be empty."""
    steps = question_view.links.steps
    longer_moves = (
        continuations(question_view.offers, question_view.question.sample)[: limits.SELECT_OPTIONS] if steps else ()
    )
    if not longer_moves or steps is None:
        return []
    labels = [split_label(question_view.table_view.label(action, LAST_STEP)) for action in longer_moves]
    options = [
        (name, notation_words(action)[-1], False) for action, (name, _) in zip(longer_moves, labels, strict=True)
    ]
    effects = [effect for _, effect in labels]
    return [[select_menu(steps(question_view.picked[:-1], True), _NEXT_STEP_PLACEHOLDER, options, effects)]]


def _merge_number_buttons(question_view: QuestionView, layout: AnswerLayout, buttons: Row) -> Row:
    """Return the buttons for the listed numbers and for the numbers above them, in order."""
    above = choices_above(question_view.offers, question_view.question)
    numbered = [(int(entry.words[0]), _number_button(question_view, entry)) for entry in above]
    listed = [(int(answer.words[0]), item) for answer, item in zip(layout.buttons, buttons, strict=True)]
    return [item for _, item in sorted([*listed, *numbered], key=itemgetter(0))]


def _number_button(question_view: QuestionView, entry: AnswerChoice) -> ui.Button[Any]:
    is_only_field = len(field_names(type(entry.actions[0]))) == 1
    label = question_view.table_view.short_label(
        entry.actions[0], "" if is_only_field else question_view.question.field
    ).label
    return button(label, question_view.links.menu((*question_view.picked, *entry.words), 0), Style.primary)


def _page_buttons(question_view: QuestionView, layout: AnswerLayout) -> Row:
    buttons: Row = []
    if layout.page:
        buttons.append(button(_EARLIER_LABEL, question_view.links.menu(question_view.picked, layout.page - 1)))
    if layout.page < layout.last:
        # After the first page with other verbs comes the first page of the question without them.
        next_page = 0 if question_view.question.other_verbs else layout.page + 1
        buttons.append(button(_MORE_LABEL, question_view.links.menu(question_view.picked, next_page)))
    return buttons


def _typing_buttons(question_view: QuestionView, question: Question) -> Row:
    """Return the buttons for typing an unlisted value and for composing it step by step; may be empty."""
    if question.kind == "number" and len(question.entries) <= question.high - question.low:
        return [button("Another number…", question_view.links.form(question.picked))]
    buttons = [button(_TYPE_LABEL, question_view.links.form(question.picked))] if question.example else []
    steps = question_view.links.steps
    shortest_move = begin_action(question_view.offers, question.picked) if question.example and steps else None
    return (
        [*buttons, button(_STEP_BY_STEP_LABEL, steps(notation_words(shortest_move), False))]
        if shortest_move and steps
        else [*buttons]
    )
