"""The game that is dealt to everyone each day: the first title that has a daily deal. It knows no title."""

from collections.abc import Iterable, Mapping

from engine.core import Event, option_words, read_options
from engine.core.game import Daily
from engine.games import GAMES


def course_of(weekday: int) -> tuple[str, Mapping[str, str]]:
    """The title of a day, counted from 0 on Monday, and all its options as words."""
    dealt = ((key, game.daily) for key, game in GAMES.items())
    key, daily = next((key, daily) for key, daily in dealt if daily is not None)
    return key, option_words(read_options(GAMES[key].options, daily.options(weekday)))


def marks_of(title: str, events: Iterable[Event]) -> tuple[int, ...]:
    """The figures among a title's events that tell how an attempt went, and nothing about the deal."""
    daily: Daily | None = GAMES[title].daily
    return daily.marks(events) if daily is not None else ()
