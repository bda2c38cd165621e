"""Standing orders: their content, and their decision when the seat is to move. Pure.

An order is a list of move patterns. The first one that is offered is made; of steps, each in turn. It uses only the
seat's own view.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple, replace

from bot.markdown import Markdown, escape_prose, md
from engine import Action, Decision, Event, Game, Seat, View, write_action
from engine.core import field_names, verb_of
from engine.core.action import offer_kinds
from engine.core.move_pattern import MovePattern, read_pattern
from engine.core.pattern_matching import choose_offer, is_public_match

MAX_MOVES_IN_A_ROW = 20
"""Moves in a row that orders may make for a seat without a move by anyone in between."""

_ROUND_UNIT = re.compile(r"(?:round|turn)(?= [0-9])", re.IGNORECASE)
_MAX_TITLE_WISHES, _MAX_WISH_LENGTH = 3, 40
"""Patterns in the title of an order, and characters of each."""

OrderDuration = Literal["once", "while", "round", "date", "steps"]
"""The duration of an order. With ``steps``, each pattern is used once, in order."""
PlayedMove = tuple[Action, tuple[Event, ...]]
"""A move made since an order was given, with its result."""


class Choice(msgspec.Struct, frozen=True):
    """A move chosen for an order, in notation, and what it is ``meant`` to take. (``meaning``)"""

    move: str
    meant: str = ""


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing order, with its move patterns in notation, the best first.

    ``until`` is the last round, or seconds since 1970, depending on ``lasts``. ``price`` is the maximum cost of a move;
    ``unless`` are patterns of moves, of one seat or of any, that end the order. ``made`` are the log rows it has made,
    latest ones; ``why`` is the reason of its end. ``done`` is the number of finished steps; ``beside`` are the verbs
    that were offered with the last one. ``typed`` is the original text of a draft. ``meant`` has what each chosen move
    takes, or is empty. An order without patterns could not be read.
    """

    wishes: tuple[str, ...]
    lasts: OrderDuration = "once"
    until: int = 0
    price: int | None = None
    unless: tuple[str, ...] = ()
    made: tuple[int, ...] = ()
    why: str = ""
    done: int = 0
    beside: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Its moves, with what each is meant to take."""
        meant = self.meant or ("",) * len(self.wishes)
        return tuple(Choice(*pair) for pair in zip(self.wishes, meant, strict=True))

    @property
    def title(self) -> str:
        """The order in a few words: “bid ..7”, else “pass”."""
        wish_texts = [f"“{wish}”" for wish in self.first_wishes]
        return self.separator.join([*wish_texts, f"{self.more_wishes} more"] if self.more_wishes else wish_texts)

    @property
    def step_name(self) -> str:
        """The name of its next step; may be empty."""
        return f"step {self.done + 1} of {len(self.wishes)}" if self.lasts == "steps" else ""

    @property
    def first_wishes(self) -> tuple[str, ...]:
        """The first of its patterns, each shortened."""
        return tuple(_shorten(wish) for wish in self.wishes[:_MAX_TITLE_WISHES])

    @property
    def more_wishes(self) -> int:
        """The number of patterns after the first ones."""
        return len(self.wishes) - len(self.first_wishes)

    @property
    def separator(self) -> str:
        """The words between two of its patterns."""
        return ", then " if self.lasts == "steps" else ", else "

    def after_move(self, seq: int, verdict: OrderVerdict) -> Order:
        """The order after it has made log row ``seq``."""
        made, done = (*self.made, seq)[-MAX_MOVES_IN_A_ROW:], self.done + (self.lasts == "steps")
        return replace(self, made=made, why=verdict.end_reason, done=done, beside=verdict.verbs_offered)


class OrderVerdict(msgspec.Struct, frozen=True):
    """The decision of an order about a question: a move, an end with its reason, both, or neither.

    ``verbs_offered`` are the verbs of all moves that were offered with a step.
    """

    action: Action | None = None
    end_reason: str = ""
    verbs_offered: tuple[str, ...] = ()


def round_unit(game: Game[Any], view: View[Any]) -> str:
    """The unit that the game counts in its status line: “turn” or “round”."""
    match = _ROUND_UNIT.match(game.text.status_line(view))
    return match[0].casefold() if match else "round"


def order_duration_text(order: Order, unit: str = "round") -> Markdown:
    """The duration of the order, in words; ``unit`` is the game's unit of time."""
    match order.lasts:
        case "once":
            return md("once")
        case "while":
            return md("until none of these moves is possible")
        case "round":
            return md("whenever possible, through {} {}", escape_prose(unit), order.until)
        case "date":
            return md("whenever possible, until <t:{}:f>", order.until)
        case "steps":
            made = md(", {} of {} made", order.done, len(order.wishes)) if order.done else md("")
            return md("one move at a time, in order{}", made)


def order_from_choices(choices: Sequence[Choice]) -> Order:
    """An order that makes these moves once, one after the other."""
    lasts: OrderDuration = "steps" if len(choices) > 1 else "once"
    meant = tuple(choice.meant for choice in choices)
    return Order(tuple(choice.move for choice in choices), lasts, meant=meant if any(meant) else ())


def meaning(game: Game[Any], view: View[Any], action: Action) -> str:
    """The thing that a move takes from a position that may hold something else later: “Slot 3, Water 4”; may be
    empty.
    """
    field = type(action).position
    return game.text.label(view, action, field, lambda seat: f"player {seat}").partition(": ")[0] if field else ""


def notation_without_seat(action: Action) -> str:
    """A move as its player writes it: without the seat."""
    return write_action(action).split(" ", 1)[1]


