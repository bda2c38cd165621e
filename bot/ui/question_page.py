"""The page of a question: text, picture, and buttons."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot import limits
from bot.markdown import Markdown, escape_prose, join_lines, md, truncate
from bot.orders.service import OrderService
from bot.persons.notes import MAX_LENGTH_ABOVE_QUESTION, quote_note
from bot.ui.answer_buttons import likeliest_question, split_label
from bot.ui.answer_layout import AnswerLayout
from bot.ui.components import custom_id
from bot.ui.page import Page
from bot.ui.phone_height import CONFIRM_ROWS, Rows, count_text_lines, max_picture_ratio
from bot.ui.plans import order_line, plan_buttons
from bot.ui.question_buttons import PREMOVE_PLACE, QuestionButtons, question_buttons
from bot.ui.question_components import field_question_text
from bot.ui.questions import Question, next_question
from bot.ui.shortcuts import SAME_AS_LAST_TIME, available_shortcuts, two_move_shortcut
from bot.view import SeatContext, TableView, is_premove
from engine import Action, Decision
from engine.core import Standing, field_names
from engine.core.action import button_title
from render import Choice, Scene
from render.scene_cropping import crop_header, crop_height, crop_to_choices

_MAX_ORDER_LINES, _MAX_ORDER_LINE_LENGTH = 3, 240
"""Maximum lines about standing orders above a question, and characters of each. Other lines are shown next time."""
_MOVE_MADE_TEXT = md("✓ Your move was made.")
"""The text above a question if the full text about the last move does not fit. The channel has the full text."""
_MAX_PRIVATE_LINES = 3
"""Maximum lines of private facts above a question."""
_MAX_EXPLAINED_LINES = 3
"""Maximum text lines of a question with explanations, unless every answer keeps its button."""
_MIN_EXPLAINED_ANSWERS = 3
"""Minimum number of answer buttons that must fit below explanations."""
_MIN_PREVIEW_RATIO = 0.3
"""Minimum ratio of height to width of a cropped preview."""
_MIN_LENGTH_ABOVE = 400
"""Minimum characters that are reserved for the text above a question."""


async def question_page(
    orders: OrderService,
    context: SeatContext,
    picked: Sequence[str],
    *,
    page: int = 0,
    lead: Markdown = md(""),
    ahead: bool = False,
    more: Sequence[ui.Item[Any]] = (),
) -> Page:
    """Return the page of the question after the words ``picked``.

    If the words are no longer valid, return the page of the first question.

    A user who is not to move sees whose turn it is, and can make plans (``ahead``). ``more`` are other buttons, such as
    *Undo*.
    """
    turn_text = md("")
    if context.decision is None:
        turn_text = context.turn_text
        if context.premoves is None:
            text = join_lines(filter(None, [lead, *_order_and_note_lines(context), turn_text]))
            await _mark_order_lines_read(orders, context)
            return Page(text, None, [[*more, *plan_buttons(context)]])
        if not is_premove(context, picked):
            picked, page = (), 0
    decision = _decision_to_answer(context, picked, ahead=ahead)
    question = next_question(decision.offers, picked)
    if question is None:
        lead, page, decision = md("That’s no longer possible. Here’s what is."), 0, _decision_to_answer(context, ())
        question = next_question(decision.offers)
    if question is None:
        raise LookupError("a seat is to move, but nothing is offered")
    question = likeliest_question(context.table_view, question, decision.offers)
    private_lines = [] if picked or question.kind == "confirm" else context.table_view.private_facts()
    shown_turn_text = turn_text if question.previous_words is None else md("")
    order_lines = _order_and_note_lines(context) if question.previous_words is None else ()
    heading = heading_of(context, decision, question)
    short_lead = _MOVE_MADE_TEXT if lead.startswith("✓") else lead
    for lines_above in (
        [lead, *order_lines, shown_turn_text, *_first_private_lines(private_lines)],
        [lead, *order_lines, shown_turn_text],
        [short_lead, *order_lines, shown_turn_text],
    ):
        text_above = join_lines(filter(None, lines_above))
        question_row_set = question_buttons(
            context, question, page, join_lines(filter(None, [text_above, heading])), more
        )
        if question_row_set.layout.is_fitting:
            break
    heading, question_row_set = _add_explanations(context, question, page, text_above, heading, question_row_set, more)
    text = _question_text(text_above, heading, join_lines(_lines_below(context, question, question_row_set.layout)))
    if order_lines:
        await _mark_order_lines_read(orders, context)
    rows = [[str(getattr(item, "label", "") or "") for item in row] for row in question_row_set.rows]
    scenes = scenes_of_question(context.table_view, question, question_row_set.layout, count_text_lines(text), rows)
    return Page(text, scenes, question_row_set.rows, _question_custom_id(context, picked, page, ahead))


def _add_explanations(
    context: SeatContext,
    question: Question,
    page: int,
    above: Markdown,
    heading: Markdown,
    buttons: QuestionButtons,
    more: Sequence[ui.Item[Any]],
) -> tuple[Markdown, QuestionButtons]:
    """Add explanations for a newcomer to the heading, if they fit. Return the heading and the buttons.

    They fit if no answer loses its button, or if the heading stays short and a few answers keep their buttons.
    """
    for explanations in _explanations(context, question):
        longer_heading = join_lines([heading, *(md("-# {}", line) for line in explanations)])
        new_buttons = question_buttons(context, question, page, join_lines(filter(None, [above, longer_heading])), more)
        button_count = len(new_buttons.layout.buttons)
        is_short = (
            count_text_lines(longer_heading) <= _MAX_EXPLAINED_LINES
            and button_count >= _MIN_EXPLAINED_ANSWERS
            and _word_count(new_buttons) == _word_count(buttons)
        )
        if new_buttons.layout.is_fitting and (is_short or button_count >= len(buttons.layout.buttons)):
            return longer_heading, new_buttons
    return heading, buttons


def _explanations(context: SeatContext, question: Question) -> list[list[Markdown]]:
    """Return sets of explanations to try, the longest first; empty for an experienced player, and at *Confirm*."""
    if not context.is_newcomer or question.kind == "confirm" or isinstance(question.sample, Standing):
        return []
    meanings = list(
        filter(None, dict.fromkeys(context.table_view.legend(action, question.field) for action in _samples(question)))
    )
    aim = [line for line in [context.table_view.aim()] if line and question.previous_words is None]
    return [lines for lines in ([*meanings, *aim], meanings, aim) if lines]


def _word_count(buttons: QuestionButtons) -> int:
    """Return the number of words that the first answer button adds to those chosen so far."""
    return len(buttons.layout.buttons[0].words)


def _first_private_lines(private_lines: Sequence[Markdown]) -> list[Markdown]:
    """Return the first private facts that fit, and a line with the number of omitted ones."""
    first_lines: list[Markdown] = []
    for line in private_lines:
        if count_text_lines(join_lines([*first_lines, line])) > _MAX_PRIVATE_LINES:
            break
        first_lines.append(line)
    remaining_count = len(private_lines) - len(first_lines)
    return (
        [*first_lines, md("-# {} more: see *My plans* in the channel.", remaining_count)]
        if remaining_count
        else first_lines
    )


def _quick_move_line(context: SeatContext, question: Question) -> list[Markdown]:
    """Return the line with the effect of the shortcut, if there is one shortcut and its button does not say it."""
    shortcuts = available_shortcuts(context, question)
    if (
        len(shortcuts) != 1
        or not shortcuts[0].text
        or question.field in context.table_view.painter.list_lengths(context.table_view.view)
    ):
        return []
    return [md("Last time: {}", shortcuts[0].text) if shortcuts[0].label == SAME_AS_LAST_TIME else shortcuts[0].text]


def _lines_below(context: SeatContext, question: Question, layout: AnswerLayout) -> list[Markdown]:
    """Return the details that all answers share, or at *Confirm* the effect of the two-move shortcut; may be empty."""
    if question.kind == "confirm":
        shortcut = two_move_shortcut(context, question.sample)
        return [shortcut.text] if shortcut and shortcut.text else []
    return list(layout.common_lines)


def _question_text(above: Markdown, heading: Markdown, lines_below: Markdown) -> Markdown:
    max_length = limits.CONTENT - len(heading) - _MIN_LENGTH_ABOVE
    text = md("{}\n{}", heading, truncate(lines_below, max_length)) if lines_below and max_length > 0 else heading
    return md("{}\n{}", truncate(above, limits.CONTENT - len(text) - 1), text) if above else text


def _question_custom_id(context: SeatContext, picked: Sequence[str], page: int, ahead: bool) -> str:
    rest = " ".join([f"{PREMOVE_PLACE if ahead else '-'}{page}", *picked])
    return custom_id("m", context.table.id, context.table.seq, rest)


def _order_and_note_lines(context: SeatContext) -> list[Markdown]:
    """Return a few lines about standing orders, and the user's private note. Both are shortened."""
    order_lines = [order_line(line, context.table.players) for line in context.order_lines[:_MAX_ORDER_LINES]]
    return [
        *(truncate(line, _MAX_ORDER_LINE_LENGTH) for line in order_lines),
        *quote_note(context.private_note, MAX_LENGTH_ABOVE_QUESTION),
    ]


