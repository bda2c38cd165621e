"""``/orders``: a player's standing orders, which only that player sees."""

import re
from collections.abc import Iterator, Sequence
from datetime import tzinfo

from discord import app_commands
from msgspec.structs import replace

from bot import limits
from bot.clocks.zones import tzinfo_of
from bot.commands.order_moves import show_moved_on
from bot.errors import Interaction, autocomplete_from, handle_errors, note_commit, user_of
from bot.markdown import Markdown, error_message, escape, join_lines, md
from bot.orders.examples import SampleQuestion
from bot.orders.execution import decode_order, unread_lines
from bot.orders.order import Order, notation_without_seat, round_unit
from bot.orders.parser import example_patterns, parse_order
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.tables.phases import add_remark
from bot.ui import plans
from bot.ui.components import ButtonPress
from bot.view import SeatContext
from engine import PhaseEnded, Refused, Unreadable
from engine.core import field_names, verb_of
from engine.core.move_pattern import read_pattern
from engine.core.notation import is_number_field
from engine.store.ids import PlanId
from engine.threads import run_in_thread

Suggestions = list[tuple[str, str]]

_THEN = re.compile(r"\bthen\s", re.IGNORECASE)
_TEXT_BEFORE_LAST_PATTERN = re.compile(r".*(?:;|\bthen(?=\s))", re.IGNORECASE | re.DOTALL)


@app_commands.command(name="orders", description="List, write, or cancel standing orders, which make moves for you")
@app_commands.describe(
    write="A new order: moves, best first, separated by “;”, or by “then” to make them in order",
    how_long="How long the new order lasts",
    max_cost="Maximum cost of the move, in the game’s money or points",
    cancel_if="Cancel the new order if another player (begin with a name) makes this move",
    cancel="One of your orders, which then ends",
)
@handle_errors
async def orders(
    interaction: Interaction,
    write: str = "",
    how_long: str = "",
    max_cost: str = "",
    cancel_if: str = "",
    cancel: str = "",
) -> None:
    context = await _context_here(interaction)
    terms = (how_long, max_cost, cancel_if)
    if cancel and (write or any(terms)):
        raise Refused(md("Use either `write:` for a new order, or `cancel:` for one that you have."))
    if any(terms) and not write:
        raise Refused(md("Write the moves of the order in `write:`."))
    if write:
        await _show_draft(interaction, context, (write, *terms))
    elif cancel:
        await _cancel_order(interaction, context, _order_id_from(cancel))
    else:
        await _show_orders(interaction, context)


def _order_id_from(order: str) -> PlanId:
    """The id of a suggested order. Raises ``Refused`` for any other text."""
    if not (order.isdecimal() and len(order) <= 15):
        raise Refused(md("Choose one of the suggested orders. `/orders` shows all of yours."))
    return PlanId(int(order))


@orders.autocomplete("cancel")
@autocomplete_from
async def _complete_order(interaction: Interaction, typed: str) -> Suggestions:
    context = await _context_here(interaction)
    own_orders = await services_of(interaction).tables.orders.load_orders_of(context.table.id, user_of(interaction))
    titles = [(decode_order(order).title, str(order.id)) for order in own_orders if order.state == "stands"]
    return [(title, value) for title, value in titles if typed.casefold() in title.casefold()]


@orders.autocomplete("write")
@autocomplete_from
async def _complete_moves(interaction: Interaction, typed: str) -> Suggestions:
    """Suggest completions of the last typed pattern, from the current question or from possible next ones."""
    context = await _context_here(interaction)
    match = _TEXT_BEFORE_LAST_PATTERN.match(typed)
    text_before = match[0] if match else ""
    prefix, words = f"{text_before} " if text_before else "", typed[len(text_before) :].casefold().split()
    patterns = await run_in_thread(_matching_patterns, context, await _sample_questions(interaction, context), words)
    return [(f"{prefix}{line} · {name}", f"{prefix}{line}") for line, name in patterns.items()]


