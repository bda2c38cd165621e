"""The rulings in RULES.md are cited by the tests that it lists."""

import re
from functools import cache

import pytest

from tests.games.rules_page import RulesPage

PAGE = RulesPage("railway_rivals")
RULINGS = re.findall(r"^\| (\d+) \|", PAGE.text, re.MULTILINE)
CITED = [
    (paragraph, re.findall(r"\d+", rulings), PAGE.named_tests(tests))
    for paragraph, rulings, _, tests in (row.strip("| ").split("|") for row in PAGE.rows)
]


@pytest.mark.parametrize(("paragraph", "rulings", "tests"), CITED)
def test_every_ruling_of_a_row_has_a_test_in_a_file_of_that_row(paragraph, rulings, tests):
    for ruling in rulings:
        assert any(cited(ruling, name) for name in tests), f"{paragraph}: no test of {ruling} in {', '.join(tests)}"


@pytest.mark.parametrize(("paragraph", "rulings", "tests"), CITED)
def test_every_test_file_of_a_row_has_a_test_of_a_ruling_of_that_row(paragraph, rulings, tests):
    for name in tests:
        assert any(cited(ruling, name) for ruling in rulings), f"{paragraph}: {name} tests none of {rulings}"


def test_every_ruling_is_in_a_row():
    assert set(RULINGS) == {ruling for _, rulings, _ in CITED for ruling in rulings}


def test_no_ruling_is_listed_twice():
    assert len(RULINGS) == len(set(RULINGS))


@cache
def signatures(name):
    """The names of the tests of a file, each with the comment after it."""
    return re.findall(r"^def test_(\w+)\([^)]*\):(?:  # (.*))?$", PAGE.source(name), re.MULTILINE)


def cited(ruling, name):
    """Whether a test of this file cites a ruling, in its name or in the comment after it."""
    return any(
        re.match(rf"(?:ruling_)?(?:\d+_)*{ruling}_", test) or ruling in numbers(comment)
        for test, comment in signatures(name)
    )


def numbers(comment):
    """The rulings of a comment: “R Setting Up, 6; 34 to 36, 47” has four; a paragraph begins with R."""
    found = []
    for first, last in re.findall(r"\b(\d+)(?: to (\d+))?\b", re.sub(r"\bR [^;]*", "", comment)):
        found += map(str, range(int(first), int(last or first) + 1))
    return found
