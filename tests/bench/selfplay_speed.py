"""Measure games among computers in actions a second, against catanatron's random play.

Whole games are measured, with set-up and views. Random play costs the rules alone; greedy play also costs a hint for
every offer.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time

from engine.cli.selfplay import play_game
from tests.bench.measurement import Figure, against
from tests.bench.positions import Title, seats

ANCHOR = "catanatron==3.2.1"
ROUNDS = 3
LOOPS_OF_ANCHOR = 115.0
"""Rounds of ``_loop`` a millisecond on the machine on which catanatron made 32.8 actions a millisecond."""
_ON_HEXES = ("railway-rivals", "railroads-of-catan")
"""Games on a map of hexes, where each move searches for paths."""


def measure(titles: Sequence[Title], seconds: float) -> list[Figure]:
    """Run all games and the anchor in turn. Times are processor time, so that other programs disturb little."""
    wanted = [(title, policy) for title in titles for policy in ("random", "greedy")]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        python = _anchor_python(Path(folder))
        rounds = [(_anchor(python, seconds), [_here(*one, seconds) for one in wanted]) for _ in range(ROUNDS)]
    note = f"anchor: {ANCHOR}, four random players" if python else f"{ANCHOR} not at hand; anchor worked out of a loop"
    anchor = median(theirs for theirs, _ in rounds)
    columns = zip(*(ours for _, ours in rounds), strict=True)
    return [
        _figure(title, policy, median(ours), anchor, note)
        for (title, policy), ours in zip(wanted, columns, strict=True)
    ]


def _figure(title: Title, policy: str, ours: float, anchor: float, note: str) -> Figure:
    least = 0.5 if title.key in _ON_HEXES else 1.5
    return against(f"{title.key}: {policy} play", ours, anchor, "actions/s", least=least, note=note)


def _here(title: Title, policy: str, seconds: float) -> float:
    actions, seed, began = 0, 0, process_time()
    while process_time() - began < seconds:
        seed += 1
        actions += len(play_game(title, title.options(), (policy,) * seats(title), seed).actions)
    return actions / (process_time() - began)


def _anchor(python: Path | None, seconds: float) -> float:
    return _loop() / LOOPS_OF_ANCHOR * 32_800 if python is None else _there(python, seconds)


def _anchor_python(folder: Path) -> Path | None:
    """Return a Python with the anchor installed in ``folder``, because its license keeps it out of the project's
    environment.
    """
    python = folder / "bin" / "python"
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        subprocess.run([python, "-m", "pip", "install", "-q", ANCHOR], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return python


def _there(python: Path, seconds: float) -> float:
    script = Path(__file__).with_name("catanatron_anchor.py")
    done = subprocess.run([python, script, str(seconds)], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    return float(found["actions"]) / float(found["seconds"])


def _loop() -> float:
    """Return the rounds a millisecond of a loop over tuples, dicts, comparisons, and calls, as in game code."""

    def step(board: dict[int, tuple[int, ...]], at: int) -> int:
        return sum(value for value in board[at % 19] if value > at % 7)

    board = {n: tuple(range(n, n + 6)) for n in range(19)}
    began, total = process_time(), 0
    for turn in range(20_000):
        total += sum(step(board, turn + n) for n in range(20))
    return 20_000 / (1_000 * (process_time() - began))


if __name__ == "__main__":
    print(_loop())