@orders.autocomplete("how_long")
@autocomplete_from
async def _complete_duration(interaction: Interaction, typed: str) -> Suggestions:
    context = await _context_here(interaction)
    game, view = context.table_view.game, context.table_view.view
    next_round = f"{round_unit(game, view)} {game.rules.round_number(view.state) + 1}"
    durations = ["in order", "once", "while it lasts", f"until {next_round}", "for 1 day", "for 3 days", "for 7 days"]
    if _THEN.search(vars(interaction.namespace).get("write", "")):
        durations = durations[:1]  # steps have no other duration
    return [(text, text) for text in durations if typed.casefold() in text]


async def handle_orders_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle the button *Standing orders…*, a button of the list or of one order, or the form."""
    services, user = services_of(interaction), user_of(interaction)
    verb, _, number = press.arguments.partition(" ")
    context = await services.load_seat_context(press.table_id, user)
    match verb:
        case "new" | "again":
            _check_in_play(context)
            typed = await services.tables.orders.load_draft_texts(context.table.id, user, PlanId(int(number or 0)))
            if verb == "new":
                typed = plans.fields_of_last_order(await services.tables.orders.load_orders_of(context.table.id, user))
            examples = await _load_example_patterns(interaction, context)
            form = plans.order_form(context, examples, typed) if typed else plans.first_order_form(context, examples)
            await reply_of(interaction).open_modal(form)
        case "sent":
            await _show_draft(interaction, context, (*press.values, "", "", "", "")[:4])
        case "give" if number:
            await _give_order(interaction, context, PlanId(int(number)))
        case "save" if number:
            await _save_moves(interaction, context, PlanId(int(number)))
        case "end" if number:
            await _cancel_order(interaction, context, PlanId(int(number)))
        case "drop":
            await services.tables.orders.discard_draft(context.table.id, user)
            await _show_orders(interaction, context, md("Order discarded."))
        case _:
            await _show_orders(interaction, context)


async def _context_here(interaction: Interaction) -> SeatContext:
    services = services_of(interaction)
    return await services.seat_context_at(await services.table_in_play_here(interaction), user_of(interaction))


def _check_in_play(context: SeatContext) -> None:
    if context.table.status != "playing":
        raise Refused(md("You can’t add an order: this game is over."))


async def _show_orders(interaction: Interaction, context: SeatContext, lead: Markdown = md("")) -> None:
    orders, user = services_of(interaction).tables.orders, user_of(interaction)
    examples = await _load_example_patterns(interaction, context)
    await send_page(
        interaction,
        plans.order_list_page(context, await orders.load_orders_of(context.table.id, user), lead, examples),
    )
    await orders.mark_read(context.table.id, user, context.order_lines)


async def _show_draft(interaction: Interaction, context: SeatContext, texts: tuple[str, ...]) -> None:
    """Save the typed texts as a draft and show it. If they can't be read, show why, with a button to edit them."""
    services, user = services_of(interaction), user_of(interaction)
    _check_in_play(context)
    services.limits.order.check(user)
    now, refusal = services.tables.now(), md("")
    try:
        order = _parse_order(context, texts, now, tzinfo_of(services.user_settings.preferences_of(user).zone))
    except Unreadable as error:
        order, refusal = Order(()), error_message(error)
    draft = await services.tables.orders.save_draft(context.table.id, user, replace(order, typed=texts))
    if refusal:
        await send_page(interaction, plans.order_refused_page(context, draft, refusal))
        return
    questions = await _sample_questions(interaction, context)
    await send_page(interaction, await run_in_thread(plans.order_preview_page, context, draft, questions, now))


def _parse_order(context: SeatContext, texts: tuple[str, ...], now: float, zone: tzinfo) -> Order:
    game, view = context.table_view.game, context.table_view.view
    return parse_order(
        game,
        *texts,
        seats=len(context.table.players),
        now=now,
        round_number=game.rules.round_number(view.state),
        unit=round_unit(game, view),
        names=context.table_view.drawing_context.names,
        zone=zone,
    )


