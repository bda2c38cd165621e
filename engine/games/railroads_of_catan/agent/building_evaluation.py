"""A computer player's evaluation of tracks and trains, from the income of shuttling goods between two cities.

Estimates in dollars, from what one seat may see.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations

from engine.core import IdentityCache, Seat
from engine.games.railroads_of_catan.game_data import constants
from engine.games.railroads_of_catan.game_data.island import (
    BUY_PRICE_PER_DOT,
    SELL_PRICE_PER_DOT,
    NodeId,
    Track,
    TrackKind,
    kind_of,
    track_between,
    track_ends,
)
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.rules.scoring import largest_city_group
from engine.games.railroads_of_catan.search.build_paths import BuildPath, full_build_paths
from engine.games.railroads_of_catan.state.actions import Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.shortest_paths import find_shortest_paths

_RIVAL_TRACK_MOVES = 0.4
"""Moves that a rival's track counts for besides its own, since it takes a fee."""

_MAX_DELIVERY_MOVES = 14.0
"""Moves over which an order is still delivered."""

_ORDER_SHARE = 0.5
"""The share of an order's bonus that counts: another train may fill it first."""

_FUTURE_ORDER_VALUE = 60.0
"""For each two cities that are brought together, in each turn: an order may come."""

_GAME_END_VALUE = 100_000.0
"""Joining all own cities ends the game: to be done by the one who leads, and by no one else."""

_SAFE_LEAD = 5_000
"""A lead that the runs of the last turn do not turn."""

_MOVE_VALUE = 10.0
"""For each move that a new train is nearer to where it will work."""

_WORK_PER_TURN = {large: constants.TRAIN_CAPACITY[large] * constants.MOVES_PER_TURN[large] for large in (False, True)}
"""Barrels times moves that a train has in a turn."""

_Pair = tuple[NodeId, NodeId]

_Sources = Mapping[NodeId, float]
"""Cities that make a good, and in how many moves another is reached from there."""


def toward_value(state: RailroadsOfCatan, action: Toward, *, as_at_first: bool = False) -> float:
    """Evaluate track toward a city: the expected income of the whole path, less its cost and upkeep.

    Remaining turns count, because track of the last turns is rarely used.
    """
    outlook, seat = _outlook_of(state, action.seat), action.seat
    path = outlook.path_of(action)
    length, tracks_now = len(path.points) - 1, len(action.path.tracks)
    if length > state.remaining_rails(seat) or path.cost > outlook.purse:
        return -1.0
    if _is_joining_all(state, action):
        rivals = max(cash for other, cash in state.cash.items() if other != seat)
        return _GAME_END_VALUE if state.cash[seat] - path.cost >= rivals + _SAFE_LEAD else -_GAME_END_VALUE
    runs = outlook.runs - (length - tracks_now + constants.TRACKS_PER_TURN - 1) // constants.TRACKS_PER_TURN
    gain = outlook.path_gain_at_first(path, runs) if as_at_first else outlook.path_gain(path, runs)
    return gain - path.cost - path.cost / constants.UPKEEP_DIVISOR * max(0, runs - 1)


def train_value(state: RailroadsOfCatan, action: Train) -> float:
    """Evaluate a small train: its income in the remaining turns, less its price and upkeep."""
    outlook = _outlook_of(state, action.seat)
    if not outlook.best:
        return -1.0
    moves_away = min(outlook.moves_by_city[city].get(action.city, _MAX_DELIVERY_MOVES) for city in outlook.best)
    upkeep_total = constants.SMALL_TRAIN_PRICE / constants.UPKEEP_DIVISOR * (outlook.runs - 1)
    return (
        outlook.rate * _WORK_PER_TURN[False] * outlook.runs
        - constants.SMALL_TRAIN_PRICE
        - upkeep_total
        - _MOVE_VALUE * moves_away
    )


def upgrade_value(state: RailroadsOfCatan, action: Upgrade) -> float:
    """Evaluate a large train: its additional income and cost compared with a small one."""
    outlook = _outlook_of(state, action.seat)
    extra_income = outlook.rate * (_WORK_PER_TURN[True] - _WORK_PER_TURN[False])
    return (
        extra_income * outlook.runs
        - constants.UPGRADE_PRICE
        - constants.UPGRADE_PRICE / constants.UPKEEP_DIVISOR * (outlook.runs - 1)
    )


