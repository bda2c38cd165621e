"""State and messages of a standing order after moves at its table, with made-up log rows."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.orders.execution import (
    OrderContext,
    _after_move,
    _count_moves_in_a_row,
    decode_order,
    drop_read_lines,
    encode_order,
    mark_sent,
    unread_lines,
    unsent_lines,
)
from bot.orders.order import Order, OrderVerdict
from engine import Seat
from engine.store import LogRow
from engine.store.orders import StoredOrder
from tests.bot.ui.test_question_buttons import Call
from tests.bot.ui.test_seat_text import table

GIVEN = 10
"""The number of the table's last row when the order was given."""


ONE = Order(("call up",))


def plan(order: Order = ONE, **more: Any) -> StoredOrder:
    return replace(StoredOrder(1, 7, 1, 101, encode_order(order), GIVEN, 0.0, "stands"), **more)


def rows(*made: tuple[int, int, Any], line: str = "p1 pass") -> tuple[LogRow, ...]:
    """Return log rows by number, seat, and origin. The origin “plan” makes a plan of the seat itself."""
    return tuple(
        LogRow(seq, seat, "plan" if by == "plan" else line, "player" if by == "plan" else by, 0.0, b"[]")
        for seq, seat, by in made
    )


def past(monkeypatch: pytest.MonkeyPatch, *made: tuple[int, int, Any]) -> OrderContext:
    monkeypatch.setattr(OrderContext, "_is_premove", lambda _, row: row.action == "plan")
    found = rows(*made)
    return OrderContext(found, found, table(), 0.0)


@pytest.mark.parametrize(
    ("made", "own", "count"),
    [
        ([], (), 0),
        ([(11, 1, "order"), (12, 1, "order")], (), 2),
        ([(11, 1, "order"), (12, 1, "player"), (13, 1, "order")], (), 1),
        ([(11, 1, "order"), (12, 2, "player"), (13, 1, "order")], (), 1),
        ([(11, 1, "order"), (12, 2, "forced"), (13, 2, "ahead"), (14, 1, "order")], (), 2),
        ([(11, 1, "order"), (12, 2, "order"), (13, 1, "order")], (), 1),
        ([(11, 1, "ahead"), (12, 1, "order")], (11,), 2),
        ([(11, 1, "ahead"), (12, 1, "order")], (), 1),
        ([(11, 1, "clock"), (12, 1, "order")], (), 1),
    ],
)
def test_order_moves_are_counted_since_the_last_human_action(made: Any, own: tuple[int, ...], count: int) -> None:
    assert _count_moves_in_a_row(plan(), Order(("call up",), made=own), rows(*made)) == count


@pytest.mark.parametrize(
    ("made", "taken_back"),
    [
        ([], False),
        ([(11, 1, "undo")], True),
        ([(10, 1, "undo")], False),
        ([(11, 1, "undo"), (12, 1, "player")], False),
        ([(11, 1, "undo"), (12, 2, "player"), (13, 1, "ahead")], True),
        ([(11, 2, "undo")], False),
        ([(11, 1, "plan")], True),
        ([(11, 1, "player")], False),
    ],
)
def test_order_waits_while_its_owner_wants_to_choose(
    monkeypatch: pytest.MonkeyPatch, made: Any, taken_back: bool
) -> None:
    assert past(monkeypatch, *made)._has_undone_since(plan()) == taken_back


@pytest.mark.parametrize(
    ("made", "own", "why"),
    [
        ([(11, 1, "order")], (11,), ""),
        ([(12, 1, "player")], (11,), "a move that it made was undone"),
        ([(11, 1, "order"), (12, 1, "plan")], (11,), "you changed what it did"),
        ([(11, 1, "plan"), (12, 1, "order")], (12,), ""),
        ([(11, 1, "order"), (12, 2, "plan")], (11,), ""),
        ([(11, 1, "order"), (12, 1, "player")], (11,), ""),
        ([(seq, 1, "order") for seq in range(11, 400)], (11,), "moves in a row"),
    ],
)
def test_order_ends_after_undo_change_or_endless_moves(
    monkeypatch: pytest.MonkeyPatch, made: Any, own: tuple[int, ...], why: str
) -> None:
    found = past(monkeypatch, *made)._end_reason(plan(), Order(("call up",), "while", made=own))
    assert found.endswith(why) and bool(found) == bool(why)


@pytest.mark.parametrize(
    ("lasts", "ends", "own", "state", "fired", "done", "words"),
    [
        ("once", "", True, "stands", 1, 0, ["made “call up”."]),
        ("once", "it made its move", True, "ended", 1, 0, ["made “call up”."]),
        ("steps", "", True, "stands", 1, 1, ["made “call up”, step 1 of 2."]),
        ("once", "", False, "ended", 0, 0, ["“call up” was your only legal move."]),
        ("steps", "", False, "stands", 0, 1, []),
        ("steps", "it is done", False, "ended", 0, 1, ["has ended: it is done."]),
    ],
)
def test_order_counts_and_reports_its_moves_and_steps(
    lasts: Any, ends: str, own: bool, state: str, fired: int, done: int, words: list[str]
) -> None:
    before = plan(Order(("call up", "call down"), lasts))
    after = _after_move(before, OrderVerdict(Call(Seat(1), "up"), ends), 11, own=own)
    assert (after.state, after.fired, decode_order(after).done) == (state, fired, done)
    said = unread_lines(after)
    assert len(said) == len(words) and all(line.endswith(word) for line, word in zip(said, words, strict=True))


def test_order_messages_are_sent_once_and_kept_until_read() -> None:
    fresh = plan(word="one\ntwo")
    assert unread_lines(fresh) == unsent_lines(fresh) == ("one", "two")
    told = mark_sent(fresh, ["one", "two"])
    assert (unread_lines(told), unsent_lines(told)) == (("one", "two"), ())
    more = replace(told, word=f"{told.word}\nthree")
    assert unsent_lines(more) == ("three",) and unread_lines(drop_read_lines(more, ["one", "three"])) == ("two",)
    assert unread_lines(drop_read_lines(more, unread_lines(more))) == ()
