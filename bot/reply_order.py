"""Decides which reply a private message shows: of several presses, the one composed last.

A reply may arrive after a newer one. So each sender checks again after sending, and sends the newest reply if it has
changed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

_MAX_MESSAGES = 2_000
"""Maximum number of messages; pictures follow their text within seconds, so older ones are not needed."""


class NewestAnswer(Generic[Answer]):
    """The newest reply of one message. Mutable: presses come in between.

    The reply is kept while anything is being sent to the message, and its turn number for longer.
    """

    def __init__(self) -> None:
        self._turn, self._senders, self._send_lock = 0, 0, asyncio.Lock()
        self._answer: Answer | None = None

    @contextmanager
    def count_sender(self) -> Iterator[None]:
        """Count a sender to the message during the block."""
        self._senders += 1
        try:
            yield
        finally:
            self._senders -= 1
            if not self._senders:
                self._answer = None

    def try_replace(self, turn: int, answer: Answer) -> bool:
        """Set the newest reply. Return False if a newer one is already set."""
        if turn < self._turn:
            return False
        self._turn, self._answer = turn, answer
        return True

    def is_newest(self, turn: int) -> bool:
        """Whether the newest answer is that of this turn."""
        return self._turn == turn

    async def send_newest(self, send: Callable[[Answer], Awaitable[object]]) -> None:
        """Send the newest reply, one sender at a time, until the newest has arrived last.

        Raises what ``send`` raises; the reply may or may not have arrived then.
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
        """The turn number of a reply that has just been composed; newer replies have higher ones."""
        return next(self._turns)

    def for_message(self, message: int | None) -> NewestAnswer[Answer]:
        """The newest reply of a message; a new one for None, an unknown message."""
        if message is None:
            return NewestAnswer()
        newest = self._by_message.setdefault(message, NewestAnswer[Answer]())
        self._by_message.move_to_end(message)
        if len(self._by_message) > _MAX_MESSAGES:
            self._by_message.popitem(last=False)
        return newest
