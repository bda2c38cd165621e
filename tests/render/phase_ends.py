"""Games in which everybody does what looks best, stopped where pictures are posted; for the tests of any title."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine import Event, PhaseEnded, decisions, play, redact

__all__ = ["PhaseEnd", "phase_ends"]


class PhaseEnd(NamedTuple):
    """The table at the end of a phase, what happened in it, and its heading; first of all the set-up, without one."""

    state: Any
    news: tuple[Event, ...]
    ended: str


def phase_ends(
    game: Any, dealt: tuple[Any, tuple[Event, ...]], going_on: Callable[[Any], bool] = lambda state: True
) -> Iterator[PhaseEnd]:
    """All of a game that was just ``dealt``, or as many as it is ``going_on`` for."""
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
