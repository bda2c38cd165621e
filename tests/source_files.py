"""The parsed source files for tests of the house rules, each read only once."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["MODULES", "PACKAGES", "ROOT", "TESTS", "Source", "each_of", "name_of", "source_of"]

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "engine", "render")
MODULES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


class Import(NamedTuple):
    """A module named in an import. ``from a import b`` gives ``a.b`` as well."""

    name: str
    line: int
    for_types: bool
    """Whether the import is used for annotations alone."""


class Definition(NamedTuple):
    """A function or a class. ``lines`` counts its body without the docstring."""

    name: str
    line: int
    lines: int
    docstring: str


class Source(NamedTuple):
    """The parsed content of one file."""

    docstring: str
    imports: tuple[Import, ...]
    functions: tuple[Definition, ...]
    """All functions, with methods and inner functions."""
    offered: tuple[Definition, ...]
    """The public functions and classes at the top level."""
    code: str
    """The names and texts in lower case, without docstrings."""
    public: tuple[str, ...]
    """The public names at the top level, without one-letter type variables."""
    listed: tuple[str, ...]
    """The names in ``__all__``, if any."""
    used: frozenset[str]
    """The imported names, and the names of attributes read."""
    shapes: frozenset[str]
    """The names read by themselves."""
    known: frozenset[str]
    """The names defined or imported anywhere."""
    ahead: frozenset[str]
    """The names in annotations before their definitions. In its own body, a class is not yet defined."""


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def each_of(files: list[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Return one test for all these files, which names every file that fails. Hundreds of tests would take longer."""

    def made(test: Callable[[Path], None]) -> Callable[[], None]:
        def every() -> None:
            assert files
            failed = list[AssertionError]()
            for file in files:
                try:
                    test(file)
                except AssertionError as error:
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(files)} files", failed)

        every.__name__, every.__doc__ = test.__name__, test.__doc__
        return every

    return made


@cache
def source_of(file: Path) -> Source:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    nodes = list(ast.walk(tree))
    public = tuple(_public(tree))
    return Source(
        docstring=ast.get_docstring(tree) or "",
        imports=tuple(_imports(file, tree, nodes)),
        functions=tuple(_defined(node) for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)),
        offered=tuple(_offered(tree)),
        code="\n".join(_code(nodes)).lower(),
        public=public,
        listed=_listed(tree),
        used=frozenset(_used(nodes)),
        shapes=frozenset(node.id for node in nodes if isinstance(node, ast.Name)),
        known=frozenset({*public, *_known(nodes)}),
        ahead=frozenset(_ahead(tree, nodes)),
    )


def _imports(file: Path, tree: ast.Module, nodes: list[ast.AST]) -> Iterator[Import]:
    checks = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    inside = {id(inner) for node in checks for inner in ast.walk(node)}
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, id(node) in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute, so that they can be read"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from (Import(name, node.lineno, id(node) in inside) for name in names)


def _defined(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Definition:
    docstring = ast.get_docstring(node) or ""
    body = node.body[1:] if docstring and len(node.body) > 1 else node.body
    return Definition(node.name, node.lineno, (body[-1].end_lineno or 0) - body[0].lineno + 1, docstring)


def _offered(tree: ast.Module) -> Iterator[Definition]:
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        if not any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in node.decorator_list):
            yield _defined(node)


def _code(nodes: list[ast.AST]) -> Iterator[str]:
    explaining = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if id(node) not in explaining:
                yield text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.alias(name=text):
                yield text


def _is_handed_on(node: ast.stmt) -> bool:
    """Whether a decorator passes the function to another module, as for a slash command or a button."""
    decorators = getattr(node, "decorator_list", [])
    return any(".command(" in ast.unparse(one) or ".autocomplete(" in ast.unparse(one) for one in decorators)


def _public(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if _is_handed_on(node):
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


def _listed(tree: ast.Module) -> tuple[str, ...]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return tuple(ast.literal_eval(value))
    return ()


def _used(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.alias(name=name) | ast.Attribute(attr=name):
                yield name


def _known(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)


def _ahead(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[str]:
    ends = {node.name: node.end_lineno or 0 for node in tree.body if isinstance(node, ast.ClassDef)}
    ends |= {name: node.lineno for node in tree.body if isinstance(node, ast.Assign) for name in _stored(node)}
    for node in nodes:
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            named = _shapes(annotation) if annotation else ()
            yield from (name.id for name in named if name.lineno <= ends.get(name.id, 0))


def _shapes(node: ast.AST) -> Iterator[ast.Name]:
    return (name for name in ast.walk(node) if isinstance(name, ast.Name))


def _stored(node: ast.Assign) -> Iterator[str]:
    return (name.id for target in node.targets for name in _shapes(target))
