"""RULES.md names code and tests that exist, and every ruling it lists is cited where it is used."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

import pytest

PACKAGE = "engine.games.railroad_rivals"
PAGE = files(PACKAGE).joinpath("RULES.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "`test_" in line]
RULINGS = re.findall(r"^\| ([A-Z]\d+) \|", PAGE, re.MULTILINE)
_FOLDERS = r"(?:(?:phases|solitaire|robber_baron|shenanigans)\.)*"
WITHOUT_CODE = {"S5", "S7", "E2", "E7", "P2"}  # nothing to do: no portraits, no limits, no penalties, no border


NAMES = re.findall(rf"`({_FOLDERS}[a-z_]+\.[A-Za-z_.]+|[a-z_/]+\.txt)`", "".join(ROWS))


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_every_piece_of_code_named_exists(name):
    if name.endswith(".txt"):
        assert files(PACKAGE).joinpath(name).is_file()
        return
    module, attribute = re.fullmatch(rf"({_FOLDERS}[a-z_]+)\.(.+)", name).groups()
    attrgetter(attribute)(import_module(f"{PACKAGE}.{module}"))


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", "".join(ROWS)))))
def test_every_test_file_named_exists(name):
    assert (HERE / f"{name}.py").is_file()


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in WITHOUT_CODE])
def test_every_ruling_is_cited_by_a_test(ruling):
    assert cites(ruling, HERE.glob("test_*.py")), f"no test of {ruling}"


@pytest.mark.parametrize("row", [row for row in ROWS if row.count("|") == 5])
def test_every_ruling_of_a_row_is_cited_in_a_test_file_of_that_row(row):
    _, rulings, _, tests = row.strip("| ").split("|")
    files_of_row = [HERE / f"{name}.py" for name in re.findall(r"`(test_\w+)`", tests)]
    for ruling in set(re.findall(r"[A-Z]\d+", rulings)) - WITHOUT_CODE:
        assert cites(ruling, files_of_row), f"no test of {ruling}"


def cites(ruling, paths):
    tests = "".join(path.read_text(encoding="utf-8") for path in paths)
    return re.search(rf"# .*\b{ruling}\b|def test_(?:[a-z]\d+_)*{ruling.lower()}_", tests)
