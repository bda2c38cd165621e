"""``roundhouse notice``: posts a notice of the operator in the channel of every active table."""

import argparse
import asyncio
import hashlib
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import aiohttp
import discord
import msgspec

from bot.announcements.channel import ChannelMessages
from bot.announcements.rate_limiter import RateLimiter
from bot.clocks.monotonic import awake_seconds
from bot.config import Settings, load_settings
from bot.errors import error_summary
from bot.markdown import Markdown, escape_prose, md
from bot.tables.table import BookkeepingKey
from bot.ui.components import build_view
from engine.errors import RoundhouseError
from engine.output import run_tool
from engine.store import DatabaseError, Store
from engine.store.active_channels import load_active_channels
from engine.store.errors import operator_message
from engine.store.ids import ChannelId, GuildId

_MAX_LENGTH = 1_500
"""Maximum characters of a notice. Escaping makes the post longer, and it must be within Discord’s limit."""
_NONCE_LENGTH = 25


class NoticeResult(msgspec.Struct, frozen=True):
    """The number of channels in which the notice was posted, and for each other channel, the reason why not."""

    posted: int
    failures: dict[ChannelId, str]


def main(arguments: Sequence[str], program: str) -> int:
    """Post a notice, and return the exit status. ``program`` is the command name in the help text."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Post a notice in the channel of every lobby and every game in progress.\n"
        "The bot can run meanwhile. Nobody is mentioned. The exit status is 1 if a channel did not get the notice.",
        epilog='Example:\n  %(prog)s "Down tonight at 22:00 UTC" --dry-run',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", type=_notice_text, help="the text of the notice; quote it if it has several words")
    parser.add_argument(
        "--channel",
        type=int,
        action="append",
        metavar="ID",
        help="post only in this channel of an active table; may be repeated",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="print the post and the number of channels, post nothing"
    )
    return run_tool(lambda: _run(parser.parse_args(list(arguments))))


def _notice_text(typed: str) -> str:
    text = typed.strip()
    if not text:
        raise argparse.ArgumentTypeError("the notice is empty")
    if len(notice_post(text)) > _MAX_LENGTH:
        raise argparse.ArgumentTypeError(f"the notice is too long: it must have less than {_MAX_LENGTH} characters")
    return text


def _run(arguments: argparse.Namespace) -> int:
    try:
        settings = load_settings(Path.cwd())
        channels = asyncio.run(_load_channels(settings, arguments.channel))
        if arguments.dry_run:
            print(notice_post(arguments.text))
            print(f"Channels: {len(channels)}. Nothing was posted.")
            return 0
        if not settings.token:
            print("To post, the command needs the bot’s token. Put it into .env as DISCORD_TOKEN.", file=sys.stderr)
            return 1
        logging.getLogger("discord").setLevel(logging.ERROR)
        return _print_result(asyncio.run(_log_in_and_post(settings.token, channels, arguments.text)))
    except discord.LoginFailure:
        print("Discord rejected DISCORD_TOKEN. Reset the token in the developer portal.", file=sys.stderr)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        print(f"Cannot reach Discord: {error_summary(error)}", file=sys.stderr)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
    except DatabaseError as error:
        if not (message := operator_message(error)):
            raise
        print(message, file=sys.stderr)
    return 1


async def _load_channels(
    settings: Settings, only: Sequence[int] | None
) -> tuple[tuple[ChannelId, GuildId | None], ...]:
    """Load the channels of active tables, limited to ``only`` if given, as (channel, server) pairs."""
    store = await Store.open(settings.database, read_only=True)
    try:
        channels = await store.read(lambda db: load_active_channels(db, BookkeepingKey.CHANNEL_DELETED_AT))
    finally:
        await store.close()
    if only is None:
        return tuple(channels)
    if unknown := sorted(set(only) - {channel for channel, _ in channels}):
        raise RoundhouseError(f"Channels without a lobby or a game in progress: {', '.join(map(str, unknown))}.")
    return tuple(row for row in channels if row[0] in only)


async def _log_in_and_post(token: str, channels: Sequence[tuple[ChannelId, GuildId | None]], text: str) -> NoticeResult:
    """Post the notice without a gateway connection, so that the running bot is not disconnected."""
    client = discord.Client(intents=discord.Intents.none())
    async with client:
        await client.login(token)
        return await post_notice(client, channels, text, RateLimiter(awake_seconds).wait)


async def post_notice(
    client: discord.Client,
    channels: Sequence[tuple[ChannelId, GuildId | None]],
    text: str,
    wait_for_turn: Callable[[], Awaitable[None]],
) -> NoticeResult:
    """Post the notice in each channel; a failure in one does not stop the others."""
    posted, failures = 0, dict[ChannelId, str]()
    for channel, guild in channels:
        await wait_for_turn()
        nonce = hashlib.sha256(f"{channel} {text}".encode()).hexdigest()[:_NONCE_LENGTH]
        try:
            await ChannelMessages(client, channel, guild).post(notice_post(text), nonce=nonce, view=build_view())
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            failures[channel] = error_summary(error)
        else:
            posted += 1
    return NoticeResult(posted, failures)


def notice_post(text: str) -> Markdown:
    """The post with a notice, whose text is not rendered as markup."""
    return md("**Notice from the bot’s operator**\n{}", escape_prose(text))


def _print_result(result: NoticeResult) -> int:
    for channel, reason in result.failures.items():
        print(f"Channel {channel} did not get the notice: {reason}", file=sys.stderr)
    print(f"Channels with the notice: {result.posted}, without: {len(result.failures)}.")
    if result.failures:
        print("To try one of them again, add --channel and its id.", file=sys.stderr)
    return 1 if result.failures else 0
