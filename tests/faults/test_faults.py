"""Faults: what they change, where they are possible, and which tests run."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.faults import mutations
from tests.faults.__main__ import EQUIVALENTS, chosen, equivalents
from tests.faults.fault_tests import farther, naming
from tests.faults.mutations import Fault, files, places, tuning
from tests.faults.tree_copy import ROOT


def faults(folder: Path, text: str) -> list[Fault]:
    (folder / "rule.py").write_text(text, "utf-8")
    return [fault for choices in places(folder, "rule.py") for fault in choices]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a is None", {"a is not None"}),
        ("a in b", {"a not in b"}),
        ("a - b", {"a + b"}),
        ("-a", {"a"}),
        ("not a", {"a"}),
        ("a and b", {"a or b"}),
        ("f(7)", {"8", "6"}),
        ("a + (b,)", set()),
        ("a + 'b'", set()),
        ("True", set()),
        ("assert a < b", set()),
        ("f'{a < b}'", set()),
    ],
)
def test_fault_changes_one_operator_or_number(tmp_path: Path, text: str, changes: set[str]) -> None:
    assert {fault.after for fault in faults(tmp_path, text)} == changes


def test_a_fault_changes_one_place_of_its_file_and_no_more(tmp_path: Path) -> None:
    text = "x = '“first”'\ny = a < b and c > 2\n"
    (fault,) = [fault for fault in faults(tmp_path, text) if fault.after == "3"]
    assert fault.line == 2
    assert fault.put(text.encode()).decode() == text.replace("> 2", "> (3)")


def test_every_fault_of_the_rules_is_python_and_no_two_are_alike() -> None:
    for file in ("engine/games/railroader/rules/market.py", "engine/core/rng.py"):
        source = (ROOT / file).read_bytes()
        broken = [fault.put(source) for choices in places(ROOT, file) for fault in choices]
        assert len({ast.dump(ast.parse(text)) for text in broken}) == len(broken) > 5


def test_agents_and_texts_get_no_faults() -> None:
    found = files(ROOT)
    assert "engine/games/railroader/rules/outlaws.py" in found and "bot/scheduler/scheduler.py" in found
    assert not [file for file in found if "evaluation" in file or "narration" in file or "labels" in file]
    assert [file.split("/")[-2] for file in found if file.endswith("/trains.py")] == ["rules"]


def test_a_line_of_many_numbers_is_no_likelier_than_any_other() -> None:
    lines = [(fault.file, fault.line) for fault in chosen(10_000, 3, "railroad_rivals/game_data")]
    assert len(lines) == len(set(lines)) > 50


def test_a_seed_chooses_the_same_faults_again() -> None:
    assert chosen(5, 3, "railroader") == chosen(5, 3, "railroader")
    assert chosen(5, 3, "railroader") != chosen(5, 4, "railroader")


def test_all_tests_of_the_game_and_the_contract_run_last() -> None:
    own, contract = ("tests/games/railroader",), ("tests/contract", "-k", "railroader")
    first, *tables, last = farther(ROOT, "engine/games/railroader/rules/outlaws.py")
    assert (first, last) == (own, contract) and ("tests/games/test_stored_defaults.py",) in tables


@pytest.mark.parametrize(
    ("file", "folder"),
    [("bot/announcements/seat_posts.py", "tests/bot/announcements"), ("engine/core/seats.py", "tests/core")],
)
def test_all_tests_of_the_same_package_run_last(file: str, folder: str) -> None:
    assert farther(ROOT, file)[-1] == (folder,)


def test_test_of_constants_runs_for_a_fault_in_its_constant() -> None:
    (fault, *_) = [
        one for choices in places(ROOT, "bot/proposals/service.py") for one in choices if "VOTE_SECONDS" in one.text
    ]
    assert ("tests/bot/test_constants.py",) in naming(ROOT, fault)
    (other, *_) = [
        one for choices in places(ROOT, "bot/proposals/service.py") for one in choices if "return " in one.text
    ]
    assert naming(ROOT, other) == ()


def test_tests_named_after_the_file_run_last() -> None:
    ((test,),) = farther(ROOT, "bot/limits.py")
    assert test.endswith("/test_limits.py")


def test_every_listed_equivalent_fault_still_exists() -> None:
    for fault in equivalents(EQUIVALENTS.read_text("utf-8")):
        assert fault in {other.lasting for choices in places(ROOT, fault[0]) for other in choices}


def test_numbers_that_only_tune_are_left_out_and_every_name_of_the_list_is_there() -> None:
    for file, names in tuning().items():
        text = (ROOT / file).read_text("utf-8")
        assert all(re.search(rf"^\(?(\w+, )*{name}\b", text, re.MULTILINE) for name in names), file
        assert not [fault for choices in places(ROOT, file) for fault in choices if fault.text.startswith(tuple(names))]


def test_comparison_with_a_tuning_number_is_never_changed_by_one(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(mutations, "tuning", lambda: {"rule.py": frozenset({"_KEPT"})})
    assert {fault.after for fault in faults(tmp_path, "a > _KEPT")} == {"a <= _KEPT"}
