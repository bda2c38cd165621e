"""Which tiles a table plays with: those of the base game, and what its modules bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.railroad_rivals.box.data import (
    BASE_CITIES,
    HAND,
    RAILROAD_NAMES,
    RAILROADS,
    REMOVED_CITIES,
    STOCK_TILES,
    City,
    Railroad,
)
from engine.games.railroad_rivals.box.options import RivalsOptions
from engine.games.railroad_rivals.state.joints import in_play, planned_turns


@lru_cache(None)
def early_cities(options: RivalsOptions, seats: int) -> tuple[City, ...]:
    """The city tiles that are mixed before hands are dealt."""
    found = BASE_CITIES
    for module in in_play(options, seats):
        found = module.cities(found)
    return found


@lru_cache(None)
def late_cities(options: RivalsOptions, seats: int) -> tuple[City, ...]:
    """The city tiles that are mixed into the pile after hands were dealt. (RB Advanced Tiles; ruling S3)"""
    return tuple(city for module in in_play(options, seats) for city in module.late_cities())


def cities_in_play(options: RivalsOptions, seats: int) -> tuple[City, ...]:
    """All city tiles of a game."""
    return early_cities(options, seats) + late_cities(options, seats)


@lru_cache(None)
def stocks_in_play(options: RivalsOptions, seats: int) -> Mapping[str, int]:
    """All tiles of the stock pile, by railroad or name."""
    of_each = STOCK_TILES[seats]
    found: dict[str, int] = dict.fromkeys(RAILROADS, of_each)
    for module in in_play(options, seats):
        found |= module.stocks(of_each)
    return found


@lru_cache(None)
def railroads_in_play(options: RivalsOptions, seats: int) -> tuple[Railroad, ...]:
    """The railroads with a stock value marker, in the order of the rulebooks' lists."""
    return tuple(Railroad(tile) for tile in stocks_in_play(options, seats) if tile in RAILROAD_NAMES)


def turns_expected(options: RivalsOptions, seats: int) -> int:
    """Turns of a game in which nobody ever passes: those the city pile serves, and one for each tile of a hand.

    (R When the City Tile Draw Pile Runs Out; R Game End & Scoring)
    """
    if (planned := planned_turns(options, seats)) is not None:
        return planned
    dealt = REMOVED_CITIES[seats] + 1 + HAND * seats
    return (len(cities_in_play(options, seats)) - dealt) // seats + HAND
