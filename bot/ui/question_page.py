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
"""Lines about standing orders above a question, and characters of each; the rest follows next time."""
_MOVE_MADE_TEXT = md("✓ Your move was made.")
"""The text above a question without room for more; the channel has the rest."""
_MAX_PRIVATE_LINES = 3
"""Maximum lines of private facts above a question."""
_LINES, _FEWEST = 3, 3
"""Lines of a question that may take the room of answers, and the minimum number of answers."""
_LOWEST_PREVIEW = 0.3
"""Minimum height over width of a preview."""
_MIN_LENGTH_ABOVE = 400
"""Minimum characters for the text above the question."""


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
    """The question after ``picked``, or the first question if these words are no longer valid.

    A user who is not to move reads who is, and may plan (``ahead``). ``more`` are other buttons, such as *Undo*.
    """
    turn = md("")
    if context.decision is None:
        turn = context.turn_text
        if context.premoves is None:
            text = join_lines(filter(None, [lead, *_order_and_note_lines(context), turn]))
            await _mark_order_lines_read(orders, context)
            return Page(text, None, [[*more, *plan_buttons(context)]])
        if not is_premove(context, picked):
            picked, page = (), 0
    asked = _decision_answered(context, picked, ahead=ahead)
    question = next_question(asked.offers, picked)
    if question is None:
        lead, page, asked = md("That’s no longer possible. Here’s what is."), 0, _decision_answered(context, ())
        question = next_question(asked.offers)
    if question is None:
        raise LookupError("a seat is asked, but nothing is offered")
    question = likeliest_question(context.table_view, question, asked.offers)
    private_lines = [] if picked or question.kind == "confirm" else context.table_view.private_facts()
    first = turn if question.previous_words is None else md("")
    words = _order_and_note_lines(context) if question.previous_words is None else ()
    heading = heading_of(context, asked, question)
    short_lead = _MOVE_MADE_TEXT if lead.startswith("✓") else lead
    for parts_above in (
        [lead, *words, first, *_first_private_lines(private_lines)],
        [lead, *words, first],
        [short_lead, *words, first],
    ):
        above = join_lines(filter(None, parts_above))
        answers = question_buttons(context, question, page, join_lines(filter(None, [above, heading])), more)
        if answers.layout.is_fitting:
            break
    heading, answers = _explained(context, question, page, above, heading, answers, more)
    text = _question_text(above, heading, join_lines(_lines_below(context, question, answers.layout)))
    if words:
        await _mark_order_lines_read(orders, context)
    rows = [[str(getattr(item, "label", "") or "") for item in row] for row in answers.rows]
    scenes = scenes_of_question(context.table_view, question, answers.layout, count_text_lines(text), rows)
    return Page(text, scenes, answers.rows, _question_custom_id(context, picked, page, ahead))


def _explained(
    place: SeatContext,
    found: Question,
    page: int,
    above: Markdown,
    heading: Markdown,
    answers: QuestionButtons,
    more: Sequence[ui.Item[Any]],
) -> tuple[Markdown, QuestionButtons]:
    """A newcomer’s page with explanations, if they fit.

    They fit if as many answers stay buttons; or if all three lines leave a few answers as whole moves.
    """
    for words in _explanations(place, found):
        longer = join_lines([heading, *(md("-# {}", line) for line in words)])
        explained = question_buttons(place, found, page, join_lines(filter(None, [above, longer])), more)
        shown = len(explained.layout.buttons)
        is_short = count_text_lines(longer) <= _LINES and shown >= _FEWEST and _depth(explained) == _depth(answers)
        if explained.layout.is_fitting and (is_short or shown >= len(answers.layout.buttons)):
            return longer, explained
    return heading, answers


def _explanations(place: SeatContext, found: Question) -> list[list[Markdown]]:
    """The lines for a newcomer; none before *Confirm*, nor about what is not asked yet."""
    if not place.is_newcomer or found.kind == "confirm" or isinstance(found.sample, Standing):
        return []
    meanings = list(filter(None, dict.fromkeys(place.table_view.legend(each, found.field) for each in _samples(found))))
    aim = [line for line in [place.table_view.aim()] if line and found.previous_words is None]
    return [words for words in ([*meanings, *aim], meanings, aim) if words]


def _depth(answers: QuestionButtons) -> int:
    """The number of words that a button adds to those picked."""
    return len(answers.layout.buttons[0].words)


def _first_private_lines(private_lines: Sequence[Markdown]) -> list[Markdown]:
    """Private facts in few lines; *My plans* has the rest."""
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
    """The effect of the only shortcut, if its button does not say it."""
    quick = available_shortcuts(context, question)
    if (
        len(quick) != 1
        or not quick[0].text
        or question.field in context.table_view.painter.list_lengths(context.table_view.view)
    ):
        return []
    return [md("Last time: {}", quick[0].text) if quick[0].label == SAME_AS_LAST_TIME else quick[0].text]


def _lines_below(context: SeatContext, question: Question, layout: AnswerLayout) -> list[Markdown]:
    """The line that all answers share; before *Confirm*, the effect of the combined move."""
    if question.kind == "confirm":
        both = two_move_shortcut(context, question.sample)
        return [both.text] if both and both.text else []
    return list(layout.common_lines)


def _question_text(above: Markdown, heading: Markdown, listed: Markdown) -> Markdown:
    """The text of a question, with room divided between its list and the lines above."""
    room = limits.CONTENT - len(heading) - _MIN_LENGTH_ABOVE
    below = md("{}\n{}", heading, truncate(listed, room)) if listed and room > 0 else heading
    return md("{}\n{}", truncate(above, limits.CONTENT - len(below) - 1), below) if above else below


