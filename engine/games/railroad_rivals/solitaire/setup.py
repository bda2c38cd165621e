"""The setup of a solitaire game. (R Solitaire Rules, Setup; R Solitaire Challenge)"""

import msgspec

from engine.core import Event, Rng, rng_from_seed, settle
from engine.games.railroad_rivals.game_data.components import early_cities, stocks_in_play
from engine.games.railroad_rivals.game_data.grid import (
    SIDES,
    Cell,
    Side,
    edge_number_at,
    facing_with_edge_at,
    opposite_side,
)
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import OfferTile, expand_counts, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import SOLITAIRE_HUB, SOLITAIRE_SPOKES
from engine.games.railroad_rivals.phases.setup import initial_state
from engine.games.railroad_rivals.solitaire import numbers
from engine.games.railroad_rivals.solitaire.events import ChallengeDealt, FirstCubesDrawn, ProgressionBegun
from engine.games.railroad_rivals.solitaire.phases import Arranging, LayingStart
from engine.games.railroad_rivals.solitaire.rules import supply_starting_cities
from engine.games.railroad_rivals.state.board import PlacedTile
from engine.games.railroad_rivals.state.state import RailroadRivals

_MIDDLE = Cell(0, 0)


def new_solitaire_game(options: RivalsOptions, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """Set up a solitaire game. Return the state at the first decision, and the events.

    The player puts the first cubes in order before any cube is drawn onto a city. (R Solitaire Rules, Setup; ruling O3)
    """
    dealt = _deal(options, rng_from_seed(seed))
    drawn, cubes = dealt.draw_cubes(numbers.FIRST_CUBES)
    begun = drawn.order_cubes(cubes).emit(FirstCubesDrawn(goods=cubes))
    state = _lay_challenge(begun) if options.challenge else _lay_chain(begun)
    if len(numbers.cube_orders(cubes)) > 1:
        state = state.push_phases(Arranging(), LayingStart())
    else:
        state = state.emit(ProgressionBegun(goods=cubes))
        state = state.push_phases(LayingStart()) if options.challenge else supply_starting_cities(state)
    return settle(state).take_events()


def _deal(options: RivalsOptions, rng: Rng) -> RailroadRivals:
    """Shuffle both piles; no tile is dealt, and the table is empty. (R Setup; ruling O9)"""
    cities, rng = rng.shuffle(early_cities(options.tiles, options, 1))
    stocks, rng = rng.shuffle(expand_counts(stocks_in_play(options, 1)))
    score = {numbers.PLAYER: numbers.STARTING_SCORE}
    return initial_state(options, rng, order=(numbers.PLAYER,), score=score, city_pile=cities, stock_pile=stocks)


def _lay_chain(state: RailroadRivals) -> RailroadRivals:
    """Place St. Louis, with Chicago on its IC edge and Washington on its B&O edge. (R Starting City Tiles; O1)"""
    board = state.board.place_tile(PlacedTile(SOLITAIRE_HUB, _MIDDLE, Side.NORTH, None))
    for city, railroad in SOLITAIRE_SPOKES:
        side = next(
            side
            for side in SIDES
            if board.tile_as_printed(SOLITAIRE_HUB).edges[edge_number_at(Side.NORTH, side)] == railroad
        )
        facing = facing_with_edge_at(board.tile_as_printed(city).edges.index(railroad), opposite_side(side))
        board = board.place_tile(PlacedTile(city, _MIDDLE.neighbor(side), facing, numbers.PLAYER))
    on_table = {tile.city for tile in board.laid}
    pile = tuple(city for city in state.city_pile.open() if city not in on_table)
    return msgspec.structs.replace(state, board=board, city_pile=hide_tiles(pile))


def _lay_challenge(state: RailroadRivals) -> RailroadRivals:
    """Place the first of three random cities; the player will place the others. (R Solitaire Challenge)"""
    pile = state.city_pile.open()
    cities, pile = pile[: numbers.CHALLENGE_CITIES], pile[numbers.CHALLENGE_CITIES :]
    board = state.board.place_tile(PlacedTile(cities[0], _MIDDLE, Side.NORTH, None))
    offer = tuple(map(OfferTile, cities[1:]))
    dealt = msgspec.structs.replace(state, board=board, city_pile=hide_tiles(pile), city_offer=offer)
    return dealt.emit(ChallengeDealt(cities=cities))
