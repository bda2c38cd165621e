"""The daily deal: a solitaire game, and on Sundays the Solitaire Challenge."""

from collections.abc import Iterable, Mapping

from engine.core import Event
from engine.core.game import Daily
from engine.games.railroad_rivals.state.events import Delivered

_SUNDAY = 6


def _options_of_day(weekday: int) -> Mapping[str, str]:
    return {"challenge": "yes"} if weekday == _SUNDAY else {}


def _result_marks(events: Iterable[Event]) -> tuple[int, ...]:
    """Return the points of each delivery."""
    return tuple(event.points for event in events if isinstance(event, Delivered))


DAILY = Daily(options=_options_of_day, result_marks=_result_marks)
