"""The rate limit of posts, and when quiet channels are forgotten."""

import pytest

from bot.announcements import rate_limiter


async def test_only_quiet_channels_are_evicted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limiter, "_MAX_CHANNELS", 3)
    now = [100.0]
    waits = rate_limiter.RateLimiter(lambda: now[0])
    for channel in range(1, 8):
        await waits.wait(channel)
    assert set(waits._recent) == set(range(1, 8))
    now[0] += 60
    await waits.wait(8)
    assert set(waits._recent) == {8}


async def test_messages_over_the_limit_are_delayed_to_the_next_second() -> None:
    waits = rate_limiter.RateLimiter(lambda: 100.0)
    assert [waits._reserve_slot(100.0) for _ in range(rate_limiter.REQUESTS_PER_SECOND + 1)] == [
        100.0
    ] * rate_limiter.REQUESTS_PER_SECOND + [101.0]
    assert [waits._reserve_slot(102.0), waits._reserve_slot(102.5)] == [102.0, 102.0]


async def test_channel_takes_a_burst_and_delays_more() -> None:
    waits = rate_limiter.RateLimiter(lambda: 100.0)
    assert rate_limiter.BURST < rate_limiter.REQUESTS_PER_SECOND
    assert [waits._reserve_channel_slot(1) for _ in range(rate_limiter.BURST + 1)] == [100.0] * rate_limiter.BURST + [
        100.0 + rate_limiter._BURST_SECONDS
    ]
    assert waits._reserve_channel_slot(2) == 100.0
