"""The buttons and selects of a question."""

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
_ONWARD_PLACEHOLDER = "Go on from here, or change the last step"
_OTHER_WAYS_LABEL = "Other ways…"
_MORE_LABEL, _EARLIER_LABEL = "More", "Earlier"
_NO_ANSWER = "-"
"""Placeholder in the ``custom_id`` of a select: no answer was given before."""


class QuestionLinks(msgspec.Struct, frozen=True):
    """The ``custom_id``s of a question's parts, for the words picked so far.

    ``menu`` also gets the page number, ``confirm`` the move. ``steps`` leads to a move that is composed step by step;
    None if that is not possible.
    """

    menu: Callable[[Sequence[str], int], str]
    select: Callable[[Sequence[str]], str]
    form: Callable[[Sequence[str]], str]
    confirm: Callable[[Action], str]
    steps: Callable[[Sequence[str], bool], str] | None = None


class QuestionView(msgspec.Struct, frozen=True):
    """A question as one person sees it: its content, its links, and its ``navigation``.

    Without ``offers``, only listed answers have buttons.
    """

    table_view: TableView
    question: Question
    links: QuestionLinks
    navigation: Row
    offers: Collection[Action] = ()

    @property
    def picked(self) -> tuple[str, ...]:
        """The words of the answers so far."""
        return self.question.picked


def page_surroundings(
    question_view: QuestionView,
    text: Markdown,
    quick: Sequence[ui.Item[Any]] = (),
    quick_moves: Collection[Action] = (),
) -> PageSurroundings:
    """The rest of a question’s page: its text, and ``quick`` buttons that make moves immediately."""
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
    """All rows under a question; ``beside`` are buttons next to *Confirm*."""
    if question_view.question.kind == "confirm":
        return _confirm_rows(question_view, beside)
    buttons: Row = [_answer_button(question_view, answer_button) for answer_button in layout.buttons]
    if question_view.question.kind == "number":
        buttons = _in_order(question_view, layout, buttons)
    others: Row = [_other_verb_button(question_view, answer_button) for answer_button in layout.others]
    below: Row = [*_typing_buttons(question_view, question_view.question), *question_view.navigation]
    turning = _page_buttons(question_view, layout)
    if turning and len(turning) + len(below) <= limits.BUTTONS_IN_ROW and not others:
        below = [*turning, *below]
    else:
        others = [*others, *turning]
    rest = [_answer_select(question_view, layout.in_select)] if layout.in_select else []
    if len(others) + len(below) <= limits.BUTTONS_IN_ROW:
        others, below = [*others, *below], []
    return [*split_into_rows(buttons), *rest, *split_into_rows(others), *split_into_rows(below)]


def _answer_button(question_view: QuestionView, answer_button: AnswerButton) -> ui.Button[Any]:
    """An answer: blue, or gray if it gains nothing immediately."""
    leads = question_view.links.menu((*question_view.picked, *answer_button.words), 0)
    return button(answer_button.label, leads, Style.secondary if answer_button.is_quiet else Style.primary)


def _other_verb_button(question_view: QuestionView, answer_button: AnswerButton) -> ui.Button[Any]:
    return button(answer_button.label, question_view.links.menu(answer_button.words, 0))


def _answer_select(question_view: QuestionView, rest: Sequence[AnswerButton]) -> Row:
    """A select of the answers that have no button, each with its second line where that differs."""
    options = [(answer_button.label, " ".join(answer_button.words), False) for answer_button in rest]
    is_same = len({answer_button.detail for answer_button in rest}) == 1 and len(rest) > 1
    about = ["" if is_same else answer_button.detail for answer_button in rest]
    count = f"{len(rest)} more choices…"
    return [select_menu(question_view.links.select(question_view.picked or (_NO_ANSWER,)), count, options, about)]


def _number_buttons(question_view: QuestionView) -> Row:
    """Numbers that are not listed."""
    return [
        _number_button(question_view, entry) for entry in choices_above(question_view.offers, question_view.question)
    ]


def words_of_back(table_view: TableView, question: Question, offers: Collection[Action]) -> tuple[str, ...] | None:
    """The words of the question to which *Back* leads; None at the first."""
    if question.kind != "confirm" or isinstance(question.sample, Standing):
        return question.previous_words
    before = _earlier_questions(question, offers)
    first = next_question(offers)
    if first is not None and before and (lead := likeliest_question(table_view, first, offers)).other_verbs:
        whole = [() if one.picked == lead.picked else one.picked for one in before if _has_whole_moves(one)]
        return whole[-1] if whole else question.previous_words
    return next((one.picked for one in reversed(before) if _has_whole_moves(one)), question.previous_words)


def _earlier_questions(last_question: Question, offers: Collection[Action]) -> list[Question]:
    """The questions whose answers led to a move, the last first."""
    questions, picked = list[Question](), last_question.previous_words
    while picked is not None and (question := next_question(offers, picked)) is not None:
        questions.append(question)
        picked = question.previous_words
    return questions


