"""Computer players over any title. They see a ``View`` and the offers of their own question, never a state."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ai import greedy, random, yardstick
from engine.ai.policy import Policy

__all__ = ["MEASURED", "POLICIES", "STRONGEST", "Policy"]

POLICIES: Mapping[str, Policy] = {
    "random": random.choose,
    "greedy": greedy.choose,
}
"""Name, as the lobby and ``--players`` write it -> how to choose; from weak to strong."""

*_, STRONGEST = POLICIES
"""The computer player that a lobby adds, and that plays for somebody who is away."""

MEASURED: Mapping[str, Policy] = {**POLICIES, "yardstick": yardstick.choose}
"""The players of an arena: those of the tables, and the frozen one that they are measured against."""
