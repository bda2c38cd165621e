"""Handles presses on the private pages behind *Your move*: questions, *Confirm*, and *Back*.

The result depends only on the pressed ``custom_id`` and the current table.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import InteractionType, ui

from bot import limits
from bot.errors import Interaction, user_of
from bot.game_text import typing_help
from bot.history.recap import moves_since_own, recap_events
from bot.markdown import (
    Markdown,
    count_noun,
    error_message,
    escape_prose,
    join_lines,
    md,
    quote,
    split_sentences,
    truncate,
)
from bot.names import name_seats
from bot.page_reply import is_picture_turn, send_page
from bot.play.seat_holders import seat_to_return_to
from bot.play.undo import undoable_turn_length
from bot.reply import reply_of
from bot.services import Services, check_started, services_of
from bot.tables.moves import computer_move_priority
from bot.tables.table import Table
from bot.turn.make_move import MoveResult, make_move
from bot.ui.answer_buttons import split_label
from bot.ui.answer_layout import words_by_letter
from bot.ui.components import ButtonPress, Row, Style, button, custom_id
from bot.ui.confirmation import is_confirmation_needed
from bot.ui.inbox_page import table_link
from bot.ui.move_forms import form_custom_id, last_fields_form
from bot.ui.page import Page
from bot.ui.question_buttons import (
    BOARD_PLACE,
    INBOX_PLACE,
    PREMOVE_PLACE,
    STEPWISE_PLACE,
    premove_button_row,
    question_buttons,
)
from bot.ui.question_components import words_with_values
from bot.ui.question_page import question_after, question_page
from bot.ui.questions import Question, next_question, notation_words
from bot.ui.seat_text import vacancy_card_buttons
from bot.ui.text_matching import find_value_by_name
from bot.ui.typing_form import number_word, typing_form
from bot.view import SeatContext, is_premove, whose_turn_text
from engine import Refused, Stale, Unreadable, play, read_action, write_action
from engine.core import field_names
from engine.core.notation import notation_word
from engine.store import LogRow
from engine.store.ids import TableId, UserId

_NEWS_LENGTH = 130
"""Maximum characters of the text about events above a question."""
_TURN_CHECK_SECONDS, _MAX_TURN_CHECKS = 0.5, 240
"""Seconds between two checks whether the user is to move again, and maximum number of checks: two minutes in all."""


async def handle_menu(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Your move*, *Back*, a change of page, or an answer: show the next question.

    The press contains the words of the move that were chosen so far.
    """
    page, *picked = press.arguments[1:].split(" ")
    place, lead = press.arguments[0], md("")
    try:
        context = await _load_context(interaction, press)
    except Refused as refused:
        await _show_board(interaction, press, refused)
        return
    if place == INBOX_PLACE or _is_posted_elsewhere(interaction, context.table):  # several pages may be open at once
        lead = md("-# {}", table_link(context.table))
    if place == BOARD_PLACE:
        await send_page(interaction, _board_page(context, picked, int(page)))
        return
    page_after = None if place == STEPWISE_PLACE else await _try_make_move(interaction, press, context, picked)
    if page_after:
        await send_page(interaction, page_after)
        return
    if (picked or place == PREMOVE_PLACE) and await _try_open_form(
        interaction, context, picked, ahead=place == PREMOVE_PLACE
    ):
        return
    page_with_question = await question_page(
        services_of(interaction).tables.orders, context, picked, page=int(page), lead=lead, ahead=place == PREMOVE_PLACE
    )
    await send_page(interaction, page_with_question, as_new_message=place == INBOX_PLACE)


def _is_posted_elsewhere(interaction: Interaction, table: Table) -> bool:
    """Whether the game is over, and its result is posted in a channel other than that of the press."""
    return table.status != "playing" and interaction.channel_id != table.channel


async def _show_board(interaction: Interaction, press: ButtonPress, refused: Refused) -> None:
    """Show the board to a spectator who pressed *Your move*, and offer an open seat if there is one.

    ``refused`` is the reason why there is no question. Raise it if no game is running or a seat is kept for the user.
    """
    services = services_of(interaction)
    table = await services.table_in_play(press.table_id)
    if table.status != "playing" or seat_to_return_to(table, user_of(interaction)) is not None:
        raise refused
    table_view = await services.view_for(table, None)
    text = join_lines([md("**{}**", table_view.status_line()), error_message(refused)])
    scenes = partial(
        table_view.painter.public_scenes,
        table_view.painter.public_pictures[0],
        table_view.view,
        table_view.drawing_context,
    )
    page_id = custom_id("v", table.id, table.seq, "-board")
    await send_page(interaction, Page(text, scenes, [vacancy_card_buttons(table, back=False)], page_id))


