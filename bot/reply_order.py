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

_MAX_MESSAGES = 2_000
"""Messages; a picture follows its text within seconds, so that older ones are asked about by nobody."""


class NewestAnswer(Generic[Answer]):
    """The newest answer of one message. Mutable: presses come in between.

    The answer itself is kept as long as anything is being sent to the message, and its turn for longer.
    """

    def __init__(self) -> None:
        self._turn, self._senders, self._send_lock = 0, 0, asyncio.Lock()
        self._answer: Answer | None = None

    @contextmanager
    def count_sender(self) -> Iterator[None]:
        """Something is, or may be, sent to the message while the block runs."""
        self._senders += 1
        try:
            yield
        finally:
            self._senders -= 1
            if not self._senders:
                self._answer = None

    def try_replace(self, turn: int, answer: Answer) -> bool:
        """The message is to show that answer from now on; False when it is to show a newer one, which stays."""
        if turn < self._turn:
            return False
        self._turn, self._answer = turn, answer
        return True

    def is_newest(self, turn: int) -> bool:
        """Whether the newest answer is that of this turn."""
        return self._turn == turn

    async def send_newest(self, send: Callable[[Answer], Awaitable[object]]) -> None:
        """Sends the newest answer, one sender at a time, until what has arrived last is the newest.

        Raises what ``send`` raises; whether that has arrived is then not known.
        """
        async with self._send_lock:
            last_sent = None
            while self._answer is not None and last_sent is not self._answer:
                last_sent = self._answer
                await send(last_sent)


class ReplyOrder(Generic[Answer]):
    """The newest answer of each message. Mutable: it remembers the messages of the last while."""

    def __init__(self) -> None:
        self._by_message: OrderedDict[int, NewestAnswer[Answer]] = OrderedDict()
        self._turns = count(1)

    def next_turn(self) -> int:
        """The number of an answer that has just been composed: it is newer than those with lower ones."""
        return next(self._turns)

    def for_message(self, message: int | None) -> NewestAnswer[Answer]:
        """The newest answer of that message; an empty one for None, where nobody knows which message it is."""
        if message is None:
            return NewestAnswer()
        newest = self._by_message.setdefault(message, NewestAnswer[Answer]())
        self._by_message.move_to_end(message)
        if len(self._by_message) > _MAX_MESSAGES:
            self._by_message.popitem(last=False)
        return newest
