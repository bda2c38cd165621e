"""Standing orders: their content, and the moves that they make. Pure.

An order is a list of move patterns. It makes the first move that matches an offer, or if the patterns are steps, one
move after the other. An order sees only the view of its seat.
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
"""Maximum moves that orders make in a row for a seat, without any other move in between."""

_ROUND_UNIT = re.compile(r"(?:round|turn)(?= [0-9])", re.IGNORECASE)
_MAX_TITLE_PATTERNS, _MAX_PATTERN_LENGTH = 3, 40
"""Maximum patterns in the title of an order, and maximum characters of each pattern."""

OrderDuration = Literal["once", "while", "round", "date", "steps"]
"""The duration of an order. With ``steps``, each pattern is used once, in order."""
PlayedMove = tuple[Action, tuple[Event, ...]]
"""(move, events) of a move made since an order was given."""


class Choice(msgspec.Struct, frozen=True):
    """A move that was chosen for an order, in notation, and the item that the move should take. (``meaning``)"""

    move: str
    meant: str = ""


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing order with its move ``patterns`` in notation, in order of preference.

    ``until`` is a round number or a time in seconds since 1970, depending on ``lasts``. ``price`` is the maximum cost
    of a move. ``unless`` are patterns of other moves, of one seat or of any, that end the order. ``made`` are the
    latest log rows with moves by the order. ``end_reason`` is the reason why it ended. ``done`` is the number of
    finished steps, and ``verbs_offered`` the verbs that were offered with the last one. ``typed`` are the texts that
    the player typed for a draft. ``meanings`` are the items that the chosen moves should take, or empty. An order
    without patterns could not be read.

    Some fields have older names in the store.
    """

    patterns: tuple[str, ...] = msgspec.field(name="wishes")
    lasts: OrderDuration = "once"
    until: int = 0
    price: int | None = None
    unless: tuple[str, ...] = ()
    made: tuple[int, ...] = ()
    end_reason: str = msgspec.field(default="", name="why")
    done: int = 0
    verbs_offered: tuple[str, ...] = msgspec.field(default=(), name="beside")
    typed: tuple[str, ...] = ()
    meanings: tuple[str, ...] = msgspec.field(default=(), name="meant")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The moves of the order, each with the item that it should take."""
        meant = self.meanings or ("",) * len(self.patterns)
        return tuple(Choice(*pair) for pair in zip(self.patterns, meant, strict=True))

    @property
    def title(self) -> str:
        """A short form of the patterns: “bid ..7”, else “pass”."""
        pattern_texts = [f"“{pattern}”" for pattern in self.first_patterns]
        return self.separator.join(
            [*pattern_texts, f"{self.more_pattern_count} more"] if self.more_pattern_count else pattern_texts
        )

    @property
    def step_name(self) -> str:
        """The name of the next step: “step 2 of 3”; empty if the order has no steps."""
        return f"step {self.done + 1} of {len(self.patterns)}" if self.lasts == "steps" else ""

    @property
    def first_patterns(self) -> tuple[str, ...]:
        """The patterns for the title, each shortened."""
        return tuple(_shorten(pattern) for pattern in self.patterns[:_MAX_TITLE_PATTERNS])

    @property
    def more_pattern_count(self) -> int:
        """The number of patterns that are not in the title."""
        return len(self.patterns) - len(self.first_patterns)

    @property
    def separator(self) -> str:
        """The words between two patterns in the title."""
        return ", then " if self.lasts == "steps" else ", else "

    def after_move(self, seq: int, verdict: OrderVerdict) -> Order:
        """Return the order after it made the move in log row ``seq``."""
        made, done = (*self.made, seq)[-MAX_MOVES_IN_A_ROW:], self.done + (self.lasts == "steps")
        return replace(self, made=made, end_reason=verdict.end_reason, done=done, verbs_offered=verdict.verbs_offered)


class OrderVerdict(msgspec.Struct, frozen=True):
    """The decision of an order about a question: a move, the reason why the order ends, both, or neither.

    If the move is a step, ``verbs_offered`` are the verbs of all moves that were offered with it.
    """

    action: Action | None = None
    end_reason: str = ""
    verbs_offered: tuple[str, ...] = ()


def round_unit(game: Game[Any], view: View[Any]) -> str:
    """Return the unit of time that the game's status line counts: “turn” or “round”."""
    match = _ROUND_UNIT.match(game.text.status_line(view))
    return match[0].casefold() if match else "round"


def order_duration_text(order: Order, unit: str = "round") -> Markdown:
    """Return the duration of the order in words. ``unit`` is “turn” or “round”."""
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
            made = md(", {} of {} made", order.done, len(order.patterns)) if order.done else md("")
            return md("one move at a time, in order{}", made)


def order_from_choices(choices: Sequence[Choice]) -> Order:
    """Return an order that makes these moves once, one after the other."""
    lasts: OrderDuration = "steps" if len(choices) > 1 else "once"
    meant = tuple(choice.meant for choice in choices)
    return Order(tuple(choice.move for choice in choices), lasts, meanings=meant if any(meant) else ())


def meaning(game: Game[Any], view: View[Any], action: Action) -> str:
    """Return the item that a move takes from a position: “Slot 3, Water 4”; empty for other moves.

    The notation names only the position, where a different item may lie later.
    """
    field = type(action).position
    return game.text.label(view, action, field, lambda seat: f"player {seat}").partition(": ")[0] if field else ""


def notation_without_seat(action: Action) -> str:
    """Return a move in notation, without the seat."""
    return write_action(action).split(" ", 1)[1]


