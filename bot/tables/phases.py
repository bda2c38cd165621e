"""A table's moves cut where a phase of the rulebook ended: what one post tells. Pure; it knows no title."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from bot.tables.table import LogEntry, MoveOrigin
from engine import Event, PhaseEnded, Seat, visible_events
from engine.store.ids import TableId


class Made(Event, frozen=True):
    """Marks that the next events came of move ``seq`` by seat ``mover``, told with the names of then."""

    seq: int
    mover: Seat


class Remark(Event, frozen=True):
    """The cause of the move that follows: ``words`` after its sentence. Told by the bot, never by a title."""

    words: ClassVar[str] = ""


class OnlyChoice(Remark, frozen=True):
    """It was made for its player, as nothing else was legal."""

    words = " (The only choice.)"


class ByOrder(Remark, frozen=True):
    """Its player's standing order made it."""

    words = " (By standing order.)"


class ByClock(Remark, frozen=True):
    """It was made for its player, whose time had run out."""

    words = " (Time ran out.)"


REMARKS: Mapping[MoveOrigin, Remark] = {"forced": OnlyChoice(), "order": ByOrder(), "clock": ByClock()}
"""Remarks on moves that nobody made by hand, by their maker."""


class PhaseLog(msgspec.Struct, frozen=True):
    """The events up to the end of a phase. ``seq`` is the move that ended it; several headings when more ended.

    ``following_events`` is what the same move brought about after that, before anybody is asked: it is told at once, so
    that nobody answers without knowing it. The first ``reported_count`` events were told so with the phase before.
    """

    seq: int
    headings: tuple[str, ...]
    events: tuple[Event, ...]
    reported_count: int = 0
    following_events: tuple[Event, ...] = ()

    @property
    def events_to_report(self) -> tuple[Event, ...]:
        """The events that its post tells."""
        return self.events[self.reported_count :] + self.following_events

    @property
    def without_overlap(self) -> PhaseLog:
        """The phase as it is read afterwards: every event is told with the phase it belongs to."""
        return replace(self, reported_count=0, following_events=())

    @property
    def first_seq(self) -> int:
        """The first move that it is made of."""
        return min((event.seq for event in self.events if isinstance(event, Made)), default=self.seq)

    @property
    def movers(self) -> frozenset[Seat]:
        """The seats whose moves it is made of, as far as anything came of them."""
        return frozenset(event.mover for event in self.events[self.reported_count :] if isinstance(event, Made))


class OpenPhase(msgspec.Struct, frozen=True):
    """The events of the present phase, up to move ``seq``; the first ``reported_count`` were told with the phase
    before.
    """

    seq: int = -1
    events: tuple[Event, ...] = ()
    reported_count: int = 0


def drop_undone(moves: Sequence[LogEntry]) -> tuple[tuple[LogEntry, ...], int]:
    """The moves that stand, and how many moves before the first of ``moves`` were taken back.

    Answers given ahead of which nobody is told are left out.
    """
    standing: tuple[LogEntry, ...] = ()
    earlier = 0
    for move in (move for move in moves if not is_secret_move(move)):
        if move.by != "undo":
            standing = (*standing, move)
        elif any(entry.by != "ahead" for entry in standing):
            standing = drop_last_move(standing)
        else:
            earlier += 1
    return standing, earlier


def is_secret_move(move: LogEntry) -> bool:
    """Whether the move was said ahead and the table hears nothing of it."""
    return move.by == "ahead" and not visible_events(move.events, None)


def drop_last_move(standing: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """The moves without the last one; what others have said ahead since stands. (``engine.store.undo_last_move``)"""
    last = max(index for index, move in enumerate(standing) if move.by != "ahead")
    later = [move for move in standing[last + 1 :] if move.seat != standing[last].seat]
    return (*standing[:last], *later)


def last_imported_seq(moves: Sequence[LogEntry], head: int) -> int | None:
    """The last move of the file that the game was set up from, if ``moves`` begin it; ``head`` is the last move now."""
    if not moves or moves[0].by != "start":
        return None
    before = moves[1].seq - 1 if len(moves) > 1 else head
    return before or None


def split_into_phases(
    open_phase: OpenPhase, moves: Sequence[LogEntry], *, over: bool
) -> tuple[tuple[PhaseLog, ...], OpenPhase]:
    """The phases that ``moves`` ended, and what they leave unfinished. ``open_phase`` is what was unfinished before.

    The set-up is a phase without heading, up to the first question. At the end of the game (``over``) everything
    belongs to the last phase.
    """
    done: list[PhaseLog] = []
    rest = open_phase
    for move in map(_mark_entry, moves):
        last = over and move.seq == moves[-1].seq
        headings = tuple(event.phase for event in move.events if isinstance(event, PhaseEnded))
        if not headings and not last and move.by != "start":
            rest = OpenPhase(move.seq, rest.events + move.events, rest.reported_count)
            continue
        cut = len(move.events) if last or not headings else 1 + _last_phase_end(move.events)
        after = add_mover(move, move.events[cut:])
        events = rest.events + move.events[:cut]
        done.append(PhaseLog(move.seq, headings, events, rest.reported_count, after))
        rest = OpenPhase(move.seq, after, len(after))
    return tuple(done), rest


def add_remark(by: MoveOrigin, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a move between how it came about and a remark without words, so that no other move gets it."""
    return (REMARKS[by], *events, Remark()) if by in REMARKS else tuple(events)


def add_mover(move: LogEntry, events: Sequence[Event]) -> tuple[Event, ...]:
    """Events of the move with the mark that they are its own; none where there are none."""
    return (Made(move.seq, move.seat), *events) if events else ()


def _mark_entry(move: LogEntry) -> LogEntry:
    return replace(move, events=add_mover(move, add_remark(move.by, move.events)))


def _last_phase_end(events: tuple[Event, ...]) -> int:
    return max(index for index, event in enumerate(events) if isinstance(event, PhaseEnded))


class OpenPhaseCache:
    """A cache of the unfinished phases at the tables in use. Mutable; the log can always make it again."""

    def __init__(self, size: int = 1_000) -> None:
        self._size = size
        self._phases: OrderedDict[TableId, OpenPhase] = OrderedDict()

    def get(self, table_id: TableId, seq: int) -> OpenPhase | None:
        """The phase unfinished after move ``seq``, if it is known."""
        phase = self._phases.get(table_id)
        return phase if phase is not None and phase.seq == seq else None

    def put(self, table_id: TableId, open_phase: OpenPhase) -> None:
        """Remembers one table's, and forgets the one not asked for the longest."""
        self._phases[table_id] = open_phase
        self._phases.move_to_end(table_id)
        if len(self._phases) > self._size:
            self._phases.popitem(last=False)
