"""Places at work that is done a few at a time: people go before computers."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import NamedTuple


class Waits(Enum):
    """The kinds of people that wait for the work, the most urgent first."""

    PERSON = 0
    """Somebody who has just pressed something."""
    TABLE = 1
    """People who play at a table: the post has their next question."""
    NOBODY = 2
    """Computers alone; whoever watches them has time."""


AGED_SECONDS = {Waits.TABLE: 1.0, Waits.NOBODY: 30.0}
"""After this wait, less urgent work gets its share of the places."""
SHARE = {Waits.TABLE: 4, Waits.NOBODY: 20}
"""The share of less urgent work that has waited for long: one of this many places."""


class _Turn(NamedTuple):
    """Work that waits: its future, and since when."""

    admitted: asyncio.Future[None]
    since: float


class _Queue:
    """The work of one urgency that waits, the oldest first. Mutable.

    ``overtaken`` counts the places that more urgent work has taken in a row while the oldest here had waited for long.
    """

    def __init__(self) -> None:
        self.turns = deque[_Turn]()
        self.overtaken = 0


class Places:
    """A number of places; work that no person waits for takes at most all but ``reserved``. Mutable.

    The most urgent work takes the next free place. Work that has waited for its ``AGED_SECONDS`` gets its ``SHARE`` of
    the places, however much that is more urgent keeps coming, so that nothing waits forever.
    """

    def __init__(self, most: int, reserved: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._for_others, self._clock = most, most - reserved, clock
        self._queues = {who: _Queue() for who in Waits}

    @asynccontextmanager
    async def taken(self, who: Waits) -> AsyncIterator[None]:
        """A place while the block runs."""
        await self._enter(who)
        try:
            yield
        finally:
            self._leave_place(who)
            self._admit()

    async def _enter(self, who: Waits) -> None:
        turn = _Turn(asyncio.get_running_loop().create_future(), self._clock())
        self._queues[who].turns.append(turn)
        self._admit()
        try:
            await turn.admitted
        except asyncio.CancelledError:
            self._give_up(who, turn)
            raise

    def _give_up(self, who: Waits, turn: _Turn) -> None:
        """Gives back what a canceled task had: its place, if it had been admitted already, or else its turn."""
        waiting = self._queues[who].turns
        if turn.admitted.done() and not turn.admitted.cancelled():
            self._leave_place(who)
        elif turn in waiting:
            waiting.remove(turn)
        self._admit()

    def _admit(self) -> None:
        while self._free and (who := self._next()) is not None:
            turn = self._queues[who].turns.popleft()
            if not turn.admitted.done():
                self._take_place(who)
                turn.admitted.set_result(None)

    def _next(self) -> Waits | None:
        """The next to have a place; None when nobody waits who may have one now."""
        waiting = [who for who in Waits if self._queues[who].turns and self._may_enter(who)]
        if not waiting:
            return None
        due = [who for who in waiting if who in SHARE and self._queues[who].overtaken >= SHARE[who] - 1]
        chosen = due[-1] if due else waiting[0]
        for later in waiting[waiting.index(chosen) + 1 :]:
            self._queues[later].overtaken += self._has_aged(later)
        self._queues[chosen].overtaken = 0
        return chosen

    def _has_aged(self, who: Waits) -> bool:
        """Whether the oldest work of this urgency has waited for long."""
        return self._clock() - self._queues[who].turns[0].since >= AGED_SECONDS[who]

    def _may_enter(self, who: Waits) -> bool:
        return who is Waits.PERSON or self._for_others > 0

    def _take_place(self, who: Waits) -> None:
        self._free -= 1
        self._for_others -= who is not Waits.PERSON

    def _leave_place(self, who: Waits) -> None:
        self._free += 1
        self._for_others += who is not Waits.PERSON
