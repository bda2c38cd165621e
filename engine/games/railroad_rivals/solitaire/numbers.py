"""The facts that the rulebook prints for the solitaire game. (R Solitaire Rules) It has no rules."""

from itertools import permutations

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import Goods

PLAYER = Seat(1)

TURNS = 11
"""(R Turns)"""

STARTING_SCORE = 1
"""(R Setup, Scoreboard)"""

FIRST_CUBES = 3
"""Cubes drawn as the start of the progression. (R Goods Cubes)"""

CUBES_EACH = 1
"""Cubes on every starting city, whatever its number. (R Starting City Tiles; ruling O2)"""

CHALLENGE_CITIES = 3
"""Random starting cities. (R Solitaire Challenge)"""

TILES_TO_CHOOSE_FROM = 3
"""Tiles of each kind drawn per turn, of which one is taken. (R Draw Stock Tiles; R Draw City Tiles)"""

RISE = 2
"""The amount by which a delivery raises the stock of its railroad. (R Deliver a Goods Cube)"""

HIGHEST_VALUE = 10
"""The limit of every stock. (R Deliver a Goods Cube)"""

SCORING_SPOTS = 4
"""Places to the left of a delivered cube in which different colors score. (R Deliver a Goods Cube)"""

RANKS = (
    (0, "Train-Hopping Vagabond"),
    (36, "Porter"),
    (41, "Stoker/Boilerman"),
    (46, "Conductor"),
    (51, "Signalman"),
    (56, "Locomotive Engineer"),
    (61, "Train Dispatcher"),
    (66, "Road Foreman of Engines"),
    (71, "Manager"),
    (76, "Railroad CEO"),
    (81, "Tycoon"),
)
"""The least score of each rank, and its name. (R Rank)"""


def progression_points(progression: tuple[Goods, ...]) -> int:
    """The points for the next delivered cube: 1 for every color in the four spots to its left.

    The cube itself does not count; in the first turn there are three to its left. (R Deliver a Goods Cube; ruling O5)
    """
    return len(set(progression[-SCORING_SPOTS:]))


def stock_rise(value: int) -> int:
    """The rise of a stock of this value by a delivery: 2, or up to 10. (R Deliver a Goods Cube; O7)"""
    return min(RISE, HIGHEST_VALUE - value)


def cube_orders(goods: tuple[Goods, ...]) -> tuple[tuple[Goods, ...], ...]:
    """All orders of these cubes; cubes of one color are equal. (R Solitaire Rules, Goods Cubes; O3)"""
    return tuple(dict.fromkeys(permutations(goods)))


def rank_of(score: int) -> str:
    """The rank of a final score. (R Rank)"""
    return next(name for least, name in reversed(RANKS) if score >= least)
