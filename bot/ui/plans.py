"""The pages about standing orders: the list, a preview, and the form for a new order."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.game_text import action_label
from bot.markdown import Markdown, code_text, count_noun, escape, escape_prose, join_lines, md, quote, truncate
from bot.names import name_seats
from bot.orders.examples import SampleQuestion
from bot.orders.execution import decode_order
from bot.orders.order import Order, judge_order, order_duration_text, round_unit
from bot.orders.parser import UNLESS_LABEL, condition_example
from bot.orders.service import MAX_ENDED_LISTED
from bot.orders.vocabulary import collect_vocabulary, unknown_words
from bot.tables.table import Player, Table
from bot.ui.components import Row, Style, button, custom_id, split_into_rows
from bot.ui.modals import FormField, build_modal
from bot.ui.page import Page
from bot.view import SeatContext
from engine.core.move_pattern import MovePattern, read_pattern, write_pattern
from engine.core.pattern_matching import choose_offer
from engine.store.orders import StoredOrder
from render import Scene

Scenes = Callable[[], Sequence[Scene]] | None

_FIELD_NAMES = ("Moves", "How long", "Maximum cost", UNLESS_LABEL)
"""Names of the form's fields, for the message about a refused order."""
_MAX_UNKNOWN_WORDS = 3
"""Maximum number of unknown words that a warning lists."""
_MAX_LINE_LENGTH, _MAX_ENDED_LENGTH = 280, 160
"""Maximum characters of an active order, and of an ended order, in the list of orders."""
_MAX_ALL_LINES_LENGTH = 1_400
"""Maximum characters of all active orders together, in the list of orders."""
_LIST_HEADING = md("**Your standing orders at this table.** Only you can see them.")
_DRAFT_HEADING = md("**Preview: your standing order is not saved yet.** Only you can see it.")
_GAME_OVER_TEXT = md("The game is over, so your orders have ended.")
_NO_ORDERS_TEXT = md("You have no standing orders at this table.")
_HOW_TO_START_TEXT = (
    "A standing order makes moves for you. *Add a move…* asks you as if it were your turn. *Write it…* also takes "
    "patterns and conditions: {}."
)
_HOW_TO_WRITE_TEXT = (
    "A standing order makes moves for you. List your choices, best first, written like moves: {}. "
    "`*` means any value. `..7` means the lowest number available, up to 7; in a sealed bid, the highest legal bid "
    "up to 7. `A|B` means A, otherwise B. `A|*` means A, otherwise anything. To make several moves in a row, put "
    "“then” between them."
)
_STEPS_TEXT = md(
    "It starts when you’re next asked for its first kind of move. If one of its moves isn’t possible then, the order "
    "ends and you choose, unless another of your orders applies."
)


def orders_button_row(context: SeatContext) -> Row:
    """Return the button that shows the user's standing orders; empty if the game is not running."""
    return (
        [button("Standing orders…", _order_custom_id(context.table, "list"))]
        if context.table.status == "playing"
        else []
    )


def plan_buttons(context: SeatContext) -> Row:
    """Return the buttons that add a standing order and list all orders; empty if the game is not running."""
    return [_add_move_button(context.table), *orders_button_row(context)] if context.table.status == "playing" else []


def _add_move_button(table: Table, style: Style = Style.secondary) -> ui.Button[Any]:
    return button("Add a move…", custom_id("O", table.id, table.seq, "new"), style)


