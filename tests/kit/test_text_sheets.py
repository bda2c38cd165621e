"""Text sheets: heads, sections, entries, and errors with line and column."""

import pytest

from engine.errors import Unreadable
from engine.kit.data_sheets import SheetWord, read_sheet

SHEET = """\
# A comment.
name: The  Sheet

[rows]  whatever stands here explains
    a b
 1  c d

[ways]
Long Way: x y
    z
Other: x
"""


def test_sheet_has_heads_and_sections():
    heads, sections = read_sheet(SHEET, ["name"], ["rows", "ways"], ["ways"])
    assert heads == {"name": SheetWord("The  Sheet", 2, 7)}
    assert [[word.text for word in row.words] for row in sections["rows"]] == [["a", "b"], ["1", "c", "d"]]
    name, words = sections["ways"][0].split_name()
    assert name == "Long Way"
    assert words == (SheetWord("x", 9, 11), SheetWord("y", 9, 13), SheetWord("z", 10, 5))


NAME = "name: The  Sheet"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (NAME, "nome: X", "Line 2, column 1: “nome: X” isn’t a heading .* Missing: “name: …”"),
        (NAME, "name:", "Line 2, column 1: “name:” isn’t a heading"),
        (NAME, "name: A\nname: B", "Line 3, column 1: “name: B” isn’t a heading .* Missing: none"),
        (NAME, "", "The sheet has no name."),
        ("[rows]", "[towns]", r"Line 4, column 1: “\[towns\].*” isn’t a section .* Missing: \[rows\], \[ways\]"),
        ("[ways]", "[rows]", r"Line 8, column 1: “\[rows\]” isn’t a section .* Missing: \[ways\]"),
        ("[ways]", "[ways", r"Line 8, column 1: “\[ways” isn’t a section"),
        (
            "[ways]",
            "[ways]\n    w v",
            r"Line 9, column 5: four spaces continue the line above, but \[ways\] has none",
        ),
        ("[ways]", "", r"The sheet has no \[ways\]."),
    ],
)
def test_errors_have_line_and_column(old, new, reason):
    with pytest.raises(Unreadable, match=reason):
        read_sheet(SHEET.replace(old, new), ["name"], ["rows", "ways"], ["ways"])


@pytest.mark.parametrize("line", ["no colon", ": no name", "Nothing:", "Nothing at all :"])
def test_name_without_value_is_refused(line):
    _, sections = read_sheet(f"[ways]\n  {line}", [], ["ways"])
    with pytest.raises(Unreadable, match="Line 2, column 3: write a name, a colon, and what belongs to it"):
        sections["ways"][0].split_name()
