"""Finished games become results, results become ratings, over the store. It knows no title and no Discord."""

from collections.abc import Mapping
from functools import partial

from bot.persons.stats import Rated, Rating, ratings, results_of
from bot.play.sessions import Tables
from bot.tables.table import Table
from engine.store import departures, results
from engine.store.apart import batched, in_thread
from engine.store.ids import GuildId, TableId, UserId

_LOGS_AT_ONCE = 25
"""Logs that are read without a break: some 20 ms."""
_CACHED_USERS = 10_000


class Scores:
    """Mutable: caches each title's ratings until it has another result, and who has finished a game of which title."""

    def __init__(self, sessions: Tables) -> None:
        self._store = sessions.store
        self._known: dict[str, tuple[int, Mapping[Rated, Rating]]] = {}
        self._finished: dict[tuple[UserId, str], bool] = {}

    async def missed(self) -> tuple[TableId, ...]:
        """The finished tables whose results are not written yet."""
        return await self._store.read(results.unrecorded)

    async def is_recorded(self, table_id: TableId) -> bool:
        """Whether a table's results are written."""
        return await self._store.read(lambda db: results.is_recorded(db, table_id))

    async def record(self, table: Table) -> None:
        """Writes a finished table's results; once, however often it is asked."""
        rows = results_of(table, await self._store.read(lambda db: departures.of_table(db, table.id)))
        await self._store.write(lambda db: results.add(db, rows))
        self._finished.clear()

    async def ratings(self, title: str) -> Mapping[Rated, Rating]:
        """Every user's and level's rating at a title."""
        count = await self._store.read(lambda db: results.number(db, title))
        known = self._known.get(title)
        if known is None or known[0] != count:
            rows = await self._store.read(lambda db: results.of_title(db, title))
            known = self._known[title] = (count, await in_thread(ratings, rows))
        return known[1]

    async def has_finished(self, user: UserId, title: str) -> bool:
        """Whether a user has a result of the title. Another process's newest result may be missing for a while."""
        if len(self._finished) >= _CACHED_USERS:
            self._finished.clear()
        if (user, title) not in self._finished:
            self._finished[user, title] = await self._store.read(lambda db: results.has_result(db, user, title))
        return self._finished[user, title]

    async def of_user(self, user: UserId) -> tuple[results.Result, ...]:
        """Every result of a user, the oldest game first."""
        return await self._store.read(lambda db: results.of_user(db, user))

    async def record_of(self, user: UserId) -> results.Record:
        """The record of how the user keeps to games. Logs are read a few at a time, so that others come in between."""
        found, in_time = await self._store.read(lambda db: results.stints(db, user)), 0
        for some in batched(found.timed, _LOGS_AT_ONCE):
            in_time += await self._store.read(partial(results.answers_at, timed=some))
        waits = await self._store.read(lambda db: results.waits(db, user))
        return results.Record(in_time, found.run_out, found.begun, found.finished, waits)

    async def known_in(self, guild: GuildId) -> frozenset[UserId]:
        """The users who have played at a table of a server."""
        return await self._store.read(lambda db: results.known_in(db, guild))

    def forget(self) -> None:
        """Drops what is remembered: somebody's results are no longer theirs."""
        self._known.clear()
        self._finished.clear()
