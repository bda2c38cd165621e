"""RULES.md names code and tests that exist, and every ruling it lists is cited where it is used."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

import pytest

PACKAGE = "engine.games.railway_rivals"
PAGE = files(PACKAGE).joinpath("RULES.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "`test_" in line]
RULINGS = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
WITHOUT_TEST: set[str] = set()
NAMES = re.findall(r"`((?:phases\.)?[a-z_]+\.[A-Za-z_.]+)`", "".join(ROWS))


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_every_piece_of_code_named_exists(name):
    module, attribute = re.fullmatch(r"((?:phases\.)?[a-z_]+)\.(.+)", name).groups()
    found = import_module(f"{PACKAGE}.{module}")
    first, _, rest = attribute.partition(".")
    value = getattr(found, first)
    assert not rest or rest in value.__annotations__ or attrgetter(rest)(value)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", "".join(ROWS)))))
def test_every_test_file_named_exists(name):
    assert (HERE / f"{name}.py").is_file()


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in WITHOUT_TEST])
def test_every_ruling_is_cited_by_a_test(ruling):
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    assert re.search(rf"(?:# |; ).*\b{ruling}\b|def test_{ruling}_|rulings? .*\b{ruling}\b", tests)


def test_no_ruling_is_listed_twice():
    assert len(RULINGS) == len(set(RULINGS))