def _board_page(context: SeatContext, picked: Sequence[str], page: int) -> Page:
    table_view, table = context.table_view, context.table
    scenes = partial(
        table_view.painter.public_scenes,
        table_view.painter.public_pictures[0],
        table_view.view,
        table_view.drawing_context,
    )
    back_place = PREMOVE_PLACE if is_premove(context, picked) else "-"
    back_button = button("Back", custom_id("m", table.id, table.seq, " ".join([f"{back_place}{page}", *picked])))
    page_id = custom_id("m", table.id, table.seq, " ".join([f"{BOARD_PLACE}{page}", *picked]))
    return Page(md("**{}**", table_view.status_line()), scenes, [[back_button]], page_id)


async def handle_pick(interaction: Interaction, press: ButtonPress) -> None:
    """Handle an answer that was chosen in a select menu. Its value is one or more words of the move."""
    picked, context = (
        words_with_values(press.arguments.split(" "), press.values),
        await _load_context(interaction, press),
    )
    if picked[0] == STEPWISE_PLACE:
        await send_page(interaction, await question_page(services_of(interaction).tables.orders, context, picked[1:]))
    else:
        await _continue_after_answer(interaction, press, context, picked)


async def handle_open_form(interaction: Interaction, press: ButtonPress) -> None:
    """Open the form in which the player types a number or a value. If the question has changed, show the question."""
    picked = press.arguments.split(" ")
    context = await _load_context(interaction, press)
    question = question_after(context, picked)
    if question is None or not (question.kind == "number" or question.example):
        await send_page(interaction, await question_page(services_of(interaction).tables.orders, context, picked))
        return
    form_id = custom_id("f", context.table.id, context.table.seq, press.arguments)
    about = join_lines(
        [*_letter_help(context, question), typing_help(type(question.sample), question.field)], " "
    ).strip()
    await reply_of(interaction).open_modal(typing_form(question, form_id, name="number", about=about))


