"""The table of a command, and the user's own lines."""

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from bot.services import Services, check_started
from bot.tables.table import LogEntry
from engine import Refused, Seat
from engine.store import FormerHolder
from tests.bot.ui.test_seat_text import table


@pytest.mark.parametrize(
    ("more", "started"),
    [
        ({}, True),
        ({"status": "finished"}, True),
        ({"status": "lobby"}, False),
        ({"state": None}, False),
        ({"state": None, "status": "ended"}, False),
    ],
)
def test_game_counts_as_started_after_the_lobby(more: Any, started: bool) -> None:
    with nullcontext() if started else pytest.raises(Refused):
        assert check_started(table(**more))


@pytest.mark.parametrize(("here", "over", "found"), [("playing", True, 7), ("lobby", True, 6), ("lobby", False, None)])
async def test_command_in_a_lobby_is_about_the_previous_game(here: Any, over: bool, found: int | None) -> None:
    now = table(status=here) if here == "playing" else table(status=here, state=None)

    async def table_here(_: Any) -> Any:
        return now

    async def last_over(_: int) -> Any:
        return table(id=6, status="finished") if over else None

    at: Any = SimpleNamespace(table_here=table_here, tables=SimpleNamespace(last_finished_in=last_over))
    interaction: Any = None
    if found is None:
        with pytest.raises(Refused):
            await Services.latest_table_here(at, interaction)
    else:
        assert (await Services.latest_table_here(at, interaction)).id == found


async def test_own_lines_start_when_the_seat_was_taken() -> None:
    made = [
        LogEntry(seq, Seat(seat), f"p{seat} bid {seq}", "player", 0.0, ()) for seq, seat in ((3, 2), (6, 2), (7, 1))
    ]

    async def standing(*_: Any) -> Any:
        return made

    at: Any = SimpleNamespace(tables=SimpleNamespace(active_moves_of=standing))
    here = table(holders=(FormerHolder(2, 5, "Dan", 4),))
    assert await Services.load_standing_lines(at, here, Seat(2)) == ("p2 bid 6",)
    assert await Services.load_standing_lines(at, table(), Seat(2)) == ("p2 bid 3", "p2 bid 6")
