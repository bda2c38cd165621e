"""Seeded positions of any game to measure with, equal in every run."""

from typing import Any

from engine.agents.policies import QUICK_POLICIES
from engine.core import Game, State, decisions, play, redact, rng_from_seed

Title = Game[Any]
"""A registered game, whatever the type of its state."""


def seats(game: Title) -> int:
    """Return the number of players in measured games: four, or as many as the game takes."""
    return min(4, game.seats[-1])


def game_states(game: Title, seed: int, *, every: int = 1, policy: str = "greedy") -> list[State]:
    """Return one of ``every`` positions of a game among computer players, from the set-up to the end."""
    state: State
    state, _ = game.new_game(game.options(), seats(game), seed)
    rng, states = rng_from_seed(seed, "bench"), [state]
    while questions := decisions(state):
        action, rng = QUICK_POLICIES[policy](game, redact(state, questions[0].seat), questions[0], rng)
        state, _ = play(state, action)
        states.append(state)
    return states[::every]
