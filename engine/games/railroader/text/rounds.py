"""Texts about the whole game: rounds, status line, goal, and statistics."""

from collections.abc import Mapping

from engine.core import EventTexts, NameOfSeat, Narration, Seat, View, count_noun, join_words
from engine.games.railroader.game_data.board import first_space_of
from engine.games.railroader.game_data.constants import ACTIONS_PER_TURN
from engine.games.railroader.rules.scoring import ENDINGS, is_last_round
from engine.games.railroader.state.events import GameEnded, OrderDrawn, TurnCutShort
from engine.games.railroader.state.state import RailRoader, Turn


def status_line(view: View[RailRoader]) -> str:
    """The status line: “Round 14 · 1 action left”."""
    state = view.state
    if not state.flow:
        return f"Final result after {count_noun(state.round, 'round')}"
    round_text = f"Round {state.round}{', the last' if is_last_round(state) else ''}"
    match state.flow[-1]:
        case Turn(rolling=rolling) if rolling:
            return f"{round_text} · train rolling {count_noun(rolling.total, 'space')}"
        case Turn(left=left):
            return f"{round_text} · {count_noun(left, 'action')} left"
        case _:
            return round_text


def aim(view: View[RailRoader]) -> str:
    """The position of the player's train, and the goal of the game."""
    board = view.state.board
    goal = f"{first_space_of(board.sections)}–{board.last_space}"
    railroad = view.state.railroads[view.seat] if view.seat else None
    if railroad is None or not railroad.sections:
        return f"Goal: train to {goal}. Lay track, then move."
    place = f"on {railroad.engine}" if railroad.engine else "at start"
    return f"Train {place}, track to {railroad.last_track_space}. Goal: reach {goal}."


def statistics(view: View[RailRoader], seat: Seat) -> Mapping[str, int]:
    """The progress of a seat's train and track, and its workers, supplies, and cards."""
    railroad = view.state.railroads[seat]
    return {
        "train on space": railroad.engine,
        "sections of track": railroad.sections,
        "workers": railroad.mat.workers,
        "deputies": railroad.mat.deputies,
        "supplies": railroad.mat.supply_count,
        "cards": len(railroad.hand) + len(railroad.discards),
    }


def _narrate_order(event: OrderDrawn, name: NameOfSeat) -> Narration:
    first, *others = map(name, event.order)
    return Narration(f"{first} goes first, then {join_words(others)}.")


def _narrate_lost_actions(event: TurnCutShort, name: NameOfSeat) -> Narration:
    if event.actions == ACTIONS_PER_TURN:
        return Narration(f"{name(event.seat)} could do nothing this turn.")
    return Narration(f"{name(event.seat)} had nothing left to do and lost {count_noun(event.actions, 'action')}.")


EVENT_TEXTS: EventTexts = {
    OrderDrawn: _narrate_order,
    TurnCutShort: _narrate_lost_actions,
    GameEnded: lambda event, name: Narration(ENDINGS[event.ending]),
}
