"""What a name without an underscore promises: that another module uses it; only faces keep a list of names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

import pytest

from tests.test_architecture import MODULES, ROOT, name_of, tree_of


def is_handed_on(node: ast.stmt) -> bool:
    """Whether a decorator gives the function to somebody else: a slash command, a button."""
    decorators = getattr(node, "decorator_list", [])
    return any(".command(" in ast.unparse(one) or ".autocomplete(" in ast.unparse(one) for one in decorators)


def public_names(tree: ast.Module) -> Iterator[str]:
    """What a module defines at its top without an underscore; type variables, which are one letter, are left out."""
    for node in tree.body:
        if is_handed_on(node):
            continue
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found = [name]
            case ast.Assign(targets=targets):
                found = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                found = [name]
            case _:
                continue
        yield from (name for name in found if name[0] != "_" and len(name) > 1)


def list_of_names(tree: ast.Module) -> list[str]:
    """``__all__``, empty where there is none."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return list(ast.literal_eval(value))
    return []


@lru_cache(None)
def names_used() -> dict[str, set[str]]:
    """Name -> the files that import it or read it off something; from where it comes is not looked at."""
    found: dict[str, set[str]] = {}
    for file in (*MODULES, *sorted((ROOT / "tests").rglob("*.py"))):
        for node in ast.walk(tree_of(file)):
            match node:
                case ast.alias(name=name) | ast.Attribute(attr=name):
                    found.setdefault(name, set()).add(name_of(file))
    return found


@lru_cache(None)
def names_explained() -> str:
    """The rule pages: what they name may be a part of a module that only they name."""
    return "".join(page.read_text(encoding="utf-8") for page in (ROOT / "engine" / "games").rglob("RULES.md"))


@pytest.mark.parametrize("file", [file for file in MODULES if not list_of_names(tree_of(file))], ids=name_of)
def test_what_has_no_underscore_is_used_by_another_module(file):
    tree, home = tree_of(file), name_of(file)
    shapes = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for name in public_names(tree):
        if name in ("main", "GAME") or (name[0].isupper() and not name.isupper() and name in shapes):
            continue  # a type that its users get by a function
        assert names_used().get(name, set()) - {home} or f".{name}`" in names_explained(), (
            f"{file}: {name} needs an underscore"
        )


@pytest.mark.parametrize("file", [file for file in MODULES if list_of_names(tree_of(file))], ids=name_of)
def test_a_face_lists_what_it_hands_on(file):
    tree = tree_of(file)
    names = list_of_names(tree)
    assert names == sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name)), file
    known = set(public_names(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                known.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                known |= {alias.asname or alias.name for alias in aliases}
    assert set(names) <= known, f"{file}: __all__ promises {set(names) - known}"
