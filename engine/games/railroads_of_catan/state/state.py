"""The state of a game of Railroads of Catan, with the methods that change it."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec

from engine.core import Rng, Seat, Secret, State, all_seats, seats_from, secret_for
from engine.games.railroads_of_catan.game_data.constants import RAILS_PER_PLAYER, SEGMENTS_PER_PLAYER, SLIPS_PER_CITY
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import Good, Island, NodeId, Track
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import (
    Associate,
    City,
    DeliveryOrder,
    EventCard,
    MaintenanceMark,
    TrainPiece,
)
from engine.games.railroads_of_catan.state.events import PlansSaid
from engine.games.railroads_of_catan.state.plans import NewPlan, RunPlan, TrackPlan
from engine.kit.recent_prices import RecentPrices


class SeatPlans(msgspec.Struct, frozen=True):
    """The plans of a seat: ranked hexes, marked items, track, and trips."""

    wishes: tuple[NodeId, ...] = ()
    marks: tuple[MaintenanceMark, ...] = ()
    track: TrackPlan | None = None
    runs: tuple[RunPlan, ...] = ()


class RailroadsOfCatan(State, frozen=True, kw_only=True):
    """The state of a game. Mappings by seat contain every seat unless noted otherwise."""

    options: CatanOptions
    seats: int
    layout: Island
    first: Seat
    """The seat that founds the first city. (RC Game Setup; ruling 10)"""
    cash: Mapping[Seat, int]
    bank: int = 0
    """Income of the bank since the set-up, less its payments. The sum of this and all players' cash is constant."""
    cities: Mapping[NodeId, City] = {}
    """The cities by hex."""
    tracks: Mapping[Track, Seat] = {}
    trains: tuple[TrainPiece, ...] = ()
    """All trains, sorted by seat and number."""
    turn: int = 0
    order: tuple[Seat, ...]
    """The turn order, which the bids decide. (RC Phase 3; ruling 45)"""
    associates: Mapping[Seat, Associate] = {}
    """Associates of this turn, by seat; a seat without an associate is no key. (ruling 46)"""
    ranked: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}
    """Each seat's latest ranking of the associates; empty before the first rankings are resolved."""
    event: EventCard | None = None
    """The event of this turn. (RC Phase 2)"""
    happened: tuple[EventCard, ...] = ()
    """All event cards revealed so far; the card of this turn is the last."""
    event_deck: Secret[tuple[EventCard, ...]]
    """The event cards that have not been revealed, from the top. (RC Game Setup)"""
    orders: tuple[DeliveryOrder, ...] = ()
    """The open delivery orders, sorted by letter. (RC Phase 4)"""
    slips: Secret[tuple[NodeId, ...]]
    """The deck of order slips, from the top: the destinations of future orders. (RC Game Setup)"""
    used_slips: tuple[NodeId, ...] = ()
    goods: Secret[tuple[Good, ...]]
    """The goods deck, from the top."""
    used_goods: tuple[Good, ...] = ()
    plans: Mapping[Seat, Secret[SeatPlans]]
    """The premoves of each seat."""
    firsts: RecentPrices = RecentPrices()
    """Recent winning bids for the turn order."""
    ends_settled: bool = False
    """Whether the game ends early only if the ranking can no longer change; false in older games. (ruling 95)"""
    ending: str = ""
    """The reason for the end of the game, a key of ``ENDINGS``; "" until the game ends."""
    rng: Secret[Rng]

    # -- turns

    def record_first_price(self, price: int) -> Self:
        """Record the winning bid for the turn order."""
        return msgspec.structs.replace(self, firsts=self.firsts.with_price(price))

    def begin_turn(self) -> Self:
        """Begin the next turn; nobody has an associate, and there is no event. (RC Phase 3; ruling 46)"""
        return msgspec.structs.replace(self, turn=self.turn + 1, associates={}, event=None)

    # -- seats

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return all_seats(self.seats)

    def from_seat(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats, clockwise from ``first``."""
        return seats_from(first, self.seats)

    def has_associate(self, seat: Seat, associate: Associate) -> bool:
        """Whether a seat has this associate in this turn."""
        return self.associates.get(seat) is associate

    # -- money

    def pay_from_bank(self, seat: Seat, dollars: int) -> Self:
        """Pay dollars from the bank to a seat; a negative amount is a payment to the bank."""
        return msgspec.structs.replace(
            self, cash={**self.cash, seat: self.cash[seat] + dollars}, bank=self.bank - dollars
        )

    def pay(self, seat: Seat, dollars: int, to: Seat | None = None) -> Self:
        """Pay dollars from a seat to the bank, or to another seat."""
        cash_after = {**self.cash, seat: self.cash[seat] - dollars}
        if to is None:
            return msgspec.structs.replace(self, cash=cash_after, bank=self.bank + dollars)
        cash_after[to] += dollars
        return msgspec.structs.replace(self, cash=cash_after)

    # -- the board

    def add_city(self, hex: NodeId, city: City) -> Self:
        """Found a city on a hex."""
        return msgspec.structs.replace(self, cities={**self.cities, hex: city})

    def cities_of(self, seat: Seat) -> tuple[NodeId, ...]:
        """A seat's cities, most dots first."""
        own = [hex for hex, city in self.cities.items() if city.seat == seat]
        return tuple(sorted(own, key=lambda hex: -self.cities[hex].dots))

    def cities_among(self, places: Iterable[NodeId]) -> Mapping[NodeId, City]:
        """Return the cities at these points, for an event to name."""
        return {place: self.cities[place] for place in places if place in self.cities}

    def cities_near(self, *places: NodeId) -> Mapping[NodeId, City]:
        """Return the cities at these points, or else the nearest city to each point, for an event to name."""
        if not self.cities:
            return {}
        nearest = (min(self.cities, key=lambda hex: (track_distances(hex)[place], hex)) for place in places)
        return self.cities_among(places) or self.cities_among(nearest)

    def add_tracks(self, seat: Seat, *tracks: Track) -> Self:
        """Give tracks to a seat; they may be new, or tracks of another seat."""
        return msgspec.structs.replace(self, tracks={**self.tracks, **dict.fromkeys(tracks, seat)})

    def remove_tracks(self, *tracks: Track) -> Self:
        """Return tracks to their owners' supplies. (ruling 32)"""
        remaining = {track: seat for track, seat in self.tracks.items() if track not in tracks}
        return msgspec.structs.replace(self, tracks=remaining)

    def tracks_of(self, seat: Seat) -> tuple[Track, ...]:
        """A seat's tracks, in alphabetical order."""
        return tuple(sorted(track for track, owner in self.tracks.items() if owner == seat))

    def remaining_rails(self, seat: Seat) -> int:
        """The number of rails in a seat's supply. (RC Game Setup; ruling 67)"""
        return RAILS_PER_PLAYER - [*self.tracks.values()].count(seat)

    # -- trains

    def find_train(self, seat: Seat, number: int) -> TrainPiece | None:
        """The train of a seat with this number; None if there is none."""
        return next((train for train in self.trains_of(seat) if train.number == number), None)

    def next_train_number(self, seat: Seat) -> int:
        """Return the lowest number that no train of the seat has."""
        numbers_used = {train.number for train in self.trains_of(seat)}
        return next(number for number in range(1, len(numbers_used) + 2) if number not in numbers_used)

    def trains_of(self, seat: Seat) -> tuple[TrainPiece, ...]:
        """A seat's trains, by number."""
        return tuple(train for train in self.trains if train.seat == seat)

    def set_train(self, train: TrainPiece) -> Self:
        """Add or replace a train."""
        trains = {(other.seat, other.number): other for other in (*self.trains, train)}
        return msgspec.structs.replace(self, trains=tuple(trains[key] for key in sorted(trains)))

    def set_cargo(self, train: TrainPiece, *goods: Good) -> Self:
        """Set a train's goods."""
        return self.set_train(msgspec.structs.replace(train, goods=tuple(sorted(goods))))

    def remove_train(self, seat: Seat, number: int) -> Self:
        """Return a train to its owner's supply; its goods are lost. (rulings 30, 32)"""
        return msgspec.structs.replace(
            self, trains=tuple(train for train in self.trains if (train.seat, train.number) != (seat, number))
        )

    def remaining_segments(self, seat: Seat) -> int:
        """The number of train segments in a seat's supply. (RC Game Setup)"""
        return SEGMENTS_PER_PLAYER - sum(train.segments for train in self.trains_of(seat))

    # -- orders and decks

    def set_orders(self, *orders: DeliveryOrder) -> Self:
        """Replace the open orders."""
        return msgspec.structs.replace(self, orders=tuple(sorted(orders, key=lambda order: order.letter)))

    def fill_order(self, letter: str) -> Self:
        """Remove an open order; its slip and its goods card become used cards. (RC Phase 6)"""
        order_filled = next(order for order in self.orders if order.letter == letter)
        after = self.set_orders(*(order for order in self.orders if order is not order_filled))
        return msgspec.structs.replace(
            after,
            used_slips=(*after.used_slips, order_filled.city),
            used_goods=(*after.used_goods, order_filled.good),
        )

    # -- chance

    def roll_die(self) -> tuple[Self, int]:
        """Roll a die; return the new state, and a number from 1 to 6."""
        face_index, rng = self.rng.open().draw_below(6)
        return msgspec.structs.replace(self, rng=Secret(rng)), face_index + 1

    # -- premoves

    def plans_of(self, seat: Seat) -> SeatPlans:
        """The plans of a seat; empty if a view hides them."""
        return self.plans[seat].value or SeatPlans()

    def set_plans(self, seat: Seat, plans: SeatPlans) -> Self:
        """Replace the plans of a seat."""
        return msgspec.structs.replace(self, plans={**self.plans, seat: secret_for(seat, plans)})

    def update_plans(self, seat: Seat, **changes: Any) -> Self:
        """Change some of the plans of a seat; ``changes`` are fields of ``SeatPlans``."""
        return self.set_plans(seat, msgspec.structs.replace(self.plans[seat].open(), **changes))

    def record_plan(self, seat: Seat, new_plan: NewPlan, **changes: Any) -> Self:
        """Change some of the plans of a seat, and emit an event with the new plan, which only the seat sees."""
        return self.update_plans(seat, **changes).emit(PlansSaid(seat, new_plan, to=frozenset({seat})))

    # -- decks and turn order

    def reveal_event(self) -> tuple[Self, EventCard]:
        """Make the top event card the event of this turn, and return it. (RC Phase 2)"""
        top, *rest = self.event_deck.open()
        deck = Secret(tuple(rest), len(rest))
        return msgspec.structs.replace(self, event=top, happened=(*self.happened, top), event_deck=deck), top

    @property
    def slips_per_city(self) -> int:
        """The number of order slips of each city at this table. (RC Game Setup)"""
        return SLIPS_PER_CITY[self.seats]

    def make_slips(self) -> Self:
        """Make and shuffle the order slips of all cities. (RC Game Setup; ruling 9)"""
        return self.shuffle_slips(tuple(hex for hex in self.cities for _ in range(self.slips_per_city)))

    def shuffle_slips(self, slips: tuple[NodeId, ...]) -> Self:
        """Shuffle these slips, and make them the deck of slips."""
        new_slips, rng = self.rng.open().shuffle(slips)
        return msgspec.structs.replace(self, slips=Secret(new_slips, len(new_slips)), rng=Secret(rng))

    def draw_slip(self) -> tuple[Self, NodeId]:
        """Draw the top slip; if there is none, used slips are shuffled first. (ruling 11)"""
        if not self.slips.size:
            return msgspec.structs.replace(self.shuffle_slips(self.used_slips), used_slips=()).draw_slip()
        top, *rest = self.slips.open()
        return msgspec.structs.replace(self, slips=Secret(tuple(rest), len(rest))), top

    def draw_good(self) -> tuple[Self, Good]:
        """Draw the top card of the goods deck; if there is none, used cards are shuffled first. (ruling 11)"""
        if not self.goods.size:
            shuffled, rng = self.rng.open().shuffle(self.used_goods)
            deck = Secret(shuffled, len(shuffled))
            return msgspec.structs.replace(self, goods=deck, used_goods=(), rng=Secret(rng)).draw_good()
        top, *rest = self.goods.open()
        return msgspec.structs.replace(self, goods=Secret(tuple(rest), len(rest))), top

    def discard_good(self, good: Good) -> Self:
        """Put a card of the goods deck on the used cards. (ruling 55)"""
        return msgspec.structs.replace(self, used_goods=(*self.used_goods, good))

    def set_order(self, order: tuple[Seat, ...]) -> Self:
        """Set the turn order. (ruling 45)"""
        return msgspec.structs.replace(self, order=order)

    def set_associate(self, seat: Seat, associate: Associate) -> Self:
        """Give a seat an associate for this turn. (ruling 46)"""
        return msgspec.structs.replace(self, associates={**self.associates, seat: associate})

    def set_rankings(self, ranked: Mapping[Seat, Secret[tuple[Associate, ...]]]) -> Self:
        """Store the rankings. In the next turn they are the rankings of seats that do not answer in time."""
        return msgspec.structs.replace(self, ranked=ranked)

    def end_game(self, ending: str) -> Self:
        """End the game."""
        return msgspec.structs.replace(self, ending=ending, flow=())
