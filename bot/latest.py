"""The answer a private message shows: of several presses, the one composed last. It knows no Discord and no title.

An answer that is being sent may arrive after a newer one. So whoever sends looks again when it has arrived, and sends
the newest once more if that is another one by then.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

_REMEMBERED = 2_000
"""Messages; a picture follows its text within seconds, so that older ones are asked about by nobody."""


class Shown(Generic[Answer]):
    """The newest answer of one message. Mutable: presses come in between.

    The answer itself is kept as long as anything is being sent to the message, and its turn for longer.
    """

    def __init__(self) -> None:
        self._turn, self._senders, self._alone = 0, 0, asyncio.Lock()
        self._answer: Answer | None = None

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Something is, or may be, sent to the message while the block runs."""
        self._senders += 1
        try:
            yield
        finally:
            self._senders -= 1
            if not self._senders:
                self._answer = None

    def take(self, turn: int, answer: Answer) -> bool:
        """The message is to show that answer from now on; False when it is to show a newer one, which stays."""
        if turn < self._turn:
            return False
        self._turn, self._answer = turn, answer
        return True

    def is_at(self, turn: int) -> bool:
        """Whether the newest answer is that of this turn."""
        return self._turn == turn

    async def put(self, send: Callable[[Answer], Awaitable[object]]) -> None:
        """Sends the newest answer, one sender at a time, until what has arrived last is the newest.

        Raises what ``send`` raises; whether that has arrived is then not known.
        """
        async with self._alone:
            sent = None
            while self._answer is not None and sent is not self._answer:
                sent = self._answer
                await send(sent)


class Latest(Generic[Answer]):
    """The newest answer of each message. Mutable: it remembers the messages of the last while."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, Shown[Answer]] = OrderedDict()
        self._turns = count(1)

    def turn(self) -> int:
        """The number of an answer that has just been composed: it is newer than those with lower ones."""
        return next(self._turns)

    def of(self, message: int | None) -> Shown[Answer]:
        """The newest answer of that message; an empty one for None, where nobody knows which message it is."""
        if message is None:
            return Shown()
        shown = self._shown.setdefault(message, Shown[Answer]())
        self._shown.move_to_end(message)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
        return shown
