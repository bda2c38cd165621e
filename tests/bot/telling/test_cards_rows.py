"""The card of a table and the end of one that was closed, with a mailbox that only notes what is done."""

from typing import Any, cast

import pytest

from bot.tables.table import Note
from bot.telling import channels as of_channels
from bot.ui.components import Post
from tests.bot.telling.one_channel import NEW, OPEN, Told, at


@pytest.mark.parametrize(
    ("card", "old", "repost", "edits", "removes", "deeds", "noted"),
    [
        (None, False, False, True, True, ["post"], True),
        (3, False, True, True, True, ["edit"], False),
        (3, True, False, True, True, ["edit"], False),
        (3, False, True, False, True, ["edit", "post"], True),
        (3, True, True, True, True, ["remove", "post"], True),
        (3, True, True, True, False, ["remove", "edit"], False),
        (3, True, True, False, False, ["remove", "edit", "post"], True),
        (3, True, False, False, True, ["edit", "remove", "post"], True),
    ],
)
async def test_the_card_is_edited_or_posted_anew_when_it_is_gone_or_old(
    told: Told,
    monkeypatch: pytest.MonkeyPatch,
    card: int | None,
    old: bool,
    repost: bool,
    edits: bool,
    removes: bool,
    deeds: list[str],
    noted: bool,
) -> None:
    monkeypatch.setattr(of_channels, "is_old", lambda _: old)
    told.box.edits, told.box.removes = edits, removes
    await told.channels._show_card(at({} if card is None else {Note.CARD: card}), (), repost=repost)
    assert [deed[0] for deed in told.box.done] == deeds
    assert told.noted == ([{Note.CARD: NEW}] if noted else [])


async def test_a_card_that_was_made_and_not_noted_is_found(told: Told) -> None:
    told.channels.doubtful.add(7)
    told.box.found = 44
    await told.channels._show_card(at(), (), repost=False)
    assert [deed[0] for deed in told.box.done] == ["find"] and told.noted == [{Note.CARD: 44}]


@pytest.mark.parametrize(
    ("card", "doubtful", "found", "edits", "deeds", "noted"),
    [
        (None, False, None, True, ["post"], NEW),
        (None, True, None, True, ["find", "post"], NEW),
        (None, True, 44, True, ["find", "edit"], 44),
        (3, False, None, True, ["edit"], None),
        (3, True, None, True, ["edit"], None),
        (3, False, None, False, ["edit", "post"], NEW),
    ],
)
async def test_a_lobby_has_one_card(
    told: Told, card: int | None, doubtful: bool, found: int | None, edits: bool, deeds: list[str], noted: int | None
) -> None:
    told.channels.doubtful |= {7} if doubtful else set()
    told.box.found, told.box.edits = found, edits
    lobby = at({} if card is None else {Note.CARD: card}, status="lobby", state=None)
    await told.channels._tell_lobby(lobby)
    assert [deed[0] for deed in told.box.done] == deeds and not told.channels.doubtful
    assert told.noted == ([] if noted is None else [{Note.CARD: noted}])


@pytest.mark.parametrize(("doubtful", "found", "noted"), [(False, None, NEW), (True, None, NEW), (True, 44, 44)])
async def test_the_end_of_a_closed_table_is_told_once(
    told: Told, monkeypatch: pytest.MonkeyPatch, doubtful: bool, found: int | None, noted: int
) -> None:
    async def shown(*_: Any, **__: Any) -> None:
        """The card is a step of its own."""

    monkeypatch.setattr(told.channels, "_show_card", shown)
    told.channels.doubtful |= {7} if doubtful else set()
    told.box.found = found
    await told.channels._tell_end(at(OPEN, status="ended"))
    assert told.box.done[0] == ("remove", 8) and told.noted == [{Note.CLOSED: noted}]
    assert [deed[0] for deed in told.box.done[1:]] == [
        *(["find"] if doubtful else []),
        *(["post"] if noted == NEW else []),
    ]


@pytest.mark.parametrize("post", [Post.PHASE, Post.END])
async def test_a_post_is_looked_for_only_where_it_may_have_been_made(told: Told, post: Post) -> None:
    told.box.found = 44
    assert await told.channels._made_before(cast(Any, told.box), at(), 9, post) is None
    told.channels.doubtful.add(7)
    assert await told.channels._made_before(cast(Any, told.box), at(), 9, post) == 44
