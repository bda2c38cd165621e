"""How a sentence about a whole action ends: what remains of the turn, and who eats when it is over."""

from __future__ import annotations

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroader.narration.cards import supplies_words
from engine.games.railroader.phases import Turn
from engine.games.railroader.railroad import Mat
from engine.games.railroader.state import RailRoader

__all__ = ["ends"]


def ends(state: RailRoader, seat: Seat, actions: int, mat: Mat | None = None) -> str:
    """“2 actions left after it.”, or what the gang eats when it is the last one; ``mat`` is the railhead after it."""
    phase = state.flow[-1] if state.flow else None
    left = phase.left - actions if isinstance(phase, Turn) else 0
    if left > 0:
        return f"{counted(left, 'action')} left after it."
    return f"It ends your turn{_meal(state.railroads[seat].mat if mat is None else mat)}."


def _meal(mat: Mat) -> str:
    """“; your workers eat 2 of 5 supplies”, or how many go hungry; nothing without workers."""
    supplies = sum(crate.left for crate in mat.crates)
    if not mat.workers:
        return ""
    if hungry := max(0, mat.workers - supplies):
        leave = "goes hungry and leaves" if hungry == 1 else "go hungry and leave"
        return f": {hungry} of {counted(mat.workers, 'worker')} {leave}"
    gang = "1 worker eats" if mat.workers == 1 else f"{mat.workers} workers eat"
    return f": {gang} {mat.workers} of {supplies_words(supplies)}"
