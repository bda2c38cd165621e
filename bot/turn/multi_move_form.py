"""The form for moves that repeat every turn, and presses that make several moves at once."""

from collections.abc import Collection, Sequence
from itertools import chain

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.errors import Interaction, user_of
from bot.markdown import Markdown, error_message, join_lines, md
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.turn.handlers import handle_menu, page_after_late_press, page_after_move, question_page_with
from bot.turn.make_move import MoveResult, make_move
from bot.ui.components import ButtonPress, custom_id
from bot.ui.modals import FormField, build_modal
from bot.ui.move_forms import (
    REFUSED_PREFIX,
    SENT_PREFIX,
    form_after_refusal,
    form_field,
    is_last_fields_form,
    line_of_form,
    value_words,
)
from bot.ui.page import Page
from bot.ui.questions import notation_words
from bot.ui.shortcuts import ALL_PROPOSALS_PREFIX, all_proposals, form_verbs, last_time_moves, questions_each_turn
from bot.view import SeatContext
from engine import Action, Refused, Stale, Unreadable, play, read_action
from engine.core import field_names, verb_of
from engine.core.action import button_title, field_example
from engine.core.notation import notation_word


async def handle_make_all(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press that makes several moves: those in the ``custom_id``, or all moves that the game suggests."""
    if not press.arguments.startswith(ALL_PROPOSALS_PREFIX):
        await send_page(interaction, await _make_moves(interaction, press, press.arguments.split("|")))
        return
    context = await services_of(interaction).load_seat_context(press.table_id, user_of(interaction))
    proposals = all_proposals(context)
    if proposals is None or press.arguments != f"{ALL_PROPOSALS_PREFIX}{proposals.digest}":
        await send_page(interaction, await question_page_with(interaction, context, _too_late_text(context)))
        return
    lines = [" ".join(notation_words(action)) for action in proposals.actions]
    await send_page(interaction, await _make_moves(interaction, press, lines))


def _too_late_text(context: SeatContext) -> Markdown:
    """The text above the question if the moves of a press are no longer possible."""
    return md("That’s no longer possible. Here’s what is.") if context.decision else md("That’s no longer possible.")


async def _make_moves(interaction: Interaction, press: ButtonPress, lines: Sequence[str]) -> Page:
    """Make the moves until one is refused. Return a page with their effects and the reason of the refusal."""
    services, texts = services_of(interaction), list[Markdown]()
    result: MoveResult | None = None
    for line in lines:
        context = await services.load_seat_context(press.table_id, user_of(interaction))
        # A repeated press is recognized, because its seat has moved since ``press.seq``.
        seen_seq = press.seq if result is None else result.seq
        try:
            result = await make_move(interaction, context, line, seen_seq, first=result is None)
        except (Stale, Refused) as error:
            if result is None:
                return await page_after_late_press(interaction, press.table_id, error_message(error))
            texts.append(error_message(error))
            break
        texts.append(result.text)
    assert result is not None
    return await page_after_move(interaction, result._replace(text=join_lines(texts)))


# -- forms


async def handle_multi_move_form(interaction: Interaction, press: ButtonPress) -> None:
    """Open or handle a form, depending on the press: for several moves, or for the last fields of one move."""
    rest = press.arguments.removeprefix(SENT_PREFIX).removeprefix(REFUSED_PREFIX)
    is_last_fields = is_last_fields_form(await services_of(interaction).table_in_play(press.table_id), rest)
    if press.arguments.startswith(SENT_PREFIX):
        await (_make_move_of_form if is_last_fields else _make_moves_of_form)(
            interaction, replace(press, arguments=rest)
        )
    elif is_last_fields and rest == press.arguments:
        await handle_menu(interaction, replace(press, arguments=f"-0 {rest}"))
    else:
        await (_open_last_fields_form if is_last_fields else _open_multi_move_form)(
            interaction, replace(press, arguments=rest)
        )


async def _open_multi_move_form(interaction: Interaction, press: ButtonPress) -> None:
    """Open the form for several moves. It contains the last values, or values that were typed and refused.

    If the question has changed, show the question instead.
    """
    context = await services_of(interaction).load_seat_context(press.table_id, user_of(interaction))
    questions, (verbs, *typed) = questions_each_turn(context), press.arguments.split(" ")
    if form_verbs(questions) != verbs:
        await send_page(interaction, await question_page_with(interaction, context, md("")))
        return
    form_id = custom_id("c", context.table.id, context.table.seq, f"{SENT_PREFIX}{verbs}")
    first_offer = next(iter(questions[0]))
    await reply_of(interaction).open_modal(
        build_modal(button_title(type(first_offer)), form_id, multi_move_fields(context, typed))
    )


async def _open_last_fields_form(interaction: Interaction, press: ButtonPress) -> None:
    """Open the form for the last fields of a move again, with the values that were typed and refused.

    If the question has changed, show the question instead.
    """
    context = await services_of(interaction).load_seat_context(press.table_id, user_of(interaction))
    form = form_after_refusal(context, press.arguments)
    if form is None:
        await send_page(interaction, await question_page_with(interaction, context, md("")))
    else:
        await reply_of(interaction).open_modal(form)


async def _make_moves_of_form(interaction: Interaction, press: ButtonPress) -> None:
    """Make the moves of the submitted form. If one is impossible, show the reason above the question."""
    context = await services_of(interaction).load_seat_context(press.table_id, user_of(interaction))
    questions, values = questions_each_turn(context), [notation_word(value.strip()) or "_" for value in press.values]
    if form_verbs(questions) != press.arguments:
        await send_page(interaction, await question_page_with(interaction, context, _too_late_text(context)))
        return
    lines, remaining_values = [], values
    for offers in map(tuple, questions):
        names = _fields_to_ask(offers)
        move_values, remaining_values = remaining_values[: len(names)], remaining_values[len(names) :]
        lines.append(_complete_move(offers, move_values))
    try:
        _check_moves(context, questions, lines)
    except (Refused, Unreadable) as error:
        page = await question_page_with(interaction, context, error_message(error))
        await send_page(interaction, _remember_typed(page, context, press.arguments, [press.arguments, *values]))
        return
    await send_page(interaction, await _make_moves(interaction, press, lines))


async def _make_move_of_form(interaction: Interaction, press: ButtonPress) -> None:
    """Make the move that the submitted form completes. If it is refused, show the reason above the question."""
    context, picked = (
        await services_of(interaction).load_seat_context(press.table_id, user_of(interaction)),
        press.arguments.split(" "),
    )
    line = line_of_form(context, picked, press.values)
    try:
        result = await make_move(interaction, context, line, press.seq)
    except (Stale, Refused, Unreadable) as error:
        page = await question_page_with(interaction, context, error_message(error), picked=picked)
        await send_page(interaction, _remember_typed(page, context, press.arguments, line.split(" ")))
        return
    await send_page(interaction, await page_after_move(interaction, result))


def _remember_typed(page: Page, context: SeatContext, rest: str, typed: Sequence[str]) -> Page:
    """Return the page. Its form button reopens the form with the typed values, if they fit into a ``custom_id``."""
    form_id = custom_id("c", context.table.id, context.table.seq, rest)
    refilled_form_id = custom_id("c", context.table.id, context.table.seq, REFUSED_PREFIX + " ".join(typed))
    for item in chain.from_iterable(page.buttons):
        if isinstance(item, ui.Button) and item.custom_id == form_id and len(refilled_form_id) <= limits.CUSTOM_ID:
            item.custom_id = refilled_form_id
    return page


def _check_moves(context: SeatContext, questions: Sequence[Collection[Action]], lines: Sequence[str]) -> None:
    """Raise ``Refused`` or ``Unreadable`` if one of the moves is impossible after the moves before it."""
    state = context.table.state
    assert state is not None
    for offers, line in zip(questions, lines, strict=True):
        state, _ = play(state, read_action(f"p{context.seat} {line}", (type(next(iter(offers))),)))


def multi_move_fields(context: SeatContext, typed: Sequence[str] = ()) -> tuple[FormField, ...]:
    """Return the form's fields, filled in with the ``typed`` values, the last values, or the first offers."""
    last_moves, typed_values = last_time_moves(context), iter(typed)
    form_fields = list[FormField]()
    for number, offers in enumerate(questions_each_turn(context)):
        moves = tuple(offers)
        default_move = last_moves[number] if number < len(last_moves) else moves[0]
        for name in _fields_to_ask(moves):
            form_fields.append(
                form_field(context, moves, name, next(typed_values, notation_word(getattr(default_move, name))))
            )
    return tuple(form_fields)


def _fields_to_ask(listed: Sequence[Action]) -> tuple[str, ...]:
    """Return the fields of a move that the form asks for. Last fields that follow from the others are left out."""
    kind = type(listed[0])
    names = field_names(kind)
    while len(names) > 1 and not field_example(kind, names[-1]):
        earlier_values = {value_words(action, names[:-1]) for action in listed}
        if len(earlier_values) < len(listed):
            break
        names = names[:-1]
    return names


def _complete_move(listed: Sequence[Action], values: Sequence[str]) -> str:
    """Return the move in notation: with these values, and with the values that follow from them."""
    names = field_names(type(listed[0]))
    asked_names, other_names = names[: len(values)], names[len(values) :]
    matching = (action for action in listed if value_words(action, asked_names) == tuple(values))
    move = next(matching, listed[0])
    return " ".join([verb_of(move), *values, *value_words(move, other_names)])
