"""Events: the consequences of actions, in the past tense."""

from typing import ClassVar

import msgspec

from engine.core.seats import Seat


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """One consequence of an action. ``to`` names the seats that may see it; ``None``: everyone."""

    is_revealing: ClassVar[bool] = False
    """Whether the event reveals something about hidden values, although it changes none of them."""

    is_shown_again: ClassVar[bool] = False
    """Whether the seats in ``to`` see the event again above their next question, until they have acted."""

    is_explanation: ClassVar[bool] = False
    """Whether the event only explains other events; logs of earlier releases may lack such events."""

    name_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields that contain only names. Other releases may store more or fewer names in them."""

    to: frozenset[Seat] | None = None


class PhaseEnded(Event, frozen=True):
    """A phase of the rulebook has ended; the table is shown its pictures.

    ``phase`` is the phase's ``heading``. Emitted by ``State.pop_phase``, never by a game.
    """

    phase: str


class PhasePartEnded(PhaseEnded, frozen=True):
    """A part of a phase has ended, such as a round in which everyone has moved.

    The table is shown its pictures. A game emits it with the heading of the current phase.
    """

    is_explanation = True


def visible_events(events: tuple[Event, ...], seat: Seat | None) -> tuple[Event, ...]:
    """Return the events that ``seat`` may see; ``None`` is a spectator."""
    return tuple(e for e in events if e.to is None or (seat is not None and seat in e.to))
