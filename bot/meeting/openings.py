"""Opens tables in the home channel of a server: for somebody who asks, and for people from the queue, who are called.

It knows no title. An opening is written before anything is done, and each step can be done again: the post that a
thread hangs on is known by its button, and Discord gives a message one thread only.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from msgspec.structs import replace

from bot.markdown import Markdown, escape, escape_prose, listed, md
from bot.meeting.leavers import free_seats_of_leavers
from bot.meeting.matching import parties
from bot.play import seating
from bot.play.sessions import Tables
from bot.servers import Servers
from bot.tables.cache import Damaged
from bot.tables.table import Note, Player, Table
from bot.telling.announce import Announcer
from bot.telling.mailbox import Mailbox, is_denied, is_gone, since
from bot.telling.pace import Pace
from bot.ui.components import Style, button, custom_id, rows
from bot.wording import clean, until
from engine import GAMES
from engine.errors import Refused
from engine.store import openings as sql
from engine.store.ids import ChannelId, GuildId, MessageId, OpeningId, UserId
from engine.store.openings import AlreadyOpen, Opening, Seeker
from engine.store.terms import DAY, terms_of

ANSWERED_WITHIN = DAY
"""How long people who were called have to answer."""
MOST_CALLED = 4
"""Tables of one server to which people are called at the same time."""
_HAS_THREAD, _TOO_MANY_THREADS = 160004, 160006
"""(docs, opcodes-and-status-codes)"""
_ARCHIVED_AFTER: Final = 10_080
"""Minutes after which Discord hides a quiet thread: a week, the longest there is."""
_NOBODY = md("No one has joined, so the table is closed.")
_STARTED = md("The game has started.")
_CLOSED = md("This table is closed.")
NO_HOME = md(
    "This server has no home channel for tables yet. Someone who manages the server can choose it in `/setup`."
)
_NO_TEXT = md("The home channel of this server can’t have threads. Choose another channel, or no threads, in `/setup`.")
_FULL = md("This server has too many active threads, so I can’t open another one. Ask a moderator to archive some.")
_ALREADY_OPEN = "You already have an open table of this game: <#{}>. Close it first with `/game end`."


class Openings:
    """Mutable: it holds a lock for each opening, and knows which posts cannot have been made before."""

    def __init__(
        self, client: discord.Client, sessions: Tables, servers: Servers, announcer: Announcer, pace: Pace
    ) -> None:
        self._client, self._sessions, self._servers = client, sessions, servers
        self._announcer, self._pace = announcer, pace
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._fresh = set[str]()

    # -- for somebody who asks

    async def open_for(self, guild: GuildId, title: str, host: Player) -> Table:
        """A table of the server for its host, who has the first seat. Raises ``Refused`` and what Discord raises."""
        assert host.user is not None
        server = self._servers.of(guild)
        if server.home is None:
            raise Refused(NO_HOME)
        self._sessions.offered.check_offered(title)
        now, clock, threads = self._sessions.now(), server.clock, int(server.threads)
        new = Opening(OpeningId(0), guild, title, clock, now, server.home, threads, host.user, host.name)
        made = await self._added(new, ())
        try:
            return await self._open(made)
        except Refused:
            await self._drop(made)
            raise
        except discord.HTTPException as error:
            if is_denied(error):  # what is only interrupted is opened in the background
                await self._drop(made)
            if error.code == _TOO_MANY_THREADS:
                raise Refused(_FULL) from error
            raise

    async def _added(self, new: Opening, users: Sequence[UserId]) -> Opening:
        """The opening as it is written; its posts are new, so that nobody need look for them."""
        try:
            number = await self._sessions.store.write(lambda db: sql.call(db, new, users))
        except AlreadyOpen as error:
            said = md(
                "You already have an open table of this game: <#{}>. Close it first with `/game end`.", error.channel
            )
            raise Refused(said) from error
        self._fresh.add(f"thread {number}")
        if self._sessions.leader.leads:
            self._fresh.add(f"call {number}")
        return replace(new, id=number)

    # -- for everybody

    async def tend(self, guild: GuildId) -> None:
        """Goes on with all openings of a server, and calls people to new ones. None keeps the others waiting.

        Raises the first of what Discord raises, after all.
        """
        store = self._sessions.store
        await store.write(lambda db: sql.settle(db, guild))
        openings = await store.read(lambda db: sql.of_guild(db, guild))
        steps = [*(partial(self._tend, opening) for opening in openings), partial(self._match, guild)]
        failures = [failure for step in steps if (failure := await _failure(step)) is not None]
        if failures:
            raise failures[0]

    async def _match(self, guild: GuildId) -> None:
        """Calls people who look for the same game, as far as there is room; whose time is over looks no longer."""
        server, store, now = self._servers.of(guild), self._sessions.store, self._sessions.now()
        await store.write(lambda db: sql.expire(db, guild, now))
        if server.home is None:
            return
        found = await store.read(lambda db: sql.seekers(db, guild))
        seekers = [one for one in found if self._sessions.offered.is_offered(one.title)]
        known = await store.read(lambda db: sql.of_guild(db, guild))
        called = [one for one in known if one.name is None]
        room = MOST_CALLED - len(called)
        if not server.threads:
            room = 0 if called or await self._is_taken(server.home) else 1
        for party in parties(seekers, now)[: max(0, room)]:
            place = (server.home, int(server.threads))
            new = Opening(OpeningId(0), guild, party.title, party.clock, now, *place, party.users[0])
            await self._tend(await self._added(new, party.users))

    async def _is_taken(self, channel: ChannelId) -> bool:
        table = await self._sessions.at(channel)
        return table is not None and table.status in ("lobby", "playing")

    async def _tend(self, opening: Opening) -> None:
        """The next steps of an opening, as far as they can be done now. One that cannot be opened is over in a day."""
        if opening.session is None and not self._can_wait(opening):
            await self._drop(opening)
            return
        if opening.session is None:
            await self._try_to_open(opening)
        now = await self._sessions.store.read(lambda db: sql.get(db, opening.id))
        if now is None or now.session is None:
            return
        try:
            table = await self._sessions.get(now.session)
        except Damaged:  # it is set aside, and the others are looked after
            await self._drop(now)
            return
        missing = await self._sessions.store.read(lambda db: sql.called(db, opening.id))
        if table.status != "lobby":
            await self._over(now, table, _CLOSED if table.status == "ended" else _STARTED)
        elif not missing:
            await self._all_here(now, table)
        elif self._sessions.now() >= now.at + ANSWERED_WITHIN:
            await self._give_up(now, table)
        else:
            await self._hosted(table)
            await self._call(now, table, missing)

    def _can_wait(self, opening: Opening) -> bool:
        """Whether a table that is not open yet may still be opened, so that people wait for it."""
        return self._sessions.offered.is_offered(opening.title) and self._sessions.now() < opening.at + ANSWERED_WITHIN

    # -- a table

    async def _try_to_open(self, opening: Opening) -> None:
        """The table of an opening, unless its channel is taken now, or somebody else has just opened the table."""
        try:
            await self._open(opening)
        except Refused:
            return
        except discord.HTTPException as error:
            if not is_gone(error):
                raise
            await self._drop(opening)

    async def _open(self, opening: Opening) -> Table:
        """The table of an opening. Raises ``Refused`` when it is open already, or cannot be."""
        async with self._lock(opening.id), self._sessions.store.hold_lock(f"/opening {opening.id}"):
            now = await self._sessions.store.read(lambda db: sql.get(db, opening.id))
            if now is None or now.session is not None:
                raise Refused(md("This table was already opened."))
            channel = await self._place(now)
            host, seated = Player(now.name or "", now.host), now.name is not None
            new = seating.opened(channel, now.guild, now.title, host, self._sessions.now(), seated=seated)
            new = self._servers.fitted(replace(new, notes={Note.LISTED: 1}))
            new = replace(new, terms=terms_of({"clock": now.clock}))
            table = await self._sessions.create(new, beside=lambda db, made: sql.opened(db, now, made, new.since))
        self._announcer.kick(table.id)
        return table

    def _lock(self, opening: OpeningId) -> asyncio.Lock:
        lock = self._locks.get(opening)
        if lock is None:
            lock = self._locks[opening] = asyncio.Lock()
        return lock

    async def _place(self, opening: Opening) -> ChannelId:
        """The home channel, or a new thread in it."""
        if not opening.threads:
            return opening.home
        mailbox = Mailbox(self._client, opening.home, opening.guild)
        mark = custom_id("B", 0, opening.id, "here")
        post = await self._made_before(mailbox, f"thread {opening.id}", mark, opening.at)
        if post is None:
            await self._pace.wait()
            view = rows([button("Join", mark, Style.primary)])
            post = await mailbox.post(_announced(opening), nonce=f"opening-{opening.id}", view=view)
        try:
            await self._begin_thread(opening.home, post, _named(opening))
        except discord.HTTPException as error:
            if is_denied(error):
                await mailbox.remove(post)
            raise
        return ChannelId(post)  # a thread has the id of the post that it hangs on

    async def _begin_thread(self, home: ChannelId, post: MessageId, name: str) -> None:
        """A thread on a post, with the post's id; one that is there already is as good."""
        channel = await self._client.fetch_channel(home)
        if not isinstance(channel, discord.TextChannel):
            raise Refused(_NO_TEXT)
        try:
            await channel.get_partial_message(post).create_thread(name=name, auto_archive_duration=_ARCHIVED_AFTER)
        except discord.HTTPException as error:
            if error.code != _HAS_THREAD:
                raise

    async def _made_before(self, mailbox: Mailbox, key: str, mark: str, at: float) -> MessageId | None:
        """A post that may have been made before a crash or a broken connection; not looked for where it cannot."""
        if key in self._fresh:
            self._fresh.discard(key)
            return None
        return await mailbox.find(mark, after=since(at))

    # -- people who are called

    async def _call(self, opening: Opening, table: Table, missing: Sequence[Seeker]) -> None:
        """Mentions the people who are called, once."""
        if opening.post is not None:
            return
        mailbox, mark = self._mailbox(table), custom_id("B", table.id, opening.id, "join")
        post = await self._made_before(mailbox, f"call {opening.id}", mark, opening.at)
        if post is None:
            await self._pace.wait(table.channel)
            decline = button("Not now", custom_id("B", table.id, opening.id, "decline"))
            view = rows([button("Join", mark, Style.success), decline])
            users = [seeker.user for seeker in missing]
            post = await mailbox.post(_called(opening, users), nonce=f"call-{opening.id}", view=view, pinged=users)
        made = post
        await self._sessions.store.write(lambda db: sql.posted(db, opening.id, made))

    async def _hosted(self, table: Table) -> Table:
        """The first person who sits there is host, if the one who was to be has not come."""
        seated = [player.user for player in table.players if player.user is not None]
        if not seated or table.host in seated:
            return table
        async with self._sessions.holding(table.id) as held:
            table = await held.save(replace(held.table, host=seated[0]))
        self._announcer.kick(table.id)
        return table

    async def _all_here(self, opening: Opening, table: Table) -> None:
        """Nobody is waited for: the game starts, if there are enough people."""
        if await free_seats_of_leavers(self._client, self._sessions, table):
            table = await self._sessions.get(table.id)
            self._announcer.kick(table.id)
        if table.status == "ended":
            await self._over(opening, table, _NOBODY)
            return
        table = await self._hosted(table)
        persons = [player for player in table.players if player.user is not None]
        if not persons:
            await self._close(opening, table)
            return
        said = md("Everyone has answered. The host can start the game.")
        if len(persons) > 1:
            with suppress(Refused):
                table = await self._sessions.start(table.id, table.host)
                self._announcer.kick(table.id)
                said = _STARTED
        await self._over(opening, table, said)

    async def _give_up(self, opening: Opening, table: Table) -> None:
        """People who have not answered in time are not waited for anymore, and not called again."""
        await self._sessions.store.write(lambda db: sql.give_up(db, opening.id))
        await self._all_here(opening, table)

    async def _close(self, opening: Opening, table: Table) -> None:
        table = await self._sessions.end(table.id, table.host)
        self._announcer.kick(table.id)
        await self._over(opening, table, _NOBODY)

    async def _over(self, opening: Opening, table: Table, said: Markdown) -> None:
        """The call says what became of it; people who were called and have no seat wait again."""
        if opening.post is not None:
            await self._pace.wait()
            try:
                await self._mailbox(table).edit(opening.post, said, rows())
            except discord.HTTPException as error:
                if not is_denied(error):
                    raise
        await self._drop(opening)

    async def _drop(self, opening: Opening) -> None:
        now = self._sessions.now()
        await self._sessions.store.write(lambda db: sql.drop(db, opening, now))

    def _mailbox(self, table: Table) -> Mailbox:
        return Mailbox(self._client, table.channel, table.guild)


async def _failure(step: Callable[[], Awaitable[object]]) -> Exception | None:
    """The error that a step raised, if it raised one."""
    try:
        await step()
    except Exception as error:  # whatever it was, the others are looked after first
        return error
    return None


def _named(opening: Opening) -> str:
    """The name of a table's thread."""
    return f"{GAMES[opening.title].name} · {clean(opening.name or '') or f'table {opening.id}'}"


def _announced(opening: Opening) -> Markdown:
    """The post that a table's thread hangs on."""
    game = escape_prose(GAMES[opening.title].name)
    if opening.name is None:
        return md("People from the queue play **{}**. To take a free seat, press *Join*.", game)
    return md(
        "{} has opened a table of **{}**. To play, press *Join*.", escape(clean(opening.name)) or md("Someone"), game
    )


def _called(opening: Opening, users: Sequence[UserId]) -> Markdown:
    who = listed([md("<@{}>", user) for user in users])
    game = escape_prose(GAMES[opening.title].name)
    return md(
        "{}: enough people want to play **{}**. Press *Join* to take your seat. The game starts when everyone "
        "has answered, or ask the host to start it. You can answer until {}.",
        who,
        game,
        until(opening.at + ANSWERED_WITHIN),
    )
