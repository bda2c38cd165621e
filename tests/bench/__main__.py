"""Measure speed with ``make bench``: each time is divided by an anchor of the same run.

Prints a table and, as the last line, JSON. Nothing is asserted, because times on a shared machine are not reliable.
"""

import argparse
import platform
import sys
from collections.abc import Callable, Sequence

import msgspec

from engine import GAMES
from tests.bench import (
    answer_latency,
    commit_latency,
    deletion_latency,
    draw_lag,
    draw_time,
    memory,
    move_growth,
    post_latency,
    press_latency,
    request_count,
    search_lag,
    selfplay_speed,
    start_time,
)
from tests.bench.measurement import Figure, table
from tests.bench.positions import Title


def main() -> int:
    """Run the requested parts one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Speed and memory as ratios.")
    parser.add_argument(
        "parts",
        nargs="*",
        help="some of: play grow draw answer commit memory lag think requests wait start forget posts; all if none",
    )
    parser.add_argument("--quick", action="store_true", help="a fifth of the time, and rougher")
    parser.add_argument("--title", action="append", choices=GAMES, help="only this game; may be said several times")
    parser.add_argument("--tables", type=int, action="append", help="start with so many; may be said several times")
    given = parser.parse_args()
    measures = parts([GAMES[key] for key in given.title or GAMES], quick=given.quick, sizes=given.tables or [])
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


def parts(titles: Sequence[Title], *, quick: bool, sizes: list[int]) -> dict[str, Callable[[], list[Figure]]]:
    """Return the measurements by name.

    The first six and ``think`` measure the given games, the others all games together. ``start`` is measured with the
    numbers of tables in ``sizes``, if there are any.
    """
    return {
        "play": lambda: selfplay_speed.measure(titles, 1 if quick else 4),
        "grow": lambda: move_growth.measure(titles, 1 if quick else 4),
        "draw": lambda: draw_time.measure(titles, 12 if quick else 60),
        "answer": lambda: answer_latency.measure(titles, 12 if quick else 60),
        "commit": lambda: commit_latency.measure(titles, 2 if quick else 10),
        "memory": lambda: list(memory.measure()),
        "lag": lambda: draw_lag.measure(titles, 3 if quick else 10),
        "think": lambda: search_lag.measure(titles, 6 if quick else 30),
        "requests": lambda: request_count.measure(20 if quick else 120),
        "wait": lambda: press_latency.measure(25 if quick else 120),
        "start": lambda: start_time.measure(sizes or ([1_000] if quick else [1_000, 5_000, 10_000])),
        "posts": lambda: post_latency.measure(20 if quick else 60, [0, 300]),
        "forget": lambda: [deletion_latency.measure(2_000 if quick else 10_800)],
    }


if __name__ == "__main__":
    sys.exit(main())
