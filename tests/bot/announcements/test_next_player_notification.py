"""Notifications of the next player: none if the player's own action led to the question."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.announcements.notification_rules import _is_asked_by_own_move
from bot.tables.table import Player
from engine import Seat
from engine.store import LogRow
from tests.bot.announcements.test_recipients import table

TWO = Seat(2)
THREE = (Player("Ada", 1), Player("Ben", 2), Player("Cleo", 3))


def entry(seq: int, seat: int, by: Any, interaction: int | None = None) -> LogRow:
    return LogRow(seq, seat, "p1 pass", by, 0.0, b"[]", interaction)


@pytest.mark.parametrize(
    ("log", "own"),
    [
        ([entry(4, 2, "player"), entry(5, 1, "player")], False),
        ([entry(4, 1, "player"), entry(5, 2, "player")], True),
        ([entry(5, 2, "forced")], False),
        ([entry(4, 2, "undo", 77), entry(5, 2, "undo")], True),
        ([entry(4, 2, "undo"), entry(5, 2, "undo")], False),  # by a vote
        ([entry(4, 1, "undo", 77), entry(5, 2, "undo")], False),
        ([entry(3, 2, "undo", 77), entry(4, 1, "player"), entry(5, 2, "undo")], False),
        ([], False),
    ],
)
async def test_own_action_that_causes_a_question_is_not_notified(log: list[LogRow], own: bool) -> None:
    async def read(_: int, *, after: int, up_to: int) -> list[LogRow]:
        assert up_to == 5 and after < 5
        return log

    sessions: Any = SimpleNamespace(store=SimpleNamespace(load_log=read))
    assert await _is_asked_by_own_move(sessions, table(), TWO, 5) == own
