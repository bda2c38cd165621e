"""A docstring begins with a verb or a noun, not with a subordinate clause."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.source_files import ROOT
from tests.voice.texts import PACKAGES

_HANGING = re.compile(
    r"(?:What|Who|Whom|Whose|Which|Where|When|How|Of|As|That|Those|Whoever|Whatever|By whom|By what|From|To whom)\b"
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and words of each docstring: of modules, classes, functions, and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and (words := ast.get_docstring(node)):
            yield node.body[0].lineno, words
        body = getattr(node, "body", ())
        for assigned, after in pairwise(body if isinstance(body, list) else ()):
            match assigned, after:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(words))):
                    yield after.lineno, words


def hanging(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and first line of each docstring that begins with a clause."""
    return ((line, words.splitlines()[0]) for line, words in docstrings(tree) if _HANGING.match(words))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_opens_with_a_clause(package: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: “{words}”"
        for file in sorted((ROOT / package).rglob("*.py"))
        for line, words in hanging(ast.parse(file.read_text("utf-8")))
    ]
    assert not found, "\n".join(["Open with a whole thought (“The fees of a trip, by seat.”):", *found])


def test_clause_is_found_and_a_whole_sentence_is_not() -> None:
    source = '''
def fees():
    """What a trip pays to rivals."""

def income():
    """The fees of a trip, by seat."""

LIMIT = 3
"""How many trips are listed."""
'''
    assert list(hanging(ast.parse(source))) == [(9, "How many trips are listed."), (3, "What a trip pays to rivals.")]
