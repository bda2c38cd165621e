"""The worth of a delivery in the solitaire game, and the rank of a score. (R Deliver a Goods Cube; R Rank)"""

from itertools import permutations

from engine.games.railroad_rivals.box.data import Goods
from engine.games.railroad_rivals.solitaire.data import HIGHEST_VALUE, RANKS, RISE, SPOTS


def points(progression: tuple[Goods, ...]) -> int:
    """The points for the next delivered cube: 1 for every color in the four spots to its left.

    The cube itself does not count; in the first turn there are three to its left. (R Deliver a Goods Cube; ruling O5)
    """
    return len(set(progression[-SPOTS:]))


def rise(value: int) -> int:
    """By how much a delivery raises a stock of this value: 2, or what is left to 10. (R Deliver a Goods Cube; O7)"""
    return min(RISE, HIGHEST_VALUE - value)


def orders(goods: tuple[Goods, ...]) -> tuple[tuple[Goods, ...], ...]:
    """The ways to put these cubes in order; cubes of one color are alike. (R Solitaire Rules, Goods Cubes; O3)"""
    return tuple(dict.fromkeys(permutations(goods)))


def rank(score: int) -> str:
    """The rank of a final score. (R Rank)"""
    return next(name for least, name in reversed(RANKS) if score >= least)
