"""Numbers as the rulebooks print them, once more: the tests of a rule take them from the same place as the rule."""

from enum import Enum
from importlib import import_module
from typing import Any

import pytest

PRINTED: dict[str, dict[str, Any]] = {
    "railroad_rivals.box.data": {
        "STOCK_TILES": {1: 4, 2: 3, 3: 4, 4: 4, 5: 4, 6: 4},
        "REMOVED_CITIES": {1: 0, 2: 6, 3: 0, 4: 0, 5: 0, 6: 0},
        "HAND": 2,
        "STARTING_SCORES": (6, 8, 10, 12, 14, 16),
        "BAG": {
            1: {"wood": 6, "grain": 6, "coal": 6, "iron": 6},
            2: {"wood": 16, "grain": 10},
            3: {"wood": 16, "grain": 10},
            4: {"wood": 16, "grain": 10, "coal": 10},
            5: {"wood": 12, "grain": 6, "coal": 10, "iron": 6},
            6: {"wood": 12, "grain": 6, "coal": 10, "iron": 6, "mail": 10},
        },
        "DELIVERY_POINTS": (3, 2, 1),
        "OWNER_POINTS": 2,
        "PICKS": 2,
    },
    "railroad_rivals.robber_baron.data": {
        "HOTEL_POINTS": 1,
        "UPGRADES": 2,
        "UPGRADE_POINTS": 1,
        "LINK_POINTS": 1,
        "RISE": 1,
        "FALL": 2,
        "LOOT_POINTS": 5,
        "LAST_DELIVERY_PHASES": 2,
    },
    "railroad_rivals.solitaire.data": {
        "TURNS": 11,
        "STARTING_SCORE": 1,
        "FIRST_CUBES": 3,
        "CUBES_EACH": 1,
        "CHALLENGE_CITIES": 3,
        "CHOICE": 3,
        "RISE": 2,
        "HIGHEST_VALUE": 10,
        "SPOTS": 4,
        "RANKS": (
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
        ),
    },
    "railroader.box.figures": {
        "ACTIONS": 3,
        "HAND": 3,
        "PEOPLE": 3,
        "CRATES": 2,
        "MARKET": 3,
        "DIE": 6,
        "ENGINEER": 2,
        "SEATS": 4,
    },
    "railroads_of_catan.box.figures": {
        "START_CASH": 15_000,
        "RAILS": 15,
        "SEGMENTS": 5,
        "DOTS": (5, 4, 3, 2),
        "UPKEEP": 10,
        "BID_STEP": 100,
        "TAX": 100,
        "CREW": 2,
        "ORDERS": 2,
        "COMMISSION": 4_000,
        "GROWTH": 2_000,
        "TRACKS_A_TURN": 3,
        "SURPLUS": 2,
        "CONNECTION_FEE": 1_000,
        "SMALL_TRAIN": 5_000,
        "UPGRADE": 3_000,
        "TRAINS_IN_CITY": 3,
        "MOUNTAIN_MOVES": 2,
        "MOVES": {False: 8, True: 6},
        "CAPACITY": {False: 2, True: 5},
        "HOLIDAY": {False: 1_000, True: 2_000},
        "SEGMENT_FEE": 200,
        "CITY_FEE": 200,
        "FEE_CAP": 1_000,
        "BANKER": 10,
        "SLIPS": {4: 7, 3: 9},
        "RICH": 75_000,
        "TURNS": 7,
    },
    "railroads_of_catan.box.island": {
        "TERRAIN": {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1, "sea": 18},
        "GOODS": {"brick": 19, "ore": 19, "sheep": 19, "wheat": 19, "wood": 19},
        "CHITS": (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12),
        "REMOVED": (2, 12),
        "DOTS_OF": {3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2},
        "LIST_PRICE": {"plain": 1_000, "coast": 1_000, "mountain": 2_000, "water": 2_000},
        "BUY": {"brick": 100, "ore": 200, "sheep": 100, "wheat": 100, "wood": 100},
        "SELL": {"brick": 200, "ore": 300, "sheep": 200, "wheat": 200, "wood": 200},
    },
    "railroads_of_catan.box.pieces": {
        "EVENT_CARDS": {"tax": 5, "plenty": 2, "monsoon": 2, "surplus": 2, "holiday": 2},
    },
    "railway_rivals.box.figures": {
        "STARTING_GOLD": 20,
        "SHARED_START": 2,
        "DIE": (1, 2, 3, 4, 5, 6),
        "ROLLS": {"one": 1, "three": 3},
        "TOWN_BONUS": 6,
        "OPERATING_ALLOWANCE": 6,
        "RUNS_BETWEEN_BUILDING": 2,
        "ADJACENT_TOWNS": 3,
        "DECLARED_TURNS": 2,
        "FRUITLESS_DECLARED": 2,
        "FRUITLESS_VOTED": 5,
        "RUNS_TOGETHER": {"four": 4, "all": 21},
        "BASE_COST": 1,
        "HILL_HALF": 2,
        "RIVER": 2,
        "JOIN": 1,
        "PARALLEL_HALF": 2,
    },
}


def plain(value: Any) -> Any:
    """Tables of one kind of piece by its name."""
    if isinstance(value, dict):
        return {key.value if isinstance(key, Enum) else key: plain(inner) for key, inner in value.items()}
    return value


@pytest.mark.parametrize("module", PRINTED)
def test_a_number_of_the_rules_is_the_one_that_is_printed(module: str) -> None:
    there = import_module(f"engine.games.{module}")
    assert {name: plain(getattr(there, name)) for name in PRINTED[module]} == PRINTED[module]
