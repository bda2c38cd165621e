"""Access to a channel, computed from Discord's roles and permissions."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.announcements.channel_access import ChannelAccess, MembershipChecker
from tests.bot.announcements.notifications_of_store import error

UNKNOWN_MEMBER = 10007
EVERYBODY, STAFF = discord.Object(1), discord.Object(2)
BEN = discord.Object(9)
SHOWN, HIDDEN = SimpleNamespace(view_channel=True), SimpleNamespace(view_channel=False)


@pytest.mark.parametrize(
    ("permissions", "reads"),
    [
        (discord.Permissions(view_channel=True, read_message_history=True), True),
        (discord.Permissions(view_channel=True), False),
        (discord.Permissions(read_message_history=True), False),
        (discord.Permissions.none(), False),
    ],
)
async def test_user_without_view_or_history_permission_cannot_read_channel(
    monkeypatch: pytest.MonkeyPatch, permissions: discord.Permissions, reads: bool
) -> None:
    access = ChannelAccess(cast(Any, None), cast(Any, None), None)

    async def granted(_: int) -> discord.Permissions:
        return permissions

    monkeypatch.setattr(access, "permissions_of", granted)
    assert await access.can_read(7) is reads


def channel(*roles: Any, by_name: Any = None) -> Any:
    """Return a channel visible to these roles, and shown to Ben or hidden from him by name."""
    return SimpleNamespace(
        overwrites={STAFF: HIDDEN, **({BEN: by_name} if by_name else {})},
        permissions_for=lambda role: discord.Permissions(view_channel=role in roles),
    )


def thread(*, private: bool) -> Any:
    async def fetch_member(_: int) -> None:
        raise error(404, UNKNOWN_MEMBER)

    return SimpleNamespace(is_private=lambda: private, fetch_member=fetch_member)


@pytest.mark.parametrize(
    ("here", "home", "within", "read"),
    [
        (channel(EVERYBODY, STAFF), channel(EVERYBODY, STAFF), None, True),
        (channel(EVERYBODY, STAFF), channel(EVERYBODY), None, True),
        (channel(EVERYBODY), channel(EVERYBODY, STAFF), None, False),
        (channel(), channel(), None, True),
        (channel(EVERYBODY), channel(EVERYBODY), thread(private=False), True),
        (channel(EVERYBODY), channel(EVERYBODY), thread(private=True), False),
        (channel(EVERYBODY, by_name=HIDDEN), channel(EVERYBODY), None, False),
        (channel(EVERYBODY, by_name=HIDDEN), channel(EVERYBODY, by_name=HIDDEN), None, True),
        (channel(EVERYBODY), channel(EVERYBODY, by_name=HIDDEN), None, True),
        (channel(), channel(by_name=SHOWN), None, False),
        (channel(EVERYBODY), channel(by_name=SHOWN), None, True),
        (channel(by_name=SHOWN), channel(by_name=SHOWN), None, True),
    ],
)
def test_home_channel_is_readable_for_all_allowed_roles_and_members(
    here: Any, home: Any, within: Any, read: bool
) -> None:
    guild: Any = SimpleNamespace(roles=[EVERYBODY, STAFF], default_role=EVERYBODY)
    assert ChannelAccess(guild, here, within).is_readable_like(home) is read


@pytest.mark.parametrize(
    ("failure", "within", "sees"),
    [
        (None, None, True),
        (None, thread(private=False), True),
        (None, thread(private=True), False),
        (error(404, UNKNOWN_MEMBER), None, False),
    ],
)
async def test_non_member_has_no_permissions(failure: Exception | None, within: Any, sees: bool) -> None:
    async def fetch_member(_: int) -> Any:
        if failure:
            raise failure
        return EVERYBODY

    there = ChannelAccess(cast(Any, SimpleNamespace(fetch_member=fetch_member)), channel(EVERYBODY), within)
    assert (await there.permissions_of(9)).view_channel is sees


async def test_temporary_discord_error_is_not_an_answer() -> None:
    async def fetch_member(_: int) -> Any:
        raise error(500)

    with pytest.raises(discord.HTTPException):
        await ChannelAccess(cast(Any, SimpleNamespace(fetch_member=fetch_member)), channel(), None).permissions_of(9)


@pytest.mark.parametrize(
    ("failure", "left"), [(None, False), (error(404, UNKNOWN_MEMBER), True), (error(500), False), (error(404), False)]
)
async def test_only_non_members_have_left_and_a_server_is_queried_once(failure: Exception | None, left: bool) -> None:
    asked: list[int] = []

    async def fetch_member(_: int) -> None:
        if failure:
            raise failure

    async def fetch_guild(guild: int, *, with_counts: bool) -> Any:
        asked.append(guild)
        return SimpleNamespace(fetch_member=fetch_member)

    known = MembershipChecker(cast(Any, SimpleNamespace(fetch_guild=fetch_guild)))
    assert [await known.has_left(5, user) for user in (1, 2)] == [left, left] and asked == [5]
