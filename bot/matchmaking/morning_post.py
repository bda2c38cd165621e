"""The morning post of a server, with the daily deal and a puzzle.

It is posted once a day in the server's home channel, at the hour that the server chose. Before that, it is stored as
pending; after a crash, the bot searches for it by its button. A post that is late by hours is skipped.
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
"""Maximum seconds by which a post may be late. After that, it is skipped."""
_MAX_DAYS_AHEAD = 1
"""After a change of the hour, the last post may be this many days in the future. More means that a clock was wrong."""


def can_post_mornings(offered: OfferedGames) -> bool:
    """Whether morning posts are possible. They need a daily deal, because the bot finds them by its button."""
    return offered.has_daily


class MorningPosts:
    """Posts the morning posts of all servers."""

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
        """Return a list with the time of the server's next post, in seconds since 1970; empty if it wants none."""
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
        last_post = await self._store.read(lambda db: sql.load_latest_morning_post(db, guild))
        if last_post is None or last_post.day < number or last_post.day > number + _MAX_DAYS_AHEAD:
            await self._post(guild, MorningPost(number, preferences.home, self._now()))
        elif last_post.day == number and last_post.owed is not None:
            await self._find_or_post(guild, last_post, last_post.owed, preferences.home)

    def _hours_around_now(self, preferences: GuildPreferences, hour: int) -> tuple[float, float]:
        return hours_around(self._now(), hour, preferences.zone)

    async def _find_or_post(self, guild: GuildId, last_post: MorningPost, owed_since: float, home: ChannelId) -> None:
        """Search for a pending post, which may have been made before a crash. If there is none, make it."""
        messages = ChannelMessages(self._client, last_post.channel, guild)
        if (
            await messages.find_by_custom_id(_post_custom_id(last_post.day), after=message_id_before(owed_since))
            is None
        ):
            await self._post(guild, MorningPost(last_post.day, home, owed_since))
        else:
            await self._save_post(guild, MorningPost(last_post.day, last_post.channel, None))

    async def _post(self, guild: GuildId, morning_post: MorningPost) -> None:
        await self._save_post(guild, morning_post)
        await self._rate_limiter.wait()
        buttons = [play_button(morning_post.day)]
        if self._offered.puzzles:
            buttons.append(solve_button(puzzle_of_day(morning_post.day, self._offered)))
        nonce = f"d{guild % 10**12}-{morning_post.day}"
        messages = ChannelMessages(self._client, morning_post.channel, guild)
        await messages.post(_post_text(morning_post.day, self._offered), nonce=nonce, view=build_view(buttons))
        await self._save_post(guild, MorningPost(morning_post.day, morning_post.channel, None))

    async def _save_post(self, guild: GuildId, morning_post: MorningPost) -> None:
        await self._store.write(lambda db: sql.save_morning_post(db, guild, morning_post))


def _post_custom_id(number: DailyNumber) -> str:
    return str(play_button(number).custom_id)


def _post_text(number: DailyNumber, offered: OfferedGames) -> Markdown:
    """The text of a day's post, which does not reveal anything about the deal or the puzzle's answer."""
    title, _ = daily_deal(date_of(number).weekday(), offered.keys)
    lines = [md("**{}**: the same deal for everyone.", daily_name(number, title))]
    if offered.puzzles:
        game = escape_prose(GAMES[title_of(puzzle_of_day(number, offered))].name)
        lines.append(md("**Puzzle** · {}: win with the last move.", game))
    return join_lines(lines)
