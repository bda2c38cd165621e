"""A hint for any title that has none of its own: imagined games, played on at random.

So a new title has computer players as soon as it can imagine a state:
``Computer(hint=played_on(imagine, ranking), imagine=imagine)``. It knows no title.
"""

from collections.abc import Callable
from itertools import islice
from statistics import fmean
from typing import Any

from engine.core import Action, Place, Rng, State, View, decisions, play_unchecked, seeded, write

_WORLDS = 4
"""Imagined games an action."""

_MOVES = 400
"""Moves of an imagined game at most; what is not over then is ranked as it stands."""


def played_on(
    imagine: Callable[[View[Any], Rng], Any], ranking: Callable[[Any], tuple[Place, ...]]
) -> Callable[[View[Any], Action], float]:
    """A title's ``hint``: from 0, always last, to 1, always alone in front. The same for the same view and action."""

    def hint(view: View[Any], action: Action) -> float:
        worlds = range(_WORLDS)
        return fmean(_share_beaten(view, action, seeded(world, write(action))) for world in worlds)

    def _share_beaten(view: View[Any], action: Action, rng: Rng) -> float:
        world_rng, rng = rng, Rng(rng.counter ^ 1)
        state = imagine(view, world_rng)
        if not any(action in asked.offers for asked in decisions(state)):
            return 0.0  # not possible in the world that was imagined
        places = ranking(_played_out(play_unchecked(state, action)[0], rng))
        mine = next(place.place for place in places if place.seat == action.seat)
        return sum(place.place > mine for place in places) / max(1, len(places) - 1)

    return hint


def _played_out(state: State, rng: Rng) -> State:
    """The state at the end of a game in which everybody chooses at random."""
    for _ in range(_MOVES):
        asked = decisions(state)
        if not asked:
            return state
        index, rng = rng.below(len(asked[0].offers))
        state, _ = play_unchecked(state, next(islice(asked[0].offers, index, None)))
    return state
