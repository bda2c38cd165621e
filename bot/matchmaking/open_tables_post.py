"""Keeps each server's post about open tables up to date. Also opens requested tables and makes morning posts.

Independent of any particular game. Edits may be repeated. Before a new post is made, the bot searches by its button for
one that was made before a crash.
"""

from collections.abc import Awaitable, Callable

import aiohttp
import discord
from msgspec.structs import replace

from bot.announcements.channel import ChannelMessages, is_channel_gone, message_id_before
from bot.announcements.channel_access import ChannelAccess
from bot.announcements.rate_limiter import RateLimiter
from bot.errors import report_exception, report_undelivered
from bot.guilds import GuildSettings
from bot.keyed_tasks import Backoff, KeyedTasks, NextRun
from bot.markdown import md
from bot.matchmaking.matcher import next_change
from bot.matchmaking.morning_post import MorningPosts
from bot.matchmaking.open_tables_text import (
    LISTED_SECONDS,
    POST_CUSTOM_ID,
    OpenTablesContent,
    is_joinable,
    open_tables_layout,
    post_digest,
)
from bot.matchmaking.service import ANSWER_SECONDS, Matchmaking
from bot.play.service import TableService
from bot.tables.cache import CorruptTable
from bot.tables.table import BookkeepingKey, Table
from engine.store import guilds as posts
from engine.store import lobbies
from engine.store import matchmaking as sql
from engine.store.guilds import OpenTablesPost
from engine.store.ids import ChannelId, GuildId, MessageId, TableId

EDIT_SECONDS = 10.0
"""Minimum seconds between two edits of a server's post."""
_MIN_PAUSE = 1.0
"""Minimum seconds before a server is updated again only because time has passed."""
_CHECK_SECONDS = 3_600.0
"""Seconds between two attempts to open a requested table."""


