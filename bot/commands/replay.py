"""*Replay my mistake*: shows a turning point of a finished game as a puzzle, privately."""

import asyncio
from collections.abc import Sequence

from bot.commands.table_access import check_sees
from bot.errors import Interaction, user_of
from bot.history.analysis_page import UNDER_WAY_TEXT
from bot.history.mistake_pages import (
    GOOD_OUTCOMES,
    answer_outcome,
    answer_words,
    better_move_page,
    choice_page,
    mistake_page,
    own_puzzles_page,
    verdict_page,
)
from bot.history.mistakes import Mistake, find_own_point, load_mistake, load_own_puzzles, puzzles_of, save_found
from bot.markdown import Markdown, error_message, md
from bot.page_reply import is_picture_turn, send_page, wait_briefly
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, raise_unknown_button
from bot.ui.page import Page
from bot.ui.question_components import words_with_values
from bot.ui.questions import next_question
from bot.ui.typing_form import offered_words, typing_form
from bot.view import view_table
from engine import Action, Refused, Unreadable, read_action
from engine.agents.analysis import Analysis
from engine.agents.refutation import Refutation, Verdict, refutation_of
from engine.store.ids import TableId
from engine.threads import run_in_thread

_NO_PUZZLE_TEXT = md("No turning point of this game makes a good puzzle.")
_WAIT_TEXT = md("I’m imagining games to compare your answer. This takes a few seconds.")


async def handle_replay_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press about a turning point; the press's number is that of the move, counted from 1."""
    services, table = services_of(interaction), await services_of(interaction).table_in_play(press.table_id)
    analysis = await services.analyses.request_analysis(
        table, lambda: services.limits.analysis.check(user_of(interaction))
    )
    if analysis is None:
        await send_page(interaction, Page(UNDER_WAY_TEXT))
    elif press.arguments == "r":
        await _show_first(interaction, table, analysis)
    elif not press.seq:
        await raise_unknown_button()
    else:
        await _handle_question_press(
            interaction, press, await load_mistake(services.tables, table, analysis, press.seq - 1)
        )


async def show_own_puzzles(interaction: Interaction) -> None:
    """List the user's own turning points."""
    await send_page(
        interaction, own_puzzles_page(await load_own_puzzles(services_of(interaction).tables, user_of(interaction)))
    )


async def show_picked_puzzle(interaction: Interaction, press: ButtonPress) -> None:
    """Show the turning point chosen in the list. Raises ``Refused`` if the user can't see its table."""
    table_id, _, move = press.value.partition(".")
    if not (table_id.isdecimal() and move.isdecimal()):
        await raise_unknown_button()
    services = services_of(interaction)
    table = await services.table_in_play(TableId(int(table_id)))
    await check_sees(interaction, table)
    analysis = await services.analyses.request_analysis(
        table, lambda: services.limits.analysis.check(user_of(interaction))
    )
    if analysis is None:
        await send_page(interaction, Page(UNDER_WAY_TEXT))
    else:
        await _show_question(interaction, await load_mistake(services.tables, table, analysis, int(move)))


async def _show_first(interaction: Interaction, table: Table, analysis: Analysis) -> None:
    """Show the user's first turning point, or a list of all turning points to other users."""
    services, points = services_of(interaction), puzzles_of(analysis)
    if not points:
        raise Refused(_NO_PUZZLE_TEXT)
    own_point = await find_own_point(services.tables, table, analysis, user_of(interaction))
    if own_point is not None:
        await _show_question(interaction, await load_mistake(services.tables, table, analysis, own_point.move))
        return
    table_view = view_table(table, None)
    await send_page(
        interaction, choice_page(table, [(point, table_view.name(point.advice.best.seat)) for point in points])
    )


async def _handle_question_press(interaction: Interaction, press: ButtonPress, mistake: Mistake) -> None:
    """Handle a press in the question of a turning point. The press's arguments are a letter and words."""
    verb, *words = press.arguments.split(" ")
    match verb[0]:
        case "s" if verb == "show":
            await _show_better_move(interaction, mistake)
        case "s":
            await _show_question(interaction, mistake, words_with_values(words, press.values))
        case "n":
            await _open_form(interaction, press, mistake, words)
        case "f":
            await _show_typed_value(interaction, press, mistake, words)
        case "a":
            await _judge_answer(interaction, mistake, " ".join(words))
        case _:
            await _show_question(interaction, mistake, words, int(verb[1:]))


