"""RULES.md and the tests agree: every listed ruling has a test in the listed file."""

import re
from collections.abc import Iterator

import pytest

from tests.games.rules_page import RulesPage

PAGE = RulesPage("railroader")
RULINGS = re.findall(r"^\| (\d+[a-c]?) \|.*\| ([^|]*) \|$", PAGE.text, re.MULTILINE)
"""(ruling, tests) pairs: the first and last cell of each row of the rulings."""
WITHOUT_TEST = {"10", "87"}
"""Rulings without code: one about unused components, and one that the bot implements."""


def ruling_numbers(text: str) -> Iterator[str]:
    """The rulings in the names of tests: ``test_ruling_7_…``, ``test_rulings_12_to_14_…``."""
    for first, joined, last in re.findall(r"def test_rulings?_(\d+[a-c]?)(?:_(to|and)_(\d+[a-c]?))?_", text):
        yield first
        if joined == "to":
            yield from map(str, range(int(first) + 1, int(last) + 1))
        elif joined:
            yield last


@pytest.mark.parametrize(
    ("ruling", "tests"), [(ruling, tests) for ruling, tests in RULINGS if ruling not in WITHOUT_TEST]
)
def test_every_ruling_has_a_test_of_its_name(ruling, tests):
    assert ruling in {number for name in PAGE.named_tests(tests) for number in ruling_numbers(PAGE.source(name))}


def test_no_ruling_is_listed_twice():
    rulings = [ruling for ruling, _ in RULINGS]
    assert len(rulings) == len(set(rulings))


def test_every_test_of_a_ruling_is_named_after_one_that_is_listed():
    listed = {ruling for ruling, _ in RULINGS}
    assert set(ruling_numbers(PAGE.sources)) <= listed