def judge_order(
    order: Order, game: Game[Any], view: View[Any], decision: Decision, moves_since: Sequence[PlayedMove], now: float
) -> OrderVerdict:
    """Return the verdict of an order on the question ``decision``, from the ``view`` of its seat.

    ``moves_since`` are the moves since the order was given. A question that offers none of the order's kinds of moves
    leaves the order unchanged. If the question does offer one, but the order can make no move, the order ends, unless
    it was given for a period of time.
    """
    reason = expiry_reason(order, game.rules.round_number(view.state), now, round_unit(game, view))
    if reason := reason or _canceling_move_text(order, game, decision.seat, moves_since):
        return OrderVerdict(end_reason=reason)
    patterns = [read_pattern(text, game.actions) for text in order.patterns]
    patterns_to_try = patterns[order.done :][:1] if order.step_name else patterns

    meant = order.meanings[order.done] if order.meanings else ""

    def is_affordable(action: Action) -> bool:
        return order.price is None or (game.rules.cost(view, action) or 0) <= order.price

    def is_meant(action: Action) -> bool:
        return not meant or meaning(game, view, action) == meant

    action = _first_matching_offer(patterns_to_try, decision, lambda offer: is_affordable(offer) and is_meant(offer))
    if action is not None:
        verbs = dict.fromkeys(map(verb_of, decision.offers)) if order.step_name else ()
        return OrderVerdict(action, _end_reason(order), tuple(verbs))
    if _is_waiting(order, game, decision, patterns):
        return OrderVerdict()
    expensive_action = None if order.price is None else _first_matching_offer(patterns_to_try, decision, lambda _: True)
    if expensive_action is not None:
        cost = game.rules.cost(view, expensive_action)
        expensive_text = f"“{notation_without_seat(expensive_action)}” costs {cost} now, more than {order.price}"
        return OrderVerdict(end_reason=f"{order.step_name}: {expensive_text}" if order.step_name else expensive_text)
    different_action = _first_matching_offer(patterns_to_try, decision, is_affordable) if meant else None
    if different_action is not None:
        different_meaning = meaning(game, view, different_action)
        return OrderVerdict(
            end_reason=f"“{notation_without_seat(different_action)}” would now take {different_meaning}, not {meant}"
        )
    if order.step_name:
        return OrderVerdict(end_reason=f"{order.step_name}, “{_shorten(order.patterns[order.done])}”, isn’t possible")
    return OrderVerdict(
        end_reason=_lowest_move_text(patterns_to_try, decision) or "none of these moves is possible anymore"
    )


def expiry_reason(order: Order, round_number: int, now: float, unit: str) -> str:
    """Return the reason why an order for a period of time has ended; empty while it lasts, and for other orders."""
    if order.lasts == "round" and round_number > order.until:
        return f"{unit} {order.until} is over"
    if order.lasts == "date" and now >= order.until:
        return "its time is over"
    return ""


def _first_matching_offer(
    patterns: Sequence[MovePattern], decision: Decision, is_allowed: Callable[[Action], bool]
) -> Action | None:
    actions = (choose_offer(pattern, decision.seat, decision.offers, is_allowed) for pattern in patterns)
    return next((action for action in actions if action is not None), None)


def _end_reason(order: Order) -> str:
    """The reason why the order ends with its current move; empty if it continues."""
    if order.lasts == "once":
        return "it was for one move"
    return "all its moves have been made" if order.step_name and order.done + 1 == len(order.patterns) else ""


def _is_waiting(order: Order, game: Game[Any], decision: Decision, patterns: Sequence[MovePattern]) -> bool:
    """Whether the order makes no move at the question, but stays active for later questions.

    An order for a period of time waits at every question. Any other order, and the first of several steps, waits for a
    question that offers its kind of move. A later step stops waiting at a question with known kinds of moves
    (``ends_steps``).
    """
    kinds_offered, kinds_wanted = offer_kinds(decision.offers), {pattern.kind for pattern in patterns}
    if not order.step_name:
        return order.lasts in ("round", "date") or not kinds_offered & kinds_wanted
    if not order.done:
        return patterns[0].kind not in kinds_offered
    kinds_wanted |= {kind for kind in game.actions if verb_of(kind) in order.verbs_offered}
    return not ends_steps(kinds_offered, kinds_wanted)


def ends_steps(offered: Collection[type[Action]], known: Collection[type[Action]]) -> bool:
    """Whether a question ends an order with steps.

    ``offered`` are the question's kinds of moves. ``known`` are the kinds of the steps, and the kinds that were offered
    with them. The order ends if all offered kinds are known, or if one known kind has values. A kind without values,
    such as a pass, is not enough, because many questions offer it.
    """
    known_offered = {kind for kind in offered if kind in known}
    return len(known_offered) == len(set(offered)) or any(map(field_names, known_offered))


def _canceling_move_text(order: Order, game: Game[Any], own_seat: Seat, moves_since: Sequence[PlayedMove]) -> str:
    """Return a clause about the move that cancels the order; empty if there is none."""
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


def _lowest_move_text(patterns: Sequence[MovePattern], decision: Decision) -> str:
    """Return a clause about the lowest possible move, if a pattern is a range of numbers; otherwise empty."""
    for pattern in patterns:
        actions = [action for action in decision.offers if type(action) is pattern.kind]
        if actions and len(field_names(pattern.kind)) == 1 and pattern.has_range and pattern.sealed_limit is None:
            return f"the lowest one possible is now “{notation_without_seat(min(actions, key=astuple))}”"
    return ""


def _shorten(pattern: str) -> str:
    return pattern if len(pattern) <= _MAX_PATTERN_LENGTH else pattern[: _MAX_PATTERN_LENGTH - 1] + "…"
