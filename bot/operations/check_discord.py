"""The doctor's checks of the bot's Discord account, with at most eight requests that change nothing.

The checks cover token, servers, permissions, intents, remaining connections, and the clock.
"""

import time
from collections.abc import AsyncIterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
import msgspec
from discord.http import Route

from bot.config import Settings
from bot.errors import error_summary
from bot.operations.check_result import SET_CLOCK_ADVICE, CheckResult, ok_result, problem_result, remark_result
from bot.permissions import TABLE_PERMISSIONS, permission_name
from engine.core import count_noun, join_words

_USER_AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
_TIMEOUT_SECONDS = 10.0
_MAX_CLOCK_ERROR = 2.0
"""Maximum error of this machine's clock, in seconds.

Discord states its time in whole seconds, and accepts responses to presses for three seconds.
"""
_PAGE_SIZE, _MAX_PAGES = 200, 5
"""Number of servers per request, and maximum number of requests."""
_MAX_SHARD_SHORTAGE = 2.5
"""Maximum ratio of the number of shards that Discord recommends to the number in the settings.

Discord recommends one shard per 1,000 servers, and refuses shards with 2,500. (docs, gateway, sharding)
"""
_PRIVILEGED_INTENTS = ("gateway_presence", "gateway_guild_members", "gateway_message_content")


class _Response(msgspec.Struct, frozen=True):
    """A response of Discord: its status, its data, and the error of this machine's clock.

    ``clock_lead`` is the number of seconds by which the clock is ahead; None if unknown.
    """

    status: int
    data: Any
    clock_lead: float | None


async def check_discord(settings: Settings) -> AsyncIterator[CheckResult]:
    """Yield the results about the bot's account; none of them contains the token."""
    if not settings.token:
        text = "There’s no token, so the bot would run in the simulated Discord. Set DISCORD_TOKEN in `.env`."
        yield problem_result("token", text)
        return
    if not settings.token.isascii() or not settings.token.isprintable() or " " in settings.token:
        yield problem_result(
            "token", "DISCORD_TOKEN has characters that can’t be in a token. Copy it again from the developer portal."
        )
        return
    headers = {"Authorization": f"Bot {settings.token}", "User-Agent": _USER_AGENT}
    timeout = aiohttp.ClientTimeout(total=_TIMEOUT_SECONDS)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout, trust_env=True) as session:
            async for result in _check_account(session, settings):
                yield result
    except (aiohttp.ClientError, ConnectionError, TimeoutError, ValueError) as error:
        yield problem_result(
            "Discord", f"Could not connect to Discord ({error_summary(error)}). Check this machine’s network and DNS."
        )
    except (LookupError, TypeError, AttributeError) as error:  # a response of an unknown shape
        yield problem_result(
            "Discord", f"This release doesn’t understand Discord’s response ({error_summary(error)}). Update the bot."
        )


async def _check_account(session: aiohttp.ClientSession, settings: Settings) -> AsyncIterator[CheckResult]:
    answer = await _fetch(session, "/users/@me")
    yield _check_clock(answer.clock_lead)
    if answer.status == 401:
        yield problem_result("token", "Discord rejects DISCORD_TOKEN. Reset it in the developer portal, page Bot.")
        return
    if answer.status != 200:
        yield problem_result(
            "Discord", f"Discord responded with status {answer.status}. Try again later, or see discordstatus.com."
        )
        return
    yield ok_result("token", f"The token is valid. It belongs to {answer.data.get('username', 'a bot')}.")
    yield _check_intents(await _fetch(session, "/applications/@me"))
    yield _check_connections(await _fetch(session, "/gateway/bot"), settings)
    for result in _check_guilds(await _fetch_guilds(session), settings):
        yield result


async def _fetch(session: aiohttp.ClientSession, path: str) -> _Response:
    start = time.time()
    async with session.get(Route.BASE + path) as response:
        middle = (start + time.time()) / 2
        data = await response.json() if response.status == 200 else None
        return _Response(response.status, data, _clock_lead(middle, response.headers))


