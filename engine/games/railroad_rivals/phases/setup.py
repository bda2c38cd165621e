"""The setup of a game. (R Game Setup; R Special Rules for Two Players; RB Advanced Tiles)"""

from collections.abc import Mapping

import msgspec

from engine.core import Event, Rng, Seat, Secret, all_seats, rng_from_seed, settle
from engine.games.railroad_rivals.game_data.components import (
    early_cities,
    late_cities,
    railroads_in_play,
    stocks_in_play,
)
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import expand_counts, hand_secret, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import (
    BAG_BY_SEATS,
    REMOVED_CITIES,
    STARTING_HAND,
    STARTING_SCORES,
    City,
)
from engine.games.railroad_rivals.game_data.printing import start_cities
from engine.games.railroad_rivals.phases.game_state import GameState
from engine.games.railroad_rivals.phases.turns import Turns
from engine.games.railroad_rivals.state.board import Board, PlacedTile
from engine.games.railroad_rivals.state.events import OrderSet, StartingTileLaid
from engine.games.railroad_rivals.state.state import RailroadRivals


def new_game(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """Set up a game for two or more players. Return the state at the first decision, and the events."""
    start, rng = rng_from_seed(seed).choice(start_cities(options.tiles))
    state = _shuffle_in(_deal(options, seats, start, rng), late_cities(options, seats)).draw_cubes_onto(start)
    after_setup = state.emit(StartingTileLaid(start, state.goods[start]), OrderSet(state.order, 0))
    return settle(after_setup).take_events()


def _deal(options: RivalsOptions, seats: int, start: City, rng: Rng) -> RailroadRivals:
    """Shuffle both piles, deal hands, draw the turn order, and place the starting tile. (R Game Setup)"""
    everyone = all_seats(seats)
    cities, rng = rng.shuffle([city for city in early_cities(options.tiles, options, seats) if city != start])
    stocks, rng = rng.shuffle(expand_counts(stocks_in_play(options, seats)))
    order, rng = rng.shuffle(everyone)
    removed, cities = cities[: REMOVED_CITIES[seats]], cities[REMOVED_CITIES[seats] :]
    hands = [cities[i * STARTING_HAND : (i + 1) * STARTING_HAND] for i in range(seats)]
    state = initial_state(
        options,
        rng,
        order=order,
        score={seat: STARTING_SCORES[order.index(seat)] for seat in everyone},
        city_pile=cities[STARTING_HAND * seats :],
        stock_pile=stocks,
    )
    return msgspec.structs.replace(
        state,
        hand={seat: hand_secret(seat, hand) for seat, hand in zip(everyone, hands, strict=True)},
        removed=hide_tiles(removed),
        board=state.board.place_tile(PlacedTile(start, Cell(0, 0), Side.NORTH, None)),
    )


def initial_state(
    options: RivalsOptions,
    rng: Rng,
    *,
    order: tuple[Seat, ...],
    score: Mapping[Seat, int],
    city_pile: tuple[City, ...],
    stock_pile: tuple[str, ...],
) -> GameState:
    """The state before the first turn, with empty hands and an empty board; all stocks have the value 0."""
    seats = len(order)
    return GameState(
        flow=(Turns(),),
        options=options.state_options(),
        seats=seats,
        order=order,
        score=score,
        hand={seat: hand_secret(seat, ()) for seat in score},
        stocks={seat: {} for seat in score},
        value=dict.fromkeys(railroads_in_play(options, seats), 0),
        city_pile=hide_tiles(city_pile),
        stock_pile=hide_tiles(stock_pile),
        removed=hide_tiles(()),
        bag=BAG_BY_SEATS[seats],
        board=Board(pittsburgh=options.pittsburgh, printing=options.tiles),
        goods={},
        rng=Secret(rng),
    )


def _shuffle_in(state: RailroadRivals, late: tuple[City, ...]) -> RailroadRivals:
    """Shuffle more city tiles into the pile. (RB Advanced Tiles; ruling S3)"""
    if not late:
        return state
    pile, rng = state.rng.open().shuffle(state.city_pile.open() + late)
    return msgspec.structs.replace(state, city_pile=hide_tiles(pile), rng=Secret(rng))
