"""Games long over go into the archive, one table after the other, so that nobody waits for it. It knows no title.

Each table is one transaction: a process that is killed leaves it as it was, or archived.
"""

import asyncio

from bot.errors import sentence, stop
from bot.play.sessions import Tables
from engine.store.archive import due
from engine.store.logs import archive_table
from engine.store.terms import DAY

_FIRST_SECONDS, _STEP_SECONDS, _AGAIN_SECONDS = 60.0, 0.25, 3_600.0
"""From a start to the first look, from one table to the next, and to the next look when there is nothing to do."""


class Archiving:
    """Mutable: it holds its task, and the table that it looked at last."""

    def __init__(self, sessions: Tables, days: int) -> None:
        self._sessions, self._days = sessions, days
        self._last = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, unless the operator wants none of it (0 days)."""
        if self._days:
            self._task = asyncio.create_task(self._run(), name="archiving")

    async def close(self) -> None:
        """Stops."""
        await stop(self._task)

    async def step(self) -> bool:
        """Archives the next table that is due; whether there was one. After the last one it begins anew."""
        store, before = self._sessions.store, self._sessions.now() - self._days * DAY
        found = await store.read(lambda db: due(db, before, self._last, store.part))
        self._last = found or 0
        if found is None:
            return False
        await store.write(lambda db: archive_table(db, found))
        return True

    async def _run(self) -> None:
        pause = _FIRST_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = _AGAIN_SECONDS
            try:
                if await self.step():
                    pause = _STEP_SECONDS
            except Exception as error:  # a table that is damaged, or a full disk: goes on with the next one, later
                sentence(error, "archiving games that are over")
