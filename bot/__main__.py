"""``python -m bot``: runs the bot on Discord; with ``--local``, or without a token, in a simulated Discord.

``python -m bot doctor`` checks whether the bot can run. ``python -m bot conformance`` tests the assumptions about
Discord.
"""

import argparse
import gc
import logging
import signal
import sys
from pathlib import Path

import aiohttp
import discord

from bot.client import build_bot
from bot.config import InvalidSettings, Settings, load_settings, setting_warnings
from bot.errors import error_summary
from bot.operations.close_codes import close_reason
from bot.operations.database_watch import DatabaseWatch
from bot.operations.doctor import examine, report_settings_problems
from bot.operations.json_log import log_formatter
from engine.errors import RoundhouseError
from engine.output import run_tool
from engine.store import DatabaseError, lock_database
from engine.store.errors import operator_message
from engine.store.host_editions import load_host_editions


def main(arguments: list[str]) -> int:
    """Run the command, and return the exit status: 0, 1 if the bot could not start, or 2 for wrong arguments."""
    if arguments[:1] == ["doctor"]:
        return run_doctor(arguments[1:], "python -m bot doctor")
    if arguments[:1] == ["conformance"]:
        return run_conformance(arguments[1:], "python -m bot conformance")
    return run_bot(arguments, "python -m bot")


def run_bot(arguments: list[str], program: str) -> int:
    """Run the bot until it is stopped, and return the exit status. ``program`` is the command's name in help."""
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
    return run_tool(lambda: _run_command(parser.parse_args(arguments).local))


def run_doctor(arguments: list[str], program: str) -> int:
    """Check everything that the bot needs, and return the exit status. ``program`` is the command's name in help."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Check everything that the bot needs, and change nothing.\n"
        "The exit status is 1 if anything is wrong.",
        epilog="Example:\n  %(prog)s --running",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--running", action="store_true", help="report a problem if the bot is not running")
    return run_tool(lambda: _examine(parser.parse_args(arguments).running))


def run_conformance(arguments: list[str], program: str) -> int:
    """Check the assumptions about Discord, and return the exit status. ``program`` is the command's name in help."""
    from bot.operations import conformance

    return conformance.main(arguments, program)


def _run_command(is_local: bool) -> int:
    gc.freeze()  # imported modules stay in memory: without this, each garbage collection takes 15 ms longer
    warnings = setting_warnings(Path.cwd())
    try:
        settings = load_settings(Path.cwd())
        for warning in (*warnings, *load_host_editions(settings.boxes).warnings):
            print(warning, file=sys.stderr)
        if is_local or not settings.token:
            from bot import local

            return local.main(settings)
        return _run_on_discord(settings)
    except InvalidSettings as error:
        print(*warnings, error, sep="\n", file=sys.stderr)
        return 1
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1


def _examine(is_running: bool) -> int:
    warnings = setting_warnings(Path.cwd())
    try:
        return examine(load_settings(Path.cwd()), is_running=is_running, remarks=warnings)
    except InvalidSettings as error:
        return report_settings_problems(error.problems, warnings)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1


def _run_on_discord(settings: Settings) -> int:
    set_up_log(getattr(logging, settings.log.upper()), log_formatter(settings))
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # hosts stop a program by SIGTERM
    try:
        with lock_database(settings.database):
            bot = build_bot(settings)
            bot.run(settings.token, log_handler=None)
    except discord.LoginFailure:
        print("Discord rejected DISCORD_TOKEN. Reset the token in the developer portal.", file=sys.stderr)
        return 1
    except discord.HTTPException as error:
        print(f"Discord did not let the bot start: {error}", file=sys.stderr)
        return 1
    except (aiohttp.ClientError, discord.GatewayNotFound, ConnectionError, TimeoutError) as error:
        print(f"Cannot reach Discord: {error_summary(error)}", file=sys.stderr)
        return 1
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        print(close_reason(error), file=sys.stderr)
        return 1
    except DatabaseError as error:
        if not (message := operator_message(error)):
            raise
        print(message, file=sys.stderr)
        return 1
    return _exit_status(bot.database_watch)


def _exit_status(database_watch: DatabaseWatch) -> int:
    """Return the bot's exit status. Prints a message if the database file was removed or replaced."""
    if database_watch.removal_message:
        print(database_watch.removal_message, file=sys.stderr)
    return 1 if database_watch.has_lost_database else 0


def set_up_log(level: int, formatter: logging.Formatter | None = None) -> None:
    """Log messages of at least ``level`` to standard error; messages of discord.py only from INFO on.

    The log is plain text unless a formatter is given. At DEBUG, discord.py would log whole payloads, with hidden
    information and interaction tokens.
    """
    discord.utils.setup_logging(level=level, formatter=formatter or discord.utils.MISSING)
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    logging.getLogger("discord.state").addFilter(_is_not_about_intents)
    logging.getLogger("discord.client").addFilter(_is_not_about_voice)
    logging.getLogger("discord.shard").addFilter(_shorten_traceback)


def _is_not_about_intents(record: logging.LogRecord) -> bool:
    """Log filter: drop discord.py's warning about missing intents, which the bot does not need."""
    return "intent" not in record.getMessage()


def _is_not_about_voice(record: logging.LogRecord) -> bool:
    """Log filter: drop discord.py's warning about missing voice packages; the bot uses no voice."""
    return "voice will NOT be supported" not in record.getMessage()


def _shorten_traceback(record: logging.LogRecord) -> bool:
    """Log filter: replace the traceback by one line, because a disconnected shard reconnects by itself."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, Exception):
        record.msg, record.args = f"{record.getMessage()} ({error_summary(error)})", ()
        record.exc_info = None
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
