"""Corrects posts after an undo: announces the undone moves, and edits the reports of undone phases.

All texts are public.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile

import discord
import msgspec

from bot import limits
from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages
from bot.announcements.recipients import open_question_post, seat_mask
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md, truncate
from bot.play.service import TableService
from bot.tables.phases import OpenPhase, PhaseLog, drop_last_move, drop_undone, is_secret_move, split_into_phases
from bot.tables.table import BookkeepingKey, LogEntry, Table, forget_shown_pictures
from bot.ui.components import PostKind, post_custom_ids
from bot.view import TableView, view_table
from engine import Decision, Event, PhaseEnded, Seat
from engine.store.ids import MessageId

_UNDONE_PHASE_TEXT = "↩ Undone: {} no longer counts."
_MAX_LINES = 8
"""Maximum lines about moves in an announcement of an undo."""


class UndoSummary(msgspec.Struct, frozen=True):
    """The moves that undos have taken back, latest first, and the published ``phases`` that are no longer finished.

    ``last_standing`` is the last published phase that is still valid. ``is_latest`` is whether no one has moved since
    the undos. ``first_seq`` is the log row of the first undo. ``is_own_press`` is whether the player undid their own
    move; if not, the table voted.
    """

    moves: tuple[LogEntry, ...]
    phases: tuple[PhaseLog, ...] = ()
    last_standing: PhaseLog | None = None
    is_latest: bool = True
    first_seq: int = 0
    is_own_press: bool = True

    @property
    def is_by_one_player(self) -> bool:
        """Whether one player undid only their own moves."""
        return self.is_own_press and len({move.seat for move in self.moves if move.by != "forced"}) == 1

    def bookkeeping(self, table: Table) -> dict[str, int]:
        """Return notes with which the bot can name the undone moves again when the question is answered."""
        return {
            BookkeepingKey.FIRST_UNDO_SEQ: self.first_seq,
            BookkeepingKey.UNDO_QUESTION_POST: table.notes.get(BookkeepingKey.QUESTION_POST, 0),
        }

    def announcement(self, table: Table) -> Markdown:
        """Return the public text about the undo: who undid moves, how many, and which."""
        table_view = view_table(table, None)
        chosen = [move for move in self.moves if move.by != "forced"] or self.moves
        seats = sorted({move.seat for move in chosen})
        undone_count = (
            md("the last move") if len(self.moves) == 1 else md("the last {}", count_noun(len(self.moves), "move"))
        )
        latest = {move.seat: move.seq for move in reversed(self.moves)}
        names = join_words([table_view.names_at(latest[seat])(seat) for seat in seats])
        headline = (
            md("↩ {} undid {}.", names, undone_count)
            if self.is_by_one_player
            else md("↩ The table agreed to undo {} by {}.", undone_count, names)
        )
        lines = [md("-# {}", line) for line in _move_lines(table_view, self.moves)]
        rest = [md("-# … and {} more", len(lines) - _MAX_LINES)] if len(lines) > _MAX_LINES else []
        return join_lines([headline, *lines[:_MAX_LINES], *rest])


async def load_undo_summary(tables: TableService, table: Table, moves: Sequence[LogEntry]) -> UndoSummary | None:
    """Summarize the undos among ``moves``; None if there are none."""
    if not any(move.by == "undo" for move in moves):
        return None
    last = next(move for move in reversed(moves) if move.by != "ahead")
    return _undo_summary(await tables.history(table.id), moves[0].seq, last.seq)


def _undo_summary(history: Sequence[LogEntry], first: int, last: int) -> UndoSummary:
    """Summarize the undos in rows ``first`` to ``last`` of a table's log."""
    published_moves: tuple[LogEntry, ...] = ()
    valid_moves: tuple[LogEntry, ...] = ()
    undone_moves: list[LogEntry] = []
    for move in (move for move in history if move.seq <= last):
        if move.by == "undo":
            undone_moves += (
                [next(entry for entry in reversed(valid_moves) if entry.by != "ahead")] if move.seq >= first else []
            )
            valid_moves = drop_last_move(valid_moves)
        elif not is_secret_move(move):
            valid_moves = (*valid_moves, move)
        published_moves = valid_moves if move.seq < first else published_moves
    published_phases, valid_ends = (
        _finished_phases(published_moves),
        {phase.seq for phase in _finished_phases(valid_moves)},
    )
    still_valid = [phase for phase in published_phases if phase.seq in valid_ends]
    phases = tuple(phase for phase in published_phases if phase.seq not in valid_ends)
    is_latest = any(move.seq == last and move.by == "undo" for move in history)
    undo = next((move for move in history if move.by == "undo" and first <= move.seq <= last), None)
    first_seq, is_own_press = (first, True) if undo is None else (undo.seq, undo.pressed)
    return UndoSummary(
        tuple(undone_moves), phases, still_valid[-1] if still_valid else None, is_latest, first_seq, is_own_press
    )


