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
import time
from pathlib import Path

from tests.faults.places import Fault
from tests.faults.subjects import Run, runs

ROOT = Path(__file__).parents[2]
COPIED = ("bot", "engine", "render", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")

MEMORY = 4 << 30
"""Bytes that a run may take: a fault that gathers without end is caught before the machine is full."""


class Ground:
    """The copy; ``clean`` remembers how long each run takes in it without a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clean: dict[Run, float] = {}
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, folder / name)
        mode = py_compile.PycInvalidationMode.CHECKED_HASH  # a fault may be as long as what it replaces, and as old
        compileall.compile_dir(folder, quiet=2, invalidation_mode=mode)

    def caught(self, fault: Fault) -> str:
        """What noticed the fault: a test, or that time was up; empty if nothing did."""
        tried = (self._tried(run, fault) for run in runs(self.folder, fault.file))
        return next(filter(None, tried), "")

    def _tried(self, run: Run, fault: Fault) -> str:
        allowed = 30 + 5 * self._measured(run)
        path = self.folder / fault.file
        source = path.read_bytes()
        path.write_bytes(fault.put(source))
        try:
            return self._failure(run, allowed)
        finally:
            path.write_bytes(source)

    def _measured(self, run: Run) -> float:
        """The seconds that a run takes without a fault, which it must pass."""
        if run not in self.clean:
            began = time.monotonic()
            failure = self._failure(run, 1800)
            if failure:
                raise SystemExit(f"{' '.join(run)} fails without a fault: {failure}")
            self.clean[run] = time.monotonic() - began
        return self.clean[run]

    def _failure(self, run: Run, seconds: float) -> str:
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
            said, _ = work.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(work.pid, signal.SIGKILL)
            work.communicate()
            return "time is up"
        return _first_failure(said) if work.returncode else ""


def _modest() -> None:
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _first_failure(said: str) -> str:
    lines = said.splitlines()
    named = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return (named or lines or ["no word"])[-1].split(" - ")[0]
