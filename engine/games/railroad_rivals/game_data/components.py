"""The tiles in play: those of the base game, and those that modules add or replace."""

from collections.abc import Mapping
from functools import lru_cache

from engine.core import Options
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printing import Printing, base_cities

_SOLITAIRE = "solitaire"
_KEPT = 4_096


class ModuleContents:
    """The tiles that a module adds to the base game; none by default."""

    turn_count: int | None = None
    """The number of turns of a game; None if the number of city tiles determines it."""

    def early_cities(self, base: tuple[printed_data.City, ...]) -> tuple[printed_data.City, ...]:
        """Return the city tiles from which hands are dealt; ``base`` are those of the base game."""
        return base

    def late_cities(self) -> tuple[printed_data.City, ...]:
        """Return the city tiles that are shuffled into the pile after hands were dealt."""
        return ()

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        """Return the numbers of tiles to add to the stock pile, by railroad initials or name of the special tile.

        ``of_each`` is the number of stock tiles of each railroad in the base game. (R Game Components)
        """
        return {}


_BY_OPTION: dict[str, ModuleContents] = {}
"""The modules by option name. Solitaire has no option: it is in play with one player."""


def register_contents(**contents: ModuleContents) -> None:
    """Register the tiles of all modules by option name. Called once, when the game is imported."""
    _BY_OPTION.update(contents)


@lru_cache(None)
def module_names_in_play(options: Options, seats: int) -> tuple[str, ...]:
    """The names of the modules in play. With six players, New England is always in play. (RB 6th Player Content)"""
    if seats == 1:
        return (_SOLITAIRE,)
    always = {"new_england"} if seats in printed_data.NEW_ENGLAND_SEATS else set()
    on = {name for name in _BY_OPTION if getattr(options, name, False)} | always
    return tuple(name for name in _BY_OPTION if name in on)


def _contents_in_play(options: Options, seats: int) -> tuple[ModuleContents, ...]:
    return tuple(_BY_OPTION[name] for name in module_names_in_play(options, seats))


@lru_cache(_KEPT)
def early_cities(printing: Printing, options: Options, seats: int) -> tuple[printed_data.City, ...]:
    """The city tiles from which hands are dealt."""
    cities = base_cities(printing)
    for module in _contents_in_play(options, seats):
        cities = module.early_cities(cities)
    return cities


@lru_cache(None)
def late_cities(options: Options, seats: int) -> tuple[printed_data.City, ...]:
    """The city tiles that are shuffled into the pile after hands have been dealt. (RB Advanced Tiles; ruling S3)"""
    return tuple(city for module in _contents_in_play(options, seats) for city in module.late_cities())


@lru_cache(None)
def stocks_in_play(options: Options, seats: int) -> Mapping[str, int]:
    """The number of tiles of each kind in the stock pile, by railroad initials or name of the special tile."""
    of_each = printed_data.STOCK_TILES[seats]
    counts: dict[str, int] = dict.fromkeys(printed_data.RAILROADS, of_each)
    for module in _contents_in_play(options, seats):
        counts |= module.extra_stocks(of_each)
    return counts


@lru_cache(None)
def railroads_in_play(options: Options, seats: int) -> tuple[printed_data.Railroad, ...]:
    """The railroads that have stock at this table, in alphabetical order; the railroad of the expansion is last."""
    railroads = map(printed_data.Railroad, stocks_in_play(options, seats))
    return tuple(railroad for railroad in railroads if railroad in printed_data.RAILROAD_NAMES)


@lru_cache(_KEPT)
def turn_estimate(printing: Printing, options: Options, seats: int) -> int:
    """The number of turns of a game in which no player passes or plays a tile from the hand.

    When the city pile runs out, one more turn follows for each tile of a starting hand. (R When the City Tile Draw Pile
    Runs Out; R Game End & Scoring)
    """
    planned = (module.turn_count for module in _contents_in_play(options, seats) if module.turn_count)
    cities = early_cities(printing, options, seats) + late_cities(options, seats)
    dealt = printed_data.REMOVED_CITIES[seats] + 1 + printed_data.STARTING_HAND * seats
    return next(planned, (len(cities) - dealt) // seats + printed_data.STARTING_HAND)
