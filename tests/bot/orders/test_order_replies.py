"""Answers to a new standing order: its immediate result, and the active orders."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands import orders as plan
from bot.tables.table import LogEntry
from bot.ui import plans
from engine import Event, PhaseEnded, Seat
from tests.bot.orders.test_execution import plan as order
from tests.bot.ui.test_answer_buttons import place

ADA, NUMBER = 101, 1
MINE = order(id=NUMBER)
OTHER = order(id=NUMBER + 1)


class Told(Event, frozen=True):
    """An event."""

    what: str


def move(seat: int, what: str) -> LogEntry:
    return LogEntry(7, Seat(seat), "p1 pass", "player", 0.0, (Told(what), PhaseEnded("Draft")))


@pytest.mark.parametrize(
    ("moves", "lead", "kicked", "left"),
    [
        ((), "✓ Order saved.", False, ("mine", "other")),
        ((move(1, "drew"),), "✓ Order saved and carried out. drew", True, ("other",)),
        (
            (move(1, "drew"), move(2, "hid"), move(1, "built")),
            "✓ Order saved and carried out. drew built",
            True,
            ("other",),
        ),
        ((move(2, "hid"),), "✓ Order saved.", True, ("mine", "other")),
    ],
)
async def test_immediate_order_result_is_shown_once(
    monkeypatch: pytest.MonkeyPatch, moves: tuple[LogEntry, ...], lead: str, kicked: bool, left: tuple[str, ...]
) -> None:
    words = {"mine": "what mine did", "other": "what another did"}
    monkeypatch.setattr(plan, "unread_lines", lambda one: (words["mine" if one.id == NUMBER else "other"],))
    done: dict[str, Any] = {"kicked": False}
    here = replace(place(), seat=Seat(1), order_lines=tuple(words.values()))
    here = replace(
        here, table_view=SimpleNamespace(narration=lambda events: [one.what for one in events if type(one) is Told])
    )

    async def answer(name: str, found: Any, *about: Any) -> Any:
        done[name] = about
        return found

    orders = SimpleNamespace(
        give_order=lambda *about: answer("given", None, *about),
        load_orders_of=lambda *_: answer("of", (MINE, OTHER)),
        mark_read=lambda *about: answer("read", None, *about),
    )
    at = SimpleNamespace(
        tables=SimpleNamespace(
            orders=orders, play_forced_moves=lambda *_: answer("forced", SimpleNamespace(moves=moves))
        ),
        load_seat_context=lambda *_: answer("place", here),
        outbox=SimpleNamespace(wake=lambda _: done.update(kicked=True)),
    )

    async def no_examples(*_: Any) -> list[str]:
        return []

    async def show(_: Any, page: Any) -> None:
        done["page"] = page

    monkeypatch.setattr(plan, "services_of", lambda _: at)
    monkeypatch.setattr(plan, "note_commit", lambda *_: None)
    monkeypatch.setattr(plan, "_load_example_patterns", no_examples)
    monkeypatch.setattr(plan, "send_page", show)
    monkeypatch.setattr(plans, "order_list_page", lambda after, mine, lead, some: (after.order_lines, mine, lead))
    asker: Any = SimpleNamespace(user=SimpleNamespace(id=ADA))
    await plan._give_order(asker, here, NUMBER)
    assert done["page"] == (tuple(words[one] for one in left), (MINE, OTHER), lead)
    assert done["kicked"] == kicked and done["given"] == (here.table.id, ADA, NUMBER)
    assert done["read"] == (here.table.id, ADA, tuple(words.values())), "all were shown, so none is sent"
