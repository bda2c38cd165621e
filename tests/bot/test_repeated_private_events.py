"""Private events that are shown again above the next question."""

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from bot.view import TableView
from engine import Event, Seat

ME, OTHER = Seat(1), Seat(2)


class Whispered(Event, frozen=True):
    """A private event that is repeated."""

    is_shown_again: ClassVar[bool] = True


class Moved(Event, frozen=True):
    """A public event."""

    seat: Seat


MINE, HEARD_BY_BOTH = Whispered(to=frozenset({ME})), Whispered(to=frozenset({ME, OTHER}))


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ([MINE], [MINE]),
        ([MINE, Moved(seat=OTHER)], [MINE]),
        ([MINE, Moved(seat=ME)], []),
        ([MINE, Moved(seat=ME), HEARD_BY_BOTH], [HEARD_BY_BOTH]),
        ([Whispered(to=frozenset({OTHER})), Moved(seat=OTHER)], []),
        ([MINE, Moved(seat=ME, to=frozenset({ME}))], [MINE]),
    ],
)
def test_private_events_are_repeated_until_their_reader_acts(told: list[Event], kept: list[Event]) -> None:
    seen: Any = SimpleNamespace(view=SimpleNamespace(seat=ME), narration=list)
    assert TableView.private_news(seen, told) == kept