def _has_whole_moves(question: Question) -> bool:
    """Whether the page of a question may offer whole moves."""
    return question.kind == "choices" and (is_goal_question(question) or bool(whole_moves(question)))


def words_of_other_ways(confirmation: Question, offers: Collection[Action]) -> tuple[str, ...] | None:
    """The words of the question about other paths to the chosen goal, if there are any."""
    kind = type(confirmation.sample)
    if (
        confirmation.kind != "confirm"
        or not kind.path_field
        or field_names(kind)[-1:] != (kind.path_field,)
        or confirmation.previous_words is None
    ):
        return None
    way_question = next_question(offers, confirmation.previous_words)
    is_way = way_question is not None and way_question.field == kind.path_field and len(way_question.entries) > 1
    return confirmation.previous_words if is_way else None


def words_with_values(words: Sequence[str], values: Sequence[str]) -> list[str]:
    """The words of the answers so far, with the chosen options, one of which may be several words."""
    return [*(word for word in words if word != _NO_ANSWER), *" ".join(values).split(" ")]


def field_question_text(question: Question) -> Markdown:
    """The question to a player for the field that is next."""
    return escape_prose(field_question(type(question.sample), question.field))


def _confirm_rows(question_view: QuestionView, beside: Sequence[ui.Item[Any]]) -> list[Row]:
    """*Confirm*, other moves, and Back; below, other numbers if the last answer is one of many."""
    identity = question_view.links.confirm(question_view.question.sample)
    confirm: Row = [
        button("Confirm", identity, Style.success),
        *beside,
        *_other_ways_button(question_view),
        *question_view.navigation,
    ]
    before = number_question_before(question_view.offers, question_view.question)
    if before is None:
        return [confirm, *_continuation_select(question_view)]
    steps = [
        button(f"+{step:,}", question_view.links.menu((*before.picked, *entry.words), 0))
        for step, entry in steps_up(question_view.offers, question_view.question)
    ]
    return [confirm, [*steps, *_typing_buttons(question_view, before)]]


def _other_ways_button(question_view: QuestionView) -> Row:
    """The button to other paths to the same goal, unless *Back* leads there."""
    ways = words_of_other_ways(question_view.question, question_view.offers)
    identity = question_view.links.menu(ways, 0) if ways is not None else ""
    is_back = any(isinstance(item, ui.Button) and item.custom_id == identity for item in question_view.navigation)
    return [button(_OTHER_WAYS_LABEL, identity)] if identity and not is_back else []


def _continuation_select(question_view: QuestionView) -> list[Row]:
    """The steps from a move to a longer one, or to one that ends otherwise."""
    steps = question_view.links.steps
    moves = continuations(question_view.offers, question_view.question.sample)[: limits.SELECT_OPTIONS] if steps else ()
    if not moves or steps is None:
        return []
    labels = [split_label(question_view.table_view.label(action, LAST_STEP)) for action in moves]
    options = [(name, notation_words(action)[-1], False) for action, (name, _) in zip(moves, labels, strict=True)]
    about = [effect for _, effect in labels]
    return [[select_menu(steps(question_view.picked[:-1], True), _ONWARD_PLACEHOLDER, options, about)]]


def _in_order(question_view: QuestionView, layout: AnswerLayout, buttons: Row) -> Row:
    """Listed numbers and those a step above them, in order."""
    above = choices_above(question_view.offers, question_view.question)
    numbered = [(int(entry.words[0]), _number_button(question_view, entry)) for entry in above]
    listed = [(int(answer.words[0]), item) for answer, item in zip(layout.buttons, buttons, strict=True)]
    return [item for _, item in sorted([*listed, *numbered], key=itemgetter(0))]


def _number_button(question_view: QuestionView, entry: AnswerChoice) -> ui.Button[Any]:
    """A number that is not listed."""
    alone = len(field_names(type(entry.actions[0]))) == 1
    label = question_view.table_view.short_label(entry.actions[0], "" if alone else question_view.question.field).label
    return button(label, question_view.links.menu((*question_view.picked, *entry.words), 0), Style.primary)


def _page_buttons(question_view: QuestionView, layout: AnswerLayout) -> Row:
    """The buttons to the previous and next page."""
    turning: Row = []
    if layout.page:
        turning.append(button(_EARLIER_LABEL, question_view.links.menu(question_view.picked, layout.page - 1)))
    if layout.page < layout.last:
        following = 0 if question_view.question.other_verbs else layout.page + 1  # the next page is the question alone
        turning.append(button(_MORE_LABEL, question_view.links.menu(question_view.picked, following)))
    return turning


def _typing_buttons(question_view: QuestionView, question: Question) -> Row:
    """The button for typing unlisted values, if there are any."""
    if question.kind == "number" and len(question.entries) <= question.high - question.low:
        return [button("Another number…", question_view.links.form(question.picked))]
    typing = [button(_TYPE_LABEL, question_view.links.form(question.picked))] if question.example else []
    steps = question_view.links.steps
    least = begin_action(question_view.offers, question.picked) if question.example and steps else None
    return [*typing, button(_STEP_BY_STEP_LABEL, steps(notation_words(least), False))] if least and steps else [*typing]
