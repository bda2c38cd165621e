"""A copy of the tree in a folder of its own, in which tests are run with a fault and without."""

from __future__ import annotations

import compileall
import os
import py_compile
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.faults.places import Fault
from tests.faults.subjects import Run, runs

ROOT = Path(__file__).parents[2]
COPIED = ("bot", "engine", "render", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")

MEMORY = 4 << 30
"""Bytes that a run may take: a fault that gathers without end is caught before the machine is full."""


LONGEST = 300
"""Seconds after which a run is over: most take a tenth of it, and a fault that goes on without end is caught."""


class Ground:
    """The copy; ``sound`` remembers which tests pass in it without a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sound: set[str] = set()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, folder / name)
        mode = py_compile.PycInvalidationMode.CHECKED_HASH  # a fault may be as long as what it replaces, and as old
        compileall.compile_dir(folder, quiet=2, invalidation_mode=mode)

    def caught(self, fault: Fault) -> str:
        """What noticed the fault: a test, or that time was up; empty if nothing did."""
        path = self.folder / fault.file
        source = path.read_bytes()
        path.write_bytes(fault.put(source))
        try:
            by = next(filter(None, map(self._failure, runs(self.folder, fault.file))), "")
        finally:
            path.write_bytes(source)
        self._confirm(by)
        return by

    def _confirm(self, test: str) -> None:
        """Ends the program if the test fails without the fault too, for then nothing is known."""
        if "::" in test and test not in self.sound:
            if self._failure((test,)):
                raise SystemExit(f"{test} fails without a fault")
            self.sound.add(test)

    def _failure(self, run: Run) -> str:
        """The test that fails first, in one process at low priority."""
        told = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=no", "-rfE", *run]
        work = subprocess.Popen(
            told,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=_modest,
        )
        try:
            said, _ = work.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(work.pid, signal.SIGKILL)
            work.communicate()
            return "time is up"
        return _first_failure(said) if work.returncode else ""


def _modest() -> None:
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _first_failure(said: str) -> str:
    """The test's own name, or the last word of a run that came to no test."""
    lines = said.splitlines()
    named = [line.split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return (named or lines or ["no word"])[-1].split(" - ")[0]
