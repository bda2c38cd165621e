"""A docstring opens with a whole thought: a verb or a noun of its own, not a clause that hangs on nothing."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import ROOT
from tests.voice.texts import PACKAGES

_HANGING = re.compile(
    r"(?:What|Who|Whom|Whose|Which|Where|When|How|Of|As|That|Those|Whoever|Whatever|By whom|By what|From|To whom)\b"
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def hanging(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings that open with a clause: line and first line of each."""
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and _HANGING.match(words := ast.get_docstring(node) or ""):
            yield getattr(node, "lineno", 1), words.splitlines()[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_opens_with_a_clause(package: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: “{words}”"
        for file in sorted((ROOT / package).rglob("*.py"))
        for line, words in hanging(ast.parse(file.read_text("utf-8")))
    ]
    assert not found, "\n".join(["Open with a whole thought (“The fees of a trip, by seat.”):", *found])


def test_a_clause_is_found_and_a_whole_thought_is_not() -> None:
    source = '''
def fees():
    """What a trip pays to rivals."""

def income():
    """The fees of a trip, by seat."""
'''
    assert list(hanging(ast.parse(source))) == [(2, "What a trip pays to rivals.")]
