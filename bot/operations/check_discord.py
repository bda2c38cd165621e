"""The doctor's questions to Discord: the token, servers and permissions, intents, starts that are left, the time.

It only asks, and asks little: at most eight requests. It knows no title.
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
"""Seconds that the clock may be off: Discord's header has whole ones, and an answer must come within three."""
_PAGE_SIZE, _MAX_PAGES = 200, 5
"""Servers that one request tells of, and how many requests are made."""
_MAX_SHARD_SHORTAGE = 2.5
"""Discord refuses a connection with 2,500 servers, and advises one for 1,000 or so (docs, gateway, sharding)."""
_INTENTS = ("gateway_presence", "gateway_guild_members", "gateway_message_content")


class _Answer(msgspec.Struct, frozen=True):
    """An answer: its status, its words, and by how many seconds this machine's clock is ahead (None: not said)."""

    status: int
    data: Any
    clock_lead: float | None


async def check_discord(settings: Settings) -> AsyncIterator[CheckResult]:
    """The findings about the bot's account; none of them has the token in it."""
    if not settings.token:
        text = "There’s none, so the bot runs in the simulated Discord. Put your bot’s into `.env` as DISCORD_TOKEN."
        yield problem_result("token", text)
        return
    if not settings.token.isascii() or not settings.token.isprintable() or " " in settings.token:
        yield problem_result(
            "token", "DISCORD_TOKEN has characters that no token has. Copy it again from the developer portal."
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
            "Discord", f"It can’t be reached ({error_summary(error)}). Look after this machine’s network and DNS."
        )
    except (LookupError, TypeError, AttributeError) as error:  # an answer of another shape
        yield problem_result(
            "Discord", f"It answers in a way that this release doesn’t know ({error_summary(error)}). Update the bot."
        )


async def _check_account(session: aiohttp.ClientSession, settings: Settings) -> AsyncIterator[CheckResult]:
    answer = await _fetch(session, "/users/@me")
    yield _check_clock(answer.clock_lead)
    if answer.status == 401:
        yield problem_result("token", "Discord rejects DISCORD_TOKEN. Reset it in the developer portal, page Bot.")
        return
    if answer.status != 200:
        yield problem_result("Discord", f"It answers with status {answer.status}. Wait, or see discordstatus.com.")
        return
    yield ok_result("token", f"Discord knows it as {answer.data.get('username', 'a bot')}.")
    yield _check_intents(await _fetch(session, "/applications/@me"))
    yield _check_connections(await _fetch(session, "/gateway/bot"), settings)
    for result in _check_guilds(await _fetch_guilds(session), settings):
        yield result


async def _fetch(session: aiohttp.ClientSession, path: str) -> _Answer:
    before = time.time()
    async with session.get(Route.BASE + path) as response:
        middle = (before + time.time()) / 2
        data = await response.json() if response.status == 200 else None
        return _Answer(response.status, data, _clock_lead(middle, response.headers))


def _clock_lead(local_time: float, headers: Mapping[str, str]) -> float | None:
    try:
        discord_time = parsedate_to_datetime(headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return None
    return local_time - discord_time - 0.5  # a header has the second that has begun


def _check_clock(lead: float | None) -> CheckResult:
    if lead is None:
        return remark_result("clock", "Discord didn’t say what time it is.")
    if abs(lead) <= _MAX_CLOCK_ERROR:
        return ok_result("clock", "It agrees with Discord’s.")
    direction = "ahead of" if lead > 0 else "behind"
    return problem_result(
        "clock", f"This machine’s clock is {abs(lead):,.0f} seconds {direction} Discord’s. {SET_CLOCK_ADVICE}"
    )


def _check_intents(answer: _Answer) -> CheckResult:
    if answer.status != 200:
        return remark_result("intents", f"Discord doesn’t tell them (status {answer.status}).")
    flags = discord.ApplicationFlags._from_value(int(answer.data.get("flags", 0)))
    active = [name for name in _INTENTS if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    if not active:
        return ok_result("intents", "No privileged ones are on, and the bot needs none.")
    words = join_words([name.removeprefix("gateway_").replace("_", " ") for name in active])
    return remark_result(
        "intents", f"The bot needs no privileged ones. Switch off in the developer portal, page Bot: {words}."
    )


def _check_connections(answer: _Answer, settings: Settings) -> CheckResult:
    """Discord lets a bot begin only so many connections a day."""
    if answer.status != 200:
        return problem_result(
            "connections", f"Discord names no address to connect to (status {answer.status}). Wait, then retry."
        )
    advised = int(answer.data["shards"])
    shards, limits = settings.shards or advised, answer.data["session_start_limit"]
    remaining, minutes = int(limits["remaining"]), int(limits["reset_after"]) // 60_000 + 1
    if remaining < shards:
        text = (
            f"A start needs {shards}, and Discord allows {remaining} more today. Wait {count_noun(minutes, 'minute')}."
        )
        return problem_result("connections", f"{text} Find out why the bot starts so often.")
    if shards < advised:
        more = f"Stop all bots, and set it to {advised} for each" if settings.shards_each else "Leave it empty"
        text = f"ROUNDHOUSE_SHARDS is {shards}, but Discord advises {advised}. {more} to follow the advice."
        too_few = advised > _MAX_SHARD_SHORTAGE * shards
        return (
            problem_result("connections", f"Discord refuses so few: {text}")
            if too_few
            else remark_result("connections", text)
        )
    return ok_result("connections", f"A start needs {shards}; Discord allows {remaining} more today.")


async def _fetch_guilds(session: aiohttp.ClientSession) -> list[Mapping[str, Any]]:
    """The servers of the bot, of very many only the first."""
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
        text = f"The bot isn’t on the server {settings.guild} that ROUNDHOUSE_GUILD names. Invite it, or empty that."
        return [problem_result("servers", text)]
    if not guilds:
        return [remark_result("servers", "The bot is on none yet. Invite it with the address in docs/hosting.md.")]
    return [ok_result("servers", f"The bot is on {len(guilds)}."), _check_permissions(guilds)]


def _check_permissions(guilds: list[Mapping[str, Any]]) -> CheckResult:
    """The permissions on whole servers; single channels may allow or forbid more."""
    guilds_lacking = [guild for guild in guilds if _missing_in_guild(guild)]
    if not guilds_lacking:
        return ok_result("permissions", "Every server gives what a table needs.")
    missing_names = join_words(_missing_in_guild(guilds_lacking[0]))
    text = f"{guilds_lacking[0].get('name', 'A server')} doesn’t give the bot {missing_names}"
    more = (
        f", and something is missing on {count_noun(len(guilds_lacking) - 1, 'more server')}"
        if len(guilds_lacking) > 1
        else ""
    )
    text = f"{text}{more}. Give its role these permissions there, or invite it again."
    return (
        problem_result("permissions", text)
        if len(guilds_lacking) == len(guilds)
        else remark_result("permissions", text)
    )


def _missing_in_guild(guild: Mapping[str, Any]) -> list[str]:
    permissions = discord.Permissions(int(guild.get("permissions", 0)))
    if permissions.administrator:
        return []
    return [permission_name(name) for name in TABLE_PERMISSIONS if not getattr(permissions, name)]
