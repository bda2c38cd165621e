"""A person alone against computers can undo a move before they answer, or let them answer at once."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.announcements.outbox_worker import OutboxWorker
from bot.config import Settings
from bot.play.service import TableService
from bot.play.undo import undo
from bot.tables.table import Table
from engine.agents.policies import DEFAULT_POLICY
from engine.core import write_action
from tests.bot.seated_players import ADA, BEN, TITLE
from tests.bot.simulated_channel import World, world

MINUTE = 60.0


class Waits:
    """An announcer whose pauses end when released."""

    def __init__(self, sessions: TableService) -> None:
        self.sessions, self.let, self.pauses = sessions, asyncio.Event(), list[float]()
        told = SimpleNamespace(publish=self.tell, unconfirmed=set())
        self.announcer = OutboxWorker(sessions, cast(Any, told), Settings(pace=4.0))
        self.announcer.pause = self.pause

    async def tell(self, table_id: Any) -> None:
        await self.sessions.mark_published(table_id, (await self.sessions.get(table_id)).seq)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await self.let.wait()


async def is_soon(check: Callable[[], Awaitable[bool]]) -> bool:
    """Whether the condition becomes true within two seconds."""
    for _ in range(400):
        if await check():
            return True
        await asyncio.sleep(0.005)
    return False


async def begun(sessions: TableService, *others: Any) -> Table:
    """Start a game in which Ada is asked."""
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    for other in others:
        await sessions.join_lobby(table.id, other)
    for _ in range(2):
        await sessions.add_computer(table.id, DEFAULT_POLICY)
    await sessions.start_game(table.id, table.host)
    await sessions.play_automatic_moves(table.id)
    await sessions.mark_published(table.id, (await sessions.get(table.id)).seq)
    return await sessions.get(table.id)


async def moved(sessions: TableService, table: Table) -> Table:
    """Return the table after Ada's first offer, which reveals nothing."""
    decision = next(one for one in sessions.decisions(table) if sessions.seat_of(table, ADA.user) == one.seat)
    await sessions.play_move(table.id, ADA.user, write_action(next(iter(decision.offers))))
    return await sessions.get(table.id)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_computers_wait_while_a_move_can_be_undone(sessions: TableService) -> None:
    waits, table = Waits(sessions), await moved(sessions, await begun(sessions))
    waits.announcer.wake(table.id)

    async def has_paused() -> bool:
        return waits.pauses == [8.0]

    async def is_told() -> bool:
        return not await sessions.moves_to_publish(table.id)

    assert await is_soon(has_paused) and (await sessions.get(table.id)).seq == table.seq
    await undo(sessions, table.id, ADA.user)
    waits.announcer.wake(table.id)
    assert await is_soon(is_told) and waits.pauses == [8.0], "Ada is asked again, and nobody waits"
    assert (await sessions.get(table.id)).seq == table.seq + 1
    await waits.announcer.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_computers_answer_after_a_delay(sessions: TableService) -> None:
    waits, table = Waits(sessions), await moved(sessions, await begun(sessions))
    waits.let.set()
    waits.announcer.wake(table.id)

    async def is_asked() -> bool:
        now = await sessions.get(table.id)
        return now.seq > table.seq and any(now.players[one.seat - 1].user for one in sessions.decisions(now))

    assert await is_soon(is_asked)
    await waits.announcer.close()


async def test_computers_do_not_wait_at_tables_of_two_people(sessions: TableService) -> None:
    waits, table = Waits(sessions), await begun(sessions, BEN)
    assert not waits.announcer.has_undo_pause(table)


async def moved_by_buttons(running: World) -> Any:
    """Return the page after Ada's first move against two computers."""
    running.deal(7)
    await running.started("Ada", computers=2)
    ada = running.person("Ada")
    shown = (await ada.click(running.latest("Your move"), label="Your move")).response
    while "Confirm" not in running.labels(shown):
        shown = (await ada.click(shown, label=running.labels(shown)[0])).response
    return (await ada.click(shown, label="Confirm")).response


async def is_asked(running: World, page: Any) -> bool:
    """Whether the page is Ada's next question, with the computers' moves."""
    table = await running.table()
    seat = running.bot.services.tables.seat_of(table, running.person("Ada").id)
    asked = {decision.seat for decision in running.bot.services.tables.decisions(table)}
    has_news = all(f"- {player.name} " in page.content for player in table.players if player.policy)
    return seat in asked and has_news and page.ephemeral and "Hint" in running.labels(page)


def park(running: World) -> None:
    """Make every pause last a minute of simulated time."""
    running.bot.services.outbox.pause = lambda _: asyncio.sleep(MINUTE)


async def test_move_against_computers_has_undo_and_done_buttons(tmp_path: Path) -> None:
    async with world(tmp_path, pace=4.0) as running:
        park(running)
        shown = await moved_by_buttons(running)
        assert shown.content.splitlines()[-1] == "Computers move in 8 seconds, or when you press *Go on*."
        assert running.labels(shown) == ["Undo", "Go on"]
        shown = (await running.person("Ada").click(shown, label="Go on")).response
        assert await is_asked(running, shown)


async def test_the_next_question_follows_without_a_press(tmp_path: Path) -> None:
    async with world(tmp_path, pace=0.01) as running:
        assert await is_asked(running, await moved_by_buttons(running))


async def test_a_page_that_a_press_has_replaced_stays(tmp_path: Path) -> None:
    async with world(tmp_path, pace=4.0) as running:
        park(running)
        shown = await moved_by_buttons(running)
        undone = (await running.person("Ada").click(shown, label="Undo")).response
        await running.env.advance_time(2 * MINUTE)
        await running.told()
        here = running.channel.history(viewer=running.person("Ada"))
        now = next(message for message in here if message.id == undone.id)
        assert now.content == undone.content and "Redo" in running.labels(now)