def order_list_page(
    context: SeatContext, plans: Sequence[StoredOrder], lead: Markdown = md(""), examples: Sequence[str] = ()
) -> Page:
    """Return the page with active orders, each with a cancel button, and with ended orders.

    Without orders, the page explains how to make one. ``examples`` are move patterns.
    """
    is_over = context.table.status != "playing"
    active = [plan for plan in plans if plan.state == "stands" and not is_over]
    lines = [lead, *(order_line(line, context.table.players) for line in context.order_lines)]
    if active:
        max_length = min(_MAX_LINE_LENGTH, _MAX_ALL_LINES_LENGTH // len(active))
        listed = (truncate(_order_text(context, plan), max_length) for plan in active)
        lines += [_LIST_HEADING, *(md("{}. {}", number, line) for number, line in enumerate(listed, 1))]
    elif not is_over:
        lines += [_NO_ORDERS_TEXT, md(_HOW_TO_START_TEXT, _examples_text(examples))]
    ended = [truncate(_order_ended_text(context, plan), _MAX_ENDED_LENGTH) for plan in plans if plan not in active]
    lines += [md("-# Ended: {}", line) for line in ended[-MAX_ENDED_LISTED:]]
    if is_over:
        return Page(_join_non_empty(*lines, _GAME_OVER_TEXT))
    cancel_buttons = [
        button(f"Cancel {number}", _order_custom_id(context.table, f"end {plan.id}"))
        for number, plan in enumerate(active, 1)
    ]
    new_row: Row = [
        _add_move_button(context.table, Style.primary),
        button("Write it…", _order_custom_id(context.table, "new")),
    ]
    return Page(_join_non_empty(*lines), None, [*split_into_rows(cancel_buttons), new_row])


def order_preview_page(
    context: SeatContext, plan: StoredOrder, next_questions: Sequence[SampleQuestion], now: float
) -> Page:
    """Return the page with a draft order in words, and with its effect now or on a sample question.

    Too slow for the event loop.
    """
    order, kinds = decode_order(plan), context.table_view.game.actions
    known_words = collect_vocabulary(context.table_view.game, context.table_view.view, next_questions)
    pattern_lines = [md("{}. `{}`", number, code_text(text)) for number, text in enumerate(order.patterns, 1)]
    questions, meanings = next_questions, list[Markdown]()
    for text in order.patterns:
        pattern = read_pattern(text, kinds)
        example = _unknown_words_warning(pattern, known_words) or _example_text(context, order, pattern, questions)
        meanings.append(md(" · {}{}", escape(pattern.description), example))
        if order.step_name:  # the others come later
            questions = [replace(question, now=False) for question in next_questions]
    patterns = [read_pattern(text, kinds, allow_seat=True) for text in order.unless]
    end_lines: list[Markdown] = [
        md("It applies {}", _duration_text(context, order)),
        _STEPS_TEXT if order.step_name else md(""),
    ]
    end_lines += [_unknown_words_warning(pattern, known_words).strip() for pattern in patterns]
    effect_text, scenes = (md(""), None) if context.decision is None else _effect_now(context, order, now)
    text = _join_non_empty(
        _DRAFT_HEADING,
        *(join_lines(pair, "") for pair in zip(pattern_lines, meanings, strict=True)),
        *end_lines,
        effect_text,
    )
    if len(text) > limits.CONTENT:
        text = _join_non_empty(_DRAFT_HEADING, *pattern_lines, *end_lines, effect_text)
    save_button = button("Save order", _order_custom_id(context.table, f"give {plan.id}"), Style.success)
    edit_button = button("Edit…", _order_custom_id(context.table, f"again {plan.id}"))
    return Page(
        text,
        scenes,
        [[save_button, edit_button, button("Discard", _order_custom_id(context.table, f"drop {plan.id}"))]],
    )


def order_refused_page(context: SeatContext, plan: StoredOrder, reason: Markdown) -> Page:
    """Return the page about an order that could not be read. A button opens the form as it was filled in."""
    typed = zip(_FIELD_NAMES, decode_order(plan).typed, strict=False)
    typed_lines = [md("**{}:** {}", escape_prose(name), escape(text.strip())) for name, text in typed if text.strip()]
    quoted_lines = [md("> {}", line) for line in join_lines(typed_lines).splitlines() if line]
    edit_button = button("Edit…", _order_custom_id(context.table, f"again {plan.id}"), Style.primary)
    return Page(join_lines([reason, md("You wrote:"), *quoted_lines]), None, [[edit_button]])


def first_order_form(context: SeatContext, examples: Sequence[str]) -> ui.Modal:
    """Return an empty form for an order, below instructions."""
    return order_form(context, examples, (), _how_to_write_text(examples))


def fields_of_last_order(plans: Sequence[StoredOrder]) -> tuple[str, ...]:
    """Return the texts of the form's fields for repeating the latest ended order; empty if no order has ended."""
    ended = [decode_order(plan) for plan in plans if plan.state == "ended"]
    order = next((order for order in reversed(ended) if order.patterns), None)
    if order is None:
        return ()
    lasts = {"once": "once", "while": "while it lasts", "steps": "in order"}.get(order.lasts, "")
    price = "" if order.price is None else str(order.price)
    return "\n".join(order.patterns), lasts, price, "\n".join(order.unless)


def order_form(
    context: SeatContext, examples: Sequence[str], typed: Sequence[str], above: Markdown = md("")
) -> ui.Modal:
    """Return the form for an order, filled in with the ``typed`` texts.

    Its fields are the patterns, the duration, the maximum cost, and the moves that cancel the order.
    """
    wishes, lasts, price, unless = (*typed, "", "", "", "")[:4]
    duration_example = (
        f"once, in order, while it lasts, until {round_unit(context.table_view.game, context.table_view.view)} 5, "
        "for 3 days"
    )
    others = [name for seat, name in enumerate(context.table_view.drawing_context.names, 1) if seat != context.seat]
    condition = f"{others[0] if others else 'p2'} {condition_example(context.table_view.game, examples)}"
    moves_label = "Moves, one per line, best first or in order"
    fields = (
        FormField(
            "wishes",
            moves_label,
            limits.MODAL_TEXT,
            "\n".join(examples[:2]),
            wishes,
            is_multiline=True,
            is_required=True,
        ),
        FormField("lasts", "How long?", 40, duration_example, lasts),
        FormField("price", "Maximum cost of the move", 12, "5", price),
        FormField("unless", f"{UNLESS_LABEL} this happens", limits.MODAL_TEXT, condition, unless, is_multiline=True),
    )
    return build_modal("New standing order", _order_custom_id(context.table, "sent"), fields, above)


def _how_to_write_text(examples: Sequence[str]) -> Markdown:
    return md(_HOW_TO_WRITE_TEXT, _examples_text(examples))


def _examples_text(examples: Sequence[str]) -> Markdown:
    return join_lines((md("`{}`", code_text(text)) for text in examples[:2]), ", ")


def order_line(line: str, players: Sequence[Player]) -> Markdown:
    """Return the line about a standing order with the players' names in it."""
    return md("↻ {}", name_seats(escape(line), players))


def _order_text(context: SeatContext, plan: StoredOrder) -> Markdown:
    order = decode_order(plan)
    return md("{}: {}{}", _patterns_text(order), _duration_text(context, order), _move_count_text(plan, order))


def _order_ended_text(context: SeatContext, plan: StoredOrder) -> Markdown:
    order = decode_order(plan)
    reason = name_seats(escape(order.end_reason), context.table.players) or md("the game is over")
    return md("{}: {}.{}", _patterns_text(order), reason, _move_count_text(plan, order))


def _duration_text(context: SeatContext, order: Order) -> Markdown:
    """Return the order's duration and conditions: “once. Cancel it if Ben makes the move …”."""
    price = md("") if order.price is None else md(" Maximum cost of the move: {}.", order.price)
    unless = join_lines((_cancel_condition_text(context, pattern) for pattern in order.unless), " or ")
    lasts = order_duration_text(order, round_unit(context.table_view.game, context.table_view.view))
    return md("{}.{}{}", lasts, price, md(" {} {}.", escape_prose(UNLESS_LABEL), unless) if unless else md(""))


def _cancel_condition_text(context: SeatContext, pattern: str) -> Markdown:
    """Return the description of a move that cancels an order: “Ben makes the move …”."""
    parsed = read_pattern(pattern, context.table_view.game.actions, allow_seat=True)
    mover = md("another player") if parsed.seat is None else context.table_view.name(parsed.seat)
    return md("{} makes the move `{}`", mover, code_text(write_pattern(replace(parsed, seat=None))))


def _patterns_text(order: Order) -> Markdown:
    """Return the order's patterns as typed, and in parentheses the item that a chosen move is meant to take."""
    meanings = order.meanings or ("",) * len(order.first_patterns)
    meaning_texts = [md(" ({})", escape(meaning)) if meaning else md("") for meaning in meanings]
    pattern_texts = [
        md("`{}`{}", code_text(pattern), meaning_text)
        for pattern, meaning_text in zip(order.first_patterns, meaning_texts, strict=False)
    ]
    more = [md("{} more", order.more_pattern_count)] if order.more_pattern_count else []
    return join_lines([*pattern_texts, *more], order.separator)


def _move_count_text(plan: StoredOrder, order: Order) -> Markdown:
    sentence = f" It has made {count_noun(plan.fired, 'move')}" if plan.fired else ""
    forced_count = order.done - plan.fired
    if forced_count > 0:
        sentence += f"; {forced_count} more " if sentence else f" {count_noun(forced_count, 'move')} "
        sentence += "was forced" if forced_count == 1 else "were forced"
    return escape_prose(f"{sentence}." if sentence else "")


def _effect_now(context: SeatContext, order: Order, now: float) -> tuple[Markdown, Scenes]:
    """Return (sentence about the order's effect on the current question, picture of the order's move or None)."""
    table_view = context.table_view
    assert context.decision is not None
    verdict = judge_order(order, table_view.game, table_view.view, context.decision, (), now)
    if verdict.action is not None:
        move_text = table_view.action_text(verdict.action).rstrip(".")
        text = md("It’s your turn, so it will move immediately: **{}.**", move_text)
        return text, partial(
            table_view.painter.preview_scenes, table_view.view, table_view.drawing_context, verdict.action
        )
    if verdict.end_reason:
        return md("⚠ It’s your turn, and this order would end right away: {}.", escape(verdict.end_reason)), None
    return md("It won’t make your current move."), None


def _unknown_words_warning(pattern: MovePattern, known_words: Mapping[str, str]) -> Markdown:
    lines = list[Markdown]()
    for word, similar_word in islice(
        unknown_words(pattern, known_words), _MAX_UNKNOWN_WORDS
    ):  # each is compared with all that is known
        suggestion = md(" Did you mean `{}`?", code_text(similar_word)) if similar_word else md("")
        quoted_word = quote(word.replace("_", " "))
        lines.append(md("\n⚠ I don’t know {} in this game.{}", quoted_word, suggestion))
    return join_lines(lines, "")


def _example_text(
    context: SeatContext, order: Order, pattern: MovePattern, questions: Sequence[SampleQuestion]
) -> Markdown:
    """Return an example of a move that fits the pattern, at the first of the questions that offers one.

    Without such a question, return a sentence that there is no example.
    """
    game = context.table_view.game
    for question in questions:
        action = choose_offer(pattern, context.seat, question.decision.offers, lambda _: True)
        if action is not None:
            move_text = action_label(game, question.view, action, "", context.table_view.name).rstrip(".")
            price = game.rules.cost(question.view, action)
            cost_text = md(" (costs {})", price) if price else md(" (free right now)")
            shown_cost = md("") if order.price is None else cost_text
            choice_text = md(", {}", escape_prose(pattern.number_choice_text)) if pattern.has_range else md("")
            when = md("now") if question.now else md("for example")
            return md("\n-# {}: {}{}{}", when, move_text, choice_text, shown_cost)
    return md("\n-# No example: nothing like this is possible now or next.")


def _join_non_empty(*lines: Markdown) -> Markdown:
    return join_lines(filter(None, lines))


def _order_custom_id(table: Table, rest: str) -> str:
    return custom_id("w", table.id, 0, rest)
