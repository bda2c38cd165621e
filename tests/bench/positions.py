"""Positions to measure with: of any title, the same ones in every run."""

from typing import Any

from engine.ai import POLICIES
from engine.core import Game, State, decisions, play, redact, seeded

Title = Game[Any]
"""A registered title, whatever its state."""


def seats(game: Title) -> int:
    """How many play where speed is measured: four, or as many as the title takes."""
    return min(4, game.seats[-1])


def game_states(game: Title, seed: int, *, every: int = 1, policy: str = "greedy") -> list[State]:
    """Every so many positions of one game among computer players, from the set-up to the end."""
    state: State
    state, _ = game.new(game.options(), seats(game), seed)
    rng, states = seeded(seed, "bench"), [state]
    while questions := decisions(state):
        action, rng = POLICIES[policy](game, redact(state, questions[0].seat), questions[0], rng)
        state, _ = play(state, action)
        states.append(state)
    return states[::every]
