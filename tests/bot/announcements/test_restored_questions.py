"""Bookkeeping after an earlier question is asked again."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.announcements.withdrawn_questions import forget_withdrawn_question
from bot.tables.table import SeatBookkeepingKey

ASKED = SeatBookkeepingKey.WITHDRAWN_MESSAGE.for_seat(2)


@pytest.mark.parametrize(
    ("kind", "place", "message", "noted"),
    [
        ("asked", "direct", 77, {ASKED: 0}),
        ("asked", "direct", 0, None),
        ("asked", "channel", 77, None),
        ("clock", "direct", 77, None),
    ],
)
async def test_only_the_previous_question_message_is_forgotten(
    kind: str, place: str, message: int, noted: dict[str, int] | None
) -> None:
    found: dict[int, dict[str, int]] = {}

    async def note(table: int, notes: dict[str, int]) -> None:
        found[table] = notes

    table = SimpleNamespace(id=7, notes={ASKED: message})
    notice = SimpleNamespace(kind=kind, place=place, seat=2)
    await forget_withdrawn_question(
        cast(Any, SimpleNamespace(save_bookkeeping=note)), cast(Any, table), cast(Any, notice)
    )
    assert found.get(7) == noted
