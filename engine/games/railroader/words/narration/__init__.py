"""The narration of RailRoader: what happened, and where the game stands.

One voice: plain past tense, full sentences, numbers with their unit. What a choice means is said in ``labels``.
"""

from engine.core import UNTOLD, Event, Name, Told, View, counted
from engine.games.railroader.box.board import SPACES
from engine.games.railroader.rules.ending import is_last_round
from engine.games.railroader.state.state import RailRoader, Turn
from engine.games.railroader.words.narration import cards, railheads, trains


def headline(view: View[RailRoader]) -> str:
    """Tell where the game stands: “Round 14 · 1 action left”."""
    state = view.state
    if not state.flow:
        return f"Final result after {counted(state.round, 'round')}"
    last = ", the last" if is_last_round(state) else ""
    match state.flow[-1]:
        case Turn(rolling=rolling) if rolling:
            return f"Round {state.round}{last} · train rolling {counted(rolling.total, 'space')}"
        case Turn(left=left):
            return f"Round {state.round}{last} · {counted(left, 'action')} left"
        case _:
            return f"Round {state.round}{last}"


def aim(view: View[RailRoader]) -> str:
    """The goal of the game, and the way there."""
    finish = view.state.board.sections * SPACES
    return f"Get your train to {finish - SPACES + 1}–{finish}: lay track, then move."


def tell(event: Event, name: Name) -> Told:
    """The event in words, for posts and for pictures."""
    parts = (part.tell(event, name) for part in (railheads, trains, cards))
    return next((told for told in parts if told is not UNTOLD), UNTOLD)
