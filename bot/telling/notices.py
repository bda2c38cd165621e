"""Notices to single persons: what there should be, held against what was sent. It knows no title.

A notice is claimed in the database before it is sent. After a crash a claimed one is looked for by the mark in its
button before it is sent again, so none is lost and none comes twice.
"""

from collections.abc import Sequence

import aiohttp
import discord
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.clocks.clock import in_a_row, late
from bot.errors import Interaction, undelivered
from bot.markdown import Markdown, cut, md, sendable
from bot.play.sessions import Tables
from bot.tables.bare import Bare
from bot.tables.table import Note, Table
from bot.telling.asking import deadlines, is_kept, waiting, ways
from bot.telling.mailbox import Mailbox, is_refused
from bot.telling.notice_words import Told, gone, grace, over, words
from bot.telling.pace import Pace
from bot.telling.points import before, is_current, mark, nonce, standing
from bot.telling.restored import forget, remember, standing_again
from bot.telling.trial import tried
from bot.telling.wanted import wanted
from bot.ui.components import Style, button, rows
from engine import Seat
from engine.store import notices as sql
from engine.store.db import Db
from engine.store.ids import ChannelId, MessageId, TableId, UserId
from engine.store.notices import Notice, NoticeKind

_UNKNOWN_CHANNEL = 10003
"""(docs, opcodes-and-status-codes)"""
_SHARED: tuple[NoticeKind, ...] = ("remind", "last", "zero", "again")
"""Kinds of notices that the channel reads once for everybody they are about."""
_TIMELESS: tuple[NoticeKind, ...] = ("next", "quiet", "late")
"""Kinds of notices that name no time, so that a changed clock leaves them as they are."""
_REMOVED: tuple[NoticeKind, ...] = ("next", "remind", "last", "again")
"""Kinds of notices that are deleted when they are over; all others are edited, and stay as a record."""


