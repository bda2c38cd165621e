"""Corrects what the channel was told after an undo: the undone moves, and the posts about their phases.

It knows no title. Words are those that everybody may read.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile

import discord
import msgspec

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, joined, listed, md
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.tables.chapters import Chapter, Unfinished, chapters, effective, is_secret, without_last
from bot.tables.table import Move, Note, Table, forgotten
from bot.telling import posts
from bot.telling.asking import mask, open_question
from bot.telling.mailbox import Mailbox
from bot.ui.components import Post, known_by
from engine import Decision, Event, PhaseEnded, Seat
from engine.store.ids import MessageId

_GONE = "↩ Undone: {} no longer counts."
_MOST_LINES = 8


class Undone(msgspec.Struct, frozen=True):
    """The ``moves`` that were taken back, the last one first, the ``phases`` that they had ended, and the last phase
    that ``stands``; ``final`` if nobody has moved since. ``first`` is the row of the first undo, which was ``pressed``
    by the player whose move it was, or else decided by the table."""

    moves: tuple[Move, ...]
    phases: tuple[Chapter, ...] = ()
    stands: Chapter | None = None
    final: bool = True
    first: int = 0
    pressed: bool = True

    @property
    def alone(self) -> bool:
        """Whether a single player has taken back what was that player's own."""
        return self.pressed and len({move.seat for move in self.moves if move.by != "forced"}) == 1

    def noted(self, table: Table) -> dict[str, int]:
        """The table's notes by which the undone moves are still known when the question is answered."""
        return {Note.UNDONE: self.first, Note.UNDONE_AT: table.notes.get(Note.PING, 0)}

    def said(self, table: Table) -> Markdown:
        """Tells everybody who undid how many moves, and which."""
        seen = sight(table, None)
        chosen = [move for move in self.moves if move.by != "forced"] or self.moves
        seats = sorted({move.seat for move in chosen})
        many = md("the last move") if len(self.moves) == 1 else md("the last {}", counted(len(self.moves), "move"))
        latest = {move.seat: move.seq for move in reversed(self.moves)}
        who = listed([seen.then(latest[seat])(seat) for seat in seats])
        first = md("↩ {} undid {}.", who, many) if self.alone else md("↩ The table agreed to undo {} by {}.", many, who)
        lines = [md("-# {}", line) for line in _first_lines(seen, self.moves)]
        rest = [md("-# … and {} more", len(lines) - _MOST_LINES)] if len(lines) > _MOST_LINES else []
        return joined([first, *lines[:_MOST_LINES], *rest])


async def undone(sessions: Tables, table: Table, moves: Sequence[Move]) -> Undone | None:
    """The moves that the undos among ``moves`` undid; None without an undo."""
    if not any(move.by == "undo" for move in moves):
        return None
    last = next(move for move in reversed(moves) if move.by != "ahead")
    return _undone_in(await sessions.history(table.id), moves[0].seq, last.seq)


def _undone_in(history: Sequence[Move], first: int, last: int) -> Undone:
    """The moves that the undos among rows ``first`` to ``last`` of a table's log undid."""
    told: tuple[Move, ...] = ()
    standing: tuple[Move, ...] = ()
    gone: list[Move] = []
    for move in (move for move in history if move.seq <= last):
        if move.by == "undo":
            gone += [next(made for made in reversed(standing) if made.by != "ahead")] if move.seq >= first else []
            standing = without_last(standing)
        elif not is_secret(move):
            standing = (*standing, move)
        told = standing if move.seq < first else told
    before, ends = _ended(told), {chapter.seq for chapter in _ended(standing)}
    stands = [chapter for chapter in before if chapter.seq in ends]
    phases = tuple(chapter for chapter in before if chapter.seq not in ends)
    final = any(move.seq == last and move.by == "undo" for move in history)
    undo = next((move for move in history if move.by == "undo" and first <= move.seq <= last), None)
    begun, pressed = (first, True) if undo is None else (undo.seq, undo.pressed)
    return Undone(tuple(gone), phases, stands[-1] if stands else None, final, begun, pressed)


class Withdrawn(msgspec.Struct, frozen=True):
    """The ``phases`` that somebody was told of and that are taken back, the last of it by undo ``seq``."""

    seq: int
    phases: tuple[Chapter, ...]

    @property
    def names(self) -> Markdown:
        """The names of the undone phases, as their posts were headed."""
        return listed(list(dict.fromkeys(map(_name, self.phases))))


def _name(phase: Chapter) -> Markdown:
    """The phase's name, as its report was headed."""
    return md("**{}**", joined(map(escape_prose, phase.headings), " · ") or md("a phase"))


def _first_lines(seen: TableView, moves: Sequence[Move]) -> list[Markdown]:
    """A line for each of the moves that says what it did."""
    told = [seen.at(move.seq).told(deed_of(move)) for move in moves]
    return [line for lines in told for line in lines[:1]]


def withdrawn(history: Sequence[Move], told: int) -> Withdrawn | None:
    """The phases undone since for somebody who was told of the moves up to ``told``; None if there are none."""
    undos = [move.seq for move in history if move.by == "undo" and move.seq > told]
    gone = _undone_in(history, told + 1, history[-1].seq) if undos else None
    if gone is None or not gone.phases:
        return None
    later = (chapter.seq for chapter in _ended(effective(history)[0]) if chapter.seq > told)
    anew = next(later, history[-1].seq + 1)
    return Withdrawn(max(seq for seq in undos if seq < anew), gone.phases)


