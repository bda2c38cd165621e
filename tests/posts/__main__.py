"""Measure the reports of recorded games in the simulated Discord: ``python -m tests.posts``.

``--sheets DIR`` also draws one report of every kind, as a desktop and a phone would show it.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import GAMES
from tests.posts.contact_sheets import draw_sheets
from tests.posts.post_sizes import HEAD, row
from tests.posts.recorded_game import Report, longest, reports


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the longest recorded games of each kind and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.posts", description=__doc__)
    parser.add_argument("titles", nargs="*", choices=[*GAMES, []], metavar="TITLE", help="all when left out")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="so many of each title, the longest first")
    parser.add_argument("--sheets", type=Path, metavar="DIR")
    given = parser.parse_args(arguments)
    print(HEAD, flush=True)
    for title in given.titles or GAMES:
        made = asyncio.run(_played(longest(title, given.games)))
        print(row(title, made), flush=True)
        if given.sheets is not None:
            draw_sheets(title, made, given.sheets)
    return 0


async def _played(files: Sequence[Path]) -> list[Report]:
    return [report for file in files async for report in reports(file)]


if __name__ == "__main__":
    sys.exit(main())
