"""Print how well question pages fit a phone: ``python -m tests.bot.questions [--games KEY…] [--seed N…] [--moves
N]``.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from engine import GAMES
from tests.bot.questions.page_height import estimated, failing, measured, report
from tests.bot.questions.page_recording import Played, Recorded, record


def main() -> None:
    """Play, measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.questions", description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(GAMES), help="keys of games; all by default")
    parser.add_argument("--seed", type=int, nargs="*", default=[3], help="seeds; each game is played with each")
    parser.add_argument("--moves", type=int, default=120, help="decisions of a game that are recorded")
    parser.add_argument("--options", nargs="*", default=[], help="options of the games, as map=tyne-tees")
    parser.add_argument("--estimate", action="store_true", help="estimate heights instead of asking a browser")
    parser.add_argument("--failing", action="store_true", help="print the pages that are too high, or wrong")
    given = parser.parse_args()
    pages, played = list[Recorded](), list[Played]()
    options = dict(option.split("=", 1) for option in given.options)
    for title in given.games:
        for seed in given.seed:
            with tempfile.TemporaryDirectory() as folder:
                more, made = asyncio.run(record(Path(folder), title, seed, given.moves, **options))
            pages, played = [*pages, *more], [*played, *made]
    heights = list(map(estimated, pages)) if given.estimate else measured(pages)
    for line in report(pages, heights, played):
        print(line, flush=True)
    for line in failing(pages, heights, played) if given.failing else ():
        print(line, flush=True)


main()
