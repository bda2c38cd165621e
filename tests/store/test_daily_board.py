"""The store sorts, limits and counts thousands of attempts for the pages of a daily puzzle."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.store import Store, dailies
from engine.store.connection import Connection
from engine.store.dailies import DailyAttempt, DailyDeal

DEAL = DailyDeal(3, "railroad-rivals", 1, {}, "secret", 90)
PEOPLE, GUILD = 1_000, 7


async def test_the_best_score_the_count_and_the_standing_cover_all_attempts(database: str) -> None:
    chance, done = Random(1), list[DailyAttempt]()

    def fill(db: Connection) -> None:
        dailies.add_deal_once(db, DEAL)
        for user in range(1, PEOPLE + 1):
            guild = chance.choice((GUILD, 8, None))
            begun = dailies.begin_attempt(db, DailyAttempt(3, user, user % 9 > 0, guild, (), 0.0))
            if user % 10:
                over = replace(begun, lines=("x",), ended=float(user), score=chance.randrange(40))
                assert dailies.advance_attempt(db, begun, over)
                done.extend([over] if over.ranked else [])

    store = await Store.open(database)
    try:
        await store.write(fill)
        done.sort(key=lambda one: (-(one.score or 0), one.ended, one.user))
        here = [one for one in done if one.guild == GUILD]
        assert await store.read(lambda db: dailies.load_best_attempts(db, 3, GUILD, 10)) == tuple(here[:10])
        assert await store.read(lambda db: dailies.count_finished_attempts(db, 3)) == len(done) > 700
        for one in (done[0], done[len(done) // 2], done[-1]):
            beaten = sum((other.score or 0) < (one.score or 0) for other in done)
            assert await store.read(lambda db, one=one: dailies.count_other_attempts(db, one)) == (
                len(done) - 1,
                beaten,
            )
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("score", "scores", "beaten"),
    [(40, (39, 40, 41), 1), (0, (-1, 0, 1), 1), (1, (0, 0), 2), (-1, (0,), 0), (5, (), 0)],
)
async def test_an_attempt_beats_those_with_fewer_points(
    database: str, score: int, scores: tuple[int, ...], beaten: int
) -> None:
    def fill(db: Connection) -> DailyAttempt:
        dailies.add_deal_once(db, DEAL)
        for user, points in enumerate((score, *scores), 1):
            begun = dailies.begin_attempt(db, DailyAttempt(3, user, True, GUILD, (), 0.0))
            dailies.advance_attempt(db, begun, replace(begun, lines=("x",), ended=1.0, score=points))
        mine = dailies.load_attempt(db, 3, 1, ranked=True)
        assert mine is not None
        return mine

    store = await Store.open(database)
    try:
        mine = await store.write(fill)
        assert await store.read(lambda db: dailies.count_other_attempts(db, mine)) == (len(scores), beaten)
    finally:
        await store.close()
