"""*Replay my mistake*: a turning point of a finished game as a puzzle, visible to the user who presses."""

import asyncio
from collections.abc import Sequence

from bot.commands.table_access import check_sees
from bot.errors import Interaction, user_of
from bot.history.analysis_page import UNDER_WAY_TEXT
from bot.history.mistake_pages import (
    GOOD,
    answered,
    choice_page,
    mistake_page,
    outcome_of,
    own_page,
    shown_page,
    verdict_page,
)
from bot.history.mistakes import Mistake, first_of, mistake_at, note_found, own_puzzles_of, puzzles_of
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

_NONE = md("No turning point of this game makes a good puzzle.")
_WAIT = md("I’m imagining games to compare your answer. This takes a few seconds.")


async def replay_pressed(interaction: Interaction, press: ButtonPress) -> None:
    """A press about a turning point; its number is that of the move, counted from 1."""
    at, table = services_of(interaction), await services_of(interaction).table_in_play(press.table_id)
    analysis = await at.analyses.request_analysis(table, lambda: at.limits.analysis.check(user_of(interaction)))
    if analysis is None:
        await send_page(interaction, Page(UNDER_WAY_TEXT))
    elif press.arguments == "r":
        await _show_first(interaction, table, analysis)
    elif not press.seq:
        await raise_unknown_button()
    else:
        await _follow(interaction, press, await mistake_at(at.tables, table, analysis, press.seq - 1))


async def show_own_puzzles(interaction: Interaction) -> None:
    """List the user's own turning points."""
    await send_page(interaction, own_page(await own_puzzles_of(services_of(interaction).tables, user_of(interaction))))


async def show_picked_puzzle(interaction: Interaction, press: ButtonPress) -> None:
    """The turning point that was chosen in the list. Raises ``Refused`` for a table that the presser can't see."""
    table_id, _, move = press.value.partition(".")
    if not (table_id.isdecimal() and move.isdecimal()):
        await raise_unknown_button()
    at = services_of(interaction)
    table = await at.table_in_play(TableId(int(table_id)))
    await check_sees(interaction, table)
    analysis = await at.analyses.request_analysis(table, lambda: at.limits.analysis.check(user_of(interaction)))
    if analysis is None:
        await send_page(interaction, Page(UNDER_WAY_TEXT))
    else:
        await _show_question(interaction, await mistake_at(at.tables, table, analysis, int(move)))


async def _show_first(interaction: Interaction, table: Table, analysis: Analysis) -> None:
    """Show the user's first turning point, or a list of all for others."""
    at, points = services_of(interaction), puzzles_of(analysis)
    if not points:
        raise Refused(_NONE)
    first = await first_of(at.tables, table, analysis, user_of(interaction))
    if first is not None:
        await _show_question(interaction, await mistake_at(at.tables, table, analysis, first.move))
        return
    seen = view_table(table, None)
    await send_page(interaction, choice_page(table, [(point, seen.name(point.advice.best.seat)) for point in points]))


async def _follow(interaction: Interaction, press: ButtonPress, mistake: Mistake) -> None:
    """Handle a press in the question of a turning point; ``press.rest`` is a letter and words."""
    deed, *words = press.arguments.split(" ")
    match deed[0]:
        case "s" if deed == "show":
            await _show_better(interaction, mistake)
        case "s":
            await _show_question(interaction, mistake, words_with_values(words, press.values))
        case "n":
            await _open_form(interaction, press, mistake, words)
        case "f":
            await _show_typed(interaction, press, mistake, words)
        case "a":
            await _judge(interaction, mistake, " ".join(words))
        case _:
            await _show_question(interaction, mistake, words, int(deed[1:]))


async def _show_question(
    interaction: Interaction, mistake: Mistake, picked: Sequence[str] = (), page: int = 0, lead: Markdown = md("")
) -> None:
    is_own = mistake.is_of(user_of(interaction))
    await send_page(
        interaction, await run_in_thread(lambda: mistake_page(mistake, picked, page, is_own=is_own, lead=lead))
    )


async def _open_form(interaction: Interaction, press: ButtonPress, mistake: Mistake, picked: Sequence[str]) -> None:
    """Open a form for a number, or any value."""
    found = next_question(mistake.question.offers, picked)
    if found is None or not (found.kind == "number" or found.example):
        raise Refused(md("There’s nothing to type here. Press one of the buttons."))
    identity = f"{press.kind}:{press.target_id}:{press.seq}:f {' '.join(picked)}"
    await reply_of(interaction).open_modal(typing_form(found, identity))


async def _show_typed(interaction: Interaction, press: ButtonPress, mistake: Mistake, picked: Sequence[str]) -> None:
    """The question after the typed number or value."""
    typed, offers = press.value_or_empty.strip(), mistake.question.offers
    found = next_question(offers, picked)
    try:
        words = picked if found is None else offered_words(offers, found, typed)
    except Refused as error:
        await _show_question(interaction, mistake, picked, lead=error_message(error))
    else:
        await _show_question(interaction, mistake, words)


async def _judge(interaction: Interaction, mistake: Mistake, line: str) -> None:
    """Judge an answer. A good one for the user's own mistake is stored as found."""
    at, user = services_of(interaction), user_of(interaction)
    try:
        answer = read_action(await run_in_thread(answered, mistake, line), mistake.seen.game.actions)
    except Unreadable:
        await _show_question(interaction, mistake)
        return
    if answer not in mistake.question.offers:
        await _show_question(interaction, mistake)
        return
    verdict = await _verdict(interaction, at, mistake, answer)
    outcome = outcome_of(mistake, answer, verdict)
    if outcome in GOOD and not is_picture_turn(interaction):
        await note_found(at.tables, mistake, user)
    is_own = mistake.is_of(user)
    events = await _refutation(mistake, verdict)
    await send_page(
        interaction, await run_in_thread(lambda: verdict_page(mistake, answer, outcome, verdict, events, is_own=is_own))
    )


async def _show_better(interaction: Interaction, mistake: Mistake) -> None:
    is_own = mistake.is_of(user_of(interaction))
    events = await _refutation(mistake, None)
    await send_page(interaction, await run_in_thread(lambda: shown_page(mistake, events, is_own=is_own)))


async def _verdict(interaction: Interaction, at: Services, mistake: Mistake, answer: Action) -> Verdict | None:
    """Compare an answer with the better move; None for the two known moves, or if no worker compares.

    Compared answers are cached, and do not count against the limit.
    """
    if answer in (mistake.better, mistake.made):
        return None
    if at.coach.known_verdict(mistake.table, mistake.point.move, answer) is None:
        at.limits.hint.check(user_of(interaction))
    pair = (mistake.better, answer)
    judging = at.coach.judge(mistake.table, mistake.seen.view, pair, mistake.point.move)
    if not await wait_briefly(judging):
        await send_page(interaction, Page(_WAIT))
        await asyncio.wait({judging})
    return None if judging.cancelled() else judging.result()


async def _refutation(mistake: Mistake, verdict: Verdict | None) -> Refutation:
    """The relevant events of a typical rollout after the better move, and after the answer or the original move."""
    point, seen = mistake.point, mistake.seen
    typical = verdict or Verdict(point.advice, point.typical)
    return await run_in_thread(refutation_of, seen.game, seen.view, typical, point.move)
