"""Items that are maintained and may be sold: tracks and trains, at list prices. (RC Phase 1; rulings 17, 31)"""

from collections import Counter
from collections.abc import Mapping

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import SMALL_TRAIN, UPGRADE, UPKEEP
from engine.games.railroads_of_catan.box.island import LIST_PRICE, TOUCHING, Place, Track, ends, kind_of
from engine.games.railroads_of_catan.box.pieces import City, Item, Train, track_item, train_item
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def items_of(state: RailroadsOfCatan, seat: Seat) -> tuple[Item, ...]:
    """Everything that a seat maintains: tracks in alphabetical order, then trains by number."""
    tracks = (track_item(track) for track in state.tracks_of(seat))
    return (*tracks, *(train_item(train.number) for train in state.trains_of(seat)))


def train_of(state: RailroadsOfCatan, seat: Seat, item: Item) -> Train | None:
    """The train that an item of a seat is; None for a track."""
    if Track(item) in TOUCHING:
        return None
    return next((train for train in state.trains_of(seat) if train_item(train.number) == item), None)


def no_train(state: RailroadsOfCatan, seat: Seat, number: int) -> Obstacle:
    """The obstacle that a seat has no train of this number; after the number, those that it has."""
    return Obstacle("no-train", numbers=(number, *(train.number for train in state.trains_of(seat))))


def list_price(state: RailroadsOfCatan, seat: Seat, item: Item) -> int:
    """The list price of an item, whatever was paid for it. (ruling 17)"""
    if train := train_of(state, seat, item):
        return SMALL_TRAIN + UPGRADE * train.large
    return LIST_PRICE[kind_of(state.layout, Track(item))]


def upkeep(state: RailroadsOfCatan, seat: Seat, *items: Item) -> int:
    """The cost of maintaining items for a turn. (RC Phase 1)"""
    return sum(list_price(state, seat, item) // UPKEEP for item in items)


def cities_at(state: RailroadsOfCatan, *items: Item) -> Mapping[Place, City]:
    """The cities in which tracks among them end, or that are nearest, for an event that names them."""
    tracks = (track for track in map(Track, items) if track in TOUCHING)
    return {hex: city for track in tracks for hex, city in state.cities_near(*ends(track)).items()}


_BY_NEED = ("dead end", "empty train", "track", "laden train")


def by_need(state: RailroadsOfCatan, seat: Seat) -> tuple[Item, ...]:
    """A seat's items, first what it can best do without. (ruling 20)

    Dead ends with the highest upkeep, then empty trains, then other tracks, and laden trains last.
    """

    used = Counter(place for track in state.tracks_of(seat) for place in ends(track))

    def kind(item: Item) -> str:
        if train := train_of(state, seat, item):
            return "laden train" if train.goods else "empty train"
        return "dead end" if _is_dead_end(state, used, Track(item)) else "track"

    def need(item: Item) -> tuple[int, int]:
        return _BY_NEED.index(kind(item)), -upkeep(state, seat, item)

    return tuple(sorted(items_of(state, seat), key=need))


def _is_dead_end(state: RailroadsOfCatan, used: Mapping[Place, int], track: Track) -> bool:
    """Whether at one end there is neither a city nor another track of the seat; so many of its tracks end there."""
    return any(place not in state.cities and used[place] == 1 for place in ends(track))


def room_for(state: RailroadsOfCatan, buyer: Seat, owner: Seat, item: Item) -> bool:
    """Whether a buyer has the pieces to put in place of the owner's. (rulings 22, 31)"""
    if train := train_of(state, owner, item):
        return state.segments_left(buyer) >= train.segments
    return state.rails_left(buyer) >= 1


def sold(state: RailroadsOfCatan, buyer: Seat, owner: Seat, item: Item) -> RailroadsOfCatan:
    """The buyer's piece stands in place of the owner's; goods go with a train. (rulings 28, 30-32)"""
    train = train_of(state, owner, item)
    if train is None:
        return state.lay(buyer, Track(item))
    number = state.free_number(buyer)
    theirs = Train(buyer, number, train.at, train.large, train.goods)
    return state.lose_train(owner, train.number).set_train(theirs)


def removed(state: RailroadsOfCatan, owner: Seat, item: Item) -> RailroadsOfCatan:
    """The owner's piece is back in its supply; goods on a train are lost. (RC Phase 1; rulings 27, 30, 32)"""
    train = train_of(state, owner, item)
    return state.lose_train(owner, train.number) if train else state.lift(Track(item))
