"""Presses that choose the moves of a standing order, question by question."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.errors import Interaction, user_of
from bot.markdown import Markdown, error_message, escape, join_lines, md, quote
from bot.orders.execution import decode_order
from bot.orders.imagined_turns import ImaginedTurn, Outlook
from bot.orders.order import Choice, meaning, notation_without_seat, order_from_choices
from bot.orders.parser import MAX_WISHES
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.ui.components import ButtonPress
from bot.ui.order_moves import (
    MovePlace,
    imagined_place,
    marks_of,
    menu_after,
    moves_before_last,
    moves_page,
    nothing_page,
    question_id,
    question_page,
    value_form,
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

_MOVED_ON = md("The game has continued, so this starts again from what you see now.")
_GONE = md("This order was saved or canceled. `/orders` shows yours.")

Moves = tuple[Choice, ...]
"""The moves of an order so far."""


async def order_move_pressed(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Add a move…*, an answer in a simulated turn, or a change of page."""
    at, user = services_of(interaction), user_of(interaction)
    place = await at.load_seat_context(press.table_id, user)
    if place.table.status != "playing":
        raise Refused(md("You can’t add an order: this game is over."))
    at.limits.order_moves.check(user)
    if press.arguments == "new":
        await _ask(interaction, place, (), MovePlace(0))
    elif press.arguments.startswith("show"):
        await _show_first(interaction, place, press, int(press.arguments.removeprefix("show")))
    else:
        await _answer(interaction, place, press)


async def show_moved_on(interaction: Interaction, place: SeatContext, draft: StoredOrder) -> None:
    """Show the moves of an unsaved order after the table has changed, as far as they are still possible."""
    await _keep(interaction, place, decode_order(draft).choices, _MOVED_ON)


async def _show_first(interaction: Interaction, place: SeatContext, press: ButtonPress, count: int) -> None:
    moves = await _moves(interaction, place, count)
    await _keep(interaction, place, moves, _MOVED_ON if press.seq != place.table.seq else md(""))


async def _answer(interaction: Interaction, place: SeatContext, press: ButtonPress) -> None:
    """Continue from an answer: a button's, a select's, or a form's, which is opened first."""
    head, *picked = press.arguments.split(" ")
    what, at, page = head[0], MovePlace(int(head[1]), int(head[2])), int(head[3:] or 0)
    moves = await _moves(interaction, place, at.moves)
    if press.seq != place.table.seq:
        await _ask(interaction, place, moves, MovePlace(at.moves), lead=_MOVED_ON)
        return
    if what == "s":
        picked = words_with_values(picked, press.values)
    lead = md("")
    if what in ("f", "t"):
        found = await _found(interaction, place, moves, at, picked)
        if found is not None and what == "f":
            await reply_of(interaction).open_modal(value_form(place.table, found[1], at))
            return
        if found is not None:
            picked, lead = await run_in_thread(_typed, *found, at, press.value_or_empty.strip())
    await _ask(interaction, place, moves, at, picked, page, lead)


async def _ask(
    interaction: Interaction,
    place: SeatContext,
    moves: Moves,
    at: MovePlace,
    picked: Sequence[str] = (),
    page: int = 0,
    lead: Markdown = md(""),
) -> None:
    """Show the question of a simulated turn after some moves, or all moves if the answers complete one."""
    outlook = await _outlook(interaction, place, moves, at.skipped)
    if outlook.ended:
        possible = moves[: len(outlook.made)]
        left_out = md("“{}” isn’t possible anymore, so it’s left out.", escape(moves[len(possible)].move))
        await _ask(
            interaction, place, possible, MovePlace(len(possible)), lead=join_lines([lead, left_out], " ").strip()
        )
        return
    turn = outlook.turn
    if turn is None:
        await _show_no_turn(interaction, place, moves, at, outlook)
        return
    imagined = imagined_place(place, turn)
    found = await run_in_thread(menu_after, imagined, picked)
    if found is None:
        lead, found = (
            md("That isn’t possible in this turn. Here’s what is."),
            await run_in_thread(menu_after, imagined, ()),
        )
    assert found is not None
    if found.kind == "confirm":
        chosen = Choice(
            notation_without_seat(found.sample), meaning(place.table_view.game, imagined.table_view.view, found.sample)
        )
        await _keep(interaction, place, (*moves, *map(Choice, turn.between), chosen), lead)
        return
    await send_page(
        interaction, await run_in_thread(lambda: question_page(imagined, outlook, found, at, page=page, lead=lead))
    )


