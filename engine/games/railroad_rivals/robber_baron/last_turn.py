"""The modules Extra Delivery and Railroad Size. (RB Extra Delivery; RB Railroad Size)"""

from collections.abc import Iterator
from typing import ClassVar

from engine.core import Event, EventTexts, NameOfSeat, Narration, count_noun
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.robber_baron.events import SizeScored
from engine.games.railroad_rivals.robber_baron.numbers import LAST_DELIVERY_PHASES, LINK_POINTS
from engine.games.railroad_rivals.state.game_module import GameModule
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import narration_of_clause


class ExtraDelivery(GameModule):
    """Adds a second Deliver a Good phase to the last turn. (RB Extra Delivery; rulings F1, F2)"""

    topics = (
        (
            "Extra Delivery (Robber Baron)",
            "The last turn has 2 Deliver a Good phases, one after the other. The cubes go back into the bag "
            "between them, so in the second phase each color is worth 3 points again.",
        ),
    )

    def count_delivery_phases(self, state: RailroadRivals) -> int:
        return LAST_DELIVERY_PHASES if state.ending else 1


def _narrate_size(event: SizeScored, name: NameOfSeat) -> Narration:
    points, links = count_noun(event.points, "point"), count_noun(event.points, "link")
    return narration_of_clause(name(event.seat), f"scored {points} for {links}")


class RailroadSize(GameModule):
    """Scores one point for each link, even of a railroad that is out of business. (RB Railroad Size; ruling F3)"""

    events = (SizeScored,)
    event_texts: ClassVar[EventTexts] = {SizeScored: _narrate_size}
    topics = (("Railroad Size (Robber Baron)", "At the end of the game, each link scores its owner 1 point."),)

    def apply_final_scoring(self, state: RailroadRivals) -> RailroadRivals:
        for seat in state.everyone:
            points = LINK_POINTS * sum(link.owner == seat for link in state.board.links)
            state = state.gain_points(seat, points).emit(SizeScored(seat=seat, points=points))
        return state

    def score_entries(self, event: Event) -> Iterator[ScoreEntry]:
        match event:
            case SizeScored(seat=seat, points=points):
                yield ScoreEntry(seat, "links", points)