async def _mark_order_lines_read(orders: OrderService, context: SeatContext) -> None:
    await orders.mark_read(context.table.id, context.user, context.order_lines[:_MAX_ORDER_LINES])


def _decision_to_answer(context: SeatContext, picked: Sequence[str], *, ahead: bool = False) -> Decision:
    """Return the decision that the words answer: the seat's open decision, or the one about its plans."""
    decision = context.premoves if ahead or is_premove(context, picked) else context.decision
    decision = decision or context.decision or context.premoves
    if decision is None:
        raise LookupError("a seat without a question")
    return decision


def question_after(context: SeatContext, picked: Sequence[str]) -> Question | None:
    """Return the question after the words ``picked``; None if these words are no longer valid."""
    decision = context.premoves if is_premove(context, picked) else context.decision
    return None if decision is None else next_question(decision.offers, picked)


def heading_of(context: SeatContext, decision: Decision, question: Question) -> Markdown:
    """Return the text of a question, without the lines above and below."""
    return join_lines([*_heading_lines(context, decision, question), *_quick_move_line(context, question)])


def _heading_lines(context: SeatContext, decision: Decision, question: Question) -> list[Markdown]:
    """Return the lines: status, private news, prompt or answers so far, and facts; at *Confirm*, the preview."""
    table_view = context.table_view
    lines = [md("**{}**", table_view.status_line()), *(context.private_news if question.previous_words is None else ())]
    if question.kind == "confirm":
        return [*lines, *table_view.preview_lines(question.sample)]
    if question.previous_words is None:
        return [*lines, escape_prose(decision.prompt), *_context_lines(table_view, question)]
    return [*lines, *answers_line(table_view, question), *_context_lines(table_view, question)]


