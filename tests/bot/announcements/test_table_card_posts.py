"""The card of a table and the post about a closed one, with recorded messages."""

from typing import Any

import pytest

from bot.announcements import publisher as of_channels
from bot.tables.table import BookkeepingKey
from tests.bot.announcements.single_channel import NEW, OPEN, Told, at


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
async def test_card_is_edited_or_posted_again_if_missing_or_old(
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
    monkeypatch.setattr(of_channels, "is_old_message", lambda _: old)
    told.box.edits, told.box.removes = edits, removes
    await told.channels._update_card(at({} if card is None else {BookkeepingKey.STATUS_CARD: card}), (), repost=repost)
    assert [deed[0] for deed in told.box.done] == deeds
    assert told.noted == ([{BookkeepingKey.STATUS_CARD: NEW}] if noted else [])


async def test_unrecorded_card_is_found(told: Told) -> None:
    told.channels.unconfirmed.add(7)
    told.box.found = 44
    await told.channels._update_card(at(), (), repost=False)
    assert [deed[0] for deed in told.box.done] == ["find"] and told.noted == [{BookkeepingKey.STATUS_CARD: 44}]


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
async def test_lobby_has_one_card(
    told: Told, card: int | None, doubtful: bool, found: int | None, edits: bool, deeds: list[str], noted: int | None
) -> None:
    told.channels.unconfirmed |= {7} if doubtful else set()
    told.box.found, told.box.edits = found, edits
    lobby = at({} if card is None else {BookkeepingKey.STATUS_CARD: card}, status="lobby", state=None)
    await told.channels._publish_lobby(lobby)
    assert [deed[0] for deed in told.box.done] == deeds and not told.channels.unconfirmed
    assert told.noted == ([] if noted is None else [{BookkeepingKey.STATUS_CARD: noted}])


@pytest.mark.parametrize(("doubtful", "found", "noted"), [(False, None, NEW), (True, None, NEW), (True, 44, 44)])
async def test_end_of_a_closed_table_is_posted_once(
    told: Told, monkeypatch: pytest.MonkeyPatch, doubtful: bool, found: int | None, noted: int
) -> None:
    async def shown(*_: Any, **__: Any) -> None:
        """Do nothing, because the card is tested separately."""

    monkeypatch.setattr(told.channels, "_update_card", shown)
    told.channels.unconfirmed |= {7} if doubtful else set()
    told.box.found = found
    await told.channels._publish_end(at(OPEN, status="ended"))
    assert told.box.done[0] == ("remove", 8) and told.noted == [{BookkeepingKey.END_POST: noted}]
    assert [deed[0] for deed in told.box.done[1:]] == [
        *(["find"] if doubtful else []),
        *(["post"] if noted == NEW else []),
    ]
