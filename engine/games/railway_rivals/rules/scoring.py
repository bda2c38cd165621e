"""The end of a game, and the ranking. (R Ending the Game; R The Winner)"""

from engine.core import RankingEntry, Seat
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.kit.ranking import rank_seats

ENDINGS = {
    "cards-used": "All Town Cards have been used.",
    "no-run": "No legal run is possible with the remaining Town Cards.",
}
"""Sentences that say why a game ended, by the key of the ending."""


def count_wins(state: RailwayRivals, seat: Seat) -> int:
    """The number of races that the seat's train won, including ties and joint runs."""
    return sum(train.place == 1 and seat in train.seats for race in state.races for train in race.trains)


def ranking(state: RailwayRivals) -> tuple[RankingEntry, ...]:
    """The ranking by gold, then by races won. (R The Winner; ruling 102)"""
    sort_keys = {seat: (state.gold[seat], count_wins(state, seat)) for seat in state.everyone}
    score_texts = {seat: f"{state.gold[seat]} gold" for seat in sort_keys}
    order = rank_seats(sort_keys)
    notes = {seat: _tie_note(sort_keys, seat) for seat in sort_keys}
    return tuple(RankingEntry(seat, place, state.gold[seat], notes[seat], score_texts[seat]) for seat, place in order)


def _tie_note(keys: dict[Seat, tuple[int, int]], seat: Seat) -> str:
    """A note about a tie in gold; empty if there is none.

    ``keys`` are (gold, races won) pairs by seat.
    """
    gold, own_wins = keys[seat]
    equals = [wins for other, (other_gold, wins) in keys.items() if other != seat and other_gold == gold]
    if not equals:
        return ""
    if own_wins in equals:
        return "tied in gold and in races won"
    return f"tie broken by races won: {own_wins}"
