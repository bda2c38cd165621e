"""What the owner of standing orders sees: the list, an order before it is given, the form for a new one. No title."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated
from bot.planning.foresight import Question
from bot.planning.orderbook import LATELY, order_of
from bot.planning.orders import Order, lasts_words, stretch, verdict
from bot.planning.reading import UNLESS
from bot.planning.vocabulary import strangers, vocabulary
from bot.tables.table import Player, Table
from bot.ui.components import Style, button, custom_id
from bot.ui.page import Page
from bot.wording import escaped, with_names
from engine.core.wish import pick, read_wish, write_wish
from engine.core.words import counted
from engine.store.plans import Plan
from render import Scene

Row = list[ui.Item[Any]]

_FIELDS = ("Moves", "How long", "At most", UNLESS)
"""What is typed of an order, in short."""
_STRANGERS = 3
"""Words of a wish that are pointed out as nothing that the game has."""
_ONLY_YOU = "Nobody else sees them."
_DRAFT = "**A standing order, not given yet.** Nobody else sees it."
_LONGEST_LINE, _ALL_LINES, _ENDED_LINE = 280, 1_400, 160
"""Characters of an order in the list, of all that stand, and of one that has ended."""
_HOW = (
    "A standing order makes a move for you when you are asked. Its wishes are written like moves, the best first: "
    "{examples}. A `*` is any value, `..7` the least number up to 7 (of a sealed bid the "
    "highest), `A|B` A, or else B, `A|*` A, or else any. With “then” between them, or *in order* as how long, they are "
    "steps: each is made once, after the one before."
)
_STEPS = (
    "It waits until its first step is offered. After that it ends at a step that is not; then you are asked, unless "
    "another of your orders answers."
)


def plan_button(place: Seated) -> Row:
    """The way to one's standing orders."""
    return [button("Plan…", _id(place.table, "list"))] if place.table.status == "playing" else []


