"""A post is made once: an earlier one is searched only where an attempt may have made it."""

from typing import Any, cast

import pytest

from bot.announcements.post_once import PostAttempts, PostSearch, post_once

MARK = PostSearch(("g:7:5:card", "g:7:5:hand"), cast(Any, 3))


class Channel:
    """A channel with at most one post with the ``custom_id``. It records its requests."""

    def __init__(self, found: int | None = None, *, fails: bool = False) -> None:
        self.found, self.fails, self.done = found, fails, list[object]()

    async def find_by_custom_id(self, *marks: str, after: int | None) -> int | None:
        self.done.append((marks, after))
        if self.fails:
            raise ConnectionError
        return self.found

    async def write(self) -> Any:
        self.done.append("post")
        self.found = 44
        return self.found


async def post(channel: Channel, *, may_exist: bool) -> int:
    return await post_once(cast(Any, channel), MARK, channel.write, may_exist=may_exist)


@pytest.mark.parametrize(
    ("found", "may_exist", "post_id", "done"),
    [
        (None, False, 44, ["post"]),
        (12, False, 44, ["post"]),
        (None, True, 44, [(MARK.custom_ids, 3), "post"]),
        (12, True, 12, [(MARK.custom_ids, 3)]),
    ],
)
async def test_post_is_searched_only_if_it_may_exist_and_made_if_missing(
    found: int | None, may_exist: bool, post_id: int, done: list[object]
) -> None:
    channel = Channel(found)
    assert await post(channel, may_exist=may_exist) == post_id and channel.done == done


async def test_unreadable_channel_gets_no_second_post() -> None:
    channel = Channel(12, fails=True)
    with pytest.raises(ConnectionError):
        await post(channel, may_exist=True)
    assert "post" not in channel.done


@pytest.mark.parametrize("assume_new", [True, False])
async def test_unsaved_post_is_found_by_the_next_attempt(assume_new: bool) -> None:
    channel, attempts = Channel(), PostAttempts[int](assume_new=assume_new)
    attempts.mark_new(7)
    first = await post(channel, may_exist=attempts.begin(7))  # and its id is lost
    assert await post(channel, may_exist=attempts.begin(7)) == first and channel.done.count("post") == 1


@pytest.mark.parametrize("assume_new", [True, False])
def test_only_unclaimed_posts_are_new(assume_new: bool) -> None:
    attempts = PostAttempts[int](assume_new=assume_new)
    assert attempts.is_new(7) is assume_new
    attempts.mark_new(7, 8)
    assert attempts.is_new(7) and attempts.is_new(8)
    assert attempts.begin(7) is False and attempts.begin(7) is True
    attempts.mark_unsaved([8])
    assert not attempts.is_new(8) and attempts.begin(8)
    attempts.finish(7)
    assert attempts.is_new(7) is assume_new, "of a post whose id is saved nothing is known"
