"""Which tests concern a file: the nearest first, since most faults are caught by them."""

from __future__ import annotations

from pathlib import Path, PurePath

Run = tuple[str, ...]
"""What pytest is told, beside how."""


def runs(root: Path, file: str) -> tuple[Run, ...]:
    """Runs of pytest, one after the other until one of them fails."""
    match PurePath(file).parts:
        case ("engine", "games", title, _, *_):
            return _of_title(root, title)
        case ("engine", ("core" | "kit" | "store") as package, *_):
            return ((f"tests/{package}",), *_others(root, file, package))
        case _:
            near = _naming(root, file)
            return (near, ("tests/bot",)) if near else (("tests/bot",),)


def _of_title(root: Path, title: str) -> tuple[Run, ...]:
    of_all = sorted(str(path.relative_to(root)) for path in (root / "tests/games").glob("test_*.py"))
    return (f"tests/games/{title}", *of_all), ("tests/contract", "-k", title.replace("_", "-"))


def _others(root: Path, file: str, package: str) -> tuple[Run, ...]:
    if package == "store":
        near = _naming(root, file)
        return (*((near,) if near else ()), ("tests/bot",))
    return ("tests/games",), ("tests/contract",)


def _naming(root: Path, file: str) -> Run:
    """The tests of the bot that import the file, or all of its package."""
    package, module = str(PurePath(file).parent).replace("/", "."), PurePath(file).stem
    wanted = (f"{package}.{module} import", f"from {package} import")
    tests = sorted((root / "tests/bot").glob("test_*.py"))
    return tuple(str(test.relative_to(root)) for test in tests if _imports(test.read_text("utf-8"), wanted, module))


def _imports(text: str, wanted: tuple[str, str], module: str) -> bool:
    own, of_package = wanted
    lines = [line for line in text.splitlines() if line.startswith("from ")]
    return any(own in line or (of_package in line and module in line.split("import", 1)[1]) for line in lines)
