"""``/orders``: a player's own standing orders, seen by nobody else. It knows no title."""

import re
from collections.abc import Iterator, Sequence
from datetime import tzinfo

from discord import app_commands
from msgspec.structs import replace

from bot import limits
from bot.clocks.zones import tzinfo_of
from bot.commands.order_moves import show_moved_on
from bot.desk import Seated, desk
from bot.errors import Interaction, note_done, spoken, suggested, user_of
from bot.markdown import Markdown, escape, joined, md, message_of
from bot.planning.carrying_out import order_of, words_of
from bot.planning.foresight import Question
from bot.planning.orders import Order, spelled, stretch
from bot.planning.reading import examples, read_order
from bot.reply import reply_to
from bot.tables.chapters import remarked
from bot.ui import plans
from bot.ui.components import Press
from bot.ui.page import show
from engine import PhaseEnded, Refused, Unreadable
from engine.core import field_names, verb_of
from engine.core.move_pattern import read_pattern
from engine.core.notation import is_number_field
from engine.store.apart import in_thread
from engine.store.ids import PlanId

Suggestions = list[tuple[str, str]]

_THEN = re.compile(r"\bthen\s", re.IGNORECASE)
_BEFORE_LAST = re.compile(r".*(?:;|\bthen(?=\s))", re.IGNORECASE | re.DOTALL)
"""The text before the wish that is being typed."""


@app_commands.command(name="orders", description="List, write, or cancel standing orders, which make moves for you")
@app_commands.describe(
    write="A new order: moves, best first, separated by “;”, or by “then” to make them in order",
    how_long="How long the new order lasts",
    max_cost="Maximum cost of the move, in the game’s money or points",
    cancel_if="Cancel the new order if another player (begin with a name) makes this move",
    cancel="One of your orders, which then ends",
)
@spoken
async def orders(
    interaction: Interaction,
    write: str = "",
    how_long: str = "",
    max_cost: str = "",
    cancel_if: str = "",
    cancel: str = "",
) -> None:
    place = await _here(interaction)
    terms = (how_long, max_cost, cancel_if)
    if cancel and (write or any(terms)):
        raise Refused(md("Use either `write:` for a new order, or `cancel:` for one that you have."))
    if any(terms) and not write:
        raise Refused(md("Write the moves of the order in `write:`."))
    if write:
        await _typed(interaction, place, (write, *terms))
    elif cancel:
        await _canceled(interaction, place, _chosen_order(cancel))
    else:
        await _listed(interaction, place)


def _chosen_order(order: str) -> PlanId:
    """The number of a suggested order. Raises ``Refused`` for anything else."""
    if not (order.isdecimal() and len(order) <= 15):
        raise Refused(md("Choose one of the suggested orders. `/orders` shows all of yours."))
    return PlanId(int(order))


@orders.autocomplete("cancel")
@suggested
async def _complete_order(interaction: Interaction, typed: str) -> Suggestions:
    place = await _here(interaction)
    mine = await desk(interaction).sessions.orders.of(place.table.id, user_of(interaction))
    found = [(order_of(plan).title, str(plan.id)) for plan in mine if plan.state == "stands"]
    return [(title, value) for title, value in found if typed.casefold() in title.casefold()]


@orders.autocomplete("write")
@suggested
async def _complete_wishes(interaction: Interaction, typed: str) -> Suggestions:
    """Completes the last wish; of what is offered now, or else of what may be offered next."""
    place = await _here(interaction)
    parted = _BEFORE_LAST.match(typed)
    before = parted[0] if parted else ""
    lead, last = f"{before} " if before else "", typed[len(before) :].casefold().split()
    found = await in_thread(_fitting, place, await _questions(interaction, place), last)
    return [(f"{lead}{line} · {name}", f"{lead}{line}") for line, name in found.items()]