async def _give_order(interaction: Interaction, context: SeatContext, order_id: PlanId) -> None:
    """Activate the order, and show the moves that it made at once."""
    services, table, user = services_of(interaction), context.table.id, user_of(interaction)
    orders = services.tables.orders
    await orders.give_order(table, user, order_id)
    note_commit(interaction, md("✓ Order saved."))
    moves = (await services.tables.play_forced_moves(table, user)).moves
    lines: list[Markdown] = []
    for move in (move for move in moves if move.seat == context.seat):
        events = [event for event in move.events if not isinstance(event, PhaseEnded)]
        lines += context.table_view.narration(add_remark(move.by, events))
    context_after, orders_now = await services.load_seat_context(table, user), await orders.load_orders_of(table, user)
    await orders.mark_read(table, user, context_after.order_lines)  # before they are sent by direct message
    if moves:
        services.outbox.wake(table)
    shown_lines = [
        unread_lines(order) for order in orders_now if order.id == order_id and lines
    ]  # the narration shows these moves already
    context_shown = replace(
        context_after, order_lines=tuple(line for line in context_after.order_lines if (line,) not in shown_lines)
    )
    text = md("✓ Order saved and carried out. {}", join_lines(lines, " ")) if lines else md("✓ Order saved.")
    await send_page(
        interaction,
        plans.order_list_page(
            context_shown, orders_now, text, await _load_example_patterns(interaction, context_after)
        ),
    )


async def _save_moves(interaction: Interaction, context: SeatContext, number: PlanId) -> None:
    """Activate an order whose moves were chosen with buttons, unless the table has changed. Can be repeated."""
    orders, table, user = services_of(interaction).tables.orders, context.table, user_of(interaction)
    draft = await orders.load_draft(table.id, user)
    if draft is not None and draft.id == number and draft.given_seq != table.seq:
        await show_moved_on(interaction, context, draft)
        return
    try:
        await _give_order(interaction, context, number)
    except Refused:
        if number not in {order.id for order in await orders.load_orders_of(table.id, user)}:
            raise
        await _show_orders(interaction, context, md("✓ Order saved."))


async def _cancel_order(interaction: Interaction, context: SeatContext, order_id: PlanId) -> None:
    order = await services_of(interaction).tables.orders.cancel_order(context.table.id, user_of(interaction), order_id)
    await _show_orders(interaction, context, md("Your order {} is canceled.", escape(decode_order(order).title)))


async def _sample_questions(interaction: Interaction, context: SeatContext) -> list[SampleQuestion]:
    table_view, table = context.table_view, context.table
    samples = await services_of(interaction).sample_questions.load_samples(
        table_view.game, table.id, table.seq, table_view.view
    )
    current = [] if context.decision is None else [SampleQuestion(table_view.view, context.decision, now=True)]
    return [*current, *(question for question in samples if not question.now)]


async def _load_example_patterns(interaction: Interaction, context: SeatContext) -> list[str]:
    """Example patterns, those for the current and next questions first."""
    samples = await _sample_questions(interaction, context) if context.table.status == "playing" else []
    return example_patterns(
        context.table_view.game, {type(action) for question in samples for action in question.offers}
    )


def _matching_patterns(
    context: SeatContext, questions: Sequence[SampleQuestion], typed: Sequence[str]
) -> dict[str, str]:
    """Return the patterns that match the typed words, with their meanings, up to Discord's limit.

    Too slow for the event loop.
    """
    patterns: dict[str, str] = {}
    for line, name in (entry for question in questions for entry in _pattern_suggestions(context, question)):
        if all(part in f"{line} {name}".casefold() for part in typed):
            patterns.setdefault(line, name)
        if len(patterns) == limits.AUTOCOMPLETE_CHOICES:
            break
    return patterns


def _pattern_suggestions(context: SeatContext, question: SampleQuestion) -> Iterator[tuple[str, str]]:
    """Yield (pattern, meaning) for a question: each kind of move, number limits, and each offered move."""
    for kind in dict.fromkeys(map(type, question.offers)):
        own_fields = field_names(kind)
        if len(own_fields) == 1 and is_number_field(kind, own_fields[0]):
            numbers = [getattr(action, own_fields[0]) for action in question.offers if type(action) is kind]
            for number in numbers[:8]:
                limit = f"{verb_of(kind)} ..{number}"
                yield limit, f"{read_pattern(limit, [kind]).number_choice_text}, up to {number}"
        elif own_fields:
            yield f"{verb_of(kind)} *", "any, the first one possible"
    for action in question.offers:
        label = context.table_view.game.text.label(question.view, action, "", context.table_view.caption)
        yield notation_without_seat(action), label if question.now else f"possible next turn: {label}"
