"""Background work by key, such as by table. Each key has its own asyncio task while it has work.

Independent of Discord and of any particular game.
"""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator, Set
from contextlib import contextmanager
from typing import Generic, Literal, TypeVar

from bot.errors import cancel_all, report_exception

K = TypeVar("K", bound=Hashable)

NextRun = float | Literal["retry"] | None
"""Time of a key's next run: seconds from now, ``"retry"`` for a growing delay, or None for when the key is woken."""

_FIRST_RETRY_SECONDS, _MAX_RETRY_SECONDS = 30.0, 3_600.0
"""Seconds of delay after the first failure of a key, and the maximum delay."""


class Backoff(Generic[K]):
    """Delays between attempts, in seconds. A key's delay doubles with each failure, up to an hour. Mutable."""

    def __init__(self, first_seconds: float = _FIRST_RETRY_SECONDS) -> None:
        self._first_seconds = first_seconds
        self._delays: dict[K, float] = {}

    def next_delay(self, key: K) -> float:
        """Count one more failure, and return the delay before the next attempt."""
        last = self._delays.get(key)
        self._delays[key] = self._first_seconds if last is None else min(2 * last, _MAX_RETRY_SECONDS)
        return self._delays[key]

    def reset(self, key: K) -> None:
        """Forget the failures of a key, after a success."""
        self._delays.pop(key, None)


class KeyedTasks(Generic[K]):
    """Calls ``work`` for each key that is woken. Mutable: contains the running and waiting tasks.

    - A key has at most one task. If the key is woken while its work runs, the work runs again afterwards.
    - ``work`` returns the time of the key's next run (``NextRun``). Waking the key ends the wait.
    - An error in ``work`` is logged, and has the same effect as ``"retry"``.
    - At most ``max_tasks`` tasks exist at the same time. Other keys are queued in the order in which they are woken.

    ``sleep`` is replaced where time is simulated.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[K], Awaitable[NextRun]],
        *,
        first_retry_seconds: float = _FIRST_RETRY_SECONDS,
        max_tasks: float = math.inf,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._name, self._work, self._max_tasks, self._sleep = name, work, max_tasks, sleep
        self._backoff = Backoff[K](first_retry_seconds)
        self._woken, self._waiting = set[K](), set[K]()
        self._queue: OrderedDict[K, None] = OrderedDict()
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._is_closed = False

    @property
    def keys(self) -> Set[K]:
        """The keys with a task, whether it is running or waiting."""
        return self._tasks.keys()

    @property
    def working_keys(self) -> Set[K]:
        """The keys whose work is running or queued."""
        return (self._tasks.keys() | self._queue.keys()) - self._waiting

    def is_waiting(self, key: K) -> bool:
        """Whether the key's task waits for its next run."""
        return key in self._waiting

    def wake(self, key: K) -> None:
        """Run the work of a key in the background. Running work is repeated afterwards. Ignored after ``close``."""
        if self._is_closed:
            return
        self._woken.add(key)
        if key in self._waiting:
            self._waiting.discard(key)
            self._tasks.pop(key).cancel()
        if key not in self._tasks:
            self._queue[key] = None
            self._start_queued()

    @contextmanager
    def interruptible(self, key: K) -> Iterator[None]:
        """Make the key's work interruptible in the block. Waking the key then cancels the work and starts it again."""
        self._waiting.add(key)
        try:
            yield
        finally:
            if self._tasks.get(key) is asyncio.current_task():  # otherwise the key was woken, and has another task
                self._waiting.discard(key)

    async def wait(self, key: K) -> None:
        """Wait until the key has no task."""
        if (task := self._tasks.get(key)) is not None:
            await asyncio.wait({task})

    async def cancel(self, key: K) -> None:
        """Cancel the task of a key, and drop the wakes that it has not handled."""
        self._woken.discard(key)
        self._waiting.discard(key)
        self._queue.pop(key, None)
        self._backoff.reset(key)
        await cancel_all(self._tasks.pop(key, None))
        self._start_queued()

    async def close(self) -> None:
        """Cancel all tasks, and ignore all further calls of ``wake``."""
        self._is_closed = True
        self._queue.clear()
        await cancel_all(*self._tasks.values())

    def _start_queued(self) -> None:
        while self._queue and len(self._tasks) < self._max_tasks:
            key, _ = self._queue.popitem(last=False)
            parts = key if isinstance(key, tuple) else (key,)
            name = "-".join([self._name, *map(str, parts)])
            self._tasks[key] = asyncio.create_task(self._run(key), name=name)

    async def _run(self, key: K) -> None:
        try:
            while key in self._woken:
                self._woken.discard(key)
                delay, is_retry = await self._work_once(key)
                if delay is None or (key in self._woken and not is_retry):
                    continue
                with self.interruptible(key):
                    await self._sleep(delay)
                self._woken.add(key)
        finally:
            if self._tasks.get(key) is asyncio.current_task():
                del self._tasks[key]
                self._start_queued()

    async def _work_once(self, key: K) -> tuple[float | None, bool]:
        """Run the work of a key. Return (seconds until the next run or None, whether the work failed).

        After a failure, a key waits even if it was woken meanwhile. Otherwise work that wakes its own key would never
        wait.
        """
        try:
            next_run = await self._work(key)
        except Exception as error:  # a bug, or a full disk: retry later
            report_exception(error, f"{self._name} {key}")
            next_run = "retry"
        if next_run == "retry":
            return self._backoff.next_delay(key), True
        self._backoff.reset(key)
        return next_run, False
