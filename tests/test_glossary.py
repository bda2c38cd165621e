"""Names and documents avoid the synonyms that docs/glossary.md rules out."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
PAGES = [
    *sorted({*(ROOT / "docs").rglob("*.md")} - {GLOSSARY, ROOT / "docs" / "inside-the-bot.md"}),
    *(ROOT / package / "README.md" for package in ("engine", "render")),
    *sorted((ROOT / "engine" / "games").rglob("RULES.md")),
]
FOLDERS = {
    "Games": ("engine/core", "engine/kit", "engine/games", "engine/agents", "engine/cli"),
    "Computer players": ("engine/core", "engine/kit", "engine/games", "engine/agents", "engine/cli"),
    "Store": ("engine/store",),
    "Bot": ("bot",),
    "Pictures": ("render",),
}
"""Section of the glossary -> folders where its names are ruled out."""


def rows() -> Iterator[tuple[str, list[str]]]:
    """Yield every term's row with its section."""
    section = ""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| term "):
            yield section, [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]


ROWS = list(rows())
NAMES = [(section, name) for section, row in ROWS for name in row[2].split(", ") if name]
WORDS = [word for _, row in ROWS for word in row[3].split(", ") if word]


@cache
def defined_names(folder: str) -> dict[str, str]:
    """Return the classes, functions, and modules of a folder, each with a file that defines it."""
    names = dict[str, str]()
    for file in sorted((ROOT / folder).rglob("*.py")):
        place = str(file.relative_to(ROOT))
        names |= dict.fromkeys((file.stem, file.parent.name), place)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names[node.name] = place
    return names


def test_each_term_has_one_meaning():
    terms = [row[0] for _, row in ROWS]
    assert len(terms) == len(set(terms)) >= 60
    assert all(section in FOLDERS and len(row) == 4 and row[1] for section, row in ROWS)


@pytest.mark.parametrize(("section", "name"), NAMES)
def test_no_name_is_a_synonym_that_is_ruled_out(section, name):
    for folder in FOLDERS[section]:
        assert name not in defined_names(folder), defined_names(folder).get(name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_document_uses_a_word_that_is_ruled_out(page):
    text = re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8"))
    found = [word for word in WORDS if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)]
    assert not found, f"see docs/glossary.md for {found}"
