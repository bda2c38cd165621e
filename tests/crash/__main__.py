"""Print the results of a run as JSON: ``python -m tests.crash --kills 50 --seed 1``.

The exit status is 1 if anything is wrong. ``python -m tests.crash processes`` disturbs several processes with one
PostgreSQL server. ``python -m tests.crash lost`` takes the database from one bot while people press.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.crash.checks import figures
from tests.crash.kill_run import Stage
from tests.crash.script import Script


def main() -> int:
    """Run the script and judge it."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the database and the bot's log")
    parser.add_argument("--words-first", action="store_true", help="every report gets its pictures after it was posted")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = given.keep or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        stage = Stage(folder / "tables.db", folder / "bot.log", given.kills, random.Random(given.seed))
        stage.words_first = given.words_first
        run = Script(stage)
        began = time.monotonic()
        asyncio.run(run.play())
        found = asyncio.run(figures(run)) | {"seconds": round(time.monotonic() - began, 1), "seed": given.seed}
    print("\n".join([*stage.lost, *run.refusals, *stage.unanswered]), file=sys.stderr)
    print(json.dumps(found, indent=2))
    return 1 if any(found["wrong"].values()) else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["processes"]:
        from tests.crash.processes import main as several

        sys.exit(several(sys.argv[2:]))
    if sys.argv[1:2] == ["lost"]:
        from tests.crash.database_loss import main as losing

        sys.exit(losing(sys.argv[2:]))
    sys.exit(main())
