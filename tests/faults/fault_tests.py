"""Which tests are asked about a fault: those that run its line, the quickest first, since most faults go no further."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

from tests.faults.coverage_record import Reach, names_at, test_files
from tests.faults.mutations import Fault

Run = tuple[str, ...]
"""What pytest is told, beside how."""

SECONDS = (3, 20, 120)
"""How long each run may take, by what its tests took when they were watched, which is twice or three times as long."""

MOST = (40, 300, 2_000)
"""So many tests are in each run at most."""

NEAREST = 2
"""So many runs are asked of every fault, before any is asked more."""


def near(known: Reach, fault: Fault) -> tuple[Run, ...]:
    """Runs of pytest, to be asked one after the other until one of them fails; what is too long is not asked."""
    left, found = known.of(fault), []
    for seconds, most in zip(SECONDS, MOST, strict=True):
        taken = _within(left[:most], seconds)
        found.append(tuple(name for name, _ in left[:taken]))
        left = left[taken:]
    return tuple(filter(None, found))


def _within(tests: Sequence[tuple[str, float]], seconds: float) -> int:
    """So many of the first take no longer together."""
    total = 0.0
    for number, (_, taken) in enumerate(tests):
        total += taken
        if total > seconds:
            return number
    return len(tests)


def naming(root: Path, fault: Fault) -> tuple[Run, ...]:
    """The test files in which the constant stands that the fault is in: a table of numbers runs none of their lines."""
    names = {name for name in names_at((root / fault.file).read_text("utf-8"), fault.line) if name.isupper()}
    word = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    return tuple((test,) for test in test_files(root) if names and word.search((root / test).read_text("utf-8")))


_WITHOUT = {"games", "local"}
"""Folders of which only files of the same name are asked: what is no title's own, and what needs a browser."""


def farther(root: Path, file: str) -> tuple[Run, ...]:
    """What is asked when none of them notices: the tests of the same part, and what else is about it.

    A line that hundreds of tests run is not asked of the slowest by ``near``. For a title there are the tables of all
    titles and the contract too, for the rest what has the file's name.
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
