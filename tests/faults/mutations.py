"""Possible faults in a file: a changed comparison, number, sign, ``and``, ``or``, or ``not``."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("engine", "bot")

TASTE = {"agent", "evaluation", "distance_tables", "trip_value", "rollouts"}
WORDS = {
    "text",
    "labels",
    "short_labels",
    "narration",
    "help",
    "display_names",
    "english",
    "names",
    "notification_text",
}
"""Names of modules and packages without faults: agents and texts."""

TUNING = Path(__file__).with_name("tuning.txt")
"""The list of numbers that no test can check, each with the reason: sizes of caches, parallel work, search depth."""
REMEMBERING = {
    "lru_cache",
    "cache_by_size",
    "SizedCache",
    "CacheBudget",
    "IdentityCache",
    "UserRateLimit",
    "Semaphore",
    "SearchSettings",
}
"""Calls whose numbers are never checked."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""Replacements of each comparison. The first one differs for a single number, if possible."""
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Fault(NamedTuple):
    """One changed expression of a file. ``start`` and ``end`` are byte offsets."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} → {self.after}"

    @property
    def lasting(self) -> tuple[str, ...]:
        """A key for lists that stays valid when lines above change."""
        return self.file, self.text, self.before, self.after

    def put(self, source: bytes) -> bytes:
        """Return the file's bytes with the fault."""
        return source[: self.start] + f"({self.after})".encode() + source[self.end :]


def files(root: Path) -> list[str]:
    """Return every file that gets faults, as paths below the root."""
    found = (path.relative_to(root) for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    ruled = (path for path in found if path.stem not in ("text", "words") and not (TASTE | WORDS) & _names(path))
    return sorted(map(str, ruled))


def _names(path: Path) -> set[str]:
    """Return the names by which a module can be excluded: its packages, its own name, and its name with its folder."""
    return {*path.parts, path.stem, f"{path.parent.name}/{path.stem}"}


def places(root: Path, file: str) -> list[list[Fault]]:
    """Return the faults of one file, in a list for each place."""
    source = (root / file).read_bytes()
    begins, lines = [0], source.splitlines(keepends=True)
    for line in lines:
        begins.append(begins[-1] + len(line))
    found, tuned = [], tuning().get(file, frozenset())
    for node in _expressions(ast.parse(source), tuned):
        assert node.end_lineno is not None and node.end_col_offset is not None
        start, end = begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset
        before = ast.unparse(node)
        text = lines[node.lineno - 1].decode().strip()
        after = map(ast.unparse, _turned(node, tuned))
        found.append([Fault(file, node.lineno, start, end, before, other, text) for other in after])
    return [choices for choices in found if choices]


@cache
def tuning() -> dict[str, frozenset[str]]:
    """Return the names of the tuning numbers by file."""
    rows = [line.split(" | ") for line in TUNING.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {file: frozenset(names.split()) for file, names, _ in rows}


def _tunes(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether the node contains only tuning numbers."""
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
            return called in REMEMBERING
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            found = {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
            return bool(found) and found <= names
    return False


def _expressions(node: ast.AST, tuned: frozenset[str]) -> Iterator[ast.expr]:
    """Yield all expressions except texts, assertions, and tuning numbers."""
    if isinstance(node, ast.JoinedStr | ast.Assert) or _tunes(node, tuned):
        return
    if isinstance(node, ast.expr):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _expressions(child, tuned)


def _turned(node: ast.expr, tuned: frozenset[str]) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            beside = any(isinstance(side, ast.Name) and side.id in tuned for side in (left, *others))
            for index, op in enumerate(ops):
                for other in COMPARISONS[type(op)][beside:]:  # a number that only tunes may as well be the next one
                    yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], others)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS and not _joins(left, right):
            yield ast.BinOp(left, SIGNS[type(op)](), right)
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))


def _joins(*sides: ast.expr) -> bool:
    """Whether texts or sequences are joined, which have no minus."""
    row = ast.Tuple | ast.List | ast.JoinedStr
    return any(isinstance(side, row) or isinstance(getattr(side, "value", None), str) for side in sides)
