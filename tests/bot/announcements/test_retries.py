"""Retries of refused messages with growing delays up to an hour."""

import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.announcements.followers import Followers, _delivery_state, _FollowerMessage
from bot.announcements.personal_messages import OrderNotifications
from bot.users import UserPreferences
from tests.bot.announcements.notifications_of_store import error
from tests.bot.announcements.test_recipients import table


def followers(**parts: Any) -> Followers:
    """Return the followers of table 7 at a bot with these parts."""
    given = {"sessions": SimpleNamespace(store=None), "people": None, **parts}
    found = Followers(
        *[cast(Any, given.get(name)) for name in ("client", "sessions", "studio", "announcer", "people", "pace")]
    )
    found._followed.add(7)
    return found


async def test_followers_are_retried_until_all_are_notified(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    failures = iter([OSError("cut"), OSError("cut")])

    async def tell(_: Any) -> None:
        for failure in failures:
            raise failure

    async def get(_: int) -> Any:
        return table()

    found = followers(sessions=SimpleNamespace(store=None, get=get))
    monkeypatch.setattr(found, "_send_to_all", tell)
    assert [await found._deliver_table(7) for _ in range(3)] == ["retry", "retry", None]
    assert found._delivered_states == {7: _delivery_state(table())}


@pytest.mark.parametrize(
    ("failure", "reached", "closed"),
    [
        (None, True, []),
        (error(403, 50007), False, [5]),
        (error(403, 40003), False, []),
        (error(499), False, []),
        (error(500), None, []),
    ],
)
async def test_unreachable_follower_is_distinguished_from_discord_errors(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception | None,
    reached: bool | None,
    closed: list[int],
) -> None:
    caplog.set_level(logging.CRITICAL)
    noted: list[int] = []

    async def note_closed(user: int, *, closed: bool) -> None:
        noted.append(user)

    async def send(*_: Any) -> None:
        if failure:
            raise failure

    found = followers(people=SimpleNamespace(note_messages_refused=note_closed))
    monkeypatch.setattr(found, "_send", send)
    if reached is None:
        with pytest.raises(type(cast(Any, failure))):
            await found._try_send(table(), 5, _FollowerMessage(1, "x"))
    else:
        assert await found._try_send(table(), 5, _FollowerMessage(1, "x")) is reached
    assert noted == closed and ((7, 5) in found._confirmed) == bool(reached)


@pytest.mark.parametrize(
    ("notices", "closed", "wants"),
    [
        ("direct", False, True),
        ("both", False, True),
        ("both", True, False),
        ("channel", False, False),
        ("none", False, False),
    ],
)
def test_order_results_are_sent_to_users_of_direct_messages(notices: Any, closed: bool, wants: bool) -> None:
    people = SimpleNamespace(preferences_of=lambda _: UserPreferences(notices=notices, closed=closed))
    assert (
        OrderNotifications(cast(Any, None), cast(Any, SimpleNamespace(user_settings=people)))._wants_direct_messages(5)
        is wants
    )
