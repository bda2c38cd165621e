"""The folder with a host's tile lists: which files are offered, and which sentences describe the others."""

from pathlib import Path

import pytest

from engine.store.host_editions import HostEditions, load_host_editions
from tests.games.railroad_rivals.own_tiles import TEXT, WORD

RIVALS = ("railroad-rivals", "tiles")


def test_every_good_file_is_offered_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "our copy.txt").write_text(TEXT, "utf-8")
    (tmp_path / "other.txt").write_text(TEXT, "utf-8-sig")
    found = load_host_editions(str(tmp_path))
    assert found.warnings == () and list(found.editions(*RIVALS)) == ["other", "our copy"]
    assert found.editions(*RIVALS)["our copy"] == WORD


def test_without_a_folder_no_lists_are_offered() -> None:
    assert load_host_editions("") == HostEditions()
    assert load_host_editions("").editions(*RIVALS) == {}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "bad.txt",
            TEXT.replace("Denver 4", "Denver x").encode(),
            "Line 21, goods: “x” isn’t a whole number from 1 to 9.",
        ),
        ("bad.json", b"{", "Line 1, column 2: the JSON is broken (Expecting property name enclosed in double quotes)."),
        ("list.doc", TEXT.encode(), "Its name must end with .txt or .json."),
        (
            "latin.txt",
            TEXT.replace("Denver", "Münster").encode("latin-1", "replace"),
            "It isn’t plain text in UTF-8. Save it with this encoding.",
        ),
        ("long.txt", b"#" * 100_001, "It can have at most 100,000 bytes."),
        (
            "re:named.txt",
            TEXT.encode(),
            "“re:named” can’t name a list. Use 1 to 30 letters A to Z, digits, spaces, and hyphens.",
        ),
        ("our copy.json", TEXT.encode(), "Another file has the name our copy."),
    ],
)
def test_a_bad_file_is_left_out_with_a_sentence(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / "our copy.txt").write_text(TEXT, "utf-8")
    (tmp_path / name).write_bytes(data)
    found = load_host_editions(str(tmp_path))
    assert len(found.editions(*RIVALS)) == 1 and len(found.warnings) == 1
    kept = "our copy.txt" if name == "our copy.json" else name
    assert found.warnings[0] == f"{kept} in ROUNDHOUSE_BOXES is left out. {said}"


def test_folders_and_hidden_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / ".DS_Store").write_bytes(b"\0")
    assert load_host_editions(str(tmp_path)) == HostEditions()


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    (said,) = load_host_editions(str(tmp_path / "none")).warnings
    assert said.startswith("Cannot read the folder") and said.endswith("Change ROUNDHOUSE_BOXES.")


def test_a_file_with_several_mistakes_says_how_many_there_are(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(TEXT.replace("Denver 4", "Denver x").replace("Omaha 2", "Omaha 22"), "utf-8")
    (doubt,) = load_host_editions(str(tmp_path)).warnings
    command = f'`roundhouse tiles check "{tmp_path / "bad.txt"}"`'
    assert doubt.endswith(f"isn’t a whole number from 1 to 9. {command} prints 1 more problem.")
