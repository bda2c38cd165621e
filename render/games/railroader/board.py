"""The board: four lanes like staves of music, the trains on them, and a table of where everybody stands."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import Event
from engine.games.railroader.state import RailRoader
from render.games.railroader.alt import board_alt
from render.games.railroader.livery import PALETTE
from render.palette import PAPER
from render.parts.frame import WIDTH, header
from render.scene import Scene

__all__ = ["board_scene"]


def board_scene(state: RailRoader, news: Sequence[Event], names: tuple[str, ...]) -> Scene:
    """All lanes."""
    layers = (header("RailRoader", f"Round {state.round}", ""),)
    return Scene("board", WIDTH, 1000, PAPER, PALETTE, layers, board_alt(state, "", names))
