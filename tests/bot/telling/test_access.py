"""Who may read in a channel, as Discord says."""

from typing import Any, cast

import discord
import pytest

from bot.telling.access import Access


@pytest.mark.parametrize(
    ("permissions", "reads"),
    [
        (discord.Permissions(view_channel=True, read_message_history=True), True),
        (discord.Permissions(view_channel=True), False),
        (discord.Permissions(read_message_history=True), False),
        (discord.Permissions.none(), False),
    ],
)
async def test_who_does_not_see_a_channel_or_its_past_messages_may_not_read_there(
    monkeypatch: pytest.MonkeyPatch, permissions: discord.Permissions, reads: bool
) -> None:
    access = Access(cast(Any, None), cast(Any, None), None)

    async def granted(_: int) -> discord.Permissions:
        return permissions

    monkeypatch.setattr(access, "granted", granted)
    assert await access.sees(7) is reads
