"""The command ``roundhouse``, with one subcommand for each task of a host, a player, or a game's author.

Subcommands are imported only when called, so that help and version are printed quickly.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from bot import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit status. Without ``arguments``, use those of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = _parser().parse_args(words[:1]).command
    _, run = _COMMANDS[name]
    return run(words[1:])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roundhouse",
        description="Run the Discord bot Roundhouse, and its tools.",
        epilog="Each command has its own help and an example:\n  %(prog)s run --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (help_line, _) in _COMMANDS.items():
        commands.add_parser(name, help=help_line, add_help=False)
    return parser


def _run_bot(arguments: list[str]) -> int:
    from bot.__main__ import run_bot

    return run_bot(arguments, "roundhouse run")


def _run_doctor(arguments: list[str]) -> int:
    from bot.__main__ import run_doctor

    return run_doctor(arguments, "roundhouse doctor")


def _run_conformance(arguments: list[str]) -> int:
    from bot.__main__ import run_conformance

    return run_conformance(arguments, "roundhouse conformance")


def _print_legal_text(arguments: list[str]) -> int:
    from bot.operations import legal

    return legal.main(arguments, "roundhouse legal")


def _post_notice(arguments: list[str]) -> int:
    from bot.operations import notice

    return notice.main(arguments, "roundhouse notice")


def _render(arguments: list[str]) -> int:
    from render.__main__ import main as render

    return render(arguments, "roundhouse render")


def _engine_command(name: str) -> Callable[[list[str]], int]:
    def run(arguments: list[str]) -> int:
        from engine.__main__ import main as run_engine

        return run_engine([name, *arguments], program="roundhouse")

    return run


_COMMANDS: dict[str, tuple[str, Callable[[list[str]], int]]] = {
    "run": ("start the bot on Discord, or in a simulated Discord in a browser", _run_bot),
    "doctor": ("check everything that the bot needs, and change nothing", _run_doctor),
    "conformance": ("check in a private server what the bot assumes about Discord", _run_conformance),
    "notice": ("post a notice in the channel of every active table", _post_notice),
    "legal": ("print the privacy policy or the terms of service, with the values of the settings", _print_legal_text),
    "verify": ("replay every stored game and compare it with the database", _engine_command("verify")),
    "backup": ("back up the database while the bot runs, and check the backup", _engine_command("backup")),
    "move": ("move all tables into another database, from a file to a server or back", _engine_command("move")),
    "games": ("list the games, with their seats and options", _engine_command("games")),
    "selfplay": ("play whole games among computer players; the last line is JSON", _engine_command("selfplay")),
    "arena": ("compare computer players: play every deal once per rotation of the seats", _engine_command("arena")),
    "analyze": ("analyze a .game file: winning chances and turning points", _engine_command("analyze")),
    "claims": ("measure how well the coach’s hints predict the gain", _engine_command("claims")),
    "puzzles": (
        "find puzzles: games decided by a last choice that a simple player gets wrong",
        _engine_command("puzzles"),
    ),
    "tiles": ("check a file with the list of tiles of a printed copy", _engine_command("tiles")),
    "replay": ("replay a .game file and print the ranking", _engine_command("replay")),
    "render": ("draw a .game file: its pictures phase by phase, a film, or a page", _render),
}
"""Subcommand -> (its line in the help, function that takes arguments and returns the exit status)."""


if __name__ == "__main__":
    sys.exit(main())