async def _show_question(
    interaction: Interaction, mistake: Mistake, picked: Sequence[str] = (), page: int = 0, lead: Markdown = md("")
) -> None:
    is_own = mistake.is_of(user_of(interaction))
    await send_page(
        interaction, await run_in_thread(lambda: mistake_page(mistake, picked, page, is_own=is_own, lead=lead))
    )


async def _open_form(interaction: Interaction, press: ButtonPress, mistake: Mistake, picked: Sequence[str]) -> None:
    question = next_question(mistake.question.offers, picked)
    if question is None or not (question.kind == "number" or question.example):
        raise Refused(md("There’s nothing to type here. Press one of the buttons."))
    form_id = f"{press.kind}:{press.target_id}:{press.seq}:f {' '.join(picked)}"
    await reply_of(interaction).open_modal(typing_form(question, form_id))


async def _show_typed_value(
    interaction: Interaction, press: ButtonPress, mistake: Mistake, picked: Sequence[str]
) -> None:
    """Show the question after the typed value, or the reason why the value is not possible."""
    typed, offers = press.value_or_empty.strip(), mistake.question.offers
    question = next_question(offers, picked)
    try:
        words = picked if question is None else offered_words(offers, question, typed)
    except Refused as error:
        await _show_question(interaction, mistake, picked, lead=error_message(error))
    else:
        await _show_question(interaction, mistake, words)


async def _judge_answer(interaction: Interaction, mistake: Mistake, line: str) -> None:
    """Judge an answer, and store it if the user found a good move."""
    services, user = services_of(interaction), user_of(interaction)
    try:
        answer = read_action(await run_in_thread(answer_words, mistake, line), mistake.table_view.game.actions)
    except Unreadable:
        await _show_question(interaction, mistake)
        return
    if answer not in mistake.question.offers:
        await _show_question(interaction, mistake)
        return
    verdict = await _load_verdict(interaction, services, mistake, answer)
    outcome = answer_outcome(mistake, answer, verdict)
    if outcome in GOOD_OUTCOMES and not is_picture_turn(interaction):
        await save_found(services.tables, mistake, user)
    is_own = mistake.is_of(user)
    events = await _load_refutation(mistake, verdict)
    await send_page(
        interaction, await run_in_thread(lambda: verdict_page(mistake, answer, outcome, verdict, events, is_own=is_own))
    )


async def _show_better_move(interaction: Interaction, mistake: Mistake) -> None:
    is_own = mistake.is_of(user_of(interaction))
    events = await _load_refutation(mistake, None)
    await send_page(interaction, await run_in_thread(lambda: better_move_page(mistake, events, is_own=is_own)))


async def _load_verdict(
    interaction: Interaction, services: Services, mistake: Mistake, answer: Action
) -> Verdict | None:
    """Compare an answer with the better move in rollouts.

    None if no worker can compare, and for the two moves that the analysis has compared. Cached results do not count
    against the user's limit.
    """
    if answer in (mistake.better_move, mistake.made_move):
        return None
    if services.coach.known_verdict(mistake.table, mistake.point.move, answer) is None:
        services.limits.hint.check(user_of(interaction))
    pair = (mistake.better_move, answer)
    task = services.coach.judge(mistake.table, mistake.table_view.view, pair, mistake.point.move)
    if not await wait_briefly(task):
        await send_page(interaction, Page(_WAIT_TEXT))
        await asyncio.wait({task})
    return None if task.cancelled() else task.result()


async def _load_refutation(mistake: Mistake, verdict: Verdict | None) -> Refutation:
    """Return the relevant events of two typical rollouts: after the better move, and after the other move."""
    point, table_view = mistake.point, mistake.table_view
    rollout_verdict = verdict or Verdict(point.advice, point.typical)
    return await run_in_thread(refutation_of, table_view.game, table_view.view, rollout_verdict, point.move)
