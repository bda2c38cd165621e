"""Which press a private message shows the answer to. It knows no Discord and no title."""

from __future__ import annotations

from collections import OrderedDict

__all__ = ["Latest"]

_REMEMBERED = 10_000
"""Messages; a picture follows its text within seconds, so that older ones are asked about by nobody."""


class Latest:
    """The last press of each message. Mutable: it remembers the messages of the last while."""

    def __init__(self) -> None:
        self._presses: OrderedDict[int, int] = OrderedDict()

    def note(self, message: int | None, press: int) -> None:
        """The message shows the answer to that press from now on; None: nobody knows yet which message will."""
        if message is None:
            return
        self._presses[message] = press
        self._presses.move_to_end(message)
        if len(self._presses) > _REMEMBERED:
            self._presses.popitem(last=False)

    def is_from(self, message: int | None, press: int) -> bool:
        """Whether the message still shows the answer to that press; one of which nothing is known does."""
        return message is None or self._presses.get(message, press) == press
