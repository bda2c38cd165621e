"""Outcomes of a standing order in a made-up game: it moves, waits, or ends with a reason."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.orders.order import (
    MAX_MOVES_IN_A_ROW,
    Order,
    OrderVerdict,
    expiry_reason,
    judge_order,
    order_duration_text,
    round_unit,
)
from engine import Action, Decision, Event, Seat

ONE = Seat(1)


class Bid(Action, frozen=True):
    """Bid an amount, which is its price."""

    amount: int


class Call(Action, frozen=True):
    """Call a word at no cost."""

    word: str


class Halt(Action, frozen=True):
    """Halt."""


class Offered(Event, frozen=True):
    """A public event about a bid."""

    seat: Seat
    amount: int


def game(headline: str = "Turn 3 · bids") -> Any:
    words = SimpleNamespace(status_line=lambda _: headline)
    rules = SimpleNamespace(round_number=lambda _: 3, cost=lambda _, action: getattr(action, "amount", None))
    return SimpleNamespace(actions=(Bid, Call, Halt), text=words, rules=rules)


VIEW = cast(Any, SimpleNamespace(state=None))
BIDS = (Bid(ONE, 5), Bid(ONE, 7), Halt(ONE))
CALLS = (Call(ONE, "up"), Call(ONE, "down"), Halt(ONE))


def found(order: Order, offers: tuple[Action, ...], since: Any = (), now: float = 0.0) -> OrderVerdict:
    return judge_order(order, game(), VIEW, Decision(ONE, "?", offers), since, now)


@pytest.mark.parametrize(
    ("order", "offers", "action", "ended"),
    [
        (Order(("bid 7", "bid 5")), BIDS, Bid(ONE, 7), "it was for one move"),
        (Order(("bid 9", "bid 5")), BIDS, Bid(ONE, 5), "it was for one move"),
        (Order(("bid 7",), "while"), BIDS, Bid(ONE, 7), ""),
        (Order(("bid 7",), "round", 3), BIDS, Bid(ONE, 7), ""),
        (Order(("bid 7",), price=7), BIDS, Bid(ONE, 7), "it was for one move"),
        (Order(("bid 7", "bid 5"), price=6), BIDS, Bid(ONE, 5), "it was for one move"),
        (Order(("bid 7",), price=6), BIDS, None, "“bid 7” costs 7 now, more than 6"),
        (Order(("call up",), price=0), CALLS, Call(ONE, "up"), "it was for one move"),
        (Order(("bid 9",)), BIDS, None, "none of these moves is possible anymore"),
        (Order(("bid ..4",)), BIDS, None, "the lowest one possible is now “bid 5”"),
        (Order(("bid 9",)), CALLS, None, ""),
        (Order(("bid 9",), "round", 3), BIDS, None, ""),
        (Order(("bid 9",), "date", 100), BIDS, None, ""),
        (Order(("bid 9",), "while"), BIDS, None, "none of these moves is possible anymore"),
    ],
)
def test_order_makes_its_first_possible_move_or_explains(
    order: Order, offers: Any, action: Action | None, ended: str
) -> None:
    assert found(order, offers) == OrderVerdict(action, ended)


STEPS = Order(("bid 7", "call up", "halt"), "steps")


@pytest.mark.parametrize(
    ("done", "beside", "offers", "action", "ended", "beside_after"),
    [
        (0, (), BIDS, Bid(ONE, 7), "", ("bid", "halt")),
        (0, (), (Bid(ONE, 5), Halt(ONE)), None, "step 1 of 3, “bid 7”, isn’t possible", ()),
        (0, (), CALLS, None, "", ()),
        (1, (), CALLS, Call(ONE, "up"), "", ("call", "halt")),
        (1, (), (Call(ONE, "down"), Halt(ONE)), None, "step 2 of 3, “call up”, isn’t possible", ()),
        (1, (), (Halt(ONE),), None, "step 2 of 3, “call up”, isn’t possible", ()),
        (2, (), CALLS, Halt(ONE), "all its moves have been made", ("call", "halt")),
    ],
)
def test_steps_are_executed_in_order(
    done: int, beside: Any, offers: Any, action: Any, ended: str, beside_after: Any
) -> None:
    assert found(replace(STEPS, done=done, verbs_offered=beside), offers) == OrderVerdict(action, ended, beside_after)


@pytest.mark.parametrize(
    ("wishes", "beside", "offers", "waits"),
    [
        (("halt", "halt"), (), BIDS[:2], True),
        (("halt", "bid 9"), (), (Call(ONE, "up"), Halt(ONE)), True),
        (("halt", "bid 9"), ("call",), (Call(ONE, "up"), Halt(ONE)), False),
        (("halt", "bid 9"), (), BIDS, False),
        (("halt", "bid 9"), (), (Halt(ONE),), False),
    ],
)
def test_steps_wait_at_an_unrelated_question(wishes: Any, beside: Any, offers: Any, waits: bool) -> None:
    order = Order(wishes, "steps", done=1, verbs_offered=beside)
    assert (found(order, offers) == OrderVerdict()) == waits


def test_too_expensive_step_is_named() -> None:
    ended = found(replace(STEPS, done=1, patterns=("halt", "bid 7"), price=6), BIDS).end_reason
    assert ended == "step 2 of 2: “bid 7” costs 7 now, more than 6"


@pytest.mark.parametrize(
    ("lasts", "until", "round_", "now", "why"),
    [
        ("round", 3, 3, 0.0, ""),
        ("round", 3, 4, 0.0, "turn 3 is over"),
        ("date", 100, 1, 99.9, ""),
        ("date", 100, 1, 100.0, "its time is over"),
        ("once", 0, 9, 999.0, ""),
    ],
)
def test_timed_order_ends_with_its_time(lasts: Any, until: int, round_: int, now: float, why: str) -> None:
    assert expiry_reason(Order(("halt",), lasts, until), round_, now, "turn") == why


@pytest.mark.parametrize(
    ("pattern", "seat", "ended"),
    [
        ("bid 5", 2, "player 2 made the move “bid 5” (even if that move is undone)"),
        ("bid 5", 1, ""),
        ("bid 6", 2, ""),
        ("p2 bid 5", 2, "player 2 made the move “bid 5” (even if that move is undone)"),
        ("p3 bid 5", 2, ""),
        ("p1 bid 5", 1, "player 1 made the move “bid 5” (even if that move is undone)"),
    ],
)
def test_move_of_another_or_named_seat_cancels_an_order(pattern: str, seat: int, ended: str) -> None:
    order = Order(("halt",), "while", unless=(pattern,))
    assert found(order, BIDS, [(Bid(Seat(seat), 5), (Offered(Seat(seat), 5),))]).end_reason == ended


@pytest.mark.parametrize(
    ("wishes", "lasts", "title", "step"),
    [
        (("a",), "once", "“a”", ""),
        (("a", "b", "c"), "once", "“a”, else “b”, else “c”", ""),
        (("a", "b", "c", "d", "e"), "once", "“a”, else “b”, else “c”, else 2 more", ""),
        (("a", "b", "c", "d"), "steps", "“a”, then “b”, then “c”, then 1 more", "step 1 of 4"),
    ],
)
def test_order_is_named_by_its_first_patterns(wishes: Any, lasts: Any, title: str, step: str) -> None:
    order = Order(wishes, lasts)
    assert (order.title, order.step_name) == (title, step)


def test_order_stores_its_latest_rows_and_steps() -> None:
    order = Order(("a", "b"), "steps", made=tuple(range(MAX_MOVES_IN_A_ROW)))
    after = order.after_move(99, OrderVerdict(Halt(ONE), "over", ("halt",)))
    assert after.made == (*range(1, MAX_MOVES_IN_A_ROW), 99) and (
        after.done,
        after.end_reason,
        after.verbs_offered,
    ) == (
        1,
        "over",
        ("halt",),
    )
    assert replace(order, lasts="once").after_move(99, OrderVerdict()).done == 0


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Order(("a",)), "once"),
        (Order(("a",), "while"), "until none of these moves is possible"),
        (Order(("a",), "round", 4), "whenever possible, through turn 4"),
        (Order(("a",), "date", 9), "whenever possible, until <t:9:f>"),
        (Order(("a", "b"), "steps"), "one move at a time, in order"),
        (Order(("a", "b"), "steps", done=1), "one move at a time, in order, 1 of 2 made"),
    ],
)
def test_order_duration_text(order: Order, words: str) -> None:
    assert order_duration_text(order, "turn") == words


@pytest.mark.parametrize(("headline", "unit"), [("Turn 3 · bids", "turn"), ("round 2", "round"), ("Bids", "round")])
def test_order_time_counts_like_the_headline(headline: str, unit: str) -> None:
    assert round_unit(game(headline), VIEW) == unit
