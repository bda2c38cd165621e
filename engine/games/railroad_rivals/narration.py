"""How Railroad Rivals speaks to players."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.event import Event
from engine.core.game import Name
from engine.games.railroad_rivals.state import RailroadRivals

__all__ = ["headline", "label", "narrate", "rules"]


def narrate(event: Event, name: Name) -> str:
    return ""


def headline(state: RailroadRivals) -> str:
    return f"Turn {state.turn}"


def label(state: RailroadRivals, action: Action, field: str, name: Name) -> str:
    return str(getattr(action, field)) if field else str(action)


def rules(state: RailroadRivals) -> tuple[tuple[str, str], ...]:
    return ()
