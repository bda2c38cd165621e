"""Standing orders: what one says, and what it does when its seat is asked. Pure; it knows no title, no Discord.

An order is a list of wishes; the first that is offered is made, or, where they are steps, each in its turn. It never
looks at more than its seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine import Action, Decision, Event, Game, Seat, View, write
from engine.core.action import fields, title, verb
from engine.core.wish import (
    ANY,
    Among,
    Part,
    Span,
    Whatever,
    Wish,
    asks,
    happened,
    limit_of,
    pick,
    read_wish,
    write_wish,
)

RUNAWAY = 20
"""Moves in a row that orders may make for a seat before anybody else, or the seat itself, has acted."""

_STRETCH = re.compile(r"(?:round|turn)(?= [0-9])", re.IGNORECASE)
_TITLE_WISHES, _TITLE_WISH = 3, 40
"""Wishes that an order is called by, and characters of each."""

Lasts = Literal["once", "while", "round", "date", "steps"]
"""How long an order stands; of ``steps`` each wish is made once, one after the other."""


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is ordered, with its wishes as they are written, the best first.

    ``until`` is the last round, or seconds since 1970, as ``lasts`` says. ``price`` is the most that a move may cost;
    ``unless`` are patterns of moves, of one seat or anybody else, after one of which the order ends. ``made`` are the
    log rows that it has made, the latest of them; ``why`` it has ended. So many of its steps are ``done``, the last of
    them when moves of the verbs ``beside`` were offered. ``typed`` is what it was read from, until it is given; one
    without wishes could not be read.
    """

    wishes: tuple[str, ...]
    lasts: Lasts = "once"
    until: int = 0
    price: int | None = None
    unless: tuple[str, ...] = ()
    made: tuple[int, ...] = ()
    why: str = ""
    done: int = 0
    beside: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The order in a few words: “bid ..7”, else “pass”."""
        return self.called("“", "”")

    def called(self, before: str, after: str) -> str:
        """The first of its wishes between these marks, and how many more there are."""
        shown = [f"{before}{_short(wish)}{after}" for wish in self.wishes[:_TITLE_WISHES]]
        more = len(self.wishes) - len(shown)
        joint = ", then " if self.lasts == "steps" else ", else "
        return joint.join([*shown, f"{more} more"] if more else shown)


class Deed(msgspec.Struct, frozen=True):
    """A move that somebody has made since the order was given, and what came of it."""

    action: Action
    events: tuple[Event, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of an order when its seat is asked: a move, an end with its reason, both, or nothing: it waits.

    ``beside`` are the verbs of all that was offered with a step.
    """

    action: Action | None = None
    ended: str = ""
    beside: tuple[str, ...] = ()


def stretch(game: Game[Any], view: View[Any]) -> str:
    """What the title counts, as its headline says: “turn” or “round”."""
    counted = _STRETCH.match(game.words.headline(view))
    return counted[0].casefold() if counted else "round"


def lasts_words(order: Order, stretch: str = "round") -> str:
    """How long the order stands, in words; the title counts by the ``stretch``."""
    match order.lasts:
        case "once":
            return "once"
        case "while":
            return "again and again, until none of it is offered any more"
        case "round":
            return f"whenever it fits, to the end of {stretch} {order.until}"
        case "date":
            return f"whenever it fits, until <t:{order.until}:f>"
        case "steps":
            made = f", {order.done} of {len(order.wishes)} made" if order.done else ""
            return f"one step after the other{made}"


def meaning(wish: Wish) -> str:
    """A wish in words, by the questions that its move answers: “Bid · amount: up to 7, the least that is offered”."""
    parts = [*wish.parts, *[Whatever()] * (len(fields(wish.kind)) - len(wish.parts))]
    said = [
        f"{name}: {_part_words(part, which_words(wish))}" for name, part in zip(fields(wish.kind), parts, strict=True)
    ]
    return " · ".join([title(wish.kind), *said])


def which_words(wish: Wish) -> str:
    """Which number of its range a wish makes, in words."""
    return "the least that is offered" if limit_of(wish) is None else "the most that may be, since it is sealed"


def _part_words(part: Part, which: str) -> str:
    match part:
        case Span(low=None, high=high):
            return f"up to {high}, {which}"
        case Span(low=low, high=None):
            return f"{low} or more, {which}"
        case Span(low=low, high=high):
            return f"{low} to {high}, {which}"
        case Among(words=words):
            return ", else ".join("any other" if word == ANY else word.replace("_", " ") for word in words)
        case _:
            return "any"


def spelled(action: Action) -> str:
    """A move as its player writes it: without the seat."""
    return write(action).split(" ", 1)[1]


def _short(wish: str) -> str:
    return wish if len(wish) <= _TITLE_WISH else wish[: _TITLE_WISH - 1] + "…"


