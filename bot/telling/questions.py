"""The post of a table's channel with the open question: put, put again, corrected, closed. It knows no title.

A post is looked for before it is made again, where a crash may have come between.
"""

from collections.abc import Mapping, Sequence

import discord

from bot.markdown import Markdown, joined
from bot.play.sessions import Tables
from bot.sight import sight
from bot.tables.moves import listed_questions
from bot.tables.table import Move, Note, Table, noted_post
from bot.telling import posts
from bot.telling.asking import (
    is_newly_asked,
    marks_of,
    mask,
    notified,
    open_question,
    people,
    seats_in,
    shown_deadlines,
    told_seats,
    without_hidden,
)
from bot.telling.corrections import Undone, asked_again, remembered, still_open
from bot.telling.mailbox import Mailbox, latest, nonce
from bot.ui.components import Post, board, mark_of, marks_at, rows
from engine import Decision, Seat
from engine.store.ids import MessageId, TableId
from render import PAINTERS


class Questions:
    """Puts questions and closes them. Tables in ``doubtful`` may have questions that were made and not noted."""

    def __init__(self, client: discord.Client, sessions: Tables) -> None:
        self._client, self._sessions = client, sessions
        self.doubtful = set[TableId]()

    async def close(self, table: Table, moves: Sequence[Move]) -> bool:
        """The question that was open goes, or says where it stays by whom it was answered: those who were asked, or
        else who moved.

        False when none was open, or nobody has answered it."""
        seats = seats_in(table.notes.get(Note.ASKED, 0))
        ping = open_question(table)
        if ping is None or not seats:
            return False
        made = [move for move in moves if move.by not in ("start", "undo", "ahead")]
        answers = [move for move in made if move.seat in seats] or made
        if not answers:
            return False
        told = await remembered(self._sessions, table)
        said = joined([told, posts.answered(table, sight(table, None), answers)], "")
        await self.settle(table, MessageId(ping), said, stays=bool(told))
        return True

    async def settle(self, table: Table, ping: MessageId, said: Markdown, *, stays: bool = False) -> None:
        """The question is open no more: its post goes, or says so where it stays, as it does if it tells of an undo."""
        mailbox, with_report = self._mailbox(table), ping == table.notes.get(Note.PHASE)
        kept = with_report or stays or table.terms.questions == "stay"
        if kept or not await mailbox.remove(ping):
            await mailbox.edit(ping, said, None if with_report else rows())

    async def follow(
        self, table: Table, moves: Sequence[Move], asked: Sequence[Decision], gone: Undone | None, *, begun: int
    ) -> dict[str, int]:
        """Within a phase, begun with move ``begun``: closes the question before, mentions who is newly asked; notes."""
        mailbox, due = self._mailbox(table), self._due(table)
        buttons = board(table.id, table.seq, Post.QUESTION, private=hand_called(table))
        if gone is not None and await asked_again(mailbox, table, gone, asked, due, buttons):
            return gone.noted(table)
        if gone is not None and gone.final and gone.alone and open_question(table) is None:
            return await self.ask(table, moves, asked, ())  # it went, and comes again by its player's own press
        before, point = told_seats(table), {seat: clock.point for seat, clock in table.clocks.items()}

        def newly(seat: Seat) -> bool:
            anew = gone is not None and gone.final
            return anew or is_newly_asked(seat, point.get(seat, -1), moves, before, begun)

        new = without_hidden(table, [decision for decision in asked if newly(decision.seat)], before)
        if not asked:  # who is asked now has left an open seat
            closed = await self.close(table, moves)
            return {Note.PING: 0} if closed else {Note.ASKED: table.notes.get(Note.ASKED, 0)}
        if not new and not await self._asked_before(mailbox, table):
            return await still_open(mailbox, self._sessions, table, asked, due)
        return await self.ask(table, moves, asked, new)

    async def ask(
        self, table: Table, moves: Sequence[Move], asked: Sequence[Decision], new: Sequence[Decision]
    ) -> dict[str, int]:
        """A new question to all who are ``asked``, of whom the ``new`` ones are mentioned, in place of the one before;
        notes."""
        if not asked:
            closed = await self.close(table, moves)
            return {Note.PING: 0} if closed else {}
        mailbox = self._mailbox(table)
        made = await self._asked_before(mailbox, table)
        post = made.get(table.seq) or await mailbox.post(
            posts.ask(table, sight(table, None), asked, self._due(table)),
            nonce=nonce(table, table.seq, Post.QUESTION),
            view=board(table.id, table.seq, Post.QUESTION, private=hand_called(table)),
            pinged=notified(table, new, self._sessions.people.of),
        )
        await self.close(table, moves)
        return {Note.PING: post}

    async def _asked_before(self, mailbox: Mailbox, table: Table) -> dict[int, MessageId]:
        """Questions that were made and not noted, by the move they are about; looked for only where that may be."""
        if table.id not in self.doubtful:
            return {}
        noted = open_question(table) or latest(table)  # a report may be newer than a question that was not noted
        found = await mailbox.marked(marks_at(table.id, Post.QUESTION), after=noted)
        return {seq: post for seq, post in found.items() if post != open_question(table)}

    async def remove_lost(self, table: Table, notes: Mapping[str, int]) -> None:
        """Questions that a crash left go, whatever came after them: all but the one that stands in the new notes."""
        mailbox = self._mailbox(table)
        for post in (await self._asked_before(mailbox, table)).values():
            if post != notes.get(Note.PING):
                await mailbox.remove(MessageId(post))

    async def correct(self, table: Table) -> Mapping[str, int]:
        """Writes the open question anew, or puts it again when somebody has it who has not been asked; notes."""
        mailbox, ping = self._mailbox(table), open_question(table)
        questions = listed_questions(table)
        asked, told = people(table, questions), told_seats(table)
        new = [decision for decision in asked if decision.seat not in told]
        post = await self._put_again(table, asked, new) if new else None
        if ping is not None and table.notes.get(Note.ASKED) and questions:
            who = asked or questions  # or else an open seat is asked
            if post is None:
                await mailbox.edit(MessageId(ping), posts.ask(table, sight(table, None), who, self._due(table)))
            else:
                await self.settle(table, MessageId(ping), posts.PUT_AGAIN)
        if post is None:
            return {}
        return {Note.PING: post, Note.ASKED: mask(asked), **marks_of(table, asked)}

    async def _put_again(self, table: Table, asked: Sequence[Decision], new: Sequence[Decision]) -> MessageId:
        """The post with the question of a move that was told before, for those who sat down since and are mentioned."""
        mailbox = self._mailbox(table)
        mark = mark_of(table.id, table.seq, Post.QUESTION)
        found = await mailbox.find(mark, after=noted_post(table, Note.PING))
        return found or await mailbox.post(
            posts.ask(table, sight(table, None), asked, self._due(table)),
            nonce=f"{table.id}-{table.notes.get(Note.SEATS, 0)}-q",
            view=board(table.id, table.seq, Post.QUESTION, private=hand_called(table)),
            pinged=notified(table, new, self._sessions.people.of),
        )

    def _due(self, table: Table) -> Mapping[Seat, float]:
        return shown_deadlines(table, self._sessions.people.of)

    def _mailbox(self, table: Table) -> Mailbox:
        return Mailbox(self._client, table.channel, table.guild)


def hand_called(table: Table) -> str:
    """The words of a button for what each player alone may see; empty in a title without that."""
    return PAINTERS[table.title].private_label
