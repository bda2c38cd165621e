"""Everything about one game of Railroads of Catan, and the verbs its rules are written in."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec

from engine.core import Rng, Seat, Secret, State, all_seats, known_to, seats_from
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.figures import RAILS, SEGMENTS, SLIPS
from engine.games.railroads_of_catan.box.island import Good, Layout, Place, Track
from engine.games.railroads_of_catan.box.options import CatanOptions
from engine.games.railroads_of_catan.box.pieces import Associate, City, DeliveryOrder, EventCard, Mark, Train
from engine.games.railroads_of_catan.state.events import PlansSaid
from engine.games.railroads_of_catan.state.plans import NewPlan, RunPlan, TrackPlan
from engine.kit.prices import Prices


class Plans(msgspec.Struct, frozen=True):
    """All that a seat has said ahead."""

    wishes: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    track: TrackPlan | None = None
    runs: tuple[RunPlan, ...] = ()


class RailroadsOfCatan(State, frozen=True, kw_only=True):
    """The state. Mappings by seat have a key for every seat unless they say otherwise. Money is open. (ruling 12)"""

    options: CatanOptions
    seats: int
    layout: Layout
    first: Seat
    """Who chose a city first. (RC Game Setup; ruling 10)"""
    cash: Mapping[Seat, int]
    bank: int = 0
    """What the bank took in since the set-up, less what it paid out: with all cash in hand it is constant."""
    cities: Mapping[Place, City] = {}
    """By hex."""
    tracks: Mapping[Track, Seat] = {}
    trains: tuple[Train, ...] = ()
    """By seat and number."""
    turn: int = 0
    order: tuple[Seat, ...]
    """Of play in this turn: by the start bids. (RC Phase 3; ruling 45)"""
    associates: Mapping[Seat, Associate] = {}
    """Of this turn; no key for who has none yet. (ruling 46)"""
    ranked: Mapping[Seat, Secret[tuple[Associate, ...]]] = {}
    """How each seat ranked the associates last; no key in the first turn, until all have."""
    event: EventCard | None = None
    """Of this turn. (RC Phase 2)"""
    happened: tuple[EventCard, ...] = ()
    """Every event so far, this turn's last."""
    event_deck: Secret[tuple[EventCard, ...]]
    """From the top. (RC Game Setup)"""
    orders: tuple[DeliveryOrder, ...] = ()
    """The open ones, by letter. (RC Phase 4)"""
    slips: Secret[tuple[Place, ...]]
    """Destinations of orders to come, from the top. (RC Game Setup)"""
    used_slips: tuple[Place, ...] = ()
    goods: Secret[tuple[Good, ...]]
    """The goods deck, from the top."""
    used_goods: tuple[Good, ...] = ()
    plans: Mapping[Seat, Secret[Plans]]
    """What each seat has said ahead."""
    firsts: Prices = Prices()
    """What the first place in the order of play cost in the last turns."""
    ends_settled: bool = False
    """Whether an early end needs that no place can change; not in games that began before this. (ruling 95)"""
    ending: str = ""
    """How the game ended; empty until then."""
    rng: Secret[Rng]

    # -- turns

    def note_first(self, price: int) -> Self:
        """The first place in the order of play was paid for."""
        return msgspec.structs.replace(self, firsts=self.firsts.with_price(price))

    def begin_turn(self) -> Self:
        """The next turn; associates are back, and so is the event's effect. (RC Phase 3; ruling 46)"""
        return msgspec.structs.replace(self, turn=self.turn + 1, associates={}, event=None)

    # -- seats

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return all_seats(self.seats)

    def from_seat(self, first: Seat) -> tuple[Seat, ...]:
        """All seats from this one on, clockwise."""
        return seats_from(first, self.seats)

    def has(self, seat: Seat, associate: Associate) -> bool:
        """Whether a seat works with this associate in this turn."""
        return self.associates.get(seat) is associate

    # -- money

    def earn(self, seat: Seat, dollars: int) -> Self:
        """The bank pays a seat."""
        return msgspec.structs.replace(
            self, cash={**self.cash, seat: self.cash[seat] + dollars}, bank=self.bank - dollars
        )

    def pay(self, seat: Seat, dollars: int, to: Seat | None = None) -> Self:
        """A seat pays the bank, or another seat."""
        paid = {**self.cash, seat: self.cash[seat] - dollars}
        if to is None:
            return msgspec.structs.replace(self, cash=paid, bank=self.bank + dollars)
        paid[to] += dollars
        return msgspec.structs.replace(self, cash=paid)

    # -- the board

    def found(self, hex: Place, city: City) -> Self:
        """A city stands on a hex."""
        return msgspec.structs.replace(self, cities={**self.cities, hex: city})

    def cities_of(self, seat: Seat) -> tuple[Place, ...]:
        """A seat's cities, most dots first."""
        own = [hex for hex, city in self.cities.items() if city.seat == seat]
        return tuple(sorted(own, key=lambda hex: -self.cities[hex].dots))

    def cities_among(self, places: Iterable[Place]) -> Mapping[Place, City]:
        """The cities on these points, for an event that names them."""
        return {place: self.cities[place] for place in places if place in self.cities}

    def cities_near(self, *places: Place) -> Mapping[Place, City]:
        """The cities on these points, or else the one nearest to each, for an event that names no bare points."""
        return self.cities_among(places) or self.cities_among(map(self._nearest, places if self.cities else ()))

    def _nearest(self, place: Place) -> Place:
        return min(self.cities, key=lambda hex: (hops(hex)[place], hex))

    def lay(self, seat: Seat, *tracks: Track) -> Self:
        """Tracks are a seat's from now on, whoever had them."""
        return msgspec.structs.replace(self, tracks={**self.tracks, **dict.fromkeys(tracks, seat)})

    def lift(self, *tracks: Track) -> Self:
        """Tracks go back to their owners' supplies. (ruling 32)"""
        left = {track: seat for track, seat in self.tracks.items() if track not in tracks}
        return msgspec.structs.replace(self, tracks=left)

    def tracks_of(self, seat: Seat) -> tuple[Track, ...]:
        """A seat's tracks, in alphabetical order."""
        return tuple(sorted(track for track, owner in self.tracks.items() if owner == seat))

    def rails_left(self, seat: Seat) -> int:
        """In a seat's supply. (RC Game Setup; ruling 67)"""
        return RAILS - [*self.tracks.values()].count(seat)

    # -- trains

    def train(self, seat: Seat, number: int) -> Train | None:
        """A seat's train of that number."""
        return next((train for train in self.trains_of(seat) if train.number == number), None)

    def free_number(self, seat: Seat) -> int:
        """The number that a seat's next train gets: the lowest that none has."""
        taken = {train.number for train in self.trains_of(seat)}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def trains_of(self, seat: Seat) -> tuple[Train, ...]:
        """A seat's trains, by number."""
        return tuple(train for train in self.trains if train.seat == seat)

    def set_train(self, train: Train) -> Self:
        """A train as it is now, a new one too."""
        trains = {(other.seat, other.number): other for other in (*self.trains, train)}
        return msgspec.structs.replace(self, trains=tuple(trains[key] for key in sorted(trains)))

    def load(self, train: Train, *goods: Good) -> Self:
        """A train carries these goods now."""
        return self.set_train(msgspec.structs.replace(train, goods=tuple(sorted(goods))))

    def lose_train(self, seat: Seat, number: int) -> Self:
        """A train goes back to its owner's supply, its goods are lost. (rulings 30, 32)"""
        return msgspec.structs.replace(
            self, trains=tuple(train for train in self.trains if (train.seat, train.number) != (seat, number))
        )

    def segments_left(self, seat: Seat) -> int:
        """In a seat's supply. (RC Game Setup)"""
        return SEGMENTS - sum(train.segments for train in self.trains_of(seat))

    # -- orders and decks

    def open_orders(self, *orders: DeliveryOrder) -> Self:
        """These orders are open."""
        return msgspec.structs.replace(self, orders=tuple(sorted(orders, key=lambda order: order.letter)))

    def fill_order(self, letter: str) -> Self:
        """An order is filled; its slip and its card are used. (RC Phase 6)"""
        filled = next(order for order in self.orders if order.letter == letter)
        done = self.open_orders(*(order for order in self.orders if order is not filled))
        return msgspec.structs.replace(
            done,
            used_slips=(*done.used_slips, filled.city),
            used_goods=(*done.used_goods, filled.good),
        )

    # -- chance

    def roll(self) -> tuple[Self, int]:
        """A die."""
        below, rng = self.rng.open().below(6)
        return msgspec.structs.replace(self, rng=Secret(rng)), below + 1

    # -- what is said ahead

    def said(self, seat: Seat) -> Plans:
        """The plans that a seat has said ahead; a view of another seat knows of nothing."""
        return self.plans[seat].value or Plans()

    def plan(self, seat: Seat, plans: Plans) -> Self:
        """Set what a seat has said ahead, from now on."""
        return msgspec.structs.replace(self, plans={**self.plans, seat: known_to(seat, plans)})

    def replan(self, seat: Seat, **changes: Any) -> Self:
        """The same with something of what a seat has said ahead changed."""
        return self.plan(seat, msgspec.structs.replace(self.plans[seat].open(), **changes))

    def say(self, seat: Seat, what: NewPlan, **changes: Any) -> Self:
        """A seat makes a plan, of which it alone is told."""
        return self.replan(seat, **changes).tell(PlansSaid(seat, what, to=frozenset({seat})))

    # -- decks, the turn's order

    def turn_event(self) -> tuple[Self, EventCard]:
        """The top event card happens in this turn. (RC Phase 2)"""
        top, *rest = self.event_deck.open()
        left = Secret(tuple(rest), len(rest))
        return msgspec.structs.replace(self, event=top, happened=(*self.happened, top), event_deck=left), top

    def print_slips(self) -> Self:
        """The slips of all cities that stand, shuffled. (RC Game Setup; ruling 9)"""
        copies = SLIPS[self.seats]
        return self.shuffle_slips(tuple(hex for hex in self.cities for _ in range(copies)))

    def shuffle_slips(self, slips: tuple[Place, ...]) -> Self:
        """These slips are to come."""
        shuffled, rng = self.rng.open().shuffle(slips)
        return msgspec.structs.replace(self, slips=Secret(shuffled, len(shuffled)), rng=Secret(rng))

    def draw_slip(self) -> tuple[Self, Place]:
        """The next destination; used slips are shuffled when there is none. (ruling 11)"""
        if not self.slips.size:
            return msgspec.structs.replace(self.shuffle_slips(self.used_slips), used_slips=()).draw_slip()
        top, *rest = self.slips.open()
        return msgspec.structs.replace(self, slips=Secret(tuple(rest), len(rest))), top

    def draw_good(self) -> tuple[Self, Good]:
        """The next card of the goods deck; used cards are shuffled when there is none. (ruling 11)"""
        if not self.goods.size:
            shuffled, rng = self.rng.open().shuffle(self.used_goods)
            anew = Secret(shuffled, len(shuffled))
            return msgspec.structs.replace(self, goods=anew, used_goods=(), rng=Secret(rng)).draw_good()
        top, *rest = self.goods.open()
        return msgspec.structs.replace(self, goods=Secret(tuple(rest), len(rest))), top

    def use_good(self, good: Good) -> Self:
        """A card of the goods deck is thrown away. (ruling 55)"""
        return msgspec.structs.replace(self, used_goods=(*self.used_goods, good))

    def play_in(self, order: tuple[Seat, ...]) -> Self:
        """The order of play in this turn. (ruling 45)"""
        return msgspec.structs.replace(self, order=order)

    def employ(self, seat: Seat, associate: Associate) -> Self:
        """A seat works with an associate in this turn. (ruling 46)"""
        return msgspec.structs.replace(self, associates={**self.associates, seat: associate})

    def keep_rankings(self, ranked: Mapping[Seat, Secret[tuple[Associate, ...]]]) -> Self:
        """These rankings hold next turn for those who say nothing."""
        return msgspec.structs.replace(self, ranked=ranked)

    def end(self, ending: str) -> Self:
        """The game is over."""
        return msgspec.structs.replace(self, ending=ending, flow=())
