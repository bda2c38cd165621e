"""Final scoring and ties. (R Game End & Scoring)"""

from collections import Counter

from engine.core import RankingEntry, Seat, count_noun
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.events import StocksScored
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.kit.ranking import rank_seats

ENDINGS = {
    "last-city": "A player placed the last city in hand, and the game ended with that turn.",
    "standstill": "No one placed a city for a whole turn, and no city is left to draw.",
    "eleven-turns": "Turn 11 was the last.",
}


def score_stocks(state: RailroadRivals) -> RailroadRivals:
    """Score each stock tile at its railroad's value. (R Game End & Scoring)"""
    for seat in state.everyone:
        worth = state.stock_worth(seat)
        state = state.gain_points(seat, worth).emit(StocksScored(seat, worth, state.score[seat] + worth))
    return state


def ranking(state: RailroadRivals) -> tuple[RankingEntry, ...]:
    """The seats by points; ties are broken by the values of stock tiles, compared one by one from the highest.

    A missing tile counts as 0. Seats with equal values share a place. (R Game End & Scoring; rulings E5, E6)
    """
    keys = {seat: (state.score[seat], *_stock_values(state, seat)) for seat in state.everyone}
    longest = max(map(len, keys.values()))
    padded = {seat: (*key, *[0] * (longest - len(key))) for seat, key in keys.items()}
    notes = {seat: _tie_note(padded, seat) or active_modules.score_note(state, state.score[seat]) for seat in padded}
    score = state.score
    return tuple(
        RankingEntry(seat, place, score[seat], notes[seat], count_noun(score[seat], "point"))
        for seat, place in rank_seats(padded)
    )


def _stock_values(state: RailroadRivals, seat: Seat) -> tuple[int, ...]:
    """The value of each stock tile of a seat, the highest first. (ruling E6)"""
    tiles = Counter(state.stocks[seat]).elements()
    return tuple(sorted((state.value[railroad] for railroad in tiles), reverse=True))


def _tie_note(keys: dict[Seat, tuple[int, ...]], seat: Seat) -> str:
    """The note that says how a tie was broken; empty for a seat that no other seat equals in points."""
    key = keys[seat]
    equals = [other for other in keys if other != seat and keys[other][0] == key[0]]
    if not equals:
        return ""
    if any(keys[other] == key for other in equals):
        return "tied: equal points and equal stocks"
    level = max(_first_difference(keys[other], key) for other in equals)
    return f"tie broken by stock tile {level}: value {key[level]}"


def _first_difference(key: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The first position at which two keys of equal length differ; position 0 has the points."""
    pairs = enumerate(zip(key, other, strict=True))
    return next(index for index, (mine, theirs) in pairs if mine != theirs)
