"""A title's RULES.md as the tests read it: tables that name rulings, code and test files."""

import re
from importlib import import_module
from importlib.resources import files
from operator import attrgetter
from pathlib import Path

__all__ = ["RulesPage"]


class RulesPage:
    """The page of a title; its tests lie in a folder of the title's name beside this file."""

    def __init__(self, title: str) -> None:
        self.package = f"engine.games.{title}"
        self.tests = Path(__file__).parent / title
        self.text = files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")
        self.table = [line for line in self.text.splitlines() if line.startswith("| ")]
        self.rows = [line for line in self.table if "`test_" in line]

    @property
    def code(self) -> list[str]:
        """What the tables name: ``phases.building.Building.apply``, ``cards.txt``."""
        return sorted(set(re.findall(r"`((?:[a-z_]+\.)+[A-Za-z_.]+|[a-z_/]+\.txt)`", "".join(self.table))))

    def has_code(self, name: str) -> bool:
        """Whether there is such a sheet, or such a function, class, method or field."""
        if name.endswith(".txt"):
            return files(self.package).joinpath(name).is_file()
        parts = name.split(".")
        deep = max(n for n in range(len(parts)) if self._is_module(parts[:n]))
        first, *rest = parts[deep:]
        value = getattr(import_module(".".join((self.package, *parts[:deep]))), first)
        inner = ".".join(rest)
        return not inner or inner in value.__annotations__ or bool(attrgetter(inner)(value))

    def _is_module(self, parts: list[str]) -> bool:
        place = files(self.package).joinpath(*parts)
        return place.is_dir() or (
            bool(parts) and files(self.package).joinpath(*parts[:-1], f"{parts[-1]}.py").is_file()
        )

    @property
    def test_files(self) -> list[str]:
        """The test files that the rows name."""
        return sorted(set(self.named_tests("".join(self.rows))))

    @staticmethod
    def named_tests(cell: str) -> list[str]:
        """The test files named in a part of a row."""
        return re.findall(r"`(test_\w+)`", cell)

    def source(self, test_file: str) -> str:
        """The text of a test file."""
        return (self.tests / f"{test_file}.py").read_text(encoding="utf-8")

    @property
    def sources(self) -> str:
        """The text of all test files of the title."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.tests.glob("test_*.py")))
