"""An idle lobby with a store and recorded messages, and when a table is checked again."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

from bot.play.service import TableService
from bot.scheduler import lobby_expiry as of_lobbies
from bot.scheduler.lobby_expiry import LobbyExpiry
from bot.scheduler.scheduler import Scheduler
from bot.tables.table import BookkeepingKey
from engine.store.table_settings import DAY
from tests.bot.announcements.notifications_of_store import Box, Boxes, error
from tests.bot.empty_stores import fresh
from tests.bot.seated_players import ADA, BEN, GAME, TITLE


class Idle:
    """A lobby, the time, and the recorded actions."""

    def __init__(self, sessions: TableService, boxes: Boxes) -> None:
        self.sessions, self.boxes = sessions, boxes
        self.kicked: list[int] = []
        self.lobbies = LobbyExpiry(cast(Any, None), sessions, self.kicked.append)
        self.now, self.id = 1_000_000.0, 0

    def texts(self) -> list[str]:
        return [self.boxes.texts[post] for _, _, post, *_ in self.boxes.named("post")]


@pytest_asyncio.fixture
async def idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Idle]:
    """Return Ada's lobby, opened at the time 1,000,000."""
    store, boxes = await fresh(tmp_path / "tables.db"), Boxes()
    monkeypatch.setattr(of_lobbies, "ChannelMessages", lambda _, channel, __: Box(boxes, channel))
    found = Idle(TableService(store, clock=lambda: found.now, new_seed=lambda: 7), boxes)
    found.id = (await found.sessions.open_lobby(5, 1, TITLE, ADA)).id
    yield found
    await store.close()


async def test_idle_lobby_notifies_host_after_six_days_and_closes_after_seven(idle: Idle) -> None:
    opened = idle.now
    assert await idle.lobbies.process_due_lobbies() == opened + 6 * DAY
    idle.now = opened + 6 * DAY - 1
    await idle.lobbies.process_due_lobbies()
    assert not idle.boxes.done
    idle.now += 1
    for _ in range(2):
        assert await idle.lobbies.process_due_lobbies() == opened + 7 * DAY
    ((_, channel, post, pinged, labels),) = idle.boxes.named("post")
    assert (channel, pinged, labels) == (5, [ADA.user], ["Start"]) and f"<@{ADA.user}>, nothing" in idle.texts()[0]
    assert (await idle.sessions.get(idle.id)).notes[BookkeepingKey.IDLE_REMINDER_POST] == post
    idle.now = opened + 7 * DAY - 1
    await idle.lobbies.process_due_lobbies()
    assert (await idle.sessions.get(idle.id)).status == "lobby" and not idle.kicked
    idle.now += 1
    assert await idle.lobbies.process_due_lobbies() == idle.now + 6 * DAY
    assert (await idle.sessions.get(idle.id)).status == "ended" and idle.kicked == [idle.id]


@pytest.mark.parametrize("arrived", [True, False])
async def test_failed_host_notification_is_retried_after_ten_minutes(
    idle: Idle, caplog: pytest.LogCaptureFixture, arrived: bool
) -> None:
    caplog.set_level(logging.CRITICAL)
    idle.now += 6 * DAY
    idle.boxes.fails = error(503)
    assert await idle.lobbies.process_due_lobbies() == idle.now + 600
    if arrived:
        idle.boxes.found = {f"l:{idle.id}:1:start": 88}
    await idle.lobbies.process_due_lobbies()
    assert [deed[0] for deed in idle.boxes.done] == (["find"] if arrived else ["find", "post"])
    assert bool((await idle.sessions.get(idle.id)).notes[BookkeepingKey.IDLE_REMINDER_POST])


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        ("", None),
        ("joins", f"**{GAME.name}**: This table stays open."),
        ("ends", f"**{GAME.name}**: This table was closed because nothing happened here."),
    ],
)
async def test_host_notification_shows_the_outcome(idle: Idle, happens: str, said: str | None) -> None:
    await idle.lobbies.update_warning(idle.id)
    idle.now += 6 * DAY
    await idle.lobbies.process_due_lobbies()
    idle.now += 60
    if happens == "joins":
        await idle.sessions.join_lobby(idle.id, BEN)
    if happens == "ends":
        await idle.sessions.end_game(idle.id, ADA.user or 0)
    for _ in range(2):
        await idle.lobbies.update_warning(idle.id)
    edits = idle.boxes.named("edit")
    assert [idle.boxes.texts[post] for _, _, post, _ in edits] == ([said] if said else [])


