"""Narration of Railway Rivals' events, and the status line.

Style: past tense, full sentences, numbers with units. The labels of choices are in ``labels``.
"""

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, View, count_noun
from engine.games.railway_rivals.state.phases import Building, Entering, Starting
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.narration import building, operating


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """An event in words, for posts and pictures."""
    narration = building.narrate(event, name)
    return operating.narrate(event, name) if narration is NO_NARRATION else narration


def status_line(view: View[RailwayRivals]) -> str:
    """The status line: “Turn 6 · building, 9 towns left to reach”."""
    state = view.state
    if not state.flow:
        return f"Final result after {count_noun(len(state.races), 'race')}"
    return building.status_line(state) or operating.status_line(state)


def aim(view: View[RailwayRivals]) -> str:
    """The purpose of the phase, and of the game."""
    match view.state.flow[-1:]:
        case (Starting(),):
            return "Most gold wins. First into a town: 6 gold."
        case (Building(),):
            return "+6 gold: first into a town. Later runs pay 20."
        case (Entering(),):
            return "Most gold wins, after all the races."
        case _:
            return ""
