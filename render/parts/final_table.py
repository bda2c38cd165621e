"""Common parts of final tables: the winner in words, and cards for the winners' columns."""

from collections.abc import Sequence

from engine.core import RankingEntry, Seat, join_words
from render.palette import ACCENT, CARD
from render.parts.page_layout import FIELD_TOP
from render.scene import Box, Color, Layer


def sole_winner(places: Sequence[RankingEntry]) -> Seat | None:
    """Return the only seat in first place; None for a tie."""
    first = _first_places(places)
    return first[0].seat if len(first) == 1 else None


def winning_seats(places: Sequence[RankingEntry]) -> tuple[Seat, ...]:
    """Return the seats in first place."""
    return tuple(place.seat for place in _first_places(places))


def winner_title(places: Sequence[RankingEntry], thing: str, *, over: bool) -> str:
    """Return the title of the winner's picture: “The winner’s network”, “The leaders’ networks”."""
    role = "winner" if over else "leader"
    return f"The {role}’s {thing}" if sole_winner(places) else f"The {role}s’ {thing}s"


def verdict_text(places: Sequence[RankingEntry], names: Sequence[str], score: str, *, over: bool) -> str:
    """Return the winner or leader with the score: “Ada wins with 84 points”.

    If a tiebreaker decided, “; tie decided by …” is added.
    """
    first = _first_places(places)
    winner_names = join_words(tuple(names[place.seat - 1] for place in first))
    verb = ("wins" if over else "leads") if len(first) == 1 else ("share the win" if over else "share the lead")
    note = f"; {first[0].note}" if first[0].note and len(first) == 1 else ""
    return f"{winner_names} {verb} with {score}{note}"


def winner_card_layers(
    places: Sequence[RankingEntry], columns: tuple[float, float], bottom: float, gap: float = 14
) -> tuple[Layer, Layer]:
    """Return a layer with cards behind the winners' columns, and a layer with frames around them.

    ``columns`` has the start of the first column, and the width of a column including the ``gap`` after it, in px.
    """
    start, width = columns

    def boxes(fill: Color | None, ink: Color | None, line: float) -> tuple[Box, ...]:
        lefts = (start + i * width for i in range(len(_first_places(places))))
        return tuple(Box(left, FIELD_TOP, width - gap, bottom - FIELD_TOP, fill, ink, line, 10) for left in lefts)

    return Layer("winner", boxes(CARD, None, 0)), Layer("frame", boxes(None, ACCENT, 6))


def _first_places(places: Sequence[RankingEntry]) -> list[RankingEntry]:
    return [place for place in places if place.place == 1]