@orders.autocomplete("how_long")
@suggested
async def _complete_lasts(interaction: Interaction, typed: str) -> Suggestions:
    place = await _here(interaction)
    game, view = place.seen.game, place.seen.view
    after = f"{stretch(game, view)} {game.rules.round_number(view.state) + 1}"
    known = ["in order", "once", "while it lasts", f"until {after}", "for 1 day", "for 3 days", "for 7 days"]
    if _THEN.search(vars(interaction.namespace).get("write", "")):
        known = known[:1]  # nothing else goes with it
    return [(text, text) for text in known if typed.casefold() in text]


async def plan_pressed(interaction: Interaction, press: Press) -> None:
    """A button of the list or of an order, *Standing orders…*, or the form that was sent."""
    at, user = desk(interaction), user_of(interaction)
    what, _, number = press.rest.partition(" ")
    place = await at.place(press.table, user)
    match what:
        case "new" | "again":
            _check_playing(place)
            typed = await at.sessions.orders.typed(place.table.id, user, PlanId(int(number or 0)))
            if what == "new":
                typed = plans.typed_again(await at.sessions.orders.of(place.table.id, user))
            some = await _examples(interaction, place)
            asked = plans.order_form(place, some, typed) if typed else plans.first_form(place, some)
            await reply_to(interaction).open_form(asked)
        case "sent":
            await _typed(interaction, place, (*press.values, "", "", "", "")[:4])
        case "give" if number:
            await _given(interaction, place, PlanId(int(number)))
        case "save" if number:
            await _save_moves(interaction, place, PlanId(int(number)))
        case "end" if number:
            await _canceled(interaction, place, PlanId(int(number)))
        case "drop":
            await at.sessions.orders.discard(place.table.id, user)
            await _listed(interaction, place, md("Order discarded."))
        case _:
            await _listed(interaction, place)


async def _here(interaction: Interaction) -> Seated:
    at = desk(interaction)
    return await at.seated(await at.started_here(interaction), user_of(interaction))


def _check_playing(place: Seated) -> None:
    if place.table.status != "playing":
        raise Refused(md("You can’t add an order: this game is over."))


async def _listed(interaction: Interaction, place: Seated, lead: Markdown = md("")) -> None:
    orders, user = desk(interaction).sessions.orders, user_of(interaction)
    some = await _examples(interaction, place)
    await show(interaction, plans.list_page(place, await orders.of(place.table.id, user), lead, some))
    await orders.have_read(place.table.id, user, place.words)


async def _typed(interaction: Interaction, place: Seated, texts: tuple[str, ...]) -> None:
    """The order before it is given; or, when it cannot be read, why, and the way to what was typed."""
    at, user = desk(interaction), user_of(interaction)
    _check_playing(place)
    at.allow(at.orders, user)
    now, why = at.sessions.now(), md("")
    try:
        order = _read(place, texts, now, tzinfo_of(at.people.of(user).zone))
    except Unreadable as error:
        order, why = Order(()), message_of(error)
    draft = await at.sessions.orders.draft(place.table.id, user, replace(order, typed=texts))
    if why:
        await show(interaction, plans.refused(place, draft, why))
        return
    questions = await _questions(interaction, place)
    await show(interaction, await in_thread(plans.preview, place, draft, questions, now))


def _read(place: Seated, texts: tuple[str, ...], now: float, zone: tzinfo) -> Order:
    game, view = place.seen.game, place.seen.view
    return read_order(
        game,
        *texts,
        seats=len(place.table.players),
        now=now,
        round=game.rules.round_number(view.state),
        stretch=stretch(game, view),
        names=place.seen.drawing_context.names,
        zone=zone,
    )


