"""The post about open tables is equal to the store after changes, kills and failures."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.bot.meeting.thousand_changes import lived


@pytest.mark.parametrize("seed", [1, 2])
async def test_the_post_equals_the_store_after_changes_and_kills(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    counts, wrong = await lived(tmp_path / "tables.db", changes=60, seed=seed)
    assert not wrong
    assert counts["restarts"] and counts["people mentioned"] and counts["comparisons"] > 4
