"""How RailRoader tells what happened and where the game stands."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.games.railroader.state import RailRoader

__all__ = ["headline", "narrate"]


def narrate(event: Event, name: Name) -> str:
    """The event as a sentence for the table; empty when it is not worth a line."""
    return ""


def headline(state: RailRoader) -> str:
    """Where the game stands: “Round 14 · 1 action left”."""
    return f"Round {state.round}"