async def _given(interaction: Interaction, place: Seated, number: PlanId) -> None:
    """The order stands; what it answers at once is told here, and to the channel like any move."""
    at, table, user = desk(interaction), place.table.id, user_of(interaction)
    orders = at.sessions.orders
    await orders.give(table, user, number)
    note_done(interaction, md("✓ Order saved."))
    moves = (await at.sessions.forced(table, user)).moves
    told: list[Markdown] = []
    for move in (move for move in moves if move.seat == place.seat):
        events = [event for event in move.events if not isinstance(event, PhaseEnded)]
        told += place.seen.told(remarked(move.by, events))
    after, mine = await at.place(table, user), await orders.of(table, user)
    await orders.have_read(table, user, after.words)  # before anybody sends them by direct message
    if moves:
        at.announcer.kick(table)
    own = [words_of(order) for order in mine if order.id == number and told]  # it is told in words already
    shown = replace(after, words=tuple(word for word in after.words if (word,) not in own))
    lead = md("✓ Order saved and carried out. {}", joined(told, " ")) if told else md("✓ Order saved.")
    await show(interaction, plans.list_page(shown, mine, lead, await _examples(interaction, after)))


async def _save_moves(interaction: Interaction, place: Seated, number: PlanId) -> None:
    """Saves an order whose moves were chosen, unless the table has moved on. A second press changes nothing."""
    orders, table, user = desk(interaction).sessions.orders, place.table, user_of(interaction)
    draft = await orders.drafted(table.id, user)
    if draft is not None and draft.id == number and draft.given_seq != table.seq:
        await show_moved_on(interaction, place, draft)
        return
    try:
        await _given(interaction, place, number)
    except Refused:
        if number not in {order.id for order in await orders.of(table.id, user)}:
            raise
        await _listed(interaction, place, md("✓ Order saved."))


async def _canceled(interaction: Interaction, place: Seated, number: PlanId) -> None:
    ended = await desk(interaction).sessions.orders.cancel(place.table.id, user_of(interaction), number)
    await _listed(interaction, place, md("Your order {} is canceled.", escape(order_of(ended).title)))


async def _questions(interaction: Interaction, place: Seated) -> list[Question]:
    """The seat's present question, and those that may come next, as far as it can know."""
    seen, table = place.seen, place.table
    ahead = await desk(interaction).foresight.of(seen.game, table.id, table.seq, seen.view)
    now = [] if place.decision is None else [Question(seen.view, place.decision, now=True)]
    return [*now, *(question for question in ahead if not question.now)]


async def _examples(interaction: Interaction, place: Seated) -> list[str]:
    """Examples of wishes, at first those for the next questions."""
    questions = await _questions(interaction, place) if place.table.status == "playing" else []
    return examples(place.seen.game, {type(action) for question in questions for action in question.offers})


def _fitting(place: Seated, questions: Sequence[Question], typed: Sequence[str]) -> dict[str, str]:
    """Wishes with these words and what they mean, as many as can be suggested. Slow: not for the event loop."""
    found: dict[str, str] = {}
    for line, name in (entry for question in questions for entry in _wishes(place, question)):
        if all(part in f"{line} {name}".casefold() for part in typed):
            found.setdefault(line, name)
        if len(found) == limits.AUTOCOMPLETE_CHOICES:
            break
    return found


def _wishes(place: Seated, question: Question) -> Iterator[tuple[str, str]]:
    """Wishes for a question: each kind of move, a limit where a number is asked, each move that is listed."""
    for kind in dict.fromkeys(map(type, question.offers)):
        names = field_names(kind)
        if len(names) == 1 and is_number_field(kind, names[0]):
            numbers = [getattr(action, names[0]) for action in question.offers if type(action) is kind]
            for number in numbers[:8]:
                limit = f"{verb_of(kind)} ..{number}"
                yield limit, f"{read_pattern(limit, [kind]).number_choice_text}, up to {number}"
        elif names:
            yield f"{verb_of(kind)} *", "any, the first one possible"
    for action in question.offers:
        words = place.seen.game.text.label(question.view, action, "", place.seen.caption)
        yield spelled(action), words if question.now else f"maybe next: {words}"