def _clock_lead(local_time: float, headers: Mapping[str, str]) -> float | None:
    try:
        discord_time = parsedate_to_datetime(headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return None
    return local_time - discord_time - 0.5  # on average, half a second has passed since the whole second in the header


def _check_clock(lead: float | None) -> CheckResult:
    if lead is None:
        return remark_result("clock", "Discord’s response has no time, so the clock was not checked.")
    if abs(lead) <= _MAX_CLOCK_ERROR:
        return ok_result("clock", "This machine’s clock agrees with Discord’s.")
    direction = "ahead of" if lead > 0 else "behind"
    return problem_result(
        "clock", f"This machine’s clock is {abs(lead):,.0f} seconds {direction} Discord’s. {SET_CLOCK_ADVICE}"
    )


def _check_intents(answer: _Response) -> CheckResult:
    if answer.status != 200:
        return remark_result("intents", f"Could not read the intents (status {answer.status}).")
    flags = discord.ApplicationFlags._from_value(int(answer.data.get("flags", 0)))
    active = [name for name in _PRIVILEGED_INTENTS if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    if not active:
        return ok_result("intents", "No privileged intents are on. The bot needs none.")
    words = join_words([name.removeprefix("gateway_").replace("_", " ") for name in active])
    return remark_result(
        "intents", f"The bot needs no privileged intents. Turn these off in the developer portal, page Bot: {words}."
    )


def _check_connections(answer: _Response, settings: Settings) -> CheckResult:
    if answer.status != 200:
        return problem_result(
            "connections", f"Could not read the gateway address (status {answer.status}). Try again later."
        )
    advised = int(answer.data["shards"])
    shards, limits = settings.shards or advised, answer.data["session_start_limit"]
    remaining, minutes = int(limits["remaining"]), int(limits["reset_after"]) // 60_000 + 1
    if remaining < shards:
        text = (
            f"A start needs {count_noun(shards, 'connection')}, and Discord allows {remaining} more today. "
            f"Wait {count_noun(minutes, 'minute')}."
        )
        return problem_result("connections", f"{text} Then find out why the bot restarts often.")
    if shards < advised:
        more = f"Stop all processes, and set it to {advised} for each" if settings.shards_each else "Leave it empty"
        text = f"ROUNDHOUSE_SHARDS is {shards}, but Discord advises {advised}. {more} to follow the advice."
        is_too_few = advised > _MAX_SHARD_SHORTAGE * shards
        return (
            problem_result("connections", f"Discord refuses this number of shards: {text}")
            if is_too_few
            else remark_result("connections", text)
        )
    return ok_result(
        "connections", f"A start needs {count_noun(shards, 'connection')}. Discord allows {remaining} more today."
    )


async def _fetch_guilds(session: aiohttp.ClientSession) -> list[Mapping[str, Any]]:
    guilds: list[Mapping[str, Any]] = []
    for _ in range(_MAX_PAGES):
        after = guilds[-1]["id"] if guilds else 0
        answer = await _fetch(session, f"/users/@me/guilds?limit={_PAGE_SIZE}&after={after}")
        page = answer.data if answer.status == 200 else []
        guilds += page
        if len(page) < _PAGE_SIZE:
            break
    return guilds


def _check_guilds(guilds: list[Mapping[str, Any]], settings: Settings) -> list[CheckResult]:
    if settings.guild is not None and not any(int(guild["id"]) == settings.guild for guild in guilds):
        text = (
            f"The bot is not a member of server {settings.guild} (ROUNDHOUSE_GUILD). Invite it, or clear that setting."
        )
        return [problem_result("servers", text)]
    if not guilds:
        return [
            remark_result(
                "servers", "The bot is not a member of any server yet. Invite it with the link in docs/hosting.md."
            )
        ]
    return [
        ok_result("servers", f"The bot is a member of {count_noun(len(guilds), 'server')}."),
        _check_permissions(guilds),
    ]


def _check_permissions(guilds: list[Mapping[str, Any]]) -> CheckResult:
    """Check the bot's permissions on its servers; permissions in channels may differ."""
    incomplete_guilds = [guild for guild in guilds if _missing_in_guild(guild)]
    if not incomplete_guilds:
        return ok_result("permissions", "The bot has all required permissions on every server.")
    missing_names = join_words(_missing_in_guild(incomplete_guilds[0]))
    text = f"{incomplete_guilds[0].get('name', 'A server')} doesn’t give the bot {missing_names}"
    more = (
        f", and permissions are missing on {count_noun(len(incomplete_guilds) - 1, 'more server')}"
        if len(incomplete_guilds) > 1
        else ""
    )
    text = f"{text}{more}. Give its role these permissions there, or invite it again."
    return (
        problem_result("permissions", text)
        if len(incomplete_guilds) == len(guilds)
        else remark_result("permissions", text)
    )


def _missing_in_guild(guild: Mapping[str, Any]) -> list[str]:
    permissions = discord.Permissions(int(guild.get("permissions", 0)))
    if permissions.administrator:
        return []
    return [permission_name(name) for name in TABLE_PERMISSIONS if not getattr(permissions, name)]
