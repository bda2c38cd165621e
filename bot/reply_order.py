"""Ensures that a private message shows the newest of several answers.

An answer may arrive after a newer one. Therefore each sender checks again after sending, and sends the newest answer if
it has changed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

_MAX_MESSAGES = 2_000
"""Maximum number of messages in memory. Pictures follow their text within seconds, so older messages are not needed."""


class NewestAnswer(Generic[Answer]):
    """The newest answer of one message. Mutable.

    The answer is kept only while answers are being sent to the message. The answer's turn number is kept longer.
    """

    def __init__(self) -> None:
        self._turn, self._senders, self._send_lock = 0, 0, asyncio.Lock()
        self._answer: Answer | None = None

    @contextmanager
    def count_sender(self) -> Iterator[None]:
        """Count the caller as a sender during the block."""
        self._senders += 1
        try:
            yield
        finally:
            self._senders -= 1
            if not self._senders:
                self._answer = None

    def try_replace(self, turn: int, answer: Answer) -> bool:
        """Set the newest answer. Return False, and change nothing, if a newer answer is already set."""
        if turn < self._turn:
            return False
        self._turn, self._answer = turn, answer
        return True

    def is_newest(self, turn: int) -> bool:
        """Whether the newest answer has this turn number."""
        return self._turn == turn

    async def send_newest(self, send: Callable[[Answer], Awaitable[object]]) -> None:
        """Send the newest answer, and send again if it has changed meanwhile. Only one sender sends at a time.

        Raises errors of ``send``; the answer may have arrived nevertheless.
        """
        async with self._send_lock:
            last_sent = None
            while self._answer is not None and last_sent is not self._answer:
                last_sent = self._answer
                await send(last_sent)


class ReplyOrder(Generic[Answer]):
    """The newest answers of recent messages. Mutable."""

    def __init__(self) -> None:
        self._by_message: OrderedDict[int, NewestAnswer[Answer]] = OrderedDict()
        self._turns = count(1)

    def next_turn(self) -> int:
        """Return the turn number of a new answer. A newer answer has a higher number."""
        return next(self._turns)

    def for_message(self, message: int | None) -> NewestAnswer[Answer]:
        """Return the newest answer of a message; a new, empty one if the message is unknown (None)."""
        if message is None:
            return NewestAnswer()
        newest = self._by_message.setdefault(message, NewestAnswer[Answer]())
        self._by_message.move_to_end(message)
        if len(self._by_message) > _MAX_MESSAGES:
            self._by_message.popitem(last=False)
        return newest
