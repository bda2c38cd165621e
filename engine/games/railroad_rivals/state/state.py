"""The state of a game, and the methods by which the rules change it."""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from engine.core import Rng, Seat, Secret, State, all_seats
from engine.games.railroad_rivals.game_data.components import early_cities, late_cities, stocks_in_play, turn_estimate
from engine.games.railroad_rivals.game_data.grid import Cell, Facing
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import (
    KnownCities,
    OfferTile,
    expand_counts,
    free_tiles,
    hand_secret,
    hide_tiles,
    is_city,
    take_tile,
)
from engine.games.railroad_rivals.game_data.printed_data import (
    BAG_BY_SEATS,
    ONE_COLOR_SEATS,
    City,
    Goods,
    Railroad,
    Special,
)
from engine.games.railroad_rivals.state.board import Board, PlacedTile, links_by_city
from engine.games.railroad_rivals.state.events import SpecialDrafted, StockDrafted
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from engine.kit.recent_prices import RecentPrices


class RailroadRivals(State, frozen=True, kw_only=True):
    """The state of a game. Mappings by seat have a key for each seat; ``value`` has a key for each railroad in play."""

    options: RivalsOptions
    seats: int
    turn: int = 0
    order: tuple[Seat, ...]
    score: Mapping[Seat, int]
    hand: Mapping[Seat, Secret[tuple[City, ...]]]
    stocks: Mapping[Seat, Mapping[Railroad, int]]
    """The number of each seat's stock tiles by railroad; railroads without tiles are omitted."""
    value: Mapping[Railroad, int]
    city_pile: Secret[tuple[City, ...]]
    """The city pile from the top down. When it has fewer tiles than there are players, all its tiles leave the game."""
    stock_pile: Secret[tuple[str, ...]]
    """The stock pile from the top down: railroads' initials and names of special tiles."""
    city_offer: tuple[OfferTile, ...] = ()
    stock_offer: tuple[OfferTile, ...] = ()
    city_pile_out: bool = False
    removed: Secret[tuple[City, ...]]
    """City tiles that left the game unseen."""
    discarded: tuple[str, ...] = ()
    """Tiles of both kinds that left the game face up."""
    bag: Mapping[Goods, int]
    board: Board
    goods: Mapping[City, tuple[Goods, ...]]
    """The cubes on each city; cities without cubes are omitted."""
    delivered: tuple[Goods, ...] = ()
    """The cubes delivered in the current phase, in order; they go back into the bag after the phase.

    In a solitaire game, these cubes are the Progression of Delivered Goods Cubes, which never go back into the bag.
    """
    placed_this_turn: bool = False
    ending: str = ""
    """The reason why this turn is the last, as a key of ``ENDINGS``; empty before the last turn."""
    rng: Secret[Rng]
    baron: ExpansionState = ExpansionState()
    """The state of the Robber Baron expansion."""
    seen: KnownCities = KnownCities()
    """City tiles in hands that everyone knows."""
    firsts: RecentPrices = RecentPrices()
    """The prices that were paid for first place in the turn order in recent turns."""

    # -- the components of this table

    @property
    def early_cities(self) -> tuple[City, ...]:
        """The city tiles from which hands are dealt."""
        return early_cities(self.board.printing, self.options, self.seats)

    @property
    def late_cities(self) -> tuple[City, ...]:
        """The city tiles that are shuffled into the pile after hands have been dealt."""
        return late_cities(self.options, self.seats)

    @property
    def stock_tiles(self) -> Mapping[str, int]:
        """The number of tiles of each kind with the back of a stock tile, by initials or name of the special tile."""
        return stocks_in_play(self.options, self.seats)

    @property
    def starting_bag(self) -> Mapping[Goods, int]:
        """The number of cubes of each kind in the bag at the beginning of the game."""
        return BAG_BY_SEATS[self.seats]

    @property
    def has_one_color(self) -> bool:
        """Whether all cubes count as one color. (R Special Rules for Two Players)"""
        return self.seats in ONE_COLOR_SEATS

    # -- turns

    def update_phase(self, **changes: Any) -> Self:
        """Change fields of the current phase."""
        return self.replace_phase(msgspec.structs.replace(self.flow[-1], **changes))

    def begin_turn(self) -> Self:
        """Begin the next turn."""
        return msgspec.structs.replace(self, turn=self.turn + 1, placed_this_turn=False)

    def set_order(self, order: tuple[Seat, ...]) -> Self:
        """Set the turn order. (R Player Turn Order)"""
        return msgspec.structs.replace(self, order=order)

    def record_first_price(self, price: int) -> Self:
        """Record the price that was paid for first place in the turn order."""
        return msgspec.structs.replace(self, firsts=self.firsts.with_price(price))

    def announce_end(self, why: str) -> Self:
        """Make the current turn the last, for the reason ``why``, a key of ``ENDINGS``. (R Game End & Scoring)"""
        return msgspec.structs.replace(self, ending=why)

    def with_expansion(self, baron: ExpansionState) -> Self:
        """Replace the expansion's state."""
        return msgspec.structs.replace(self, baron=baron)

    # -- points and stocks

    def gain_points(self, seat: Seat, points: int) -> Self:
        """Add points to a seat's score; ``points`` may be negative."""
        return msgspec.structs.replace(self, score={**self.score, seat: self.score[seat] + points})

    def raise_value(self, railroad: Railroad, by: int = 1) -> Self:
        """Change the value of a stock and of its merged company by ``by``, but not below 0. (rulings G9, K5)"""
        moved = {marker: max(0, self.value[marker] + by) for marker in self.baron.moving_markers(railroad)}
        return msgspec.structs.replace(self, value={**self.value, **moved})

    def set_value(self, railroads: tuple[Railroad, ...], value: int) -> Self:
        """Set the stock values of these railroads after a merger or a looting. (RB Merger; RB Loot The Company)"""
        return msgspec.structs.replace(self, value={**self.value, **dict.fromkeys(railroads, value)})

    def add_stock(self, seat: Seat, railroad: Railroad) -> Self:
        """Give a stock tile to a seat."""
        owned = self.stocks[seat]
        return self._with_stocks(seat, {**owned, railroad: owned.get(railroad, 0) + 1})

    def remove_stocks(self, seat: Seat, railroads: tuple[Railroad, ...]) -> Self:
        """Remove all stock tiles of these railroads from a seat."""
        remaining = {name: n for name, n in self.stocks[seat].items() if name not in railroads}
        return self._with_stocks(seat, remaining)

    def _with_stocks(self, seat: Seat, owned: Mapping[Railroad, int]) -> Self:
        return msgspec.structs.replace(self, stocks={**self.stocks, seat: owned})

    def stock_worth(self, seat: Seat) -> int:
        """Return the worth of a seat's stock tiles at current values, in points. (R Game End & Scoring)"""
        return sum(self.value[railroad] * count for railroad, count in self.stocks[seat].items())

    # -- tiles

    def draw_offer(self, cities: int, stocks: int) -> Self:
        """Replace the offer by tiles from both piles; the stock pile may have fewer than ``stocks``. (ruling D7)"""
        city_pile, stock_pile = self.city_pile.open(), self.stock_pile.open()
        return msgspec.structs.replace(
            self,
            city_offer=tuple(map(OfferTile, city_pile[:cities])),
            stock_offer=tuple(map(OfferTile, stock_pile[:stocks])),
            city_pile=hide_tiles(city_pile[cities:]),
            stock_pile=hide_tiles(stock_pile[stocks:]),
        )

    def remove_city_pile(self) -> Self:
        """Remove the rest of the city pile from the game, unseen. (ruling D4)"""
        removed = self.removed.open() + self.city_pile.open()
        return msgspec.structs.replace(self, city_pile=hide_tiles(()), removed=hide_tiles(removed), city_pile_out=True)

    def take_city(self, seat: Seat, city: City) -> Self:
        """Move a city tile from the offer to a hand."""
        hand = (*self.hand[seat].open(), city)
        return msgspec.structs.replace(
            self,
            city_offer=take_tile(self.city_offer, city, seat),
            hand={**self.hand, seat: hand_secret(seat, hand)},
            seen=self.seen.add_city(seat, city),
        )

    def take_stock(self, seat: Seat, tile: str) -> Self:
        """Move a stock or special tile from the offer to a seat. (R Draft Tiles; ruling K2)"""
        after = msgspec.structs.replace(self, stock_offer=take_tile(self.stock_offer, tile, seat))
        if tile in self.value:
            return after.add_stock(seat, Railroad(tile)).emit(StockDrafted(seat, Railroad(tile)))
        special = Special(tile)
        return after.with_expansion(self.baron.add_special(seat, special)).emit(SpecialDrafted(seat, special))

    def reveal_stock(self) -> tuple[Self, str]:
        """Add the top tile of the stock pile to the offer; return the state and the tile. (RB Stock Issue)"""
        tile, *rest = self.stock_pile.open()
        return msgspec.structs.replace(
            self, stock_offer=(*self.stock_offer, OfferTile(tile)), stock_pile=hide_tiles(tuple(rest))
        ), tile

    def discard_offer(self) -> Self:
        """Remove the tiles that no one took from the offer; they leave the game face up."""
        rest = free_tiles(self.city_offer) + free_tiles(self.stock_offer)
        return msgspec.structs.replace(self.discard_tiles(*rest), city_offer=(), stock_offer=())

    def set_stock_pile(self, tiles: tuple[str, ...], *, shuffled: bool = True) -> Self:
        """Replace the stock pile by these tiles, shuffled unless ``shuffled`` is False. (rulings K3, K5, K6)"""
        if not shuffled:
            return msgspec.structs.replace(self, stock_pile=hide_tiles(tiles))
        tiles, rng = self.rng.open().shuffle(tiles)
        return msgspec.structs.replace(self, stock_pile=hide_tiles(tiles), rng=Secret(rng))

    def discard_tiles(self, *tiles: str) -> Self:
        """Remove tiles from the game face up."""
        return msgspec.structs.replace(self, discarded=self.discarded + tiles)

    def remove_from_hand(self, seat: Seat, city: City) -> Self:
        """Remove a tile from a hand."""
        rest = tuple(c for c in self.hand[seat].open() if c != city)
        hand = {**self.hand, seat: hand_secret(seat, rest)}
        return msgspec.structs.replace(self, hand=hand, seen=self.seen.remove_city(seat, city))

    # -- the table

    def place_city(self, seat: Seat, city: City, at: Cell, facing: Facing) -> Self:
        """Move a tile from a hand to the board and create its links."""
        board = self.board.place_tile(PlacedTile(city, at, facing, seat))
        return msgspec.structs.replace(self.remove_from_hand(seat, city), board=board, placed_this_turn=True)

    def draw_cubes(self, number: int) -> tuple[Self, tuple[Goods, ...]]:
        """Draw cubes from the bag at random, at most those it has; return the state and the cubes. (ruling P13)"""
        remaining, rng, drawn = list(expand_counts(self.bag)), self.rng.open(), []
        for _ in range(min(number, len(remaining))):
            index, rng = rng.draw_below(len(remaining))
            drawn.append(remaining.pop(index))
        bag = {goods: count - drawn.count(goods) for goods, count in self.bag.items()}
        return msgspec.structs.replace(self, bag=bag, rng=Secret(rng)), tuple(drawn)

    def count_cubes_to_draw(self, city: City) -> int:
        """Return the number of cubes that a city would get now: its goods number, or all that the bag has. (P13)"""
        return min(self.board.tile_as_printed(city).goods, sum(self.bag.values()))

    def draw_cubes_onto(self, city: City, number: int | None = None) -> Self:
        """Draw ``number`` cubes, or else a city's goods number, onto it; fewer if the bag has fewer. (ruling P13)"""
        state, drawn = self.draw_cubes(self.board.tile_as_printed(city).goods if number is None else number)
        if not drawn:
            return state
        cubes = (*self.goods.get(city, ()), *drawn)
        return msgspec.structs.replace(state, goods={**self.goods, city: cubes})

    def take_cube(self, city: City, cube: Goods) -> Self:
        """Move a cube from its city to the delivered cubes. (ruling G4)"""
        remaining = list(self.goods[city])
        remaining.remove(cube)
        goods = {**self.goods, city: tuple(remaining)}
        if not remaining:
            del goods[city]
        return msgspec.structs.replace(self, goods=goods, delivered=(*self.delivered, cube))

    def order_cubes(self, cubes: tuple[Goods, ...]) -> Self:
        """Set the order of the delivered cubes. (R Solitaire Rules, Goods Cubes)"""
        return msgspec.structs.replace(self, delivered=cubes)

    def refill_bag(self) -> Self:
        """Put the delivered cubes back into the bag. (R Deliver a Good)"""
        bag = {cube: count + self.delivered.count(cube) for cube, count in self.bag.items()}
        return msgspec.structs.replace(self, bag=bag, delivered=())

    def count_components(self) -> Mapping[str, int]:
        """Return the total numbers of tiles and cubes in the game, which never change."""
        discarded_cities = sum(is_city(tile) for tile in self.discarded)
        discarded_stocks = len(self.discarded) - discarded_cities
        in_hands = sum(hand.size for hand in self.hand.values())
        cities = in_hands + self.city_pile.size + self.removed.size + len(self.board.laid) + discarded_cities
        stocks = sum(sum(portfolio.values()) for portfolio in self.stocks.values()) + self.stock_pile.size
        specials = sum(map(len, self.baron.specials.values()))
        on_cities = [cube for cubes in self.goods.values() for cube in cubes]
        placed = (*on_cities, *self.delivered)
        cubes = {goods: left + placed.count(goods) for goods, left in self.bag.items()}
        return {
            "city tiles": cities + len(free_tiles(self.city_offer)),
            "stock tiles": stocks + specials + len(free_tiles(self.stock_offer)) + discarded_stocks,
            **{f"{goods} cubes": count for goods, count in cubes.items()},
        }

    def count_unseen_stocks(self) -> Mapping[str, int]:
        """Return the number of tiles of each kind in the stock pile, which players may know. (ruling K3)"""
        remaining = dict(self.stock_tiles)
        seen_tiles = [*free_tiles(self.stock_offer), *(tile for tile in self.discarded if not is_city(tile))]
        owned = [tile for portfolio in self.stocks.values() for tile in expand_counts(portfolio)]
        special = [tile for face_up in self.baron.specials.values() for tile in face_up]
        for tile in (*seen_tiles, *owned, *special):
            remaining[tile] -= 1
        return remaining

    def public_hand(self, seat: Seat) -> tuple[City, ...]:
        """Return the cities in a hand that everyone knows.

        States of old games have no ``seen``: there, only tiles that were drafted this turn are known.
        """
        played = {tile.city for tile in self.board.laid} | set(self.discarded)
        drafted = (City(offered.tile) for offered in self.city_offer if offered.taken == seat)
        return tuple(dict.fromkeys((*self.seen.in_hand(seat), *(city for city in drafted if city not in played))))

    def has_deliverable_cube(self) -> bool:
        """Whether any cube is in a city with a link."""
        return not links_by_city(self.board).keys().isdisjoint(self.goods)

    def count_placeable(self, seat: Seat) -> int:
        """Return the number of tiles in a hand that go on the board; others are played from the hand.

        (R Game End & Scoring; rulings E1, A10)
        """
        return sum(bool(self.board.tile_as_printed(city).edges) for city in self.hand[seat].open())

    @property
    def turn_estimate(self) -> int:
        """The number of turns of a game in which no player passes or plays a tile from the hand."""
        return turn_estimate(self.board.printing, self.options, self.seats)

    @property
    def remaining_turns(self) -> int:
        """The expected number of turns after this one."""
        return 0 if self.ending else max(0, self.turn_estimate - self.turn)

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All seats, in seat order."""
        return all_seats(self.seats)
