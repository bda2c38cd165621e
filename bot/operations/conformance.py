"""``python -m bot conformance``: tests the assumptions about Discord in a private server.

The run sends about 80 requests in one channel, and asks a tester for some presses. At the end, it removes everything
that it created.
"""

import argparse
import asyncio
import logging
import signal
import sys
from pathlib import Path

import aiohttp
import discord

from bot.config import InvalidSettings, Settings, load_settings
from bot.errors import error_summary
from bot.operations.assumptions import ASSUMPTIONS
from bot.operations.close_codes import close_reason
from bot.operations.examination import Examination, Observer, Unclear
from bot.operations.examine_messages import examine_messages
from bot.operations.examine_places import examine_places
from bot.operations.examine_presses import examine_presses
from bot.operations.verdicts import Verdict, verdict_lines, verdicts_json

_CONNECT_SECONDS = 60.0
_EXAMPLE = "Example:\n  %(prog)s --channel 123456789012345678 --json conformance.json"


def main(arguments: list[str], program: str = "python -m bot conformance") -> int:
    """Run the tests and print the table. The exit status is 1 if an assumption is false or the run can't start."""
    options = _parser(program).parse_args(arguments)
    try:
        settings = load_settings(Path.cwd())
    except InvalidSettings as error:
        print(error, file=sys.stderr)
        return 1
    if not settings.token:
        print("The run needs the token of your bot. Put it into `.env` as DISCORD_TOKEN.", file=sys.stderr)
        return 1
    channel = options.channel or _read_channel_id()
    if channel is None:
        print("The run needs the id of a text channel, for example --channel 123456789012345678.", file=sys.stderr)
        return 2
    logging.getLogger("discord").setLevel(logging.ERROR)  # hides warnings about errors that the tests provoke
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # cleans up before the exit
    verdicts = asyncio.run(_connect_and_examine(settings, channel, is_long=options.long))
    return report(verdicts, options.json)


def report(verdicts: dict[str, Verdict], path: Path | None) -> int:
    """Print the table of verdicts, write it to ``path`` as JSON (None: no file), and return the exit status."""
    for line in verdict_lines(ASSUMPTIONS, verdicts):
        print(line)
    if path is not None:
        try:
            path.write_text(verdicts_json(ASSUMPTIONS, verdicts), encoding="utf-8")
        except OSError as error:
            print(f"The JSON could not be written to {path}: {error.strerror}.", file=sys.stderr)
            return 1
    outcomes = {verdict.outcome for verdict in verdicts.values()}
    return 1 if "false" in outcomes or outcomes == {"unknown"} else 0


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Find out in a private server which assumptions of the bot about Discord are true.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    channel = "id of the text channel in which the run posts and asks for presses (default: the run asks for it)"
    parser.add_argument("--channel", type=_channel_id, metavar="ID", help=channel)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to this file, as JSON")
    parser.add_argument("--long", action="store_true", help="also wait 15 minutes until the token of a press expires")
    return parser


def _channel_id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 15 <= len(text) <= 20):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the id of a channel. Switch on Developer Mode in Discord, right-click the channel, and "
            "choose Copy Channel ID."
        )
    return int(text)


def _read_channel_id() -> int | None:
    try:
        return _channel_id(input("Id of the text channel: ").strip())
    except EOFError:
        return None
    except argparse.ArgumentTypeError as error:
        print(error, file=sys.stderr)
        return None


async def _connect_and_examine(settings: Settings, channel: int, *, is_long: bool) -> dict[str, Verdict]:
    """Connect to Discord, run the tests, and return the verdicts. If Discord can't be reached, all are “unknown”."""
    client = Observer()
    try:
        async with client:
            await client.login(settings.token)
            connection = asyncio.create_task(client.connect(reconnect=True), name="connection")
            ready = asyncio.create_task(client.wait_until_ready(), name="ready")
            done, _ = await asyncio.wait(
                {connection, ready}, timeout=_CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if connection in done:
                connection.result()
            if ready not in done:
                ready.cancel()
                return unknown_verdicts("Discord did not complete the connection within a minute.")
            return await examine_in(client, channel, is_long=is_long)
    except discord.LoginFailure:
        return unknown_verdicts("Discord rejected DISCORD_TOKEN. Reset the token in the developer portal.")
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        return unknown_verdicts(close_reason(error))
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError, TimeoutError) as error:
        return unknown_verdicts(f"Discord can’t be reached ({error_summary(error)}).")


def unknown_verdicts(reason: str) -> dict[str, Verdict]:
    """Return “unknown” for all assumptions, with the reason why the run could not start."""
    return {assumption.name: Verdict("unknown", assumption.untested or reason) for assumption in ASSUMPTIONS}


async def examine_in(client: Observer, channel: int, *, is_long: bool) -> dict[str, Verdict]:
    """Test the assumptions in the channel with this id, and return the verdicts.

    All verdicts are “unknown” if the bot can't use the channel.
    """
    try:
        fetched_channel = await client.fetch_channel(channel)
    except (discord.NotFound, discord.InvalidData):
        return unknown_verdicts(f"There is no channel {channel} that the bot knows.")
    except discord.Forbidden:
        return unknown_verdicts(f"The bot can’t see the channel {channel}. Allow it View Channel there.")
    text_channel = (
        fetched_channel.guild.get_channel(channel) if isinstance(fetched_channel, discord.TextChannel) else None
    )
    if not isinstance(text_channel, discord.TextChannel):
        return unknown_verdicts(f"The channel {channel} is no text channel of a server. Choose a text channel.")
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20), trust_env=True) as session:

        async def load_file(address: str) -> tuple[str, bytes]:
            try:
                async with session.get(address) as response:
                    response.raise_for_status()
                    return response.content_type, await response.read()
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                raise Unclear(f"The picture could not be loaded ({error_summary(error)}).") from error

        return await examine(Examination(client, text_channel, load_file, is_long=is_long))


async def examine(run: Examination) -> dict[str, Verdict]:
    """Run all tests, remove everything that they created, and return the verdicts, even if the run is stopped."""
    if not run.permissions.view_channel or not run.permissions.send_messages:
        return unknown_verdicts("The bot may not post in the channel. Allow it View Channel and Send Messages there.")
    try:
        await examine_presses(run)
        await examine_messages(run)
        await examine_places(run)
    except asyncio.CancelledError:
        run.say("The run was stopped. It removes what it has made.")
        if (task := asyncio.current_task()) is not None:
            task.uncancel()
    for sentence in await run.clean_up():
        run.say(sentence)
    run.close()
    return run.verdicts
