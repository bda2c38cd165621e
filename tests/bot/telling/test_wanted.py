"""Who is told that they are next, and whose question came by their own doing, over a table as a value."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.preferences import Person
from bot.tables.table import Player
from bot.telling import wanted as of_wanted
from bot.telling.wanted import _next, _own_doing
from engine import Decision, Seat
from engine.store import Entry
from tests.bot.telling.test_asking_rows import RUNS, table
from tests.bot.ui.test_seats import STATE

TWO = Seat(2)
THREE = (Player("Ada", 1), Player("Ben", 2), Player("Cleo", 3))


@pytest.mark.parametrize(
    ("asked", "next_", "people", "there", "told"),
    [
        ((1,), 2, {}, [], [(2, "next", "channel", 2)]),
        ((1,), 2, {2: {"notices": "both"}}, [], [(2, "next", "direct", 2)]),
        ((1,), 2, {2: {"following": False}}, [], []),
        ((1,), 2, {2: {"notices": "none"}}, [], []),
        ((1,), None, {}, [], []),
        ((1,), 1, {}, [], []),
        ((1, 3), 2, {}, [], []),
        ((2,), 1, {}, [], []),  # whose clock stands
        ((1,), 2, {}, [(3, 5, "next")], []),
        ((1,), 2, {}, [(3, 4, "next"), (3, 5, "asked")], [(2, "next", "channel", 2)]),
    ],
)
async def test_who_is_next_is_told_once_if_they_want_to_know(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[int, ...], next_: int | None, people: Any, there: Any, told: Any
) -> None:
    at = table(players=THREE, state=STATE, clocks={1: RUNS, 2: replace(RUNS, since=None), 3: RUNS})
    questions = [Decision(Seat(seat), "?", ()) for seat in asked]
    of = {user: Person(**{"following": True, **people.get(user, {})}) for user in (1, 2, 3)}
    sessions: Any = SimpleNamespace(people=SimpleNamespace(of=of.get), decisions=lambda _: questions, now=lambda: 9.0)
    monkeypatch.setattr(of_wanted, "next_in_turn", lambda *_: next_ and Seat(next_))
    found = await _next(sessions, at, there)
    assert [(one.seat, one.kind, one.place, one.user) for one in found] == told
    assert all(one.point == 5 for one in found)


def entry(seq: int, seat: int, by: Any, interaction: int | None = None) -> Entry:
    return Entry(seq, seat, "p1 pass", by, 0.0, b"[]", interaction)


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
async def test_a_question_that_came_by_ones_own_doing_is_no_news(log: list[Entry], own: bool) -> None:
    async def read(_: int, *, after: int, up_to: int) -> list[Entry]:
        assert up_to == 5 and after < 5
        return log

    sessions: Any = SimpleNamespace(store=SimpleNamespace(log=read))
    assert await _own_doing(sessions, table(), TWO, 5) == own
