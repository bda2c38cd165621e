"""Everything about one game of Railroad Rivals, and the verbs its rules are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeVar

import msgspec

from engine.core.flow import State
from engine.core.game import Options
from engine.core.rng import Rng
from engine.core.seats import Seat, all_seats
from engine.core.secret import Secret
from engine.games.railroad_rivals.board import Board, Laid
from engine.games.railroad_rivals.data import CITIES, City, Goods, Railroad
from engine.games.railroad_rivals.geometry import Cell, Facing
from engine.games.railroad_rivals.phases import AnyPhase

__all__ = ["Lot", "RailroadRivals", "RivalsOptions", "held", "hidden"]

T = TypeVar("T")


class RivalsOptions(Options, frozen=True):
    """What a table may agree on before it starts."""

    bidding: Annotated[
        Literal["first-place", "whole-order"],
        msgspec.Meta(
            title="Bidding",
            description=(
                "first-place: the winner goes first, the others keep their order. "
                "whole-order: each who passes takes the last free place, the winner the first."
            ),
        ),
    ] = "first-place"


class Lot(msgspec.Struct, frozen=True):
    """A tile on offer, a city's name or a railroad's initials, and who took it."""

    tile: str
    taken: Seat | None = None


class RailroadRivals(State, frozen=True, kw_only=True):
    """The state. Mappings by seat have a key for every seat; by railroad, for every railroad."""

    flow: tuple[AnyPhase, ...]
    options: RivalsOptions
    seats: int
    turn: int = 0
    order: tuple[Seat, ...]
    score: Mapping[Seat, int]
    hand: Mapping[Seat, Secret[tuple[City, ...]]]
    stocks: Mapping[Seat, Mapping[Railroad, int]]
    """How many stock tiles of each railroad a seat owns; railroads it has none of are left out."""
    value: Mapping[Railroad, int]
    city_pile: Secret[tuple[City, ...]]
    """From the top down. Empty for good once it cannot serve everybody."""
    stock_pile: Secret[tuple[Railroad, ...]]
    city_offer: tuple[Lot, ...] = ()
    stock_offer: tuple[Lot, ...] = ()
    city_pile_out: bool = False
    removed: Secret[tuple[City, ...]]
    """City tiles that left the game unseen."""
    bag: Mapping[Goods, int]
    board: Board
    goods: Mapping[City, tuple[Goods, ...]]
    """The cubes on every city that has any."""
    delivered: tuple[Goods, ...] = ()
    """The cubes delivered in the present phase 4, in this order; they go back into the bag after it."""
    placed_this_turn: bool = False
    ending: str = ""
    """Why this turn is the last; empty until it is known."""
    rng: Secret[Rng]

    # -- turns

    def begin_turn(self) -> Self:
        """Counts one turn on."""
        return msgspec.structs.replace(self, turn=self.turn + 1, placed_this_turn=False)

    def set_order(self, order: tuple[Seat, ...]) -> Self:
        """Moves the character cards. (R Player Turn Order)"""
        return msgspec.structs.replace(self, order=order)

    # -- points and stocks

    def gain(self, seat: Seat, points: int) -> Self:
        """Moves a seat's locomotive on the score track; ``points`` may be negative."""
        return msgspec.structs.replace(self, score={**self.score, seat: self.score[seat] + points})

    def raise_value(self, railroad: Railroad) -> Self:
        """Moves a stock value marker up one point. (ruling G9: no limit)"""
        return msgspec.structs.replace(self, value={**self.value, railroad: self.value[railroad] + 1})

    def worth(self, seat: Seat) -> int:
        """What a seat's stock tiles are worth at the present values, in points. (R Game End & Scoring)"""
        return sum(self.value[railroad] * count for railroad, count in self.stocks[seat].items())

    # -- tiles

    def draw_tiles(self, cities: int, stocks: int) -> Self:
        """Turns up tiles from the tops of both piles; the stock pile may fall short. (ruling D7)"""
        city_pile, stock_pile = self.city_pile.open(), self.stock_pile.open()
        return msgspec.structs.replace(
            self,
            city_offer=tuple(map(Lot, city_pile[:cities])),
            stock_offer=tuple(map(Lot, stock_pile[:stocks])),
            city_pile=hidden(city_pile[cities:]),
            stock_pile=hidden(stock_pile[stocks:]),
        )

    def throw_out_city_pile(self) -> Self:
        """Removes the rest of the city pile from the game, unseen. (ruling D4)"""
        removed = self.removed.open() + self.city_pile.open()
        return msgspec.structs.replace(self, city_pile=hidden(()), removed=hidden(removed), city_pile_out=True)

    def take_city(self, seat: Seat, city: City) -> Self:
        """A city tile of the offer goes into a hand."""
        return msgspec.structs.replace(
            self,
            city_offer=_taken(self.city_offer, city, seat),
            hand={**self.hand, seat: held(seat, (*self.hand[seat].open(), city))},
        )

    def take_stock(self, seat: Seat, railroad: Railroad) -> Self:
        """A stock tile of the offer goes to its new owner, face up."""
        owned = self.stocks[seat]
        return msgspec.structs.replace(
            self,
            stock_offer=_taken(self.stock_offer, railroad, seat),
            stocks={**self.stocks, seat: {**owned, railroad: owned.get(railroad, 0) + 1}},
        )

    # -- the table

    def lay(self, seat: Seat, city: City, at: Cell, facing: Facing) -> Self:
        """A tile goes from a hand to the table, and its links are made."""
        rest = tuple(c for c in self.hand[seat].open() if c != city)
        return msgspec.structs.replace(
            self,
            board=self.board.lay(Laid(city, at, facing, seat)),
            hand={**self.hand, seat: held(seat, rest)},
            placed_this_turn=True,
        )

    def draw_goods(self, city: City) -> Self:
        """Draws cubes blindly from the bag onto a city, as many as are printed or as there are. (ruling P13)"""
        bag, rng, drawn = dict(self.bag), self.rng.open(), []
        for _ in range(min(CITIES[city].goods, sum(bag.values()))):
            cube, rng = rng.choice([goods for goods, count in bag.items() for _ in range(count)])
            bag[cube] -= 1
            drawn.append(cube)
        goods = {**self.goods, city: tuple(drawn)} if drawn else self.goods
        return msgspec.structs.replace(self, bag=bag, goods=goods, rng=Secret(rng))

    def take_cube(self, city: City, cube: Goods) -> Self:
        """A cube leaves its city and lies beside the board until the phase ends. (ruling G4)"""
        left = list(self.goods[city])
        left.remove(cube)
        goods = {**self.goods, city: tuple(left)}
        if not left:
            del goods[city]
        return msgspec.structs.replace(self, goods=goods, delivered=(*self.delivered, cube))

    def refill_bag(self) -> Self:
        """The delivered cubes go back into the bag. (R Deliver a Good)"""
        bag = {cube: count + self.delivered.count(cube) for cube, count in self.bag.items()}
        return msgspec.structs.replace(self, bag=bag, delivered=())

    def inventory(self) -> Mapping[str, int]:
        """Every tile and cube, wherever it is: constant through a game."""
        in_hands = sum(hand.size for hand in self.hand.values())
        cities = in_hands + self.city_pile.size + self.removed.size + len(self.board.laid) + _free(self.city_offer)
        owned = sum(sum(portfolio.values()) for portfolio in self.stocks.values())
        on_cities = [cube for cubes in self.goods.values() for cube in cubes]
        cubes = {goods: self.bag[goods] + on_cities.count(goods) + self.delivered.count(goods) for goods in self.bag}
        return {
            "city tiles": cities,
            "stock tiles": owned + self.stock_pile.size + _free(self.stock_offer),
            **{f"{goods} cubes": count for goods, count in cubes.items()},
        }

    def deliverable(self) -> bool:
        """Whether any cube lies on a city with a link."""
        linked = {city for link in self.board.links for city in (link.a, link.b)}
        return not linked.isdisjoint(self.goods)

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All seats, in seat order."""
        return all_seats(self.seats)


def hidden(tiles: tuple[T, ...]) -> Secret[tuple[T, ...]]:
    """Tiles that nobody may see."""
    return Secret(tiles, len(tiles))


def held(seat: Seat, tiles: tuple[City, ...]) -> Secret[tuple[City, ...]]:
    """Tiles that only their holder may see."""
    return Secret(tiles, len(tiles), frozenset({seat}))


def _free(offer: tuple[Lot, ...]) -> int:
    return sum(lot.taken is None for lot in offer)


def _taken(offer: tuple[Lot, ...], tile: str, seat: Seat) -> tuple[Lot, ...]:
    """The offer after ``seat`` took the first free lot of ``tile``."""
    index = next(i for i, lot in enumerate(offer) if lot.tile == tile and lot.taken is None)
    return (*offer[:index], Lot(tile, seat), *offer[index + 1 :])