async def _show_no_turn(
    interaction: Interaction, place: SeatContext, moves: Moves, at: MovePlace, outlook: Outlook
) -> None:
    """Explain what can't be simulated, and show the first question, or the moves so far."""
    if at.skipped:
        lead = md("I can’t imagine a later question for this order.")
        await _ask(interaction, place, moves, replace(at, skipped=0), lead=lead)
    elif moves:
        lead = md("I can’t imagine what you’re asked after these moves.")
        await _keep(interaction, place, moves, lead)
    else:
        await send_page(interaction, nothing_page(place, outlook))


async def _keep(interaction: Interaction, place: SeatContext, moves: Moves, lead: Markdown) -> None:
    """Save the moves as a draft and show them, without impossible ones."""
    if len(moves) > MAX_WISHES:
        raise Refused(md("An order can have at most {} moves.", MAX_WISHES))
    outlook = await _outlook(interaction, place, moves, 0)
    if outlook.ended:
        await _ask(interaction, place, moves, MovePlace(len(moves)), lead=lead)
        return
    orders, user = services_of(interaction).tables.orders, user_of(interaction)
    order = order_from_choices(moves)
    lasts = "in order" if order.lasts == "steps" else order.lasts
    typed = ("\n".join(order.wishes), lasts, "", "")
    draft = await orders.save_draft(place.table.id, user, replace(order, typed=typed))
    back = question_id(place.table, MovePlace(moves_before_last(order.wishes)))
    await send_page(interaction, await run_in_thread(moves_page, place, draft, outlook, back, lead))


async def _moves(interaction: Interaction, place: SeatContext, count: int) -> Moves:
    """The first moves of the order that is not saved yet. Raises ``Refused`` if it has been saved or canceled."""
    if not count:
        return ()
    draft = await services_of(interaction).tables.orders.drafted(place.table.id, user_of(interaction))
    moves = () if draft is None else decode_order(draft).choices
    if len(moves) < count:
        raise Refused(_GONE)
    return moves[:count]


async def _outlook(interaction: Interaction, place: SeatContext, moves: Moves, skipped: int) -> Outlook:
    seen, table = place.table_view, place.table
    return await services_of(interaction).foresight.after(seen.game, table.id, table.seq, seen.view, moves, skipped)


async def _found(
    interaction: Interaction, place: SeatContext, moves: Moves, at: MovePlace, picked: Sequence[str]
) -> tuple[SeatContext, Question] | None:
    """The simulated position and the question after the answers ``picked``, if a value can be typed there."""
    turn: ImaginedTurn | None = (await _outlook(interaction, place, moves, at.skipped)).turn
    if turn is None:
        return None
    imagined = imagined_place(place, turn)
    found = await run_in_thread(menu_after, imagined, picked)
    return (imagined, found) if found is not None and (found.kind == "number" or found.example) else None


def _typed(imagined: SeatContext, found: Question, at: MovePlace, typed: str) -> tuple[list[str], Markdown]:
    """The answers with the typed value, or those before it and the reason why it is not possible."""
    if found.kind == "number":
        try:
            return [*found.picked, number_word(found, typed)], md("")
        except Refused as error:
            return list(found.picked), error_message(error)
    values = {entry.words[0]: imagined.table_view.label(entry.actions[0], found.field) for entry in found.entries}
    called = find_value_by_name(typed, values, imagined.table_view.caption(imagined.seat))
    value = marks_of(imagined, found, at).get(typed) or (called or notation_word(typed) or "_",)
    picked = [*found.picked, *value]
    if menu_after(imagined, picked) is not None:
        return picked, md("")
    return list(found.picked), md("{} isn’t possible. Example: {}.", quote(typed), escape(found.example))
