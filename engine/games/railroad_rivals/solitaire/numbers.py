"""Numbers of the solitaire game, and calculations with them. (R Solitaire Rules)"""

from itertools import permutations

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import Goods

PLAYER = Seat(1)

TURNS = 11
"""The number of turns of a game. (R Turns)"""

STARTING_SCORE = 1
"""Points at the beginning of the game. (R Setup, Scoreboard)"""

FIRST_CUBES = 3
"""The number of cubes with which the progression begins. (R Goods Cubes)"""

CUBES_EACH = 1
"""The number of cubes on each starting city, regardless of its goods number. (R Starting City Tiles; ruling O2)"""

CHALLENGE_CITIES = 3
"""The number of random starting cities. (R Solitaire Challenge)"""

TILES_TO_CHOOSE_FROM = 3
"""The number of tiles of each kind on offer in a turn. (R Draw Stock Tiles; R Draw City Tiles)"""

RISE = 2
"""The amount by which a delivery raises the stock of its railroad. (R Deliver a Goods Cube)"""

HIGHEST_VALUE = 10
"""The maximum value of a stock. (R Deliver a Goods Cube)"""

SCORING_SPOTS = 4
"""The number of cubes to the left of a delivered cube whose colors score. (R Deliver a Goods Cube)"""

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
"""(minimum score, name) of each rank, the lowest rank first. (R Rank)"""


def progression_points(progression: tuple[Goods, ...]) -> int:
    """The points for the next delivered cube: 1 for each color among the last four cubes of the progression.

    The delivered cube does not count. In the first turn, there are only three cubes. (R Deliver a Goods Cube; O5)
    """
    return len(set(progression[-SCORING_SPOTS:]))


def stock_rise(value: int) -> int:
    """The rise of a stock of this value by a delivery: 2, but not above 10. (R Deliver a Goods Cube; ruling O7)"""
    return min(RISE, HIGHEST_VALUE - value)


def cube_orders(goods: tuple[Goods, ...]) -> tuple[tuple[Goods, ...], ...]:
    """The distinct orders in which these cubes can be put. (R Solitaire Rules, Goods Cubes; ruling O3)"""
    return tuple(dict.fromkeys(permutations(goods)))


def rank_of(score: int) -> str:
    """The name of the rank that a final score reaches. (R Rank)"""
    return next(name for least, name in reversed(RANKS) if score >= least)
