"""Handles presses with which a player chooses the moves of a standing order, one question after the other."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.errors import Interaction, user_of
from bot.markdown import Markdown, error_message, escape, join_lines, md, quote
from bot.orders.execution import decode_order
from bot.orders.imagined_turns import ImaginedTurn, Outlook
from bot.orders.order import Choice, meaning, notation_without_seat, order_from_choices
from bot.orders.parser import MAX_PATTERNS
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.ui.components import ButtonPress
from bot.ui.order_moves import (
    MovePlace,
    imagined_context,
    moves_before_last,
    moves_page,
    no_turn_page,
    order_question_after,
    order_question_custom_id,
    order_value_form,
    order_words_by_letter,
    question_page,
)
from bot.ui.question_components import words_with_values
from bot.ui.questions import Question
from bot.ui.text_matching import find_value_by_name
from bot.ui.typing_form import number_word
from bot.view import SeatContext
from engine import Refused
from engine.core.notation import notation_word
from engine.store.orders import StoredOrder
from engine.threads import run_in_thread

_TABLE_CHANGED_TEXT = md("The game has continued, so this starts again from what you see now.")
_NO_DRAFT_TEXT = md("This order was saved or canceled. `/orders` shows yours.")

Moves = tuple[Choice, ...]
"""The moves of a standing order that is not saved yet, in the order in which they are made."""


async def handle_order_move_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle the button *Add a move…*, an answer to a question of an imagined turn, or a change of page."""
    services, user = services_of(interaction), user_of(interaction)
    context = await services.load_seat_context(press.table_id, user)
    if context.table.status != "playing":
        raise Refused(md("You can’t add an order: this game is over."))
    services.limits.order_moves.check(user)
    if press.arguments == "new":
        await _show_question(interaction, context, (), MovePlace(0))
    elif press.arguments.startswith("show"):
        await _show_moves(interaction, context, press, int(press.arguments.removeprefix("show")))
    else:
        await _handle_answer(interaction, context, press)


async def show_moved_on(interaction: Interaction, context: SeatContext, draft: StoredOrder) -> None:
    """Show the moves of an unsaved order that are still possible after the table has changed."""
    await _save_draft(interaction, context, decode_order(draft).choices, _TABLE_CHANGED_TEXT)


async def _show_moves(interaction: Interaction, context: SeatContext, press: ButtonPress, count: int) -> None:
    moves = await _load_moves(interaction, context, count)
    await _save_draft(interaction, context, moves, _TABLE_CHANGED_TEXT if press.seq != context.table.seq else md(""))


async def _handle_answer(interaction: Interaction, context: SeatContext, press: ButtonPress) -> None:
    """Handle an answer from a button, a select, or a form, or open the form."""
    head, *picked = press.arguments.split(" ")
    kind, position, page = head[0], MovePlace(int(head[1]), int(head[2])), int(head[3:] or 0)
    moves = await _load_moves(interaction, context, position.moves)
    if press.seq != context.table.seq:
        await _show_question(interaction, context, moves, MovePlace(position.moves), lead=_TABLE_CHANGED_TEXT)
        return
    if kind == "s":
        picked = words_with_values(picked, press.values)
    lead = md("")
    if kind in ("f", "t"):
        typed_question = await _load_typed_question(interaction, context, moves, position, picked)
        if typed_question is not None and kind == "f":
            await reply_of(interaction).open_modal(order_value_form(context.table, typed_question[1], position))
            return
        if typed_question is not None:
            picked, lead = await run_in_thread(
                _parse_typed_value, *typed_question, position, press.value_or_empty.strip()
            )
    await _show_question(interaction, context, moves, position, picked, page, lead)


async def _show_question(
    interaction: Interaction,
    context: SeatContext,
    moves: Moves,
    position: MovePlace,
    picked: Sequence[str] = (),
    page: int = 0,
    lead: Markdown = md(""),
) -> None:
    """Show a question of the imagined turn that follows ``moves``; if the answers complete a move, show all moves."""
    outlook = await _load_outlook(interaction, context, moves, position.skipped)
    if outlook.ended:
        possible = moves[: len(outlook.made)]
        left_out = md("“{}” isn’t possible anymore, so it’s left out.", escape(moves[len(possible)].move))
        await _show_question(
            interaction, context, possible, MovePlace(len(possible)), lead=join_lines([lead, left_out], " ").strip()
        )
        return
    turn = outlook.turn
    if turn is None:
        await _show_no_turn(interaction, context, moves, position, outlook)
        return
    imagined = imagined_context(context, turn)
    question = await run_in_thread(order_question_after, imagined, picked)
    if question is None:
        lead, question = (
            md("That isn’t possible in this turn. Here’s what is."),
            await run_in_thread(order_question_after, imagined, ()),
        )
    assert question is not None
    if question.kind == "confirm":
        chosen = Choice(
            notation_without_seat(question.sample),
            meaning(context.table_view.game, imagined.table_view.view, question.sample),
        )
        await _save_draft(interaction, context, (*moves, *map(Choice, turn.forced_patterns), chosen), lead)
        return
    await send_page(
        interaction,
        await run_in_thread(lambda: question_page(imagined, outlook, question, position, page=page, lead=lead)),
    )


