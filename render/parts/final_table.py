"""Parts of all final tables: who wins, in words, and cards for the winners' columns."""

from collections.abc import Sequence

from engine.core import RankingEntry, Seat, join_words
from render.palette import ACCENT, CARD
from render.parts.page_layout import FIELD_TOP
from render.scene import Box, Color, Layer


def sole_winner(places: Sequence[RankingEntry]) -> Seat | None:
    """The seat that is first alone; None where several share the place."""
    first = _first_places(places)
    return first[0].seat if len(first) == 1 else None


def winning_seats(places: Sequence[RankingEntry]) -> tuple[Seat, ...]:
    """The seats that are first: several where they share the place."""
    return tuple(place.seat for place in _first_places(places))


def winner_title(places: Sequence[RankingEntry], thing: str, *, over: bool) -> str:
    """The title of the picture of what won, or leads: “The winner’s network”, “The leaders’ networks”."""
    who = "winner" if over else "leader"
    return f"The {who}’s {thing}" if sole_winner(places) else f"The {who}s’ {thing}s"


def verdict_text(places: Sequence[RankingEntry], names: Sequence[str], score: str, *, over: bool) -> str:
    """The winner or leader in words, and with what; “; tie decided by …” where that was needed."""
    first = _first_places(places)
    who = join_words(tuple(names[place.seat - 1] for place in first))
    verb = ("wins" if over else "leads") if len(first) == 1 else ("share the win" if over else "share the lead")
    note = f"; {first[0].note}" if first[0].note and len(first) == 1 else ""
    return f"{who} {verb} with {score}{note}"


def winner_card_layers(
    places: Sequence[RankingEntry], columns: tuple[float, float], bottom: float, gap: float = 14
) -> tuple[Layer, Layer]:
    """The cards that lie under the winners' columns, and the frames that lie around them.

    ``columns`` are where the first one starts, and how wide each is with the ``gap`` after it.
    """
    start, wide = columns

    def boxes(fill: Color | None, ink: Color | None, line: float) -> tuple[Box, ...]:
        lefts = (start + i * wide for i in range(len(_first_places(places))))
        return tuple(Box(left, FIELD_TOP, wide - gap, bottom - FIELD_TOP, fill, ink, line, 10) for left in lefts)

    return Layer("winner", boxes(CARD, None, 0)), Layer("frame", boxes(None, ACCENT, 6))


def _first_places(places: Sequence[RankingEntry]) -> list[RankingEntry]:
    return [place for place in places if place.place == 1]
