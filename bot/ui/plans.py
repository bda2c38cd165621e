"""The pages of standing orders: the list, a preview, and the form for a new one. It knows no title."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated
from bot.game_text import label
from bot.markdown import Markdown, counted, cut, escape, escape_prose, in_code, joined, md, quoted
from bot.planning.carrying_out import order_of
from bot.planning.foresight import Question
from bot.planning.orderbook import LATELY
from bot.planning.orders import Order, lasts_words, stretch, verdict
from bot.planning.reading import UNLESS, condition_example
from bot.planning.vocabulary import strangers, vocabulary
from bot.tables.table import Player, Table
from bot.ui.components import Row, Style, button, custom_id, in_rows
from bot.ui.fields import Field, form
from bot.ui.page import Page
from bot.wording import with_names
from engine.core.move_pattern import MovePattern, read_pattern, write_pattern
from engine.core.pattern_matching import choose_offer
from engine.store.plans import Plan
from render import Scene

Scenes = Callable[[], Sequence[Scene]] | None

_FIELDS = ("Moves", "How long", "Maximum cost", UNLESS)
"""Short names of the form's fields."""
_STRANGERS = 3
"""Words of a wish that are pointed out as nothing that the game has."""
_LONGEST_LINE, _ALL_LINES, _ENDED_LINE = 280, 1_400, 160
"""Characters of an order in the list, of all that stand, and of one that has ended."""
_LISTED = md("**Your standing orders at this table.** Only you can see them.")
_DRAFT = md("**Preview: your standing order is not saved yet.** Only you can see it.")
_OVER = md("The game is over, so your orders have ended.")
_NONE = md("You have no standing orders at this table.")
_WAYS = (
    "A standing order makes moves for you. *Add a move…* asks you as if it were your turn. *Write it…* also takes "
    "patterns and conditions: {}."
)
_HOW = (
    "A standing order makes moves for you. List your choices, best first, written like moves: {}. "
    "`*` means any value. `..7` means the lowest number available, up to 7; in a sealed bid, the highest legal bid "
    "up to 7. `A|B` means A, otherwise B. `A|*` means A, otherwise anything. To make several moves in a row, put "
    "“then” between them."
)
_STEPS = md(
    "It starts when you’re next asked for its first kind of move. If one of its moves isn’t possible then, the order "
    "ends and you choose, unless another of your orders applies."
)


def plan_button(place: Seated) -> Row:
    """The way to one's standing orders."""
    return [button("Standing orders…", _id(place.table, "list"))] if place.table.status == "playing" else []


def plan_buttons(place: Seated) -> Row:
    """The ways to one's standing orders: a move for a new one, and the list."""
    return [_add_move_button(place.table), *plan_button(place)] if place.table.status == "playing" else []


def _add_move_button(table: Table, style: Style = Style.secondary) -> ui.Button[Any]:
    """Asks for the moves of a new order as if it were the player's turn."""
    return button("Add a move…", custom_id("O", table.id, table.seq, "new"), style)


