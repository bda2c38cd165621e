"""Splits a table's moves at the ends of phases; each phase is one report. Pure."""

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
    """Marks that the next events belong to move ``seq`` by seat ``mover``, with the names at that time."""

    seq: int
    mover: Seat


class Remark(Event, frozen=True):
    """The reason of the next move: ``words`` after its sentence. Only the bot makes remarks."""

    words: ClassVar[str] = ""


class OnlyChoice(Remark, frozen=True):
    """The move was made for its player, because nothing else was legal."""

    words = " (The only choice.)"


class ByOrder(Remark, frozen=True):
    """The move was made by its player's standing order."""

    words = " (By standing order.)"


class ByClock(Remark, frozen=True):
    """The move was made for its player, whose time had run out."""

    words = " (Time ran out.)"


REMARKS: Mapping[MoveOrigin, Remark] = {"forced": OnlyChoice(), "order": ByOrder(), "clock": ByClock()}
"""Remarks on automatic moves, by their maker."""


class PhaseLog(msgspec.Struct, frozen=True):
    """The events up to the end of a phase. ``seq`` is the move that ended it; several headings if several phases ended.

    ``following_events`` are later events of the same move, before the next decision; they are part of this report, so
    that everyone knows them before answering. The first ``reported_count`` events were already in the report before.
    """

    seq: int
    headings: tuple[str, ...]
    events: tuple[Event, ...]
    reported_count: int = 0
    following_events: tuple[Event, ...] = ()

    @property
    def events_to_report(self) -> tuple[Event, ...]:
        """The events of its report."""
        return self.events[self.reported_count :] + self.following_events

    @property
    def without_overlap(self) -> PhaseLog:
        """The phase for later reading: every event belongs to its own phase."""
        return replace(self, reported_count=0, following_events=())

    @property
    def first_seq(self) -> int:
        """Its first move."""
        return min((event.seq for event in self.events if isinstance(event, Made)), default=self.seq)

    @property
    def movers(self) -> frozenset[Seat]:
        """The seats whose moves in it had events."""
        return frozenset(event.mover for event in self.events[self.reported_count :] if isinstance(event, Made))


class OpenPhase(msgspec.Struct, frozen=True):
    """The events of the current phase, up to move ``seq``; the first ``reported_count`` were in the report before."""

    seq: int = -1
    events: tuple[Event, ...] = ()
    reported_count: int = 0


def drop_undone(moves: Sequence[LogEntry]) -> tuple[tuple[LogEntry, ...], int]:
    """The valid moves, and how many moves before the first of ``moves`` were undone.

    Secret plans are omitted.
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
    """Whether the move is a plan that the table is not shown."""
    return move.by == "ahead" and not visible_events(move.events, None)


def drop_last_move(standing: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """The moves without the last one; later plans of other players stay. (``engine.store.undo_last_move``)"""
    last = max(index for index, move in enumerate(standing) if move.by != "ahead")
    later = [move for move in standing[last + 1 :] if move.seat != standing[last].seat]
    return (*standing[:last], *later)


def last_imported_seq(moves: Sequence[LogEntry], head: int) -> int | None:
    """The last move of the imported file, if ``moves`` begin with it; ``head`` is the last move now."""
    if not moves or moves[0].by != "start":
        return None
    before = moves[1].seq - 1 if len(moves) > 1 else head
    return before or None


def split_into_phases(
    open_phase: OpenPhase, moves: Sequence[LogEntry], *, over: bool
) -> tuple[tuple[PhaseLog, ...], OpenPhase]:
    """The phases that ``moves`` ended, and the unfinished rest. ``open_phase`` is the rest from before.

    The set-up, up to the first question, is a phase without a heading. At the end of the game (``over``) all events
    belong to the last phase.
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
    """The events of a move, between its reason and an empty remark, so that no other move gets the reason."""
    return (REMARKS[by], *events, Remark()) if by in REMARKS else tuple(events)


def add_mover(move: LogEntry, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a move, preceded by a mark of their move; empty if there are none."""
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
        """The unfinished phase after move ``seq``, if it is cached."""
        phase = self._phases.get(table_id)
        return phase if phase is not None and phase.seq == seq else None

    def put(self, table_id: TableId, open_phase: OpenPhase) -> None:
        """Cache one table's phase, and drop the least recently used one."""
        self._phases[table_id] = open_phase
        self._phases.move_to_end(table_id)
        if len(self._phases) > self._size:
            self._phases.popitem(last=False)
