"""A semaphore with priorities: people before computers."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import NamedTuple


class Priority(Enum):
    """The kinds of people that wait for the work, the most urgent first."""

    PERSON = 0
    """A person who has just pressed something."""
    TABLE = 1
    """A table with people: the post contains their next question."""
    NOBODY = 2
    """A table of computers only."""


AGING_SECONDS = {Priority.TABLE: 1.0, Priority.NOBODY: 30.0}
"""After this wait, less urgent work gets its share of the slots."""
SHARE = {Priority.TABLE: 4, Priority.NOBODY: 20}
"""The share of less urgent work that has waited long: one of this many slots."""


class _Waiter(NamedTuple):
    """Waiting work: its future, and its start."""

    admitted: asyncio.Future[None]
    since: float


class _WaitQueue:
    """The waiting work of one priority, oldest first. Mutable.

    ``overtake_count`` counts the slots that more urgent work has taken in a row while the oldest here had waited long.
    """

    def __init__(self) -> None:
        self.waiters = deque[_Waiter]()
        self.overtake_count = 0


class PrioritySemaphore:
    """A number of slots; work without a waiting person may not use the ``reserved`` ones. Mutable.

    The most urgent work gets the next free slot. Work that has waited for ``AGING_SECONDS`` gets a ``SHARE`` of the
    slots, so that nothing waits forever.
    """

    def __init__(self, most: int, reserved: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._free_for_others, self._clock = most, most - reserved, clock
        self._queues = {who: _WaitQueue() for who in Priority}

    @asynccontextmanager
    async def acquire(self, priority: Priority) -> AsyncIterator[None]:
        """Hold a slot during the block."""
        await self._wait_for_slot(priority)
        try:
            yield
        finally:
            self._release_slot(priority)
            self._admit_waiters()

    async def _wait_for_slot(self, who: Priority) -> None:
        turn = _Waiter(asyncio.get_running_loop().create_future(), self._clock())
        self._queues[who].waiters.append(turn)
        self._admit_waiters()
        try:
            await turn.admitted
        except asyncio.CancelledError:
            self._cancel(who, turn)
            raise

    def _cancel(self, who: Priority, turn: _Waiter) -> None:
        """Release a canceled task's slot, or its place in the queue."""
        waiting = self._queues[who].waiters
        if turn.admitted.done() and not turn.admitted.cancelled():
            self._release_slot(who)
        elif turn in waiting:
            waiting.remove(turn)
        self._admit_waiters()

    def _admit_waiters(self) -> None:
        while self._free and (who := self._next_priority()) is not None:
            turn = self._queues[who].waiters.popleft()
            if not turn.admitted.done():
                self._occupy_slot(who)
                turn.admitted.set_result(None)

    def _next_priority(self) -> Priority | None:
        """The priority that gets the next slot; None if no waiting work may have one."""
        waiting = [who for who in Priority if self._queues[who].waiters and self._is_allowed(who)]
        if not waiting:
            return None
        due = [who for who in waiting if who in SHARE and self._queues[who].overtake_count >= SHARE[who] - 1]
        chosen = due[-1] if due else waiting[0]
        for later in waiting[waiting.index(chosen) + 1 :]:
            self._queues[later].overtake_count += self._has_aged(later)
        self._queues[chosen].overtake_count = 0
        return chosen

    def _has_aged(self, who: Priority) -> bool:
        """Whether the oldest work of this priority has waited long."""
        return self._clock() - self._queues[who].waiters[0].since >= AGING_SECONDS[who]

    def _is_allowed(self, who: Priority) -> bool:
        return who is Priority.PERSON or self._free_for_others > 0

    def _occupy_slot(self, who: Priority) -> None:
        self._free -= 1
        self._free_for_others -= who is not Priority.PERSON

    def _release_slot(self, who: Priority) -> None:
        self._free += 1
        self._free_for_others += who is not Priority.PERSON
