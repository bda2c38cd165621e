"""Every text that people read: its place, its kind, and its words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HOLE = "{…}"
"""The placeholder for what the program fills into a text."""
PACKAGES = ("bot", "engine", "render")

_KINDS = (
    (r"^engine/store/|^bot/tables/notes|^render/(?:text_shaping|rasterizer|png)", ""),
    (r"/help(?:/|\.py)", "help"),
    (r"/ending\.py", "narration"),
    (r"/text/|^bot/ui/|/(?:actions|options|game|display_names)\.py", "label"),
    (r"^render/", "picture"),
    (r"^engine/", "refusal"),
    (r"", "post"),
)
"""Patterns of files and the kinds of their texts, if the code does not tell. An empty kind: nobody reads them."""
_CALLS = (
    (r"(?:Refused|Unreadable|Stale|RouteRefused|problem_result|wrong_value_sentence)$", "refusal"),
    (r"(?:button|select|Modal|Label|TextInput)$", "label"),
    (r"describe$", "command"),
    (r"_?log\.(?:info|warning|error|exception|critical)$", "log"),
    (r"Decision$", "post"),
)
"""Patterns of calls and the kinds of their texts."""
_KEYWORDS = {"description": "command", "title": "label", "placeholder": "label", "role": "", "prog": ""}
"""Names of arguments and the kinds of their texts."""
_UNREAD = re.compile(
    r"^(?:re|logging)\.|getattr|hasattr|TypeVar|NewType|execute|add_parser|custom_id|partition|split|strip"
    r"|with$|create_task|Layer|Sprite|_id$"
    r"|(?:Type|Value|Key|Index|Lookup|Runtime|NotImplemented|OS|Attribute|Assertion)Error"
)
"""Pattern of calls whose texts are for programs or for logs of bugs."""
_SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT|VACUUM|ATTACH|WITH|DROP)\b")
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:.!?…”’]? [(“*`]*[\w{&]|\} [a-z]{2,}|^[A-Z][a-z]+[…?:.]?$")
"""Pattern of prose: at least two words, or one with a capital letter."""
_CODE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
_SAID = re.compile(r"^(?:== |(?:say|ask|hint|done|next|else): |(?:also|wrong): .*?=> )(.*(?:\n +.*)*)", re.MULTILINE)
"""Pattern of what a lesson says: a heading, an entry, or a reaction, with its continued lines."""
_COMMENT = re.compile(r"(?:^# .*\n)+", re.MULTILINE)
_BLOCK = re.compile(r"^.*\S.*(?:\n(?!\s*(?:[-|#<]|\d+\.) ?).*\S.*)*", re.MULTILINE)
"""Pattern of a paragraph, a list item, or a row of a table."""


class Text(NamedTuple):
    """``file`` is relative to the root. ``words`` have no line breaks, and a `HOLE` for each filled-in value."""

    file: str
    line: int
    kind: str
    words: str


def texts(root: Path) -> Iterator[Text]:
    """Yield every text under the root: of modules, of documents, and of the settings example."""
    documents = (*root.glob("*.md"), *root.glob(".env.example"), *(root / "docs").rglob("*.md"))
    for file in sorted((*documents, *_of_packages(root))):
        name = file.relative_to(root).as_posix()
        for line, kind, words in _of_file(file, name):
            if kind and _PROSE.search(words) and not _SQL.match(words):
                yield Text(name, line, kind, " ".join(words.split()))


def _of_packages(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from (root / package).rglob("*.md")
        yield from (root / package).rglob("*.py")
        yield from (root / package).rglob("*.lesson")


def _of_file(file: Path, name: str) -> Iterator[tuple[int, str, str]]:
    source = file.read_text("utf-8")
    if file.suffix == ".md":
        return of_document(source)
    if file.suffix == ".lesson":
        return of_lesson(source)
    if file.suffix == ".example":
        return of_settings(source)
    kind = next(kind for pattern, kind in _KINDS if re.search(pattern, name))
    return of_code(ast.parse(source), kind)


def of_document(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind, and words of a Markdown document's paragraphs, list items, and rows, without its code."""
    prose = _CODE.sub(lambda code: "\n" * code[0].count("\n"), source)
    for block in _BLOCK.finditer(prose):
        yield prose.count("\n", 0, block.start()) + 1, "document", block[0]


def of_settings(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind, and words of the comments in a settings file."""
    for comment in _COMMENT.finditer(source):
        yield source.count("\n", 0, comment.start()) + 1, "document", comment[0].replace("# ", " ")


def of_lesson(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind, and words of everything that a lesson says to its learner."""
    for said in _SAID.finditer(source):
        yield source.count("\n", 0, said.start()) + 1, "post", said[1].replace("'", "’")  # as it is printed


def of_code(node: ast.AST, kind: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, kind, and words of the texts at and below a node. Docstrings count only if they describe a
    command.
    """
    match node:
        case ast.Constant(value=str(words)):
            yield node.lineno, kind, words
        case ast.JoinedStr(values=values):
            yield node.lineno, kind, "".join(_piece(value) for value in values)
        case ast.ClassDef() if _is_action(node):
            yield node.lineno, "command", _first_sentence(node)
    for part, its_kind in _below(node, kind):
        yield from of_code(part, its_kind)


def _piece(value: ast.AST) -> str:
    return str(value.value) if isinstance(value, ast.Constant) else HOLE


def _is_action(node: ast.ClassDef) -> bool:
    return bool({"Action", "Standing"} & {ast.unparse(base) for base in node.bases})


def _first_sentence(node: ast.ClassDef) -> str:
    words = " ".join((ast.get_docstring(node) or "").replace("``", "").split())
    return re.split(r" \(R|\. ", words)[0]


def _below(node: ast.AST, kind: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield the parts of a node in which texts may stand, with their kinds."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Compare():
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.JoinedStr(values=values):
            yield from ((value.value, kind) for value in values if isinstance(value, ast.FormattedValue))
        case ast.Dict(values=values):
            yield from ((value, kind) for value in values)
        case ast.Subscript(value=value, slice=within):
            yield value, kind
            yield from ((call, kind) for call in ast.walk(within) if isinstance(call, ast.Call))
        case ast.Call():
            yield from _of_call(node, kind)
        case _:
            yield from ((child, kind) for child in ast.iter_child_nodes(node))


def _of_call(call: ast.Call, kind: str) -> Iterator[tuple[ast.AST, str]]:
    name = ast.unparse(call.func)
    if _UNREAD.search(name):
        return
    kind = next((kind for pattern, kind in _CALLS if re.search(rf"(?:^|\.){pattern}", name)), kind)
    yield call.func, kind
    yield from ((arg, kind) for arg in call.args)
    yield from ((word.value, _KEYWORDS.get(word.arg or "", kind)) for word in call.keywords)
