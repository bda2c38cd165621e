"""Every ruling in RULES.md is cited by a test."""

import re

import pytest

from tests.games.rules_page import RulesPage

PAGE = RulesPage("railroad_rivals")
RULINGS = re.findall(r"^\| ([A-Z]\d+) \|", PAGE.text, re.MULTILINE)
WITHOUT_CODE = {"S5", "S7", "E2", "E7", "P2"}  # nothing to do: no portraits, no limits, no penalties, no border


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in WITHOUT_CODE])
def test_every_ruling_is_cited_by_a_test(ruling):
    assert cites(ruling, PAGE.sources), f"no test of {ruling}"


@pytest.mark.parametrize("row", [row for row in PAGE.rows if row.count("|") == 5])
def test_every_ruling_of_a_row_is_cited_in_a_test_file_of_that_row(row):
    _, rulings, _, tests = row.strip("| ").split("|")
    sources = "".join(map(PAGE.source, PAGE.named_tests(tests)))
    for ruling in set(re.findall(r"[A-Z]\d+", rulings)) - WITHOUT_CODE:
        assert cites(ruling, sources), f"no test of {ruling}"


def cites(ruling, tests):
    return re.search(rf"# .*\b{ruling}\b|def test_(?:[a-z]\d+_)*{ruling.lower()}_", tests)
