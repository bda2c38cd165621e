"""Keeps each server's post about its open tables equal to the store, and goes on with its openings and morning posts.

It knows no title. One task a server, only while there is something to do or to wait for. Edits may be repeated freely.
A post that may have been made before a crash is looked for by its button before another one is made.
"""

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from msgspec.structs import replace

from bot.errors import sentence, stop, undelivered
from bot.markdown import md
from bot.meeting.board import LISTED_SECONDS, MARK, Listing, digest, is_open, layout
from bot.meeting.matching import next_change
from bot.meeting.mornings import Mornings
from bot.meeting.openings import ANSWERED_WITHIN, Openings
from bot.play.sessions import Tables
from bot.servers import Servers
from bot.tables.cache import Damaged
from bot.tables.table import Note, Table
from bot.telling.access import Access
from bot.telling.mailbox import Mailbox, is_gone, since
from bot.telling.pace import Pace
from engine.store import lobbies
from engine.store import openings as sql
from engine.store import servers as posts
from engine.store.ids import ChannelId, GuildId, MessageId, TableId
from engine.store.servers import Board

EDIT_SECONDS = 10.0
"""Seconds between two edits of a server's post."""
_LEAST_PAUSE = 1.0
"""Seconds between two looks at a server of which nobody said that something changed."""
_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 30.0, 3_600.0


