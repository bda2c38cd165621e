"""The moves of an undone turn, until when it can be undone, and whom it concerns, with made-up log rows."""

from contextlib import nullcontext
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play import undo
from bot.play.undo import OthersMovedSince, _check_time_left, _last_own_index, _turn_start_index, _users_to_ask
from engine import Decision, Refused, Seat
from engine.store import LogRow
from engine.store.table_settings import TIME_CONTROLS, read_table_settings
from tests.bot.announcements.test_recipients import RUNS
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, COMPUTER, table

ONE = Seat(1)
INCREMENT = TIME_CONTROLS["daily"].increment
FORMER = 1_000
"""From this move on, log rows belong to the current holder of the seat."""


@pytest.fixture(autouse=True)
def _own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "is_own_move", lambda _, entry: entry.by == "player" and entry.seq >= FORMER)


def rows(*made: tuple[int, Any], first: int = FORMER) -> tuple[LogRow, ...]:
    """Return moves of these seats with these origins."""
    return tuple(LogRow(first + n, seat, "p1 pass", by, 0.0, b"[]") for n, (seat, by) in enumerate(made))


@pytest.mark.parametrize(
    ("made", "first"),
    [
        ([], None),
        ([(1, "player")], 0),
        ([(2, "player"), (1, "player"), (1, "player")], 1),
        ([(1, "player"), (2, "forced"), (1, "player")], 0),
        ([(1, "player"), (2, "ahead"), (1, "player"), (2, "ahead")], 0),
        ([(1, "player"), (2, "player")], None),
        ([(1, "player"), (1, "clock")], None),
        ([(1, "player"), (2, "computer"), (1, "player")], 2),
    ],
)
def test_turn_starts_after_the_last_choice_of_another_player(made: Any, first: int | None) -> None:
    assert _turn_start_index(table(), rows(*made), ONE) == first


@pytest.mark.parametrize(
    ("made", "index", "why"),
    [
        ([(1, "player")], 0, None),
        ([(2, "player"), (1, "player")], 1, None),
        ([], 0, Refused),
        ([(1, "player"), (2, "player")], 0, OthersMovedSince),
        ([(1, "clock")], 0, OthersMovedSince),
    ],
)
def test_only_own_last_move_is_undone(made: Any, index: int, why: Any) -> None:
    with pytest.raises(why) if why else nullcontext():
        assert _last_own_index(table(), rows(*made), ONE) == index


@pytest.mark.parametrize(
    ("clock", "changes", "may"),
    [
        ("none", {"bank": 0.0, "since": None}, True),
        ("daily", None, True),
        ("daily", {"bank": INCREMENT, "since": None}, False),
        ("daily", {"bank": INCREMENT + 1, "since": None}, True),
        ("daily", {"bank": INCREMENT, "point": 9}, False),
        ("daily", {"bank": INCREMENT, "point": 8}, True),
        ("daily", {"bank": INCREMENT + 1, "point": 9}, True),
    ],
)
def test_answer_after_timeout_cannot_be_undone(clock: str, changes: Any, may: bool) -> None:
    clocks = {} if changes is None else {1: replace(RUNS, **changes)}
    at = table(terms=read_table_settings({"clock": clock}), clocks=clocks)
    with nullcontext() if may else pytest.raises(Refused, match="Your time was up"):
        _check_time_left(at, ONE, 9)


@pytest.mark.parametrize(
    ("second", "gone", "asked", "users"),
    [
        (BEN, rows((1, "player"), (1, "player")), (2,), ()),
        (BEN, rows((1, "player"), (2, "forced")), (2,), ()),
        (BEN, rows((1, "player"), (2, "player")), (), (2,)),
        (BEN, rows((1, "player"), (2, "player")), (1, 3), (2, 3)),
        (BEN, rows((1, "player"), (2, "clock")), (), (2,)),
        (COMPUTER, rows((1, "player"), (2, "computer")), (), ()),
        (COMPUTER, rows((1, "player"), (2, "computer")), (1, 3), (3,)),
        (BEN, rows((1, "player"), first=5), (), (2, 3)),  # who held the seat before made it
        (BEN, rows((1, "player"), first=5), (3,), (3,)),
        (BEN, rows((1, "order"), first=5), (), (2, 3)),
    ],
)
def test_players_who_moved_since_or_are_to_move_must_agree(
    monkeypatch: pytest.MonkeyPatch, second: Any, gone: tuple[LogRow, ...], asked: tuple[int, ...], users: Any
) -> None:
    state: Any = [Decision(Seat(seat), "?", ()) for seat in asked]
    monkeypatch.setattr(undo, "decisions", lambda found: found)
    assert _users_to_ask(table(players=(ADA, second, CLEO)), state, gone, 1) == users
