"""Run the changed test files, and the tests that execute changed lines: ``python -m tests.touched``.

The base is where the branch left ``main``; what is not committed counts as changed. The record of ``tests.faults``
(``build/faults``) has the tests of each line: ``--make-record`` makes it, or updates it. A line is identified by its
text, so an older record works as well. For a line that no recorded test has executed, the rest of its function counts.
Arguments after ``--`` go to pytest.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from tests.faults.coverage_record import Reach, reach
from tests.faults.trace_plugin import RECORDED_PACKAGES, written_for

ROOT = Path(__file__).parent.parent
RECORD = Path("build", "faults")
DOCUMENT_TESTS = "tests/test_documents.py"
"""The tests that run for a changed document."""

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Hunk(NamedTuple):
    """One place of a change: the numbers of the removed and of the added lines."""

    removed: range
    added: range


class Change(NamedTuple):
    """The changes in a file. A picture has no hunks."""

    file: str
    hunks: tuple[Hunk, ...] = ()


class Choice(NamedTuple):
    """The chosen tests, and the changes without a record."""

    tests: tuple[str, ...]
    seconds: float
    unknown: tuple[str, ...]


class NoRecord(Exception):
    """No test has been recorded."""


# -- what changed


def changes_since(root: Path, base: str) -> list[Change]:
    """Return all files that differ from the base, with untracked ones."""
    diff = _git(root, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", base, "--")
    new_files = _git(root, "ls-files", "--others", "--exclude-standard").splitlines()
    whole = (Change(file, (Hunk(range(0), range(1, _line_count(root / file) + 1)),)) for file in new_files)
    return [*parse_diff(diff), *whole]


def parse_diff(diff: str) -> Iterator[Change]:
    """Yield the changes in the output of ``git diff --unified=0``."""
    for part in re.split(r"^diff --git ", diff, flags=re.MULTILINE)[1:]:
        names = re.search(r"^--- (?:a/(.+)|/dev/null)\n\+\+\+ (?:b/(.+)|/dev/null)$", part, re.MULTILINE)
        if names is None:  # a picture, or another mode
            binary = re.match(r"a/(\S+) ", part)
            yield from [Change(binary[1])] if binary else []
            continue
        found = _HUNK.findall(part)
        yield Change(names[1] or names[2], tuple(Hunk(_lines(*hunk[:2]), _lines(*hunk[2:])) for hunk in found))


def _lines(start: str, count: str) -> range:
    return range(int(start), int(start) + int(count or 1))


def _line_count(file: Path) -> int:
    return len(file.read_bytes().splitlines())


def merge_base(root: Path) -> str:
    """Return the commit at which the branch left ``main``."""
    return _git(root, "merge-base", "main", "HEAD").strip()


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


# -- what is known


def load_record(root: Path, folder: Path) -> tuple[Reach, set[str]]:
    """Return the newest record of each test file, and the test files that changed since. Raises ``NoRecord``."""
    newest: dict[str, Path] = {}
    for written in sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime):
        if tests := json.loads(written.read_text("utf-8"))["tests"]:
            newest[tests[0][0].split("::")[0]] = written
    if not newest:
        raise NoRecord(folder)
    record, outdated = Reach(root), set()
    for test_file, written in newest.items():
        if (root / test_file).exists():
            record.add(written)
            if not (folder / written_for(root, test_file)).exists():
                outdated.add(test_file)
    return record, outdated


# -- what is run


def choose_tests(root: Path, base: str, changes: Iterable[Change], record: Reach, outdated: set[str]) -> Choice:
    """Return the changed test files, and the tests that execute a changed line. Files in ``outdated`` are run whole."""
    test_files, unknown, found = set[str](), list[str](), set[int]()
    for change in changes:
        path = PurePath(change.file)
        if path.parts[0] == "tests" and path.match("test_*.py"):
            test_files.update([change.file] if (root / change.file).exists() else [])
        elif path.suffix == ".md":
            test_files.add(DOCUMENT_TESTS)
        elif path.parts[0] in RECORDED_PACKAGES and path.suffix == ".py":
            tests = _tests_of_change(root, base, change, record)
            unknown += [change.file] if tests is None else []
            found |= tests or set()
        else:
            unknown.append(change.file)
    chosen = sorted((record.tests[index] for index in found), key=lambda test: test[1])
    test_files |= {name.split("::")[0] for name, _ in chosen} & outdated
    single = [(name, seconds) for name, seconds in chosen if name.split("::")[0] not in test_files]
    names = (*sorted(test_files), *(name for name, _ in single))
    return Choice(names, sum(seconds for _, seconds in single), tuple(unknown))


def _tests_of_change(root: Path, base: str, change: Change, record: Reach) -> set[int] | None:
    """Return the tests that execute a change, or None if executed code changed and no test is known.

    For each hunk these are the tests of the removed lines, or otherwise those around the added lines.
    """
    has_old = any(hunk.removed for hunk in change.hunks)
    old = _git(root, "show", f"{base}:{change.file}") if has_old else ""
    new = (root / change.file).read_text("utf-8") if (root / change.file).exists() else ""
    old_idle, new_idle = idle_lines(old), idle_lines(new)
    tests, is_executed = set[int](), False
    for hunk in change.hunks:
        removed = [line for line in hunk.removed if line not in old_idle]
        added = [line for line in hunk.added if line not in new_idle]
        is_executed |= bool(removed or added)
        found = set[int]().union(*(record.at(change.file, old, line) for line in removed))
        tests |= found or set[int]().union(*(record.at(change.file, new, line) for line in added))
    return None if is_executed and not tests else tests


def idle_lines(source: str) -> set[int]:
    """Return the numbers of the lines that are empty, or a comment, a docstring, or an import."""
    texts = enumerate((text.strip() for text in source.splitlines()), 1)
    idle = {number for number, text in texts if not text or text[0] == "#"}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return idle


# -- the command


def main(arguments: Sequence[str]) -> int:
    """Return the exit status of pytest, 0 if there is nothing to run, and 2 without a record."""
    parser = argparse.ArgumentParser(prog="python -m tests.touched", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--base", help="a commit or branch; default: where the branch left main")
    parser.add_argument(
        "--record", type=Path, default=ROOT / RECORD, help=f"the folder of the record; default: {RECORD}"
    )
    parser.add_argument("--make-record", action="store_true", help="make the record first, or bring it up to date")
    parser.add_argument("--jobs", type=int, default=1, help="with --make-record: how many test files at once")
    parser.add_argument("--list", action="store_true", help="only print the tests")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    given = parser.parse_args(arguments)
    if given.make_record:
        reach(ROOT, given.record, given.jobs)
    try:
        record, outdated = load_record(ROOT, given.record)
    except NoRecord:
        print(
            f"There is no record of the tests in {given.record}. Make it with: python -m tests.touched --make-record"
            " --jobs 2\nIt takes as long as some three runs of the suite, once. The record of another checkout serves"
            " as well: --record FOLDER.",
            file=sys.stderr,
        )
        return 2
    base = given.base or merge_base(ROOT)
    choice = choose_tests(ROOT, base, changes_since(ROOT, base), record, outdated)
    for file in choice.unknown:
        print(f"No recorded test executes what changed in {file}: choose its tests yourself.", file=sys.stderr)
    if given.list or not choice.tests:
        print(*choice.tests or ["No test executes a line that changed."], sep="\n")
        return 0
    print(f"{len(choice.tests)} tests and test files; the single tests took {choice.seconds:.0f} s.", file=sys.stderr)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as names:
        names.write("\n".join(choice.tests))
        names.flush()
        told = [sys.executable, "-m", "pytest", *given.pytest, f"@{names.name}"]
        return subprocess.run(told, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
