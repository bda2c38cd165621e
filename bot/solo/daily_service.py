"""Stores daily deals and attempts.

An attempt is a list of moves that is replayed at every press, so that a restart loses nothing.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable

from msgspec.structs import replace

from bot.markdown import md
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.solo.deal import (
    DailyPosition,
    closing_time,
    compute_par,
    date_of,
    is_open,
    newest_number,
    open_numbers,
    opening_time,
    par_game,
    play_move,
    replay_attempt,
    score_of,
)
from bot.solo.streaks import continue_streak, running_streak
from bot.users import UserPreferences, UserSettings
from engine import GAMES, Refused
from engine.games.solo import daily_deal
from engine.store import Store
from engine.store import dailies as sql
from engine.store.connection import Connection
from engine.store.dailies import DailyAttempt, DailyDeal
from engine.store.ids import DailyNumber, GuildId, UserId
from engine.threads import run_in_thread

_MAX_CACHED = 256
_MAX_LISTED = 25
"""Maximum number of past days in a list, and of cached par games."""
_MAX_SHARED = 10_000
"""Maximum number of shared results that are remembered, so that no result is shared twice."""

PositionKey = tuple[int, tuple[str, ...]]


class DailyService:
    """Daily deals and attempts. Mutable: it caches deals, positions, and par games."""

    def __init__(
        self, store: Store, user_settings: UserSettings, now: Callable[[], float], offered: OfferedGames = EVERY_GAME
    ) -> None:
        self._store, self._user_settings, self.now, self._offered = store, user_settings, now, offered
        self._positions: OrderedDict[PositionKey, DailyPosition] = OrderedDict()
        self._deals: dict[DailyNumber, DailyDeal] = {}
        self._deal_lock = asyncio.Lock()
        self._par_games: OrderedDict[DailyNumber, DailyPosition] = OrderedDict()
        self._shared: OrderedDict[tuple[DailyNumber, UserId], None] = OrderedDict()

    async def load_deal(self, number: DailyNumber) -> DailyDeal:
        """Return the deal of a day. It is created at the first call. Raises ``Refused`` if the day has no deal."""
        if number <= newest_number(self.now()) and await self.has_deal(number):
            return self._deals[number]
        if not is_open(number, self.now()):
            raise Refused(
                md("There’s no such daily. Play today’s with `/daily`, or choose one with `/daily show:past`.")
            )
        async with self._deal_lock:  # concurrent callers wait for the same computation
            if not await self.has_deal(number):
                deal = await run_in_thread(_new_deal, number, self._offered)
                self._deals[number] = await self._store.write(lambda db: self._save_deal(db, deal))
        return self._deals[number]

    def _save_deal(self, db: Connection, deal: DailyDeal) -> DailyDeal:
        sql.delete_anonymous_attempts(db, min(open_numbers(self.now()), default=deal.number))
        return sql.add_deal_once(db, deal)

    async def has_deal(self, number: DailyNumber) -> bool:
        """Whether the day's deal exists already; otherwise, ``load_deal`` takes a moment."""
        deal = self._deals.get(number) or await self._store.read(lambda db: sql.load_deal(db, number))
        if deal is not None:
            self._deals[number] = deal
        return deal is not None

    async def load_past_deals(self) -> tuple[DailyDeal, ...]:
        """Return the latest closed deals, newest first."""
        newest = newest_number(self.now())
        deals = await self._store.read(lambda db: sql.load_latest_deals(db, newest, _MAX_LISTED + 2))
        return tuple(deal for deal in deals if closing_time(deal.number) <= self.now())[:_MAX_LISTED]

    async def load_attempt(self, number: DailyNumber, user: UserId, *, ranked: bool) -> DailyAttempt | None:
        """Return the user's attempt at a deal; None if there is none."""
        return await self._store.read(lambda db: sql.load_attempt(db, number, user, ranked=ranked))

    async def begin_attempt(
        self, number: DailyNumber, user: UserId, guild: GuildId | None, *, ranked: bool
    ) -> DailyAttempt:
        """Return the user's attempt, and start one if there is none. Raises ``Refused`` if the deal is not open."""
        await self.load_deal(number)
        self._check_time(number, ranked=ranked)
        attempt = DailyAttempt(number, user, ranked, guild, (), self.now())
        return await self._store.write(lambda db: sql.begin_attempt(db, attempt))

    async def restart_attempt(self, number: DailyNumber, user: UserId) -> DailyAttempt:
        """Replace the user's attempt by a new, unranked attempt. Raises ``Refused`` while the deal is open."""
        self._check_time(number, ranked=False)
        await self._store.write(lambda db: sql.delete_unranked_attempt(db, number, user))
        return await self.begin_attempt(number, user, None, ranked=False)

    async def load_position(self, attempt: DailyAttempt) -> DailyPosition:
        """Return the position of an attempt. Raises ``Refused`` if the rules have changed."""
        key = (attempt.daily, attempt.lines)
        if key not in self._positions:
            deal = await self.load_deal(attempt.daily)
            self._cache_position(key, await run_in_thread(replay_attempt, deal, attempt.lines))
        return self._positions[key]

    async def load_par_game(self, number: DailyNumber) -> DailyPosition:
        """Return the end of the computer player's game whose score is closest to par. Slow the first time."""
        if number not in self._par_games:
            deal = await self.load_deal(number)
            async with self._deal_lock:  # concurrent callers wait for the same computation
                if number not in self._par_games:
                    self._par_games[number] = await run_in_thread(par_game, deal)
            while len(self._par_games) > _MAX_LISTED:
                self._par_games.popitem(last=False)
        return self._par_games[number]

    def is_shared(self, number: DailyNumber, user: UserId) -> bool:
        """Whether the user has shared their result since the bot started."""
        return (number, user) in self._shared

    def share(self, number: DailyNumber, user: UserId) -> None:
        """Store that the user has shared their result. Raises ``Refused`` the second time."""
        if self.is_shared(number, user):
            raise Refused(md("You’ve already shared this result."))
        self._shared[number, user] = None
        if len(self._shared) > _MAX_SHARED:
            self._shared.popitem(last=False)

    async def make_move(self, before: DailyAttempt, line: str) -> DailyAttempt:
        """Make a move in an attempt, and return the attempt. If another press has changed it since, change nothing.

        Raises ``Refused`` if the move is not allowed.
        """
        self._check_time(before.daily, ranked=before.ranked)
        now, deal = self.now(), await self.load_deal(before.daily)
        position = await run_in_thread(play_move, deal, await self.load_position(before), line)
        new_attempt = replace(before, lines=(*before.lines, line))
        self._cache_position((new_attempt.daily, new_attempt.lines), position)
        if position.question is None:
            new_attempt = replace(new_attempt, ended=now, score=score_of(deal, position))
        return await self._store.write(lambda db: self._write_attempt(db, before, new_attempt))

    async def load_finished_attempts(self, number: DailyNumber) -> tuple[DailyAttempt, ...]:
        """Return the finished ranked attempts at a deal, best first."""
        return await self._store.read(lambda db: sql.load_finished_attempts(db, number))

    async def load_best_attempts(self, number: DailyNumber, guild: GuildId, most: int) -> tuple[DailyAttempt, ...]:
        """Return the best finished attempts of a server, at most ``most``."""
        return await self._store.read(lambda db: sql.load_best_attempts(db, number, guild, most))

    async def count_finished_attempts(self, number: DailyNumber) -> int:
        """Return the number of finished ranked attempts."""
        return await self._store.read(lambda db: sql.count_finished_attempts(db, number))

    async def count_other_attempts(self, of: DailyAttempt) -> tuple[int, int]:
        """Return the number of other finished ranked attempts, and the number of those with a lower score."""
        return await self._store.read(lambda db: sql.count_other_attempts(db, of))

    async def load_attempts_of_user(self, user: UserId, since: DailyNumber) -> tuple[DailyAttempt, ...]:
        """Return the user's finished ranked attempts from day ``since`` on, latest first."""
        newest = newest_number(self.now())
        return await self._store.read(
            lambda db: sql.load_finished_attempts_of_user(db, user, since=since, until=newest)
        )

    async def load_streak(self, user: UserId) -> int:
        """Return the user's streak in days; 0 if an attempt today would start a new streak."""
        newest = newest_number(self.now())
        attempts = await self._store.read(lambda db: sql.load_finished_attempts_of_user(db, user, until=newest, most=1))
        return running_streak(next(iter(attempts), None), newest, self._holiday_check(user))

    def _write_attempt(self, db: Connection, before: DailyAttempt, after: DailyAttempt) -> DailyAttempt:
        """Store the attempt, and update the streaks of this day and of later days."""
        if sql.advance_attempt(db, before, after) and after.ended is not None and after.ranked:
            self._update_streaks(db, after.user, after.daily)
        stored_attempt = sql.load_attempt(db, after.daily, after.user, ranked=after.ranked)
        if stored_attempt is None:  # the user has deleted their data
            raise Refused(md("This attempt is gone. Use `/daily`."))
        return stored_attempt

    def _update_streaks(self, db: Connection, user: UserId, number: DailyNumber) -> None:
        earlier = sql.load_finished_attempts_of_user(db, user, until=number - 1, most=1)
        before = earlier[0] if earlier else None
        for attempt in reversed(
            sql.load_finished_attempts_of_user(db, user, since=number, until=newest_number(self.now()))
        ):
            before = continue_streak(before, attempt, self._holiday_check(user))
            sql.save_streak(db, before)

    def _holiday_check(self, user: UserId) -> Callable[[DailyNumber], bool]:
        preferences = self._user_settings.preferences_of(user)
        return lambda number: _is_on_holiday(preferences, number)

    def _check_time(self, number: DailyNumber, *, ranked: bool) -> None:
        """Raise ``Refused`` unless an attempt at the daily can be played now.

        Ranked attempts are possible while the deal is open, and unranked ones afterwards.
        """
        if is_open(number, self.now()) == ranked and 1 <= number <= newest_number(self.now()):
            return
        if ranked:
            raise Refused(md("Daily #{} has closed. Play it without ranking from `/daily show:past`.", number))
        raise Refused(md("Daily #{} isn’t closed yet. Play it with `/daily`.", number))

    def _cache_position(self, key: PositionKey, position: DailyPosition) -> None:
        self._positions[key] = position
        self._positions.move_to_end(key)
        while len(self._positions) > _MAX_CACHED:
            self._positions.popitem(last=False)


def _new_deal(number: DailyNumber, offered: OfferedGames = EVERY_GAME) -> DailyDeal:
    title, options = daily_deal(date_of(number).weekday(), offered.keys)
    deal = DailyDeal(number, title, GAMES[title].version, options, secrets.token_hex(32), 0)
    return replace(deal, par=compute_par(deal))


def _is_on_holiday(preferences: UserPreferences, number: DailyNumber) -> bool:
    """Whether the user was on holiday for at least a part of the day."""
    day_start, day_end = opening_time(number), opening_time(DailyNumber(number + 1))
    return any(since < day_end and day_start < until for since, until in (preferences.holiday, preferences.rested))
