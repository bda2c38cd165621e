"""Numbers of the rules that are not on the map, with their sources."""

from collections.abc import Iterable

STARTING_GOLD = 20
"""For each player. (R Setting Up, 2)"""

MAX_COMPANIES_PER_START = 2
"""Maximum number of companies that may start in one town. (R Setting Up, 4; ruling 12)"""

DIE_FACES = (1, 2, 3, 4, 5, 6)
"""The green die. (R Equipment)"""

ROLLS_PER_ROUND = {"one": 1, "three": 3}
"""Turns of the building stage in one round, by option. (ruling 19)"""

TOWN_BONUS = 6
"""For the first company in a town. (R Income)"""

TURNS_AFTER_DECLARATION = 2
"""Full Turns that follow a declaration. (R End of Building Stage; ruling 55)"""

FRUITLESS_TURNS_TO_DECLARATION = 2
"""Turns without a new town after which the end is declared automatically, with one town left. (ruling 56)"""

FRUITLESS_TURNS_TO_VOTE = 5
"""Turns without a new town after which the players vote, with two or more left. (ruling 56)"""

BUILDING_POINT = "building point"
"""The unit of capital in the building stage, as players read it."""


def join_rolls(rolls: Iterable[int]) -> str:
    """“3, then 5, then 3”: rolls in order."""
    return ", then ".join(map(str, rolls))


OPERATING_ALLOWANCE = 6
"""The allowance of a building phase in the operating stage, in addition to the die. (R Building Track in the
Operating Stage)
"""

RUNS_PER_VISIT = {"four": 4, "all": 21}
"""Races that are entered in one visit, with the next building planned in it, by option; there are 42 Town Cards."""

RUNS_PER_BUILDING_PHASE = 2
"""Completed runs from one building phase to the next. (R Building Track in the Operating Stage)"""

BASE_COST = 1
"""The cost from a hex to a neighbor. (R Base Cost)"""

HALF_HILL_COST = 2
"""More for every half hex of hill. (R Hills)"""

RIVER_COST = 2
"""More for crossing a river. (R Rivers)"""

JUNCTION_PAYMENT = 1
"""To every rival with track in the hex that is entered, towns excepted. (R Junctions)"""

HALF_PARALLEL_PAYMENT = 2
"""To every rival on the same side, for each half hex outside towns. (R Running Parallel)"""

ADJACENT_TOWNS_PAYMENT = 3
"""To every rival on the side between two towns, and nothing else. (R Towns)"""
