"""The end of a game, and the ranking. (RR Order of play; rulings 82-86)"""

from engine.core import RankingEntry, Seat, count_noun
from engine.games.railroader.game_data.constants import MAX_ROUNDS
from engine.games.railroader.state.state import RailRoader

ENDINGS = {
    "buffalo-creek": "A train has reached Buffalo Creek.",
    "round-cap": f"{MAX_ROUNDS} rounds are over, and no train has reached Buffalo Creek.",
}


def is_last_round(state: RailRoader) -> bool:
    """Whether the game ends after this round. (RR Order of play; rulings 83, 86, 88)"""
    return bool(state.arrived) or state.round == MAX_ROUNDS


def ranking(state: RailRoader) -> tuple[RankingEntry, ...]:
    """The final places. (RR Order of play; rulings 84, 86, 88)

    Trains in Buffalo Creek are first, by space; ties go to the later arrival. The others follow by space, then by
    track, then by later turn. A train that has left Buffalo Creek again is among the others.
    """
    seats = sorted(state.seats_in_order, key=lambda seat: _ranking_key(state, seat), reverse=True)
    spaces = {seat: state.railroads[seat].engine for seat in seats}
    return tuple(
        RankingEntry(seat, place, spaces[seat], _tie_note(state, seats, seat), f"space {spaces[seat]}")
        for place, seat in enumerate(seats, 1)
    )


def _ranking_key(state: RailRoader, seat: Seat) -> tuple[bool, int, int, int, int]:
    railroad = state.railroads[seat]
    is_in_creek = seat in state.seats_in_creek
    arrival = state.seats_in_creek.index(seat) if is_in_creek else 0
    return (is_in_creek, railroad.engine, arrival, railroad.sections, state.seats_in_order.index(seat))


def _tie_note(state: RailRoader, seats: list[Seat], seat: Seat) -> str:
    """Return the tiebreaker that placed a seat among others on the same space; empty without a tie."""
    mine = _ranking_key(state, seat)
    others = [_ranking_key(state, other) for other in seats if other != seat]
    equals = [key for key in others if key[:2] == mine[:2]]
    if not equals:
        return ""
    if mine[0]:
        return f"tie broken by later arrival: number {state.seats_in_creek.index(seat) + 1} to arrive"
    if any(other[3] != mine[3] for other in equals):
        return f"tie broken by track: {count_noun(mine[3], 'section')}"
    return "tie broken by later turn order"
