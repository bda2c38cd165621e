"""Posts, edits, and closes the post with a table's open question.

After a possible crash, the bot searches for an existing post first.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import discord

from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, latest_known_post, nonce_of_post
from bot.announcements.corrections import UndoSummary, reopen_question, undo_reminder_line, update_question
from bot.announcements.post_once import PostSearch, post_once
from bot.announcements.recipients import (
    drop_hidden_questions,
    is_newly_asked,
    open_question_post,
    public_deadlines,
    question_digests,
    questions_to_people,
    seat_mask,
    seats_in_mask,
    seats_with_question,
    users_to_mention,
)
from bot.markdown import Markdown, join_lines
from bot.play.service import TableService
from bot.tables.moves import public_questions
from bot.tables.table import BookkeepingKey, LogEntry, Table, post_id_of
from bot.ui.components import PostKind, board_custom_id, board_id_pattern, build_view, post_buttons
from bot.view import view_table
from engine import Decision, Seat
from engine.store.ids import MessageId, TableId
from render import PAINTERS


class QuestionPosts:
    """Posts and closes questions. Tables in ``unconfirmed`` may have posts whose ids are not stored."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._client, self._tables = client, tables
        self.unconfirmed = set[TableId]()

    async def close_answered(self, table: Table, moves: Sequence[LogEntry]) -> bool:
        """Delete the answered question, or edit it to say who answered. Return False if no open question was
        answered.
        """
        seats = seats_in_mask(table.notes.get(BookkeepingKey.SEATS_ASKED, 0))
        question_post = open_question_post(table)
        if question_post is None or not seats:
            return False
        own_moves = [move for move in moves if move.by not in ("start", "undo", "ahead")]
        answers = [move for move in own_moves if move.seat in seats] or own_moves
        if not answers:
            return False
        undo_line = await undo_reminder_line(self._tables, table)
        text = join_lines([undo_line, post_text.question_answered_text(table, view_table(table, None), answers)], "")
        await self.close_post(table, MessageId(question_post), text, is_kept_anyway=bool(undo_line))
        return True

    async def close_post(
        self, table: Table, post_id: MessageId, text: Markdown, *, is_kept_anyway: bool = False
    ) -> None:
        """Delete the question's post, or edit it to ``text`` if posts of questions are kept."""
        messages, with_report = self._messages_of(table), post_id == table.notes.get(BookkeepingKey.LATEST_REPORT)
        is_kept = with_report or is_kept_anyway or table.terms.questions == "stay"
        if is_kept or not await messages.delete(post_id):
            await messages.edit(post_id, text, None if with_report else build_view())

    async def update_within_phase(
        self,
        table: Table,
        moves: Sequence[LogEntry],
        decisions: Sequence[Decision],
        undo: UndoSummary | None,
        *,
        begun: int,
    ) -> dict[str, int]:
        """Close the old question and mention the players who are newly to move, during a phase; return table notes to
        store.

        ``begun`` is the move with which the phase began.
        """
        messages, due = self._messages_of(table), self._public_deadlines(table)
        buttons = post_buttons(table.id, table.seq, PostKind.QUESTION, private=private_button_label(table))
        if undo is not None and await reopen_question(messages, table, undo, decisions, due, buttons):
            return undo.bookkeeping(table)
        if undo is not None and undo.is_latest and undo.is_by_one_player and open_question_post(table) is None:
            return await self.post_question(
                table, moves, decisions, ()
            )  # the question was deleted, and its player has undone the answer
        seats_asked, points = seats_with_question(table), {seat: clock.point for seat, clock in table.clocks.items()}

        def is_new(seat: Seat) -> bool:
            is_repeated = undo is not None and undo.is_latest
            return is_repeated or is_newly_asked(seat, points.get(seat, -1), moves, seats_asked, begun)

        new_decisions = drop_hidden_questions(
            table, [decision for decision in decisions if is_new(decision.seat)], seats_asked
        )
        if not decisions:  # only open seats are to move
            is_closed = await self.close_answered(table, moves)
            return (
                {BookkeepingKey.QUESTION_POST: 0}
                if is_closed
                else {BookkeepingKey.SEATS_ASKED: table.notes.get(BookkeepingKey.SEATS_ASKED, 0)}
            )
        if not new_decisions and not await self._find_unsaved_posts(messages, table):
            return await update_question(messages, self._tables, table, decisions, due)
        return await self.post_question(table, moves, decisions, new_decisions)

    async def post_question(
        self, table: Table, moves: Sequence[LogEntry], decisions: Sequence[Decision], new_decisions: Sequence[Decision]
    ) -> dict[str, int]:
        """Replace the open question by one about all ``decisions``; return table notes to store.

        The post mentions the players of ``new_decisions``.
        """
        if not decisions:
            is_closed = await self.close_answered(table, moves)
            return {BookkeepingKey.QUESTION_POST: 0} if is_closed else {}
        messages = self._messages_of(table)
        existing_posts = await self._find_unsaved_posts(messages, table)
        post = existing_posts.get(table.seq) or await messages.post(
            post_text.question_text(table, view_table(table, None), decisions, self._public_deadlines(table)),
            nonce=nonce_of_post(table, table.seq, PostKind.QUESTION),
            view=post_buttons(table.id, table.seq, PostKind.QUESTION, private=private_button_label(table)),
            mentioned=users_to_mention(table, new_decisions, self._tables.user_settings.preferences_of),
        )
        await self.close_answered(table, moves)
        return {BookkeepingKey.QUESTION_POST: post}

    async def _find_unsaved_posts(self, messages: ChannelMessages, table: Table) -> dict[int, MessageId]:
        """Find posted questions whose ids are not stored; return their ids by move number."""
        if table.id not in self.unconfirmed:
            return {}
        older_post = open_question_post(table) or latest_known_post(table)
        pattern = board_id_pattern(table.id, PostKind.QUESTION)
        posts_by_seq = await messages.find_by_pattern(pattern, after=older_post)
        return {seq: post for seq, post in posts_by_seq.items() if post != open_question_post(table)}

    async def delete_stray_posts(self, table: Table, notes: Mapping[str, int]) -> None:
        """Delete posts of questions that a crash has left, except the one in the new ``notes``."""
        messages = self._messages_of(table)
        for post in (await self._find_unsaved_posts(messages, table)).values():
            if post != notes.get(BookkeepingKey.QUESTION_POST):
                await messages.delete(MessageId(post))

    async def rewrite(self, table: Table) -> Mapping[str, int]:
        """Edit the open question, or post it again for a player who has not been mentioned; return table notes to
        store.
        """
        messages, question_post = self._messages_of(table), open_question_post(table)
        questions = public_questions(table)
        asked, seats_asked = questions_to_people(table, questions), seats_with_question(table)
        new_decisions = [decision for decision in asked if decision.seat not in seats_asked]
        new_post = await self._post_again(table, asked, new_decisions) if new_decisions else None
        if question_post is not None and table.notes.get(BookkeepingKey.SEATS_ASKED) and questions:
            shown = asked or questions  # without a person to move, an open seat is asked
            if new_post is None:
                await messages.edit(
                    MessageId(question_post),
                    post_text.question_text(table, view_table(table, None), shown, self._public_deadlines(table)),
                )
            else:
                await self.close_post(table, MessageId(question_post), post_text.POSTED_AGAIN)
        if new_post is None:
            return {}
        return {
            BookkeepingKey.QUESTION_POST: new_post,
            BookkeepingKey.SEATS_ASKED: seat_mask(asked),
            **question_digests(table, asked),
        }

    async def _post_again(
        self, table: Table, decisions: Sequence[Decision], new_decisions: Sequence[Decision]
    ) -> MessageId:
        """Post the open question again, mentioning players who joined since; return the id of the post."""
        messages = self._messages_of(table)
        search = PostSearch(
            (board_custom_id(table.id, table.seq, PostKind.QUESTION),), post_id_of(table, BookkeepingKey.QUESTION_POST)
        )
        create = partial(
            messages.post,
            post_text.question_text(table, view_table(table, None), decisions, self._public_deadlines(table)),
            nonce=f"{table.id}-{table.notes.get(BookkeepingKey.SEAT_CHANGES, 0)}-q",
            view=post_buttons(table.id, table.seq, PostKind.QUESTION, private=private_button_label(table)),
            mentioned=users_to_mention(table, new_decisions, self._tables.user_settings.preferences_of),
        )
        return await post_once(messages, search, create)

    def _public_deadlines(self, table: Table) -> Mapping[Seat, float]:
        return public_deadlines(table, self._tables.user_settings.preferences_of)

    def _messages_of(self, table: Table) -> ChannelMessages:
        return ChannelMessages(self._client, table.channel, table.guild)


def private_button_label(table: Table) -> str:
    """The label of the button that shows private information; empty if the game has none."""
    return PAINTERS[table.title].private_label