class UndonePhases(msgspec.Struct, frozen=True):
    """Undone ``phases`` that had been posted already. ``seq`` is the undo that reopened the last of them."""

    seq: int
    phases: tuple[PhaseLog, ...]

    @property
    def phase_names(self) -> Markdown:
        """The names of the undone phases, as in the headings of their posts."""
        return join_words(list(dict.fromkeys(map(_phase_name, self.phases))))


def _phase_name(phase: PhaseLog) -> Markdown:
    return md("**{}**", join_lines(map(escape_prose, phase.headings), " · ") or md("a phase"))


def _move_lines(table_view: TableView, moves: Sequence[LogEntry]) -> list[Markdown]:
    lines_by_move = [table_view.with_names_at(move.seq).narration(events_before_next_phase(move)) for move in moves]
    return [line for lines in lines_by_move for line in lines[:1]]


def phases_undone_since(history: Sequence[LogEntry], last_seq: int) -> UndonePhases | None:
    """The phases undone since move ``last_seq``; None if there are none."""
    undos = [move.seq for move in history if move.by == "undo" and move.seq > last_seq]
    undo = _undo_summary(history, last_seq + 1, history[-1].seq) if undos else None
    if undo is None or not undo.phases:
        return None
    later_phase_seqs = (phase.seq for phase in _finished_phases(drop_undone(history)[0]) if phase.seq > last_seq)
    next_phase_seq = next(later_phase_seqs, history[-1].seq + 1)
    return UndonePhases(max(seq for seq in undos if seq < next_phase_seq), undo.phases)


def is_phase_undo(history: Sequence[LogEntry], seq: int) -> bool:
    """Whether move ``seq`` is an undo that reopened a finished phase. The next report then replaces that phase's
    report.
    """
    if not any(move.seq == seq and move.by == "undo" for move in history):
        return False
    previous_seq = max(move.seq for move in history if move.seq < seq and move.by not in ("undo", "ahead"))
    return bool(_undo_summary(history, previous_seq + 1, seq).phases)


async def reopen_question(
    messages: ChannelMessages,
    table: Table,
    undo: UndoSummary,
    decisions: Sequence[Decision],
    due: Mapping[Seat, float],
    buttons: discord.ui.View,
) -> bool:
    """Write into the open question that earlier answers were undone, unless someone has moved since.

    Return whether the edited post asks the question again. A question that was closed, because an open seat is to move,
    gets its ``buttons`` back.
    """
    question_post = open_question_post(table)
    if question_post is None or not undo.is_latest:
        return False
    repeated = decisions if undo.is_by_one_player else ()
    text = post_text.question_after_undo_text(table, view_table(table, None), undo.announcement(table), repeated, due)
    is_closed = (
        undo.is_by_one_player
        and not table.notes.get(BookkeepingKey.SEATS_ASKED)
        and question_post != table.notes.get(BookkeepingKey.LATEST_REPORT)
    )
    return await messages.edit(MessageId(question_post), text, buttons if is_closed else None) and undo.is_by_one_player


async def undo_reminder_line(tables: TableService, table: Table) -> Markdown:
    """Return a line about undone moves that were not made again, for display above the question's answer; may be
    empty.
    """
    undo, _ = await _load_undo_under_question(tables, table)
    return md("{}\n", undo.announcement(table)) if undo is not None and undo.moves else md("")


async def update_question(
    messages: ChannelMessages,
    tables: TableService,
    table: Table,
    decisions: Sequence[Decision],
    due: Mapping[Seat, float],
) -> dict[str, int]:
    """Update the post of the open question after one of several answers, or after moves that follow an undo."""
    undo, later_moves = await _load_undo_under_question(tables, table)
    question_post, table_view = open_question_post(table), view_table(table, None)
    if undo is not None and question_post is not None and decisions:
        later_lines = [md("✓ {}", line) for line in _move_lines(table_view, later_moves)[-_MAX_LINES:]]
        lines = [undo.announcement(table), *later_lines] if undo.moves else later_lines
        question = post_text.question_text(table, table_view, decisions, due)
        await messages.edit(MessageId(question_post), truncate(join_lines([*lines, question]), limits.CONTENT))
    elif (
        question_post is not None and decisions and seat_mask(decisions) != table.notes.get(BookkeepingKey.SEATS_ASKED)
    ):
        await messages.edit(MessageId(question_post), post_text.question_text(table, table_view, decisions, due))
    return {}


async def _load_undo_under_question(tables: TableService, table: Table) -> tuple[UndoSummary | None, list[LogEntry]]:
    """Return the undo that the open question's post announces, and the moves made after it.

    Moves that were made again are left out of the undo. None if the post announces no undo.
    """
    first, question_post = table.notes.get(BookkeepingKey.FIRST_UNDO_SEQ), open_question_post(table)
    if first is None or question_post is None or table.notes.get(BookkeepingKey.UNDO_QUESTION_POST) != question_post:
        return None, []
    history = await tables.history(table.id)
    last = _undo_rows(history, first)[-1].seq
    undo, later_moves = _undo_summary(history, first, last), [move for move in history if move.seq > last]
    undone_lines = [(move.seat, move.line) for move in reversed(undo.moves)]
    later_lines = [(move.seat, move.line) for move in later_moves if move.by != "ahead"]
    same = (undone == later for undone, later in zip(undone_lines, later_lines, strict=False))
    redone_count = len(list(takewhile(bool, same)))
    return msgspec.structs.replace(undo, moves=undo.moves[: len(undo.moves) - redone_count]), later_moves


def _undo_rows(history: Sequence[LogEntry], first: int) -> list[LogEntry]:
    """Return the log rows of one undo of several moves, which begins at row ``first``."""
    later = (move for move in history if move.seq >= first)
    return list(takewhile(lambda move: move.by in ("undo", "ahead"), later))


async def correct_reports(
    messages: ChannelMessages, tables: TableService, table: Table, undo: UndoSummary | None, *, plain: bool
) -> dict[str, int]:
    """Replace the reports of undone phases by a remark; a ``plain`` report gets the remark above its text.

    Return the table note with the report that is now the latest; no picture counts as shown any more.
    """
    if undo is None or not undo.phases:
        return {}
    history = await tables.history(table.id)
    for phase in undo.phases:
        latest = phase is undo.phases[-1]
        report = (
            table.notes.get(BookkeepingKey.LATEST_REPORT)
            if latest
            else await _find_report(messages, table, phase, history)
        )
        if report is not None and report != table.notes.get(BookkeepingKey.QUESTION_POST):
            await (messages.edit if plain else messages.replace_with_text)(
                MessageId(report), md(_UNDONE_PHASE_TEXT, _phase_name(phase))
            )
    last_valid_report = (
        None if undo.last_standing is None else await _find_report(messages, table, undo.last_standing, history)
    )
    return forget_shown_pictures(table.notes) | (
        {} if last_valid_report is None else {BookkeepingKey.LATEST_REPORT: last_valid_report}
    )


async def _find_report(
    messages: ChannelMessages, table: Table, phase: PhaseLog, history: Sequence[LogEntry]
) -> MessageId | None:
    ended_at = next(move.at for move in history if move.seq == phase.seq)
    since = MessageId(discord.utils.time_snowflake(datetime.fromtimestamp(ended_at - 1, UTC)))
    return await messages.find_by_custom_id(*post_custom_ids(table.id, phase.seq, PostKind.PHASE), after=since)


def _finished_phases(moves: tuple[LogEntry, ...]) -> tuple[PhaseLog, ...]:
    done, _ = split_into_phases(OpenPhase(), moves, over=False)
    return done


def events_before_next_phase(move: LogEntry) -> tuple[Event, ...]:
    """Return the events of a move, up to the beginning of the next phase."""
    events = move.events
    end = next((n for n, event in enumerate(events) if isinstance(event, PhaseEnded)), len(events))
    return events[:end]
