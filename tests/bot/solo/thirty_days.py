"""Simulate days of the daily deal with many people, and check the results: ``python -m tests.bot.solo.thirty_days``.

People live in all time zones, press twice, stop in the middle, and come at both edges of the window, and the bot is
restarted at any time. Prints what happened; the exit status is 1 if anything is wrong.
"""

import argparse
import asyncio
import heapq
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from bot.solo.daily_pages import AttemptStanding, scores_page, share_text, start_page
from bot.solo.daily_service import DailyService
from bot.solo.deal import closing_time, opening_time, replay_attempt, score_of, seed_of
from bot.users import UserSettings
from engine import Refused, write_action
from engine.store import Store
from engine.store.dailies import DailyAttempt, DailyDeal

HOUR = 3600.0
ZONES = range(-12, 15)
TWICE, STOPS, PLAYS, EDGE = 0.05, 0.15, 0.85, 0.04
"""Probabilities that a press is made twice, an attempt stops in the middle, a day is played, and a visit is at an
edge.
"""
RESTARTS_A_DAY = 6


class Life:
    """The store, the part of the bot that is restarted, the time, and all visits to come."""

    def __init__(self, store: Store, days: int, people: int, seed: int) -> None:
        self.store, self.days, self.chance = store, days, Random(seed)
        self.people = range(1, people + 1)
        self.now, self.counts = opening_time(1), Counter[str]()
        self.visits: list[tuple[float, int, int]] = []
        self.restart()

    def restart(self) -> None:
        self.dailies = DailyService(self.store, UserSettings(self.store), lambda: self.now)

    def plan(self) -> None:
        """Plan everybody's first visits: at an hour of their day, or at an edge of the window."""
        for number in range(1, self.days + 1):
            for user in self.people:
                if self.chance.random() < PLAYS:
                    heapq.heappush(self.visits, (self.moment(number, user), number, user))
            for _ in range(RESTARTS_A_DAY):
                heapq.heappush(self.visits, (opening_time(number) + self.chance.uniform(0, 24 * HOUR), number, 0))

    def moment(self, number: int, user: int) -> float:
        if self.chance.random() < EDGE:
            edges = (
                opening_time(number) - 0.001,
                opening_time(number),
                closing_time(number) - 0.001,
                closing_time(number),
            )
            return self.chance.choice(edges)
        zone = ZONES[user % len(ZONES)]
        local = self.chance.uniform(7, 23)
        at = opening_time(number) + (local - zone) * HOUR
        return at if at >= opening_time(number) else at + 24 * HOUR

    async def live(self) -> None:
        """Make all visits in the order of time."""
        self.plan()
        while self.visits:
            self.now, number, user = heapq.heappop(self.visits)
            if not user:
                self.restart()
                self.counts["restarts"] += 1
            else:
                await self.visit(number, user)

    async def visit(self, number: int, user: int) -> None:
        """Begin or continue an attempt, up to its end or to where the person stops."""
        try:
            await self.look(number)
            attempt = await self.dailies.begin_attempt(number, user, user % 3, ranked=True)
            await self.press_on(attempt)
        except Refused:
            inside = opening_time(number) <= self.now < closing_time(number)
            self.counts["refused outside the window" if not inside else "REFUSED INSIDE THE WINDOW"] += 1

    async def look(self, number: int) -> None:
        """Check that somebody who has not played can see nothing of the deal."""
        deal = await self.dailies.load_deal(number)
        if self.now >= closing_time(number) or self.chance.random() > 0.02:
            return
        done = await self.dailies.load_finished_attempts(number)
        seen = start_page(deal, self.now, 1).text + scores_page(deal, len(done), done, self.now).text
        self.counts["public pages read"] += 1
        self.counts["LEAKS"] += any(secret in seen for secret in (deal.secret, str(seed_of(deal))))

    async def press_on(self, attempt: DailyAttempt) -> None:
        stops = self.chance.random() < STOPS
        last = self.now
        while (question := (await self.dailies.load_position(attempt)).question) is not None:
            line = write_action(self.chance.choice(list(question.offers)))
            before = attempt
            attempt = await self.dailies.make_move(before, line)
            self.counts["moves"] += 1
            if self.chance.random() < TWICE:
                again = await self.dailies.make_move(before, line)
                self.counts["second presses"] += 1
                self.counts["SECOND MOVES"] += again != attempt
            if stops and self.chance.random() < 0.1:
                later = last + self.chance.uniform(0.1, 30) * HOUR
                heapq.heappush(self.visits, (later, attempt.daily, attempt.user))
                self.counts["stops"] += 1
                return

    async def wrong(self) -> list[str]:
        """Return everything that is wrong after all these days."""
        found = [f"{name}: {count}" for name, count in self.counts.items() if name.isupper() and count]
        self.now = closing_time(self.days) + 1
        deals = {number: await self.dailies.load_deal(number) for number in range(1, self.days + 1)}
        if len({seed_of(deal) for deal in deals.values()}) != self.days:
            found.append("two days have one deal")
        done = {number: await self.dailies.load_finished_attempts(number) for number in deals}
        for number, deal in deals.items():
            found += self.wrong_on(deal, done[number])
        by_user = {user: [one for number in deals for one in done[number] if one.user == user] for user in self.people}
        found += [f"streaks of {user}" for user, own in by_user.items() if _streaks(own) != [x.streak for x in own]]
        return found

    def wrong_on(self, deal: DailyDeal, done: tuple[DailyAttempt, ...]) -> Iterator[str]:
        self.counts["finished"] += len(done)
        if len({one.user for one in done}) != len(done):
            yield f"#{deal.number}: somebody has two attempts"
        scores = [one.score or 0 for one in done]
        if scores != sorted(scores, reverse=True):
            yield f"#{deal.number}: the board is not in order"
        for one in done:
            point = replay_attempt(deal, one.lines)
            if point.question is not None or score_of(deal, point) != one.score:
                yield f"#{deal.number}: the attempt of {one.user} does not replay to {one.score}"
            if not opening_time(deal.number) <= one.began <= (one.ended or 0) < closing_time(deal.number):
                yield f"#{deal.number}: the attempt of {one.user} was outside the window"
            said = share_text(deal, AttemptStanding(one, point.marks, len(done), 0))
            if any(word in said for line in one.lines for word in line.split()[2:] if len(word) > 3):
                yield f"#{deal.number}: the shared line of {one.user} tells of the deal"


def _streaks(own: list[DailyAttempt]) -> list[int]:
    """Return the streaks of one person's days, computed independently from the set of days played."""
    streaks: list[int] = []
    began, forgiven = 0, -7
    for at, one in enumerate(own):
        gap = one.daily - own[at - 1].daily - 1 if at else 0
        if gap > 1 or (gap == 1 and one.daily - 1 - forgiven < 7):
            began, forgiven = at, -7
        elif gap == 1:
            forgiven = one.daily - 1
        streaks.append(at - began + 1)
    return streaks


async def lived(path: Path, days: int, people: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Return counts of what happened in ``days`` days, and what was wrong."""
    store = await Store.open(path)
    try:
        life = Life(store, days, people, seed)
        await life.live()
        wrong = await life.wrong()
        return life.counts, wrong
    finally:
        await store.close()


def main() -> int:
    """Simulate the days and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts, wrong = asyncio.run(lived(Path(folder) / "days.db", given.days, given.people, given.seed))
    for name, count in sorted(counts.items()):
        print(f"{count:>8} {name}")
    print(f"{monotonic() - began:>8.0f} seconds")
    print("\n".join(wrong) or "Nothing was wrong.")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
