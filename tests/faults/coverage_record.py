"""A record of the tests that run each line, made by one run of each test file with :mod:`tests.faults.trace_plugin`."""

import ast
import json
import os
import re
import subprocess
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.mutations import Fault
from tests.faults.trace_plugin import WRITTEN, written_for

FOLDERS = ("bot", "store", "core", "kit", "cli", "ai", "mind", "posts", "games")
LEFT_OUT = {"test_local_in_a_browser", "test_many_timeouts", "test_limits", "test_search"}
"""Tests that need another program or half a minute. The contract tests also take long, and run last."""

TOGETHER = 8
"""The number of test files that one process runs."""

Stretch = tuple[int, int]
"""First and last line."""


class Reach:
    """The passed tests by the lines that they run, the quickest first."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tests: list[tuple[str, float]] = []
        self._by: defaultdict[str, defaultdict[str, array[int]]] = defaultdict(lambda: defaultdict(lambda: array("I")))

    def add(self, written: Path) -> None:
        """Add the recording of one run."""
        found, first = json.loads(written.read_text("utf-8")), len(self.tests)
        self.tests += [(name, seconds) for name, seconds in found["tests"]]
        for file, lines in found["lines"].items():
            for text, tests in lines.items():
                self._by[file][text].extend(first + test for test in tests)

    def of(self, fault: Fault) -> list[tuple[str, float]]:
        """Return the tests that run the fault with their seconds, the quickest first."""
        found = self.at(fault.file, (self.root / fault.file).read_text("utf-8"), fault.line)
        found = found or {test for tests in self._by[fault.file].values() for test in tests}
        return sorted((self.tests[index] for index in found), key=lambda test: test[1])

    def at(self, file: str, source: str, line: int) -> set[int]:
        """Return the indexes of the tests that run a line of a file with that source."""
        found = next(filter(None, (self._running(file, texts) for texts in _nearest(source, line))), set())
        return found or self._naming(file, names_at(source, line))

    def _running(self, file: str, texts: Iterable[str]) -> set[int]:
        return {test for text in texts for test in self._by[file].get(text, ())}

    def _naming(self, file: str, names: set[str]) -> set[int]:
        """Return the tests that run a line with one of these names, in the same file or otherwise in any."""
        word = re.compile("|".join(rf"\b{name}\b" for name in sorted(names)) or "$^")
        for files in ([file], list(self._by)):
            named = {(other, text) for other in files for text in self._by[other] if word.search(text)}
            if found := {test for other, text in named for test in self._by[other][text]}:
                return found
        return set()


def _nearest(source: str, line: int) -> Iterator[list[str]]:
    """Yield texts to look up: the line, then its statement, then the body of its function."""
    lines = [text.strip() for text in source.splitlines()]
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and _first(node) <= line <= _last(node)
    ]
    functions = [node for node in around if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    if not functions:
        return
    innermost, statement = functions[-1], around[-1]
    if line >= innermost.body[0].lineno:
        yield [lines[line - 1]]
        yield [lines[statement.lineno - 1]]
    yield lines[innermost.body[0].lineno - 1 : _last(innermost)]


def in_a_function(source: str, line: int) -> bool:
    """Whether the line runs when a function is called, not when the file is imported."""
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and line >= node.body[0].lineno
        for node in _around(source, line)
    )


def names_at(source: str, line: int) -> set[str]:
    """Return the names that the module-level statement assigns."""
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and _first(node) <= line <= _last(node)
    ]
    match around[-1:]:
        case [ast.Assign(targets=targets)]:
            inner = [node for target in targets for node in ast.walk(target)]
        case [ast.AnnAssign(target=target)]:
            inner = list(ast.walk(target))
        case [ast.ClassDef(name=name)]:
            return {name}
        case _:
            inner = []
    return {node.id for node in inner if isinstance(node, ast.Name)}


def _around(source: str, line: int) -> list[ast.stmt]:
    """Return the statements that contain the line, the outermost first."""
    every = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt))
    return [node for node in every if _first(node) <= line <= _last(node)]


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def test_files(root: Path) -> list[str]:
    """Return all recorded test files, as paths below the root."""
    found = (file for folder in FOLDERS for file in sorted((root / "tests" / folder).rglob("test_*.py")))
    return [str(file.relative_to(root)) for file in found if file.stem not in LEFT_OUT]


def reach(root: Path, kept: Path, jobs: int) -> Reach:
    """Run the new and changed test files. The first time takes as long as three test runs."""
    kept.mkdir(parents=True, exist_ok=True)
    tests = test_files(root)
    new = [test for test in tests if not (kept / written_for(root, test)).exists()]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda start: _write(root, new[start : start + TOGETHER], kept), range(0, len(new), TOGETHER)))
    known = Reach(root)
    for written in (kept / written_for(root, test) for test in tests):
        if written.exists():
            known.add(written)
    return known


def _write(root: Path, tests: list[str], kept: Path) -> None:
    told = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.faults.trace_plugin", "--tb=no"]
    told += ["-o", "faulthandler_exit_on_timeout=false"]  # a test is slow while it is watched, and others are with it
    subprocess.run(
        [*told, *tests], cwd=root, env={**os.environ, WRITTEN: str(kept)}, stdout=subprocess.DEVNULL, check=False
    )
