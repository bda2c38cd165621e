"""Tools write their whole output, or one sentence says why not; a closed pipe is silent."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TextIO

import pytest

from bot.__main__ import main as bot
from engine.__main__ import main as engine
from engine.games import GAMES
from engine.output import run_tool
from engine.store import Store
from render.__main__ import main as render
from tests.games.railroad_rivals.own_tiles import TEXT
from tests.render.contact_sheet import main as draw_sheets

TITLE = next(iter(GAMES))
ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "games" / "railroad_rivals" / "solitaire.game"
FULL = Path("/dev/full")
on_linux = pytest.mark.skipif(not FULL.exists(), reason="/dev/full is a device of Linux")

Tool = Callable[[list[str]], int]

PRINTING: dict[str, tuple[Tool, str]] = {
    "games": (engine, "games"),
    "list": (engine, "list"),
    "selfplay": (engine, f"selfplay {TITLE} --seats 2"),
    "arena": (engine, f"arena {TITLE} --players random,random --games 1"),
    "claims": (engine, f"claims {TITLE} --seats 2 --hints 1 --games 2"),
    "puzzles": (engine, f"puzzles {TITLE} --seats 2 --games 1 --to ."),
    "tiles": (engine, "tiles check own.txt"),
    "replay": (engine, f"replay {GAME}"),
    "verify": (engine, "verify --db tables.db"),
    "backup": (engine, "backup --db tables.db --to copy.db"),
    "move": (engine, "move --from tables.db --to moved.db"),
    "help of the engine": (engine, "--help"),
    "render": (render, "begun.game --page one.html"),
    "help of render": (render, "--help"),
    "doctor": (bot, "doctor"),
}


@pytest.fixture
async def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with a database of the bot, a game without moves, and a tile list."""
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.txt").write_text(TEXT, "utf-8")
    (tmp_path / "begun.game").write_text(f"title: {TITLE}\nversion: 1\nseats: 2\nseed: 1\n")
    store = await Store.open(tmp_path / "tables.db")
    await store.close()


in_a_folder = pytest.mark.usefixtures("_folder")


def status_with(stream: TextIO, name: str) -> int:
    """Return the exit status of a tool whose standard output is the stream."""
    tool, line = PRINTING[name]
    with stream, redirect_stdout(stream):
        try:
            return tool(line.split())
        except SystemExit as ended:
            return int(ended.code or 0)


@on_linux
@in_a_folder
@pytest.mark.parametrize("name", PRINTING)
def test_unwritable_output_prints_a_sentence_and_exits_with_2(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert status_with(FULL.open("w"), name) == 2
    assert capsys.readouterr().err == "The output can’t be written: No space left on device.\n"


@in_a_folder
@pytest.mark.parametrize("name", PRINTING)
def test_closed_output_pipe_is_silent(capsys: pytest.CaptureFixture[str], name: str) -> None:
    read, written = os.pipe()
    os.close(read)
    assert status_with(os.fdopen(written, "w"), name) == 0
    assert capsys.readouterr().err == ""


def test_every_engine_tool_is_tested() -> None:
    with pytest.raises(SystemExit), redirect_stdout(io.StringIO()) as shown:
        engine(["--help"])
    tools = re.findall(r"^    ([a-z]+) ", shown.getvalue(), re.MULTILINE)
    assert len(tools) > 5
    assert set(tools) - {"analyze"} <= PRINTING.keys()  # it takes long, and prints by the function of replay


@in_a_folder
def test_unencodable_character_prints_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert status_with((tmp_path / "out.txt").open("w", encoding="ascii"), "verify") == 2
    assert capsys.readouterr().err == "The output can’t be written: “ascii” lacks a character. Set PYTHONUTF8=1.\n"


@on_linux
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("python -m engine list > /dev/full", 2, "The output can’t be written: No space left on device.\n"),
        ("python -m engine list >&-", 2, "The output can’t be written: Bad file descriptor.\n"),
        ("python -m engine --help > /dev/full", 2, "The output can’t be written: No space left on device.\n"),
        ("python -m engine selfplay chess > /dev/full 2>&1", 1, ""),
        ("python -m engine list | true", 0, ""),
    ],
)
def test_python_prints_nothing_at_exit(line: str, status: int, said: str) -> None:
    shell = ["sh", "-c", f"{line.replace('python', sys.executable, 1)}"]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, said)


def test_keyboard_interrupt_causes_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    def stop() -> int:
        raise KeyboardInterrupt

    assert run_tool(stop) == 130
    assert capsys.readouterr() == ("", "")


def test_unwritable_contact_sheets_print_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    assert draw_sheets([TITLE, "--pictures", "1", "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == f"Can’t write to {tmp_path / 'out'}: File exists.\n"


LIMITED = """
import resource, sys
from {package} import main
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
sys.exit(main(sys.argv[1:]))
"""


@on_linux
@in_a_folder
@pytest.mark.parametrize(
    ("package", "line", "status"),
    [
        ("engine.__main__", f"selfplay {TITLE} --seats 2 --transcript one.game", 2),
        ("engine.__main__", "move --from tables.db --to moved.db", 1),
        ("render.__main__", "begun.game --page one.html", 1),
    ],
)
def test_partly_written_file_prints_a_sentence(package: str, line: str, status: int) -> None:
    """A limit of 1,000 bytes for each file acts like a full disk."""
    program = [sys.executable, "-c", LIMITED.format(package=package), *line.split()]
    paths = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(program, env=paths, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr
