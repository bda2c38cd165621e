"""Publishes a table: its status card, a report per finished phase, the open question, and the end.

The order of the steps makes a crash at any point harmless: edits may be repeated, and the bot searches for a post
before it makes it again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import discord
from msgspec.structs import replace

from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, is_old_message, nonce_of_post
from bot.announcements.channel_access import posting_problem_in
from bot.announcements.corrections import correct_reports, load_undo_summary
from bot.announcements.corrupt_table_post import post_corrupt_table
from bot.announcements.phase_report import PhaseReport, text_report
from bot.announcements.post_once import post_once, search_for_post
from bot.announcements.question_post import QuestionPosts, private_button_label
from bot.announcements.recipients import (
    note_repeated_questions,
    open_question_post,
    public_deadlines,
    questions_to_people,
    seat_mask,
    users_to_mention,
)
from bot.announcements.report_layout import layout_message, plain_message, report_buttons
from bot.announcements.report_pictures import ReportPictures
from bot.announcements.seat_posts import publish_seat_changes
from bot.markdown import Markdown, md
from bot.play.service import TableService
from bot.render_pool import RenderPool
from bot.tables.moves import public_questions
from bot.tables.phases import (
    OpenPhase,
    OpenPhaseCache,
    PhaseLog,
    drop_last_move,
    drop_undone,
    is_secret_move,
    last_imported_seq,
    split_into_phases,
)
from bot.tables.picture_slots import CLAIMED, pending_pictures
from bot.tables.table import BookkeepingKey, LogEntry, Table, decode_entry, forget_shown_pictures
from bot.ui.components import PostKind, build_view, post_buttons, status_card_row
from bot.ui.lobby import lobby_buttons, lobby_card_custom_ids
from bot.ui.seat_text import game_over_buttons, vacancy_card_buttons
from bot.view import TableView, view_table
from engine import Decision, Event, Seat
from engine.store.ids import MessageId, TableId


class ChannelPublisher:
    """Posts everything that is pending at a table. Mutable: it caches unfinished phases and two sets of tables.

    Tables in ``unconfirmed`` may have posts whose ids are not stored. At tables in ``outdated``, the card and the
    question show wrong times.
    """

    def __init__(
        self, client: discord.Client, tables: TableService, render_pool: RenderPool, *, plain: bool = False
    ) -> None:
        self._plain = plain
        self._client, self._tables, self._render_pool = client, tables, render_pool
        self._open_phases = OpenPhaseCache()
        self._questions = QuestionPosts(client, tables)
        self.pictures = ReportPictures(client, tables, render_pool, self._picture_arguments)
        self.unconfirmed, self.outdated = self._questions.unconfirmed, set[TableId]()
        self.final_post_notes: Callable[[Table], Mapping[str, int]] = (
            lambda _: {}
        )  # notes of the posts that follow the last report of a game

    async def posting_problem(self, table_id: TableId) -> Markdown:
        """Explain why the bot can't post in the table's channel; empty if it can."""
        table = await self._tables.get(table_id)
        return md("") if table.guild is None else await posting_problem_in(self._client, table.guild, table.channel)

    async def open_phase_events(self, table: Table) -> tuple[Event, ...]:
        """Return the events of the current phase so far."""
        if open_phase := self._open_phases.get(table.id, table.seq):
            return open_phase.events
        unpublished = tuple(decode_entry(table.title, entry) for entry in table.pending_rows)
        if unpublished:
            _, rest = await self._split_moves(table, unpublished)
            return rest.events
        return (await self._load_open_phase(table, table.seq, 0)).events

    async def publish(self, table_id: TableId) -> None:
        """Post everything that is pending. If Discord fails, raise; the posts then stay pending."""
        table = await self._tables.get(table_id)
        moves = tuple(move for move in await self._tables.moves_to_publish(table_id) if move.seq <= table.seq)
        if table.status == "lobby" or table.state is None:
            await self._publish_lobby(table)
            return
        notes = dict[str, int]()
        if await publish_seat_changes(self._messages_of(table), self._tables, table):
            self.outdated.add(table_id)
            notes[BookkeepingKey.SEAT_CHANGES_PUBLISHED] = table.notes.get(BookkeepingKey.SEAT_CHANGES, 0)
        if moves:
            await self._publish_new(table, moves)
        if all(is_secret_move(move) for move in moves) and (
            BookkeepingKey.STATUS_CARD not in table.notes or table_id in self.outdated
        ):
            await self._update_card(table, await self.open_phase_events(table), repost=False)
            if table_id in self.outdated:
                notes |= await self._questions.rewrite(table)
        if notes:
            await self._tables.save_bookkeeping(table_id, notes)
        self.outdated.discard(table_id)
        if table.status == "ended" and BookkeepingKey.END_POST not in table.notes:
            await self._publish_end(await self._tables.get(table_id))

    async def publish_corrupt_table(self, table_id: TableId) -> None:
        """Post that the table can't be read, unless this was posted before. Discord's exceptions propagate."""
        await post_corrupt_table(self._client, self._tables.store, table_id)

    async def _publish_end(self, table: Table) -> None:
        """Publish the early end of a game: close the question and reveal the seed."""
        messages, question_post = self._messages_of(table), open_question_post(table)
        if question_post is not None:
            await self._questions.close_post(table, MessageId(question_post), post_text.question_closed_text(table))
        await self._update_card(table, (), repost=False)
        create = partial(
            messages.post,
            post_text.early_end_text(table, await self._tables.public_seed(table.id)),
            nonce=nonce_of_post(table, table.seq, PostKind.END),
            view=post_buttons(table.id, table.seq, PostKind.END, move=False, more=game_over_buttons(table)),
        )
        search = search_for_post(table, table.seq, PostKind.END)
        post_id = await post_once(messages, search, create, may_exist=table.id in self.unconfirmed)
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.END_POST: post_id})

    async def _publish_lobby(self, table: Table) -> None:
        messages, card = self._messages_of(table), table.notes.get(BookkeepingKey.STATUS_CARD)
        text, buttons = post_text.lobby_text(table), lobby_buttons(table)
        if card is None and table.id in self.unconfirmed:
            card = await messages.find_by_custom_id(*lobby_card_custom_ids(table))
        if card is None or not await messages.edit(MessageId(card), text, buttons):
            card = await messages.post(text, nonce=nonce_of_post(table, 0, PostKind.CARD), view=buttons)
        if card != table.notes.get(BookkeepingKey.STATUS_CARD):
            await self._tables.save_bookkeeping(table.id, {BookkeepingKey.STATUS_CARD: card})
        self.unconfirmed.discard(table.id)

    async def _publish_new(self, table: Table, moves: tuple[LogEntry, ...]) -> None:
        """Publish the pending moves, except secret ones."""
        secret_moves = list(takewhile(is_secret_move, reversed(moves)))
        seq = secret_moves[-1].seq - 1 if secret_moves else table.seq
        if public_moves := tuple(move for move in moves if not is_secret_move(move)):
            await self._publish_moves(replace(table, seq=seq), public_moves)
        if secret_moves:
            open_phase = self._open_phases.get(table.id, seq)
            if open_phase is not None:
                self._open_phases.put(table.id, replace(open_phase, seq=table.seq))
            await self._tables.mark_published(table.id, table.seq)

    async def _publish_moves(self, table: Table, moves: tuple[LogEntry, ...]) -> None:
        ended_phases, rest = await self._split_moves(table, moves)
        asked = questions_to_people(table, public_questions(table))
        table, digests = note_repeated_questions(table, moves, asked)
        last = ended_phases[-1] if ended_phases and ended_phases[-1].seq == table.seq else None
        table_before = table  # its notes have the post with the open question
        for phase in ended_phases:
            if phase is not last:
                posted = await self._post_phase(table, phase, (), _pending_since(phase, moves))
                published_table = await self._tables.mark_published(table.id, phase.seq, posted)
                table = replace(table, notes=published_table.notes)  # the rest stays: it belongs to these moves
        self._open_phases.put(table.id, replace(rest, seq=table.seq))
        undo = await load_undo_summary(self._tables, table, moves)
        if undo is not None and undo.phases:
            await self.pictures.cancel(table.id, [phase.seq for phase in undo.phases])
        corrections = await correct_reports(
            self._messages_of(table), self._tables, table_before, undo, plain=self._plain
        )
        notes = {BookkeepingKey.SEATS_ASKED: seat_mask(asked), **digests, **corrections}
        if last is not None:
            corrected_table = replace(table, notes={**table.notes, **corrections})
            notes |= await self._publish_phase_end(corrected_table, table_before, last, moves, asked)
        else:
            notes |= await self._questions.update_within_phase(
                table_before, moves, asked, undo, begun=ended_phases[-1].seq if ended_phases else -1
            )
        await self._questions.delete_stray_posts(table_before, notes)
        await self._update_card(
            table, rest.events, repost=bool(ended_phases), phase=notes.get(BookkeepingKey.LATEST_REPORT)
        )
        await self._tables.mark_published(table.id, moves[-1].seq, notes)
        self.unconfirmed.discard(table.id)

    async def _publish_phase_end(
        self,
        table: Table,
        table_before: Table,
        last_phase: PhaseLog,
        moves: Sequence[LogEntry],
        decisions: Sequence[Decision],
    ) -> dict[str, int]:
        """Post the report of the phase that ``moves`` ended, and the next question; return table notes to store.

        If the report fails, the question is posted anyway. When the report is retried, that question is found.
        """
        since = _pending_since(last_phase, moves)
        if self._plain:
            posted = await self._post_phase(table, last_phase, decisions, since)
            await self._questions.close_answered(table_before, moves)
            return {
                **posted,
                BookkeepingKey.QUESTION_POST: posted[BookkeepingKey.LATEST_REPORT],
                **self.final_post_notes(table),
            }
        try:
            posted = await self._post_phase(table, last_phase, (), since)
        except Exception:
            await self._questions.post_question(table_before, moves, decisions, decisions)
            raise
        return {
            **posted,
            **await self._questions.post_question(table_before, moves, decisions, decisions),
            **self.final_post_notes(table),
        }

    async def _split_moves(self, table: Table, moves: tuple[LogEntry, ...]) -> tuple[tuple[PhaseLog, ...], OpenPhase]:
        is_over = table.status == "finished"
        active_moves, undone_earlier = drop_undone(moves)
        resumed = last_imported_seq(moves, table.seq)
        if resumed is None:
            return split_into_phases(
                await self._load_open_phase(table, moves[0].seq - 1, undone_earlier), active_moves, over=is_over
            )
        imported_phase = await self._load_open_phase(table, resumed, 0)
        phases, rest = split_into_phases(imported_phase, active_moves[1:], over=is_over)
        return (PhaseLog(resumed, (), imported_phase.events), *phases), rest

    async def _load_open_phase(self, table: Table, seq: int, earlier: int) -> OpenPhase:
        """Return the phase that was unfinished after move ``seq``, as it was ``earlier`` moves before."""
        open_phase = self._open_phases.get(table.id, seq)
        if open_phase is not None and not earlier:
            return open_phase
        active_moves, _ = drop_undone([move for move in await self._tables.history(table.id) if move.seq <= seq])
        for _ in range(earlier):
            active_moves = drop_last_move(active_moves)
        _, rest = split_into_phases(OpenPhase(), active_moves, over=table.status == "finished" and seq == table.seq)
        if not earlier:
            self._open_phases.put(table.id, replace(rest, seq=seq))
        return rest

    async def _post_phase(
        self, table: Table, phase: PhaseLog, decisions: Sequence[Decision], since: float
    ) -> dict[str, int]:
        """Post the report of a phase and return table notes to store. A plain report includes the questions in
        ``decisions``.

        A report that has been pending for too long, ``since`` in seconds since 1970, gets its pictures later.
        """
        messages, pending = self._messages_of(table), pending_pictures(table.notes).get(phase.seq)
        post_id = pending
        if not pending and table.id in self.unconfirmed:
            post_id = await search_for_post(table, phase.seq, PostKind.PHASE).find(messages)
        if post_id and pending is None:
            return {BookkeepingKey.LATEST_REPORT: post_id, **forget_shown_pictures(table.notes)}
        if post_id:  # posted before a crash: its pictures are added after publishing
            await self.pictures.mark_pending(table.id, phase.seq, post_id)
            return {BookkeepingKey.LATEST_REPORT: post_id}
        async with self.pictures.draw(table, phase) as drawing:
            drawn_report = None if pending == CLAIMED else await self.pictures.wait_for(table, drawing, since)
            if drawn_report is not None:
                post = await self._post_report(messages, table, drawn_report, decisions)
                self.pictures.on_posted(table.id, drawn_report.seq, drawing)
                return {BookkeepingKey.LATEST_REPORT: post, **drawn_report.digests}
            post = await self._post_without_pictures(messages, table, phase, decisions)
        self.pictures.add_later(table, phase.seq, post, drawing)
        return {BookkeepingKey.LATEST_REPORT: post}

    async def _post_without_pictures(
        self, messages: ChannelMessages, table: Table, phase: PhaseLog, decisions: Sequence[Decision]
    ) -> MessageId:
        await self.pictures.mark_pending(table.id, phase.seq)
        report = await text_report(self._tables, table, phase)
        waiting = replace(report, content=replace(report.content, is_without_pictures=True))
        post = await self._post_report(messages, table, waiting, decisions)
        await self.pictures.mark_pending(table.id, phase.seq, post)
        return post

    async def _post_report(
        self, messages: ChannelMessages, table: Table, phase_report: PhaseReport, decisions: Sequence[Decision]
    ) -> MessageId:
        nonce = nonce_of_post(table, phase_report.seq, PostKind.PHASE)
        if not self._plain:
            return await messages.post(**await self._layout_arguments(table, phase_report), nonce=nonce)
        is_playing, private_label, more = (
            table.status == "playing",
            private_button_label(table),
            game_over_buttons(table, phase_report.table_view),
        )
        view = post_buttons(
            table.id, phase_report.seq, PostKind.PHASE, private=private_label, move=is_playing, more=more
        )
        question = (
            post_text.question_text(table, phase_report.table_view, decisions, self._public_deadlines(table))
            if decisions
            else ""
        )
        report = replace(phase_report.content, lead=self._result_text(table, phase_report.table_view) or question)
        mentioned = users_to_mention(table, decisions, self._tables.user_settings.preferences_of)
        return await messages.post(**plain_message(report, view), nonce=nonce, mentioned=mentioned)

    async def _layout_arguments(self, table: Table, report: PhaseReport) -> dict[str, Any]:
        """Return the arguments of ``ChannelMessages.post`` for a report laid out in components."""
        buttons = report_buttons(table.id, report.seq, pictures=self._render_pool.has_pictures)
        buttons = [*buttons, *game_over_buttons(table, report.table_view)]
        return layout_message(replace(report.content, lead=self._result_text(table, report.table_view)), buttons)

    async def _picture_arguments(self, table: Table, phase_report: PhaseReport) -> dict[str, Any]:
        """Return the arguments of ``ChannelMessages.add_files`` for a report's pictures.

        A plain report keeps its text and buttons.
        """
        if self._plain:
            report = replace(phase_report.content, lead=self._result_text(table, phase_report.table_view))
            message = plain_message(report, build_view())
            return {name: message[name] for name in ("files", "title", "report")}
        message = await self._layout_arguments(table, phase_report)
        return {name: message[name] for name in ("files", "view")}

    def _result_text(self, table: Table, table_view: TableView) -> Markdown:
        is_over = not table_view.view.state.flow
        return post_text.result_text(table, table_view) if is_over else md("")

    async def _update_card(
        self, table: Table, events: Sequence[Event], *, repost: bool, phase: int | None = None
    ) -> None:
        """Edit the status card. Post it again if it was deleted, or if ``repost`` is set and the card is old."""
        messages, card = self._messages_of(table), table.notes.get(BookkeepingKey.STATUS_CARD)
        asked, due = public_questions(table), self._public_deadlines(table)
        text = post_text.status_card_text(table, view_table(table, None), asked, events, due)
        link = (
            messages.link(MessageId(report))
            if (report := phase or table.notes.get(BookkeepingKey.LATEST_REPORT))
            else ""
        )
        is_playing, predictions = table.status == "playing", table.terms.predictions
        is_watchable = is_playing and table.guild is not None
        more = status_card_row(table.id, watched=is_watchable, predictions=predictions)
        more += vacancy_card_buttons(table)
        private = private_button_label(table)
        buttons = post_buttons(
            table.id, 0, PostKind.CARD, private=private, move=is_playing, link=link, more=more, watched=is_watchable
        )
        if (
            card is not None
            and not (repost and is_old_message(MessageId(card)))
            and await messages.edit(MessageId(card), text, buttons)
        ):
            return
        is_kept = card is not None and is_old_message(MessageId(card)) and not await messages.delete(MessageId(card))
        if card is not None and is_kept and await messages.edit(MessageId(card), text, buttons):
            return  # an old card is better than two cards
        card_nonce = nonce_of_post(table, (card or 0) % 1_000_000, PostKind.CARD)
        create = partial(messages.post, text, nonce=card_nonce, view=buttons)
        search = search_for_post(table, 0, PostKind.CARD)  # a card is not about a move
        post_id = await post_once(messages, search, create, may_exist=table.id in self.unconfirmed)
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.STATUS_CARD: post_id})

    def _public_deadlines(self, table: Table) -> Mapping[Seat, float]:
        return public_deadlines(table, self._tables.user_settings.preferences_of)

    def _messages_of(self, table: Table) -> ChannelMessages:
        return ChannelMessages(self._client, table.channel, table.guild)


def _pending_since(phase: PhaseLog, moves: Sequence[LogEntry]) -> float:
    """The time of the move that ended the phase, in seconds since 1970; for imported phases, of the last move."""
    return next((move.at for move in moves if move.seq == phase.seq), moves[-1].at)