@pytest.mark.parametrize(("next_in", "slept"), [(5.0, 5.0), (9 * DAY, DAY), (-5.0, 1.0), (0.5, 1.0), (None, DAY)])
async def test_lobbies_are_checked_when_due_and_once_a_day(
    idle: Idle, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, next_in: float | None, slept: float
) -> None:
    caplog.set_level(logging.CRITICAL)

    class Enough(BaseException):
        """Ends the test after one pause."""

    async def tend() -> float:
        if next_in is None:
            raise OSError("no disk")
        return idle.now + next_in

    async def sleep(seconds: float) -> None:
        assert seconds == slept
        raise Enough

    monkeypatch.setattr(idle.lobbies, "process_due_lobbies", tend)
    monkeypatch.setattr("bot.scheduler.lobby_expiry.asyncio.sleep", sleep)
    with pytest.raises(Enough):
        await idle.lobbies._run_loop()


# -- when a table is looked at again


def alarms(monkeypatch: pytest.MonkeyPatch, idle: Idle, done: bool | None, at: float | None) -> Scheduler:
    """Set the result of a table's due work and the seconds until the next.

    ``done`` is None if the work fails.
    """
    found = Scheduler(cast(Any, None), idle.sessions, cast(Any, None), cast(Any, None), cast(Any, None))

    async def attend(_: int) -> bool:
        if done is None:
            raise OSError("no disk")
        return done

    async def following(_: int) -> float | None:
        return None if at is None else idle.now + at

    async def nothing() -> bool:
        return False

    for name, work in (("_handle_due", attend), ("_next_due_time", following), ("_credit_clock_jump", nothing)):
        monkeypatch.setattr(found, name, work)
    return found


@pytest.mark.parametrize(
    ("done", "at", "waits"),
    [
        (True, None, [None, None]),
        (True, 5.0, [5, 5]),
        (True, 0.0, [30, 60]),  # it is due, and yet was not done
        (True, -9.0, [30, 60]),
        (False, None, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]),
        (False, 45.0, [30, 45]),
        (False, 0.0, [30, 60]),
        (None, 5.0, [30, 60]),
    ],
)
async def test_table_is_checked_when_due_or_retried_with_backoff(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    idle: Idle,
    done: bool | None,
    at: float | None,
    waits: list[float | None],
) -> None:
    caplog.set_level(logging.CRITICAL)
    watch = alarms(monkeypatch, idle, done, at)
    found = [await watch._check_table(7) for _ in waits]
    assert [moment and moment - idle.now for moment in found] == waits


async def test_success_resets_the_backoff(monkeypatch: pytest.MonkeyPatch, idle: Idle) -> None:
    watch = alarms(monkeypatch, idle, False, None)
    assert await watch._check_table(7) == idle.now + 30
    again = alarms(monkeypatch, idle, True, None)
    again._backoff = watch._backoff
    assert await again._check_table(7) is None and watch._backoff.next_delay(7) == 30


async def test_tables_are_checked_in_due_order(monkeypatch: pytest.MonkeyPatch, idle: Idle) -> None:
    watch, touched = alarms(monkeypatch, idle, True, None), list[int]()
    monkeypatch.setattr(watch, "check_soon", touched.append)
    for table, at in ((1, 9.0), (2, 5.0), (3, 7.0), (4, 5.5)):
        watch._schedule(table, idle.now + at)
    watch._schedule(3, idle.now + 20)  # later after all
    watch._schedule(4, None)  # not at all
    assert watch._timer_time == idle.now + 5
    idle.now += 5
    watch._check_due_tables()
    assert touched == [2] and watch._timer_time == idle.now + 4
    idle.now += 4
    watch._check_due_tables()
    assert touched == [2, 1] and watch._timer_time == idle.now + 11 and set(watch._due_times) == {3}
    await watch_closed(watch)


async def watch_closed(watch: Scheduler) -> None:
    """Close the scheduler."""
    if watch._timer is not None:
        watch._timer.cancel()
