"""Stores the ids of errors in the database for the daily summary, without values, names, or tracebacks."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from engine.store import DatabaseError, Store
from engine.store.summaries import save_errors

_MAX_PENDING = 200
"""Maximum number of errors that wait to be stored; further errors are only logged."""
_MAX_WORD_LENGTH = 100
"""Maximum characters of a stored message."""

_log = logging.getLogger(__name__)


class ErrorRecorder:
    """Records logged errors. Mutable: it has the errors that are not stored yet, and the task that stores them."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._pending = dict[tuple[str, bool], float]()
        self._task: asyncio.Task[None] | None = None
        self._handler = _ErrorHandler(asyncio.get_running_loop(), self._add)

    def start(self) -> None:
        """Start to record the errors that this process logs."""
        logging.getLogger().addHandler(self._handler)

    async def close(self) -> None:
        """Stop recording, and store the remaining errors."""
        logging.getLogger().removeHandler(self._handler)
        await asyncio.sleep(0)  # the loop adds the errors that were just logged
        if self._task is not None:
            await self._task

    def _add(self, word: str, has_id: bool) -> None:
        if len(self._pending) < _MAX_PENDING:
            self._pending[(word, has_id)] = self._now()
        if self._task is None:
            self._task = asyncio.create_task(self._store_pending(), name="errors")

    async def _store_pending(self) -> None:
        try:
            while self._pending:
                times, self._pending = self._pending, {}
                await self._store.write(partial(save_errors, times=times, now=self._now()))
        except (*DatabaseError, ValueError) as error:  # only a warning, because an error would be recorded again
            _log.warning("%d errors were not stored for the summary: %s", len(times), type(error).__name__)
        finally:
            self._task = None


class _ErrorHandler(logging.Handler):
    """Passes the id of each logged error to the event loop; without an id, the message without values."""

    def __init__(self, loop: asyncio.AbstractEventLoop, add: Callable[[str, bool], None]) -> None:
        super().__init__(logging.ERROR)
        self._loop, self._add = loop, add

    def emit(self, record: logging.LogRecord) -> None:
        error_id = getattr(record, "error_id", "")
        word = error_id or str(record.msg)[:_MAX_WORD_LENGTH]
        with suppress(RuntimeError):  # if the loop is closed
            self._loop.call_soon_threadsafe(self._add, word, bool(error_id))
