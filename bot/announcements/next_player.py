"""Predicts the next player from public information. Pure, and too slow for the event loop."""

from collections.abc import Collection
from itertools import islice

from engine import Action, Game, Seat, State, View
from engine.core import Rng, decisions, play_unchecked, rng_from_seed

_MAX_STEPS = 60
"""Maximum moves of one simulated continuation."""
_SEEDS = (1, 2)
_MAX_OFFERS = 40
"""Maximum offers among which a simulated move is chosen."""


def guess_next_seat(game: Game[State], view: View[State], asked: Seat) -> Seat | None:
    """Return the seat to move after ``asked`` has answered, if all simulated continuations agree; otherwise None.

    ``view`` is the spectators' view, so the result reveals nothing.
    """
    next_seats = {_simulate_next_seat(game, view, asked, seed) for seed in _SEEDS}
    return next_seats.pop() if len(next_seats) == 1 else None


def _simulate_next_seat(game: Game[State], view: View[State], asked: Seat, seed: int) -> Seat | None:
    """Return the seat to move after ``asked`` in one random continuation; None if several are, or none within the
    limit.
    """
    rng = rng_from_seed(seed)
    state = game.agent.determinize(view, rng)
    for _ in range(_MAX_STEPS):
        questions = decisions(state)
        seats = {question.seat for question in questions}
        if asked not in seats:
            return seats.pop() if len(seats) == 1 else None
        if len(seats) > 1:
            return None
        choice, rng = _choose_random(questions[0].offers, rng)
        state, _ = play_unchecked(state, choice)
    return None


def _choose_random(offers: Collection[Action], rng: Rng) -> tuple[Action, Rng]:
    """Choose one of the first ``_MAX_OFFERS`` offers at random; their number may be infinite."""
    listed = list(islice(offers, _MAX_OFFERS))
    index, rng = rng.draw_below(len(listed))
    return listed[index], rng