def _question_custom_id(context: SeatContext, picked: Sequence[str], page: int, ahead: bool) -> str:
    """The ``custom_id`` of a press that shows the same question."""
    rest = " ".join([f"{PREMOVE_PLACE if ahead else '-'}{page}", *picked])
    return custom_id("m", context.table.id, context.table.seq, rest)


def _order_and_note_lines(context: SeatContext) -> list[Markdown]:
    """A few lines about standing orders, and the private note, kept short."""
    done = [order_line(word, context.table.players) for word in context.order_lines[:_MAX_ORDER_LINES]]
    return [
        *(truncate(word, _MAX_ORDER_LINE_LENGTH) for word in done),
        *quote_note(context.private_note, MAX_LENGTH_ABOVE_QUESTION),
    ]


async def _mark_order_lines_read(orders: OrderService, context: SeatContext) -> None:
    await orders.mark_read(context.table.id, context.user, context.order_lines[:_MAX_ORDER_LINES])


def _decision_answered(context: SeatContext, picked: Sequence[str], *, ahead: bool = False) -> Decision:
    """The decision that the words answer: the open one, or one about plans."""
    asked = context.premoves if ahead or is_premove(context, picked) else context.decision
    asked = asked or context.decision or context.premoves
    if asked is None:
        raise LookupError("a seat without a question")
    return asked


def question_after(context: SeatContext, picked: Sequence[str]) -> Question | None:
    """The page after ``picked``; None if the seat no longer has that question."""
    asked = context.premoves if is_premove(context, picked) else context.decision
    return None if asked is None else next_question(asked.offers, picked)


def heading_of(place: SeatContext, asked: Decision, found: Question) -> Markdown:
    """The text of a question without the lines above it and the facts its answers share."""
    return join_lines([*_heading_lines(place, asked, found), *_quick_move_line(place, found)])


def _heading_lines(context: SeatContext, decision: Decision, question: Question) -> list[Markdown]:
    """The status line, facts to know first, the question, and the answers so far."""
    table_view = context.table_view
    lines = [md("**{}**", table_view.status_line()), *(context.private_news if question.previous_words is None else ())]
    if question.kind == "confirm":
        return [*lines, *table_view.preview_lines(question.sample)]
    if question.previous_words is None:
        return [*lines, escape_prose(decision.prompt), *_context_lines(table_view, question)]
    return [*lines, *answers_line(table_view, question), *_context_lines(table_view, question)]


def _context_lines(table_view: TableView, question: Question) -> list[Markdown]:
    """Facts that all answers share, such as the available money."""
    return list(
        filter(
            None, dict.fromkeys(table_view.question_context(action, question.field) for action in _samples(question))
        )
    )


def _samples(found: Question) -> list[Action]:
    """A move of each possible verb, or one of the question's."""
    return [entry.actions[0] for entry in found.entries] if found.kind == "verbs" else [found.sample]


def answers_line(table_view: TableView, question: Question) -> list[Markdown]:
    """The answers to the earlier questions, and the question."""
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
    """The preview before Confirm, or the picture with letters, cropped to where the buttons lead.

    A preview has ``lines`` of text above it and ``rows`` of buttons below.
    """
    painter, view, look = table_view.painter, table_view.view, table_view.drawing_context
    if question.kind == "confirm":
        return partial(_preview_scenes, partial(painter.preview_scenes, view, look, question.sample), lines, rows)
    if not layout.is_pictured:
        return None
    if question.kind == "verbs":
        return partial(_overview, partial(painter.overview, view, look), layout.tallest)
    field, choices, near = (
        question.field,
        [Choice("", (answer_button.action,)) for answer_button in layout.buttons],
        layout.button_marks or ("",),
    )
    if layout.marks:
        field, choices = layout.marked_field, _choices_by_place(layout)
        near = tuple(choice.key for choice in choices if {*choice.key.split()} & {*layout.button_marks})
    elif question.kind == "number":
        choices = [Choice(entry.key, entry.actions) for entry in question.entries]
    drawn = partial(painter.choice_scenes, view, look, field, tuple(choices))
    tallest = None if question.field in painter.uncut_heights(view) else layout.tallest
    return partial(_window_scenes, drawn, near, tallest)


def _choices_by_place(layout: AnswerLayout) -> list[Choice]:
    """The marked answers; those at one place share a mark with all their letters: “A D”."""
    by_place = dict[object, list[tuple[str, tuple[Action, ...]]]]()
    for mark in layout.marks:
        by_place.setdefault(getattr(mark[1][0], layout.marked_field), []).append(mark)
    choices = list[Choice]()
    for marks in by_place.values():
        keys = dict.fromkeys(key for key, _ in marks)
        choices.append(Choice(" ".join(keys), tuple(action for _, actions in marks for action in actions)))
    return choices


def _preview_scenes(drawn: Callable[[], Sequence[Scene]], lines: int, rows: Rows) -> Sequence[Scene]:
    """A preview as high as fits next to text and buttons: without its header, or its upper part."""
    tallest = max(_LOWEST_PREVIEW, max_picture_ratio(lines, rows))
    return [crop_height(scene, tallest) for scene in drawn()[:1]]


def _overview(drawn: Callable[[], Sequence[Scene]], tallest: float) -> Sequence[Scene]:
    """The upper part of the picture for the choice of what to do."""
    return [crop_height(scene, tallest) for scene in drawn()[:1]]


def _window_scenes(
    drawn: Callable[[], Sequence[Scene]], near: Collection[str], tallest: float | None
) -> Sequence[Scene]:
    """The picture that shows most of these answers, cropped to them; whole without its header if None."""
    scenes = drawn()
    if tallest is None or not scenes:
        return [crop_header(scene) for scene in scenes[:1]]
    best = max(scenes, key=lambda scene: sum(box.key in near for box in scene.focus))
    return [crop_to_choices(best, near, tallest)]