def judge_order(
    order: Order, game: Game[Any], view: View[Any], decision: Decision, moves_since: Sequence[PlayedMove], now: float
) -> OrderVerdict:
    """Decide what the order does with the question ``decision`` of its seat; ``view`` is that seat's.

    ``moves_since`` are the moves since the order was given. A question that offers none of its kinds of moves leaves it
    unchanged. A question that it can't answer ends it, unless it was given for a period of time.
    """
    reason = expiry_reason(order, game.rules.round_number(view.state), now, round_unit(game, view))
    if reason := reason or _canceling_move_text(order, game, decision.seat, moves_since):
        return OrderVerdict(end_reason=reason)
    wishes = [read_pattern(text, game.actions) for text in order.wishes]
    wishes_to_try = wishes[order.done :][:1] if order.step_name else wishes

    meant = order.meant[order.done] if order.meant else ""

    def is_affordable(action: Action) -> bool:
        return order.price is None or (game.rules.cost(view, action) or 0) <= order.price

    def is_meant(action: Action) -> bool:
        return not meant or meaning(game, view, action) == meant

    action = _first_matching_offer(wishes_to_try, decision, lambda action: is_affordable(action) and is_meant(action))
    if action is not None:
        verbs = dict.fromkeys(map(verb_of, decision.offers)) if order.step_name else ()
        return OrderVerdict(action, _end_reason(order), tuple(verbs))
    if _is_waiting(order, game, decision, wishes):
        return OrderVerdict()
    costly_action = None if order.price is None else _first_matching_offer(wishes_to_try, decision, lambda _: True)
    if costly_action is not None:
        costly_text = (
            f"“{notation_without_seat(costly_action)}” costs {game.rules.cost(view, costly_action)} now, more than "
            f"{order.price}"
        )
        return OrderVerdict(end_reason=f"{order.step_name}: {costly_text}" if order.step_name else costly_text)
    other = _first_matching_offer(wishes_to_try, decision, is_affordable) if meant else None
    if other is not None:
        return OrderVerdict(
            end_reason=f"“{notation_without_seat(other)}” would now take {meaning(game, view, other)}, not {meant}"
        )
    if order.step_name:
        return OrderVerdict(end_reason=f"{order.step_name}, “{_shorten(order.wishes[order.done])}”, isn’t possible")
    return OrderVerdict(
        end_reason=_lowest_move_text(wishes_to_try, decision) or "none of these moves is possible anymore"
    )


def expiry_reason(order: Order, round_number: int, now: float, unit: str) -> str:
    """Why an order for a period of time has ended; empty while it lasts."""
    if order.lasts == "round" and round_number > order.until:
        return f"{unit} {order.until} is over"
    if order.lasts == "date" and now >= order.until:
        return "its time is over"
    return ""


def _first_matching_offer(
    wishes: Sequence[MovePattern], decision: Decision, is_allowed: Callable[[Action], bool]
) -> Action | None:
    actions = (choose_offer(wish, decision.seat, decision.offers, is_allowed) for wish in wishes)
    return next((action for action in actions if action is not None), None)


def _end_reason(order: Order) -> str:
    """Why the order ends with the move it makes now; empty if it continues."""
    if order.lasts == "once":
        return "it was for one move"
    return "all its moves have been made" if order.step_name and order.done + 1 == len(order.wishes) else ""


def _is_waiting(order: Order, game: Game[Any], decision: Decision, wishes: Sequence[MovePattern]) -> bool:
    """Whether the order continues without an answer to the question, because a better question may come.

    The first step waits for a question that offers its kind of move, as a single move does. Later steps end at a
    question about steps: about moves of their kinds, or of kinds offered with the last step. They wait at any other
    question. One kind is enough if it has values; a pass alone is not, since many questions offer it.
    """
    kinds_offered, kinds_wanted = offer_kinds(decision.offers), {wish.kind for wish in wishes}
    if not order.step_name:
        return order.lasts in ("round", "date") or not kinds_offered & kinds_wanted
    if not order.done:
        return wishes[0].kind not in kinds_offered
    kinds_wanted |= {kind for kind in game.actions if verb_of(kind) in order.beside}
    return not ends_steps(kinds_offered, kinds_wanted)


def ends_steps(offered: Collection[type[Action]], known: Collection[type[Action]]) -> bool:
    """Whether a question with the kinds ``offered`` ends a sequence of the kinds ``known``, if no step fits."""
    own = {kind for kind in offered if kind in known}
    return len(own) == len(set(offered)) or any(map(field_names, own))


def _canceling_move_text(order: Order, game: Game[Any], own_seat: Seat, moves_since: Sequence[PlayedMove]) -> str:
    """The move that cancels the order; may be empty."""
    for text in order.unless:
        pattern = read_pattern(text, game.actions, allow_seat=True)
        for action, events in moves_since:
            is_watched = pattern.seat is not None or action.seat != own_seat
            if is_watched and is_public_match(pattern, action, events):
                return (
                    f"player {action.seat} made the move “{notation_without_seat(action)}” (even if that move is "
                    "undone)"
                )
    return ""


def _lowest_move_text(wishes: Sequence[MovePattern], decision: Decision) -> str:
    """The lowest possible move if only a range of numbers was wanted; otherwise empty."""
    for wish in wishes:
        actions = [action for action in decision.offers if type(action) is wish.kind]
        if actions and len(field_names(wish.kind)) == 1 and wish.has_range and wish.sealed_limit is None:
            return f"the lowest one possible is now “{notation_without_seat(min(actions, key=astuple))}”"
    return ""


def _shorten(wish: str) -> str:
    return wish if len(wish) <= _MAX_WISH_LENGTH else wish[: _MAX_WISH_LENGTH - 1] + "…"