def shuttle_earnings(state: RailroadsOfCatan, seat: Seat) -> float:
    """The income per turn if a seat's trains only shuttle where it pays best."""
    work = sum(_WORK_PER_TURN[train.large] for train in state.trains_of(seat))
    return _outlook_of(state, seat).rate * work


def _is_joining_all(state: RailroadsOfCatan, action: Toward) -> bool:
    """Whether these tracks join the last of the seat's own cities. (RC Phase 7)"""
    if action.city not in state.cities_of(action.seat):
        return False
    return (
        len(largest_city_group(state.add_tracks(action.seat, *action.path.tracks), action.seat))
        == constants.CITIES_PER_PLAYER
    )


class _TrackOutlook:
    """The earnings of a seat with the track on the board; computed once for all offers of a question.

    ``rate`` is what a barrel each way between the ``best`` two cities brings for each move of a train that goes to
    and fro. ``moves_by_city`` are the moves from each city to all points that track leads to.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat
        is_over = len(largest_city_group(state, seat)) == constants.CITIES_PER_PLAYER
        self.runs = 1 if is_over else constants.MAX_TURNS - state.turn + 1
        self.purse = state.cash[seat] - (0 if state.trains_of(seat) else constants.SMALL_TRAIN_PRICE)
        adjacency = _adjacency(state, seat)
        paths_by_city = {
            city: find_shortest_paths(city, lambda here: adjacency.get(here, ()), 0.0) for city in state.cities
        }
        self.moves_by_city = {city: ways.distances for city, ways in paths_by_city.items()}
        pairs = {(a, b): self.moves_by_city[a][b] for a, b in self._pairs()}
        rates = {pair: self._shuttle_rate(pair, moves) for pair, moves in pairs.items()}
        self.best = max(rates, key=rates.__getitem__, default=())
        self.rate = max(rates.values(), default=0.0)
        self._build_paths = full_build_paths(state, seat)

    def _pairs(self) -> Iterator[_Pair]:
        """The cities between which track leads, each two once."""
        for a, near in self.moves_by_city.items():
            yield from ((a, b) for b in self.moves_by_city if a < b and b in near)

    def path_of(self, action: Toward) -> BuildPath:
        """The whole path of which an offer is the beginning."""
        (points,) = action.path.lines
        paths = (way for way in self._build_paths if way.city == action.city)
        return next(way for way in paths if way.points[: len(points)] == points)

    def path_gain(self, path: BuildPath, runs: int) -> float:
        """The gain from new track in so many turns: a better shuttle, orders that can be reached, and those to come."""
        if runs <= 0:
            return 0.0
        new_moves = self._pairs_shortened(path)
        to_come = (runs - 1) * _FUTURE_ORDER_VALUE * len(new_moves)  # this turn's orders are on the board already
        new_orders = self._new_orders(new_moves)
        fillable = [order for order, sources in new_orders if runs > 1 or self._is_in_time(order, sources, new_moves)]
        return runs * self._shuttle_gain(new_moves) + to_come + _ORDER_SHARE * sum(order.bonus for order in fillable)

    def path_gain_at_first(self, path: BuildPath, runs: int) -> float:
        """The gain as the first evaluation saw it."""
        new_moves = self._pairs_shortened(path)
        bonuses = sum(order.bonus for order, _ in self._new_orders(new_moves))
        return runs * (self._shuttle_gain(new_moves) + _FUTURE_ORDER_VALUE * len(new_moves)) + _ORDER_SHARE * bonuses

    def _shuttle_gain(self, new_moves: Mapping[_Pair, float]) -> float:
        """The dollars that trains earn more in a turn between cities that are newly joined, or joined better."""
        rate = max((self._shuttle_rate(pair, moves) for pair, moves in new_moves.items()), default=0.0)
        trains = self.state.trains_of(self.seat)
        work = sum(_WORK_PER_TURN[train.large] for train in trains) or _WORK_PER_TURN[True]
        return work * max(0.0, rate - self.rate)

    def _pairs_shortened(self, path: BuildPath) -> Mapping[_Pair, float]:
        """The cities between which a train gets sooner than before, and how soon."""
        start = path.points[0]
        along = sum(_track_moves(self.state, track_between(a, b)) for a, b in pairwise(path.points))
        before = {city: near[start] for city, near in self.moves_by_city.items() if start in near}
        after = self.moves_by_city[path.city]
        ends = [b for b in self.moves_by_city if b in after]
        moves = {(a, b): before[a] + along + after[b] for a in before for b in ends if a != b}
        return {pair: d for pair, d in moves.items() if d < self._present_moves(*pair)}

    def _present_moves(self, a: NodeId, b: NodeId) -> float:
        """The moves between two cities over the track there is."""
        return self.moves_by_city[a].get(b, _MAX_DELIVERY_MOVES)

    def _new_orders(self, new_moves: Mapping[_Pair, float]) -> Iterator[tuple[DeliveryOrder, _Sources]]:
        """The open orders that can be filled with new track and could not be before, and from where."""
        moves_both_ways = {**new_moves, **{(b, a): moves for (a, b), moves in new_moves.items()}}
        for order in self.state.orders:
            sources = self._sources_of(
                order, {a: moves for (a, b), moves in moves_both_ways.items() if b == order.city}
            )
            if sources and not self._sources_of(order, self.moves_by_city[order.city]):
                yield order, sources

    def _sources_of(self, order: DeliveryOrder, moves: Mapping[NodeId, float]) -> _Sources:
        """The cities among these that make what the order asks for."""
        makes = self.state.layout.good_of
        return {city: moves[city] for city in self.moves_by_city if city in moves and makes(city) is order.good}

    def _is_in_time(self, order: DeliveryOrder, sources: _Sources, new: Mapping[_Pair, float]) -> bool:
        """Whether one of the seat's trains can still fill the order within this turn: two stops, or one if laden."""
        return any(
            self._moves_to_city(train.at, source, new) + moves + (1 if order.good in train.goods else 2) <= train.moves
            for train in self.state.trains_of(self.seat)
            for source, moves in sources.items()
        )

    def _moves_to_city(self, at: NodeId, city: NodeId, new: Mapping[_Pair, float]) -> float:
        """The moves from a point to a city, over new track if that is how it is reached."""
        moves_over_new = min(new.get((at, city), _MAX_DELIVERY_MOVES), new.get((city, at), _MAX_DELIVERY_MOVES))
        return min(self.moves_by_city[city].get(at, _MAX_DELIVERY_MOVES), moves_over_new)

    def _shuttle_rate(self, pair: _Pair, moves: float) -> float:
        """The dollars that a barrel each way brings, for each move to and fro; the two stops take a move each."""
        a, b = pair
        return (self._barrel_gain(a, b) + self._barrel_gain(b, a)) / (2 * moves + 2)

    def _barrel_gain(self, source: NodeId, city: NodeId) -> int:
        """The gain from carrying a barrel from one city to another, goods paid."""
        good, maker = self.state.layout.good_of(source), self.state.cities[source]
        if good is None or self.state.layout.good_of(city) is good:
            return 0
        cost = 0 if maker.seat == self.seat else BUY_PRICE_PER_DOT[good] * maker.dots
        return max(0, SELL_PRICE_PER_DOT[good] * self.state.cities[city].dots - cost)


@IdentityCache
def _outlook_of(state: RailroadsOfCatan, seat: Seat) -> _TrackOutlook:
    return _TrackOutlook(state, seat)


_Adjacency = Mapping[NodeId, list[tuple[NodeId, float]]]
"""The points that track leads to from each point, and the moves it takes."""


def _adjacency(state: RailroadsOfCatan, seat: Seat) -> _Adjacency:
    adjacency: dict[NodeId, list[tuple[NodeId, float]]] = {}
    for track, owner in state.tracks.items():
        moves = _track_moves(state, track) + (_RIVAL_TRACK_MOVES if owner != seat else 0)
        for here, there in permutations(track_ends(track)):
            adjacency.setdefault(here, []).append((there, moves))
    return adjacency


def _track_moves(state: RailroadsOfCatan, over: Track) -> int:
    return constants.MOUNTAIN_MOVES if kind_of(state.layout, over) is TrackKind.MOUNTAIN else 1