class OpenTablesPosts:
    """Updates the posts about open tables on all servers.

    Mutable: it has running tasks, the times of the last edits, and failures.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        guild_settings: GuildSettings,
        matchmaking: Matchmaking,
        rate_limiter: RateLimiter,
    ) -> None:
        self._client, self._tables, self._guild_settings = client, tables, guild_settings
        self._matchmaking, self._rate_limiter = matchmaking, rate_limiter
        self._morning_posts = MorningPosts(
            client, tables.store, guild_settings, rate_limiter, tables.now, tables.offered_games
        )
        self.tasks = KeyedTasks[GuildId]("board", self._run_guild)
        self._backoff = Backoff[GuildId]()
        self._rechecks = set[int]()
        self._edit_times: dict[GuildId, float] = {}
        self._next_moments: dict[GuildId, float | None] = {}

    # -- called by other modules

    def update_soon(self, guild: GuildId | None) -> None:
        """Update the server's post and requested tables in the background.

        Called after a change of the server's tables, queue, or settings.
        """
        if guild is None or not self._guild_settings.is_known(guild):
            return
        if self._tables.leader.delegate("board", guild):
            return
        self.tasks.wake(guild)

    def recheck_visibility(self, guild: GuildId, table_id: TableId) -> None:
        """Check again in the background whether everyone can see a lobby, after a user could not."""
        if self._tables.leader.delegate("doubt", guild, table_id):
            return
        self._rechecks.add(table_id)
        self.update_soon(guild)

    async def resume(self) -> None:
        """After a start, update every server with a home channel, a queue, or requested tables."""
        waiting = await self._tables.store.read(sql.list_guilds_with_matchmaking)
        for guild in sorted({*self._guild_settings.guilds_with_home(), *waiting}):
            self.update_soon(guild)

    async def close(self) -> None:
        """Cancel the updates. All data is in the store."""
        await self.tasks.close()

    # -- the task of one server

    async def _run_guild(self, guild: GuildId) -> NextRun:
        moment = await self._update_guild(guild)
        return None if moment is None else max(_MIN_PAUSE, moment - self._tables.now())

    async def _update_guild(self, guild: GuildId) -> float | None:
        """Do all that is possible now, each step even if another fails. Return the time of the next update, if any."""
        steps = (
            self._matchmaking.advance_all,
            self._check_visibility,
            self._update_post,
            self._morning_posts.post_if_due,
        )
        results = [await self._try_step(step, guild) for step in (*steps, self._plan_next)]
        if not all(results):
            return self._tables.now() + self._backoff.next_delay(guild)
        self._backoff.reset(guild)
        return self._next_moments.pop(guild)

    async def _try_step(self, step: Callable[[GuildId], Awaitable[object]], guild: GuildId) -> bool:
        try:
            await step(guild)
        except discord.HTTPException as error:
            if is_channel_gone(error) and await self._is_home_gone(guild):
                return True
            report_undelivered(error, f"the open tables of server {guild}")
        except (aiohttp.ClientError, OSError) as error:
            report_undelivered(error, f"the open tables of server {guild}")
        except Exception as error:  # a bug, or a full disk: retry later
            report_exception(error, f"the open tables of server {guild}")
        else:
            return True
        return False

    async def _is_home_gone(self, guild: GuildId) -> bool:
        """Return whether the server has no home channel. If the channel was deleted, remove it from the settings."""
        home = self._guild_settings.preferences_of(guild).home
        if home is None:
            return True
        try:
            await self._client.fetch_channel(home)
        except discord.HTTPException as error:
            if not is_channel_gone(error):
                return False
            await self._guild_settings.clear_home(guild)
            return True
        return False

    async def _plan_next(self, guild: GuildId) -> None:
        self._next_moments[guild] = await self._next_moment(guild)

    async def _next_moment(self, guild: GuildId) -> float | None:
        """Return the next time at which the server needs an update without any change; None if there is none."""
        store, now = self._tables.store, self._tables.now()
        seekers = await store.read(lambda db: sql.load_seekers(db, guild))
        openings = await store.read(lambda db: sql.load_guild_openings(db, guild))
        moments = [opening.at + ANSWER_SECONDS for opening in openings if opening.session is not None]
        moments += [next_change(seekers, now)] if seekers else []
        moments += [now + _CHECK_SECONDS] if len(openings) > len(moments) else []
        moments += self._morning_posts.next_moments(guild)
        if self._guild_settings.preferences_of(guild).home is not None:
            tables = await self._load_listed_tables(guild)
            moments += [table.since + LISTED_SECONDS for table in tables]
            moments += [self._edit_times[guild] + EDIT_SECONDS] if self._is_too_early(guild) else []
        return max(now, min(moments)) if moments else None

    # -- the post

    async def load_content(self, guild: GuildId) -> OpenTablesContent:
        """Load everything that a server's post shows."""
        all_seekers = await self._tables.store.read(lambda db: sql.load_seekers(db, guild))
        seekers = [
            seeker
            for seeker in all_seekers
            if seeker.opening is None and self._tables.offered_games.is_offered(seeker.title)
        ]
        return OpenTablesContent(await self._load_listed_tables(guild), seekers, self._tables.offered_games)

    async def _load_listed_tables(self, guild: GuildId) -> tuple[Table, ...]:
        """Load the lobbies that are listed, have a free seat, and are of an offered game."""
        lobbies = await self._load_lobbies(guild)
        tables = [await self._load_table(table_id) for table_id, is_listed in lobbies.items() if is_listed]
        is_offered = self._tables.offered_games.is_offered
        return tuple(table for table in tables if table is not None and is_joinable(table) and is_offered(table.title))

    async def _load_lobbies(self, guild: GuildId) -> dict[TableId, int | None]:
        after = self._tables.now() - LISTED_SECONDS
        is_listed_by_id = await self._tables.store.read(
            lambda db: lobbies.load_guild_lobbies(db, guild, after, BookkeepingKey.IS_LISTED)
        )
        return dict(is_listed_by_id)

    async def _load_table(self, table_id: TableId) -> Table | None:
        try:
            return await self._tables.get(table_id)
        except CorruptTable:
            return None

    async def _check_visibility(self, guild: GuildId) -> None:
        """Check new lobbies. A lobby is listed if everyone who can read the home channel can see it."""
        home = self._guild_settings.preferences_of(guild).home
        if home is None:
            return
        for table_id, is_listed in (await self._load_lobbies(guild)).items():
            needs_check = is_listed is None or table_id in self._rechecks
            table = await self._load_table(table_id) if needs_check else None
            if table is not None:
                is_visible = table.channel == home or await self._is_visible_as_home(guild, table.channel, home)
                await self._tables.save_bookkeeping(table_id, {BookkeepingKey.IS_LISTED: int(is_visible)})
                self._rechecks.discard(table_id)

    async def _is_visible_as_home(self, guild: GuildId, channel: ChannelId, home: ChannelId) -> bool:
        await self._rate_limiter.wait()
        try:
            access = await ChannelAccess.fetch(self._client, guild, channel)
        except (discord.Forbidden, discord.NotFound):
            return False
        if access.channel.id == home:
            return access.is_readable_like(access.channel)
        return access.is_readable_like((await ChannelAccess.fetch(self._client, guild, home)).channel)

    def _is_too_early(self, guild: GuildId) -> bool:
        return self._tables.now() < self._edit_times.get(guild, 0.0) + EDIT_SECONDS

    async def _update_post(self, guild: GuildId) -> None:
        post = await self._tables.store.read(lambda db: posts.load_open_tables_post(db, guild))
        home = self._guild_settings.preferences_of(guild).home
        if post.channel is not None and post.channel != home:
            post = await self._remove_moved_post(guild, post, post.channel)
        if home is None or self._is_too_early(guild):
            return
        view = open_tables_layout(await self.load_content(guild))
        new_digest = post_digest(view)
        if post.post is not None and post.shown == new_digest:
            return
        self._edit_times[guild] = self._tables.now()
        messages = self._channel_messages(guild, home)
        if post.post is None:
            post = await self._find_existing_post(post, messages)
        await self._rate_limiter.wait()
        if post.post is not None and await messages.edit_layout(post.post, view):
            await self._save_post(guild, replace(post, shown=new_digest, owed=None))
            return
        if post.post is not None:  # the post was deleted, or is too old to be edited
            post = await self._remove_post(guild, home, post.post)
        await self._post_new(guild, messages, home, post, view)

    async def _post_new(
        self,
        guild: GuildId,
        messages: ChannelMessages,
        home: ChannelId,
        post: OpenTablesPost,
        view: discord.ui.LayoutView,
    ) -> None:
        post = replace(post, channel=home, owed=post.owed or self._tables.now())
        await self._save_post(guild, post)
        post_id = await messages.post(md(""), nonce=f"b{guild % 10**12}-{int(post.owed or 0) % 10**6}", view=view)
        await self._save_post(guild, OpenTablesPost(home, post_id, post_digest(view)))

    async def _find_existing_post(self, post: OpenTablesPost, messages: ChannelMessages) -> OpenTablesPost:
        """Return ``post`` with the message id of a post that was made before a crash, if there is one."""
        if post.owed is None:
            return post
        return replace(post, post=await messages.find_by_custom_id(POST_CUSTOM_ID, after=message_id_before(post.owed)))

    async def _remove_moved_post(self, guild: GuildId, post: OpenTablesPost, channel: ChannelId) -> OpenTablesPost:
        """Delete the post in the former home channel, even if its id was not stored. Return an empty post."""
        known_post = (
            post
            if post.post is not None
            else await self._find_existing_post(post, self._channel_messages(guild, channel))
        )
        return await self._remove_post(guild, channel, known_post.post)

    async def _remove_post(self, guild: GuildId, channel: ChannelId, post: MessageId | None) -> OpenTablesPost:
        """Delete an old post and its stored id. Return an empty post."""
        if post is not None and not await self._channel_messages(guild, channel).delete(post):
            raise ConnectionError("an old post was not deleted")
        await self._save_post(guild, OpenTablesPost())
        return OpenTablesPost()

    def _channel_messages(self, guild: GuildId, channel: ChannelId) -> ChannelMessages:
        return ChannelMessages(self._client, channel, guild)

    async def _save_post(self, guild: GuildId, post: OpenTablesPost) -> None:
        await self._tables.store.write(lambda db: posts.save_open_tables_post(db, guild, post))
