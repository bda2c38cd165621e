"""Points for the size of a railroad. (RB Railroad Size)"""

from collections.abc import Iterator

from engine.core import UNTOLD, Event, Name, Told, counted
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.robber_baron.data import LINK_POINTS
from engine.games.railroad_rivals.robber_baron.events import SizeScored
from engine.games.railroad_rivals.state.module import Module
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.narration import doing


class RailroadSize(Module):
    """One point for every locomotive on a link, also on railroads out of business. (RB Railroad Size; ruling F3)"""

    events = (SizeScored,)

    def final(self, state: RailroadRivals) -> RailroadRivals:
        for seat in state.everyone:
            points = LINK_POINTS * sum(link.owner == seat for link in state.board.links)
            state = state.gain(seat, points).tell(SizeScored(seat=seat, points=points))
        return state

    def score_entries(self, event: Event) -> Iterator[ScoreEntry]:
        match event:
            case SizeScored(seat=seat, points=points):
                yield ScoreEntry(seat, "links", points)

    def tell(self, event: Event, name: Name) -> Told:
        match event:
            case SizeScored(seat=seat, points=points):
                return doing(name(seat), f"scored {counted(points, 'point')} for {counted(points, 'link')}")
            case _:
                return UNTOLD

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (("Railroad Size (Robber Baron)", "At the end of the game, each link scores its owner 1 point."),)
