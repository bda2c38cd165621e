"""How Railroads of Catan tells what happened and where the game stands."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["headline", "narrate"]


def narrate(event: Event, name: Name) -> str:
    """The event as a sentence for the table; empty when it is not worth a line."""
    return ""


def headline(state: RailroadsOfCatan) -> str:
    """Where the game stands."""
    return f"Turn {max(1, state.turn)} of 7" if state.flow else "Final result"
