"""``python -m bot``: the bot on Discord; with ``--local``, or without a token, in a simulated Discord.

``python -m bot doctor`` looks whether it can run; with ``--running`` it expects that it runs. ``python -m bot
conformance`` finds out which assumptions about Discord are true.
"""

import argparse
import gc
import logging
import signal
import sys
from pathlib import Path

import aiohttp
import discord

from bot.client import build
from bot.config import Settings, WrongSettings, from_environment, unknown
from bot.errors import named
from bot.hosting.closed import closed
from bot.hosting.doctor import examine, report_wrong_settings
from bot.hosting.lifeline import Lifeline
from bot.hosting.log_lines import formatter_of
from engine.errors import RoundhouseError
from engine.output import run_tool
from engine.store import DatabaseError, held
from engine.store.boxes import read_boxes
from engine.store.trouble import for_operators


def main(arguments: list[str]) -> int:
    """Runs until it is stopped; the exit code is 0, or 1 when it could not start, 2 when it was called wrongly."""
    if arguments[:1] == ["doctor"]:
        return run_doctor(arguments[1:], "python -m bot doctor")
    if arguments[:1] == ["conformance"]:
        return run_conformance(arguments[1:], "python -m bot conformance")
    return run_bot(arguments, "python -m bot")


def run_bot(arguments: list[str], program: str) -> int:
    """Run the bot until it is stopped, and return the exit status. ``program`` is the command that help names."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Start the bot on Discord if DISCORD_TOKEN is set, otherwise in a simulated Discord in a browser.\n"
        "Settings are environment variables, or lines of .env in the working folder.\n"
        "`roundhouse doctor` checks them.",
        epilog="Example:\n  %(prog)s --local",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--local", action="store_true", help="start the simulated Discord, even if DISCORD_TOKEN is set"
    )
    return run_tool(lambda: _run(parser.parse_args(arguments).local))


def run_doctor(arguments: list[str], program: str) -> int:
    """Check everything that the bot needs, and return the exit status. ``program`` is the command that help names."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Check everything that the bot needs, and change nothing.\n"
        "The exit status is 1 if anything is wrong.",
        epilog="Example:\n  %(prog)s --running",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--running", action="store_true", help="expect that the bot runs, and report if it does not")
    return run_tool(lambda: _examine(parser.parse_args(arguments).running))


def run_conformance(arguments: list[str], program: str) -> int:
    """Check the assumptions about Discord, and return the exit status. ``program`` is the command that help names."""
    from bot.hosting import conformance

    return conformance.main(arguments, program)


def _run(is_local: bool) -> int:
    gc.freeze()  # what was imported stays: looking through it for garbage would hold everybody for 15 ms each time
    doubts = unknown(Path.cwd())
    try:
        settings = from_environment(Path.cwd())
        for doubt in (*doubts, *read_boxes(settings.boxes).doubts):
            print(doubt, file=sys.stderr)
        if is_local or not settings.token:
            from bot import local

            return local.main(settings)
        return _on_discord(settings)
    except WrongSettings as error:
        print(*doubts, error, sep="\n", file=sys.stderr)
        return 1
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1


def _examine(is_running: bool) -> int:
    doubts = unknown(Path.cwd())
    try:
        return examine(from_environment(Path.cwd()), is_running=is_running, doubts=doubts)
    except WrongSettings as error:
        return report_wrong_settings(error.problems, doubts)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1


def _on_discord(settings: Settings) -> int:
    set_up_log(getattr(logging, settings.log.upper()), formatter_of(settings))
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # hosts stop a program by SIGTERM
    try:
        with held(settings.database):
            bot = build(settings)
            bot.run(settings.token, log_handler=None)
    except discord.LoginFailure:
        print("Discord rejected DISCORD_TOKEN. Reset the token in the developer portal.", file=sys.stderr)
        return 1
    except discord.HTTPException as error:
        print(f"Discord did not let the bot start: {error}", file=sys.stderr)
        return 1
    except (aiohttp.ClientError, discord.GatewayNotFound, ConnectionError, TimeoutError) as error:
        print(f"Cannot reach Discord: {named(error)}", file=sys.stderr)
        return 1
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        print(closed(error), file=sys.stderr)
        return 1
    except DatabaseError as error:
        if not (why := for_operators(error)):
            raise
        print(why, file=sys.stderr)
        return 1
    return _ended(bot.lifeline)


def _ended(lifeline: Lifeline) -> int:
    """The exit status of a bot that has run; says why a bot has ended whose file was removed or replaced."""
    if lifeline.removed:
        print(lifeline.removed, file=sys.stderr)
    return 1 if lifeline.has_lost else 0


def set_up_log(level: int, formatter: logging.Formatter | None = None) -> None:
    """Logs to standard error from ``level`` on; discord.py itself only from INFO on. Without a formatter, as text.

    Below that it writes out whole payloads: what only one player may see, and the tokens to answer in the bot's name.
    """
    discord.utils.setup_logging(level=level, formatter=formatter or discord.utils.MISSING)
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    logging.getLogger("discord.state").addFilter(_is_worth_saying)
    logging.getLogger("discord.shard").addFilter(_in_one_line)


def _is_worth_saying(record: logging.LogRecord) -> bool:
    """The bot asks for few intents on purpose, so it need not be warned of that."""
    return "intent" not in record.getMessage()


def _in_one_line(record: logging.LogRecord) -> bool:
    """A shard that loses Discord tries again by itself: that is a line of the log, and no traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, Exception):
        record.msg, record.args = f"{record.getMessage()} ({named(error)})", ()
        record.exc_info = None
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
