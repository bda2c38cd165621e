"""The pages of standing orders: the list, a preview, and the form for a new one."""

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
"""Short names of the form's fields."""
_MAX_UNKNOWN_WORDS = 3
"""Maximum number of unknown words that are pointed out."""
_LONGEST_LINE, _ALL_LINES, _ENDED_LINE = 280, 1_400, 160
"""Characters of an order in the list, of all active orders, and of an ended one."""
_LIST_HEADING = md("**Your standing orders at this table.** Only you can see them.")
_DRAFT_HEADING = md("**Preview: your standing order is not saved yet.** Only you can see it.")
_GAME_OVER_TEXT = md("The game is over, so your orders have ended.")
_NO_ORDERS_TEXT = md("You have no standing orders at this table.")
_WAYS = (
    "A standing order makes moves for you. *Add a move…* asks you as if it were your turn. *Write it…* also takes "
    "patterns and conditions: {}."
)
_HOW_TO_WRITE = (
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
    """The button to the user's standing orders."""
    return (
        [button("Standing orders…", _order_custom_id(context.table, "list"))]
        if context.table.status == "playing"
        else []
    )


def plan_buttons(place: SeatContext) -> Row:
    """Buttons for standing orders: add a move, and the list."""
    return [_add_move_button(place.table), *orders_button_row(place)] if place.table.status == "playing" else []


def _add_move_button(table: Table, style: Style = Style.secondary) -> ui.Button[Any]:
    """The button that chooses the moves of a new order in a simulated turn."""
    return button("Add a move…", custom_id("O", table.id, table.seq, "new"), style)


def order_list_page(
    context: SeatContext, plans: Sequence[StoredOrder], lead: Markdown = md(""), some: Sequence[str] = ()
) -> Page:
    """The active orders, each with a cancel button, and their latest moves; without orders, how to make one.

    ``some`` are example patterns.
    """
    over = context.table.status != "playing"
    standing = [plan for plan in plans if plan.state == "stands" and not over]
    lines = [lead, *(order_line(word, context.table.players) for word in context.order_lines)]
    if standing:
        most = min(_LONGEST_LINE, _ALL_LINES // len(standing))
        listed = (truncate(_order_text(context, plan), most) for plan in standing)
        lines += [_LIST_HEADING, *(md("{}. {}", number, line) for number, line in enumerate(listed, 1))]
    elif not over:
        lines += [_NO_ORDERS_TEXT, md(_WAYS, _examples(some))]
    ended = [truncate(_order_ended_text(context, plan), _ENDED_LINE) for plan in plans if plan not in standing]
    lines += [md("-# Ended: {}", line) for line in ended[-MAX_ENDED_LISTED:]]
    if over:
        return Page(_join_non_empty(*lines, _GAME_OVER_TEXT))
    cancel = [
        button(f"Cancel {at}", _order_custom_id(context.table, f"end {plan.id}")) for at, plan in enumerate(standing, 1)
    ]
    new: Row = [
        _add_move_button(context.table, Style.primary),
        button("Write it…", _order_custom_id(context.table, "new")),
    ]
    return Page(_join_non_empty(*lines), None, [*split_into_rows(cancel), new])


def order_preview_page(
    context: SeatContext, plan: StoredOrder, next_questions: Sequence[SampleQuestion], now: float
) -> Page:
    """The order in words, with its effect now or in a sample question, before it is given.

    Slow: not for the event loop.
    """
    order, kinds = decode_order(plan), context.table_view.game.actions
    known_words = collect_vocabulary(context.table_view.game, context.table_view.view, next_questions)
    wishes = [md("{}. `{}`", number, code_text(text)) for number, text in enumerate(order.wishes, 1)]
    questions, meant = next_questions, list[Markdown]()
    for text in order.wishes:
        wish = read_pattern(text, kinds)
        about = _unknown_words_warning(wish, known_words) or _example_text(context, order, wish, questions)
        meant.append(md(" · {}{}", escape(wish.description), about))
        if order.step_name:  # the others come later
            questions = [replace(question, now=False) for question in next_questions]
    patterns = [read_pattern(text, kinds, allow_seat=True) for text in order.unless]
    end: list[Markdown] = [
        md("It applies {}", _duration_text(context, order)),
        _STEPS_TEXT if order.step_name else md(""),
    ]
    end += [_unknown_words_warning(pattern, known_words).strip() for pattern in patterns]
    deed, scenes = (md(""), None) if context.decision is None else _effect_now(context, order, now)
    text = _join_non_empty(
        _DRAFT_HEADING, *(join_lines(pair, "") for pair in zip(wishes, meant, strict=True)), *end, deed
    )
    if len(text) > limits.CONTENT:
        text = _join_non_empty(_DRAFT_HEADING, *wishes, *end, deed)
    give = button("Save order", _order_custom_id(context.table, f"give {plan.id}"), Style.success)
    change = button("Edit…", _order_custom_id(context.table, f"again {plan.id}"))
    return Page(text, scenes, [[give, change, button("Discard", _order_custom_id(context.table, f"drop {plan.id}"))]])


def order_refused_page(context: SeatContext, plan: StoredOrder, why: Markdown) -> Page:
    """Explain why an order could not be read, with a button that opens the form as filled in."""
    typed = zip(_FIELD_NAMES, decode_order(plan).typed, strict=False)
    typed_lines = [md("**{}:** {}", escape_prose(name), escape(text.strip())) for name, text in typed if text.strip()]
    wrote = [md("> {}", line) for line in join_lines(typed_lines).splitlines() if line]
    again = button("Edit…", _order_custom_id(context.table, f"again {plan.id}"), Style.primary)
    return Page(join_lines([why, md("You wrote:"), *wrote]), None, [[again]])


def first_order_form(context: SeatContext, some: Sequence[str]) -> ui.Modal:
    """An empty form for an order, below instructions."""
    return order_form(context, some, (), _how_to_write_text(some))


def fields_of_last_order(plans: Sequence[StoredOrder]) -> tuple[str, ...]:
    """The texts of the last ended order, for repeating it; empty if there is none."""
    ended = [decode_order(plan) for plan in plans if plan.state == "ended"]
    order = next((order for order in reversed(ended) if order.wishes), None)
    if order is None:
        return ()
    lasts = {"once": "once", "while": "while it lasts", "steps": "in order"}.get(order.lasts, "")
    price = "" if order.price is None else str(order.price)
    return "\n".join(order.wishes), lasts, price, "\n".join(order.unless)


def order_form(context: SeatContext, some: Sequence[str], typed: Sequence[str], above: Markdown = md("")) -> ui.Modal:
    """The form for an order: patterns, duration, and two conditions, with examples and what was ``typed`` before."""
    wishes, lasts, price, unless = (*typed, "", "", "", "")[:4]
    long = (
        f"once, in order, while it lasts, until {round_unit(context.table_view.game, context.table_view.view)} 5, "
        "for 3 days"
    )
    others = [name for seat, name in enumerate(context.table_view.drawing_context.names, 1) if seat != context.seat]
    condition = f"{others[0] if others else 'p2'} {condition_example(context.table_view.game, some)}"
    moves_label = "Moves, one per line, best first or in order"
    fields = (
        FormField(
            "wishes", moves_label, limits.MODAL_TEXT, "\n".join(some[:2]), wishes, is_multiline=True, is_required=True
        ),
        FormField("lasts", "How long?", 40, long, lasts),
        FormField("price", "Maximum cost of the move", 12, "5", price),
        FormField("unless", f"{UNLESS_LABEL} this happens", limits.MODAL_TEXT, condition, unless, is_multiline=True),
    )
    return build_modal("New standing order", _order_custom_id(context.table, "sent"), fields, above)


def _how_to_write_text(some: Sequence[str]) -> Markdown:
    """Explain how an order is written, with examples."""
    return md(_HOW_TO_WRITE, _examples(some))


def _examples(some: Sequence[str]) -> Markdown:
    return join_lines((md("`{}`", code_text(text)) for text in some[:2]), ", ")


def order_line(word: str, players: Sequence[Player]) -> Markdown:
    """The line of a message about an order."""
    return md("↻ {}", name_seats(escape(word), players))


def _order_text(context: SeatContext, plan: StoredOrder) -> Markdown:
    order = decode_order(plan)
    return md("{}: {}{}", _patterns_text(order), _duration_text(context, order), _move_count_text(plan, order))


def _order_ended_text(context: SeatContext, plan: StoredOrder) -> Markdown:
    """An order that has ended, and why."""
    order = decode_order(plan)
    why = name_seats(escape(order.why), context.table.players) or md("the game is over")
    return md("{}: {}.{}", _patterns_text(order), why, _move_count_text(plan, order))


def _duration_text(context: SeatContext, order: Order) -> Markdown:
    """The order's duration and conditions: “once. Cancel it if Ben makes the move …”."""
    price = md("") if order.price is None else md(" Maximum cost of the move: {}.", order.price)
    unless = join_lines((_cancel_condition_text(context, pattern) for pattern in order.unless), " or ")
    lasts = order_duration_text(order, round_unit(context.table_view.game, context.table_view.view))
    return md("{}.{}{}", lasts, price, md(" {} {}.", escape_prose(UNLESS_LABEL), unless) if unless else md(""))


def _cancel_condition_text(context: SeatContext, pattern: str) -> Markdown:
    """Describe a move that cancels an order: “Ben makes the move …”."""
    wish = read_pattern(pattern, context.table_view.game.actions, allow_seat=True)
    who = md("another player") if wish.seat is None else context.table_view.name(wish.seat)
    return md("{} makes the move `{}`", who, code_text(write_pattern(replace(wish, seat=None))))


def _patterns_text(order: Order) -> Markdown:
    """The moves of the order as typed, and what chosen ones are meant to take."""
    meant = order.meant or ("",) * len(order.first_wishes)
    taken = [md(" ({})", escape(one)) if one else md("") for one in meant]
    pattern_texts = [md("`{}`{}", code_text(wish), what) for wish, what in zip(order.first_wishes, taken, strict=False)]
    more = [md("{} more", order.more_wishes)] if order.more_wishes else []
    return join_lines([*pattern_texts, *more], order.separator)


def _move_count_text(plan: StoredOrder, order: Order) -> Markdown:
    """The number of moves that the order has made, and of steps that were forced."""
    own = f" It has made {count_noun(plan.fired, 'move')}" if plan.fired else ""
    only = order.done - plan.fired
    if only > 0:
        own += f"; {only} more " if own else f" {count_noun(only, 'move')} "
        own += "was forced" if only == 1 else "were forced"
    return escape_prose(f"{own}." if own else "")


def _effect_now(context: SeatContext, order: Order, now: float) -> tuple[Markdown, Scenes]:
    """The effect of the order on the current question, with a picture."""
    table_view = context.table_view
    assert context.decision is not None
    effect = judge_order(order, table_view.game, table_view.view, context.decision, (), now)
    if effect.action is not None:
        deed = table_view.action_text(effect.action).rstrip(".")
        text = md("It’s your turn, so it will move immediately: **{}.**", deed)
        return text, partial(
            table_view.painter.preview_scenes, table_view.view, table_view.drawing_context, effect.action
        )
    if effect.end_reason:
        return md("⚠ It’s your turn, and this order would end right away: {}.", escape(effect.end_reason)), None
    return md("It won’t make your current move."), None


def _unknown_words_warning(wish: MovePattern, known_words: Mapping[str, str]) -> Markdown:
    """A warning about unknown words, with suggestions; may be empty."""
    lines = list[Markdown]()
    for stranger, near in islice(
        unknown_words(wish, known_words), _MAX_UNKNOWN_WORDS
    ):  # each is compared with all that is known
        meant = md(" Did you mean `{}`?", code_text(near)) if near else md("")
        unknown = quote(stranger.replace("_", " "))
        lines.append(md("\n⚠ I don’t know {} in this game.{}", unknown, meant))
    return join_lines(lines, "")


def _example_text(
    context: SeatContext, order: Order, wish: MovePattern, questions: Sequence[SampleQuestion]
) -> Markdown:
    """The pattern's move in the first of these questions that it matches, in the game's words."""
    game = context.table_view.game
    for question in questions:
        action = choose_offer(wish, context.seat, question.decision.offers, lambda _: True)
        if action is not None:
            words = action_label(game, question.view, action, "", context.table_view.name).rstrip(".")
            price = game.rules.cost(question.view, action)
            free = md(" (costs {})", price) if price else md(" (free right now)")
            costs = md("") if order.price is None else free
            least = md(", {}", escape_prose(wish.number_choice_text)) if wish.has_range else md("")
            when = md("now") if question.now else md("for example")
            return md("\n-# {}: {}{}{}", when, words, least, costs)
    return md("\n-# No example: nothing like this is possible now or next.")


def _join_non_empty(*lines: Markdown) -> Markdown:
    return join_lines(filter(None, lines))


def _order_custom_id(table: Table, rest: str) -> str:
    return custom_id("w", table.id, 0, rest)
