"""What a choice means, said in a menu: its place in words, its price and its effect."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.notation import write
from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["label"]


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """What a menu calls the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
    return str(getattr(action, field)) if field else f"{write(action)}."
