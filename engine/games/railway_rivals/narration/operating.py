"""What happened in runs, deals and races, in words."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["headline", "narrate"]


def headline(state: RailwayRivals) -> str:
    """Of a phase of this half."""
    return "Operating stage"


def narrate(event: Event, name: Name) -> str:
    """Of an event of this half; empty for others."""
    return ""
