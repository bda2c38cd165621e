"""The Turns of the building stage: how each begins and ends, and when the stage is over. (R End of Building Stage)"""

from engine.core import Seat, counted
from engine.games.railway_rivals.box.figures import DECLARED_TURNS, FRUITLESS_DECLARED, FRUITLESS_VOTED
from engine.games.railway_rivals.state.events import EndDeclared
from engine.games.railway_rivals.state.state import RailwayRivals


def end_turn(state: RailwayRivals, unreached: int) -> RailwayRivals:
    """A Turn that began with so many towns ``unreached`` is over. (rulings 16, 56)"""
    fruitless = state.fruitless + 1 if len(state.unreached) == unreached else 0
    ended = state.pass_die().count_fruitless(fruitless)
    if declarable(ended) and fruitless >= FRUITLESS_DECLARED:
        return declare(ended, None)
    return ended


def over(state: RailwayRivals) -> bool:
    """Whether the building stage ends with the Turn that is complete. (R End of Building Stage; rulings 54, 55, 57)"""
    return not state.unreached or state.turns_left == 0 or state.turn >= int(state.options.turns)


def turns_at_most(state: RailwayRivals) -> int:
    """Turns that are still to come if nobody reaches or declares anything."""
    left = int(state.options.turns) - state.turn
    return left if state.turns_left is None else min(left, state.turns_left)


def declarable(state: RailwayRivals) -> bool:
    """Whether the end of the building stage may be declared. (R End of Building Stage; ruling 55)"""
    return bool(state.turn) and not state.operating and state.turns_left is None and len(state.unreached) == 1


def declare(state: RailwayRivals, seat: Seat | None) -> RailwayRivals:
    """Two more full Turns follow the present one; it cannot be withdrawn. (R End of Building Stage; ruling 55)"""
    return state.build_on(DECLARED_TURNS).tell(EndDeclared(seat, DECLARED_TURNS))


def _turns_once_declared(state: RailwayRivals) -> int:
    """Turns that still come at most if the end is declared now; the limit of the table may allow fewer. (ruling 57)"""
    return min(DECLARED_TURNS, int(state.options.turns) - state.turn)


def declared_words(state: RailwayRivals) -> str:
    """“at most 2 more turns”, or “this turn is the last”: what a declaration leaves."""
    return _most_words(_turns_once_declared(state))


def words_left(state: RailwayRivals) -> str:
    """The same, once the end is declared."""
    return _most_words(turns_at_most(state))


def _most_words(turns: int) -> str:
    return f"at most {counted(turns, 'more turn')}" if turns > 0 else "this turn is the last"


def vote_due(state: RailwayRivals) -> bool:
    """Whether the players vote on ending the stage with several towns left. (ruling 56)

    With one town left, the stage is over before that: its end is declared, by itself at the latest.
    """
    return state.fruitless >= FRUITLESS_VOTED


assert FRUITLESS_DECLARED + DECLARED_TURNS < FRUITLESS_VOTED
