"""Which answer a private message shows: of several presses, the one composed last. It knows no Discord and no title."""

from __future__ import annotations

from collections import OrderedDict
from itertools import count

__all__ = ["Latest"]

_REMEMBERED = 10_000
"""Messages; a picture follows its text within seconds, so that older ones are asked about by nobody."""


class Latest:
    """The answer that each message shows. Mutable: it remembers the messages of the last while."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, int] = OrderedDict()
        self._turns = count(1)

    def turn(self) -> int:
        """The number of an answer that has just been composed: it is newer than those with lower ones."""
        return next(self._turns)

    def note(self, message: int | None, turn: int) -> bool:
        """The message shows that answer from now on; False when it shows a newer one, which is to stay.

        None for the message: nobody knows yet which one will show it.
        """
        if message is None:
            return True
        if self._shown.get(message, turn) > turn:
            return False
        self._shown[message] = turn
        self._shown.move_to_end(message)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
        return True

    def is_from(self, message: int | None, turn: int) -> bool:
        """Whether the message still shows that answer; one of which nothing is known does."""
        return message is None or self._shown.get(message, turn) == turn
