"""The doctor names the host's tile lists that lobbies offer, and every file that is left out."""

from pathlib import Path

import pytest

import bot.__main__ as program
from tests.games.railroad_rivals.own_tiles import TEXT


def lines_about_boxes(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the doctor's lines about the folder of tile lists."""
    program.main(["doctor"])
    return [line for line in capsys.readouterr().out.splitlines() if "editions: " in line]


def test_lists_of_tiles_are_named_and_a_bad_file_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("ROUNDHOUSE_BOXES=boxes\nROUNDHOUSE_PICTURES=none")
    missing = "Cannot read the folder boxes: No such file or directory. Change ROUNDHOUSE_BOXES."
    assert lines_about_boxes(capsys) == [f"wrong  editions: {missing}"]

    (tmp_path / "boxes").mkdir()
    assert lines_about_boxes(capsys) == ["note   editions: The folder boxes (ROUNDHOUSE_BOXES) has no files."]

    for name in ("our copy", "second"):
        (tmp_path / "boxes" / f"{name}.txt").write_text(TEXT, "utf-8")
    offered = "fine   editions: Railroad Rivals, option Tiles: lobbies offer our copy, second."
    assert lines_about_boxes(capsys) == [offered]

    (tmp_path / "boxes" / "bad.txt").write_text(TEXT.replace("Denver 4", "Denver 0"), "utf-8")
    problem = "Line 21, goods: “0” isn’t a whole number from 1 to 9."
    assert lines_about_boxes(capsys) == [
        offered,
        f"wrong  editions: bad.txt in ROUNDHOUSE_BOXES is left out. {problem}",
    ]


def test_missing_folder_of_tile_lists_is_not_mentioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("ROUNDHOUSE_PICTURES=none")
    assert lines_about_boxes(capsys) == []
