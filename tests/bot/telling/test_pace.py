"""How fast the bot speaks unasked: what it remembers of channels that have gone quiet."""

from __future__ import annotations

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