class Boards:
    """Mutable: it holds the tasks, when each post was written last, when to look again, and what could not be done."""

    def __init__(
        self, client: discord.Client, sessions: Tables, servers: Servers, openings: Openings, pace: Pace
    ) -> None:
        self._client, self._sessions, self._servers = client, sessions, servers
        self._openings, self._pace = openings, pace
        self._mornings = Mornings(client, sessions.store, servers, pace, sessions.now, sessions.offered)
        self._tasks: dict[GuildId, asyncio.Task[None]] = {}
        self._wanted = set[int]()
        self._waiting = set[int]()
        self._doubted = set[int]()
        self._written: dict[GuildId, float] = {}
        self._retry: dict[GuildId, float] = {}
        self._planned: dict[GuildId, float | None] = {}
        self._is_closed = False

    # -- from outside

    def changed(self, guild: GuildId | None) -> None:
        """Something about the server's open tables, queue or choices changed: looks at it, in the background."""
        if guild is None or self._is_closed or not self._servers.is_known(guild):
            return
        if self._sessions.leader.hand_on("board", guild):
            return
        self._wanted.add(guild)
        if guild in self._waiting:
            self._waiting.discard(guild)
            self._tasks.pop(guild).cancel()
        if guild not in self._tasks:
            self._tasks[guild] = asyncio.create_task(self._run(guild), name=f"board-{guild}")

    def doubt(self, guild: GuildId, table_id: TableId) -> None:
        """Somebody who read of a lobby cannot see it: finds out anew, in the background, whether everybody can."""
        if self._sessions.leader.hand_on("doubt", guild, table_id):
            return
        self._doubted.add(table_id)
        self.changed(guild)

    async def resume(self) -> None:
        """After a start: looks at every server of which there may be something to do."""
        waiting = await self._sessions.store.read(sql.guilds)
        for guild in sorted({*self._servers.with_home(), *waiting}):
            self.changed(guild)

    async def close(self) -> None:
        """Stops; the store knows all."""
        self._is_closed = True
        await stop(*self._tasks.values())

    # -- the task of one server

    async def _run(self, guild: GuildId) -> None:
        try:
            while guild in self._wanted:
                self._wanted.discard(guild)
                moment = await self._attempt(guild)
                if guild in self._wanted or moment is None:
                    continue
                self._waiting.add(guild)
                await asyncio.sleep(max(_LEAST_PAUSE, moment - self._sessions.now()))
                self._waiting.discard(guild)
                self._wanted.add(guild)
        finally:
            if self._tasks.get(guild) is asyncio.current_task():
                del self._tasks[guild]

    async def _attempt(self, guild: GuildId) -> float | None:
        """Does all that can be done now, each by itself; the next moment at which something may be, if there is one."""
        steps = (self._openings.tend, self._judge, self._show, self._mornings.tend)
        done = [await self._tried(step, guild) for step in (*steps, self._plan)]
        if not all(done):
            self._retry[guild] = min(self._retry.get(guild, _FIRST_RETRY_SECONDS / 2) * 2, _LAST_RETRY_SECONDS)
            return self._sessions.now() + self._retry[guild]
        self._retry.pop(guild, None)
        return self._planned.pop(guild)

    async def _tried(self, step: Callable[[GuildId], Awaitable[object]], guild: GuildId) -> bool:
        try:
            await step(guild)
        except discord.HTTPException as error:
            if is_gone(error) and await self._home_is_gone(guild):
                return True
            undelivered(error, f"the open tables of server {guild}")
        except (aiohttp.ClientError, OSError) as error:
            undelivered(error, f"the open tables of server {guild}")
        except Exception as error:  # a bug, or a full disk: the server must not be forgotten
            sentence(error, f"the open tables of server {guild}")
        else:
            return True
        return False

    async def _home_is_gone(self, guild: GuildId) -> bool:
        """Whether the home channel was deleted; the server then has none until it chooses another one."""
        home = self._servers.of(guild).home
        if home is None:
            return True
        try:
            await self._client.fetch_channel(home)
        except discord.HTTPException as error:
            if not is_gone(error):
                return False
            await self._servers.leave_home(guild)
            return True
        return False

    async def _plan(self, guild: GuildId) -> None:
        self._planned[guild] = await self._next(guild)

    async def _next(self, guild: GuildId) -> float | None:
        """The next moment at which time alone changes something; None when nothing is waited for."""
        store, now = self._sessions.store, self._sessions.now()
        seekers = await store.read(lambda db: sql.seekers(db, guild))
        openings = await store.read(lambda db: sql.of_guild(db, guild))
        moments = [one.at + ANSWERED_WITHIN for one in openings if one.session is not None]
        moments += [next_change(seekers, now)] if seekers else []
        moments += [now + _LAST_RETRY_SECONDS] if len(openings) > len(moments) else []
        moments += self._mornings.next(guild)
        if self._servers.of(guild).home is not None:
            tables = await self._tables(guild)
            moments += [table.since + LISTED_SECONDS for table in tables]
            moments += [self._written[guild] + EDIT_SECONDS] if self._is_early(guild) else []
        return max(now, min(moments)) if moments else None

    # -- the post

    async def listing(self, guild: GuildId) -> Listing:
        """Everything that a server's post has to tell now."""
        found = await self._sessions.store.read(lambda db: sql.seekers(db, guild))
        seekers = [one for one in found if one.opening is None and self._sessions.offered.is_offered(one.title)]
        return Listing(await self._tables(guild), seekers, self._sessions.offered)

    async def _tables(self, guild: GuildId) -> tuple[Table, ...]:
        """The lobbies that are listed, have a free seat, and can be started."""
        found = await self._lobbies(guild)
        tables = [await self._whole(table_id) for table_id, is_listed in found.items() if is_listed]
        is_offered = self._sessions.offered.is_offered
        return tuple(table for table in tables if table is not None and is_open(table) and is_offered(table.title))

    async def _lobbies(self, guild: GuildId) -> dict[TableId, int | None]:
        after = self._sessions.now() - LISTED_SECONDS
        found = await self._sessions.store.read(lambda db: lobbies.of_guild(db, guild, after, Note.LISTED))
        return dict(found)

    async def _whole(self, table_id: TableId) -> Table | None:
        try:
            return await self._sessions.get(table_id)
        except Damaged:
            return None

    async def _judge(self, guild: GuildId) -> None:
        """Finds out of new lobbies whether everybody who reads the post may see them; any other is not listed."""
        home = self._servers.of(guild).home
        if home is None:
            return
        for table_id, is_listed in (await self._lobbies(guild)).items():
            is_asked = is_listed is None or table_id in self._doubted
            table = await self._whole(table_id) if is_asked else None
            if table is not None:
                seen = table.channel == home or await self._is_read_as(guild, table.channel, home)
                await self._sessions.note(table_id, {Note.LISTED: int(seen)})
                self._doubted.discard(table_id)

    async def _is_read_as(self, guild: GuildId, channel: ChannelId, home: ChannelId) -> bool:
        await self._pace.wait()
        try:
            there = await Access.to(self._client, guild, channel)
        except (discord.Forbidden, discord.NotFound):
            return False
        if there.channel.id == home:
            return there.is_read_as(there.channel)
        return there.is_read_as((await Access.to(self._client, guild, home)).channel)

    def _is_early(self, guild: GuildId) -> bool:
        """Whether the post was written so lately that it has to wait."""
        return self._sessions.now() < self._written.get(guild, 0.0) + EDIT_SECONDS

    async def _show(self, guild: GuildId) -> None:
        """Makes the post equal to the store, if that is not too soon."""
        board = await self._sessions.store.read(lambda db: posts.board_of(db, guild))
        home = self._servers.of(guild).home
        if board.channel is not None and board.channel != home:
            board = await self._moved(guild, board, board.channel)
        if home is None or self._is_early(guild):
            return
        view = layout(await self.listing(guild))
        said = digest(view)
        if board.post is not None and board.shown == said:
            return
        self._written[guild] = self._sessions.now()
        mailbox = self._mailbox(guild, home)
        if board.post is None:
            board = await self._found(board, mailbox)
        await self._pace.wait()
        if board.post is not None and await mailbox.lay(board.post, view):
            await self._keep(guild, replace(board, shown=said, owed=None))
            return
        if board.post is not None:  # it was deleted, or is too old to be edited
            board = await self._removed(guild, home, board.post)
        await self._post(guild, mailbox, home, board, view)

    async def _post(
        self, guild: GuildId, mailbox: Mailbox, home: ChannelId, board: Board, view: discord.ui.LayoutView
    ) -> None:
        """A new post; that one is owed stands in the store before it is made."""
        board = replace(board, channel=home, owed=board.owed or self._sessions.now())
        await self._keep(guild, board)
        post = await mailbox.post(md(""), nonce=f"b{guild % 10**12}-{int(board.owed or 0) % 10**6}", view=view)
        await self._keep(guild, Board(home, post, digest(view)))

    async def _found(self, board: Board, mailbox: Mailbox) -> Board:
        """The post that was made before a crash and not noted, if there is one."""
        if board.owed is None:
            return board
        return replace(board, post=await mailbox.find(MARK, after=since(board.owed)))

    async def _moved(self, guild: GuildId, board: Board, channel: ChannelId) -> Board:
        """The post in another channel goes, also one that was not noted."""
        found = board if board.post is not None else await self._found(board, self._mailbox(guild, channel))
        return await self._removed(guild, channel, found.post)

    async def _removed(self, guild: GuildId, channel: ChannelId, post: MessageId | None) -> Board:
        """An old post goes, and nothing is known of it anymore."""
        if post is not None and not await self._mailbox(guild, channel).remove(post):
            raise ConnectionError("an old post was not deleted")
        await self._keep(guild, Board())
        return Board()

    def _mailbox(self, guild: GuildId, channel: ChannelId) -> Mailbox:
        return Mailbox(self._client, channel, guild)

    async def _keep(self, guild: GuildId, board: Board) -> None:
        await self._sessions.store.write(lambda db: posts.put_board(db, guild, board))
