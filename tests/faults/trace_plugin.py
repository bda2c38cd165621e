"""A pytest plugin that records the project's lines that each test runs: ``-p tests.faults.trace_plugin``.

A line is identified by its text, not by its number, so that the record stays valid when lines above change.
"""

import hashlib
import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

WRITTEN = "ROUNDHOUSE_STEPS"
"""The environment variable with the folder of the records, one file for each test file."""

ROOT = Path(__file__).parents[2]
RECORDED_PACKAGES = ("bot", "engine")
OURS = tuple(f"{ROOT / package}{os.sep}" for package in RECORDED_PACKAGES)


class Steps:
    """The lines run since the last test began. A function whose lines have all run is no longer traced."""

    def __init__(self) -> None:
        self.seen: defaultdict[CodeType, set[int]] = defaultdict(set)
        self._whole: dict[CodeType, int] = {}

    def on_call(self, frame: FrameType, _event: str, _arg: object) -> Any:
        code = frame.f_code
        if code not in self._whole:
            ours = code.co_filename.startswith(OURS)
            self._whole[code] = len({line for *_, line in code.co_lines() if line}) if ours else 0
        whole = self._whole[code]
        if not whole or len(seen := self.seen[code]) == whole:
            return None
        seen.add(frame.f_lineno)

        def on_line(frame: FrameType, event: str, _arg: object) -> Any:
            if event == "line":
                seen.add(frame.f_lineno)
            return on_line

        return on_line


class Notes:
    """The lines that the tests of one file ran."""

    def __init__(self) -> None:
        self.tests: list[tuple[str, float]] = []
        self.lines: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))

    def keep(self, test: str, seconds: float, ran: Iterable[tuple[str, str]]) -> None:
        for file, text in ran:
            self.lines[file][text].append(len(self.tests))
        self.tests.append((test, round(seconds, 3)))


class Writer:
    """Records all tests of a run; only passed ones are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steps = Steps()
        self.notes: defaultdict[str, Notes] = defaultdict(Notes)
        self._texts: dict[str, list[str]] = {}
        self._passed, self._seconds = True, 0.0

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        self.steps.seen.clear()
        self._passed, self._seconds = True, 0.0
        threading.settrace(self.steps.on_call)
        sys.settrace(self.steps.on_call)
        yield
        sys.settrace(None)
        threading.settrace(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._passed &= report.passed
        self._seconds += report.duration
        if report.when == "teardown" and self._passed:
            self.notes[report.nodeid.split("::")[0]].keep(report.nodeid, self._seconds, self._ran())

    def _ran(self) -> set[tuple[str, str]]:
        """Return the lines run, as pairs of file and text."""
        seen = [(code.co_filename, number) for code, numbers in list(self.steps.seen.items()) for number in numbers]
        return {(str(Path(file).relative_to(ROOT)), self._of(file)[number - 1]) for file, number in seen}

    def _of(self, name: str) -> list[str]:
        if name not in self._texts:
            self._texts[name] = [line.strip() for line in Path(name).read_text("utf-8").splitlines()]
        return self._texts[name]

    def pytest_sessionfinish(self) -> None:
        for test, notes in self.notes.items():
            text = json.dumps({"tests": notes.tests, "lines": notes.lines})
            (self.folder / written_for(ROOT, test)).write_text(text, "utf-8")


def written_for(root: Path, test: str) -> str:
    """Return the name of a test file's record, which changes with the file's content."""
    return hashlib.sha1(test.encode() + (root / test).read_bytes()).hexdigest() + ".json"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Writer(Path(os.environ[WRITTEN])))
