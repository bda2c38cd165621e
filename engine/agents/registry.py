"""The registry of all computer players."""

from collections.abc import Mapping

from engine.agents import search_agent
from engine.agents.difficulty import DISPATCHER, difficulty_levels, level_name
from engine.agents.policies import QUICK_POLICIES, Policy

__all__ = ["ALL_POLICIES", "DISPATCHER", "Policy", "difficulty_levels", "level_name"]

ALL_POLICIES: Mapping[str, Policy] = {**QUICK_POLICIES, DISPATCHER: search_agent.choose}
"""All policies that a table can have, by their stored names."""