def list_page(place: Seated, plans: Sequence[Plan], lead: Markdown = md(""), some: Sequence[str] = ()) -> Page:
    """The orders that stand, with a button for each that ends it, and what they did lately; or how one is made.

    ``some`` are examples of wishes.
    """
    over = place.table.status != "playing"
    standing = [plan for plan in plans if plan.state == "stands" and not over]
    said = [lead, *(escaped_word(word, place.table.players) for word in place.words)]
    if standing:
        most = min(_LONGEST_LINE, _ALL_LINES // len(standing))
        listed = (cut(_described(place, plan), most) for plan in standing)
        said += [_LISTED, *(md("{}. {}", number, line) for number, line in enumerate(listed, 1))]
    elif not over:
        said += [_NONE, md(_WAYS, _examples(some))]
    ended = [cut(_why(place, plan), _ENDED_LINE) for plan in plans if plan not in standing]
    said += [md("-# Ended: {}", line) for line in ended[-LATELY:]]
    if over:
        return Page(_joined(*said, _OVER))
    cancel = [button(f"Cancel {at}", _id(place.table, f"end {plan.id}")) for at, plan in enumerate(standing, 1)]
    new: Row = [_add_move_button(place.table, Style.primary), button("Write it…", _id(place.table, "new"))]
    return Page(_joined(*said), None, [*in_rows(cancel), new])


def preview(place: Seated, plan: Plan, next_questions: Sequence[Question], now: float) -> Page:
    """The order in words, and what it would do now or in a question as it may come, before it is given.

    Slow: not for the event loop.
    """
    order, kinds = order_of(plan), place.seen.game.actions
    known = vocabulary(place.seen.game, place.seen.view, next_questions)
    wishes = [md("{}. `{}`", number, in_code(text)) for number, text in enumerate(order.wishes, 1)]
    questions, meant = next_questions, list[Markdown]()
    for text in order.wishes:
        wish = read_pattern(text, kinds)
        about = _warned(wish, known) or _example(place, order, wish, questions)
        meant.append(md(" · {}{}", escape(wish.description), about))
        if order.step:  # the others come later
            questions = [replace(question, now=False) for question in next_questions]
    patterns = [read_pattern(text, kinds, allow_seat=True) for text in order.unless]
    end: list[Markdown] = [md("It applies {}", _lasting(place, order)), _STEPS if order.step else md("")]
    end += [_warned(pattern, known).strip() for pattern in patterns]
    deed, scenes = (md(""), None) if place.decision is None else _deed(place, order, now)
    text = _joined(_DRAFT, *(joined(pair, "") for pair in zip(wishes, meant, strict=True)), *end, deed)
    if len(text) > limits.CONTENT:
        text = _joined(_DRAFT, *wishes, *end, deed)
    give = button("Save order", _id(place.table, f"give {plan.id}"), Style.success)
    change = button("Edit…", _id(place.table, f"again {plan.id}"))
    return Page(text, scenes, [[give, change, button("Discard", _id(place.table, f"drop {plan.id}"))]])


def refused(place: Seated, plan: Plan, why: Markdown) -> Page:
    """Explains why an order could not be read, and leads back to all that was typed."""
    typed = zip(_FIELDS, order_of(plan).typed, strict=False)
    shown = [md("**{}:** {}", escape_prose(name), escape(text.strip())) for name, text in typed if text.strip()]
    wrote = [md("> {}", line) for line in joined(shown).splitlines() if line]
    again = button("Edit…", _id(place.table, f"again {plan.id}"), Style.primary)
    return Page(joined([why, md("You wrote:"), *wrote]), None, [[again]])


def first_form(place: Seated, some: Sequence[str]) -> ui.Modal:
    """Asks for an order, with nothing typed yet, below how one is written."""
    return order_form(place, some, (), _explained(some))


def typed_again(plans: Sequence[Plan]) -> tuple[str, ...]:
    """The texts of the order that ended last, which a new one may repeat; none if there is no such order."""
    ended = [order_of(plan) for plan in plans if plan.state == "ended"]
    order = next((order for order in reversed(ended) if order.wishes), None)
    if order is None:
        return ()
    lasts = {"once": "once", "while": "while it lasts", "steps": "in order"}.get(order.lasts, "")
    price = "" if order.price is None else str(order.price)
    return "\n".join(order.wishes), lasts, price, "\n".join(order.unless)


def order_form(place: Seated, some: Sequence[str], typed: Sequence[str], above: Markdown = md("")) -> ui.Modal:
    """Asks for a new order: wishes, how long, two conditions; with examples, and what was ``typed`` before."""
    wishes, lasts, price, unless = (*typed, "", "", "", "")[:4]
    long = f"once, in order, while it lasts, until {stretch(place.seen.game, place.seen.view)} 5, for 3 days"
    others = [name for seat, name in enumerate(place.seen.drawing_context.names, 1) if seat != place.seat]
    condition = f"{others[0] if others else 'p2'} {condition_example(place.seen.game, some)}"
    wanted = "Moves, one per line, best first or in order"
    fields = (
        Field("wishes", wanted, limits.MODAL_TEXT, "\n".join(some[:2]), wishes, long=True, required=True),
        Field("lasts", "How long?", 40, long, lasts),
        Field("price", "Maximum cost of the move", 12, "5", price),
        Field("unless", f"{UNLESS} this happens", limits.MODAL_TEXT, condition, unless, long=True),
    )
    return form("New standing order", _id(place.table, "sent"), fields, above)


def _explained(some: Sequence[str]) -> Markdown:
    """Explains how an order is written, with examples."""
    return md(_HOW, _examples(some))


def _examples(some: Sequence[str]) -> Markdown:
    return joined((md("`{}`", in_code(text)) for text in some[:2]), ", ")


def escaped_word(word: str, players: Sequence[Player]) -> Markdown:
    """A deed of an order as a line of a message."""
    return md("↻ {}", with_names(escape(word), players))


def _described(place: Seated, plan: Plan) -> Markdown:
    order = order_of(plan)
    return md("{}: {}{}", _patterns(order), _lasting(place, order), _made(plan, order))


def _why(place: Seated, plan: Plan) -> Markdown:
    """An order that has ended, and why."""
    order = order_of(plan)
    why = with_names(escape(order.why), place.table.players) or md("the game is over")
    return md("{}: {}.{}", _patterns(order), why, _made(plan, order))


def _lasting(place: Seated, order: Order) -> Markdown:
    """Describes how long the order lasts, and its conditions: “once. Cancel it if Ben makes the move …”."""
    price = md("") if order.price is None else md(" Maximum cost of the move: {}.", order.price)
    unless = joined((_theirs(place, pattern) for pattern in order.unless), " or ")
    lasts = lasts_words(order, stretch(place.seen.game, place.seen.view))
    return md("{}.{}{}", lasts, price, md(" {} {}.", escape_prose(UNLESS), unless) if unless else md(""))


def _theirs(place: Seated, pattern: str) -> Markdown:
    """Describes a deed that cancels an order: “Ben makes the move …”."""
    wish = read_pattern(pattern, place.seen.game.actions, allow_seat=True)
    who = md("another player") if wish.seat is None else place.seen.name(wish.seat)
    return md("{} makes the move `{}`", who, in_code(write_pattern(replace(wish, seat=None))))


def _patterns(order: Order) -> Markdown:
    """The moves of the order, as they were typed, and what those that were chosen are meant to take."""
    meant = order.meant or ("",) * len(order.first)
    taken = [md(" ({})", escape(one)) if one else md("") for one in meant]
    shown = [md("`{}`{}", in_code(wish), what) for wish, what in zip(order.first, taken, strict=False)]
    more = [md("{} more", order.left)] if order.left else []
    return joined([*shown, *more], order.joint)


def _made(plan: Plan, order: Order) -> Markdown:
    """Counts the moves that the order has made, and the steps that were forced."""
    own = f" It has made {counted(plan.fired, 'move')}" if plan.fired else ""
    only = order.done - plan.fired
    if only > 0:
        own += f"; {only} more " if own else f" {counted(only, 'move')} "
        own += "was forced" if only == 1 else "were forced"
    return escape_prose(f"{own}." if own else "")


def _deed(place: Seated, order: Order, now: float) -> tuple[Markdown, Scenes]:
    """Describes and pictures what the order would do with the present question."""
    seen = place.seen
    assert place.decision is not None
    found = verdict(order, seen.game, seen.view, place.decision, (), now)
    if found.action is not None:
        deed = seen.sentence(found.action).rstrip(".")
        said = md("It’s your turn, so it will move immediately: **{}.**", deed)
        return said, partial(seen.painter.preview_scenes, seen.view, seen.drawing_context, found.action)
    if found.ended:
        return md("⚠ It’s your turn, and this order would end right away: {}.", escape(found.ended)), None
    return md("It won’t make your current move."), None


def _warned(wish: MovePattern, known: Mapping[str, str]) -> Markdown:
    """Points out words of the wish that this game does not know, with what may be meant; mostly empty."""
    lines = list[Markdown]()
    for stranger, near in islice(strangers(wish, known), _STRANGERS):  # each is compared with all that is known
        meant = md(" Did you mean `{}`?", in_code(near)) if near else md("")
        unknown = quoted(stranger.replace("_", " "))
        lines.append(md("\n⚠ I don’t know {} in this game.{}", unknown, meant))
    return joined(lines, "")


def _example(place: Seated, order: Order, wish: MovePattern, questions: Sequence[Question]) -> Markdown:
    """Shows what the wish would do in the first of these questions that it fits, in the title's own words."""
    game = place.seen.game
    for question in questions:
        action = choose_offer(wish, place.seat, question.asked.offers, lambda _: True)
        if action is not None:
            words = label(game, question.view, action, "", place.seen.name).rstrip(".")
            price = game.rules.cost(question.view, action)
            free = md(" (costs {})", price) if price else md(" (costs nothing now)")
            costs = md("") if order.price is None else free
            least = md(", {}", escape_prose(wish.number_choice_text)) if wish.has_range else md("")
            when = md("now") if question.now else md("for example")
            return md("\n-# {}: {}{}{}", when, words, least, costs)
    return md("\n-# No example: nothing like this is possible now or next.")


def _joined(*lines: Markdown) -> Markdown:
    return joined(filter(None, lines))


def _id(table: Table, rest: str) -> str:
    return custom_id("w", table.id, 0, rest)
