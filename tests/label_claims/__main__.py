"""Print a table of compared claims by kind: ``python -m tests.label_claims railroader --games 200 --seed 1``."""

import argparse
import sys
from importlib import import_module

from engine import GAMES
from tests.label_claims.frame import Report, compare


def main() -> int:
    """Compare the claims of one game. The exit status is 1 if any is false."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.label_claims",
        description="Compare what labels and previews say about moves with what happens.",
    )
    parser.add_argument("game", choices=GAMES, help="the title whose texts are read")
    parser.add_argument("--games", type=int, default=20, help="number of whole games (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--offers", type=int, default=60, help="offers of each question (default: 60)")
    parser.add_argument("--every", type=int, default=1, help="look at one of this many positions (default: 1)")
    given = parser.parse_args()
    report = run(given.game, games=given.games, seed=given.seed, offers=given.offers, every=given.every)
    for line in report.lines():
        print(line)
    return 1 if report.wrong.total() else 0


def run(key: str, *, games: int, seed: int, offers: int = 60, every: int = 1) -> Report:
    """Compare the claims of the game with this key."""
    title = import_module(f"tests.label_claims.{key.replace('-', '_')}")
    move_claims = getattr(title, "move_claims", None)
    return compare(GAMES[key], title.claims, move_claims, games=games, seed=seed, offers=offers, every=every)


if __name__ == "__main__":
    sys.exit(main())
