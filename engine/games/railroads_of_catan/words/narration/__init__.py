"""The narration of Railroads of Catan: what happened, and where the game stands.

One voice: plain past tense, full sentences, numbers with their unit. What a choice means is said in ``labels``.
"""

from engine.core import UNTOLD, Event, Name, Told, View
from engine.games.railroads_of_catan.box.figures import DOTS, TURNS
from engine.games.railroads_of_catan.rules.founding import asked
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Draft, Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration import beginning, working


def headline(view: View[RailroadsOfCatan]) -> str:
    """Tell where the game stands: “Turn 4 of 7 · running trains”."""
    state = view.state
    match state.flow[-1:]:
        case ():
            return f"Final result after turn {state.turn}"
        case (Draft() as draft,):
            dots = asked(state, draft)[1] if draft.done < state.seats * len(DOTS) else DOTS[-1]
            return f"Setup · {dots}-dot cities"
        case (phase,):
            doing = next((words for kind, words in _DOING.items() if isinstance(phase, kind)), "")
            return f"Turn {max(1, state.turn)} of {TURNS}" + (f" · {doing}" if doing else "")
        case _:
            return ""


def aim(view: View[RailroadsOfCatan]) -> str:
    """The purpose of the phase, and of the game."""
    match view.state.flow[-1:]:
        case (Draft(),):
            return "Most money wins. Rivals buy your cities’ goods."
        case (Bidding(),):
            return f"Most money after turn {TURNS} wins. First: builds first."
        case (Building(),):
            return "Most money wins. Rivals pay to use your track."
        case (Running(),):
            return "Most money wins. Sell goods, and fill orders."
        case _:
            return ""


_DOING = {
    Maintenance: "maintenance",
    Bidding: "bids and associates",
    Building: "tracks and trains",
    Running: "running trains",
}


def tell(event: Event, name: Name) -> Told:
    """The event in words, for posts and for pictures."""
    told = beginning.tell(event, name)
    return working.tell(event, name) if told is UNTOLD else told
