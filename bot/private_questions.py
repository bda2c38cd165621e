"""The latest private question per person and table: a new one replaces the older one.

Nothing is stored. After a restart an older question stays; pressing it shows the current one.
"""

from collections import OrderedDict
from contextlib import suppress

import discord
import msgspec

from bot.reply import Reply
from engine.store.ids import MessageId, TableId, UserId

_REACHABLE_SECONDS = 14 * 60.0
"""Seconds in which a reply can be deleted: Discord allows 15 minutes (docs, receiving-and-responding), and the
request takes a while.
"""
_REMEMBERED = 2_000


class _Question(msgspec.Struct, frozen=True):
    """A private message with a question, last shown ``at``, in seconds since 1970, by ``reply``."""

    message: MessageId | None
    reply: Reply
    at: float


class PrivateQuestions:
    """Mutable: it remembers the questions of the last while."""

    def __init__(self) -> None:
        self._newest: OrderedDict[tuple[UserId, TableId], _Question] = OrderedDict()

    async def replace_older(
        self, user: UserId, table: TableId, message: MessageId | None, reply: Reply, now: float
    ) -> None:
        """Delete the person's older private question at the table, if it is another message and can be deleted."""
        older = self._newest.pop((user, table), None)
        self._newest[user, table] = _Question(message, reply, now)
        if len(self._newest) > _REMEMBERED:
            self._newest.popitem(last=False)
        if older is None or (older.message is not None and older.message == message):
            return
        if now - older.at < _REACHABLE_SECONDS:
            with suppress(discord.HTTPException):  # it was dismissed, or is out of reach after all
                await older.reply.remove()

    def forget(self, user: UserId, message: MessageId | None) -> None:
        """Forget the person's message, which now shows something else, such as the move."""
        for key, question in [*self._newest.items()]:
            if key[0] == user and message is not None and question.message == message:
                del self._newest[key]
