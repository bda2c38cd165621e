"""``make bench``: ratios, each against an anchor of the same run. Prints a table and, last, one line of JSON.

Nothing is asserted: times on a shared machine are read, not tested.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Iterator

import msgspec

from tests.bench import (
    committing,
    drawing,
    forgetting,
    lagging,
    playing,
    remembering,
    requesting,
    starting,
    waiting,
)
from tests.bench.figures import Figure, table


def main() -> int:
    """Runs the parts asked for, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Speed and memory as ratios.")
    parser.add_argument(
        "parts", nargs="*", help="some of: play draw commit memory lag requests wait start forget; all when left out"
    )
    parser.add_argument("--quick", action="store_true", help="a fifth of the time, and rougher")
    given = parser.parse_args()
    measures = parts(quick=given.quick)
    if unknown := set(given.parts) - set(measures):
        parser.error(f"there is no part “{unknown.pop()}”; there are: {' '.join(measures)}")
    figures: list[Figure] = []
    for name in given.parts or measures:
        print(f"measuring: {name} …", file=sys.stderr)
        figures += measures[name]()
    print(table(figures))
    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    print(msgspec.json.encode({"machine": machine, "figures": figures}).decode())
    return 0


def parts(*, quick: bool) -> dict[str, Callable[[], Iterator[Figure] | list[Figure]]]:
    """The measurements by name."""
    return {
        "play": lambda: [playing.measure(1 if quick else 4)],
        "draw": lambda: drawing.measure(12 if quick else 60),
        "commit": lambda: committing.measure(2 if quick else 10),
        "memory": lambda: list(remembering.measure()),
        "lag": lambda: [lagging.measure(3 if quick else 10)],
        "requests": lambda: requesting.measure(20 if quick else 120),
        "wait": lambda: waiting.measure(25 if quick else 120),
        "start": lambda: starting.measure([1_000] if quick else [1_000, 5_000, 10_000]),
        "forget": lambda: [forgetting.measure(2_000 if quick else 10_800)],
    }


if __name__ == "__main__":
    sys.exit(main())