def verdict(
    order: Order, game: Game[Any], view: View[Any], asked: Decision, since: Sequence[Deed], now: float
) -> Verdict:
    """What the order does with the question ``asked`` of its seat; ``view`` is that seat's, ``since`` what was done.

    ``since`` begins when the order was given. A question that asks for none of its moves leaves it alone; one to which
    it has no answer ends it, unless it was given for a stretch of time.
    """
    if why := over(order, game.rules.round(view.state), now, stretch(game, view)) or _came_true(
        order, game, asked.seat, since
    ):
        return Verdict(ended=why)
    wishes = [read_wish(text, game.actions) for text in order.wishes]
    if order.lasts == "steps":
        return _step(order, game, view, asked, wishes)
    for wish in wishes:
        action = pick(wish, asked.seat, asked.offers, _affords(order, game, view))
        if action is not None:
            return Verdict(action, "it was for one move" if order.lasts == "once" else "")
    if order.lasts in ("round", "date") or not asks(asked.offers, {wish.kind for wish in wishes}):
        return Verdict()  # a better question may come
    return Verdict(ended=_too_dear(order, game, view, asked, wishes) or _nothing_fits(asked, wishes))


def after_step(order: Order, seq: int, found: Verdict) -> Order:
    """The order after its present step was made as log row ``seq``."""
    return replace(order, made=(*order.made, seq), why=found.ended, done=order.done + 1, beside=found.beside)


def _step(order: Order, game: Game[Any], view: View[Any], asked: Decision, wishes: Sequence[Wish]) -> Verdict:
    """The present step, if it is offered. Before the first one, the order waits for it.

    After that it ends if the question is its own, and waits at any other, such as one out of turn.
    """
    step, which = wishes[order.done], f"step {order.done + 1} of {len(wishes)}"
    action = pick(step, asked.seat, asked.offers, _affords(order, game, view))
    if action is not None:
        why = "all its steps are made" if order.done + 1 == len(wishes) else ""
        return Verdict(action, why, tuple(dict.fromkeys(map(verb, asked.offers))))
    known = {*(wish.kind for wish in wishes), *(kind for kind in game.actions if verb(kind) in order.beside)}
    if not order.done or not _is_own(set(map(type, asked.offers)), known):
        return Verdict()
    dear = _too_dear(order, game, view, asked, [step])
    return Verdict(ended=f"{which}: {dear}" if dear else f"{which}, “{_short(write_wish(step))}”, is not offered")


def _is_own(offered: set[type[Action]], known: set[type[Action]]) -> bool:
    """Whether a question with these moves is about steps of ``known`` kinds, or of kinds offered with the last of them.

    One kind is enough if it has values; to pass is offered with many a question, so alone it says nothing.
    """
    return offered <= known or any(fields(kind) for kind in offered & known)


def _affords(order: Order, game: Game[Any], view: View[Any]) -> Callable[[Action], bool]:
    def affords(action: Action) -> bool:
        return order.price is None or (game.rules.price(view, action) or 0) <= order.price

    return affords


def over(order: Order, round: int, now: float, stretch: str) -> str:
    """Why an order for a stretch of time has ended; empty as long as it lasts."""
    if order.lasts == "round" and round > order.until:
        return f"{stretch} {order.until} is over"
    if order.lasts == "date" and now >= order.until:
        return "its time is over"
    return ""


def _came_true(order: Order, game: Game[Any], own: Seat, since: Sequence[Deed]) -> str:
    """Which of the things happened that the order was not to outlast."""
    for text in order.unless:
        pattern = read_wish(text, game.actions, of_anybody=True)
        for deed in since:
            theirs = pattern.seat is not None or deed.action.seat != own
            if theirs and happened(pattern, deed.action, deed.events):
                made = f"player {deed.action.seat} made the move “{spelled(deed.action)}”"
                return f"{made} (also if that is taken back)"
    return ""


def _too_dear(order: Order, game: Game[Any], view: View[Any], asked: Decision, wishes: Sequence[Wish]) -> str:
    if order.price is None:
        return ""
    found = (pick(wish, asked.seat, asked.offers, lambda _: True) for wish in wishes)
    dear = next((action for action in found if action is not None), None)
    if dear is None:
        return ""
    return f"“{spelled(dear)}” costs {game.rules.price(view, dear)} now, more than {order.price}"


def _nothing_fits(asked: Decision, wishes: Sequence[Wish]) -> str:
    """Why nothing is made; of a number alone, what is offered now."""
    for wish in (wish for wish in wishes if limit_of(wish) is None):
        name = fields(wish.kind)[0] if len(fields(wish.kind)) == 1 else ""
        if name and any(isinstance(part, Span) for part in wish.parts):
            offered = [action for action in asked.offers if type(action) is wish.kind]
            if offered:
                return f"the least offered is now “{spelled(min(offered, key=lambda a: int(getattr(a, name))))}”"
    return "none of it is offered any more"
