"""Deletes a user's older private question at a table when a newer one is shown.

The questions are not stored. After a restart, an older question remains, and a press on it shows the current one.
"""

from collections import OrderedDict
from contextlib import suppress

import discord
import msgspec

from bot.reply import Reply
from engine.store.ids import MessageId, TableId, UserId

_REACHABLE_SECONDS = 14 * 60.0
"""Seconds in which a reply can be deleted. Discord allows 15 minutes. (docs, receiving-and-responding)"""
_MAX_QUESTIONS = 2_000
"""Maximum number of questions in memory."""


class _Question(msgspec.Struct, frozen=True):
    """A private message with a question. ``reply`` showed it at the time ``at``, in seconds since 1970."""

    message: MessageId | None
    reply: Reply
    at: float


class PrivateQuestions:
    """The latest private question of each user at each table. Mutable."""

    def __init__(self) -> None:
        self._newest: OrderedDict[tuple[UserId, TableId], _Question] = OrderedDict()

    async def replace_older(
        self, user: UserId, table: TableId, message: MessageId | None, reply: Reply, now: float
    ) -> None:
        """Delete the user's older private question at the table, if it is another message and can still be deleted."""
        older = self._newest.pop((user, table), None)
        self._newest[user, table] = _Question(message, reply, now)
        if len(self._newest) > _MAX_QUESTIONS:
            self._newest.popitem(last=False)
        if older is None or (older.message is not None and older.message == message):
            return
        if now - older.at < _REACHABLE_SECONDS:
            with suppress(discord.HTTPException):  # the user has dismissed it, or its token has expired
                await older.reply.remove()

    def forget(self, user: UserId, message: MessageId | None) -> None:
        """Forget a message of the user that no longer shows a question."""
        for key, question in [*self._newest.items()]:
            if key[0] == user and message is not None and question.message == message:
                del self._newest[key]
