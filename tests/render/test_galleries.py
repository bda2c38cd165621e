"""Contact sheets show the tiles of a tile list instead of the reconstructed tiles."""

from pathlib import Path

import pytest

from tests.games.railroad_rivals.own_tiles import OWN, TEXT
from tests.render.galleries import railroad_rivals
from tests.render.galleries.__main__ import main


def test_the_sheets_of_a_list_show_its_tiles() -> None:
    tiles = " ".join(scene.alt for scene in railroad_rivals.sheets(OWN) if scene.name.startswith("tiles-"))
    assert "Winston-Salem" in tiles and "Coeur d’Alene" in tiles and "Spokane" not in tiles
    usual = " ".join(scene.alt for scene in railroad_rivals.sheets() if scene.name.startswith("tiles-"))
    assert "Spokane" in usual and "Winston-Salem" not in usual


def test_a_bad_list_is_refused_before_anything_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own.txt").write_text(TEXT.replace("Denver 4", "Denver x"), "utf-8")
    assert main(["--out", str(tmp_path / "out"), "--tiles", str(tmp_path / "own.txt")]) == 1
    assert capsys.readouterr().err == "Line 21, goods: “x” isn’t a whole number from 1 to 9.\n"
    assert not (tmp_path / "out").exists()