def _context_lines(table_view: TableView, question: Question) -> list[Markdown]:
    return list(
        filter(
            None, dict.fromkeys(table_view.question_context(action, question.field) for action in _samples(question))
        )
    )


def _samples(question: Question) -> list[Action]:
    """Return one move of each possible verb, or one move of the question's verb."""
    return [entry.actions[0] for entry in question.entries] if question.kind == "verbs" else [question.sample]


def answers_line(table_view: TableView, question: Question) -> list[Markdown]:
    """Return the line “verb → earlier answers → question”; empty if there are no answers."""
    if not question.picked:
        return []
    names = field_names(type(question.sample))[: len(question.picked) - 1]
    answers = [split_label(table_view.action_text(question.sample, name))[0] for name in names]
    return [
        join_lines(
            [escape_prose(button_title(type(question.sample))), *answers, md("**{}**", field_question_text(question))],
            " → ",
        )
    ]


def scenes_of_question(
    table_view: TableView,
    question: Question,
    layout: AnswerLayout,
    lines: int = 4,
    rows: Rows = CONFIRM_ROWS,
) -> Callable[[], Sequence[Scene]] | None:
    """Return a function that makes the picture; None if the page has no picture.

    At *Confirm*, the picture is a preview; otherwise it usually marks the answers with letters. The message has
    ``lines`` of text and ``rows`` of buttons, which limit the picture's height.
    """
    painter, view, drawing_context = table_view.painter, table_view.view, table_view.drawing_context
    if question.kind == "confirm":
        return partial(
            _preview_scenes, partial(painter.preview_scenes, view, drawing_context, question.sample), lines, rows
        )
    if not layout.is_pictured:
        return None
    if question.kind == "verbs":
        return partial(_overview_scenes, partial(painter.overview, view, drawing_context), layout.tallest)
    field, choices, shown_marks = (
        question.field,
        [Choice("", (answer_button.action,)) for answer_button in layout.buttons],
        layout.button_marks or ("",),
    )
    if layout.marks:
        field, choices = layout.marked_field, _choices_by_place(layout)
        shown_marks = tuple(choice.key for choice in choices if {*choice.key.split()} & {*layout.button_marks})
    elif question.kind == "number":
        choices = [Choice(entry.key, entry.actions) for entry in question.entries]
    draw = partial(painter.choice_scenes, view, drawing_context, field, tuple(choices))
    tallest = None if question.field in painter.uncut_heights(view) else layout.tallest
    return partial(_window_scenes, draw, shown_marks, tallest)


def _choices_by_place(layout: AnswerLayout) -> list[Choice]:
    """Return the marked answers. Answers with the same place share one mark, which has all their letters: “A D”."""
    by_place = dict[object, list[tuple[str, tuple[Action, ...]]]]()
    for mark in layout.marks:
        by_place.setdefault(getattr(mark[1][0], layout.marked_field), []).append(mark)
    choices = list[Choice]()
    for marks_here in by_place.values():
        keys = dict.fromkeys(key for key, _ in marks_here)
        choices.append(Choice(" ".join(keys), tuple(action for _, actions in marks_here for action in actions)))
    return choices


def _preview_scenes(draw: Callable[[], Sequence[Scene]], lines: int, rows: Rows) -> Sequence[Scene]:
    """Return the preview, cropped to the height that a phone shows above text and buttons."""
    tallest = max(_MIN_PREVIEW_RATIO, max_picture_ratio(lines, rows))
    return [crop_height(scene, tallest) for scene in draw()[:1]]


def _overview_scenes(draw: Callable[[], Sequence[Scene]], tallest: float) -> Sequence[Scene]:
    return [crop_height(scene, tallest) for scene in draw()[:1]]


def _window_scenes(
    draw: Callable[[], Sequence[Scene]], shown_marks: Collection[str], tallest: float | None
) -> Sequence[Scene]:
    """Return the picture that shows the most of these marks, cropped to the marks.

    ``tallest`` is the maximum ratio of height to width. If it is None, the picture is not cropped to the marks.
    """
    scenes = draw()
    if tallest is None or not scenes:
        return [crop_header(scene) for scene in scenes[:1]]
    best = max(scenes, key=lambda scene: sum(box.key in shown_marks for box in scene.focus))
    return [crop_to_choices(best, shown_marks, tallest)]
