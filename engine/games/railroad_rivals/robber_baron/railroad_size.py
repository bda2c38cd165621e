"""Points for the size of a railroad. (RB Railroad Size)"""

from collections.abc import Iterator

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, count_noun
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.robber_baron.events import SizeScored
from engine.games.railroad_rivals.robber_baron.numbers import LINK_POINTS
from engine.games.railroad_rivals.state.game_module import GameModule
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.narration import narration_of_clause


class RailroadSize(GameModule):
    """One point for every locomotive on a link, also on railroads out of business. (RB Railroad Size; ruling F3)"""

    events = (SizeScored,)

    def apply_final_scoring(self, state: RailroadRivals) -> RailroadRivals:
        for seat in state.everyone:
            points = LINK_POINTS * sum(link.owner == seat for link in state.board.links)
            state = state.gain_points(seat, points).emit(SizeScored(seat=seat, points=points))
        return state

    def score_entries(self, event: Event) -> Iterator[ScoreEntry]:
        match event:
            case SizeScored(seat=seat, points=points):
                yield ScoreEntry(seat, "links", points)

    def narrate(self, event: Event, name: NameOfSeat) -> Narration:
        match event:
            case SizeScored(seat=seat, points=points):
                return narration_of_clause(
                    name(seat), f"scored {count_noun(points, 'point')} for {count_noun(points, 'link')}"
                )
            case _:
                return NO_NARRATION

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (("Railroad Size (Robber Baron)", "At the end of the game, each link scores its owner 1 point."),)
