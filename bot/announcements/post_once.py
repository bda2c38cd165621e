"""Makes a post once, even if the bot crashes before it has stored the id. Independent of any particular game.

A post is never lost: the caller stores that the post is pending before it is made, and its id afterwards. It is made
twice only if the bot can't find it: because the channel's history can't be read, too many messages follow the post, or
a user has deleted it. For some minutes, the nonce prevents even that.
"""

from collections.abc import Awaitable, Callable, Collection, Hashable
from typing import Generic, TypeVar

import msgspec

from bot.announcements.channel import ChannelMessages, latest_known_post
from bot.tables.table import Table
from bot.ui.components import PostKind, post_custom_ids
from engine.store.ids import MessageId

K = TypeVar("K", bound=Hashable)


class PostSearch(msgspec.Struct, frozen=True):
    """A search for a post whose buttons include one of ``custom_ids``. No other post has such a button.

    ``after`` is a message that is known to be older than the post.
    """

    custom_ids: tuple[str, ...]
    after: MessageId | None = None

    async def find(self, messages: ChannelMessages) -> MessageId | None:
        """Return the id of the post; None if there is none."""
        return await messages.find_by_custom_id(*self.custom_ids, after=self.after)


def search_for_post(table: Table, seq: int, post: PostKind) -> PostSearch:
    """The search for a table's post about move ``seq``."""
    return PostSearch(tuple(post_custom_ids(table.id, seq, post)), latest_known_post(table))


async def post_once(
    messages: ChannelMessages, search: PostSearch, create: Callable[[], Awaitable[MessageId]], *, may_exist: bool = True
) -> MessageId:
    """Return the id of the post. Search for it if it ``may_exist``, and create it if it was not found.

    ``create`` makes a post with a button that ``search`` finds, and with a nonce that is the same in each attempt.
    """
    post_id = await search.find(messages) if may_exist else None
    return await create() if post_id is None else post_id


class PostAttempts(Generic[K]):
    """Tracks which pending posts may exist already, so that the bot searches only for these. Mutable.

    If ``assume_new``, a post is new until ``begin`` or ``mark_unsaved`` is called for it. If not, a post may exist
    unless ``mark_new`` was called for it.
    """

    def __init__(self, *, assume_new: bool) -> None:
        self._assume_new = assume_new
        self._exceptions: set[K] = set()

    def mark_new(self, *keys: K) -> None:
        """Mark posts that were never attempted."""
        (self._exceptions.difference_update if self._assume_new else self._exceptions.update)(keys)

    def mark_unsaved(self, keys: Collection[K]) -> None:
        """Mark posts that may exist although their ids are not stored."""
        (self._exceptions.update if self._assume_new else self._exceptions.difference_update)(keys)

    def is_new(self, key: K) -> bool:
        """Whether the post can't exist yet."""
        return (key in self._exceptions) != self._assume_new

    def begin(self, key: K) -> bool:
        """Return whether the post may exist already, and mark it as attempted."""
        may_exist = not self.is_new(key)
        self.mark_unsaved([key])
        return may_exist

    def finish(self, key: K) -> None:
        """Forget a post whose id is stored."""
        self._exceptions.discard(key)
