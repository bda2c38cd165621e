"""The tools ``replay`` and ``render`` and the bot read game files in the same way."""

from pathlib import Path

import pytest

from engine.__main__ import main as engine
from engine.core.transcript import MAX_BYTES
from engine.games import GAMES
from render import Picture
from render.__main__ import main as render
from tests.bot.simulated_channel import world

HEADER = f"title: {next(iter(GAMES))}\nversion: 1\nseats: 2\nseed: 1\n"

BROKEN = {
    "too long": (
        HEADER.encode() + b"#" * MAX_BYTES,
        "This file is too long for a game. It can have at most 1,000,000 bytes.",
    ),
    "Latin-1": (HEADER.encode() + b"# caf\xe9\n", "This isn’t a game file: it isn’t plain text in UTF-8."),
    "UTF-16": (HEADER.encode("utf-16-le"), "This isn’t a game file: it isn’t plain text in UTF-8."),
    "a header twice": (HEADER.encode() + b"seed: 2\n", "Line 5: “seed” appears twice."),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("tool", ["replay", "render"])
def test_invalid_file_gives_the_same_sentence_in_both_tools(capsys, tmp_path, tool, name):
    file = tmp_path / "broken.game"
    file.write_bytes(BROKEN[name][0])
    assert run(tool, file, tmp_path / "out") == 1
    assert capsys.readouterr().err == BROKEN[name][1] + "\n"


async def test_invalid_file_gives_the_same_sentence_in_the_bot(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = running.person("Ada")
        for content, sentence in BROKEN.values():
            said = await ada.slash(running.channel, "game new", game="file", file=("a.game", content))
            assert sentence in said.response.content


@pytest.mark.parametrize("tool", ["replay", "render"])
def test_byte_order_mark_is_ignored(tmp_path, tool):
    file = tmp_path / "marked.game"
    file.write_bytes(HEADER.encode("utf-8-sig"))
    assert run(tool, file, tmp_path / "out") == 0


@pytest.mark.parametrize("tool", ["replay", "render"])
@pytest.mark.parametrize("place", ["none.game", ""])
def test_unreadable_file_prints_a_sentence(capsys, tmp_path, tool, place):
    assert run(tool, tmp_path / place, tmp_path / "out") == 1
    err = capsys.readouterr().err
    assert err.startswith(f"The file {tmp_path / place} can’t be opened: ")
    assert "Errno" not in err


def test_unwritable_pictures_print_a_sentence(capsys, tmp_path):
    (tmp_path / "out").touch()
    (tmp_path / "good.game").write_text(HEADER, encoding="utf-8")
    assert run("render", tmp_path / "good.game", tmp_path / "out") == 1
    assert capsys.readouterr().err == f"Can’t write to {tmp_path / 'out'}: File exists.\n"


def run(tool: str, file: Path, out: Path) -> int:
    """Return the exit status of ``replay`` or ``render``."""
    return engine(["replay", str(file)]) if tool == "replay" else render([str(file), "--out", str(out)])


@pytest.mark.parametrize("file", ["railroad_rivals/solitaire.game", "railroads_of_catan/nobody-can-earn.game"])
def test_end_of_a_game_is_drawn_once(tmp_path, monkeypatch, file):
    monkeypatch.setattr(
        "render.__main__.render_scene", lambda scene: Picture(scene.name, b"", scene.alt)
    )  # how is no matter
    assert render([str(Path(__file__).parent.parent / "games" / file), "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*-final.png"))) == 1
