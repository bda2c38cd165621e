"""Daily deals of games with one move: windows, streaks, and lists at their boundaries."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio

from bot.solo import daily_service as of_dailies
from bot.solo.deal import closing_time, opening_time
from bot.users import UserPreferences
from engine import Refused
from engine.games.solo import daily_deal
from engine.store import dailies as sql
from engine.store.dailies import DailyAttempt, DailyDeal
from tests.bot.empty_stores import fresh
from tests.bot.solo.test_daily_service import ADA, BEN, Day

LINE = "p1 pass"


@pytest_asyncio.fixture
async def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Day]:
    """Return a service with a deal for each of 30 days. Every attempt ends with its first move, with 50 points."""
    monkeypatch.setattr(of_dailies, "replay_attempt", lambda *_: SimpleNamespace(question=None))
    monkeypatch.setattr(of_dailies, "play_move", lambda *_: SimpleNamespace(question=None))
    monkeypatch.setattr(of_dailies, "score_of", lambda *_: 50)
    store = await fresh(tmp_path / "daily.db")
    for number in range(1, 31):
        title, options = daily_deal(number)
        await store.write(partial(sql.add_deal_once, new_deal=DailyDeal(number, title, 1, options, "secret", 90)))
    yield Day(store)
    await store.close()


async def whole(day: Day, number: int, user: int = ADA, at: float | None = None) -> DailyAttempt:
    """Finish an attempt of the day, an hour after its opening, or unranked at the time ``at``."""
    day.at = opening_time(number) + 3600 if at is None else at
    begun = await day.dailies.begin_attempt(number, user, None, ranked=at is None)
    return await day.dailies.make_move(begun, LINE)


@pytest.mark.parametrize(
    ("at", "first", "count"),
    [
        (closing_time(29) - 1, 28, 25),
        (closing_time(29), 29, 25),
        (opening_time(30), 28, 25),
        (closing_time(2), 2, 2),
        (closing_time(1) - 1, 0, 0),
    ],
)
async def test_latest_closed_days_are_listed(day: Day, at: float, first: int, count: int) -> None:
    day.at = at
    assert [deal.number for deal in await day.dailies.load_past_deals()] == list(range(first, first - count, -1))


async def test_unranked_attempt_is_for_a_closed_day(day: Day) -> None:
    assert (await whole(day, 1, at=closing_time(1))).ended == closing_time(1)
    day.at = closing_time(3)
    for number in (0, 4, 5, 31):
        with pytest.raises(Refused):
            await day.dailies.restart_attempt(number, ADA)


async def test_streak_is_that_of_the_latest_day(day: Day) -> None:
    assert await day.dailies.load_streak(ADA) == 0
    for number in (3, 4, 5):
        assert (await whole(day, number)).streak == number - 2
    assert await day.dailies.load_streak(ADA) == 3 and await day.dailies.load_streak(BEN) == 0


async def test_daily_played_today_is_not_missed_until_tomorrow(day: Day) -> None:
    await whole(day, 3)
    assert (await whole(day, 5)).missed == 4
    assert await day.dailies.load_streak(ADA) == 2
    day.at = opening_time(6)
    assert await day.dailies.load_streak(ADA) == 2
    day.at = opening_time(7)
    assert await day.dailies.load_streak(ADA) == 0


async def test_unranked_game_does_not_change_the_streak(day: Day) -> None:
    await whole(day, 3)
    assert (await whole(day, 7)).streak == 1
    await day.people.save(ADA, UserPreferences(holiday=(opening_time(4), opening_time(7))))
    await whole(day, 7, at=closing_time(7))
    latest = await day.dailies.load_attempt(7, ADA, ranked=True)
    assert latest is not None and latest.streak == 1


@pytest.mark.parametrize(
    ("starts", "ends", "rested"),
    [
        (opening_time(4), opening_time(5), True),
        (opening_time(4) + 3600, opening_time(4) + 7200, True),
        (opening_time(3), opening_time(4), False),
        (opening_time(3), opening_time(4) + 1, True),
        (opening_time(5), opening_time(6), False),
        (opening_time(5) - 1, opening_time(6), True),
    ],
)
async def test_day_with_partial_holiday_is_not_missed(day: Day, starts: float, ends: float, rested: bool) -> None:
    await day.people.save(ADA, UserPreferences(holiday=(starts, ends)))
    await whole(day, 1)
    assert (await whole(day, 3)).missed == (2 if ends <= opening_time(3) or starts >= opening_time(3) else 0)
    later = await whole(day, 5)
    assert later.streak == (3 if rested else 1)


def test_new_deal_uses_the_course_of_its_weekday_and_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_dailies, "compute_par", lambda _: 77)
    one, other = of_dailies._new_deal(3), of_dailies._new_deal(3)
    assert len(one.secret) == 64 and one.secret != other.secret and one.par == 77
    assert (one.title, one.options) == daily_deal(of_dailies.date_of(3).weekday())
