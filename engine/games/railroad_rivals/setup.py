"""How a game begins. (R Game Setup; R Special Rules for Two Players)"""

from __future__ import annotations

from engine.core.event import Event
from engine.core.flow import settle
from engine.core.rng import seeded
from engine.core.seats import all_seats
from engine.core.secret import Secret
from engine.games.railroad_rivals.board import Board, Laid
from engine.games.railroad_rivals.data import (
    BAG,
    CITIES,
    HAND,
    RAILROADS,
    REMOVED_CITIES,
    START_CITIES,
    STARTING_SCORES,
    STOCK_TILES,
)
from engine.games.railroad_rivals.events import OrderSet, StartingTileLaid
from engine.games.railroad_rivals.geometry import Cell, Side
from engine.games.railroad_rivals.phases import Turns
from engine.games.railroad_rivals.state import RailroadRivals, RivalsOptions, held, hidden

__all__ = ["new"]


def new(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question, and what happened until then."""
    everyone = all_seats(seats)
    start, rng = seeded(seed).choice(START_CITIES)
    city_tiles, rng = rng.shuffle([city for city in CITIES if city != start])
    stock_tiles, rng = rng.shuffle([railroad for railroad in RAILROADS for _ in range(STOCK_TILES[seats])])
    order, rng = rng.shuffle(everyone)
    removed, city_tiles = city_tiles[: REMOVED_CITIES[seats]], city_tiles[REMOVED_CITIES[seats] :]
    state = RailroadRivals(
        flow=(Turns(),),
        options=options,
        seats=seats,
        order=order,
        score={seat: STARTING_SCORES[order.index(seat)] for seat in everyone},
        hand={seat: held(seat, city_tiles[i * HAND : (i + 1) * HAND]) for i, seat in enumerate(everyone)},
        stocks={seat: {} for seat in everyone},
        value=dict.fromkeys(RAILROADS, 0),
        city_pile=hidden(city_tiles[HAND * seats :]),
        stock_pile=hidden(stock_tiles),
        removed=hidden(removed),
        bag=BAG[seats],
        board=Board().lay(Laid(start, Cell(0, 0), Side.NORTH, None)),
        goods={},
        rng=Secret(rng),
    ).draw_goods(start)
    state = settle(state.tell(StartingTileLaid(start, state.goods[start]), OrderSet(order, 0)))
    return state.take_news()
