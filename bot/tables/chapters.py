"""A table's moves cut where a phase of the rulebook ended: what one post tells. Pure; it knows no title."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from bot.tables.table import By, Move
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


REMARKS: Mapping[By, Remark] = {"forced": OnlyChoice(), "order": ByOrder(), "clock": ByClock()}
"""Remarks on moves that nobody made by hand, by their maker."""


class Chapter(msgspec.Struct, frozen=True):
    """The events up to the end of a phase. ``seq`` is the move that ended it; several headings when more ended.

    ``after`` is what the same move brought about after that, before anybody is asked: it is told at once, so that
    nobody answers without knowing it. The first ``told`` events were told so with the chapter before.
    """

    seq: int
    headings: tuple[str, ...]
    events: tuple[Event, ...]
    told: int = 0
    after: tuple[Event, ...] = ()

    @property
    def untold(self) -> tuple[Event, ...]:
        """The events that its post tells."""
        return self.events[self.told :] + self.after

    @property
    def whole(self) -> Chapter:
        """The chapter as it is read afterwards: every event is told with the phase it belongs to."""
        return replace(self, told=0, after=())

    @property
    def first(self) -> int:
        """The first move that it is made of."""
        return min((event.seq for event in self.events if isinstance(event, Made)), default=self.seq)

    @property
    def movers(self) -> frozenset[Seat]:
        """The seats whose moves it is made of, as far as anything came of them."""
        return frozenset(event.mover for event in self.events[self.told :] if isinstance(event, Made))


class Unfinished(msgspec.Struct, frozen=True):
    """The events of the present phase, up to move ``seq``; the first ``told`` were told with the chapter before."""

    seq: int = -1
    events: tuple[Event, ...] = ()
    told: int = 0


def effective(moves: Sequence[Move]) -> tuple[tuple[Move, ...], int]:
    """The moves that stand, and how many moves before the first of ``moves`` were taken back.

    Answers given ahead of which nobody is told are left out.
    """
    standing: tuple[Move, ...] = ()
    earlier = 0
    for move in (move for move in moves if not is_secret(move)):
        if move.by != "undo":
            standing = (*standing, move)
        elif any(made.by != "ahead" for made in standing):
            standing = without_last(standing)
        else:
            earlier += 1
    return standing, earlier


def is_secret(move: Move) -> bool:
    """Whether the move was said ahead and the table hears nothing of it."""
    return move.by == "ahead" and not visible_events(move.events, None)


def without_last(standing: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves without the last one; what others have said ahead since stands. (``engine.store.take_back``)"""
    last = max(index for index, move in enumerate(standing) if move.by != "ahead")
    later = [move for move in standing[last + 1 :] if move.seat != standing[last].seat]
    return (*standing[:last], *later)


def resumed_at(moves: Sequence[Move], head: int) -> int | None:
    """The last move of the file that the game was set up from, if ``moves`` begin it; ``head`` is the last move now."""
    if not moves or moves[0].by != "start":
        return None
    before = moves[1].seq - 1 if len(moves) > 1 else head
    return before or None


def chapters(begun: Unfinished, moves: Sequence[Move], *, over: bool) -> tuple[tuple[Chapter, ...], Unfinished]:
    """The phases that ``moves`` ended, and what they leave unfinished. ``begun`` is what was unfinished before.

    The set-up is a chapter without heading, up to the first question. At the end of the game (``over``) everything
    belongs to the last chapter.
    """
    done: list[Chapter] = []
    rest = begun
    for move in map(_marked, moves):
        last = over and move.seq == moves[-1].seq
        headings = tuple(event.phase for event in move.events if isinstance(event, PhaseEnded))
        if not headings and not last and move.by != "start":
            rest = Unfinished(move.seq, rest.events + move.events, rest.told)
            continue
        cut = len(move.events) if last or not headings else 1 + _last_end(move.events)
        after = made_with(move, move.events[cut:])
        events = rest.events + move.events[:cut]
        done.append(Chapter(move.seq, headings, events, rest.told, after))
        rest = Unfinished(move.seq, after, len(after))
    return tuple(done), rest


def remarked(by: By, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a move between how it came about and a remark without words, so that no other move gets it."""
    return (REMARKS[by], *events, Remark()) if by in REMARKS else tuple(events)


def made_with(move: Move, events: Sequence[Event]) -> tuple[Event, ...]:
    """Events of the move with the mark that they are its own; none where there are none."""
    return (Made(move.seq, move.seat), *events) if events else ()


def _marked(move: Move) -> Move:
    return replace(move, events=made_with(move, remarked(move.by, move.events)))


def _last_end(events: tuple[Event, ...]) -> int:
    return max(index for index, event in enumerate(events) if isinstance(event, PhaseEnded))


class Chronicle:
    """A cache of the unfinished phases at the tables in use. Mutable; the log can always make it again."""

    def __init__(self, size: int = 1_000) -> None:
        self._size = size
        self._known: OrderedDict[TableId, Unfinished] = OrderedDict()

    def at(self, table_id: TableId, seq: int) -> Unfinished | None:
        """The phase unfinished after move ``seq``, if it is known."""
        known = self._known.get(table_id)
        return known if known is not None and known.seq == seq else None

    def keep(self, table_id: TableId, unfinished: Unfinished) -> None:
        """Remembers one table's, and forgets the one not asked for the longest."""
        self._known[table_id] = unfinished
        self._known.move_to_end(table_id)
        if len(self._known) > self._size:
            self._known.popitem(last=False)
