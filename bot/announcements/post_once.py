"""Makes a post once, whatever fails between its making and the saving of its id. Independent of any particular game.

The promise: a post is never lost, because its caller stores that it is owed before it is made, and stores its id after.
It is made twice only where Discord cannot tell: when the channel's history can't be read, when more messages have come
since than are looked through, or when somebody deleted the post. For some minutes the nonce prevents even that.
"""

from collections.abc import Awaitable, Callable, Collection, Hashable
from typing import Generic, TypeVar

import msgspec

from bot.announcements.channel import ChannelMessages, latest_known_post
from bot.tables.table import Table
from bot.ui.components import PostKind, post_custom_ids
from engine.store.ids import MessageId

K = TypeVar("K", bound=Hashable)


class Mark(msgspec.Struct, frozen=True):
    """The ``custom_ids`` of buttons that only one post has; ``after`` is a message that is known to be older."""

    custom_ids: tuple[str, ...]
    after: MessageId | None = None

    async def find(self, messages: ChannelMessages) -> MessageId | None:
        """The post with this mark; None if there is none."""
        return await messages.find_by_custom_id(*self.custom_ids, after=self.after)


def mark_of_post(table: Table, seq: int, post: PostKind) -> Mark:
    """The mark of a table's post about move ``seq``."""
    return Mark(tuple(post_custom_ids(table.id, seq, post)), latest_known_post(table))


async def post_once(
    messages: ChannelMessages, mark: Mark, write: Callable[[], Awaitable[MessageId]], *, may_exist: bool = True
) -> MessageId:
    """The id of the post: of the one that exists, if it ``may_exist``, or else of the one that ``write`` makes.

    ``write`` posts with a button of the mark, and with a nonce that is the same at each attempt.
    """
    post = await mark.find(messages) if may_exist else None
    return await write() if post is None else post


class PostAttempts(Generic[K]):
    """Knows which posts an earlier attempt may have made, so that no other one is looked for. Mutable.

    ``assume_new``: a post counts as new, until it is begun, or ``expect_unsaved`` names it as it was owed at the start.
    Otherwise it counts as old, unless ``expect_new`` names it.
    """

    def __init__(self, *, assume_new: bool) -> None:
        self._assume_new = assume_new
        self._exceptions: set[K] = set()

    def expect_new(self, *keys: K) -> None:
        """Nobody has begun these posts yet."""
        (self._exceptions.difference_update if self._assume_new else self._exceptions.update)(keys)

    def expect_unsaved(self, keys: Collection[K]) -> None:
        """These posts may have been made and not saved."""
        (self._exceptions.update if self._assume_new else self._exceptions.difference_update)(keys)

    def is_new(self, key: K) -> bool:
        """Whether the post cannot have been made yet."""
        return (key in self._exceptions) != self._assume_new

    def begin(self, key: K) -> bool:
        """Whether the post may exist already. From now on it may."""
        may_exist = not self.is_new(key)
        self.expect_unsaved([key])
        return may_exist

    def finish(self, key: K) -> None:
        """The id of the post is saved: nothing needs to be known of it anymore."""
        self._exceptions.discard(key)
