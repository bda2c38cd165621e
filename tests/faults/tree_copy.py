"""A copy of the tree in a folder of its own, in which tests run with a fault and without."""

import compileall
import json
import os
import py_compile
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.coverage_record import Reach, in_a_function, test_files
from tests.faults.fault_tests import NEAREST, Run, farther, naming, near
from tests.faults.mutations import Fault
from tests.faults.server_plugin import ASKED, LATE, PASSED, UNABLE, WAITING

ROOT = Path(__file__).parents[2]
COPIED = ("bot", "engine", "render", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")

MEMORY = 4 << 30
"""Maximum bytes of memory of a run, so that a fault that allocates without end is caught before the memory is full."""


LONGEST, QUICK = 300, 60
"""Maximum processor seconds of a run, in a separate process and in a child, so that endless loops are caught.

If a run takes longer without a fault too, its result is ignored.
"""

EVERYBODY = 0o755
"""Permissions of the copy for all users, because some tests run code as a user without rights."""

Asked = Callable[[Run], str]
"""A function that runs tests and returns the first one that failed, or an empty text."""


class Ground:
    """The copy. ``sound`` has the tests that pass in it without a fault, ``unsound`` those that do not always pass."""

    def __init__(self, folder: Path, known: Reach) -> None:
        self.folder, self.known = folder, known
        self.sound: set[str] = set()
        self.unsound: set[str] = set()
        folder.chmod(EVERYBODY)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, folder / name)
        mode = py_compile.PycInvalidationMode.CHECKED_HASH  # a fault may be as long as what it replaces, and as old
        compileall.compile_dir(folder, quiet=2, invalidation_mode=mode)

        self.quick = Quick(folder)

    def caught(self, fault: Fault) -> str:
        """Return the test that notices the fault among the nearest ones, or that the time is up; empty if none does."""
        source, close = (self.folder / fault.file).read_text("utf-8"), near(self.known, fault)
        if in_a_function(source, fault.line):
            return self._first(close[:NEAREST], lambda run: self.quick.failure(run, fault), self.quick.failure)
        return self._first(close[:NEAREST], lambda run: self._with(fault, run), self._failure)

    def caught_at_last(self, fault: Fault) -> str:
        """Return what notices the fault in all other runs, and in the nearest ones in a separate process.

        Code that runs during the import of its file is changed only in a separate process.
        """
        close = near(self.known, fault)
        by = self._first(close[NEAREST:], lambda run: self.quick.failure(run, fault), self.quick.failure)
        every = *close[:1], *naming(self.folder, fault), *farther(self.folder, fault.file)
        return by or self._first(every, lambda run: self._with(fault, run), self._failure)

    def _first(self, every: Iterable[Run], faulty: Asked, sound: Asked) -> str:
        """Return the first failure that does not happen without the fault. Tests that fail anyway are left out from
        then on.
        """
        for run in every:
            while (left := tuple(test for test in run if test not in self.unsound)) and (by := faulty(left)):
                alone = (by,) if "::" in by else left
                if by in self.sound or not sound(alone):
                    self.sound |= {by} & {*alone}
                    return by
                if alone == left:
                    break  # too long for this machine: nothing is known
                self.unsound.add(by)
        return ""

    def _with(self, fault: Fault, run: Run) -> str:
        with put(self.folder, fault):
            return self._failure(run)

    def _failure(self, run: Run) -> str:
        """Return the test that fails first, in a separate process of low priority."""
        told = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=no", "-rfE", *run]
        told += [f"--deselect={test}" for test in sorted(self.unsound)]
        work = subprocess.Popen(
            told,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=_short,
        )
        try:
            said, _ = work.communicate(timeout=LONGEST * WAITING)
        except subprocess.TimeoutExpired:
            os.killpg(work.pid, signal.SIGKILL)
            work.communicate()
            return LATE
        if work.returncode == -signal.SIGXCPU:
            return LATE
        return _first_failure(said) if work.returncode else ""


class Quick:
    """A pytest process that has collected the tests of the copy and waits (:mod:`tests.faults.server_plugin`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (theirs, asks), (answers, mine) = os.pipe(), os.pipe()
        told = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", "-p", "tests.faults.server_plugin"]
        self.work = subprocess.Popen(
            [*told, f"--basetemp={folder}/basetemp", *test_files(folder)],
            cwd=folder,
            env={**os.environ, ASKED: f"{theirs},{mine}"},
            pass_fds=(theirs, mine),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_modest,
        )
        os.close(theirs)
        os.close(mine)
        self._asks, self._answers = os.fdopen(asks, "w"), os.fdopen(answers)
        if not self._answers.readline():
            raise SystemExit("the tests of the copy cannot be gathered")

    def failure(self, run: Run, fault: Fault | None = None) -> str:
        """Return the first failed test or what else ends the run, or an empty text if all pass or the result is
        unknown.
        """
        question: dict[str, object] = {"tests": run, "seconds": QUICK}
        if fault is None:
            return self._asked(question)
        path = self.folder / fault.file
        before = path.read_bytes()
        with put(self.folder, fault):
            return self._asked(
                {**question, "file": str(path), "before": before.decode(), "after": fault.put(before).decode()}
            )

    def _asked(self, question: dict[str, object]) -> str:
        print(json.dumps(question), file=self._asks, flush=True)
        answer = self._answers.readline().strip()
        return "" if answer in (PASSED, UNABLE) else answer or "no word"

    def close(self) -> None:
        """Close the process."""
        self._asks.close()
        self.work.wait()


@contextmanager
def put(folder: Path, fault: Fault) -> Iterator[None]:
    """Put the fault into the file during this block."""
    path = folder / fault.file
    source = path.read_bytes()
    path.write_bytes(fault.put(source))
    try:
        yield
    finally:
        path.write_bytes(source)


def _modest() -> None:
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _short() -> None:
    _modest()
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 1))


def _first_failure(said: str) -> str:
    """Return the name of the failed test, or the last line of a run without tests."""
    lines = said.splitlines()
    named = [line.split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return (named or lines or ["no word"])[-1].split(" - ")[0]
