"""Opens tables in a server's home channel: at a user's request, or for people who are called from the queue.

The request for a table, an “opening”, is stored first, and each later step can be repeated: the bot finds a thread's
post by its button, and Discord allows only one thread per message.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from msgspec.structs import replace

from bot.announcements.channel import ChannelMessages, is_channel_gone, is_request_rejected, message_id_before
from bot.announcements.outbox_worker import OutboxWorker
from bot.announcements.post_once import PostAttempts, PostSearch, post_once
from bot.announcements.rate_limiter import RateLimiter
from bot.guilds import GuildSettings
from bot.markdown import Markdown, escape, escape_prose, join_words, md
from bot.matchmaking.leavers import free_seats_of_leavers
from bot.matchmaking.matcher import form_parties
from bot.names import full_time, sanitize_name
from bot.play import lobby_rules
from bot.play.service import TableService
from bot.tables.cache import CorruptTable
from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import Style, build_view, button, custom_id
from engine import GAMES
from engine.errors import Refused
from engine.store import matchmaking as sql
from engine.store.ids import ChannelId, GuildId, MessageId, OpeningId, UserId
from engine.store.matchmaking import LobbyAlreadyOpen, Opening, Seeker
from engine.store.table_settings import DAY, read_table_settings

ANSWER_SECONDS = DAY
"""Seconds in which called users can answer."""
MAX_CALLS_PER_GUILD = 4
"""Maximum tables of one server to which people are called at the same time."""
_THREAD_EXISTS_CODE, _TOO_MANY_THREADS_CODE = 160004, 160006
"""Discord's error codes when a thread is created. (docs, opcodes-and-status-codes)"""
_ARCHIVE_MINUTES: Final = 10_080
"""Minutes after which Discord archives an inactive thread: a week, the maximum."""
_NOBODY_CAME_TEXT = md("No one has joined, so the table is closed.")
_STARTED_TEXT = md("The game has started.")
_CLOSED_TEXT = md("This table is closed.")
NO_HOME_TEXT = md(
    "This server has no home channel for tables yet. Someone who manages the server can choose it in `/setup`."
)
_NO_THREADS_TEXT = md(
    "The home channel of this server can’t have threads. Choose another channel, or no threads, in `/setup`."
)
_TOO_MANY_THREADS_TEXT = md(
    "This server has too many active threads, so I can’t open another one. Ask a moderator to archive some."
)
_ALREADY_OPEN_TEXT = "You already have an open table of this game: <#{}>. Close it first with `/game end`."


