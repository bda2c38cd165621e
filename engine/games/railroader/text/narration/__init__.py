"""Narration of RailRoader's events, and the status line.

Style: past tense, full sentences, numbers with units. The labels of choices are in ``labels``.
"""

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, View, count_noun
from engine.games.railroader.game_data.board import SPACES_PER_SECTION
from engine.games.railroader.rules.scoring import is_last_round
from engine.games.railroader.state.state import RailRoader, Turn
from engine.games.railroader.text.narration import cards, railheads, trains


def status_line(view: View[RailRoader]) -> str:
    """The status line: “Round 14 · 1 action left”."""
    state = view.state
    if not state.flow:
        return f"Final result after {count_noun(state.round, 'round')}"
    last = ", the last" if is_last_round(state) else ""
    match state.flow[-1]:
        case Turn(rolling=rolling) if rolling:
            return f"Round {state.round}{last} · train rolling {count_noun(rolling.total, 'space')}"
        case Turn(left=left):
            return f"Round {state.round}{last} · {count_noun(left, 'action')} left"
        case _:
            return f"Round {state.round}{last}"


def aim(view: View[RailRoader]) -> str:
    """The position of the player's train, and the goal of the game."""
    finish = view.state.board.sections * SPACES_PER_SECTION
    goal = f"{finish - SPACES_PER_SECTION + 1}–{finish}"
    railroad = view.state.railroads[view.seat] if view.seat else None
    if railroad is None or not railroad.sections:
        return f"Goal: train to {goal}. Lay track, then move."
    place = f"on {railroad.engine}" if railroad.engine else "at start"
    return f"Train {place}, track to {railroad.last_track_space}. Goal: reach {goal}."


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """An event in words, for posts and pictures."""
    parts = (part.narrate(event, name) for part in (railheads, trains, cards))
    return next((told for told in parts if told is not NO_NARRATION), NO_NARRATION)
