"""``python -m bot``: the bot on Discord; with ``--local``, or without a token, in a simulated Discord.

``python -m bot doctor`` looks whether it can run; with ``--running`` it expects that it runs. ``python -m bot
conformance`` finds out which assumptions about Discord are true.
"""

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

_CALLS = ((), ("--local",), ("doctor",), ("doctor", "--running"))


def main(arguments: list[str]) -> int:
    """Runs until it is stopped; the exit code is 0, or 1 when it could not start, 2 when it was called wrongly."""
    return run_tool(lambda: _run(tuple(arguments)))


def _run(arguments: tuple[str, ...]) -> int:
    if arguments[:1] == ("conformance",):
        from bot.hosting import conformance

        return conformance.main(list(arguments[1:]))
    if arguments not in _CALLS:
        print("Usage: python -m bot [--local | doctor [--running] | conformance [--help]]", file=sys.stderr)
        return 2
    gc.freeze()  # what was imported stays: looking through it for garbage would hold everybody for 15 ms each time
    is_doctor, doubts = "doctor" in arguments, unknown(Path.cwd())
    try:
        settings = from_environment(Path.cwd())
        if is_doctor:
            return examine(settings, is_running="--running" in arguments, doubts=doubts)
        for doubt in (*doubts, *read_boxes(settings.boxes).doubts):
            print(doubt, file=sys.stderr)
        if "--local" in arguments or not settings.token:
            from bot import local

            return local.main(settings)
        return _on_discord(settings)
    except WrongSettings as error:
        if is_doctor:
            return report_wrong_settings(error.problems, doubts)
        print(*doubts, error, sep="\n", file=sys.stderr)
        return 1
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