async def _show_no_turn(
    interaction: Interaction, context: SeatContext, moves: Moves, position: MovePlace, outlook: Outlook
) -> None:
    """Explain that no turn can be imagined, and show the first question, or the moves so far."""
    if position.skipped:
        lead = md("I can’t imagine a later question for this order.")
        await _show_question(interaction, context, moves, replace(position, skipped=0), lead=lead)
    elif moves:
        lead = md("I can’t imagine what you’re asked after these moves.")
        await _save_draft(interaction, context, moves, lead)
    else:
        await send_page(interaction, no_turn_page(context, outlook))


async def _save_draft(interaction: Interaction, context: SeatContext, moves: Moves, lead: Markdown) -> None:
    """Save the possible moves as a draft and show them."""
    if len(moves) > MAX_PATTERNS:
        raise Refused(md("An order can have at most {} moves.", MAX_PATTERNS))
    outlook = await _load_outlook(interaction, context, moves, 0)
    if outlook.ended:
        await _show_question(interaction, context, moves, MovePlace(len(moves)), lead=lead)
        return
    orders, user = services_of(interaction).tables.orders, user_of(interaction)
    order = order_from_choices(moves)
    duration = "in order" if order.lasts == "steps" else order.lasts
    typed = ("\n".join(order.patterns), duration, "", "")
    draft = await orders.save_draft(context.table.id, user, replace(order, typed=typed))
    back_id = order_question_custom_id(context.table, MovePlace(moves_before_last(order.patterns)))
    await send_page(interaction, await run_in_thread(moves_page, context, draft, outlook, back_id, lead))


async def _load_moves(interaction: Interaction, context: SeatContext, count: int) -> Moves:
    """Load the first ``count`` moves of the draft. Raises ``Refused`` if it was saved or canceled."""
    if not count:
        return ()
    draft = await services_of(interaction).tables.orders.load_draft(context.table.id, user_of(interaction))
    moves = () if draft is None else decode_order(draft).choices
    if len(moves) < count:
        raise Refused(_NO_DRAFT_TEXT)
    return moves[:count]


async def _load_outlook(interaction: Interaction, context: SeatContext, moves: Moves, skipped: int) -> Outlook:
    table_view, table = context.table_view, context.table
    return await services_of(interaction).sample_questions.load_outlook(
        table_view.game, table.id, table.seq, table_view.view, moves, skipped
    )


async def _load_typed_question(
    interaction: Interaction, context: SeatContext, moves: Moves, position: MovePlace, picked: Sequence[str]
) -> tuple[SeatContext, Question] | None:
    """Return (context of the imagined turn, question after the answers ``picked``).

    None if that question accepts no typed value.
    """
    turn: ImaginedTurn | None = (await _load_outlook(interaction, context, moves, position.skipped)).turn
    if turn is None:
        return None
    imagined = imagined_context(context, turn)
    question = await run_in_thread(order_question_after, imagined, picked)
    return (imagined, question) if question is not None and (question.kind == "number" or question.example) else None


def _parse_typed_value(
    imagined: SeatContext, question: Question, position: MovePlace, typed: str
) -> tuple[list[str], Markdown]:
    """Return (answers including the typed value, empty text).

    If the value is not possible, return (answers before it, the reason).
    """
    if question.kind == "number":
        try:
            return [*question.picked, number_word(question, typed)], md("")
        except Refused as error:
            return list(question.picked), error_message(error)
    values = {entry.words[0]: imagined.table_view.label(entry.actions[0], question.field) for entry in question.entries}
    named_value = find_value_by_name(typed, values, imagined.table_view.caption(imagined.seat))
    value = order_words_by_letter(imagined, question, position).get(typed) or (
        named_value or notation_word(typed) or "_",
    )
    picked = [*question.picked, *value]
    if order_question_after(imagined, picked) is not None:
        return picked, md("")
    return list(question.picked), md("{} isn’t possible. Example: {}.", quote(typed), escape(question.example))
