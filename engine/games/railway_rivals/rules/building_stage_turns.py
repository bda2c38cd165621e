"""The end of Turns and of the building stage. (R End of Building Stage)"""

from engine.core import Seat, count_noun
from engine.games.railway_rivals.game_data.constants import (
    FRUITLESS_TURNS_TO_DECLARATION,
    FRUITLESS_TURNS_TO_VOTE,
    TURNS_AFTER_DECLARATION,
)
from engine.games.railway_rivals.state.events import EndDeclared
from engine.games.railway_rivals.state.state import RailwayRivals


def end_turn(state: RailwayRivals, unreached: int) -> RailwayRivals:
    """End a Turn that began with this number of ``unreached`` towns. (rulings 16, 56)"""
    fruitless = state.fruitless + 1 if len(state.unreached_towns) == unreached else 0
    after = state.pass_die().set_fruitless(fruitless)
    if can_declare_end(after) and fruitless >= FRUITLESS_TURNS_TO_DECLARATION:
        return declare_end(after, None)
    return after


def is_stage_over(state: RailwayRivals) -> bool:
    """Whether the building stage ends now, after a Turn. (R End of Building Stage; rulings 54, 55, 57)"""
    return not state.unreached_towns or state.turns_left == 0 or state.turn >= int(state.options.turns)


def max_turns_left(state: RailwayRivals) -> int:
    """The number of Turns left, if no player ends the stage earlier."""
    remaining = int(state.options.turns) - state.turn
    return remaining if state.turns_left is None else min(remaining, state.turns_left)


def can_declare_end(state: RailwayRivals) -> bool:
    """Whether the end of the building stage may be declared. (R End of Building Stage; ruling 55)"""
    return bool(state.turn) and not state.operating and state.turns_left is None and len(state.unreached_towns) == 1


def declare_end(state: RailwayRivals, seat: Seat | None) -> RailwayRivals:
    """Declare the end: two full Turns follow the current one. (R End of Building Stage; ruling 55)

    ``seat`` is None if the end is declared automatically.
    """
    return state.set_turns_left(TURNS_AFTER_DECLARATION).emit(EndDeclared(seat, TURNS_AFTER_DECLARATION))


def declaration_text(state: RailwayRivals) -> str:
    """“at most 2 more turns”: the Turns left if the end is declared now. (ruling 57)"""
    return _max_turns_text(min(TURNS_AFTER_DECLARATION, int(state.options.turns) - state.turn))


def remaining_turns_text(state: RailwayRivals) -> str:
    """“at most 1 more turn”: the Turns left after a declaration."""
    return _max_turns_text(max_turns_left(state))


def _max_turns_text(turns: int) -> str:
    return f"at most {count_noun(turns, 'more turn')}" if turns > 0 else "this turn is the last"


def is_vote_due(state: RailwayRivals) -> bool:
    """Whether the players vote now on ending the stage with several towns left. (ruling 56)

    With one town left, the stage ends before a vote is due, because its end is declared automatically.
    """
    return state.fruitless >= FRUITLESS_TURNS_TO_VOTE


assert FRUITLESS_TURNS_TO_DECLARATION + TURNS_AFTER_DECLARATION < FRUITLESS_TURNS_TO_VOTE
