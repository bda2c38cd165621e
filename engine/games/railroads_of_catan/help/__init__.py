"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from __future__ import annotations

from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["rules"]


def rules(state: RailroadsOfCatan) -> tuple[tuple[str, str], ...]:
    """Every topic (the rulebook's paragraph and its text), the present phase's first."""
    return (("The Object", "Most cash after seven turns wins."),)
