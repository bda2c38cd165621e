"""The tests for a change: those that execute changed lines, the changed test files, and no others."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.trace_plugin import written_for
from tests.touched import (
    DOCUMENT_TESTS,
    Change,
    Choice,
    NoRecord,
    changes_since,
    choose_tests,
    idle_lines,
    load_record,
    merge_base,
    parse_diff,
)

SOURCE = '''\
"""A rule."""

import math

MOST = 7


def far(row):
    """Whether it is far."""
    # longer than most
    return len(row) > MOST


def near(row):
    if row:
        return (
            len(row) + 2
        )
    return 0
'''
RAN = {"return len(row) > MOST": [2], "if row:": [0, 1], "return (": [1], "return 0": [0]}
TESTS = [("tests/test_a.py::one", 0.5), ("tests/test_a.py::two", 0.1), ("tests/test_b.py::one", 9.0)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with a rule, two test files, and a record of them."""
    put(tmp_path, "engine/rule.py", SOURCE)
    for name in ("a", "b"):
        put(tmp_path, f"tests/test_{name}.py", f"# {name}\n")
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path)
    record(tmp_path, "tests/test_a.py", [0, 1])
    record(tmp_path, "tests/test_b.py", [2])
    return tmp_path


def record(root: Path, test_file: str, tests: list[int]) -> None:
    """Write the record of a test file as ``tests.faults`` would."""
    lines = {text: [tests.index(test) for test in ran if test in tests] for text, ran in RAN.items()}
    written = {"tests": [TESTS[test] for test in tests], "lines": {"engine/rule.py": lines}}
    put(root, f"build/faults/{written_for(root, test_file)}", json.dumps(written))


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, "utf-8")


def git(root: Path, *arguments: str) -> None:
    names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "core.hooksPath=/dev/null"]
    subprocess.run(["git", *names, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    put(root, ".gitignore", "build/\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Change")


def chosen(root: Path) -> Choice:
    base = merge_base(root)
    return choose_tests(root, base, changes_since(root, base), *load_record(root, root / "build" / "faults"))


@pytest.mark.parametrize(
    ("before", "after", "tests"),
    [
        ("    return 0\n", "    return 1\n", ("tests/test_a.py::one",)),
        ("len(row) + 2", "len(row) + 3", ("tests/test_a.py::two",)),
        ("    if row:\n", "    row = row[1:]\n    if row:\n", ("tests/test_a.py::two", "tests/test_a.py::one")),
        ("MOST = 7", "MOST = 8", ("tests/test_b.py::one",)),
        ("    # longer than most\n", "    # longer\n", ()),
        ('"""Whether it is far."""', '"""Far."""', ()),
        ("import math\n", "import json\nimport math\n", ()),
    ],
    ids=["a line", "in a statement", "a new line", "a constant", "a comment", "a docstring", "an import"],
)
def test_a_changed_line_is_run_by_the_tests_that_execute_it(
    root: Path, before: str, after: str, tests: tuple[str, ...]
) -> None:
    assert SOURCE.count(before) == 1
    put(root, "engine/rule.py", SOURCE.replace(before, after))
    assert chosen(root)[0::2] == (tests, ())


def test_committed_and_uncommitted_changes_count(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "more")
    put(root, "engine/rule.py", SOURCE.replace("return 0", "return 1"))
    commit(root)
    put(root, "engine/rule.py", SOURCE.replace("return 0", "return 1").replace("> MOST", ">= MOST"))
    assert chosen(root).tests == ("tests/test_a.py::one", "tests/test_b.py::one")


def test_moved_file_runs_the_tests_of_its_old_lines(root: Path) -> None:
    git(root, "mv", "engine/rule.py", "engine/law.py")
    choice = chosen(root)
    assert {*choice.tests} == {name for name, _ in TESTS}


def test_changed_and_new_test_files_are_run_whole_and_deleted_ones_are_not(root: Path) -> None:
    put(root, "tests/test_a.py", "# other\n")
    put(root, "tests/test_c.py", "# new\n")
    (root / "tests" / "test_b.py").unlink()
    put(root, "engine/rule.py", "")
    assert chosen(root)[0::2] == (("tests/test_a.py", "tests/test_c.py"), ())


def test_test_file_changed_after_its_record_is_run_whole_if_affected(root: Path) -> None:
    put(root, "tests/test_a.py", "# other\n")
    commit(root)
    put(root, "engine/rule.py", SOURCE.replace("return 0", "return 1"))
    assert chosen(root).tests == ("tests/test_a.py",)


def test_changes_without_a_record_are_named(root: Path) -> None:
    put(root, "render/board.py", "SIZE = 1\n")
    put(root, "engine/new.py", "def new():\n    return 1\n")
    put(root, "engine/map.txt", "york\n")
    put(root, "tests/help.py", "HELP = 1\n")
    choice = chosen(root)
    assert choice.tests == ()
    assert sorted(choice.unknown) == ["engine/map.txt", "engine/new.py", "render/board.py", "tests/help.py"]


def test_for_a_document_the_tests_of_documents_are_run(root: Path) -> None:
    put(root, "docs/playing.md", "# Playing\n")
    assert chosen(root)[0::2] == ((DOCUMENT_TESTS,), ())


def test_without_a_change_nothing_is_run(root: Path) -> None:
    assert chosen(root) == ((), 0.0, ())


def test_missing_record_is_reported_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(NoRecord):
        load_record(tmp_path, tmp_path)
    told = [sys.executable, "-m", "tests.touched", "--record", str(tmp_path)]
    done = subprocess.run(told, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 2 and "python -m tests.touched --make-record" in done.stderr


def test_pictures_and_deleted_files_count_as_changes() -> None:
    diff = (
        "diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n"
        "diff --git a/b.py b/b.py\ndeleted file mode 100644\n--- a/b.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"
    )
    picture, deleted = parse_diff(diff)
    assert picture == Change("a.png") and deleted.file == "b.py"
    assert [(list(hunk.removed), list(hunk.added)) for hunk in deleted.hunks] == [([1, 2], [])]


def test_only_executed_lines_count_as_changed() -> None:
    assert sorted({*range(1, 20)} - idle_lines(SOURCE)) == [5, 8, 11, 14, 15, 16, 17, 18, 19]
