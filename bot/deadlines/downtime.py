"""Time in which nobody could answer is given back to all clocks: the bot did not run, the machine slept, or its clock
was set. It knows no title and no Discord."""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

from bot.clocks.clock import begun
from bot.clocks.steady import JUMP_SECONDS, Steady
from bot.play.sessions import Tables
from bot.preferences import Person
from bot.tables.table import Note, SeatNote
from engine import GAMES
from engine.core import all_seats
from engine.store import downtime, notices, persons
from engine.store.db import Db
from engine.store.ids import TableId, UserId

_log = logging.getLogger(__name__)

_MOST_SEATS = max(game.seats[-1] for game in GAMES.values())
_SINCE = (Note.CHANNEL_GONE, Note.NUDGED, *map(SeatNote.OPEN.of, all_seats(_MOST_SEATS)))
"""The notes that are moments from which something is counted."""


class Downtime:
    """Mutable: it knows the clock that follows the wall once the time is given back."""

    def __init__(self, sessions: Tables, clock: Steady) -> None:
        self._sessions, self._clock = sessions, clock
        self._lock = asyncio.Lock()

    async def note_alive(self) -> None:
        """Notes that the bot runs."""
        self._clock.follow()
        now = self._clock()
        await self._sessions.store.write(lambda db: persons.stay_alive(db, now))

    async def since_last_run(self) -> float:
        """Gives back the time in which the bot did not run; the seconds, below 0 for a clock that was set back."""
        then, now = await self._sessions.store.read(persons.alive), self._clock()
        gap = now - then if then is not None else 0.0
        if abs(gap) <= JUMP_SECONDS:
            await self.note_alive()
            return 0.0
        tables = await self._sessions.store.write(partial(_given, gap=gap, now=now))
        _told(gap, len(tables))
        return gap

    async def since_jump(self) -> float:
        """Gives back by how much the wall clock has left this process since the last time; the seconds, mostly 0."""
        if not self._clock.jumped():
            return 0.0
        async with self._lock, self._sessions.still():
            gap = self._clock.jumped()
            if not gap:
                return 0.0  # somebody else was faster
            before = self._clock.follow()
            try:  # whoever reads a table from here on reads it after this
                tables = await self._sessions.store.write(partial(_given, gap=gap, now=self._clock()))
            except BaseException:
                self._clock.go_back(before)
                raise
        _told(gap, len(tables))
        return gap


def _given(db: Db, gap: float, now: float) -> tuple[TableId, ...]:
    """Give back the gap in one transaction, so only once; the tables whose clocks are others now."""
    if gap > 0:
        downtime.give_back(db, gap, now, _away(persons.everybody(db), gap, now), _SINCE)
    else:
        downtime.set_right(db, gap, now, (Note.DOWNTIME_AT, *_SINCE))
    persons.stay_alive(db, now)
    return notices.given_back(db, gap, now)


def _away(every: Mapping[UserId, Person], gap: float, now: float) -> Mapping[UserId, partial[float]]:
    """For each user on holiday in that time: turns the moment a clock began to run into the one it is to begin at."""
    before = now - gap
    away = [user for user, person in every.items() if _is_away(person, before, now)]
    return {user: partial(begun, every[user], before, now) for user in away}


def _is_away(person: Person, since: float, until: float) -> bool:
    """Whether some of the person's holiday lies in that time."""
    first, last = person.holiday
    return since < last and first < until


def _told(gap: float, tables: int) -> None:
    if gap > 0:
        _log.info("%d seconds were given back to the clocks of %d tables", gap, tables)
    else:
        _log.warning("the clock went back by %d seconds: what lay in the future by it is moved back too", -gap)
