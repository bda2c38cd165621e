"""Sends what a table's channel is shown to those who follow the table, as direct messages. It knows no title.

Never more than a spectator of the channel sees. What was sent is kept by the store, so that nothing comes twice.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.errors import sentence, stop, undelivered
from bot.markdown import Markdown, cut, escape_prose, joined, md
from bot.play.sessions import Tables
from bot.preferences import People
from bot.studio import Studio
from bot.tables.chapters import Chapter, Unfinished, chapters, effective
from bot.tables.table import Move, Note, Table
from bot.telling import posts
from bot.telling.access import Access
from bot.telling.announce import Announcer
from bot.telling.corrections import is_anew, withdrawn
from bot.telling.mailbox import Mailbox, is_refused
from bot.telling.pace import Pace
from bot.telling.reports import Report, laid, plain
from bot.telling.shown import Shown, shown
from bot.ui.components import button, custom_id, rows
from engine import GAMES, Refused
from engine.store import followers as sql
from engine.store.apart import in_thread
from engine.store.ids import ChannelId, GuildId, MessageId, TableId, UserId

_MOST = 50
"""Followers of one table: each phase is a message to every one of them."""
_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 60.0, 3_600.0
_TAKEN_BACK = "↩ The table undid {}. What I sent you about that no longer counts."
_ANEW = md("-# This replaces what the table undid.")
CLOSED = md("Discord won’t let me message you. Allow direct messages from this server’s members, then follow again.")


class _News(msgspec.Struct, frozen=True):
    """One message to a follower, about what move ``seq`` brought about; after the last one nothing follows."""

    seq: int
    text: Markdown
    report: Report | None = None
    is_last: bool = False


class Followers:
    """Mutable: it knows which tables are followed, holds a task for each that has news, and the latest pictures."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Tables,
        studio: Studio,
        announcer: Announcer,
        people: People,
        pace: Pace,
        *,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        self._client, self._sessions, self._studio = client, sessions, studio
        self._announcer, self._people, self._store = announcer, people, sessions.store
        self._pace = pace
        self._followed: set[TableId] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._drawings: dict[TableId, dict[int, asyncio.Task[Shown]]] = {}
        self._told: dict[TableId, tuple[str, int, int]] = {}
        self._sure: set[tuple[TableId, UserId]] = set()

    # -- from outside

    async def resume(self) -> None:
        """After a start: goes on with every table that somebody follows."""
        self._followed.update(await self._store.read(sql.followed))
        for table_id in self._followed:
            self._announcer.later(table_id, speaks=False)

    async def close(self) -> None:
        """Stops; who was told what is in the store."""
        await stop(*self._tasks.values())

    def posted(self, table_id: TableId, seq: int, drawing: asyncio.Task[Shown]) -> None:
        """The channel is shown the phase that move ``seq`` ended; followers get the same drawing."""
        if table_id in self._followed:
            self._drawings.setdefault(table_id, {})[seq] = drawing

    async def tend(self, table_id: TableId) -> None:
        """The channel knows everything; if that was news, the followers are told, in the background."""
        if table_id in self._followed and table_id not in self._tasks:
            task = asyncio.create_task(self._deliver(table_id), name=f"followers-{table_id}")
            self._tasks[table_id] = task

    async def follow(self, table: Table, user: UserId) -> bool:
        """Whether the user follows the table only now. Refused when nothing can be sent."""
        if table.guild is None:
            raise Refused(md("You can’t follow this table: it’s in a direct message, which only its player sees."))
        if table.status != "playing":
            raise Refused(md("You can follow a game only while it’s being played."))
        here = await self._store.read(lambda db: sql.followers(db, table.id))
        if user in here:
            return False
        if len(here) >= _MOST:
            raise Refused(md("You can’t follow this table: it already has {} followers, the most it can have.", _MOST))
        welcome = md("You’re following {}. I’ll send you each phase post.", _place(table))
        try:
            await self._send(table, user, _News(table.seq, welcome), "start")
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            raise Refused(CLOSED) from error
        await self._store.write(lambda db: sql.follow(db, table.id, user, table.seq))
        if self._people.of(user).closed:  # the message got through
            await self._people.note_closed(user, closed=False)
        if self._sessions.leader.leads:
            self._sure.add((table.id, user))
        self.note_followed(table.id)
        return True

    def note_followed(self, table_id: TableId) -> None:
        """Somebody follows the table: the process that leads tells them."""
        if not self._sessions.leader.hand_on("followed", table_id):
            self._followed.add(table_id)

    async def unfollow(self, table_id: TableId, user: UserId) -> bool:
        """Whether the user followed the table until now."""
        return await self._store.write(lambda db: sql.unfollow(db, table_id, user))

    # -- the task of one table

    async def _deliver(self, table_id: TableId) -> None:
        """Until everybody was told how the table stands."""
        retry = _FIRST_RETRY_SECONDS
        try:
            while (state := _state(table := await self._sessions.get(table_id))) != self._told.get(table_id):
                try:
                    await self._tell_all(table)
                    self._told[table_id] = state
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    undelivered(error, f"telling the followers of table {table_id}")
                    await asyncio.sleep(retry)
                    retry = min(2 * retry, _LAST_RETRY_SECONDS)
        except Exception as error:  # a bug: the next news is a new attempt
            sentence(error, f"telling the followers of table {table_id}")
        finally:
            self._tasks.pop(table_id, None)
            if table_id not in self._followed:
                self._told.pop(table_id, None)
                self._sure = {(table, user) for table, user in self._sure if table != table_id}

    async def _tell_all(self, table: Table) -> None:
        """Everybody gets what they have not had, in order."""
        here = await self._store.read(lambda db: sql.followers(db, table.id))
        moves = await self._sessions.history(table.id) if here else ()
        history = [move for move in moves if move.seq <= table.seq]
        news = await self._news(table, history, min(here.values())) if here else []
        mine: dict[UserId, list[_News]] = {}
        for user, told in here.items():
            mine[user] = await in_thread(self._since, table, history, news, told)
        if any(mine.values()):
            access = await Access.to(self._client, table.guild or GuildId(0), table.channel)
            for user in here:
                await self._tell(table, user, mine[user], access)
        drawings = self._drawings.pop(table.id, {})
        if not here or table.status != "playing":
            self._followed.discard(table.id)
        elif later := {seq: drawing for seq, drawing in drawings.items() if seq > table.seq}:
            self._drawings[table.id] = later

    async def _tell(self, table: Table, user: UserId, news: Sequence[_News], access: Access) -> None:
        """One follower, for as long as they follow the table and may see its channel."""
        if news and not await access.sees(user):
            await self.unfollow(table.id, user)
        for one in news:
            if user not in await self._store.read(lambda db: sql.followers(db, table.id)):
                return
            if not await self._reached(table, user, one) or one.is_last:
                await self.unfollow(table.id, user)
                return
            await self._store.write(partial(sql.told, session=table.id, user=user, seq=one.seq))

    async def _reached(self, table: Table, user: UserId, news: _News) -> bool:
        """Whether the message got through; raises what may pass."""
        try:
            await self._send(table, user, news, "unfollow")
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            undelivered(error, f"telling a follower of table {table.id}")
            if is_refused(error):
                await self._people.note_closed(user, closed=True)
            return False
        self._sure.add((table.id, user))
        return True

    async def _send(self, table: Table, user: UserId, news: _News, kind: str) -> None:
        """One direct message; after a start, one that may have been sent before is looked for first."""
        channel = ChannelId((await self._client.create_dm(discord.Object(user))).id)
        mailbox = Mailbox(self._client, channel, None)
        mark = custom_id("y", table.id, news.seq, "unfollow")
        if kind == "unfollow" and (table.id, user) not in self._sure:
            await self._pace.wait()
            if await mailbox.find(mark) is not None:
                return
        await self._pace.wait(channel)
        buttons = [] if news.is_last else [button("Unfollow", mark if kind == "unfollow" else f"{mark}{kind}")]
        once = _nonce(table.id, news.seq, user, kind)
        await mailbox.post(**self._message(news, buttons), nonce=once)

    def _message(self, news: _News, buttons: Sequence[ui.Item[Any]]) -> dict[str, Any]:
        """The arguments for ``Mailbox.post`` that show the news."""
        if news.report is None:
            return {"content": news.text, "view": rows(buttons)}
        report = replace(news.report, lead=news.text)
        return plain(report, rows(buttons)) if self._plain else laid(report, buttons)

    # -- what there is to tell

    def _since(self, table: Table, history: Sequence[Move], news: Sequence[_News], told: int) -> list[_News]:
        """The news since move ``told``; first, if need be, that some of what the follower knows was undone."""
        mine, gone = [one for one in news if told < one.seq or one.is_last], withdrawn(history, told)
        if mine and mine[0].report is not None and (gone is not None or is_anew(history, told)):
            mine[0] = replace(mine[0], text=cut(joined([mine[0].text, _ANEW]), limits.CONTENT))
        if gone is None:
            return mine
        return [_News(gone.seq, joined([self._where(table), md(_TAKEN_BACK, gone.names)])), *mine]

    async def _news(self, table: Table, history: Sequence[Move], after: int) -> Sequence[_News]:
        """Every phase that ended since move ``after``, as the channel was shown it, and the end of the game."""
        sessions = self._sessions
        standing, _ = effective(history)
        done, _ = chapters(Unfinished(), standing, over=table.status == "finished")
        found = []
        for chapter in (chapter for chapter in done if chapter.seq > after):
            found.append(await self._phase(table, await self._shown(table, chapter)))
        if table.status == "ended":
            text = posts.ended(table, await sessions.seed(table.id))
            found.append(_News(table.seq, joined([self._where(table), text]), is_last=True))
        return found

    async def _shown(self, table: Table, chapter: Chapter) -> Shown:
        """The phase as the channel is shown it; drawn here where nobody else does."""
        drawing = self._drawings.get(table.id, {}).get(chapter.seq)
        if drawing is not None:
            await asyncio.wait({drawing})  # unlike the task alone, it is not canceled with the report
            if not drawing.cancelled() and drawing.exception() is None:
                return drawing.result()
        return await shown(self._sessions, self._studio, table, chapter, {})

    async def _phase(self, table: Table, told: Shown) -> _News:
        text = self._where(table)
        if told.is_last:
            ending = posts.final(table, told.seen)
            text = cut(joined([text, ending]), limits.CONTENT)
        return _News(told.seq, text, told.report, told.is_last)

    def _where(self, table: Table) -> Markdown:
        """The title, where it is played, and the latest post there."""
        post = table.notes.get(Note.PHASE)
        if not post:
            return _place(table)
        return md("{} · {}", _place(table), Mailbox(self._client, table.channel, table.guild).link(MessageId(post)))


def _place(table: Table) -> Markdown:
    return md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)


def _state(table: Table) -> tuple[str, int, int]:
    """A value that changes with every news: the last phase post, the last undo, and whether the game is over."""
    return table.status, table.notes.get(Note.PHASE, 0), table.notes.get(Note.UNDONE, 0)


def _nonce(table: TableId, seq: int, user: UserId, kind: str) -> str:
    """The same for the same message, and another for everybody."""
    return hashlib.blake2b(f"{table}-{seq}-{user}-{kind}".encode(), digest_size=limits.NONCE // 2).hexdigest()
