"""Daily deals and attempts with a store: windows, double presses, restarts, and streaks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.offered_games import OfferedGames
from bot.solo.daily_service import DailyService
from bot.solo.deal import closing_time, open_numbers, opening_time, replay_attempt, score_of
from bot.users import UserPreferences, UserSettings
from engine import Refused, write_action
from engine.store import Store
from engine.store import dailies as sql
from engine.store.dailies import DailyAttempt, DailyDeal
from tests.bot.simulated_channel import TITLE
from tests.bot.solo.thirty_days import lived

ADA, BEN = 1, 2


class Day:
    """The time, and the service, which may be restarted."""

    def __init__(self, store: Store) -> None:
        self.store, self.at = store, opening_time(3)
        self.restart()

    def restart(self) -> None:
        self.people = UserSettings(self.store)
        self.dailies = DailyService(self.store, self.people, lambda: self.at)

    async def play_moves(self, attempt: DailyAttempt, moves: int = 99) -> DailyAttempt:
        """Make up to ``moves`` moves, each the first offer."""
        for _ in range(moves):
            line = await self.line(attempt)
            if not line:
                break
            attempt = await self.dailies.make_move(attempt, line)
        return attempt

    async def line(self, attempt: DailyAttempt) -> str:
        """Return the line of the first offer, or an empty text at the end."""
        question = (await self.dailies.load_position(attempt)).question
        return write_action(next(iter(question.offers))) if question else ""

    async def play_whole_day(self, number: int, user: int) -> DailyAttempt:
        """Play a whole attempt of the user in the window of that day."""
        self.at = opening_time(number) + 9 * 3600
        return await self.play_moves(await self.dailies.begin_attempt(number, user, None, ranked=True))


@asynccontextmanager
async def day(tmp_path: Path) -> AsyncIterator[Day]:
    store = await Store.open(tmp_path / "daily.db")
    try:
        yield Day(store)
    finally:
        await store.close()


async def test_everyone_gets_the_same_deal_despite_simultaneous_first_views(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        one, other = await asyncio.gather(now.dailies.load_deal(3), now.dailies.load_deal(3))
        assert one == other
        now.restart()
        assert await now.dailies.load_deal(3) == one


async def test_attempt_replays_to_its_score(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        done = await now.play_whole_day(3, ADA)
        deal = await now.dailies.load_deal(3)
        point = replay_attempt(deal, done.lines)
        assert point.question is None and done.score == score_of(deal, point)
        assert await now.dailies.load_finished_attempts(3) == (done,)
        with pytest.raises(Refused):
            await now.dailies.make_move(done, done.lines[0])


async def test_double_press_makes_one_move(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        start = await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        assert await now.dailies.begin_attempt(3, ADA, 77, ranked=True) == start
        line = await now.line(start)
        one, other = await asyncio.gather(now.dailies.make_move(start, line), now.dailies.make_move(start, line))
        assert one == other and one.lines == (line,)
        late = await now.dailies.make_move(start, line)
        assert late == one, "an old press changes nothing"


async def test_one_of_two_different_presses_counts(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        start = await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        question = (await now.dailies.load_position(start)).question
        assert question is not None
        lines = [write_action(action) for action in list(question.offers)[:2]]
        found = await asyncio.gather(*(now.dailies.make_move(start, line) for line in lines))
        assert found[0] == found[1] and len(found[0].lines) == 1


async def test_daily_action_outside_the_offers_is_refused(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        start = await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        with pytest.raises(Refused):
            await now.dailies.make_move(start, "p1 pass")
        assert await now.dailies.load_attempt(3, ADA, ranked=True) == start


async def test_attempt_continues_after_restart(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        half = await now.play_moves(await now.dailies.begin_attempt(3, ADA, None, ranked=True), 10)
        now.restart()
        kept = await now.dailies.load_attempt(3, ADA, ranked=True)
        assert kept == half
        assert (await now.play_moves(half)).ended is not None


async def test_daily_opens_and_closes_at_exact_times(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        now.at = opening_time(3) - 0.001
        with pytest.raises(Refused):
            await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        now.at = opening_time(3)
        ada = await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        ben = await now.play_moves(await now.dailies.begin_attempt(3, BEN, None, ranked=True), 99)
        ada = await now.play_moves(ada, 20)
        now.at = closing_time(3) - 0.001
        ada = await now.play_moves(ada, 1)
        now.at = closing_time(3)
        line = await now.line(ada)
        with pytest.raises(Refused, match="closed"):
            await now.dailies.make_move(ada, line)
        with pytest.raises(Refused, match="closed"):
            await now.dailies.begin_attempt(3, 5, None, ranked=True)
        assert await now.dailies.load_finished_attempts(3) == (ben,), "what is unfinished is not ranked"


async def test_past_days_can_be_replayed_unranked(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        ranked = await now.play_whole_day(3, ADA)
        with pytest.raises(Refused, match="isn’t closed"):
            await now.dailies.begin_attempt(3, ADA, None, ranked=False)
        assert await now.dailies.load_past_deals() == ()
        now.at = closing_time(3)
        assert [deal.number for deal in await now.dailies.load_past_deals()] == [3]
        free = await now.play_moves(await now.dailies.begin_attempt(3, ADA, None, ranked=False))
        assert free.score == ranked.score and not free.streak
        again = await now.dailies.restart_attempt(3, ADA)
        assert again.lines == () and await now.dailies.load_finished_attempts(3) == (ranked,)


async def test_unseen_past_day_is_not_created_later(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        for number in (1, 4, 0, -5, 10**12 - 1):
            with pytest.raises(Refused):
                await now.dailies.load_deal(number)


@pytest.mark.parametrize("ranked", [True, False])
async def test_day_outside_the_calendar_is_refused_with_a_sentence(tmp_path: Path, ranked: bool) -> None:
    async with day(tmp_path) as now:
        with pytest.raises(Refused):
            await now.dailies.begin_attempt(10**12 - 1, ADA, None, ranked=ranked)


async def test_streak_counts_days_finished_out_of_order(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        await now.play_whole_day(3, ADA)
        now.at = opening_time(5) + 3600  # numbers 4 and 5 are open
        fourth = await now.play_moves(await now.dailies.begin_attempt(4, ADA, None, ranked=True), 5)
        fifth = await now.play_moves(await now.dailies.begin_attempt(5, ADA, None, ranked=True))
        assert (fifth.streak, fifth.missed) == (2, 4)
        fourth = await now.play_moves(fourth)
        later = await now.dailies.load_attempt(5, ADA, ranked=True)
        assert later is not None and (fourth.streak, later.streak, later.missed) == (2, 3, 0)
        assert await now.dailies.load_streak(ADA) == 3


async def test_holidays_keep_a_streak(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        await now.play_whole_day(3, ADA)
        await now.play_whole_day(3, BEN)
        await now.people.save(ADA, UserPreferences(holiday=(opening_time(4), opening_time(9))))
        ada, ben = await now.play_whole_day(9, ADA), await now.play_whole_day(9, BEN)
        assert (ada.streak, ben.streak) == (2, 1)


async def test_deleted_daily_data_is_gone(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        half = await now.play_moves(await now.dailies.begin_attempt(3, ADA, None, ranked=True), 4)
        ben = await now.play_whole_day(3, BEN)
        await now.store.write(lambda db: sql.forget_user(db, ADA))
        with pytest.raises(Refused, match="gone"):
            await now.play_moves(half, 1)
        assert await now.dailies.load_finished_attempts(3) == (ben,)


async def test_more_games_than_the_cache_holds_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with day(tmp_path) as now:
        monkeypatch.setattr("bot.solo.daily_service._MAX_CACHED", 1)
        ada = await now.play_moves(await now.dailies.begin_attempt(3, ADA, None, ranked=True), 6)
        await now.play_moves(await now.dailies.begin_attempt(3, BEN, None, ranked=True), 6)
        assert len(now.dailies._positions) == 1
        kept = replay_attempt(await now.dailies.load_deal(3), ada.lines)
        assert replace(await now.dailies.load_position(ada), news=()) == replace(kept, news=())


async def test_simulated_days_of_many_people_are_consistent(tmp_path: Path) -> None:
    counts, wrong = await lived(tmp_path / "days.db", days=4, people=12, seed=5)
    assert not wrong
    assert counts["finished"] > 20 and counts["second presses"] and counts["stops"] and counts["restarts"] == 24


async def test_data_deletion_does_not_free_todays_attempt(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        await now.play_moves(await now.dailies.begin_attempt(3, ADA, None, ranked=True), 4)
        await now.store.write(lambda db: sql.forget_user(db, ADA, open_numbers(now.at)))
        for _ in range(2):
            with pytest.raises(Refused, match="before you deleted your data"):
                await now.dailies.begin_attempt(3, ADA, None, ranked=True)
            await now.store.write(lambda db: sql.forget_user(db, ADA, open_numbers(now.at)))
        users = await now.store.read(lambda db: db.execute("SELECT user_id FROM attempt").fetchall())
        assert [user < 0 for (user,) in users] == [True], "nothing says who it was"
        assert await now.dailies.load_finished_attempts(3) == ()
        await now.dailies.begin_attempt(3, BEN, None, ranked=True)
        now.at = opening_time(5) + 20 * 3600
        await now.dailies.load_deal(5)
        users = await now.store.read(lambda db: db.execute("SELECT user_id FROM attempt").fetchall())
        assert users == [(BEN,)], "it goes once the daily has closed"


async def test_par_is_computed_once_for_simultaneous_views(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with day(tmp_path) as now:
        made: list[int] = []

        def new(number: int, offered: OfferedGames) -> DailyDeal:
            made.append(number)
            return DailyDeal(number, TITLE, 1, {}, "secret", 90)

        monkeypatch.setattr("bot.solo.daily_service._new_deal", new)
        await asyncio.gather(*(now.dailies.load_deal(3) for _ in range(5)))
        assert made == [3]


async def test_created_deal_is_kept_after_closing_and_restart(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        deal = await now.store.write(lambda db: sql.add_deal_once(db, DailyDeal(3, TITLE, 1, {}, "secret", 90)))
        now.at = closing_time(3)
        for _ in range(2):  # from the store, then from memory
            assert await now.dailies.load_deal(3) == deal


async def test_pseudonymous_user_number_is_stable(tmp_path: Path) -> None:
    async with day(tmp_path) as now:
        deal = await now.store.write(lambda db: sql.add_deal_once(db, DailyDeal(3, TITLE, 1, {}, "secret", 90)))
        await now.dailies.begin_attempt(3, ADA, None, ranked=True)
        await now.store.write(lambda db: sql.forget_user(db, ADA, [deal.number]))
        [(user,)] = await now.store.read(lambda db: db.execute("SELECT user_id FROM attempt").fetchall())
        assert user == -23791006529067037
