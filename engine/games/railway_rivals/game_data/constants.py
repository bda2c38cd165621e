"""Numbers of the rules that are not on the map, with their sources."""

from collections.abc import Iterable

STARTING_GOLD = 20
"""Gold of each player at the beginning. (R Setting Up, 2)"""

MAX_COMPANIES_PER_START = 2
"""Maximum number of companies that may start in one town. (R Setting Up, 4; ruling 12)"""

DIE_FACES = (1, 2, 3, 4, 5, 6)
"""The faces of the green die. (R Equipment)"""

ROLLS_PER_ROUND = {"one": 1, "three": 3}
"""Number of Turns in one round of the building stage, by option. (ruling 19)"""

TOWN_BONUS = 6
"""Gold for the first company in a town. (R Income)"""

TURNS_AFTER_DECLARATION = 2
"""Full Turns that follow a declaration. (R End of Building Stage; ruling 55)"""

FRUITLESS_TURNS_TO_DECLARATION = 2
"""Number of Turns without a newly reached town after which the end is declared, with one town left. (ruling 56)"""

FRUITLESS_TURNS_TO_VOTE = 5
"""Number of Turns in a row without a newly reached town after which players vote, if several towns are left.

(ruling 56)
"""

BUILDING_POINT = "building point"
"""Name of one unit of capital in the building stage, in texts for players."""


def join_rolls(rolls: Iterable[int]) -> str:
    """“3, then 5, then 3”: rolls, or other numbers, in order."""
    return ", then ".join(map(str, rolls))


OPERATING_ALLOWANCE = 6
"""Gold that may be spent in a building phase in addition to the die. (R Building Track in the Operating Stage)"""

RUNS_PER_VISIT = {"four": 4, "all": 21}
"""Maximum number of runs that are entered in one visit, by option."""

RUNS_PER_BUILDING_PHASE = 2
"""Number of completed runs between two building phases. (R Building Track in the Operating Stage)"""

BASE_COST = 1
"""The cost of a step from a hex to its neighbor. (R Base Cost)"""

HALF_HILL_COST = 2
"""Additional cost for each half of a step in a hill hex. (R Hills)"""

RIVER_COST = 2
"""Additional cost of crossing a river. (R Rivers)"""

JUNCTION_PAYMENT = 1
"""Gold for each rival with track in the hex that is entered, except in towns. (R Junctions)"""

HALF_PARALLEL_PAYMENT = 2
"""Gold for each rival beside new track, for each half of the step outside towns. (R Running Parallel)"""

ADJACENT_TOWNS_PAYMENT = 3
"""Gold for each rival beside new track between two towns; no other payment is due for this step. (R Towns)"""
