"""Handles presses in lessons. The button's ``custom_id`` contains lesson, step, and answer; nothing is stored."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot import limits
from bot.errors import Interaction
from bot.markdown import error_message, escape, join_lines, md, truncate
from bot.names import sanitize_name
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.solo.lesson import LessonStep, lesson_of, lesson_step_at
from bot.solo.pages import end_page, lesson_list_page, show_me_page, step_page, wrong_answer_page
from bot.ui.components import ButtonPress, custom_id
from bot.ui.page import Page
from bot.ui.question_components import words_with_values
from bot.ui.questions import next_question
from bot.ui.typing_form import offered_words, typing_form
from engine import GAMES, Refused, Unreadable, read_action
from engine.store.ids import LessonNumber
from engine.threads import run_in_thread


async def handle_lesson_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press in a lesson, or in the list of lessons."""
    verb, *words = press.arguments.split(" ")
    match verb:
        case "list":
            await show_lessons(interaction, " ".join(words))
        case "pick":
            await show_lesson(interaction, LessonNumber(press.number))
        case "show":
            await _show_step(interaction, press, show_me_page)
        case _:
            await _handle_step_press(interaction, press, verb, words)


async def show_lessons(interaction: Interaction, title: str = "") -> None:
    """Show the lessons of one game, or of all."""
    offered_games = services_of(interaction).tables.offered_games
    if not offered_games.lessons:
        raise Refused(md("There are no lessons for the games that are offered here."))
    await send_page(interaction, lesson_list_page(offered_games, title if title in GAMES else ""))


async def show_lesson(interaction: Interaction, number: LessonNumber) -> None:
    """Show a lesson from its first step."""
    await _show_step(interaction, ButtonPress("j", number, 0, "m00"), step_page)


async def _handle_step_press(interaction: Interaction, press: ButtonPress, verb: str, words: list[str]) -> None:
    """Handle a press in a step of a lesson.

    ``verb`` is a letter, then 0 or 1 (whether *Show me* is offered), then a page number.
    """
    has_show_me = verb[1] == "1"
    match verb[0]:
        case "m" if press.seq == len(lesson_of(press.lesson_number).steps):
            await send_page(interaction, end_page(press.lesson_number, lesson_of(press.lesson_number)))
        case "m":
            page = int(verb[2:])
            await _show_step(interaction, press, lambda step: step_page(step, words, page, has_show_me=has_show_me))
        case "s":
            picked = words_with_values(words, press.values)
            await _show_step(interaction, press, lambda step: step_page(step, picked, has_show_me=has_show_me))
        case "n":
            await _open_form(interaction, press, words, helped=has_show_me)
        case "f":
            await _show_step(interaction, press, lambda step: _page_after_form(step, press, words, helped=has_show_me))
        case _:
            await _show_step(interaction, press, lambda step: _page_after_move(interaction, step, " ".join(words)))


async def _show_step(interaction: Interaction, press: ButtonPress, page_of: Callable[[LessonStep], Page]) -> None:
    """Replay the lesson up to the step of the press, and show that step's page."""
    services_of(interaction).tables.offered_games.check_offered(lesson_of(press.lesson_number).title)
    learner = _learner_name(interaction)
    page = await run_in_thread(lambda: page_of(lesson_step_at(press.lesson_number, press.seq, learner)))
    if page.scenes is not None and not services_of(interaction).render_pool.has_pictures:
        alt_texts = join_lines(escape(scene.alt) for scene in await run_in_thread(page.scenes))
        page = replace(page, text=md("{}\n-# {}", page.text, truncate(alt_texts, limits.CONTENT // 3)), scenes=None)
    await send_page(interaction, page)


def _learner_name(interaction: Interaction) -> str:
    return sanitize_name(interaction.user.display_name) or sanitize_name(interaction.user.name)


def _page_after_move(interaction: Interaction, step: LessonStep, line: str) -> Page:
    """The page after a confirmed move: the next step, or the same step with the reason why the move is wrong."""
    try:
        action = read_action(line, step.table_view.game.actions)
    except Unreadable:
        return step_page(step)
    if step.decision is None or action not in step.decision.offers:
        return step_page(step)
    is_right, reaction = step.judge_move(action)
    if not is_right:
        return wrong_answer_page(step, reaction)
    next_step = lesson_step_at(step.id, step.number + 1, _learner_name(interaction))
    return step_page(next_step, intro=md("✓ {}", reaction))


async def _open_form(interaction: Interaction, press: ButtonPress, picked: Sequence[str], *, helped: bool) -> None:
    step = await run_in_thread(lesson_step_at, press.lesson_number, press.seq, _learner_name(interaction))
    question = next_question(step.decision.offers, picked) if step.decision else None
    if question is None or not (question.kind == "number" or question.example):
        raise Refused(md("There’s nothing to type here. Press one of the buttons."))
    identity = custom_id("j", step.id, step.number, " ".join([f"f{helped:d}", *picked]))
    await reply_of(interaction).open_modal(typing_form(question, identity))


def _page_after_form(step: LessonStep, press: ButtonPress, picked: Sequence[str], *, helped: bool) -> Page:
    """Return the page after the user has typed a number or another value."""
    typed = press.value_or_empty.strip()
    question = next_question(step.decision.offers, picked) if step.decision else None
    if step.decision is None or question is None:
        return step_page(step, has_show_me=helped)
    try:
        words = offered_words(step.decision.offers, question, typed)
    except Refused as error:
        return step_page(step, picked, intro=error_message(error), has_show_me=helped)
    return step_page(step, words, has_show_me=helped)
