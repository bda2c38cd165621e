"""The narration of Railway Rivals: what happened, and where the game stands.

One voice: plain past tense, full sentences, numbers with their unit. What a choice means is said in ``labels``.
"""

from engine.core import UNTOLD, Event, Name, Told, View, counted
from engine.games.railway_rivals.state.phases import Building, Entering, Starting
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration import building, operating


def tell(event: Event, name: Name) -> Told:
    """The event in words, for posts and for pictures."""
    told = building.tell(event, name)
    return operating.tell(event, name) if told is UNTOLD else told


def headline(view: View[RailwayRivals]) -> str:
    """Tell where the game stands: “Turn 6 · building, 9 towns not reached”."""
    state = view.state
    if not state.flow:
        return f"Final result after {counted(len(state.races), 'race')}"
    return building.headline(state) or operating.headline(state)


def aim(view: View[RailwayRivals]) -> str:
    """The purpose of the phase, and of the game."""
    match view.state.flow[-1:]:
        case (Starting(),):
            return "Most gold wins. First into a town: 6 gold."
        case (Building(),):
            return "Most gold wins. Rivals pay to use your track."
        case (Entering(),):
            return "Most gold wins, after all the races."
        case _:
            return ""
