"""Every ruling that RULES.md lists has a test with its number."""

import re

import pytest

from tests.games.rules_page import RulesPage

PAGE = RulesPage("railroads_of_catan")
RULINGS = re.findall(r"^\| (\d+) \|", PAGE.text, re.MULTILINE)


def named_in_tests() -> set[str]:
    """The numbers in names like ``test_ruling_44_…`` and ``test_ruling_2_and_3_…``."""
    named = re.findall(r"def test_rulings?_((?:[0-9]+_(?:and_)?)+)", PAGE.sources)
    return {number for numbers in named for number in re.findall(r"[0-9]+", numbers)}


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_named_test(ruling):
    assert ruling in named_in_tests()


def test_all_rulings_are_listed_and_have_code():
    assert [str(number) for number in range(1, 96)] == RULINGS
    listed = re.findall(r"[0-9]+", " ".join(row.split("|")[2] for row in PAGE.rows))
    assert {*listed} == {*RULINGS}


def test_no_ruling_is_listed_twice():
    assert len(RULINGS) == len(set(RULINGS))
