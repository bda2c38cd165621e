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
    """An event before the events of each move: seat ``mover`` made move ``seq``. Only the bot adds it.

    Texts about the following events use the player names at the time of the move.
    """

    seq: int
    mover: Seat


class Remark(Event, frozen=True):
    """An event before an automatic move, with the reason for the move. Only the bot adds it.

    ``words`` follow the sentence about the move.
    """

    words: ClassVar[str] = ""


class OnlyChoice(Remark, frozen=True):
    """Remark that the move was made for its player because no other move was legal."""

    words = " (The only choice.)"


class ByOrder(Remark, frozen=True):
    """Remark that the move was made by its player's standing order."""

    words = " (By standing order.)"


class ByClock(Remark, frozen=True):
    """Remark that the move was made for its player because the player's time had run out."""

    words = " (Time ran out.)"


REMARKS: Mapping[MoveOrigin, Remark] = {"forced": OnlyChoice(), "order": ByOrder(), "clock": ByClock()}
"""Origin of an automatic move -> remark about it."""


class PhaseLog(msgspec.Struct, frozen=True):
    """The events of a phase that has ended.

    ``seq`` is the number of the move that ended the phase. If the move ended several phases, there are several
    ``headings``. ``following_events`` are later events of this move, which belong to the next phase. The report of this
    phase includes them, so that everyone knows them before the next decision. The first ``reported_count`` of
    ``events`` were in an earlier report for that reason.
    """

    seq: int
    headings: tuple[str, ...]
    events: tuple[Event, ...]
    reported_count: int = 0
    following_events: tuple[Event, ...] = ()

    @property
    def events_to_report(self) -> tuple[Event, ...]:
        """The events that the report of this phase shows."""
        return self.events[self.reported_count :] + self.following_events

    @property
    def without_overlap(self) -> PhaseLog:
        """The phase with only its own events, for readers who look it up later."""
        return replace(self, reported_count=0, following_events=())

    @property
    def first_seq(self) -> int:
        """The ``seq`` of the first move in the phase."""
        return min((event.seq for event in self.events if isinstance(event, Made)), default=self.seq)

    @property
    def movers(self) -> frozenset[Seat]:
        """The seats that made moves with events in this phase."""
        return frozenset(event.mover for event in self.events[self.reported_count :] if isinstance(event, Made))


class OpenPhase(msgspec.Struct, frozen=True):
    """The events of the current phase, up to move ``seq``. The first ``reported_count`` were in the previous report."""

    seq: int = -1
    events: tuple[Event, ...] = ()
    reported_count: int = 0


def drop_undone(moves: Sequence[LogEntry]) -> tuple[tuple[LogEntry, ...], int]:
    """Return the moves that were not undone, and the number of undos in ``moves`` that undo earlier moves.

    Secret plans are left out.
    """
    valid_moves: tuple[LogEntry, ...] = ()
    undone_before = 0
    for move in (move for move in moves if not is_secret_move(move)):
        if move.by != "undo":
            valid_moves = (*valid_moves, move)
        elif any(entry.by != "ahead" for entry in valid_moves):
            valid_moves = drop_last_move(valid_moves)
        else:
            undone_before += 1
    return valid_moves, undone_before


def is_secret_move(move: LogEntry) -> bool:
    """Whether the move is a plan that other players must not see."""
    return move.by == "ahead" and not visible_events(move.events, None)


def drop_last_move(moves: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """Return the moves without the last one and its player's later plans. (``engine.store.undo_last_move``)"""
    last_index = max(index for index, move in enumerate(moves) if move.by != "ahead")
    later_moves = [move for move in moves[last_index + 1 :] if move.seat != moves[last_index].seat]
    return (*moves[:last_index], *later_moves)


def last_imported_seq(moves: Sequence[LogEntry], head: int) -> int | None:
    """Return the ``seq`` of the last imported move; None if no move was imported, or the set-up is missing.

    ``head`` is the ``seq`` of the table's last move. The set-up is the first of ``moves``.
    """
    if not moves or moves[0].by != "start":
        return None
    last_seq = moves[1].seq - 1 if len(moves) > 1 else head
    return last_seq or None


def split_into_phases(
    open_phase: OpenPhase, moves: Sequence[LogEntry], *, over: bool
) -> tuple[tuple[PhaseLog, ...], OpenPhase]:
    """Return the phases that ended with ``moves``, and the phase that is open after them.

    ``open_phase`` is the phase that was open before. The set-up until the first decision is a phase without a heading.
    If the game is ``over``, all remaining events belong to the last phase.
    """
    phases: list[PhaseLog] = []
    still_open = open_phase
    for move in map(_mark_entry, moves):
        is_last = over and move.seq == moves[-1].seq
        headings = tuple(event.phase for event in move.events if isinstance(event, PhaseEnded))
        if not headings and not is_last and move.by != "start":
            still_open = OpenPhase(move.seq, still_open.events + move.events, still_open.reported_count)
            continue
        event_count = len(move.events) if is_last or not headings else 1 + _last_phase_end(move.events)
        following_events = add_mover(move, move.events[event_count:])
        events = still_open.events + move.events[:event_count]
        phases.append(PhaseLog(move.seq, headings, events, still_open.reported_count, following_events))
        still_open = OpenPhase(move.seq, following_events, len(following_events))
    return tuple(phases), still_open


def add_remark(by: MoveOrigin, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events after a remark with the reason for the move, and before an empty remark.

    The empty remark keeps the reason from applying to later moves. Events of a move that is not automatic are
    unchanged.
    """
    return (REMARKS[by], *events, Remark()) if by in REMARKS else tuple(events)


def add_mover(move: LogEntry, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events after a ``Made`` event for the move; empty if ``events`` is empty."""
    return (Made(move.seq, move.seat), *events) if events else ()


def _mark_entry(move: LogEntry) -> LogEntry:
    return replace(move, events=add_mover(move, add_remark(move.by, move.events)))


def _last_phase_end(events: tuple[Event, ...]) -> int:
    return max(index for index, event in enumerate(events) if isinstance(event, PhaseEnded))


class OpenPhaseCache:
    """Caches the open phases of tables, to avoid computing them from the log. Mutable."""

    def __init__(self, size: int = 1_000) -> None:
        self._size = size
        self._phases: OrderedDict[TableId, OpenPhase] = OrderedDict()

    def get(self, table_id: TableId, seq: int) -> OpenPhase | None:
        """Return the open phase after move ``seq``; None if it is not cached."""
        phase = self._phases.get(table_id)
        return phase if phase is not None and phase.seq == seq else None

    def put(self, table_id: TableId, open_phase: OpenPhase) -> None:
        """Cache the table's open phase. If the cache is full, drop the least recently used phase."""
        self._phases[table_id] = open_phase
        self._phases.move_to_end(table_id)
        if len(self._phases) > self._size:
            self._phases.popitem(last=False)
