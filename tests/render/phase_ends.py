"""Games among players who choose the best evaluation, stopped at the ends of phases; for the tests of any game."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine import Event, PhaseEnded, decisions, play, redact

__all__ = ["PhaseEnd", "phase_ends"]


class PhaseEnd(NamedTuple):
    """The state at the end of a phase, its events, and its heading, which is empty for the set-up."""

    state: Any
    news: tuple[Event, ...]
    ended: str


def phase_ends(
    game: Any, dealt: tuple[Any, tuple[Event, ...]], going_on: Callable[[Any], bool] = lambda state: True
) -> Iterator[PhaseEnd]:
    """Yield the set-up and the phase ends of a game from the position ``dealt``, while ``going_on(state)`` holds."""
    state, news = dealt
    since = list(news)
    yield PhaseEnd(state, tuple(since), "")
    while (asked := decisions(state)) and going_on(state):
        view = redact(state, asked[0].seat)
        state, news = play(state, max(asked[0].offers, key=lambda offer: game.agent.score_action(view, offer)))
        for event in news:
            since.append(event)
            if isinstance(event, PhaseEnded):
                yield PhaseEnd(state, tuple(since), event.phase)
                since.clear()
