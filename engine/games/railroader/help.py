"""The rules that matter now."""

from __future__ import annotations

from engine.games.railroader.state import RailRoader

__all__ = ["rules"]


def rules(state: RailRoader) -> tuple[tuple[str, str], ...]:
    """Topics with their paragraphs, the present phase's first."""
    return ()
