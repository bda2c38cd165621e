"""The tiles at a table: those of the base game, and those of its modules."""

from collections.abc import Mapping
from functools import lru_cache

from engine.core import Options
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printing import Printing, base_cities

_SOLITAIRE = "solitaire"
_KEPT = 4_096


class ModuleContents:
    """The tiles that a module adds; by default none."""

    turn_count: int | None = None
    """The number of turns of a game; None: as many as the city pile allows."""

    def early_cities(self, base: tuple[printed_data.City, ...]) -> tuple[printed_data.City, ...]:
        """City tiles that are mixed in before hands are dealt."""
        return base

    def late_cities(self) -> tuple[printed_data.City, ...]:
        """City tiles that are mixed into the pile after hands were dealt."""
        return ()

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        """Tiles added to the stock pile; ``of_each`` are those of every railroad. (R Game Components)"""
        return {}


_BY_OPTION: dict[str, ModuleContents] = {}
"""By the option that switches a module on, in the order in which they are asked; solitaire has no switch."""


def register_contents(**contents: ModuleContents) -> None:
    """Register the tiles of all modules, once at the start."""
    _BY_OPTION.update(contents)


@lru_cache(None)
def module_names_in_play(options: Options, seats: int) -> tuple[str, ...]:
    """The modules of a table, by their options. Six players always have the NYNH&H tiles. (RB 6th Player Content)"""
    if seats == 1:
        return (_SOLITAIRE,)
    always = {"new_england"} if seats in printed_data.NEW_ENGLAND_SEATS else set()
    on = {name for name in _BY_OPTION if getattr(options, name, False)} | always
    return tuple(name for name in _BY_OPTION if name in on)


def _contents_in_play(options: Options, seats: int) -> tuple[ModuleContents, ...]:
    """The contents of every module in play, whose tiles lie next to those of the base game."""
    return tuple(_BY_OPTION[name] for name in module_names_in_play(options, seats))


@lru_cache(_KEPT)
def early_cities(printing: Printing, options: Options, seats: int) -> tuple[printed_data.City, ...]:
    """City tiles that are mixed in before hands are dealt."""
    cities = base_cities(printing)
    for module in _contents_in_play(options, seats):
        cities = module.early_cities(cities)
    return cities


@lru_cache(None)
def late_cities(options: Options, seats: int) -> tuple[printed_data.City, ...]:
    """City tiles that are mixed into the pile after hands were dealt. (RB Advanced Tiles; ruling S3)"""
    return tuple(city for module in _contents_in_play(options, seats) for city in module.late_cities())


def cities_in_play(printing: Printing, options: Options, seats: int) -> tuple[printed_data.City, ...]:
    """All city tiles of a game."""
    return early_cities(printing, options, seats) + late_cities(options, seats)


@lru_cache(None)
def stocks_in_play(options: Options, seats: int) -> Mapping[str, int]:
    """All tiles of the stock pile, by railroad or name."""
    of_each = printed_data.STOCK_TILES[seats]
    counts: dict[str, int] = dict.fromkeys(printed_data.RAILROADS, of_each)
    for module in _contents_in_play(options, seats):
        counts |= module.extra_stocks(of_each)
    return counts


@lru_cache(None)
def railroads_in_play(options: Options, seats: int) -> tuple[printed_data.Railroad, ...]:
    """The railroads with a stock value marker, in the order of the rulebooks' lists."""
    return tuple(
        printed_data.Railroad(tile) for tile in stocks_in_play(options, seats) if tile in printed_data.RAILROAD_NAMES
    )


@lru_cache(_KEPT)
def turn_estimate(printing: Printing, options: Options, seats: int) -> int:
    """Turns of a game without passes: those the city pile serves, and one for each tile of a hand.

    (R When the City Tile Draw Pile Runs Out; R Game End & Scoring)
    """
    planned = (module.turn_count for module in _contents_in_play(options, seats) if module.turn_count)
    dealt = printed_data.REMOVED_CITIES[seats] + 1 + printed_data.STARTING_HAND * seats
    return next(planned, (len(cities_in_play(printing, options, seats)) - dealt) // seats + printed_data.STARTING_HAND)
