"""A semaphore with priorities: work that people wait for gets a slot first."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import NamedTuple


class Priority(Enum):
    """The urgency of work, most urgent first."""

    PERSON = 0
    """A user who has just pressed a button waits for the work."""
    TABLE = 1
    """People at a table wait for the work, such as a post with their next question."""
    NOBODY = 2
    """No one waits for the work, such as at a table of computer players."""


AGING_SECONDS = {Priority.TABLE: 1.0, Priority.NOBODY: 30.0}
"""Priority -> seconds of waiting after which its work gets a share of the slots (``SHARE``)."""
SHARE = {Priority.TABLE: 4, Priority.NOBODY: 20}
"""Priority -> n: work that has waited for ``AGING_SECONDS`` gets one of n slots."""


class _Waiter(NamedTuple):
    """Waiting work: a future that is set when the work gets a slot, and the time at which the wait began."""

    admitted: asyncio.Future[None]
    since: float


class _WaitQueue:
    """The waiting work of one priority, oldest first. Mutable.

    ``overtake_count`` is the number of consecutive slots that more urgent work got although this work had waited for
    long.
    """

    def __init__(self) -> None:
        self.waiters = deque[_Waiter]()
        self.overtake_count = 0


class PrioritySemaphore:
    """A limited number of slots, of which ``reserved`` are only for ``Priority.PERSON``. Mutable.

    The most urgent work gets the next free slot. Work that has waited for ``AGING_SECONDS`` gets a ``SHARE`` of the
    slots, so that no work waits forever.
    """

    def __init__(self, slots: int, reserved: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._free_for_others, self._clock = slots, slots - reserved, clock
        self._queues = {priority: _WaitQueue() for priority in Priority}

    @asynccontextmanager
    async def acquire(self, priority: Priority) -> AsyncIterator[None]:
        """Wait for a slot, and occupy it during the block."""
        await self._wait_for_slot(priority)
        try:
            yield
        finally:
            self._release_slot(priority)
            self._admit_waiters()

    async def _wait_for_slot(self, priority: Priority) -> None:
        waiter = _Waiter(asyncio.get_running_loop().create_future(), self._clock())
        self._queues[priority].waiters.append(waiter)
        self._admit_waiters()
        try:
            await waiter.admitted
        except asyncio.CancelledError:
            self._cancel(priority, waiter)
            raise

    def _cancel(self, priority: Priority, waiter: _Waiter) -> None:
        """Release the slot of a canceled task, or remove the task from the queue."""
        waiters = self._queues[priority].waiters
        if waiter.admitted.done() and not waiter.admitted.cancelled():
            self._release_slot(priority)
        elif waiter in waiters:
            waiters.remove(waiter)
        self._admit_waiters()

    def _admit_waiters(self) -> None:
        while self._free and (priority := self._next_priority()) is not None:
            waiter = self._queues[priority].waiters.popleft()
            if not waiter.admitted.done():
                self._occupy_slot(priority)
                waiter.admitted.set_result(None)

    def _next_priority(self) -> Priority | None:
        """The priority that gets the next slot; None if no waiting work may have one."""
        waiting = [priority for priority in Priority if self._queues[priority].waiters and self._is_allowed(priority)]
        if not waiting:
            return None
        overdue = [
            priority
            for priority in waiting
            if priority in SHARE and self._queues[priority].overtake_count >= SHARE[priority] - 1
        ]
        next_priority = overdue[-1] if overdue else waiting[0]
        for less_urgent in waiting[waiting.index(next_priority) + 1 :]:
            self._queues[less_urgent].overtake_count += self._has_aged(less_urgent)
        self._queues[next_priority].overtake_count = 0
        return next_priority

    def _has_aged(self, priority: Priority) -> bool:
        """Whether the oldest work of this priority has waited for ``AGING_SECONDS``."""
        return self._clock() - self._queues[priority].waiters[0].since >= AGING_SECONDS[priority]

    def _is_allowed(self, priority: Priority) -> bool:
        return priority is Priority.PERSON or self._free_for_others > 0

    def _occupy_slot(self, priority: Priority) -> None:
        self._free -= 1
        self._free_for_others -= priority is not Priority.PERSON

    def _release_slot(self, priority: Priority) -> None:
        self._free += 1
        self._free_for_others += priority is not Priority.PERSON
