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
from bot.errors import named
from bot.hosting.finding import SET_CLOCK, Finding, fine, note, wrong
from bot.permissions import KEEPS_A_TABLE, permission_name
from engine.core import count_noun, join_words

_AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
_SECONDS = 10.0
_OFF = 2.0
"""Seconds that the clock may be off: Discord's header has whole ones, and an answer must come within three."""
_PAGE, _PAGES = 200, 5
"""Servers that one request tells of, and how many requests are made."""
_CROWDED = 2.5
"""Discord refuses a connection with 2,500 servers, and advises one for 1,000 or so (docs, gateway, sharding)."""
_INTENTS = ("gateway_presence", "gateway_guild_members", "gateway_message_content")


class _Said(msgspec.Struct, frozen=True):
    """An answer: its status, its words, and by how many seconds this machine's clock is ahead (None: not said)."""

    status: int
    data: Any
    ahead: float | None


async def on_discord(settings: Settings) -> AsyncIterator[Finding]:
    """The findings about the bot's account; none of them has the token in it."""
    if not settings.token:
        text = "There’s none, so the bot runs in the simulated Discord. Put your bot’s into `.env` as DISCORD_TOKEN."
        yield wrong("token", text)
        return
    if not settings.token.isascii() or not settings.token.isprintable() or " " in settings.token:
        yield wrong("token", "DISCORD_TOKEN has characters that no token has. Copy it again from the developer portal.")
        return
    headers = {"Authorization": f"Bot {settings.token}", "User-Agent": _AGENT}
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout, trust_env=True) as session:
            async for finding in _asked(session, settings):
                yield finding
    except (aiohttp.ClientError, ConnectionError, TimeoutError, ValueError) as error:
        yield wrong("Discord", f"It can’t be reached ({named(error)}). Look after this machine’s network and DNS.")
    except (LookupError, TypeError, AttributeError) as error:  # an answer of another shape
        yield wrong("Discord", f"It answers in a way that this release doesn’t know ({named(error)}). Update the bot.")


async def _asked(session: aiohttp.ClientSession, settings: Settings) -> AsyncIterator[Finding]:
    me = await _get(session, "/users/@me")
    yield _clock(me.ahead)
    if me.status == 401:
        yield wrong("token", "Discord rejects DISCORD_TOKEN. Reset it in the developer portal, page Bot.")
        return
    if me.status != 200:
        yield wrong("Discord", f"It answers with status {me.status}. Wait, or see discordstatus.com.")
        return
    yield fine("token", f"Discord knows it as {me.data.get('username', 'a bot')}.")
    yield _intents(await _get(session, "/applications/@me"))
    yield _starts(await _get(session, "/gateway/bot"), settings)
    for finding in _servers(await _joined(session), settings):
        yield finding


async def _get(session: aiohttp.ClientSession, path: str) -> _Said:
    before = time.time()
    async with session.get(Route.BASE + path) as response:
        middle = (before + time.time()) / 2
        data = await response.json() if response.status == 200 else None
        return _Said(response.status, data, _ahead(middle, response.headers))


def _ahead(here: float, headers: Mapping[str, str]) -> float | None:
    try:
        there = parsedate_to_datetime(headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return None
    return here - there - 0.5  # a header has the second that has begun


def _clock(ahead: float | None) -> Finding:
    if ahead is None:
        return note("clock", "Discord didn’t say what time it is.")
    if abs(ahead) <= _OFF:
        return fine("clock", "It agrees with Discord’s.")
    way = "ahead of" if ahead > 0 else "behind"
    return wrong("clock", f"This machine’s clock is {abs(ahead):,.0f} seconds {way} Discord’s. {SET_CLOCK}")


def _intents(said: _Said) -> Finding:
    if said.status != 200:
        return note("intents", f"Discord doesn’t tell them (status {said.status}).")
    flags = discord.ApplicationFlags._from_value(int(said.data.get("flags", 0)))
    on = [name for name in _INTENTS if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    if not on:
        return fine("intents", "No privileged ones are on, and the bot needs none.")
    words = join_words([name.removeprefix("gateway_").replace("_", " ") for name in on])
    return note("intents", f"The bot needs no privileged ones. Switch off in the developer portal, page Bot: {words}.")


def _starts(said: _Said, settings: Settings) -> Finding:
    """Discord lets a bot begin only so many connections a day."""
    if said.status != 200:
        return wrong("connections", f"Discord names no address to connect to (status {said.status}). Wait, then retry.")
    wanted = int(said.data["shards"])
    shards, limits = settings.shards or wanted, said.data["session_start_limit"]
    left, minutes = int(limits["remaining"]), int(limits["reset_after"]) // 60_000 + 1
    if left < shards:
        text = f"A start needs {shards}, and Discord allows {left} more today. Wait {count_noun(minutes, 'minute')}."
        return wrong("connections", f"{text} Find out why the bot starts so often.")
    if shards < wanted:
        more = f"Stop all bots, and set it to {wanted} for each" if settings.shards_each else "Leave it empty"
        text = f"ROUNDHOUSE_SHARDS is {shards}, but Discord advises {wanted}. {more} to follow the advice."
        too_few = wanted > _CROWDED * shards
        return wrong("connections", f"Discord refuses so few: {text}") if too_few else note("connections", text)
    return fine("connections", f"A start needs {shards}; Discord allows {left} more today.")


async def _joined(session: aiohttp.ClientSession) -> list[Mapping[str, Any]]:
    """The servers of the bot, of very many only the first."""
    found: list[Mapping[str, Any]] = []
    for _ in range(_PAGES):
        after = found[-1]["id"] if found else 0
        said = await _get(session, f"/users/@me/guilds?limit={_PAGE}&after={after}")
        page = said.data if said.status == 200 else []
        found += page
        if len(page) < _PAGE:
            break
    return found


def _servers(joined: list[Mapping[str, Any]], settings: Settings) -> list[Finding]:
    if settings.guild is not None and not any(int(one["id"]) == settings.guild for one in joined):
        text = f"The bot isn’t on the server {settings.guild} that ROUNDHOUSE_GUILD names. Invite it, or empty that."
        return [wrong("servers", text)]
    if not joined:
        return [note("servers", "The bot is on none yet. Invite it with the address in docs/hosting.md.")]
    return [fine("servers", f"The bot is on {len(joined)}."), _permissions(joined)]


def _permissions(joined: list[Mapping[str, Any]]) -> Finding:
    """The permissions on whole servers; single channels may allow or forbid more."""
    poor = [one for one in joined if _missing(one)]
    if not poor:
        return fine("permissions", "Every server gives what a table needs.")
    lacks = join_words(_missing(poor[0]))
    text = f"{poor[0].get('name', 'A server')} doesn’t give the bot {lacks}"
    more = f", and something is missing on {count_noun(len(poor) - 1, 'more server')}" if len(poor) > 1 else ""
    text = f"{text}{more}. Give its role these permissions there, or invite it again."
    return wrong("permissions", text) if len(poor) == len(joined) else note("permissions", text)


def _missing(server: Mapping[str, Any]) -> list[str]:
    granted = discord.Permissions(int(server.get("permissions", 0)))
    if granted.administrator:
        return []
    return [permission_name(name) for name in KEEPS_A_TABLE if not getattr(granted, name)]
