"""The names by which news are told: those of who held the seats when they happened. It knows no title."""

from collections.abc import Sequence

from engine.core import Event
from render.labels import Names, names_of

News = Sequence[Event]
"""What happened since the last picture, in order."""


class Called(Event, frozen=True):
    """A mark among the news: who held the seats in what follows it, seat 1 first, where it is not who does now."""

    names: tuple[str, ...]


def called_then(news: News, names: Names) -> tuple[str, ...]:
    """The names for the last of the news; without a mark those of now."""
    last = next((event.names for event in reversed(news) if isinstance(event, Called)), None)
    return tuple(names) if last is None else names_of(last, len(names))
