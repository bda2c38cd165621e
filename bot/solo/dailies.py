"""The deals of the day and everyone's attempts, over the store. It knows no title and no Discord.

An attempt is a list of moves. Every press plays it again from the deal, so that a restart loses nothing.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable

from msgspec.structs import replace

from bot.markdown import md
from bot.offered import EVERY_GAME, OfferedGames
from bot.preferences import People, Person
from bot.solo.deal import (
    Point,
    closes,
    day_of,
    is_open,
    moved,
    newest_at,
    open_at,
    opens,
    par_game,
    par_of,
    played,
    score_of,
)
from bot.solo.streaks import continued, running
from engine import GAMES, Refused
from engine.games.solo import daily_deal
from engine.store import Store
from engine.store import dailies as sql
from engine.store.apart import in_thread
from engine.store.dailies import Attempt, Deal
from engine.store.db import Db
from engine.store.ids import DailyNumber, GuildId, UserId

_KEPT = 256
"""Games in progress that are kept in memory, so that most presses play one move only."""
_LISTED = 25
_REMEMBERED = 10_000
"""Shared results that are remembered, so that nobody shares one twice."""

Key = tuple[int, tuple[str, ...]]


class Dailies:
    """Mutable: remembers the latest games, which are worked out again when they are not there."""

    def __init__(
        self, store: Store, people: People, clock: Callable[[], float], offered: OfferedGames = EVERY_GAME
    ) -> None:
        self._store, self._people, self.now, self._offered = store, people, clock, offered
        self._points: OrderedDict[Key, Point] = OrderedDict()
        self._deals: dict[DailyNumber, Deal] = {}
        self._making = asyncio.Lock()
        self._par_games: OrderedDict[DailyNumber, Point] = OrderedDict()
        self._shared: OrderedDict[tuple[DailyNumber, UserId], None] = OrderedDict()

    async def deal(self, number: DailyNumber) -> Deal:
        """The deal of a day, made when somebody first looks at it while it is open. Raises ``Refused``."""
        if number <= newest_at(self.now()) and await self.is_known(number):
            return self._deals[number]
        if not is_open(number, self.now()):
            raise Refused(
                md("There’s no such daily. Play today’s with `/daily`, or choose one with `/daily show:past`.")
            )
        async with self._making:  # who looks at the same time waits for the one par
            if not await self.is_known(number):
                new = await in_thread(_new_deal, number, self._offered)
                self._deals[number] = await self._store.write(lambda db: self._kept(db, new))
        return self._deals[number]

    def _kept(self, db: Db, new: Deal) -> Deal:
        sql.lift_veils(db, min(open_at(self.now()), default=new.number))
        return sql.keep_deal(db, new)

    async def is_known(self, number: DailyNumber) -> bool:
        """Whether a day's deal was made, which takes a moment."""
        known = self._deals.get(number) or await self._store.read(lambda db: sql.deal(db, number))
        if known is not None:
            self._deals[number] = known
        return known is not None

    async def past(self) -> tuple[Deal, ...]:
        """The latest deals that have closed, the newest first."""
        newest = newest_at(self.now())
        found = await self._store.read(lambda db: sql.deals_up_to(db, newest, _LISTED + 2))
        return tuple(deal for deal in found if closes(deal.number) <= self.now())[:_LISTED]

    async def attempt(self, number: DailyNumber, user: UserId, *, ranked: bool) -> Attempt | None:
        """The user's attempt at a deal; None when there is none."""
        return await self._store.read(lambda db: sql.attempt(db, number, user, ranked=ranked))

    async def begin(self, number: DailyNumber, user: UserId, guild: GuildId | None, *, ranked: bool) -> Attempt:
        """The user's attempt, which begins now unless it has begun. Raises ``Refused`` when its time is not now."""
        await self.deal(number)
        self._check_time(number, ranked=ranked)
        new = Attempt(number, user, ranked, guild, (), self.now())
        return await self._store.write(lambda db: sql.begin(db, new))

    async def begin_again(self, number: DailyNumber, user: UserId) -> Attempt:
        """A new unranked attempt in place of the one before. Raises ``Refused`` while the deal is open."""
        self._check_time(number, ranked=False)
        await self._store.write(lambda db: sql.drop(db, number, user))
        return await self.begin(number, user, None, ranked=False)

    async def point(self, attempt: Attempt) -> Point:
        """The game of an attempt. Raises ``Refused`` when this release plays it differently."""
        key = (attempt.daily, attempt.lines)
        if key not in self._points:
            deal = await self.deal(attempt.daily)
            self._remember(key, await in_thread(played, deal, attempt.lines))
        return self._points[key]

    async def par_game(self, number: DailyNumber) -> Point:
        """The end of the game of the computer player that is nearest to par. It takes a moment the first time."""
        if number not in self._par_games:
            deal = await self.deal(number)
            async with self._making:  # who looks at the same time waits for the one game
                if number not in self._par_games:
                    self._par_games[number] = await in_thread(par_game, deal)
            while len(self._par_games) > _LISTED:
                self._par_games.popitem(last=False)
        return self._par_games[number]

    def is_shared(self, number: DailyNumber, user: UserId) -> bool:
        """Whether the user has shared their result since the bot started."""
        return (number, user) in self._shared

    def share(self, number: DailyNumber, user: UserId) -> None:
        """Notes that the user shares their result. Raises ``Refused`` the second time."""
        if self.is_shared(number, user):
            raise Refused(md("You’ve already shared this result."))
        self._shared[number, user] = None
        if len(self._shared) > _REMEMBERED:
            self._shared.popitem(last=False)

    async def move(self, before: Attempt, line: str) -> Attempt:
        """The attempt after a move; as it is now when it has gone on meanwhile. Raises ``Refused``."""
        self._check_time(before.daily, ranked=before.ranked)
        now, deal = self.now(), await self.deal(before.daily)
        point = await in_thread(moved, deal, await self.point(before), line)
        after = replace(before, lines=(*before.lines, line))
        self._remember((after.daily, after.lines), point)
        if point.question is None:
            after = replace(after, ended=now, score=score_of(deal, point))
        return await self._store.write(lambda db: self._written(db, before, after))

    async def finished(self, number: DailyNumber) -> tuple[Attempt, ...]:
        """The ranked attempts at a deal that are over, best first."""
        return await self._store.read(lambda db: sql.finished(db, number))

    async def best_of(self, number: DailyNumber, guild: GuildId, most: int) -> tuple[Attempt, ...]:
        """The best of them on a server."""
        return await self._store.read(lambda db: sql.best_of(db, number, guild, most))

    async def number_finished(self, number: DailyNumber) -> int:
        """The number of them."""
        return await self._store.read(lambda db: sql.number_finished(db, number))

    async def others(self, of: Attempt) -> tuple[int, int]:
        """The number of other people with a ranked attempt that is over, and of those with a lower score."""
        return await self._store.read(lambda db: sql.others(db, of))

    async def of_user(self, user: UserId, since: DailyNumber) -> tuple[Attempt, ...]:
        """The user's ranked attempts that are over, from that day on, the latest day first."""
        newest = newest_at(self.now())
        return await self._store.read(lambda db: sql.finished_of(db, user, since=since, until=newest))

    async def streak(self, user: UserId) -> int:
        """The days in a row that the user has played, as far as another one today would continue them."""
        newest = newest_at(self.now())
        done = await self._store.read(lambda db: sql.finished_of(db, user, until=newest, most=1))
        return running(next(iter(done), None), newest, self._away(user))

    def _written(self, db: Db, before: Attempt, after: Attempt) -> Attempt:
        """Writes the attempt, with its streak and that of the day after it, which may have been played before."""
        if sql.go_on(db, before, after) and after.ended is not None and after.ranked:
            self._count(db, after.user, after.daily)
        kept = sql.attempt(db, after.daily, after.user, ranked=after.ranked)
        if kept is None:  # its person has deleted their data
            raise Refused(md("This attempt is gone. Use `/daily`."))
        return kept

    def _count(self, db: Db, user: UserId, number: DailyNumber) -> None:
        earlier = sql.finished_of(db, user, until=number - 1, most=1)
        before = earlier[0] if earlier else None
        for done in reversed(sql.finished_of(db, user, since=number, until=newest_at(self.now()))):
            before = continued(before, done, self._away(user))
            sql.count_streak(db, before)

    def _away(self, user: UserId) -> Callable[[DailyNumber], bool]:
        person = self._people.of(user)
        return lambda number: _rested(person, number)

    def _check_time(self, number: DailyNumber, *, ranked: bool) -> None:
        """Raises ``Refused`` unless such an attempt can be played now."""
        if is_open(number, self.now()) == ranked and 1 <= number <= newest_at(self.now()):
            return
        if ranked:
            raise Refused(md("Daily #{} has closed. Play it without ranking from `/daily show:past`.", number))
        raise Refused(md("Daily #{} isn’t closed yet. Play it with `/daily`.", number))

    def _remember(self, key: Key, point: Point) -> None:
        self._points[key] = point
        self._points.move_to_end(key)
        while len(self._points) > _KEPT:
            self._points.popitem(last=False)


def _new_deal(number: DailyNumber, offered: OfferedGames = EVERY_GAME) -> Deal:
    """A deal with a secret that nobody can know before."""
    title, options = daily_deal(day_of(number).weekday(), offered.keys)
    new = Deal(number, title, GAMES[title].version, options, secrets.token_hex(32), 0)
    return replace(new, par=par_of(new))


def _rested(person: Person, number: DailyNumber) -> bool:
    """Whether the person was on holiday at some time of that day."""
    begins, ends = opens(number), opens(DailyNumber(number + 1))
    return any(since < ends and begins < until for since, until in (person.holiday, person.rested))
