"""Items: the tracks and trains of players, which need maintenance and can be sold. (RC Phase 1; rulings 17, 31)"""

from collections import Counter
from collections.abc import Mapping

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import SMALL_TRAIN_PRICE, UPGRADE_PRICE, UPKEEP_DIVISOR
from engine.games.railroads_of_catan.game_data.island import (
    HEXES_BY_TRACK,
    LIST_PRICES,
    NodeId,
    Track,
    kind_of,
    track_ends,
)
from engine.games.railroads_of_catan.game_data.pieces import City, Item, TrainPiece, track_item, train_item
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def items_of(state: RailroadsOfCatan, seat: Seat) -> tuple[Item, ...]:
    """The items of a seat: tracks in alphabetical order, then trains by number."""
    tracks = (track_item(track) for track in state.tracks_of(seat))
    return (*tracks, *(train_item(train.number) for train in state.trains_of(seat)))


def train_of_item(state: RailroadsOfCatan, seat: Seat, item: Item) -> TrainPiece | None:
    """Return the train that is a seat's item; None if the item is a track."""
    if Track(item) in HEXES_BY_TRACK:
        return None
    return next((train for train in state.trains_of(seat) if train_item(train.number) == item), None)


def no_train_obstacle(state: RailroadsOfCatan, seat: Seat, number: int) -> Obstacle:
    """Return the obstacle that a seat has no train with this number; it contains the numbers of the seat's trains."""
    return Obstacle("no-train", numbers=(number, *(train.number for train in state.trains_of(seat))))


def list_price(state: RailroadsOfCatan, seat: Seat, item: Item) -> int:
    """Return the list price of an item in dollars; the owner may have paid less. (ruling 17)"""
    if train := train_of_item(state, seat, item):
        return SMALL_TRAIN_PRICE + UPGRADE_PRICE * train.large
    return LIST_PRICES[kind_of(state.layout, Track(item))]


def upkeep_cost(state: RailroadsOfCatan, seat: Seat, *items: Item) -> int:
    """Return the dollars of upkeep for items of a seat. (RC Phase 1)"""
    return sum(list_price(state, seat, item) // UPKEEP_DIVISOR for item in items)


def cities_near_items(state: RailroadsOfCatan, *items: Item) -> Mapping[NodeId, City]:
    """Return the cities by which an event describes the place of tracks: those at their ends, or the nearest ones."""
    tracks = (track for track in map(Track, items) if track in HEXES_BY_TRACK)
    return {hex: city for track in tracks for hex, city in state.cities_near(*track_ends(track)).items()}


_NEED_ORDER = ("dead end", "empty train", "track", "laden train")


def items_by_need(state: RailroadsOfCatan, seat: Seat) -> tuple[Item, ...]:
    """Return a seat's items, the least useful first. (ruling 20)

    The order is: dead ends, empty trains, other tracks, loaded trains. In each group the highest upkeep comes first.
    """

    tracks_by_node = Counter(place for track in state.tracks_of(seat) for place in track_ends(track))

    def need_class(item: Item) -> str:
        if train := train_of_item(state, seat, item):
            return "laden train" if train.goods else "empty train"
        return "dead end" if _is_dead_end(state, tracks_by_node, Track(item)) else "track"

    def need_key(item: Item) -> tuple[int, int]:
        return _NEED_ORDER.index(need_class(item)), -upkeep_cost(state, seat, item)

    return tuple(sorted(items_of(state, seat), key=need_key))


def _is_dead_end(state: RailroadsOfCatan, tracks_by_node: Mapping[NodeId, int], track: Track) -> bool:
    """Whether a track has an end that is no city and touches no other track of the seat.

    ``tracks_by_node`` has the number of the seat's tracks that end at each point.
    """
    return any(place not in state.cities and tracks_by_node[place] == 1 for place in track_ends(track))


def has_pieces_for(state: RailroadsOfCatan, buyer: Seat, owner: Seat, item: Item) -> bool:
    """Whether a buyer has the rails or train segments to replace an item. (rulings 22, 31)"""
    if train := train_of_item(state, owner, item):
        return state.remaining_segments(buyer) >= train.segments
    return state.remaining_rails(buyer) >= 1


def swap_piece(state: RailroadsOfCatan, buyer: Seat, owner: Seat, item: Item) -> RailroadsOfCatan:
    """Replace the owner's item with a piece of the buyer; a train keeps its goods. (rulings 28, 30-32)"""
    train = train_of_item(state, owner, item)
    if train is None:
        return state.add_tracks(buyer, Track(item))
    number = state.next_train_number(buyer)
    new_train = TrainPiece(buyer, number, train.at, train.large, train.goods)
    return state.remove_train(owner, train.number).set_train(new_train)


def remove_item(state: RailroadsOfCatan, owner: Seat, item: Item) -> RailroadsOfCatan:
    """Return an item to its owner's supply; goods on a train are lost. (RC Phase 1; rulings 27, 30, 32)"""
    train = train_of_item(state, owner, item)
    return state.remove_train(owner, train.number) if train else state.remove_tracks(Track(item))
