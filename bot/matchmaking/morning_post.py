"""The morning post of a server: the daily deal and a puzzle, once a day.

It is posted at the server's hour in its home channel and is the same on every server. It is stored as pending before it
is posted; after a crash it is searched for by its button. A post that is late by hours is skipped.
"""

from collections.abc import Callable

import discord

from bot.announcements.channel import ChannelMessages, message_id_before
from bot.announcements.rate_limiter import RateLimiter
from bot.clocks.quiet_hours import hours_around
from bot.guilds import GuildPreferences, GuildSettings
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.offered_games import OfferedGames
from bot.solo.daily_pages import daily_name, play_button
from bot.solo.deal import date_of, newest_number
from bot.solo.puzzle_pages import solve_button
from bot.solo.puzzle_service import puzzle_of_day, title_of
from bot.ui.components import build_view
from engine import GAMES
from engine.games.solo import daily_deal
from engine.store import Store
from engine.store import morning_posts as sql
from engine.store.ids import ChannelId, DailyNumber, GuildId
from engine.store.morning_posts import MorningPost

_MAX_DELAY_SECONDS = 4 * 3_600.0
"""Seconds after its hour in which a post is still made."""
_MAX_DAYS_AHEAD = 1
"""Maximum days that the last post may be ahead after a change of the hour; more means a wrong clock."""


def can_post_mornings(offered: OfferedGames) -> bool:
    """Whether a morning post has content: it needs a daily deal, whose button identifies it."""
    return offered.has_daily


class MorningPosts:
    """The posts of all servers, over the store."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        guild_settings: GuildSettings,
        rate_limiter: RateLimiter,
        now: Callable[[], float],
        offered: OfferedGames,
    ) -> None:
        self._client, self._store, self._guild_settings = client, store, guild_settings
        self._rate_limiter, self._now, self._offered = rate_limiter, now, offered

    def next_moments(self, guild: GuildId) -> list[float]:
        """The moment of the server's next post, if it wants any."""
        preferences = self._guild_settings.preferences_of(guild)
        if preferences.home is None or preferences.morning is None or not can_post_mornings(self._offered):
            return []
        _, following = self._hours_around_now(preferences, preferences.morning)
        return [following]

    async def post_if_due(self, guild: GuildId) -> None:
        """Post the server's morning post if its hour has come and it was not posted yet."""
        preferences = self._guild_settings.preferences_of(guild)
        if preferences.home is None or preferences.morning is None or not can_post_mornings(self._offered):
            return
        due, _ = self._hours_around_now(preferences, preferences.morning)
        number = newest_number(due)
        if number < 1 or self._now() >= due + _MAX_DELAY_SECONDS:
            return
        last = await self._store.read(lambda db: sql.load_latest_morning_post(db, guild))
        if last is None or last.day < number or last.day > number + _MAX_DAYS_AHEAD:
            await self._post(guild, MorningPost(number, preferences.home, self._now()))
        elif last.day == number and last.owed is not None:
            await self._find_or_post(guild, last, last.owed, preferences.home)

    def _hours_around_now(self, server: GuildPreferences, hour: int) -> tuple[float, float]:
        return hours_around(self._now(), hour, server.zone)

    async def _find_or_post(self, guild: GuildId, last: MorningPost, owed_since: float, home: ChannelId) -> None:
        """Find the post that was made before a crash, or make it."""
        messages = ChannelMessages(self._client, last.channel, guild)
        if await messages.find_by_custom_id(_post_custom_id(last.day), after=message_id_before(owed_since)) is None:
            await self._post(guild, MorningPost(last.day, home, owed_since))
        else:
            await self._save_post(guild, MorningPost(last.day, last.channel, None))

    async def _post(self, guild: GuildId, new: MorningPost) -> None:
        await self._save_post(guild, new)
        await self._rate_limiter.wait()
        buttons = [play_button(new.day)]
        if self._offered.puzzles:
            buttons.append(solve_button(puzzle_of_day(new.day, self._offered)))
        nonce = f"d{guild % 10**12}-{new.day}"
        messages = ChannelMessages(self._client, new.channel, guild)
        await messages.post(_post_text(new.day, self._offered), nonce=nonce, view=build_view(buttons))
        await self._save_post(guild, MorningPost(new.day, new.channel, None))

    async def _save_post(self, guild: GuildId, new: MorningPost) -> None:
        await self._store.write(lambda db: sql.save_morning_post(db, guild, new))


def _post_custom_id(number: DailyNumber) -> str:
    """The ``custom_id`` that identifies the post of a day."""
    return str(play_button(number).custom_id)


def _post_text(number: DailyNumber, offered: OfferedGames) -> Markdown:
    """The text of a day's post, which reveals nothing of the deal or of an answer."""
    title, _ = daily_deal(date_of(number).weekday(), offered.keys)
    lines = [md("**{}**: the same deal for everyone.", daily_name(number, title))]
    if offered.puzzles:
        game = escape_prose(GAMES[title_of(puzzle_of_day(number, offered))].name)
        lines.append(md("**Puzzle** · {}: win with the last move.", game))
    return join_lines(lines)
