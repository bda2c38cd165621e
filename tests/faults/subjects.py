"""Which tests concern a file: the nearest first, since most faults are caught by them."""

from __future__ import annotations

from pathlib import Path, PurePath

Run = tuple[str, ...]
"""What pytest is told, beside how."""


FIRST = 4
"""So many of the bot's tests that name a file are tried before the rest of them: most faults go no further."""


def runs(root: Path, file: str) -> tuple[Run, ...]:
    """Runs of pytest, one after the other until one of them fails."""
    match PurePath(file).parts:
        case ("engine", "games", title, _, *_):
            of_all = sorted(str(path.relative_to(root)) for path in (root / "tests/games").glob("test_*.py"))
            return (f"tests/games/{title}", *of_all), ("tests/contract", "-k", title.replace("_", "-"))
        case ("engine", ("core" | "kit") as package, *_):
            return (f"tests/{package}",), ("tests/games",), ("tests/contract",)
        case ("engine", "store", *_):
            return ("tests/store",), *_of_bot(root, file)
        case _:
            return _of_bot(root, file)


def _of_bot(root: Path, file: str) -> tuple[Run, ...]:
    """The bot's tests that import the file, or else its package, or else all; those first that import little else."""
    package, module = str(PurePath(file).parent).replace("/", "."), PurePath(file).stem
    texts = {str(path.relative_to(root)): _imports(path) for path in sorted((root / "tests/bot").rglob("test_*.py"))}
    found = [test for test, lines in texts.items() if any(_names(line, package, module) for line in lines)]
    found = found or [test for test, lines in texts.items() if any(f"from {package}" in line for line in lines)]
    near = sorted(found, key=lambda test: len(texts[test]))
    parts = tuple(near[:FIRST]), tuple(near[FIRST:])
    return tuple(filter(None, parts)) or (("tests/bot",),)


def _imports(test: Path) -> list[str]:
    lines = test.read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith(("from bot", "from engine", "from tests"))]


def _names(line: str, package: str, module: str) -> bool:
    source, _, names = line.removeprefix("from ").partition(" import ")
    return source == f"{package}.{module}" or (source == package and module in names.split(", "))
