"""Computer players over any title. They see a ``View`` and the offers of their own question, never a state."""

from collections.abc import Mapping

from engine.ai import apprentice, greedy, random, yardstick
from engine.ai.policy import Policy

__all__ = ["MEASURED", "POLICIES", "USUAL", "Policy"]

POLICIES: Mapping[str, Policy] = {
    "random": random.choose,
    "apprentice": apprentice.choose,
    "greedy": greedy.choose,
}
"""Name, as tables store it and ``--players`` writes it -> how to choose."""

USUAL = "greedy"
"""The player that fills a seat where nobody chose another: it thinks in no time."""

MEASURED: Mapping[str, Policy] = {**POLICIES, "yardstick": yardstick.choose}
"""The players of an arena: those of the tables, and the frozen one that they are measured against."""
