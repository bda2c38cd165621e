"""RULES.md names code and tests that exist, and every ruling it lists has a test of its name where it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

import pytest

PACKAGE = "engine.games.railroader"
PAGE = files(PACKAGE).joinpath("RULES.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
TABLES = "".join(line for line in PAGE.splitlines() if line.startswith("| "))
RULINGS = re.findall(r"^\| (\d+[a-c]?) \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE)
"""Every ruling with the last cell of its line, the tests."""
WITHOUT_TEST = {"10"}
"""What is not in the box."""
NAMES = set(re.findall(r"`((?:phases\.)?[a-z_]+\.[A-Za-z_.]+)`", TABLES)) - {"board.txt", "cards.txt"}


def named(text: str) -> Iterator[str]:
    """The rulings that tests are named after: ``test_ruling_7_…``, ``test_rulings_12_to_14_…``."""
    for first, joined, last in re.findall(r"def test_rulings?_(\d+[a-c]?)(?:_(to|and)_(\d+[a-c]?))?_", text):
        yield first
        if joined == "to":
            yield from map(str, range(int(first) + 1, int(last) + 1))
        elif joined:
            yield last


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_piece_of_code_named_exists(name):
    module, attribute = re.fullmatch(r"((?:phases\.)?[a-z_]+)\.(.+)", name).groups()
    found = import_module(f"{PACKAGE}.{module}")
    first, _, rest = attribute.partition(".")
    value = getattr(found, first)
    assert not rest or rest in value.__annotations__ or attrgetter(rest)(value)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", TABLES))))
def test_every_test_file_named_exists(name):
    assert (HERE / f"{name}.py").is_file()


@pytest.mark.parametrize(
    ("ruling", "tests"), [(ruling, tests) for ruling, tests in RULINGS if ruling not in WITHOUT_TEST]
)
def test_every_ruling_has_a_test_of_its_name(ruling, tests):
    where = re.findall(r"`(test_\w+)`", tests)
    assert ruling in {found for name in where for found in named((HERE / f"{name}.py").read_text(encoding="utf-8"))}


def test_no_ruling_is_listed_twice():
    rulings = [ruling for ruling, _ in RULINGS]
    assert len(rulings) == len(set(rulings))


def test_every_test_of_a_ruling_is_named_after_one_that_is_listed():
    listed = {ruling for ruling, _ in RULINGS}
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    assert set(named(tests)) <= listed
