"""Stores the results of finished games, and computes ratings from them."""

from collections.abc import Mapping
from functools import partial

from bot.persons.stats import Contestant, Rating, compute_ratings, seat_results
from bot.play.service import TableService
from bot.tables.table import Table
from engine.store import results, seat_history
from engine.store.ids import GuildId, TableId, UserId
from engine.threads import run_in_thread, split_into_batches

_LOGS_AT_ONCE = 25
"""Number of logs that one query reads, in about 20 ms. Between two such queries, other queries can run."""
_CACHED_USERS = 10_000


class RatingService:
    """Results and ratings. Mutable: it caches each game's ratings, and the games that users have finished."""

    def __init__(self, tables: TableService) -> None:
        self._store = tables.store
        self._ratings: dict[str, tuple[int, Mapping[Contestant, Rating]]] = {}
        self._finished: dict[tuple[UserId, str], bool] = {}

    async def list_tables_without_results(self) -> tuple[TableId, ...]:
        """Return the finished tables whose results are not stored yet."""
        return await self._store.read(results.list_tables_without_results)

    async def has_results(self, table_id: TableId) -> bool:
        """Whether a table's results are stored."""
        return await self._store.read(lambda db: results.has_results(db, table_id))

    async def save_results(self, table: Table) -> None:
        """Store a finished table's results; repeated calls have no effect."""
        rows = seat_results(table, await self._store.read(lambda db: seat_history.load_departures(db, table.id)))
        await self._store.write(lambda db: results.add_results(db, rows))
        self._finished.clear()

    async def load_ratings(self, title: str) -> Mapping[Contestant, Rating]:
        """Return the ratings of all users and levels in a game."""
        count = await self._store.read(lambda db: results.count_results(db, title))
        counted_ratings = self._ratings.get(title)
        if counted_ratings is None or counted_ratings[0] != count:
            rows = await self._store.read(lambda db: results.load_title_results(db, title))
            counted_ratings = self._ratings[title] = (count, await run_in_thread(compute_ratings, rows))
        return counted_ratings[1]

    async def has_finished(self, user: UserId, title: str) -> bool:
        """Whether a user has a result in the game. If another process has just stored it, the result may be missing."""
        if len(self._finished) >= _CACHED_USERS:
            self._finished.clear()
        if (user, title) not in self._finished:
            self._finished[user, title] = await self._store.read(lambda db: results.has_title_result(db, user, title))
        return self._finished[user, title]

    async def load_results_of(self, user: UserId) -> tuple[results.SeatResult, ...]:
        """Return all results of a user, the oldest game first."""
        return await self._store.read(lambda db: results.load_user_results(db, user))

    async def load_play_record(self, user: UserId) -> results.PlayRecord:
        """Return how reliably the user has answered in time and finished games."""
        stints, in_time = await self._store.read(lambda db: results.load_stints(db, user)), 0
        for batch in split_into_batches(stints.timed, _LOGS_AT_ONCE):
            in_time += await self._store.read(partial(results.count_stint_answers, timed=batch))
        answer_seconds = await self._store.read(lambda db: results.load_answer_seconds(db, user))
        return results.PlayRecord(in_time, stints.run_out, stints.begun, stints.finished, answer_seconds)

    async def load_guild_players(self, guild: GuildId) -> frozenset[UserId]:
        """Return the users who have played at a table of a server."""
        return await self._store.read(lambda db: results.load_guild_players(db, guild))

    def forget_ratings(self) -> None:
        """Clear the caches after a user's results were deleted."""
        self._ratings.clear()
        self._finished.clear()
