"""The rules of runs, deals and races."""

from __future__ import annotations

from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["topics", "topics_now"]

Topic = tuple[str, str]


def topics_now(state: RailwayRivals) -> tuple[Topic, ...]:
    """What matters in a phase of this half; nothing in others."""
    return ()


def topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """All of this half, in rulebook order."""
    return ()
