"""Days over the store whose games take one move: windows, streaks, and lists at their edges."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio

from bot.preferences import Person
from bot.solo import dailies as of_dailies
from bot.solo.deal import closes, opens
from engine import Refused
from engine.games.solo import daily_deal
from engine.store import dailies as sql
from engine.store.dailies import Attempt, Deal
from tests.bot.fresh import fresh
from tests.bot.solo.test_dailies import ADA, BEN, Day

LINE = "p1 pass"


@pytest_asyncio.fixture
async def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Day]:
    """Every deal up to day 30 was made, and every attempt ends with its first move, with 50 points."""
    monkeypatch.setattr(of_dailies, "played", lambda *_: SimpleNamespace(question=None))
    monkeypatch.setattr(of_dailies, "moved", lambda *_: SimpleNamespace(question=None))
    monkeypatch.setattr(of_dailies, "score_of", lambda *_: 50)
    store = await fresh(tmp_path / "daily.db")
    for number in range(1, 31):
        title, options = daily_deal(number)
        await store.write(partial(sql.keep_deal, new=Deal(number, title, 1, options, "secret", 90)))
    yield Day(store)
    await store.close()


async def whole(day: Day, number: int, user: int = ADA, at: float | None = None) -> Attempt:
    """An attempt of the day, in the middle of its window, or ``at`` some time without ranking."""
    day.at = opens(number) + 3600 if at is None else at
    begun = await day.dailies.begin(number, user, None, ranked=at is None)
    return await day.dailies.move(begun, LINE)


@pytest.mark.parametrize(
    ("at", "first", "count"),
    [
        (closes(29) - 1, 28, 25),
        (closes(29), 29, 25),
        (opens(30), 28, 25),
        (closes(2), 2, 2),
        (closes(1) - 1, 0, 0),
    ],
)
async def test_the_latest_days_that_have_closed_are_listed(day: Day, at: float, first: int, count: int) -> None:
    day.at = at
    assert [deal.number for deal in await day.dailies.past()] == list(range(first, first - count, -1))


async def test_an_unranked_attempt_is_at_a_day_that_has_closed(day: Day) -> None:
    assert (await whole(day, 1, at=closes(1))).ended == closes(1)
    day.at = closes(3)
    for number in (0, 4, 5, 31):
        with pytest.raises(Refused):
            await day.dailies.begin_again(number, ADA)


async def test_a_streak_is_that_of_the_latest_day(day: Day) -> None:
    assert await day.dailies.streak(ADA) == 0
    for number in (3, 4, 5):
        assert (await whole(day, number)).streak == number - 2
    assert await day.dailies.streak(ADA) == 3 and await day.dailies.streak(BEN) == 0


async def test_who_has_played_today_misses_nothing_until_tomorrow(day: Day) -> None:
    await whole(day, 3)
    assert (await whole(day, 5)).missed == 4
    assert await day.dailies.streak(ADA) == 2
    day.at = opens(6)
    assert await day.dailies.streak(ADA) == 2
    day.at = opens(7)
    assert await day.dailies.streak(ADA) == 0


async def test_a_game_without_ranking_changes_no_streak(day: Day) -> None:
    await whole(day, 3)
    assert (await whole(day, 7)).streak == 1
    await day.people.keep(ADA, Person(holiday=(opens(4), opens(7))))
    await whole(day, 7, at=closes(7))
    latest = await day.dailies.attempt(7, ADA, ranked=True)
    assert latest is not None and latest.streak == 1


@pytest.mark.parametrize(
    ("starts", "ends", "rested"),
    [
        (opens(4), opens(5), True),
        (opens(4) + 3600, opens(4) + 7200, True),
        (opens(3), opens(4), False),
        (opens(3), opens(4) + 1, True),
        (opens(5), opens(6), False),
        (opens(5) - 1, opens(6), True),
    ],
)
async def test_a_day_of_which_any_part_was_holiday_is_not_missed(
    day: Day, starts: float, ends: float, rested: bool
) -> None:
    await day.people.keep(ADA, Person(holiday=(starts, ends)))
    await whole(day, 1)
    assert (await whole(day, 3)).missed == (2 if ends <= opens(3) or starts >= opens(3) else 0)
    later = await whole(day, 5)
    assert later.streak == (3 if rested else 1)


def test_a_new_deal_is_the_course_of_its_weekday_with_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_dailies, "par_of", lambda _: 77)
    one, other = of_dailies._new_deal(3), of_dailies._new_deal(3)
    assert len(one.secret) == 64 and one.secret != other.secret and one.par == 77
    assert (one.title, one.options) == daily_deal(of_dailies.day_of(3).weekday())
