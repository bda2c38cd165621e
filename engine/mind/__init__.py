"""Computer players that look ahead: they imagine what they cannot see, and play on from there. It knows no title."""

from collections.abc import Mapping

from engine.ai import POLICIES, Policy
from engine.mind import dispatcher
from engine.mind.levels import DISPATCHER, level_name, levels_of

__all__ = ["DISPATCHER", "PLAYERS", "Policy", "level_name", "levels_of"]

PLAYERS: Mapping[str, Policy] = {**POLICIES, DISPATCHER: dispatcher.choose}
"""Every computer player that a table may have, by the name it is stored under."""
