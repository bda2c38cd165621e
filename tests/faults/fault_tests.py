"""The tests for a fault: those that run its line, the quickest first, because most faults are caught by them."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

from tests.faults.coverage_record import Reach, names_at, test_files
from tests.faults.mutations import Fault

Run = tuple[str, ...]
"""The tests given to pytest."""

SECONDS = (3, 20, 120)
"""Maximum recorded seconds of the tests in each run. Recording makes tests two or three times slower."""

MOST = (40, 300, 2_000)
"""Maximum number of tests in each run."""

NEAREST = 2
"""The number of runs for every fault before any fault gets more."""


def near(known: Reach, fault: Fault) -> tuple[Run, ...]:
    """Return runs of the tests that execute the fault, to be made until one fails. Tests that take too long are left
    out.
    """
    left, found = known.of(fault), []
    for seconds, most in zip(SECONDS, MOST, strict=True):
        taken = _within(left[:most], seconds)
        found.append(tuple(name for name, _ in left[:taken]))
        left = left[taken:]
    return tuple(filter(None, found))


def _within(tests: Sequence[tuple[str, float]], seconds: float) -> int:
    """Return how many of the first tests fit into that time together."""
    total = 0.0
    for number, (_, taken) in enumerate(tests):
        total += taken
        if total > seconds:
            return number
    return len(tests)


def naming(root: Path, fault: Fault) -> tuple[Run, ...]:
    """Return the test files that name the constant with the fault, because a table of numbers runs none of their
    lines.
    """
    names = {name for name in names_at((root / fault.file).read_text("utf-8"), fault.line) if name.isupper()}
    word = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    return tuple((test,) for test in test_files(root) if names and word.search((root / test).read_text("utf-8")))


_WITHOUT = {"games", "local"}
"""Folders for which only test files of the same name run: they are too large or need a browser."""


def farther(root: Path, file: str) -> tuple[Run, ...]:
    """Return the last runs: the tests of the same package, and others about the file.

    They matter because ``near`` leaves out the slowest of hundreds of tests. For a game these are also the tests of all
    games and the contract; otherwise test files with the file's name.
    """
    match PurePath(file).parts:
        case ("engine", "games", title, _, *_):
            of_all = sorted(str(test.relative_to(root)) for test in (root / "tests" / "games").glob("test_*.py"))
            contract = ("tests/contract", "-k", title.replace("_", "-"))
            return ((f"tests/games/{title}",), *((test,) for test in of_all), contract)
        case (package, *folders, name):
            stem = PurePath(name).stem.strip("_")
            named = sorted(str(test.relative_to(root)) for test in (root / "tests").rglob(f"test_{stem}.py"))
            part = Path("tests", *(("bot",) if package == "bot" else ()), *folders[:1])
            own = [str(part)] if folders and folders[0] not in _WITHOUT and (root / part).is_dir() else []
            return tuple((test,) for test in [*named, *own])
    return ()
