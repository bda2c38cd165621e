"""The facts that the rulebook prints for the solitaire game. (R Solitaire Rules) It has no rules."""

from engine.core import Seat
from engine.games.railroad_rivals.box.data import City, Railroad

PLAYER = Seat(1)

TURNS = 11
"""(R Turns)"""

STARTING_SCORE = 1
"""(R Setup, Scoreboard)"""

FIRST_CUBES = 3
"""Cubes drawn as the start of the progression. (R Goods Cubes)"""

HUB = City("St. Louis")
"""The city that both others are linked to. (R Starting City Tiles)"""

SPOKES = ((City("Chicago"), Railroad("IC")), (City("Washington"), Railroad("B&O")))
"""The other two, each with the railroad of its link. (R Starting City Tiles)"""

CUBES_EACH = 1
"""Cubes on every starting city, whatever its number. (R Starting City Tiles; ruling O2)"""

CHALLENGE_CITIES = 3
"""Random starting cities. (R Solitaire Challenge)"""

CHOICE = 3
"""Tiles of each kind drawn a turn, of which one is taken. (R Draw Stock Tiles; R Draw City Tiles)"""

RISE = 2
"""By how much a delivery raises the stock of its railroad. (R Deliver a Goods Cube)"""

HIGHEST_VALUE = 10
"""The limit of every stock. (R Deliver a Goods Cube)"""

SPOTS = 4
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
