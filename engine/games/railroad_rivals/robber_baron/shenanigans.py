"""Shenanigans."""

from __future__ import annotations

from engine.games.railroad_rivals.module import Module

__all__ = ["Shenanigans"]


class Shenanigans(Module):
    """Shenanigans."""
