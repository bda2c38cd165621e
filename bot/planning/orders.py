"""Standing orders: how one is written, and what it does when its seat is asked. Pure; it knows no title, no Discord.

An order is a list of wishes; the first that is offered is made. It never looks at more than its seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Literal

import msgspec

from bot.clocks.terms import DAY
from engine import Action, Decision, Event, Game, Seat, Unreadable, View, write
from engine.core.action import Standing, fields, title, verb
from engine.core.notation import number
from engine.core.wish import (
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
    sample,
    write_wish,
)

__all__ = [
    "MOST_WISHES",
    "RUNAWAY",
    "Deed",
    "Order",
    "Verdict",
    "examples",
    "lasts_words",
    "meaning",
    "over",
    "read_order",
    "spelled",
    "verdict",
    "which_words",
]

MOST_WISHES = 10
RUNAWAY = 20
"""Moves in a row that orders may make for a seat before anybody else, or the seat itself, has acted."""

LONGEST_DAYS = 60
LONGEST_WISH = 100
TITLE_WISHES, TITLE_WISH = 3, 40
"""Wishes that an order is called by, and characters of each."""

_ROUND = re.compile(r"(?:until |to )?round (?P<round>[0-9]{1,4})")
_DAYS = re.compile(r"(?:for )?(?P<days>[0-9]{1,4}) days?")
_DATE = re.compile(r"(?:until )?(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})")
_ONCE = frozenset({"once", "one time"})
_WHILE = frozenset({"while", "always", "again and again", "while it lasts", "while it fits"})


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is ordered, with its wishes as they are written, the best first.

    ``until`` is the last round, or seconds since 1970, as ``lasts`` says. ``price`` is the most that a move may cost;
    ``unless`` are patterns of moves, of one seat or anybody else, after one of which the order ends. ``made`` are the
    log rows that it has made, the latest of them; ``why`` it has ended.
    """

    wishes: tuple[str, ...]
    lasts: Literal["once", "while", "round", "date"] = "once"
    until: int = 0
    price: int | None = None
    unless: tuple[str, ...] = ()
    made: tuple[int, ...] = ()
    why: str = ""

    @property
    def title(self) -> str:
        """The order in a few words: “bid ..7”, then “pass”."""
        shown = [f"“{_short(wish)}”" for wish in self.wishes[:TITLE_WISHES]]
        more = len(self.wishes) - len(shown)
        return ", then ".join([*shown, f"{more} more"] if more else shown)


