"""The command ``roundhouse``: its subcommands, their help and examples, and its version."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import __version__
from bot.__main__ import main as bot
from bot.command_line import main
from engine.__main__ import main as engine
from render.__main__ import main as render

ROOT = Path(__file__).parents[2]
COMMANDS = (
    *("run", "doctor", "verify", "backup", "move", "games", "selfplay", "arena", "analyze", "claims", "puzzles"),
    *("tiles", "replay", "render", "conformance", "legal", "notice"),
)


def ended(capsys: pytest.CaptureFixture[str], arguments: list[str], status: int) -> str:
    """Run a call that the argument parser ends with this status, and return its output."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert (end.value.code or 0) == status
    printed = capsys.readouterr()
    return printed.err if status else printed.out


def overview(text: str) -> dict[str, str]:
    """Return the sentence of each command or tool in a help text, without line breaks."""
    entries = re.findall(r"^    ([a-z]+)(?: \([a-z]+\))?\s+((?:.|\n {6,})+)", text, re.MULTILINE)
    return {name: " ".join(says.split()) for name, says in entries}


def arguments_without_help(text: str) -> list[str]:
    """Return the arguments of a help text that have no sentence beside or below them."""
    lines = text.splitlines()
    described = re.compile(r"  \S+(?: \S+)*(?:, \S+(?: \S+)*)?(?:  +\S.*)")
    begins = [number for number, line in enumerate(lines) if re.match(r"  [-{A-Za-z]", line)]
    return [
        lines[number]
        for number in begins
        if not described.fullmatch(lines[number]) and not lines[number + 1 : number + 2][0].startswith(" " * 10)
    ]


def examples(text: str) -> list[list[str]]:
    return [shlex.split(line) for line in re.split(r"\nExamples?:\n", text)[1].splitlines()]


def test_overview_lists_every_command_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    listed = overview(ended(capsys, ["--help"], 0))
    assert set(COMMANDS) <= listed.keys()
    assert all(len(sentence.split()) > 4 for sentence in listed.values())


def test_engine_tools_have_the_same_sentence_in_both_lists(capsys: pytest.CaptureFixture[str]) -> None:
    listed = overview(ended(capsys, ["--help"], 0))
    with pytest.raises(SystemExit):
        engine(["--help"])
    tools = overview(capsys.readouterr().out)
    assert len(tools) == 11
    assert {name: listed.get(name) for name in tools} == tools


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_argument_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = ended(capsys, [name, "--help"], 0)
    usage, description, *_ = text.split("\n\n")
    assert usage.startswith(f"usage: roundhouse {name} ")
    assert re.match(r"[A-Z].*\.$", description, re.DOTALL)
    described, _, _ = text.partition("\nExample")
    assert arguments_without_help(described.partition("\n\n")[2].partition("\n\n")[2]) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_command_examples_are_valid_calls(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """The parser must refuse only the unknown option that the test adds to an example."""
    calls = examples(ended(capsys, [name, "--help"], 0))
    assert calls
    for program, *arguments in calls:
        assert (program, arguments[0]) == ("roundhouse", name)
        refusal = ended(capsys, [*arguments, "--nothing"], 2).splitlines()[-1]
        assert refusal.endswith("error: unrecognized arguments: --nothing")


@pytest.mark.parametrize(
    ("module", "line", "example"),
    [
        (bot, "--help", "python -m bot --local"),
        (bot, "doctor --help", "python -m bot doctor --running"),
        (engine, "verify --help", "python -m engine verify --db roundhouse.db"),
        (render, "--help", "python -m render our.game --out pictures"),
    ],
)
def test_module_examples_name_the_module(
    capsys: pytest.CaptureFixture[str], module: Callable[[list[str]], int], line: str, example: str
) -> None:
    with pytest.raises(SystemExit, match="0"):
        module(line.split())
    assert example.split() in examples(capsys.readouterr().out)


def test_unknown_command_is_refused_with_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    refusal = ended(capsys, ["start"], 2)
    assert "invalid choice: 'start'" in refusal
    assert all(name in refusal for name in COMMANDS)


def test_call_without_a_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "required: COMMAND" in ended(capsys, [], 2)


def test_command_passes_its_arguments_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "railroad-rivals: " in capsys.readouterr().out


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(capsys, ["--version"], 0) == f"roundhouse {__version__}\n"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_overview_import_neither_discord_nor_a_game(option: str) -> None:
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print([name for name in ('discord', 'engine', 'render') if name in sys.modules]))\n"
        f"from bot.command_line import main\nmain(['{option}'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