class Notices:
    """Brings a table's notices up to date. Its caller sees to it that nobody else does so for that table meanwhile."""

    def __init__(self, client: discord.Client, sessions: Tables, pace: Pace) -> None:
        self._client, self._sessions, self._pace = client, sessions, pace
        self._rows = Bare(sessions.store, sql.of_table)
        self._new: set[object] = set()  # claimed by this process, and not tried yet: need not be looked for
        self._direct: dict[UserId, ChannelId] = {}
        self._kept: dict[object, str] = {}  # what stands in messages about seats that are kept for their readers
        self._outdated: set[TableId] = set()
        self._trouble: dict[TableId, Markdown] = {}
        self._refusals: dict[TableId, Markdown] = {}
        self.stranded: set[TableId] = set()  # tables whose channel is not there any more

    def outdate(self, table_id: TableId) -> None:
        """The times in the table's notices are not right any more: they are written anew with the next look."""
        self._outdated.add(table_id)

    def trouble(self, table_id: TableId) -> Markdown:
        """The reason why the table's channel could not be given a notice; empty if it could."""
        return self._trouble.get(table_id, md(""))

    async def rows(self, table_id: TableId) -> tuple[Notice, ...]:
        """The table's notices that are not over."""
        return await self._rows.of(table_id)

    async def claim(self, notices: Sequence[Notice]) -> None:
        """These are to be sent, whatever happens now."""
        with self._rows.adding(*(notice.session for notice in notices)):
            new = await self._sessions.store.write(lambda db: sql.claim(db, notices))
        if self._sessions.leader.leads:
            self._new.update(notice.key for notice in new)

    async def withdraw(self, table: Table, notice: Notice) -> None:
        """The notice does not hold any more, and goes."""
        if notice.message is not None and notice.channel is not None:
            await self._pace.wait(notice.channel)
            await Mailbox(self._client, notice.channel, table.guild).remove(notice.message)
        await self._drop(notice)

    async def reconcile(self, table: Table, refusal: Markdown = md("")) -> bool:
        """Sends what is missing and corrects what is over; False when Discord would not have all of it now.

        With a ``refusal``, the reason why the channel takes no posts, questions are sent as direct messages.
        """
        known = await self.rows(table.id)
        self._refusals.pop(table.id, None)
        if refusal:
            self._refusals[table.id] = refusal
        fresh = await wanted(self._sessions, table, known, is_refused=bool(refusal))
        if fresh:
            await self.claim(fresh)
        self._trouble.pop(table.id, None)
        outdated = table.id in self._outdated
        self._outdated.discard(table.id)
        sets = await self._sets(table, (*known, *fresh))
        done = [await self._attempt(table, notices, known, outdated=outdated) for notices in sets]
        return all(done)

    async def _sets(self, table: Table, known: Sequence[Notice]) -> Sequence[tuple[Notice, ...]]:
        """The notices one by one, but those together that the channel is to be told in the same words."""
        found: dict[object, tuple[Notice, ...]] = {}
        for number, notice in enumerate(known):
            key = await self._shared(table, notice) or number
            found[key] = (*found.get(key, ()), notice)
        return tuple(found.values())

    async def _shared(self, table: Table, notice: Notice) -> object:
        """The key of notices that share one post of the channel; None for a notice that has a post of its own."""
        if notice.message is not None and is_current(table, notice):
            return notice.message
        if notice.place != "channel" or notice.state != "claimed":
            return None
        due = notice.kind in _SHARED and is_current(table, notice)
        if not due and (notice.kind != "late" or await self._acted(notice) != "clock"):
            return None
        told = await self._told(table, notice)
        prompt = told.asked.prompt if due and told.asked else ""
        return (notice.kind, prompt, round((told.due or 0) / 60) if due else 0, told.times)

    # -- what there is

    async def _attempt(
        self, table: Table, notices: tuple[Notice, ...], known: Sequence[Notice], *, outdated: bool
    ) -> bool:
        try:
            await self._settle(table, notices, known)
            if outdated and notices[0].message is not None and is_current(table, notices[0]):
                await self._rewrite(table, notices)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            said = undelivered(error, f"a notice of table {table.id}")
            if notices[0].place == "channel":
                self._trouble[table.id] = said
            if outdated:
                self._outdated.add(table.id)
            return False
        return True

    async def _rewrite(self, table: Table, notices: tuple[Notice, ...]) -> None:
        """The message says the times as they are now."""
        notice = notices[0]
        if notice.kind not in _TIMELESS and notice.message is not None:
            mailbox, channel = await self._mailbox(table, notice)
            await self._pace.wait(channel)
            told = await self._told(table, notice)
            seats = [Seat(other.seat) for other in notices]
            await mailbox.edit(notice.message, words(table, notice, told, seats))

    async def _settle(self, table: Table, notices: tuple[Notice, ...], known: Sequence[Notice]) -> None:
        """Notices that are one message: sent if it is due and was not, corrected if it is over."""
        notice = notices[0]
        if notice.kind == "late":
            await self._settle_late(table, notices)
        elif not is_current(table, notice):
            await self._finish(table, notice, [other for other in known if other.message == notice.message])
        elif notice.state == "claimed":
            await self._send(table, notices)

    async def _settle_late(self, table: Table, notices: tuple[Notice, ...]) -> None:
        """Tells what was done after time was up, once; nothing when the person moved first.

        But of a seat that is kept for its player the message says how things stand, until it is kept no more.
        """
        notice = notices[0]
        if notice.message is not None:
            await self._settle_kept(table, notice, notice.message)
            return
        waits = waiting(table).get(Seat(notice.seat)) == notice.user
        if waits and table.clocks[notice.seat].point == notice.point and await self._acted(notice) != "clock":
            return  # it is about to be done
        vacated = table.players[notice.seat - 1].away == notice.user
        if notice.state == "claimed" and (vacated or await self._acted(notice) == "clock"):
            await self._send(table, notices)
        for told in notices:
            if not is_kept(table, told):
                await self._drop(told)

    async def _settle_kept(self, table: Table, notice: Notice, message: MessageId) -> None:
        kept = is_kept(table, notice)
        text = words(table, notice, Told()) if kept else over(table, notice, acted="")
        said = text if kept else cut(text, limits.CONTENT)
        if self._kept.get(notice.key) != said:
            assert notice.channel is not None  # it has a message
            await self._pace.wait(notice.channel)
            mailbox = Mailbox(self._client, notice.channel, None)
            await _edited(mailbox, message, said, _buttons(table, notice) if kept else rows())
            self._kept[notice.key] = said
        if not kept:
            self._kept.pop(notice.key, None)
            await self._drop(notice)

    async def _send(self, table: Table, notices: tuple[Notice, ...]) -> None:
        notice = notices[0]
        try:
            mailbox, channel = await self._mailbox(table, notice)
            found = await self._sent_before(table, mailbox, notice)
            self._new.difference_update(other.key for other in notices)
            if found is None:
                found = await self._post(notices, mailbox, channel)
            if found is not None:
                sent = {"state": "sent", "channel": channel, "message": found, "at": self._sessions.now()}
                await self._keep(*(replace(other, **sent) for other in notices))
                await forget(self._sessions, table, notice)
        except discord.HTTPException as error:
            if notice.place == "direct" and is_refused(error):
                await self._closed(table, notice)
            elif error.code == _UNKNOWN_CHANNEL:
                await self._keep(*(replace(lost, state="failed") for lost in notices))
                self.stranded.update({table.id} if notice.place == "channel" else ())
            else:
                if isinstance(error, discord.Forbidden) and notice.kind == "zero":
                    await self._warn_directly(table, notices)
                raise

    async def _warn_directly(self, table: Table, notices: tuple[Notice, ...]) -> None:
        """The channel does not take a warning; whom it is about must know of it all the same."""
        direct = [replace(notice, place="direct") for notice in notices if notice.place == "channel"]
        await self.claim(direct)
        for notice in direct:
            if notice.key in self._new:
                await self._send(table, (notice,))

    async def _sent_before(self, table: Table, mailbox: Mailbox, notice: Notice) -> MessageId | None:
        """The message of a notice that was tried before a crash or a broken connection."""
        if notice.key in self._new:
            return None
        await self._pace.wait()
        return await mailbox.find(mark(table, notice), after=before(notice))

    async def _post(self, notices: tuple[Notice, ...], mailbox: Mailbox, channel: ChannelId) -> MessageId | None:
        """The new message, when it was its turn; None when a question was answered while it waited for that."""
        await self._pace.wait(channel)
        notice = notices[0]
        table = await self._sessions.get(notice.session)
        if notice.kind != "late" and not all(is_current(table, other) for other in notices):
            for other in notices:
                if not is_current(table, other):
                    await self._drop(other)
            return None
        seats = [Seat(other.seat) for other in notices]
        text = words(table, notice, await self._told(table, notice), seats)
        buttons = _buttons(table, notice)
        again = await standing_again(self._sessions, table, notice)
        if again is not None and await mailbox.edit(again, text, buttons):
            return again
        of = self._sessions.people.of
        pinged = [n.user for n in notices if n.place == "direct" or "channel" in ways(of(n.user))]
        return await mailbox.post(text, nonce=nonce(table, notice), view=buttons, pinged=pinged)

    async def _told(self, table: Table, notice: Notice) -> Told:
        seat, person = Seat(notice.seat), self._sessions.people.of(notice.user)
        clock, ping = table.clocks.get(seat), table.notes.get(Note.PING)
        asked = next((d for d in self._sessions.decisions(table) if d.seat == seat), None)
        at, times, now = None, 0, self._sessions.now()
        warned = notice.at if notice.state == "sent" else now
        if notice.kind == "left":
            at = warned + grace(table.terms)
        elif clock is not None:
            at = late(clock, person, table.terms.speed, warned)
        if notice.kind == "late":
            times = in_a_row(await self._sessions.store.log(table.id), seat)
        elif notice.kind == "quiet":
            times = {"all": 2, "last": 1, "none": 0}[person.reminders] if ways(person) else 0
        link = Mailbox(self._client, table.channel, table.guild).link(MessageId(ping)) if ping else md("")
        due = deadlines(table, self._sessions.people.of).get(seat, 0.0)
        refusal = self._refusals.get(table.id, md(""))
        return Told(asked, due if due > now else None, at, link, times, refusal)

    async def _closed(self, table: Table, notice: Notice) -> None:
        """Discord does not let the bot write to the person: from now on the channel tells them."""
        person = self._sessions.people.of(notice.user)
        if person.notices in ("direct", "both"):
            await self._sessions.people.note_closed(notice.user, closed=True)
        await self._keep(replace(notice, state="failed"))
        replaced = notice.kind in ("asked", "remind", "last", "next") and person.notices != "both"
        if replaced and table.id not in self._refusals:
            instead = replace(notice, place="channel", state="claimed")
            await self.claim([instead])
            await self._send(table, (instead,))

    # -- what is over

    async def _finish(self, table: Table, notice: Notice, sharing: Sequence[Notice]) -> None:
        """Deletes the notice, or says what became of its question; then nothing of it is kept.

        Of several who share a message, those are left in it who have not answered.
        """
        message, channel = notice.message, notice.channel
        if notice.state == "claimed":
            mailbox, channel = await self._mailbox(table, notice)
            message = await self._sent_before(table, mailbox, notice)
        if message is not None and channel is not None:
            guild = table.guild if notice.place == "channel" else None
            mailbox = Mailbox(self._client, channel, guild)
            await self._pace.wait(channel)
            still = [other for other in sharing if notice.message is not None and is_current(table, other)]
            if still:
                told = await self._told(table, still[0])
                seats = [Seat(other.seat) for other in still]
                await mailbox.edit(message, words(table, still[0], told, seats))
            else:
                await self._correct(table, notice, mailbox, message)
        await self._drop(notice)

    async def _correct(self, table: Table, notice: Notice, mailbox: Mailbox, message: MessageId) -> None:
        acted = await self._acted(notice)
        done = acted == "clock" or table.players[notice.seat - 1].user != notice.user
        by_clock = (notice.kind, notice.place, acted) == ("asked", "direct", "clock")
        told = by_clock or (notice.kind == "zero" and done)
        if notice.kind in _REMOVED or told:  # what was done has a message of its own
            if not await mailbox.remove(message):
                raise OSError("Discord did not delete a message")
            return
        if is_kept(table, notice):
            await self._turned(table, notice, mailbox, message)
            return
        said = cut(over(table, notice, acted=acted), limits.CONTENT)
        await _edited(mailbox, message, said, rows())
        if not acted:
            await remember(self._sessions, table, notice, message)

    async def _turned(self, table: Table, notice: Notice, mailbox: Mailbox, message: MessageId) -> None:
        """Turns a question to somebody who lost the seat into that news; deletes it if the news has a message."""
        news = replace(notice, kind="late", state="sent", message=message)
        if all(other.key != news.key for other in await self.rows(table.id)):
            await self.claim([news])
            self._new.discard(news.key)
            await self._settle_kept(table, news, message)
        elif not await mailbox.remove(message):
            raise OSError("Discord did not delete a message")

    async def _acted(self, notice: Notice) -> str:
        """Whether the player or the clock made the seat's move since the decision point began; empty if nobody did."""
        since = standing(await self._sessions.store.log(notice.session, after=notice.point))
        made = [entry.by for entry in since if entry.seat == notice.seat and entry.by != "ahead"]
        return "clock" if "clock" in made else "player" if made else ""

    # -- where they are

    async def _mailbox(self, table: Table, notice: Notice) -> tuple[Mailbox, ChannelId]:
        if notice.place == "channel":
            return Mailbox(self._client, table.channel, table.guild), table.channel
        channel = self._direct.get(notice.user)
        if channel is None:
            await self._pace.wait()
            channel = ChannelId((await self._client.create_dm(discord.Object(notice.user))).id)
            self._direct[notice.user] = channel
        return Mailbox(self._client, channel, None), channel

    async def _keep(self, *notices: Notice) -> None:
        """Notes what became of them, of all or of none."""

        def kept(db: Db) -> None:
            for notice in notices:
                sql.keep(db, notice)

        await self._sessions.store.write(kept)

    async def _drop(self, notice: Notice) -> None:
        self._new.discard(notice.key)
        await self._sessions.store.write(lambda db: sql.drop(db, notice))

    async def farewell(self, table: Table) -> None:
        """The channel is gone: who wants direct messages reads so in one. It may be lost, but does not come twice."""
        for user in (player.user for player in table.players if player.user is not None):
            if "direct" not in ways(self._sessions.people.of(user)):
                continue
            try:
                channel = await self._client.create_dm(discord.Object(user))
                await self._pace.wait(ChannelId(channel.id))
                await channel.send(sendable(gone(table)))
            except discord.HTTPException as error:
                undelivered(error, f"the end of the channel of table {table.id}")

    async def test(self, interaction: Interaction) -> Markdown:
        """Sends the asker a notice by the way they chose, and says in a sentence whether it arrived."""
        return await tried(self._client, self._sessions.people, self._pace, interaction)


def _buttons(table: Table, notice: Notice) -> ui.View:
    kept = notice.kind == "late" and is_kept(table, notice)
    return rows([button("I’m back" if kept else "Your move", mark(table, notice), Style.primary)])


async def _edited(mailbox: Mailbox, message: MessageId, said: Markdown, buttons: ui.View) -> None:
    """Corrects the message, unless its reader takes none any more."""
    try:
        await mailbox.edit(message, said, buttons)
    except discord.HTTPException as error:
        if error.code != _UNKNOWN_CHANNEL and not is_refused(error):
            raise
