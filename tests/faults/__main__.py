"""Put random faults into the code, and print those that no test notices: ``python -m tests.faults --count 200 --seed
1``.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from queue import Queue

from tests.faults.coverage_record import reach
from tests.faults.mutations import Fault, files, places
from tests.faults.tree_copy import ROOT, Ground

EQUIVALENTS = Path(__file__).with_name("equivalents.txt")
"""The list of faults that change nothing.

A row has the file, the line's text, the old and the new expression, and the reason, separated by `` | ``.
"""


def chosen(count: int, seed: int, only: str) -> list[Fault]:
    """Return ``count`` faults on different lines, equal for the same seed and tree."""
    generator = random.Random(seed)
    every = [line for file in files(ROOT) if only in file for line in _lines(places(ROOT, file))]
    return [generator.choice(generator.choice(line)) for line in generator.sample(every, min(count, len(every)))]


def _lines(found: list[list[Fault]]) -> list[list[list[Fault]]]:
    """Group the faults by line, so that a table of many numbers is no likelier than one sentence of the rules."""
    by: dict[int, list[list[Fault]]] = {}
    for choices in found:
        by.setdefault(choices[0].line, []).append(choices)
    return list(by.values())


def equivalents(text: str) -> dict[tuple[str, ...], str]:
    """Return the faults that change nothing a player or program can see, with the reasons."""
    rows = [line.split(" | ") for line in text.splitlines() if line and not line.startswith("#")]
    return {tuple(fault): reason for *fault, reason in rows}


def judged(faults: Sequence[Fault], grounds: Sequence[Ground]) -> list[str]:
    """Test each fault and print a line. Returns the results: ``caught``, ``same``, or ``SURVIVED``."""
    known = equivalents(EQUIVALENTS.read_text("utf-8"))
    open_ = [fault for fault in faults if fault.lasting not in known]
    found = ["same"] * (len(faults) - len(open_))
    for thorough in (False, True):
        by = dict(_reasons(open_, grounds, thorough=thorough))
        open_ = [fault for fault in open_ if not by[fault]]
        found += ["caught"] * (len(by) - len(open_))
    return found + ["SURVIVED"] * len(open_)


def _reasons(faults: Sequence[Fault], grounds: Sequence[Ground], *, thorough: bool) -> Iterator[tuple[Fault, str]]:
    """Yield for each fault the test that noticed it, as soon as it is known. Faults run in parallel in the copies."""
    free = Queue[Ground]()
    for ground in grounds:
        free.put(ground)

    def reason(fault: Fault) -> tuple[Fault, str]:
        ground = free.get()
        try:
            return fault, (ground.caught_at_last if thorough else ground.caught)(fault)
        finally:
            free.put(ground)

    missed = "SURVIVED" if thorough else "open"
    with ThreadPoolExecutor(len(grounds)) as pool:
        for work in as_completed([pool.submit(reason, fault) for fault in faults]):
            fault, by = work.result()
            print(f"{'caught' if by else missed:8} {fault}" + (f"  ({by})" if by else ""), flush=True)
            yield fault, by


def main() -> int:
    """Return exit status 1 if fewer than 95 % of the faults that change something are caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once")
    parser.add_argument("--list", action="store_true", help="only print them")
    given = parser.parse_args()
    faults = chosen(given.count, given.seed, given.only)
    if given.list:
        print(*faults, sep="\n")
        return 0
    known = reach(ROOT, ROOT / "build" / "faults", given.jobs)
    with ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")) for _ in range(given.jobs)]
        grounds = [Ground(Path(folder), known) for folder in folders]
        found = judged(faults, grounds)
        for ground in grounds:
            ground.quick.close()
    caught, counted = found.count("caught"), len(found) - found.count("same")
    print(f"{caught} of {counted} caught: {caught / max(counted, 1):.1%}; {len(found) - counted} change nothing")
    return 0 if caught >= 0.95 * counted else 1


if __name__ == "__main__":
    sys.exit(main())
