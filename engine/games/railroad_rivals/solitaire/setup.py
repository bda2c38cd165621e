"""The beginning of a solitaire game. (R Solitaire Rules, Setup; R Solitaire Challenge)"""

import msgspec

from engine.core import Event, Rng, Secret, seeded, settle
from engine.games.railroad_rivals.box.components import early_cities, railroads_in_play, stocks_in_play
from engine.games.railroad_rivals.box.data import BAG, HUB, SPOKES
from engine.games.railroad_rivals.box.geometry import SIDES, Cell, Side, edge_at, facing_that_puts, opposite
from engine.games.railroad_rivals.box.options import RivalsOptions
from engine.games.railroad_rivals.box.pieces import Lot, held, hidden, singly
from engine.games.railroad_rivals.phases.in_play import InPlay
from engine.games.railroad_rivals.phases.turns import Turns
from engine.games.railroad_rivals.solitaire import data
from engine.games.railroad_rivals.solitaire.events import ChallengeDealt, FirstCubesDrawn, ProgressionBegun
from engine.games.railroad_rivals.solitaire.phases import Arranging, LayingStart
from engine.games.railroad_rivals.solitaire.rules import supply
from engine.games.railroad_rivals.state.board import Board, Laid
from engine.games.railroad_rivals.state.state import RailroadRivals

_MIDDLE = Cell(0, 0)


def new(options: RivalsOptions, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """A solitaire game at its first question, and what happened until then.

    The progression is put in order before the cubes of the cities are drawn. (R Solitaire Rules, Setup; ruling O3)
    """
    dealt = _dealt(options, seeded(seed))
    drawn, cubes = dealt.draw_cubes(data.FIRST_CUBES)
    begun = drawn.arrange(cubes).tell(FirstCubesDrawn(goods=cubes))
    state = _challenge(begun) if options.challenge else _chain(begun)
    if len(data.orders(cubes)) > 1:
        state = state.enter(Arranging(), LayingStart())
    else:
        state = state.tell(ProgressionBegun(goods=cubes))
        state = state.enter(LayingStart()) if options.challenge else supply(state)
    return settle(state).take_news()


def _dealt(options: RivalsOptions, rng: Rng) -> RailroadRivals:
    """Score 1, all stocks at 0, both piles mixed, and nothing on the table. (R Setup; ruling O9)"""
    cities, rng = rng.shuffle(early_cities(options.tiles, options, 1))
    stocks, rng = rng.shuffle(singly(stocks_in_play(options, 1)))
    return InPlay(
        flow=(Turns(),),
        options=options.on_table(),
        seats=1,
        order=(data.PLAYER,),
        score={data.PLAYER: data.STARTING_SCORE},
        hand={data.PLAYER: held(data.PLAYER, ())},
        stocks={data.PLAYER: {}},
        value=dict.fromkeys(railroads_in_play(options, 1), 0),
        city_pile=hidden(cities),
        stock_pile=hidden(stocks),
        removed=hidden(()),
        bag=BAG[1],
        board=Board(pittsburgh=options.pittsburgh, printing=options.tiles),
        goods={},
        rng=Secret(rng),
    )


def _chain(state: RailroadRivals) -> RailroadRivals:
    """St. Louis in the middle, Chicago on its IC edge, Washington on its B&O edge. (R Starting City Tiles; O1)"""
    board = state.board.lay(Laid(HUB, _MIDDLE, Side.NORTH, None))
    for city, railroad in SPOKES:
        side = next(side for side in SIDES if board.tile(HUB).edges[edge_at(Side.NORTH, side)] == railroad)
        facing = facing_that_puts(board.tile(city).edges.index(railroad), opposite(side))
        board = board.lay(Laid(city, _MIDDLE.beside(side), facing, data.PLAYER))
    on_table = {tile.city for tile in board.laid}
    pile = tuple(city for city in state.city_pile.open() if city not in on_table)
    return msgspec.structs.replace(state, board=board, city_pile=hidden(pile))


def _challenge(state: RailroadRivals) -> RailroadRivals:
    """Three random cities: the first lies in the middle, the others are the player's to lay. (R Solitaire Challenge)"""
    pile = state.city_pile.open()
    cities, pile = pile[: data.CHALLENGE_CITIES], pile[data.CHALLENGE_CITIES :]
    board = state.board.lay(Laid(cities[0], _MIDDLE, Side.NORTH, None))
    offer = tuple(map(Lot, cities[1:]))
    dealt = msgspec.structs.replace(state, board=board, city_pile=hidden(pile), city_offer=offer)
    return dealt.tell(ChallengeDealt(cities=cities))
