"""The end of a game, and the places of its players. (R Ending the Game; R The Winner)"""

from engine.core import Place, Seat
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.kit.places import ranked

ENDINGS = {
    "cards-used": "All Town Cards have been used.",
    "no-run": "No legal run is possible with the remaining Town Cards.",
}


def wins(state: RailwayRivals, seat: Seat) -> int:
    """Races in which the seat's train was first, alone, shared or with a partner."""
    return sum(train.place == 1 and seat in train.seats for race in state.races for train in race.trains)


def ranking(state: RailwayRivals) -> tuple[Place, ...]:
    """Most gold first; equal gold: more races won; then the place is shared. (R The Winner; ruling 102)"""
    keys = {seat: (state.gold[seat], wins(state, seat)) for seat in state.everyone}
    words = {seat: f"{state.gold[seat]} gold" for seat in keys}
    order = ranked(keys)
    notes = {seat: _note(keys, seat) for seat in keys}
    return tuple(Place(seat, place, state.gold[seat], notes[seat], words[seat]) for seat, place in order)


def _note(keys: dict[Seat, tuple[int, int]], seat: Seat) -> str:
    """Tell what decided a tie in gold; empty if there is none."""
    gold, won = keys[seat]
    equals = [other_won for other, (other_gold, other_won) in keys.items() if other != seat and other_gold == gold]
    if not equals:
        return ""
    if won in equals:
        return "tied in gold and in races won"
    return f"tie broken by races won: {won}"