class Matchmaking:
    """Opens requested tables, and calls people from the queue.

    Mutable: it has a lock per request, and remembers which posts may exist.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        guild_settings: GuildSettings,
        outbox: OutboxWorker,
        rate_limiter: RateLimiter,
    ) -> None:
        self._client, self._tables, self._guild_settings = client, tables, guild_settings
        self._outbox, self._rate_limiter = outbox, rate_limiter
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._attempts = PostAttempts[str](assume_new=False)

    # -- openings on request

    async def open_table_for(self, guild: GuildId, title: str, host: Player) -> Table:
        """Open a table of the server for its host, who gets the first seat.

        Raises ``Refused``; Discord's exceptions propagate.
        """
        assert host.user is not None
        preferences = self._guild_settings.preferences_of(guild)
        if preferences.home is None:
            raise Refused(NO_HOME_TEXT)
        self._tables.offered_games.check_offered(title)
        now, clock, threads = self._tables.now(), preferences.clock, int(preferences.threads)
        new_opening = Opening(OpeningId(0), guild, title, clock, now, preferences.home, threads, host.user, host.name)
        opening = await self._save_opening(new_opening, ())
        try:
            return await self._open_table(opening)
        except Refused:
            await self._delete_opening(opening)
            raise
        except discord.HTTPException as error:
            if is_request_rejected(error):  # after a temporary error, the table is opened in the background
                await self._delete_opening(opening)
            if error.code == _TOO_MANY_THREADS_CODE:
                raise Refused(_TOO_MANY_THREADS_TEXT) from error
            raise

    async def _save_opening(self, opening: Opening, users: Sequence[UserId]) -> Opening:
        """Store the request for a table, and note that its posts are new, so that the bot does not search for them."""
        try:
            opening_id = await self._tables.store.write(lambda db: sql.call_seekers(db, opening, users))
        except LobbyAlreadyOpen as error:
            message = md(
                "You already have an open table of this game: <#{}>. Close it first with `/game end`.", error.channel
            )
            raise Refused(message) from error
        self._attempts.mark_new(f"thread {opening_id}")
        if self._tables.leader.leads:
            self._attempts.mark_new(f"call {opening_id}")
        return replace(opening, id=opening_id)

    # -- all openings of a server

    async def advance_all(self, guild: GuildId) -> None:
        """Do the next steps of all requested tables of a server, and call people to new ones.

        Raises the first error after all steps.
        """
        store = self._tables.store
        await store.write(lambda db: sql.delete_seated_seekers(db, guild))
        openings = await store.read(lambda db: sql.load_guild_openings(db, guild))
        steps = [
            *(partial(self._advance_opening, opening) for opening in openings),
            partial(self._call_new_parties, guild),
        ]
        failures = [failure for step in steps if (failure := await _catch_failure(step)) is not None]
        if failures:
            raise failures[0]

    async def _call_new_parties(self, guild: GuildId) -> None:
        """Delete expired entries of the queue, and call people who want the same game, up to the maximum of calls."""
        preferences, store, now = self._guild_settings.preferences_of(guild), self._tables.store, self._tables.now()
        await store.write(lambda db: sql.delete_expired_seekers(db, guild, now))
        if preferences.home is None:
            return
        all_seekers = await store.read(lambda db: sql.load_seekers(db, guild))
        seekers = [seeker for seeker in all_seekers if self._tables.offered_games.is_offered(seeker.title)]
        openings = await store.read(lambda db: sql.load_guild_openings(db, guild))
        called = [opening for opening in openings if opening.name is None]
        calls_left = MAX_CALLS_PER_GUILD - len(called)
        if not preferences.threads:
            calls_left = 0 if called or await self._has_open_table(preferences.home) else 1
        for party in form_parties(seekers, now)[: max(0, calls_left)]:
            place = (preferences.home, int(preferences.threads))
            new_opening = Opening(OpeningId(0), guild, party.title, party.clock, now, *place, party.users[0])
            await self._advance_opening(await self._save_opening(new_opening, party.users))

    async def _has_open_table(self, channel: ChannelId) -> bool:
        table = await self._tables.table_in_channel(channel)
        return table is not None and table.status in ("lobby", "playing")

    async def _advance_opening(self, opening: Opening) -> None:
        """Do the next steps for one requested table. If it could not be opened within a day, drop the request."""
        if opening.session is None and not self._can_still_open(opening):
            await self._delete_opening(opening)
            return
        if opening.session is None:
            await self._try_to_open_table(opening)
        current_opening = await self._tables.store.read(lambda db: sql.load_opening(db, opening.id))
        if current_opening is None or current_opening.session is None:
            return
        try:
            table = await self._tables.get(current_opening.session)
        except CorruptTable:  # the opening of a damaged table is deleted
            await self._delete_opening(current_opening)
            return
        absent = await self._tables.store.read(lambda db: sql.load_called_seekers(db, opening.id))
        if table.status != "lobby":
            await self._finish_opening(
                current_opening, table, _CLOSED_TEXT if table.status == "ended" else _STARTED_TEXT
            )
        elif not absent:
            await self._start_or_hand_over(current_opening, table)
        elif self._tables.now() >= current_opening.at + ANSWER_SECONDS:
            await self._drop_absent(current_opening, table)
        else:
            await self._ensure_host(table)
            await self._post_call(current_opening, table, absent)

    def _can_still_open(self, opening: Opening) -> bool:
        """Whether a requested table may still be opened: its game is offered, and the request is not too old."""
        return self._tables.offered_games.is_offered(opening.title) and self._tables.now() < opening.at + ANSWER_SECONDS

    # -- a table

    async def _try_to_open_table(self, opening: Opening) -> None:
        """Open a requested table. Do nothing if its channel is occupied or the table is already open."""
        try:
            await self._open_table(opening)
        except Refused:
            return
        except discord.HTTPException as error:
            if not is_channel_gone(error):
                raise
            await self._delete_opening(opening)

    async def _open_table(self, opening: Opening) -> Table:
        """Open a requested table. Raises ``Refused`` if it is already open or can't be opened."""
        async with self._lock_for(opening.id), self._tables.store.hold_lock(f"/opening {opening.id}"):
            current_opening = await self._tables.store.read(lambda db: sql.load_opening(db, opening.id))
            if current_opening is None or current_opening.session is not None:
                raise Refused(md("This table was already opened."))
            channel = await self._prepare_channel(current_opening)
            host, is_host_seated = (
                Player(current_opening.name or "", current_opening.host),
                current_opening.name is not None,
            )
            lobby = lobby_rules.new_lobby(
                channel, current_opening.guild, current_opening.title, host, self._tables.now(), seated=is_host_seated
            )
            lobby = self._guild_settings.apply_to_table(replace(lobby, notes={BookkeepingKey.IS_LISTED: 1}))
            lobby = replace(lobby, terms=read_table_settings({"clock": current_opening.clock}))
            table = await self._tables.create_table(
                lobby, beside=lambda db, table: sql.mark_opened(db, current_opening, table, lobby.since)
            )
        self._outbox.wake(table.id)
        return table

    def _lock_for(self, opening: OpeningId) -> asyncio.Lock:
        lock = self._locks.get(opening)
        if lock is None:
            lock = self._locks[opening] = asyncio.Lock()
        return lock

    async def _prepare_channel(self, opening: Opening) -> ChannelId:
        """Return the channel for a requested table: the home channel, or a new thread in it."""
        if not opening.threads:
            return opening.home
        messages = ChannelMessages(self._client, opening.home, opening.guild)
        join_id = custom_id("B", 0, opening.id, "here")
        view = build_view([button("Join", join_id, Style.primary)])

        async def create() -> MessageId:
            await self._rate_limiter.wait()
            return await messages.post(_thread_post_text(opening), nonce=f"opening-{opening.id}", view=view)

        may_exist = self._attempts.begin(f"thread {opening.id}")
        post = await post_once(
            messages, PostSearch((join_id,), message_id_before(opening.at)), create, may_exist=may_exist
        )
        try:
            await self._begin_thread(opening.home, post, _thread_name(opening))
        except discord.HTTPException as error:
            if is_request_rejected(error):
                await messages.delete(post)
            raise
        return ChannelId(post)  # a thread has the id of its first message

    async def _begin_thread(self, home: ChannelId, post: MessageId, name: str) -> None:
        channel = await self._client.fetch_channel(home)
        if not isinstance(channel, discord.TextChannel):
            raise Refused(_NO_THREADS_TEXT)
        try:
            await channel.get_partial_message(post).create_thread(name=name, auto_archive_duration=_ARCHIVE_MINUTES)
        except discord.HTTPException as error:
            if error.code != _THREAD_EXISTS_CODE:
                raise

    # -- called users

    async def _post_call(self, opening: Opening, table: Table, absent: Sequence[Seeker]) -> None:
        if opening.post is not None:
            return
        messages, join_id = self._channel_messages(table), custom_id("B", table.id, opening.id, "join")
        decline_button = button("Not now", custom_id("B", table.id, opening.id, "decline"))
        view = build_view([button("Join", join_id, Style.success), decline_button])
        users = [seeker.user for seeker in absent]

        async def create() -> MessageId:
            await self._rate_limiter.wait(table.channel)
            return await messages.post(
                _call_text(opening, users), nonce=f"call-{opening.id}", view=view, mentioned=users
            )

        may_exist = self._attempts.begin(f"call {opening.id}")
        post_id = await post_once(
            messages, PostSearch((join_id,), message_id_before(opening.at)), create, may_exist=may_exist
        )
        await self._tables.store.write(lambda db: sql.save_call_post(db, opening.id, post_id))

    async def _ensure_host(self, table: Table) -> Table:
        """Make the first user at the table its host if the intended host is not at the table."""
        users = [player.user for player in table.players if player.user is not None]
        if not users or table.host in users:
            return table
        async with self._tables.lock_table(table.id) as locked_table:
            table = await locked_table.save(replace(locked_table.table, host=users[0]))
        self._outbox.wake(table.id)
        return table

    async def _start_or_hand_over(self, opening: Opening, table: Table) -> None:
        """Start the game if enough people have joined; otherwise the host can start it later."""
        if await free_seats_of_leavers(self._client, self._tables, table):
            table = await self._tables.get(table.id)
            self._outbox.wake(table.id)
        if table.status == "ended":
            await self._finish_opening(opening, table, _NOBODY_CAME_TEXT)
            return
        table = await self._ensure_host(table)
        human_players = [player for player in table.players if player.user is not None]
        if not human_players:
            await self._close_table(opening, table)
            return
        text = md("Everyone has answered. The host can start the game.")
        if len(human_players) > 1:
            with suppress(Refused):
                table = await self._tables.start_game(table.id, table.host)
                self._outbox.wake(table.id)
                text = _STARTED_TEXT
        await self._finish_opening(opening, table, text)

    async def _drop_absent(self, opening: Opening, table: Table) -> None:
        """Remove users who have not answered in time from the queue, and start the game with the others."""
        await self._tables.store.write(lambda db: sql.delete_absent_seekers(db, opening.id))
        await self._start_or_hand_over(opening, table)

    async def _close_table(self, opening: Opening, table: Table) -> None:
        table = await self._tables.end_game(table.id, table.host)
        self._outbox.wake(table.id)
        await self._finish_opening(opening, table, _NOBODY_CAME_TEXT)

    async def _finish_opening(self, opening: Opening, table: Table, text: Markdown) -> None:
        """Edit the call to show the result, and delete the request. Users without a seat return to the queue."""
        if opening.post is not None:
            await self._rate_limiter.wait()
            try:
                await self._channel_messages(table).edit(opening.post, text, build_view())
            except discord.HTTPException as error:
                if not is_request_rejected(error):
                    raise
        await self._delete_opening(opening)

    async def _delete_opening(self, opening: Opening) -> None:
        now = self._tables.now()
        await self._tables.store.write(lambda db: sql.close_opening(db, opening, now))

    def _channel_messages(self, table: Table) -> ChannelMessages:
        return ChannelMessages(self._client, table.channel, table.guild)


async def _catch_failure(step: Callable[[], Awaitable[object]]) -> Exception | None:
    try:
        await step()
    except Exception as error:  # all other steps run before the error is raised
        return error
    return None


def _thread_name(opening: Opening) -> str:
    return f"{GAMES[opening.title].name} · {sanitize_name(opening.name or '') or f'table {opening.id}'}"


def _thread_post_text(opening: Opening) -> Markdown:
    game = escape_prose(GAMES[opening.title].name)
    if opening.name is None:
        return md("People from the queue play **{}**. To take a free seat, press *Join*.", game)
    return md(
        "{} has opened a table of **{}**. To play, press *Join*.",
        escape(sanitize_name(opening.name)) or md("Someone"),
        game,
    )


def _call_text(opening: Opening, users: Sequence[UserId]) -> Markdown:
    mentions = join_words([md("<@{}>", user) for user in users])
    game = escape_prose(GAMES[opening.title].name)
    return md(
        "{}: enough people want to play **{}**. Press *Join* to take your seat. The game starts when everyone "
        "has answered, or ask the host to start it. You can answer until {}.",
        mentions,
        game,
        full_time(opening.at + ANSWER_SECONDS),
    )
