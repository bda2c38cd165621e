"""The beginning of a game. (R Game Setup; R Special Rules for Two Players; RB Advanced Tiles)"""

import msgspec

from engine.core import Event, Rng, Secret, all_seats, seeded, settle
from engine.games.railroad_rivals.box.components import early_cities, late_cities, railroads_in_play, stocks_in_play
from engine.games.railroad_rivals.box.data import BAG, HAND, REMOVED_CITIES, STARTING_SCORES, City
from engine.games.railroad_rivals.box.geometry import Cell, Side
from engine.games.railroad_rivals.box.options import RivalsOptions
from engine.games.railroad_rivals.box.pieces import held, hidden, singly
from engine.games.railroad_rivals.box.printing import start_cities
from engine.games.railroad_rivals.phases.in_play import InPlay
from engine.games.railroad_rivals.phases.turns import Turns
from engine.games.railroad_rivals.state.board import Board, Laid
from engine.games.railroad_rivals.state.events import OrderSet, StartingTileLaid
from engine.games.railroad_rivals.state.state import RailroadRivals


def new(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question, and what happened until then."""
    start, rng = seeded(seed).choice(start_cities(options.tiles))
    state = _mixed_in(_dealt(options, seats, start, rng), late_cities(options, seats)).draw_goods(start)
    told = state.tell(StartingTileLaid(start, state.goods[start]), OrderSet(state.order, 0))
    return settle(told).take_news()


def _dealt(options: RivalsOptions, seats: int, start: City, rng: Rng) -> RailroadRivals:
    """Both piles mixed, hands dealt, the order drawn, and the starting tile on the table. (R Game Setup)"""
    everyone = all_seats(seats)
    cities, rng = rng.shuffle([city for city in early_cities(options.tiles, options, seats) if city != start])
    stocks, rng = rng.shuffle(singly(stocks_in_play(options, seats)))
    order, rng = rng.shuffle(everyone)
    removed, cities = cities[: REMOVED_CITIES[seats]], cities[REMOVED_CITIES[seats] :]
    hands = [cities[i * HAND : (i + 1) * HAND] for i in range(seats)]
    first = Laid(start, Cell(0, 0), Side.NORTH, None)
    return InPlay(
        flow=(Turns(),),
        options=options.on_table(),
        seats=seats,
        order=order,
        score={seat: STARTING_SCORES[order.index(seat)] for seat in everyone},
        hand={seat: held(seat, hand) for seat, hand in zip(everyone, hands, strict=True)},
        stocks={seat: {} for seat in everyone},
        value=dict.fromkeys(railroads_in_play(options, seats), 0),
        city_pile=hidden(cities[HAND * seats :]),
        stock_pile=hidden(stocks),
        removed=hidden(removed),
        bag=BAG[seats],
        board=Board(pittsburgh=options.pittsburgh, printing=options.tiles).lay(first),
        goods={},
        rng=Secret(rng),
    )


def _mixed_in(state: RailroadRivals, late: tuple[City, ...]) -> RailroadRivals:
    """More city tiles are mixed into the pile. (RB Advanced Tiles; ruling S3)"""
    if not late:
        return state
    pile, rng = state.rng.open().shuffle(state.city_pile.open() + late)
    return msgspec.structs.replace(state, city_pile=hidden(pile), rng=Secret(rng))