class Deed(msgspec.Struct, frozen=True):
    """A move that somebody has made since the order was given, and what came of it."""

    action: Action
    events: tuple[Event, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of an order when its seat is asked: a move, an end with its reason, both, or nothing: it waits."""

    action: Action | None = None
    ended: str = ""


def read_order(
    game: Game[Any],
    wishes: str,
    lasts: str,
    price: str,
    unless: str,
    *,
    seats: int,
    now: float,
    round: int,
    names: Sequence[str] = (),
    zone: tzinfo = UTC,
) -> Order:
    """The order that these texts stand for; ``wishes`` and ``unless`` have a line, or a part between “;”, for each.

    A comma parts two as well where a move begins after it. What somebody else may do begins with one of the ``names``
    or with the seat. A day ends as it does in ``zone``. Raises ``Unreadable`` with a sentence that says what would be
    right, and an example.
    """
    wanted = [read_wish(line, game.actions) for line in _lines(wishes, game)]
    if not wanted:
        raise Unreadable(f"An order needs at least one wish. For example: “{examples(game)[0]}”.")
    if len(wanted) > MOST_WISHES:
        raise Unreadable(f"An order has at most {MOST_WISHES} wishes, not {len(wanted)}.")
    theirs = [_with_seat(line, names, game) for line in _lines(unless, game, names)]
    patterns = [read_wish(line, game.actions, of_anybody=True) for line in theirs]
    for pattern in patterns:
        if pattern.seat is not None and pattern.seat > seats:
            raise Unreadable(f"There is no player {pattern.seat} at this table; the seats are p1 to p{seats}.")
    again = any(wish.ranges and not wish.kind.sealed for wish in wanted)  # a sealed question takes one answer
    usual: Literal["while", "once"] = "while" if again else "once"
    kind, until = _lasting(lasts, usual, now, round, zone)
    written = tuple(dict.fromkeys(map(write_wish, wanted)))
    if long := next((text for text in written if len(text) > LONGEST_WISH), None):
        raise Unreadable(f"A wish has at most {LONGEST_WISH} characters; “{long[:40]}…” has {len(long)}.")
    return Order(written, kind, until, _price(price), tuple(dict.fromkeys(map(write_wish, patterns))))


def examples(game: Game[Any]) -> list[str]:
    """How wishes of this title may look."""
    return [sample(kind) for kind in game.actions if fields(kind) and not issubclass(kind, Standing)]


def lasts_words(order: Order) -> str:
    """How long the order stands, in words."""
    match order.lasts:
        case "once":
            return "once"
        case "while":
            return "again and again, until none of it is offered any more"
        case "round":
            return f"whenever it fits, to the end of round {order.until}"
        case "date":
            return f"whenever it fits, until <t:{order.until}:f>"


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
            return " or ".join(word.replace("_", " ") for word in words)
        case _:
            return "any"


def spelled(action: Action) -> str:
    """A move as its player writes it: without the seat."""
    return write(action).split(" ", 1)[1]


def _short(wish: str) -> str:
    return wish if len(wish) <= TITLE_WISH else wish[: TITLE_WISH - 1] + "…"


def verdict(
    order: Order, game: Game[Any], view: View[Any], asked: Decision, since: Sequence[Deed], now: float
) -> Verdict:
    """What the order does with the question ``asked`` of its seat; ``view`` is that seat's, ``since`` what was done.

    ``since`` begins when the order was given. A question that asks for none of its moves leaves it alone; one to which
    it has no answer ends it, unless it was given for a stretch of time.
    """
    if why := over(order, game.round(view.state), now) or _came_true(order, game, asked.seat, since):
        return Verdict(ended=why)
    wishes = [read_wish(text, game.actions) for text in order.wishes]
    for wish in wishes:
        action = pick(wish, asked.seat, asked.offers, _affords(order, game, view))
        if action is not None:
            return Verdict(action, "it was for one move" if order.lasts == "once" else "")
    if order.lasts in ("round", "date") or not asks(asked.offers, {wish.kind for wish in wishes}):
        return Verdict()  # a better question may come
    return Verdict(ended=_too_dear(order, game, view, asked, wishes) or _nothing_fits(asked, wishes))


def _affords(order: Order, game: Game[Any], view: View[Any]) -> Callable[[Action], bool]:
    def affords(action: Action) -> bool:
        return order.price is None or (game.price(view, action) or 0) <= order.price

    return affords


def over(order: Order, round: int, now: float) -> str:
    """Why an order for a stretch of time has ended; empty as long as it lasts."""
    if order.lasts == "round" and round > order.until:
        return f"round {order.until} is over"
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
    return f"“{spelled(dear)}” costs {game.price(view, dear)} now, more than {order.price}"


def _nothing_fits(asked: Decision, wishes: Sequence[Wish]) -> str:
    """Why nothing is made; of a number alone, what is offered now."""
    for wish in (wish for wish in wishes if limit_of(wish) is None):
        name = fields(wish.kind)[0] if len(fields(wish.kind)) == 1 else ""
        if name and any(isinstance(part, Span) for part in wish.parts):
            offered = [action for action in asked.offers if type(action) is wish.kind]
            if offered:
                return f"the least offered is now “{spelled(min(offered, key=lambda a: int(getattr(a, name))))}”"
    return "none of it is offered any more"


def _lines(text: str, game: Game[Any], names: Sequence[str] = ()) -> list[str]:
    begins = "|".join([r"p[1-9][0-9]?\s", *(rf"{re.escape(name)}\s" for name in names), *_verbs(game)])
    parted = re.split(rf"[\n;]|,\s*(?=(?:then\s+)?(?:{begins}))", text, flags=re.IGNORECASE)
    parts = (part.strip().removeprefix("then ").strip() for part in parted)
    return [part for part in parts if part]


def _verbs(game: Game[Any]) -> list[str]:
    """Patterns of the first words of moves."""
    return [rf"{re.escape(verb(kind))}(?![\w-])" for kind in game.actions]


def _with_seat(line: str, names: Sequence[str], game: Game[Any]) -> str:
    """A line that begins with somebody's name, with the seat instead."""
    for seat in sorted(range(1, len(names) + 1), key=lambda seat: -len(names[seat - 1])):
        pattern = rf"{re.escape(names[seat - 1])}\s+(?=(?:{'|'.join(_verbs(game))}))"
        if match := re.match(pattern, line, re.IGNORECASE):
            return f"p{seat} {line[match.end() :]}"
    return line


def _lasting(
    text: str, usual: Literal["while", "once"], now: float, round: int, zone: tzinfo
) -> tuple[Literal["once", "while", "round", "date"], int]:
    words = " ".join(text.casefold().split())
    if not words:
        return usual, 0
    if words in _ONCE:
        return "once", 0
    if words in _WHILE:
        return "while", 0
    if match := _ROUND.fullmatch(words):
        last = int(match["round"])
        if last < round:
            raise Unreadable(f"Round {last} is over; this is round {round}. For example: “until round {round + 1}”.")
        return "round", last
    if match := _DAYS.fullmatch(words):
        return "date", _until(int(now + int(match["days"]) * DAY), now)
    if match := _DATE.fullmatch(words):
        return "date", _until(_end_of(match["date"], zone), now)
    raise Unreadable(
        f"“{text.strip()[:40]}” does not say how long. For example: “once”, “while it lasts”, "
        f"“until round {round + 1}”, “for 3 days”."
    )


def _until(moment: int, now: float) -> int:
    if not now < moment <= now + LONGEST_DAYS * DAY:
        raise Unreadable(f"An order stands for 1 to {LONGEST_DAYS} days. For example: “for 3 days”.")
    return moment


def _end_of(date: str, zone: tzinfo) -> int:
    try:
        after = datetime.fromisoformat(date).replace(tzinfo=zone) + timedelta(days=1)
        return int(after.timestamp())
    except (ValueError, OverflowError) as error:
        raise Unreadable(f"There is no day {date}. For example: “for 3 days”.") from error


def _price(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        return number(text)
    except ValueError as error:
        raise Unreadable(f"“{text.strip()[:40]}” is no price; a whole number such as 5 would be.") from error
