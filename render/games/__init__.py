"""The registry of painters, one line each, by the title's key."""

from __future__ import annotations

from collections.abc import Mapping

from render.games import railroad_rivals
from render.painter import Painter

__all__ = ["PAINTERS"]

PAINTERS: Mapping[str, Painter] = {
    "railroad-rivals": railroad_rivals.PAINTER,
}
