"""Positions to measure with: any title, the same ones in every run."""

from __future__ import annotations

from typing import Any

from engine import GAMES
from engine.ai import POLICIES
from engine.core.flow import State, decisions, play
from engine.core.game import Game
from engine.core.rng import seeded
from engine.core.secret import redact

__all__ = ["GAME", "SEATS", "game_states"]

GAME: Game[Any] = next(iter(GAMES.values()))
SEATS = min(4, GAME.seats[-1])


def game_states(seed: int, *, every: int = 1, policy: str = "greedy") -> list[State]:
    """Every so many positions of one game among computer players, from the set-up to the end."""
    state: State
    state, _ = GAME.new(GAME.options(), SEATS, seed)
    rng, states = seeded(seed, "bench"), [state]
    while questions := decisions(state):
        action, rng = POLICIES[policy](GAME, redact(state, questions[0].seat), questions[0], rng)
        state, _ = play(state, action)
        states.append(state)
    return states[::every]
