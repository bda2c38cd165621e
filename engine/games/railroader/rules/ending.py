"""The end of a game, and the places of its players. (RR Order of play; rulings 82-86)"""

from engine.core import Place, Seat, counted
from engine.games.railroader.box.figures import ROUND_CAP
from engine.games.railroader.state.state import RailRoader

ENDINGS = {
    "buffalo-creek": "A train has reached Buffalo Creek.",
    "round-cap": f"{ROUND_CAP} rounds are over, and no train has reached Buffalo Creek.",
}


def is_last_round(state: RailRoader) -> bool:
    """Whether the game ends with this round. (RR Order of play; rulings 83, 86, 88)"""
    return bool(state.arrived) or state.round == ROUND_CAP


def ranking(state: RailRoader) -> tuple[Place, ...]:
    """The places: first the engines in Buffalo Creek, the farthest first; ties go to the later arrival.

    The others follow by how far the engine is, then by track, then the later seat. An engine that has backed out of
    Buffalo Creek is among the others. (RR Order of play; rulings 84, 86, 88)
    """
    ranked = sorted(state.order, key=lambda seat: _key(state, seat), reverse=True)
    spaces = {seat: state.railroads[seat].engine for seat in ranked}
    return tuple(
        Place(seat, place, spaces[seat], _note(state, ranked, seat), f"space {spaces[seat]}")
        for place, seat in enumerate(ranked, 1)
    )


def _key(state: RailRoader, seat: Seat) -> tuple[bool, int, int, int, int]:
    railroad = state.railroads[seat]
    there = seat in state.in_creek
    arrival = state.in_creek.index(seat) if there else 0
    return (there, railroad.engine, arrival, railroad.sections, state.order.index(seat))


def _note(state: RailRoader, ranked: list[Seat], seat: Seat) -> str:
    """The tiebreaker among players whose engines are on the same space."""
    mine = _key(state, seat)
    others = [_key(state, other) for other in ranked if other != seat]
    equals = [key for key in others if key[:2] == mine[:2]]
    if not equals:
        return ""
    if mine[0]:
        return f"tie broken by later arrival: number {state.in_creek.index(seat) + 1} to arrive"
    if any(other[3] != mine[3] for other in equals):
        return f"tie broken by track: {counted(mine[3], 'section')}"
    return "tie broken by later turn order"