def list_page(place: Seated, plans: Sequence[Plan], lead: str = "", some: Sequence[str] = ()) -> Page:
    """The orders that stand, with a button for each that ends it, and what they did lately; or how one is written.

    ``some`` are examples of wishes.
    """
    over = place.table.status != "playing"
    standing = [plan for plan in plans if plan.state == "stands" and not over]
    said = [lead, *(escaped_word(word, place.table.players) for word in place.words)]
    if standing:
        most = min(_LONGEST_LINE, _ALL_LINES // len(standing))
        listed = [f"{number}. {limits.cut(_described(place, plan), most)}" for number, plan in enumerate(standing, 1)]
        said += [f"**Your standing orders at this table.** {_ONLY_YOU}", *listed]
    elif not over:
        shown = ", ".join(f"`{text}`" for text in some[:2])
        said += ["You have no standing order at this table.", _HOW.format(examples=shown)]
    ended = [_described(place, plan, over=True) for plan in plans if plan not in standing]
    said += [f"-# Ended: {limits.cut(text, _ENDED_LINE)}" for text in ended][-LATELY:]
    if over:
        return Page("\n".join(filter(None, [*said, "The game is over; nothing is ordered any more."])))
    cancel = [button(f"Cancel {at}", _id(place.table, f"end {p.id}")) for at, p in enumerate(standing, 1)]
    size = limits.BUTTONS_IN_ROW
    rows: list[Row] = [list(cancel[start : start + size]) for start in range(0, len(cancel), size)]
    new = button("New order…", _id(place.table, "new"), Style.primary)
    return Page("\n".join(filter(None, said)), None, [*rows, [new]])


def preview(place: Seated, plan: Plan, next_questions: Sequence[Question], now: float) -> Page:
    """The order in words, and what it would do now or in a question as it may come, before it is given.

    Slow: not for the event loop.
    """
    order = order_of(plan)
    known = vocabulary(place.seen.game, place.seen.view, next_questions)
    later = [replace(question, now=False) for question in next_questions] if order.lasts == "steps" else next_questions
    asked = [next_questions, *[later] * (len(order.wishes) - 1)]
    shown = [
        _warned(place, text, known) or _example(place, order, text, some)
        for text, some in zip(order.wishes, asked, strict=True)
    ]
    end = [f"It is obeyed {_lasts(place, order)}.{_conditions(place, order)}", _STEPS if order.lasts == "steps" else ""]
    end += [warning.strip() for text in order.unless if (warning := _warned(place, text, known))]
    deed, scenes = ("", None) if place.decision is None else _deed(place, order, now)
    text = "\n".join(filter(None, [_DRAFT, *_wishes(place, order, shown), *end, deed]))
    if len(text) > limits.CONTENT:
        plain = [f"{number}. `{text}`" for number, text in enumerate(order.wishes, 1)]
        text = "\n".join(filter(None, [_DRAFT, *plain, *end, deed]))
    give = button("Give this order", _id(place.table, f"give {plan.id}"), Style.success)
    change = button("Change…", _id(place.table, f"again {plan.id}"))
    drop = button("Discard", _id(place.table, f"drop {plan.id}"))
    return Page(text, scenes, [[give, change, drop]])


def refused(place: Seated, plan: Plan, why: str) -> Page:
    """Why what was typed is no order, and the way to it: nothing that was typed is lost."""
    typed = zip(_FIELDS, order_of(plan).typed, strict=False)
    shown = [f"**{name}:** {escaped(text.strip())}" for name, text in typed if text.strip()]
    wrote = "\n".join(f"> {line}" for line in "\n".join(shown).splitlines() if line)
    again = button("Correct it…", _id(place.table, f"again {plan.id}"), Style.primary)
    return Page(f"{why}\nYou wrote:\n{wrote}", None, [[again]])


def _wishes(place: Seated, order: Order, examples: Sequence[str]) -> list[str]:
    """Each wish as it is written, in words, and with an example."""
    kinds = place.seen.game.actions
    return [
        f"{number}. `{text}` · {escaped(read_wish(text, kinds).said)}{shown}"
        for number, (text, shown) in enumerate(zip(order.wishes, examples, strict=True), 1)
    ]


def _deed(place: Seated, order: Order, now: float) -> tuple[str, Callable[[], Sequence[Scene]] | None]:
    """What the order would do with the question that is asked now, and the picture of it."""
    seen = place.seen
    assert place.decision is not None
    found = verdict(order, seen.game, seen.view, place.decision, (), now)
    if found.action is not None:
        said = f"You are asked now, so it moves at once: **{seen.sentence(found.action).rstrip('.')}.**"
        return said, partial(seen.painter.preview, seen.view, seen.look, found.action)
    if found.ended:
        return f"⚠ You are asked now, and it would end at once: {escaped(found.ended)}.", None
    return "What you are asked now it leaves to you.", None


def given(place: Seated, plans: Sequence[Plan], told: Sequence[str], some: Sequence[str]) -> Page:
    """After an order was given: what came of it at once, or that it stands, and the list."""
    lead = "✓ Your order is given." if not told else f"✓ Your order was obeyed at once. {' '.join(told)}"
    return list_page(place, plans, lead, some)


def form(place: Seated, some: Sequence[str], typed: Sequence[str] = ()) -> ui.Modal:
    """Asks for a new order: wishes, how long, two conditions; with examples, and what was ``typed`` before."""
    asked = ui.Modal(title="New standing order", custom_id=_id(place.table, "sent"))
    long, short = discord.TextStyle.paragraph, discord.TextStyle.short
    called = stretch(place.seen.game, place.seen.view)
    fields = (
        ("wishes", "Moves, one a line, the best first or in order", long, "\n".join(some[:2]), 800),
        ("lasts", "How long?", short, f"once, in order, while it lasts, until {called} 5, for 3 days", 40),
        ("price", "Only if the move costs at most, at once", short, "5", 12),
        ("unless", f"{UNLESS} this has happened", long, f"{_other(place)} {some[0]}", 400),
    )
    for (name, text, style, shown, most), before in zip(fields, (*typed, *[""] * len(fields)), strict=False):
        field = ui.TextInput[Any](
            custom_id=name,
            style=style,
            placeholder=shown,
            default=before[:most] or None,
            max_length=most,
            required=name == "wishes",
        )
        asked.add_item(ui.Label(text=limits.cut(text, limits.MODAL_LABEL), component=field))
    asked.stop()
    return asked


def _other(place: Seated) -> str:
    """Somebody else at the table, by name."""
    return next((name for n, name in enumerate(place.seen.look.names, 1) if n != place.seat), "p2")


def escaped_word(word: str, players: Sequence[Player]) -> str:
    """What an order did, as a line of a message."""
    return f"↻ {with_names(escaped(word), players)}"


def _described(place: Seated, plan: Plan, *, over: bool = False) -> str:
    order = order_of(plan)
    wishes = order.called("`", "`")
    made = _made(plan, order)
    if over:
        why = with_names(escaped(order.why), place.table.players) or "the game is over"
        return f"{wishes}: {why}.{made}"
    return f"{wishes}: {_lasts(place, order)}.{_conditions(place, order)}{made}"


def _lasts(place: Seated, order: Order) -> str:
    return lasts_words(order, stretch(place.seen.game, place.seen.view))


def _made(plan: Plan, order: Order) -> str:
    """How many moves it has made, and which steps were none of its own, since there was no choice."""
    own = f" It has made {counted(plan.fired, 'move')}" if plan.fired else ""
    only = order.done - plan.fired
    if only > 0:
        own += f"; {counted(only, 'step')} more " if own else f" {counted(only, 'step').capitalize()} "
        own += "was the only move that you had" if only == 1 else "were the only moves that you had"
    return own and f"{own}."


def _conditions(place: Seated, order: Order) -> str:
    price = "" if order.price is None else f" Only if the move costs at most {order.price} at once."
    unless = " or ".join(_theirs(place, pattern) for pattern in order.unless)
    return price + (f" Not any more when {unless}." if unless else "")


def _theirs(place: Seated, pattern: str) -> str:
    """What somebody may do: “Ben has made the move …”."""
    wish = read_wish(pattern, place.seen.game.actions, of_anybody=True)
    who = "anybody else" if wish.seat is None else place.seen.name(wish.seat)
    return f"{who} has made the move `{write_wish(replace(wish, seat=None))}`"


def _warned(place: Seated, text: str, known: Mapping[str, str]) -> str:
    """That a word of the wish is nothing that this game knows, and what may be meant; mostly empty."""
    wish = read_wish(text, place.seen.game.actions, of_anybody=True)
    lines = []
    for stranger, near in islice(strangers(wish, known), _STRANGERS):  # each is compared with all that is known
        meant = f" Do you mean `{near}`?" if near else ""
        lines.append(f"\n⚠ “{escaped(stranger.replace('_', ' '))}” is nothing that this game is known to have.{meant}")
    return "".join(lines)


def _example(place: Seated, order: Order, text: str, questions: Sequence[Question]) -> str:
    """What the wish would do in the first of these questions that it fits, in the title's own words."""
    seen = place.seen
    wish = read_wish(text, seen.game.actions)
    for question in questions:
        action = pick(wish, place.seat, question.asked.offers, lambda _: True)
        if action is not None:
            words = seen.game.words.label(question.view, action, "", seen.name).rstrip(".")
            price = seen.game.rules.price(question.view, action)
            costs = "" if order.price is None else f" (costs {price})" if price else " (costs nothing at once)"
            least = f", {wish.which}" if wish.ranges else ""
            return f"\n-# {'now' if question.now else 'for example'}: {words}{least}{costs}"
    return "\n-# no example: nothing like it is offered now, nor in a next question as it may come"


def _id(table: Table, rest: str) -> str:
    return custom_id("w", table.id, 0, rest)
