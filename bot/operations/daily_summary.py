"""Sends the owner of the bot a summary by direct message, once a day.

The day of the latest summary is stored as pending before the summary is sent. A process that finds a pending summary
searches for it among the direct messages before it sends it again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import aiohttp
import discord

from bot import limits
from bot.announcements.channel import is_direct_message_refused, is_request_rejected
from bot.announcements.rate_limiter import RateLimiter
from bot.child_process import run_in_child_process
from bot.config import Settings
from bot.errors import cancel_all, report_exception, report_undelivered, retry_once
from bot.markdown import Markdown, to_discord, truncate
from bot.operations.summary_facts import SummaryFacts, collect_facts
from bot.operations.summary_text import has_bad_news, summary_heading, summary_text
from engine.store import Store
from engine.store.ids import UserId
from engine.store.summaries import SentSummary, load_latest_summary, save_summary

_DAY = 86_400.0
_MAX_DAYS_AHEAD = 1
"""Maximum days that the latest summary may be in the future.

One day is possible after the setting for the hour was changed. More means that the clock was wrong.
"""
_MAX_PERIOD = 7 * _DAY
"""Maximum seconds that one summary covers, even after a longer downtime."""
_RETRY_SECONDS = 1_800.0
_MAX_SEARCH = 20
"""Maximum number of direct messages that are searched for a summary that was sent before a crash."""

_log = logging.getLogger(__name__)


class DailySummary:
    """Sends daily summaries. Mutable: it has the sending task and the time of the next attempt."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rate_limiter: RateLimiter,
        now: Callable[[], float],
        settings: Settings,
    ) -> None:
        self._client, self._store, self._rate_limiter = client, store, rate_limiter
        self._now, self._settings = now, settings
        self._task: asyncio.Task[None] | None = None
        self._next_attempt = 0.0
        self.load_owner: Callable[[], Awaitable[UserId]] = lambda: load_application_owner(client)
        self.collect: Callable[[Settings, float, float], Awaitable[SummaryFacts | None]] = _collect_in_child

    def start_if_due(self) -> None:
        """Send today's summary in the background, unless it was sent or is being sent."""
        is_running = self._task is not None and not self._task.done()
        if self._settings.summary_hour is not None and not is_running and not self._must_wait():
            self._task = asyncio.create_task(self._try_to_send(), name="summary")

    async def close(self) -> None:
        """Cancel the sending task. A pending summary is sent after the next start."""
        await cancel_all(self._task)

    def _must_wait(self) -> bool:
        now = self._now()
        return now < self._next_attempt <= now + _RETRY_SECONDS  # a later time comes from a clock that was ahead

    async def _try_to_send(self) -> None:
        try:
            await self.send_if_due()
            return
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            report_undelivered(error, "the daily summary")
        except Exception as error:  # a bug, or a full disk: the rest of the bot continues
            report_exception(error, "sending the daily summary")
        self._next_attempt = self._now() + _RETRY_SECONDS

    async def send_if_due(self) -> None:
        """Send today's summary, unless it was sent. If Discord fails, raise; the summary then stays pending."""
        if self._settings.summary_hour is None:
            return
        now = self._now()
        day = int((now - self._settings.summary_hour * 3_600.0) // _DAY)
        latest = await self._store.read(load_latest_summary)
        was_attempted = latest is not None and day <= latest.day <= day + _MAX_DAYS_AHEAD
        if latest is not None and was_attempted and not latest.is_pending:
            return
        since = now - _DAY if latest is None else min(now - _DAY, max(latest.at, now - _MAX_PERIOD))
        facts = await self.collect(self._settings, since, now)
        if facts is None:
            self._next_attempt = now + _RETRY_SECONDS
            return
        await self._save(SentSummary(day, since, is_pending=True))
        try:
            await self._send(
                summary_text(facts, _date_text(day)), day, is_silent=not has_bad_news(facts), may_exist=was_attempted
            )
        except discord.HTTPException as error:
            if not is_request_rejected(error):
                raise
            _log_refusal(error)
        await self._save(SentSummary(day, now, is_pending=False))

    async def _send(self, text: Markdown, day: int, *, is_silent: bool, may_exist: bool) -> None:
        """Send the summary. If it ``may_exist`` already, search the direct messages for it first."""
        await self._rate_limiter.wait()
        channel = await self._client.create_dm(discord.Object(await self.load_owner()))
        if may_exist and await self._has_message(channel, summary_heading(_date_text(day))):
            return
        content = truncate(text, limits.CONTENT)
        await retry_once(lambda: channel.send(to_discord(content), silent=is_silent, nonce=f"summary-{day}"))

    async def _has_message(self, channel: discord.DMChannel, heading: Markdown) -> bool:
        bot_user = self._client.user
        async for message in channel.history(limit=_MAX_SEARCH):
            if bot_user is not None and message.author.id == bot_user.id and message.content.startswith(heading):
                return True
        return False

    async def _save(self, summary: SentSummary) -> None:
        await self._store.write(lambda db: save_summary(db, summary))


async def load_application_owner(client: discord.Client) -> UserId:
    """Return the owner of the bot's Discord application; if a team owns it, the owner of the team."""
    application = await client.application_info()
    team = application.team
    return UserId(team.owner_id if team is not None and team.owner_id is not None else application.owner.id)


async def _collect_in_child(settings: Settings, since: float, now: float) -> SummaryFacts | None:
    return await run_in_child_process("the daily summary", collect_facts, settings, since, now)


def _date_text(day: int) -> str:
    """Return the date of a day, which is given in days since 1970: “28 November 2026”."""
    moment = datetime.fromtimestamp(day * _DAY, UTC)
    return f"{moment.day} {moment:%B %Y}"


def _log_refusal(error: discord.HTTPException) -> None:
    if is_direct_message_refused(error):
        _log.warning(
            "The daily summary was not sent: the owner of the application takes no direct messages of the bot."
            " Share a server with the bot, and allow direct messages from it"
        )
    else:
        _log.warning("The daily summary was not sent: Discord answered %s", error.code)
