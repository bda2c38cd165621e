"""Perft: the number of possible sequences of moves. A changed count is a changed rule."""

from engine.core import State, decisions, play_unchecked


def count(state: State, depth: int) -> int:
    """Return the number of sequences of ``depth`` actions. A game that ends earlier counts as one."""
    offers = [action for decision in decisions(state) for action in decision.offers]
    if depth == 0 or not offers:
        return 1
    if depth == 1:
        return len(offers)
    return sum(count(play_unchecked(state, action)[0], depth - 1) for action in offers)
