"""RULES.md names code and tests that exist, and every ruling it lists has a test of its name."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

import pytest

PACKAGE = "engine.games.railroads_of_catan"
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


def named_in_tests() -> set[str]:
    """The numbers in names like ``test_ruling_44_…`` and ``test_ruling_2_and_3_…``."""
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    named = re.findall(r"def test_rulings?_((?:[0-9]+_(?:and_)?)+)", tests)
    return {number for numbers in named for number in re.findall(r"[0-9]+", numbers)}


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in WITHOUT_TEST])
def test_every_ruling_has_a_named_test(ruling):
    assert ruling in named_in_tests()


def test_all_rulings_are_listed_and_have_code():
    assert [str(number) for number in range(1, 95)] == RULINGS
    listed = re.findall(r"[0-9]+", " ".join(row.split("|")[2] for row in ROWS))
    assert {*listed} == {*RULINGS}


def test_no_ruling_is_listed_twice():
    assert len(RULINGS) == len(set(RULINGS))
