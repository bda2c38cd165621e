"""Entries, routes and deals, as a menu says them."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.notation import word
from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["label"]


def label(state: RailwayRivals, action: Action, field: str, name: Name) -> str:
    """Of an action of this half; empty for others."""
    return word(getattr(action, field)) if field else str(action)
