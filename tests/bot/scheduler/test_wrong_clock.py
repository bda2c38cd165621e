"""A machine's clock that is wrong for a while: its effects are corrected."""

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.clocks.monotonic import SteadyClock
from bot.play import lobby_rules
from bot.play.service import TableService
from bot.scheduler.downtime import Downtime
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey
from engine.store import Store
from engine.store.table_settings import DAY, HOUR
from tests.bot.seated_players import ADA, BEN, TITLE, begun

START = 1_800_000_000.0
WRONG = {"behind": -400 * DAY, "ahead": 4 * 365 * DAY}


class Machine:
    """The clocks of a bot and its tables: a lobby opened two days ago, and a game paused since, whose channel was
    lost.
    """

    def __init__(self, store: Store) -> None:
        self.store, self.wall, self.life = store, START - 2 * DAY, 5.0
        self.boot()

    def boot(self) -> None:
        clock = SteadyClock(lambda: self.wall, lambda: self.life)
        self.sessions = TableService(self.store, clock=clock, new_seed=lambda: 7)
        self.downtime = Downtime(self.sessions, clock)

    async def begin(self) -> None:
        self.lobby = (await self.sessions.open_lobby(1, None, TITLE, ADA)).id
        self.game = (await begun(self.sessions, ADA, BEN, channel=2)).id
        async with self.sessions.lock_table(self.game) as held:
            await held.save(replace(held.table, paused=self.wall))
        moments = (BookkeepingKey.CHANNEL_DELETED_AT, SeatBookkeepingKey.OPEN_SINCE.for_seat(1))
        await self.sessions.save_bookkeeping(self.game, {name: int(self.wall) for name in moments})
        await self.sessions.save_bookkeeping(self.lobby, {BookkeepingKey.IDLE_REMINDER_AT: int(self.wall)})
        self.pass_by(2 * DAY)
        await self.downtime.save_alive()

    def pass_by(self, seconds: float) -> None:
        self.wall, self.life = self.wall + seconds, self.life + seconds

    async def ages(self) -> list[float]:
        """Return the seconds since each remembered start time."""
        lobby, game = await self.sessions.get(self.lobby), await self.sessions.get(self.game)
        assert game.paused is not None
        noted = [
            game.notes[BookkeepingKey.CHANNEL_DELETED_AT],
            game.notes[SeatBookkeepingKey.OPEN_SINCE.for_seat(1)],
            lobby.notes[BookkeepingKey.IDLE_REMINDER_AT],
        ]
        return [self.sessions.now() - at for at in (lobby.since, game.since, game.paused, *noted)]


@pytest_asyncio.fixture
async def machine(store: Store) -> Machine:
    made = Machine(store)
    await made.begin()
    return made


@pytest.mark.parametrize("wrong", WRONG)
async def test_clock_wrong_at_start_ages_nothing(machine: Machine, wrong: str) -> None:
    machine.wall += HOUR + WRONG[wrong]
    machine.boot()
    await machine.downtime.credit_last_stop()
    machine.pass_by(30)
    machine.wall -= WRONG[wrong]
    await machine.downtime.credit_clock_jump()
    assert await machine.ages() == pytest.approx([2 * DAY] * 6, abs=60)


@pytest.mark.parametrize("wrong", WRONG)
async def test_clock_jump_in_a_running_bot_ages_nothing(machine: Machine, wrong: str) -> None:
    for leap in (WRONG[wrong], -WRONG[wrong]):
        machine.wall += leap
        await machine.downtime.credit_clock_jump()
        assert await machine.ages() == pytest.approx([2 * DAY] * 6, abs=5)
        machine.pass_by(1)


async def test_downtime_does_not_age_lobbies_or_lost_channels(machine: Machine) -> None:
    machine.wall += 9 * DAY
    machine.boot()
    await machine.downtime.credit_last_stop()
    assert await machine.ages() == pytest.approx([2 * DAY] * 6, abs=2)
    assert all(
        at > machine.sessions.now() for _, at in lobby_rules.lobby_deadlines(await machine.sessions.get(machine.lobby))
    )


async def test_log_about_set_back_clock_does_not_judge_which_time_is_right(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    machine.wall -= DAY
    await machine.downtime.credit_clock_jump()
    assert "The system clock went back by 86400 seconds" in caplog.text and "ahead" not in caplog.text


async def test_move_before_downtime_does_not_hide_the_credit(machine: Machine) -> None:
    machine.wall += DAY
    machine.boot()
    await machine.store.write(lambda db: db.execute("UPDATE session SET since = ?", (START + 30.0,)))
    await machine.downtime.credit_last_stop()
    assert (await machine.sessions.get(machine.game)).since <= int(machine.sessions.now())
