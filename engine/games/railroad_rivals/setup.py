"""How a game begins. (R Game Setup; R Special Rules for Two Players; RB Advanced Tiles)"""

from __future__ import annotations

from engine.core.event import Event
from engine.core.flow import settle
from engine.core.rng import seeded
from engine.core.seats import all_seats
from engine.core.secret import Secret
from engine.games.railroad_rivals.board import Board, Laid
from engine.games.railroad_rivals.components import early_cities, late_cities, railroads_in_play, stocks_in_play
from engine.games.railroad_rivals.data import BAG, HAND, REMOVED_CITIES, START_CITIES, STARTING_SCORES
from engine.games.railroad_rivals.events import OrderSet, StartingTileLaid
from engine.games.railroad_rivals.geometry import Cell, Side
from engine.games.railroad_rivals.options import RivalsOptions
from engine.games.railroad_rivals.phases import Turns
from engine.games.railroad_rivals.pieces import held, hidden
from engine.games.railroad_rivals.state import RailroadRivals

__all__ = ["new"]


def new(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question, and what happened until then."""
    everyone = all_seats(seats)
    start, rng = seeded(seed).choice(START_CITIES)
    city_tiles, rng = rng.shuffle([city for city in early_cities(options, seats) if city != start])
    in_stock = stocks_in_play(options, seats).items()
    stock_tiles, rng = rng.shuffle([tile for tile, count in in_stock for _ in range(count)])
    order, rng = rng.shuffle(everyone)
    removed, city_tiles = city_tiles[: REMOVED_CITIES[seats]], city_tiles[REMOVED_CITIES[seats] :]
    pile = city_tiles[HAND * seats :]
    if late := late_cities(options, seats):
        pile, rng = rng.shuffle(pile + late)
    state = RailroadRivals(
        flow=(Turns(),),
        options=options,
        seats=seats,
        order=order,
        score={seat: STARTING_SCORES[order.index(seat)] for seat in everyone},
        hand={seat: held(seat, city_tiles[i * HAND : (i + 1) * HAND]) for i, seat in enumerate(everyone)},
        stocks={seat: {} for seat in everyone},
        value=dict.fromkeys(railroads_in_play(options, seats), 0),
        city_pile=hidden(pile),
        stock_pile=hidden(stock_tiles),
        removed=hidden(removed),
        bag=BAG[seats],
        board=Board().lay(Laid(start, Cell(0, 0), Side.NORTH, None)),
        goods={},
        rng=Secret(rng),
    ).draw_goods(start)
    state = settle(state.tell(StartingTileLaid(start, state.goods[start]), OrderSet(order, 0)))
    return state.take_news()
