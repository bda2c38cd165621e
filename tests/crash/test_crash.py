"""A short run with kills; ``python -m tests.crash`` is the long one."""

import random
from pathlib import Path

from tests.crash.checks import figures
from tests.crash.kill_run import Stage
from tests.crash.script import Script


async def test_killed_bot_loses_and_repeats_nothing_and_reports_every_phase_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "tables.db", tmp_path / "bot.log", kills_wanted=4, chance=random.Random(4))
    run = Script(stage, players=1)
    await run.play()
    found = await figures(run)
    assert found["kills"] == 4
    assert found["phases"] == found["phase_posts"] > 4
    assert not any(found["wrong"].values()), found
