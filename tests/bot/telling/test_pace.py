"""How fast the bot speaks unasked: what it remembers of channels that have gone quiet."""

import pytest

from bot.telling import pace


async def test_quiet_channels_are_forgotten_once_there_are_many_and_busy_ones_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "_MOST_CHANNELS", 3)
    now = [100.0]
    waits = pace.Pace(lambda: now[0])
    for channel in range(1, 8):
        await waits.wait(channel)
    assert set(waits._recent) == set(range(1, 8))
    now[0] += 60
    await waits.wait(8)
    assert set(waits._recent) == {8}


async def test_a_second_has_room_for_so_many_and_what_is_more_comes_in_the_next() -> None:
    waits = pace.Pace(lambda: 100.0)
    assert [waits._over_all(100.0) for _ in range(pace.A_SECOND + 1)] == [100.0] * pace.A_SECOND + [101.0]
    assert [waits._over_all(102.0), waits._over_all(102.5)] == [102.0, 102.0]


async def test_a_channel_takes_a_burst_and_what_is_more_when_that_is_long_enough_ago() -> None:
    waits = pace.Pace(lambda: 100.0)
    assert pace.BURST < pace.A_SECOND
    assert [waits._reserve(1) for _ in range(pace.BURST + 1)] == [100.0] * pace.BURST + [100.0 + pace._BURST_SECONDS]
    assert waits._reserve(2) == 100.0
