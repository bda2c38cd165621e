"""Events: the consequences of actions, in the past tense."""

from typing import ClassVar

import msgspec

from engine.core.seats import Seat


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """One consequence. ``to`` names the seats that may know of it; ``None`` is the whole table and its spectators."""

    is_revealing: ClassVar[bool] = False
    """Whether it shows the table something about hidden values, although no hidden value changed."""

    is_shown_again: ClassVar[bool] = False
    """Whether the seats in ``to`` read it again above their next question, until they have acted."""

    is_explanation: ClassVar[bool] = False
    """Whether it only explains what happens, and earlier releases did not tell it: their logs lack it."""

    name_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that only say what things are called. Another release may name more of them, or fewer."""

    to: frozenset[Seat] | None = None


class PhaseEnded(Event, frozen=True):
    """A phase of the rulebook is over; the table is shown its pictures.

    ``phase`` is the phase's ``heading``. Emitted by ``State.pop_phase``, never by a game.
    """

    phase: str


class PhasePartEnded(PhaseEnded, frozen=True):
    """A part of a phase is over, such as a round in which everyone has moved, and the table is shown its pictures.

    A game emits it with the heading of the phase that goes on.
    """

    is_explanation = True


def visible_events(events: tuple[Event, ...], seat: Seat | None) -> tuple[Event, ...]:
    """The events that ``seat`` may know of; ``None`` stands for a spectator."""
    return tuple(e for e in events if e.to is None or (seat is not None and seat in e.to))
