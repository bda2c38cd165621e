"""Every title's RULES.md names code and test files that exist."""

import pytest

from engine.games import GAMES
from tests.games.rules_page import RulesPage

PAGES = [(title, RulesPage(title.replace("-", "_"))) for title in GAMES]


@pytest.mark.parametrize(("page", "name"), [pytest.param(p, n, id=f"{t} {n}") for t, p in PAGES for n in p.code])
def test_every_piece_of_code_named_exists(page, name):
    assert page.has_code(name)


@pytest.mark.parametrize(("page", "name"), [pytest.param(p, n, id=f"{t} {n}") for t, p in PAGES for n in p.test_files])
def test_every_test_file_named_exists(page, name):
    assert page.source(name)