async def handle_form(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a submitted form. The typed number or value is the next word of the move."""
    typed = press.value_or_empty.strip()
    picked = press.arguments.split(" ")
    context = await _load_context(interaction, press)
    question = question_after(context, picked)
    lead = md("")
    if question is not None and question.kind == "number":
        try:
            picked = [*picked, number_word(question, typed)]
        except Refused as error:
            lead = error_message(error)
    elif question is not None and question.example:
        picked, lead = _answers_with_typed(context, question, typed)
    await _continue_after_answer(interaction, press, context, picked, lead)


async def _continue_after_answer(
    interaction: Interaction, press: ButtonPress, context: SeatContext, picked: Sequence[str], lead: Markdown = md("")
) -> None:
    """Make the move if the words ``picked`` complete it and no *Confirm* is needed.

    Otherwise, open the form for its remaining fields, or show the next question.
    """
    page_after = None if lead else await _try_make_move(interaction, press, context, picked)
    if page_after is None and not lead and await _try_open_form(interaction, context, picked):
        return
    await send_page(
        interaction,
        page_after or await question_page(services_of(interaction).tables.orders, context, picked, lead=lead),
    )


async def _try_open_form(
    interaction: Interaction, context: SeatContext, picked: Sequence[str], *, ahead: bool = False
) -> bool:
    """Open the form for all remaining fields of the move, if there is one. Return whether a form was opened."""
    can_open = interaction.type is InteractionType.component and not is_picture_turn(interaction)
    decision = context.premoves if ahead or is_premove(context, picked) else context.decision
    question = next_question(decision.offers, picked) if can_open and decision else None
    if question is None or not form_custom_id(context.table, question):
        return False
    earlier_lines = await services_of(interaction).load_standing_lines(context.table, context.seat)
    form = last_fields_form(context, question, earlier_lines)
    if form is None:
        return False
    await reply_of(interaction).open_modal(form)
    return True


async def _try_make_move(
    interaction: Interaction, press: ButtonPress, context: SeatContext, picked: Sequence[str]
) -> Page | None:
    """Make the move with the words ``picked``, and return the page after it.

    Return None if the move is not complete, needs *Confirm*, or is refused, or if the press only turns pictures.
    """
    preferences = services_of(interaction).user_settings.preferences_of(user_of(interaction))
    if not picked or is_picture_turn(interaction):
        return None
    question = question_after(context, picked)
    if (
        question is None
        or question.kind != "confirm"
        or await is_confirmation_needed(preferences, context, question.sample)
    ):
        return None
    line = write_action(question.sample).split(" ", 1)[1]
    try:
        return await page_after_move(interaction, await make_move(interaction, context, line, press.seq))
    except (Stale, Refused):
        return None


def _answers_with_typed(context: SeatContext, question: Question, typed: str) -> tuple[list[str], Markdown]:
    """Return the words of the move, including the typed value, and an empty text.

    If the typed value is not possible, return the words before it, and the reason. ``typed`` may be a letter in the
    picture.
    """
    new_words = _words_by_letter(context, question).get(typed) or (
        _find_named_value(context, question, typed) or notation_word(typed) or "_",
    )
    picked = [*question.picked, *new_words]
    if len(picked) <= len(field_names(type(question.sample))):  # other questions follow
        if question_after(context, picked) is not None:
            return picked, md("")
        return list(question.picked), md(
            "{} isn’t possible. Example: {}.", quote(typed), escape_prose(question.example)
        )
    try:
        assert context.table.state is not None
        play(context.table.state, read_action(f"p{context.seat} {' '.join(picked)}", (type(question.sample),)))
    except (Unreadable, Refused) as error:
        return list(question.picked), name_seats(error_message(error), context.table.players)
    return picked, md("")


def _words_by_letter(context: SeatContext, question: Question) -> dict[str, tuple[str, ...]]:
    """Return letter in the question's picture -> words of the move."""
    layout = question_buttons(context, question, 0, md("")).layout
    return words_by_letter(layout, len(question.picked))


def _letter_help(context: SeatContext, question: Question) -> list[Markdown]:
    """A sentence that says that an answer may be typed as a letter; empty if the picture has no letters."""
    return (
        [md("A letter from the picture is enough.")] if question.example and _words_by_letter(context, question) else []
    )


def _find_named_value(context: SeatContext, question: Question, typed: str) -> str | None:
    """Return the offered value whose name was typed, such as “my 5”; None if there is none."""
    decision, depth = (
        context.premoves if is_premove(context, question.picked) else context.decision,
        len(question.picked),
    )
    actions = (
        action for action in (decision.offers if decision else ()) if notation_words(action)[:depth] == question.picked
    )
    values = {notation_words(action)[depth]: context.table_view.label(action, question.field) for action in actions}
    return (
        None
        if notation_word(typed) in values
        else find_value_by_name(typed, values, context.table_view.caption(context.seat))
    )


async def handle_confirm(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Confirm*: make the move that the ``custom_id`` contains."""
    await send_page(interaction, await _make_confirmed_move(interaction, press))


async def question_page_with(
    interaction: Interaction,
    context: SeatContext,
    lead: Markdown,
    more: Sequence[ui.Item[Any]] = (),
    *,
    picked: Sequence[str] = (),
) -> Page:
    """Return the page with the user's question.

    ``lead`` is a text above the question, ``more`` are additional buttons, and ``picked`` are the words of the move
    that were chosen so far.
    """
    return await question_page(services_of(interaction).tables.orders, context, picked, lead=lead, more=more)


async def _make_confirmed_move(interaction: Interaction, press: ButtonPress) -> Page:
    line = press.arguments.split(" ", 1)[1]
    try:
        services = services_of(interaction)
        table = check_started(press.table or await services.tables.get(press.table_id))
        context = await services.bare_seat_context(table, user_of(interaction))
        result = await make_move(interaction, context, line, press.seq)
    except (Stale, Refused) as error:
        return await page_after_late_press(interaction, press.table_id, error_message(error))
    return await page_after_move(interaction, result)


async def page_after_move(interaction: Interaction, result: MoveResult) -> Page:
    """Return the page after a move: a text about it, *Undo*, and the player's next question if there is one."""
    (move_text, table, can_undo, _), services = result, services_of(interaction)
    log = await services.tables.store.load_log(table.id)
    context = await services.seat_context_at(table, user_of(interaction), log)
    undo_buttons = await _undo_buttons(services, table, user_of(interaction), log, can_undo=can_undo)
    if context.decision is not None and services.tables.decisions(table):
        return await question_page_with(interaction, context, _first_sentences(move_text), undo_buttons)
    if table.status != "playing":
        link = [md("-# {}", table_link(table))] if _is_posted_elsewhere(interaction, table) else []
        return Page(join_lines([move_text, context.turn_text, *link]))
    if not services.outbox.has_undo_pause(table) or computer_move_priority(table) is None:
        return Page(move_text, None, [[*undo_buttons, *premove_button_row(context)]])
    seconds = services.outbox.undo_pause_seconds if await services.tables.can_be_undone(table) else 0.0
    go_on = button("Go on", custom_id("u", table.id, table.seq, "done"), Style.success)
    return Page(
        md("{}\n{}", move_text, _pause_line(seconds)),
        None,
        [[*undo_buttons, go_on, *premove_button_row(context)]],
        load_next=partial(_load_page_after_computers, interaction, table, seconds),
    )


def _pause_line(seconds: float) -> Markdown:
    """A line that says when the computers move, for a person who plays alone against them."""
    if not seconds:
        return md("Computers move now. Your next question follows.")
    return md("Computers move in {}, or when you press *Go on*.", count_noun(max(1, round(seconds)), "second"))


async def _load_page_after_computers(interaction: Interaction, table: Table, seconds: float) -> Page | None:
    """Wait ``seconds``, then until the user is to move or the game is over, and return the next page.

    Return None if this takes too long.
    """
    services, user = services_of(interaction), user_of(interaction)
    await services.outbox.pause(seconds)
    for _ in range(_MAX_TURN_CHECKS):
        now = await services.tables.get(table.id)
        seat = services.tables.seat_of(now, user)
        if now.status != "playing" or any(decision.seat == seat for decision in services.tables.decisions(now)):
            return await _page_with_news(interaction, now)
        await services.outbox.pause(_TURN_CHECK_SECONDS)
    return None


async def page_after_computers(interaction: Interaction, table: Table) -> Page:
    """Let the computers move now. Return the user's next question, below the events since the user's last move."""
    services = services_of(interaction)
    await services.tables.play_automatic_moves(table.id)
    services.outbox.wake(table.id)
    return await _page_with_news(interaction, table)


async def _page_with_news(interaction: Interaction, table: Table) -> Page:
    """The user's next question, or after the game its result, below the events since the user's last move."""
    services = services_of(interaction)
    context = await services.load_seat_context(table.id, user_of(interaction))
    _, moves = moves_since_own(await services.tables.active_moves(table.id), context.seat)
    lines = [md("- {}", line) for line in context.table_view.narration(recap_events(moves))]
    lead = truncate(join_lines(lines), limits.CONTENT // 3)
    if context.decision is not None or context.premoves is not None:
        return await question_page_with(interaction, context, lead)
    link = [md("-# {}", table_link(context.table))] if _is_posted_elsewhere(interaction, context.table) else []
    return Page(join_lines(filter(None, [lead, context.turn_text, *link])))


def _first_sentences(text: Markdown) -> Markdown:
    """Return as many sentences about a move as fit above a question; the post in the channel has all of them.

    Lines after the first, such as a warning, are kept.
    """
    first_line, *further_lines = text.splitlines()
    first_sentences = list[Markdown]()
    for whole in split_sentences(first_line):
        sentence = whole if len(whole) <= _NEWS_LENGTH else md("{}.", split_label(whole)[0].rstrip("."))
        if first_sentences and len(join_lines([*first_sentences, sentence], " ")) > _NEWS_LENGTH:
            break
        first_sentences.append(sentence)
    return join_lines([join_lines(first_sentences, " "), *further_lines])


async def _undo_buttons(
    services: Services, table: Table, user: UserId, log: Sequence[LogRow] | None = None, *, can_undo: bool
) -> list[ui.Item[Any]]:
    """The buttons *Undo*, and if it would undo more, *Restart turn*."""
    buttons: Row = [button("Undo", custom_id("u", table.id, table.seq))] if can_undo else []
    if any(table.players[decision.seat - 1].policy for decision in services.tables.decisions(table)):
        return buttons  # a computer player moves soon
    if await undoable_turn_length(services.tables, table, user, log) > 1:
        buttons.append(button("Restart turn", custom_id("u", table.id, table.seq, "turn")))
    return buttons


async def _load_context(interaction: Interaction, press: ButtonPress) -> SeatContext:
    return await services_of(interaction).load_seat_context(press.table_id, user_of(interaction))


async def page_after_late_press(interaction: Interaction, table_id: TableId, lead: Markdown) -> Page:
    """Return the page after an outdated press: the user's current question, or the board if the user is not to move."""
    services = services_of(interaction)
    table = await services.table_in_play(table_id)
    seat = services.tables.seat_of(table, user_of(interaction))
    if any(decision.seat == seat for decision in services.tables.decisions(table)):
        return await question_page(
            services_of(interaction).tables.orders,
            await services.seat_context_at(table, user_of(interaction)),
            (),
            lead=lead,
        )
    table_view = await services.view_for(table, None)
    first_picture = table_view.painter.public_pictures[0]
    move_button = button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)
    scenes = partial(table_view.painter.public_scenes, first_picture, table_view.view, table_view.drawing_context)
    is_playing = table.status == "playing"  # otherwise ``lead`` says that the game is over
    text = md("{}\n{}", lead, whose_turn_text(table, seat)) if is_playing else lead
    page_id = custom_id("v", table.id, table.seq, "-board")
    return Page(text, scenes, [[move_button]] if is_playing else [], page_id)
