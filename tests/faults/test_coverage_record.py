"""The tests found for a line: those that ran it, or otherwise ran code near it."""

import json
from pathlib import Path

import pytest

from tests.faults.coverage_record import Reach
from tests.faults.fault_tests import near
from tests.faults.mutations import Fault, places

SOURCE = """\
MOST = 7


def far(row):
    return len(row) > MOST


def near(row):
    if row:
        return (
            len(row) +
            2
        )
    return 0
"""

TESTS = [("test_a", 0.5), ("test_b", 0.1), ("test_c", 9.0)]
RAN = {
    "return len(row) > MOST": [2],
    "if row:": [0, 1],
    "return (": [1],
    "return 0": [0, 2],
}


@pytest.fixture
def known(tmp_path: Path) -> Reach:
    (tmp_path / "rule.py").write_text(SOURCE, "utf-8")
    (tmp_path / "written.json").write_text(json.dumps({"tests": TESTS, "lines": {"rule.py": RAN}}), "utf-8")
    found = Reach(tmp_path)
    found.add(tmp_path / "written.json")
    return found


def fault_at(known: Reach, line: int) -> Fault:
    return next(choices[0] for choices in places(known.root, "rule.py") if choices[0].line == line)


def names(known: Reach, line: int) -> list[str]:
    return [name for name, _ in known.of(fault_at(known, line))]


def test_line_is_checked_by_the_tests_that_ran_it(known: Reach) -> None:
    assert names(known, 14) == ["test_a", "test_c"]


def test_line_inside_a_statement_is_checked_by_the_tests_that_ran_the_statement(known: Reach) -> None:
    assert names(known, 12) == ["test_b"]


def test_module_constant_is_checked_by_the_tests_that_ran_a_line_with_its_name(known: Reach) -> None:
    assert names(known, 1) == ["test_c"]


def test_quickest_tests_run_first(known: Reach) -> None:
    (known.root / "rule.py").write_text("def near(row):\n    if row:\n        x = 1\n", "utf-8")
    assert names(known, 3) == ["test_b", "test_a"]


def test_slow_tests_run_last(known: Reach) -> None:
    assert near(known, fault_at(known, 14)) == (("test_a",), ("test_c",))
