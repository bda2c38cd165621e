"""Buildings."""

from __future__ import annotations

from engine.games.railroad_rivals.module import Module

__all__ = ["Buildings"]


class Buildings(Module):
    """Buildings."""
