"""Shows a table's channel its status card, a post for each phase that ended, the open question, and the end.

It knows no title. The order of the steps is what makes a crash at any point harmless: edits may be repeated, and a post
is looked for before it is made again.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import discord
from msgspec.structs import replace

from bot.markdown import Markdown, md
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.studio import Studio
from bot.tables.chapters import Chapter, Chronicle, Unfinished, chapters, effective, is_secret, resumed_at, without_last
from bot.tables.moves import listed_questions
from bot.tables.picture_slots import CLAIMED, pending_pictures
from bot.tables.table import Move, Note, Table, forgotten
from bot.telling import posts
from bot.telling.access import problem_in
from bot.telling.aside import tell_set_aside
from bot.telling.asking import mask, notified, open_question, people, remembering, shown_deadlines
from bot.telling.corrections import corrected, undone
from bot.telling.mailbox import Mailbox, is_old, made_before, nonce
from bot.telling.pictures import Pictures
from bot.telling.questions import Questions, hand_called
from bot.telling.reports import laid, plain, report_buttons
from bot.telling.shown import Shown, report_of
from bot.telling.usher import tell_seats
from bot.ui.components import Post, beside, board, rows
from bot.ui.lobby import card_marks, lobby_buttons
from bot.ui.seats import again, back_button
from engine import Decision, Event, Seat
from engine.store.ids import MessageId, TableId


class Channels:
    """Tells channels what they have not been told. Mutable: it remembers unfinished phases, and two sets of tables.

    Those in ``doubtful`` may have posts that were made and not noted; in the card and the question of those in
    ``outdated`` the times are not right any more.
    """

    def __init__(self, client: discord.Client, sessions: Tables, studio: Studio, *, plain: bool = False) -> None:
        self._plain = plain
        self._client, self._sessions, self._studio = client, sessions, studio
        self._chronicle = Chronicle()
        self._questions = Questions(client, sessions)
        self.pictures = Pictures(client, sessions, studio, self._illustrated)
        self.doubtful, self.outdated = self._questions.doubtful, set[TableId]()
        self.owed: Callable[[Table], Mapping[str, int]] = lambda _: {}  # what a game's last post promises, as notes

    async def problem(self, table_id: TableId) -> Markdown:
        """Explains what keeps the bot from posting in the table's channel; empty if nothing does."""
        table = await self._sessions.get(table_id)
        return md("") if table.guild is None else await problem_in(self._client, table.guild, table.channel)

    async def unfinished(self, table: Table) -> tuple[Event, ...]:
        """The events of the present phase so far."""
        if known := self._chronicle.at(table.id, table.seq):
            return known.events
        untold = tuple(move for move in await self._sessions.unannounced(table.id) if move.seq <= table.seq)
        if untold:
            _, rest = await self._cut(table, untold)
            return rest.events
        return (await self._begun(table, table.seq, 0)).events

    async def tell(self, table_id: TableId) -> None:
        """Tells the channel what it has not been told yet. Raises what Discord raises; it is then still untold."""
        table = await self._sessions.get(table_id)
        moves = tuple(move for move in await self._sessions.unannounced(table_id) if move.seq <= table.seq)
        if table.status == "lobby" or table.state is None:
            await self._tell_lobby(table)
            return
        notes = dict[str, int]()
        if await tell_seats(self._mailbox(table), self._sessions, table):
            self.outdated.add(table_id)
            notes[Note.SEATS_TOLD] = table.notes.get(Note.SEATS, 0)
        if moves:
            await self._tell_new(table, moves)
        if all(is_secret(move) for move in moves) and (Note.CARD not in table.notes or table_id in self.outdated):
            await self._show_card(table, await self.unfinished(table), repost=False)
            if table_id in self.outdated:
                notes |= await self._questions.correct(table)
        if notes:
            await self._sessions.note(table_id, notes)
        self.outdated.discard(table_id)
        if table.status == "ended" and Note.CLOSED not in table.notes:
            await self._tell_end(await self._sessions.get(table_id))

    async def set_aside(self, table_id: TableId) -> None:
        """Says once in the channel of a table that cannot be read that it is set aside. Raises what Discord raises."""
        await tell_set_aside(self._client, self._sessions.store, table_id)

    async def _tell_end(self, table: Table) -> None:
        """The table was closed before its game was over: nothing is asked any more, and the seed is told."""
        mailbox, ping = self._mailbox(table), open_question(table)
        if ping is not None:
            await self._questions.settle(table, MessageId(ping), posts.ended_question(table))
        await self._show_card(table, (), repost=False)
        found = await self._made_before(mailbox, table, table.seq, Post.END)
        if found is None:
            seed = await self._sessions.seed(table.id)
            buttons = board(table.id, table.seq, Post.END, move=False, more=again(table))
            known = nonce(table, table.seq, Post.END)
            found = await mailbox.post(posts.ended(table, seed), nonce=known, view=buttons)
        await self._sessions.note(table.id, {Note.CLOSED: found})

    async def _tell_lobby(self, table: Table) -> None:
        mailbox, card = self._mailbox(table), table.notes.get(Note.CARD)
        text, buttons = posts.lobby(table), lobby_buttons(table)
        if card is None and table.id in self.doubtful:
            card = await mailbox.find(*card_marks(table))
        if card is None or not await mailbox.edit(MessageId(card), text, buttons):
            card = await mailbox.post(text, nonce=nonce(table, 0, Post.CARD), view=buttons)
        if card != table.notes.get(Note.CARD):
            await self._sessions.note(table.id, {Note.CARD: card})
        self.doubtful.discard(table.id)

    async def _tell_new(self, table: Table, moves: tuple[Move, ...]) -> None:
        """Tells the moves as if nobody had said anything in secret ahead meanwhile: that is nobody's business."""
        said_since = list(takewhile(is_secret, reversed(moves)))
        seq = said_since[-1].seq - 1 if said_since else table.seq
        if told := tuple(move for move in moves if not is_secret(move)):
            await self._tell_moves(replace(table, seq=seq), told)
        if said_since:
            known = self._chronicle.at(table.id, seq)
            if known is not None:
                self._chronicle.keep(table.id, replace(known, seq=table.seq))
            await self._sessions.announced(table.id, table.seq)

    async def _tell_moves(self, table: Table, moves: tuple[Move, ...]) -> None:
        done, rest = await self._cut(table, moves)
        asked = people(table, listed_questions(table))
        table, marks = remembering(table, moves, asked)
        last = done[-1] if done and done[-1].seq == table.seq else None
        before = table  # its notes know the post with the open question
        for chapter in done:
            if chapter is not last:
                posted = await self._post_phase(table, chapter, (), _pending_since(chapter, moves))
                told = await self._sessions.announced(table.id, chapter.seq, posted)
                table = replace(table, notes=told.notes)  # and no newer: what follows is about the moves at hand
        self._chronicle.keep(table.id, replace(rest, seq=table.seq))
        gone = await undone(self._sessions, table, moves)
        if gone is not None and gone.phases:
            await self.pictures.withdraw(table.id, [phase.seq for phase in gone.phases])
        mended = await corrected(self._mailbox(table), self._sessions, before, gone, plain=self._plain)
        notes = {Note.ASKED: mask(asked), **marks, **mended}
        if last is not None:
            mended_table = replace(table, notes={**table.notes, **mended})
            notes |= await self._end_phase(mended_table, before, last, moves, asked)
        else:
            notes |= await self._questions.follow(before, moves, asked, gone, begun=done[-1].seq if done else -1)
        await self._questions.remove_lost(before, notes)
        await self._show_card(table, rest.events, repost=bool(done), phase=notes.get(Note.PHASE))
        await self._sessions.announced(table.id, moves[-1].seq, notes)
        self.doubtful.discard(table.id)

    async def _end_phase(
        self, table: Table, before: Table, last: Chapter, moves: Sequence[Move], asked: Sequence[Decision]
    ) -> dict[str, int]:
        """The report of the phase that ended with the last of ``moves``, and the question that follows it; notes.

        Where the report fails, the question is put all the same, and found again when the report is tried anew.
        """
        since = _pending_since(last, moves)
        if self._plain:
            posted = await self._post_phase(table, last, asked, since)
            await self._questions.close(before, moves)
            return {**posted, Note.PING: posted[Note.PHASE], **self.owed(table)}
        try:
            posted = await self._post_phase(table, last, (), since)
        except Exception:
            await self._questions.ask(before, moves, asked, asked)
            raise
        return {**posted, **await self._questions.ask(before, moves, asked, asked), **self.owed(table)}

    async def _cut(self, table: Table, moves: tuple[Move, ...]) -> tuple[tuple[Chapter, ...], Unfinished]:
        """The phases that the moves ended, and the unfinished one."""
        over = table.status == "finished"
        standing, earlier = effective(moves)
        resumed = resumed_at(moves, table.seq)
        if resumed is None:
            return chapters(await self._begun(table, moves[0].seq - 1, earlier), standing, over=over)
        begun = await self._begun(table, resumed, 0)
        done, rest = chapters(begun, standing[1:], over=over)
        return (Chapter(resumed, (), begun.events), *done), rest

    async def _begun(self, table: Table, seq: int, earlier: int) -> Unfinished:
        """The phase unfinished after move ``seq``, the last ``earlier`` moves left out."""
        known = self._chronicle.at(table.id, seq)
        if known is not None and not earlier:
            return known
        standing, _ = effective([move for move in await self._sessions.history(table.id) if move.seq <= seq])
        for _ in range(earlier):
            standing = without_last(standing)
        _, rest = chapters(Unfinished(), standing, over=table.status == "finished" and seq == table.seq)
        if not earlier:
            self._chronicle.keep(table.id, replace(rest, seq=seq))
        return rest

    async def _post_phase(
        self, table: Table, chapter: Chapter, asked: Sequence[Decision], since: float
    ) -> dict[str, int]:
        """The report of a phase that ended, as notes; ``asked`` are mentioned there if reports are plain.

        A report that has been pending ``since`` too long gets its pictures after it was posted.
        """
        mailbox, pending = self._mailbox(table), pending_pictures(table.notes).get(chapter.seq)
        found = pending or await self._made_before(mailbox, table, chapter.seq, Post.PHASE)
        if found and pending is None:
            return {Note.PHASE: found, **forgotten(table.notes)}
        if found:  # from before a crash: what follows the telling puts its pictures in
            await self.pictures.claim(table.id, chapter.seq, found)
            return {Note.PHASE: found}
        async with self.pictures.drawing(table, chapter) as drawing:
            told = None if pending == CLAIMED else await self.pictures.wait(table, drawing, since)
            if told is not None:
                post = await self._post(mailbox, table, told, asked)
                self.pictures.posted(table.id, told.seq, drawing)
                return {Note.PHASE: post, **told.digests}
            post = await self._post_words(mailbox, table, chapter, asked)
        self.pictures.edit_in(table, chapter.seq, post, drawing)
        return {Note.PHASE: post}

    async def _post_words(
        self, mailbox: Mailbox, table: Table, chapter: Chapter, asked: Sequence[Decision]
    ) -> MessageId:
        """A report that gets its pictures later."""
        await self.pictures.claim(table.id, chapter.seq)
        told = await report_of(self._sessions, table, chapter)
        waiting = replace(told, report=replace(told.report, is_waiting=True))
        post = await self._post(mailbox, table, waiting, asked)
        await self.pictures.claim(table.id, chapter.seq, post)
        return post

    async def _post(self, mailbox: Mailbox, table: Table, told: Shown, asked: Sequence[Decision]) -> MessageId:
        """A report with every picture whole, where the question after it mentions who is asked; or a plain one."""
        once = nonce(table, told.seq, Post.PHASE)
        if not self._plain:
            return await mailbox.post(**await self._laid(table, told), nonce=once)
        playing, private, more = table.status == "playing", hand_called(table), again(table, told.seen)
        view = board(table.id, told.seq, Post.PHASE, private=private, move=playing, more=more)
        question = posts.ask(table, told.seen, asked, self._due(table)) if asked else ""
        report = replace(told.report, lead=self._result(table, told.seen) or question)
        pinged = notified(table, asked, self._sessions.people.of)
        return await mailbox.post(**plain(report, view), nonce=once, pinged=pinged)

    async def _laid(self, table: Table, told: Shown) -> dict[str, Any]:
        """A report laid out in components, for ``Mailbox.post``."""
        buttons = report_buttons(table.id, told.seq, pictures=self._studio.has_pictures)
        buttons = [*buttons, *again(table, told.seen)]
        return laid(replace(told.report, lead=self._result(table, told.seen)), buttons)

    async def _illustrated(self, table: Table, told: Shown) -> dict[str, Any]:
        """A report with its pictures, for ``Mailbox.add_files``: a plain one keeps its text and its buttons."""
        if self._plain:
            report = replace(told.report, lead=self._result(table, told.seen))
            message = plain(report, rows())
            return {name: message[name] for name in ("files", "title", "report")}
        message = await self._laid(table, told)
        return {name: message[name] for name in ("files", "view")}

    def _result(self, table: Table, seen: TableView) -> Markdown:
        """The end of the game in words; empty while it goes on."""
        over = not seen.view.state.flow
        return posts.final(table, seen) if over else md("")

    async def _show_card(
        self, table: Table, events: Sequence[Event], *, repost: bool, phase: int | None = None
    ) -> None:
        """Edits the status card, or posts it anew when it is gone, or (``repost``) too old to be edited often."""
        mailbox, card = self._mailbox(table), table.notes.get(Note.CARD)
        asked, due = listed_questions(table), self._due(table)
        text = posts.card(table, sight(table, None), asked, events, due)
        link = mailbox.link(MessageId(report)) if (report := phase or table.notes.get(Note.PHASE)) else ""
        playing, predictions = table.status == "playing", table.terms.predictions
        watched = playing and table.guild is not None
        more = beside(table.id, watched=watched, predictions=predictions)
        more += back_button(table)
        private = hand_called(table)
        buttons = board(table.id, 0, Post.CARD, private=private, move=playing, link=link, more=more, watched=watched)
        if (
            card is not None
            and not (repost and is_old(MessageId(card)))
            and await mailbox.edit(MessageId(card), text, buttons)
        ):
            return
        failed = card is not None and is_old(MessageId(card)) and not await mailbox.remove(MessageId(card))
        if card is not None and failed and await mailbox.edit(MessageId(card), text, buttons):
            return  # an old card is better than two
        found = await self._made_before(mailbox, table, 0, Post.CARD)  # at whichever move it was posted
        if found is None:
            known = nonce(table, (card or 0) % 1_000_000, Post.CARD)
            found = await mailbox.post(text, nonce=known, view=buttons)
        await self._sessions.note(table.id, {Note.CARD: found})

    async def _made_before(self, mailbox: Mailbox, table: Table, seq: int, post: Post) -> MessageId | None:
        """A post that was made already; it is looked for only where that may be."""
        return await made_before(mailbox, table, seq, post) if table.id in self.doubtful else None

    def _due(self, table: Table) -> Mapping[Seat, float]:
        return shown_deadlines(table, self._sessions.people.of)

    def _mailbox(self, table: Table) -> Mailbox:
        return Mailbox(self._client, table.channel, table.guild)


def _pending_since(chapter: Chapter, moves: Sequence[Move]) -> float:
    """The time of the move that ended the phase, in seconds since 1970; of the last one where a file has the phase."""
    return next((move.at for move in moves if move.seq == chapter.seq), moves[-1].at)
