"""``python -m tests.faults --count 200 --seed 1``: which of so many random faults no test notices; the share caught."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.faults.ground import ROOT, Ground
from tests.faults.places import Fault, files, places

EQUIVALENTS = Path(__file__).with_name("equivalents.txt")
"""One a row: file, line as it stands there, what is turned and into what, and the reason; between them `` | ``."""


def chosen(count: int, seed: int, only: str) -> list[Fault]:
    """So many places of all, each with one of its faults; the same for the same seed and the same tree."""
    generator = random.Random(seed)
    every = [choices for file in files(ROOT) if only in file for choices in places(ROOT, file)]
    return [generator.choice(choices) for choices in generator.sample(every, min(count, len(every)))]


def equivalents(text: str) -> dict[tuple[str, ...], str]:
    """The faults that change nothing a player or program can see, with the reason."""
    rows = [line.split(" | ") for line in text.splitlines() if line and not line.startswith("#")]
    return {tuple(fault): reason for *fault, reason in rows}


def judged(faults: Sequence[Fault], ground: Ground) -> list[str]:
    """Prints a line for each fault; what each came to: ``caught``, ``same`` or ``SURVIVED``."""
    known, found = equivalents(EQUIVALENTS.read_text("utf-8")), []
    for fault in faults:
        by = known.get(fault.lasting) or ground.caught(fault)
        found.append("same" if fault.lasting in known else "caught" if by else "SURVIVED")
        print(f"{found[-1]:8} {fault}" + (f"  ({by})" if by else ""), flush=True)
    return found


def main() -> int:
    """Exit status 1 if fewer than 95 % of the faults that change something are caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--list", action="store_true", help="only print them")
    given = parser.parse_args()
    faults = chosen(given.count, given.seed, given.only)
    if given.list:
        print(*faults, sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        found = judged(faults, Ground(Path(folder)))
    caught, counted = found.count("caught"), len(found) - found.count("same")
    print(f"{caught} of {counted} caught: {caught / max(counted, 1):.1%}; {len(found) - counted} change nothing")
    return 0 if caught >= 0.95 * counted else 1


if __name__ == "__main__":
    sys.exit(main())
