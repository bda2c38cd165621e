"""Contact sheets show positions of any game, and every tile of a host's list."""

from pathlib import Path

import pytest
from PIL import Image

from engine import GAMES
from engine.cli.arguments import parse_options
from engine.core import State, redact
from render import PAINTERS, DrawingContext
from tests.games.railroad_rivals.own_tiles import TEXT
from tests.render.contact_sheet import main
from tests.render.special_positions import SPECIAL_POSITIONS

CATAN, RIVALS = "railroads-of-catan", "railroad-rivals"


def sizes(folder: Path, name: str) -> dict[int, tuple[int, int]]:
    """The size of a picture's sheet for each width."""
    found = {}
    for file in folder.glob(f"*-{name}-*.png"):
        with Image.open(file) as sheet:
            found[int(file.stem.rpartition("-")[2])] = sheet.size
    return found


def test_pictures_are_side_by_side_as_wide_as_asked(tmp_path: Path) -> None:
    assert main([CATAN, "--out", str(tmp_path), "--pictures", "3", "--width", "400", "--width", "700"]) == 0
    names = {file.stem.removeprefix(f"{CATAN}-").rpartition("-")[0] for file in tmp_path.iterdir()}
    assert {"board", "orders", "players", "final"} <= names
    boards = sizes(tmp_path, "board")
    assert {*boards} == {400, 700}
    assert boards[400][0] > 3 * 400
    assert 2 * 700 < boards[700][0] < 3 * 700
    assert boards[700][1] > 2 * boards[400][1]


def test_another_seed_is_another_game(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        assert main([CATAN, "--out", str(tmp_path / seed), "--pictures", "1", "--width", "100", "--seed", seed]) == 0
    one, other = (next((tmp_path / seed).glob("*-final-100.png")).read_bytes() for seed in ("1", "2"))
    assert one != other


@pytest.mark.parametrize("key", SPECIAL_POSITIONS)
def test_special_positions_can_be_drawn(key: str) -> None:
    game, painter = GAMES[key], PAINTERS[key]
    for position in SPECIAL_POSITIONS[key](game.options()):
        view = redact(position.state, None)
        assert painter.public_scenes(painter.public_pictures[0], view, DrawingContext(("Ada",) * 4))


def board_alt(state: State) -> str:
    (scene,) = PAINTERS[RIVALS].public_scenes("board", redact(state, None), DrawingContext(("Ada",) * 4))
    return scene.alt


def test_a_hosts_tiles_replace_the_reconstructed_ones(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(TEXT, "utf-8")
    game = GAMES[RIVALS]
    (own,) = SPECIAL_POSITIONS[RIVALS](parse_options(game, [f"tiles={tmp_path / 'own.txt'}"]))
    (usual,) = SPECIAL_POSITIONS[RIVALS](game.options())
    assert "Winston-Salem" in board_alt(own.state) and "Spokane" not in board_alt(own.state)
    assert "Spokane" in board_alt(usual.state) and "Winston-Salem" not in board_alt(usual.state)


def test_a_bad_list_is_refused_before_anything_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.txt"
    file.write_text(TEXT.replace("Denver 4", "Denver x"), "utf-8")
    assert main([RIVALS, "--out", str(tmp_path / "out"), "--option", f"tiles={file}"]) == 1
    assert capsys.readouterr().err == "Line 21, goods: “x” isn’t a whole number from 1 to 9.\n"
    assert not (tmp_path / "out").exists()


def test_an_unknown_game_is_refused_with_the_games_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["monopoly", "--out", str(tmp_path / "out")]) == 1
    assert "railway-rivals" in capsys.readouterr().err


@pytest.mark.parametrize("argument", [("--pictures", "0"), ("--width", "-5")])
def test_numbers_below_1_are_refused_in_a_sentence(
    argument: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["railroader", "--out", str(tmp_path), *argument])
    assert "Use numbers of 1 or more" in capsys.readouterr().err
