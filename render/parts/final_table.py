"""Parts of all final tables: the winner in words, and cards for the winners' columns."""

from collections.abc import Sequence

from engine.core import RankingEntry, Seat, join_words
from render.palette import ACCENT, CARD
from render.parts.page_layout import FIELD_TOP
from render.scene import Box, Color, Layer


def sole_winner(places: Sequence[RankingEntry]) -> Seat | None:
    """The only seat in first place; None for a tie."""
    first = _first_places(places)
    return first[0].seat if len(first) == 1 else None


def winning_seats(places: Sequence[RankingEntry]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(place.seat for place in _first_places(places))


def winner_title(places: Sequence[RankingEntry], thing: str, *, over: bool) -> str:
    """The title of the winner's picture: “The winner’s network”, “The leaders’ networks”."""
    who = "winner" if over else "leader"
    return f"The {who}’s {thing}" if sole_winner(places) else f"The {who}s’ {thing}s"


def verdict_text(places: Sequence[RankingEntry], names: Sequence[str], score: str, *, over: bool) -> str:
    """The winner or leader in words, with the score; “; tie decided by …” if needed."""
    first = _first_places(places)
    who = join_words(tuple(names[place.seat - 1] for place in first))
    verb = ("wins" if over else "leads") if len(first) == 1 else ("share the win" if over else "share the lead")
    note = f"; {first[0].note}" if first[0].note and len(first) == 1 else ""
    return f"{who} {verb} with {score}{note}"


def winner_card_layers(
    places: Sequence[RankingEntry], columns: tuple[float, float], bottom: float, gap: float = 14
) -> tuple[Layer, Layer]:
    """The cards under the winners' columns, and the frames around them.

    ``columns`` are the start of the first one, and the width of each including the ``gap`` after it.
    """
    start, wide = columns

    def boxes(fill: Color | None, ink: Color | None, line: float) -> tuple[Box, ...]:
        lefts = (start + i * wide for i in range(len(_first_places(places))))
        return tuple(Box(left, FIELD_TOP, wide - gap, bottom - FIELD_TOP, fill, ink, line, 10) for left in lefts)

    return Layer("winner", boxes(CARD, None, 0)), Layer("frame", boxes(None, ACCENT, 6))


def _first_places(places: Sequence[RankingEntry]) -> list[RankingEntry]:
    return [place for place in places if place.place == 1]
