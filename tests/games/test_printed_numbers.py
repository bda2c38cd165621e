"""Numbers as the rulebooks print them, once more: the tests of a rule take them from the same place as the rule."""

from enum import Enum
from importlib import import_module
from typing import Any

import pytest

PRINTED: dict[str, dict[str, Any]] = {
    "railroad_rivals.game_data.printed_data": {
        "STOCK_TILES": {1: 4, 2: 3, 3: 4, 4: 4, 5: 4, 6: 4},
        "REMOVED_CITIES": {1: 0, 2: 6, 3: 0, 4: 0, 5: 0, 6: 0},
        "STARTING_HAND": 2,
        "STARTING_SCORES": (6, 8, 10, 12, 14, 16),
        "BAG_BY_SEATS": {
            1: {"wood": 6, "grain": 6, "coal": 6, "iron": 6},
            2: {"wood": 16, "grain": 10},
            3: {"wood": 16, "grain": 10},
            4: {"wood": 16, "grain": 10, "coal": 10},
            5: {"wood": 12, "grain": 6, "coal": 10, "iron": 6},
            6: {"wood": 12, "grain": 6, "coal": 10, "iron": 6, "mail": 10},
        },
        "DELIVERY_POINTS": (3, 2, 1),
        "OWNER_POINTS": 2,
        "PICKS_PER_TURN": 2,
    },
    "railroad_rivals.robber_baron.numbers": {
        "HOTEL_POINTS": 1,
        "UPGRADE_TILES": 2,
        "UPGRADE_POINTS": 1,
        "LINK_POINTS": 1,
        "PURCHASE_RISE": 1,
        "DUMP_FALL": 2,
        "LOOT_POINTS": 5,
        "LAST_DELIVERY_PHASES": 2,
    },
    "railroad_rivals.solitaire.numbers": {
        "TURNS": 11,
        "STARTING_SCORE": 1,
        "FIRST_CUBES": 3,
        "CUBES_EACH": 1,
        "CHALLENGE_CITIES": 3,
        "TILES_TO_CHOOSE_FROM": 3,
        "RISE": 2,
        "HIGHEST_VALUE": 10,
        "SCORING_SPOTS": 4,
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
    "railroader.game_data.constants": {
        "ACTIONS_PER_TURN": 3,
        "MIN_HAND": 3,
        "MAX_PEOPLE": 3,
        "MAX_CRATES": 2,
        "MARKET_SLOTS": 3,
        "DIE_FACES": 6,
        "SPACES_PER_ENGINEER": 2,
        "MAX_SEATS": 4,
    },
    "railroads_of_catan.game_data.constants": {
        "START_CASH": 15_000,
        "RAILS_PER_PLAYER": 15,
        "SEGMENTS_PER_PLAYER": 5,
        "CITY_DOTS": (5, 4, 3, 2),
        "UPKEEP_DIVISOR": 10,
        "BID_STEP": 100,
        "TAX_PER_BARREL": 100,
        "CREW_TRACKS": 2,
        "ORDERS_PER_PLAYER": 2,
        "COMMISSION": 4_000,
        "ORDER_GROWTH": 2_000,
        "TRACKS_PER_TURN": 3,
        "SURPLUS_CREDIT": 2,
        "CONNECTION_FEE": 1_000,
        "SMALL_TRAIN_PRICE": 5_000,
        "UPGRADE_PRICE": 3_000,
        "MAX_TRAINS_PER_CITY": 3,
        "MOUNTAIN_MOVES": 2,
        "MOVES_PER_TURN": {False: 8, True: 6},
        "TRAIN_CAPACITY": {False: 2, True: 5},
        "HOLIDAY_PAY": {False: 1_000, True: 2_000},
        "SEGMENT_FEE": 200,
        "CITY_FEE": 200,
        "MAX_FEES_PER_RIVAL": 1_000,
        "BANKER_DIVISOR": 10,
        "SLIPS_PER_CITY": {4: 7, 3: 9},
        "WINNING_CASH": 75_000,
        "MAX_TURNS": 7,
    },
    "railroads_of_catan.game_data.island": {
        "TERRAIN_COUNTS": {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1, "sea": 18},
        "GOOD_CARD_COUNTS": {"brick": 19, "ore": 19, "sheep": 19, "wheat": 19, "wood": 19},
        "CHITS": (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12),
        "REMOVED_CHITS": (2, 12),
        "DOTS_BY_CHIT": {3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2},
        "LIST_PRICES": {"plain": 1_000, "coast": 1_000, "mountain": 2_000, "water": 2_000},
        "BUY_PRICE_PER_DOT": {"brick": 100, "ore": 200, "sheep": 100, "wheat": 100, "wood": 100},
        "SELL_PRICE_PER_DOT": {"brick": 200, "ore": 300, "sheep": 200, "wheat": 200, "wood": 200},
    },
    "railroads_of_catan.game_data.pieces": {
        "EVENT_CARD_COUNTS": {"tax": 5, "plenty": 2, "monsoon": 2, "surplus": 2, "holiday": 2},
    },
    "railway_rivals.game_data.constants": {
        "STARTING_GOLD": 20,
        "MAX_COMPANIES_PER_START": 2,
        "DIE_FACES": (1, 2, 3, 4, 5, 6),
        "ROLLS_PER_ROUND": {"one": 1, "three": 3},
        "TOWN_BONUS": 6,
        "OPERATING_ALLOWANCE": 6,
        "RUNS_PER_BUILDING_PHASE": 2,
        "ADJACENT_TOWNS_PAYMENT": 3,
        "TURNS_AFTER_DECLARATION": 2,
        "FRUITLESS_TURNS_TO_DECLARATION": 2,
        "FRUITLESS_TURNS_TO_VOTE": 5,
        "RUNS_PER_VISIT": {"four": 4, "all": 21},
        "BASE_COST": 1,
        "HALF_HILL_COST": 2,
        "RIVER_COST": 2,
        "JUNCTION_PAYMENT": 1,
        "HALF_PARALLEL_PAYMENT": 2,
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