def is_anew(history: Sequence[Move], told: int) -> bool:
    """Whether move ``told`` is an undo that took the end of a phase back: the next phase takes its place."""
    if not any(move.seq == told and move.by == "undo" for move in history):
        return False
    before = max(move.seq for move in history if move.seq < told and move.by not in ("undo", "ahead"))
    return bool(_undone_in(history, before + 1, told).phases)


async def asked_again(
    mailbox: Mailbox,
    table: Table,
    gone: Undone,
    asked: Sequence[Decision],
    due: Mapping[Seat, float],
    buttons: discord.ui.View,
) -> bool:
    """Writes into the open question that its answers before were taken back, if nobody has moved since.

    Whether it asks again itself: a player whose own press it was is notified by that alone. A question that was closed,
    as an open seat was asked since, has its ``buttons`` again.
    """
    ping = open_question(table)
    if ping is None or not gone.final:
        return False
    again = asked if gone.alone else ()
    said = posts.taken_back(table, sight(table, None), gone.said(table), again, due)
    closed = gone.alone and not table.notes.get(Note.ASKED) and ping != table.notes.get(Note.PHASE)
    return await mailbox.edit(MessageId(ping), said, buttons if closed else None) and gone.alone


async def remembered(sessions: Tables, table: Table) -> Markdown:
    """Names the moves undone under the open question and not redone, for the line above its answer; mostly empty."""
    gone, _ = await _under_question(sessions, table)
    return md("{}\n", gone.said(table)) if gone is not None and gone.moves else md("")


async def still_open(
    mailbox: Mailbox, sessions: Tables, table: Table, asked: Sequence[Decision], due: Mapping[Seat, float]
) -> dict[str, int]:
    """Brings the open question up to date: when some of those who were asked have answered, or when it says what was
    taken back and its player has gone on since, or has made it again.
    """
    gone, made = await _under_question(sessions, table)
    ping, seen = open_question(table), sight(table, None)
    if gone is not None and ping is not None and asked:
        since = [md("✓ {}", line) for line in _first_lines(seen, made)[-_MOST_LINES:]]
        lines = [gone.said(table), *since] if gone.moves else since
        question = posts.ask(table, seen, asked, due)
        await mailbox.edit(MessageId(ping), cut(joined([*lines, question]), limits.CONTENT))
    elif ping is not None and asked and mask(asked) != table.notes.get(Note.ASKED):
        await mailbox.edit(MessageId(ping), posts.ask(table, seen, asked, due))
    return {}


async def _under_question(sessions: Tables, table: Table) -> tuple[Undone | None, list[Move]]:
    """The moves undone under the open question, without those that were redone, and all moves made since."""
    first, ping = table.notes.get(Note.UNDONE), open_question(table)
    if first is None or ping is None or table.notes.get(Note.UNDONE_AT) != ping:
        return None, []
    history = await sessions.history(table.id)
    last = _undos(history, first)[-1].seq
    gone, made = _undone_in(history, first, last), [move for move in history if move.seq > last]
    before = [(move.seat, move.line) for move in reversed(gone.moves)]
    after = [(move.seat, move.line) for move in made if move.by != "ahead"]
    same = (one == other for one, other in zip(before, after, strict=False))
    again = len(list(takewhile(bool, same)))
    return msgspec.structs.replace(gone, moves=gone.moves[: len(gone.moves) - again]), made


def _undos(history: Sequence[Move], first: int) -> list[Move]:
    """The rows of one undo of several moves, from row ``first`` on."""
    later = (move for move in history if move.seq >= first)
    return list(takewhile(lambda move: move.by in ("undo", "ahead"), later))


async def corrected(
    mailbox: Mailbox, sessions: Tables, table: Table, gone: Undone | None, *, plain: bool
) -> dict[str, int]:
    """Says in place of each report what was taken back; above it, if reports are ``plain``, but for the open question.

    Gives the note of the report that is the latest now; no picture counts as shown any more.
    """
    if gone is None or not gone.phases:
        return {}
    history = await sessions.history(table.id)
    for chapter in gone.phases:
        latest = chapter is gone.phases[-1]
        post = table.notes.get(Note.PHASE) if latest else await _post(mailbox, table, chapter, history)
        if post is not None and post != table.notes.get(Note.PING):
            await (mailbox.edit if plain else mailbox.replace)(MessageId(post), md(_GONE, _name(chapter)))
    stands = None if gone.stands is None else await _post(mailbox, table, gone.stands, history)
    return forgotten(table.notes) | ({} if stands is None else {Note.PHASE: stands})


async def _post(mailbox: Mailbox, table: Table, chapter: Chapter, history: Sequence[Move]) -> MessageId | None:
    """The post about a phase, found by its buttons among those made since its last move."""
    made = next(move.at for move in history if move.seq == chapter.seq)
    since = MessageId(discord.utils.time_snowflake(datetime.fromtimestamp(made - 1, UTC)))
    return await mailbox.find(*known_by(table.id, chapter.seq, Post.PHASE), after=since)


def _ended(standing: tuple[Move, ...]) -> tuple[Chapter, ...]:
    done, _ = chapters(Unfinished(), standing, over=False)
    return done


def deed_of(move: Move) -> tuple[Event, ...]:
    """The events of a move itself, without those of the phases that began after it."""
    events = move.events
    cut = next((n for n, event in enumerate(events) if isinstance(event, PhaseEnded)), len(events))
    return events[:cut]
