"""The evaluation of tracks and trains in dollars, by the income of shuttles.

A shuttle is a train that carries goods to and fro between two cities.
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
from engine.games.railroads_of_catan.rules.scoring import has_joined_all_cities
from engine.games.railroads_of_catan.search.build_paths import BuildPath, full_build_paths
from engine.games.railroads_of_catan.state.actions import Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.shortest_paths import find_shortest_paths

_RIVAL_TRACK_MOVES = 0.4
"""Additional moves that a rival's track counts, because of its fee."""

_MAX_DELIVERY_MOVES = 14.0
"""Distance in moves beyond which no order is delivered, also of points that no track connects."""

_ORDER_SHARE = 0.5
"""The share of an order's bonus that counts: another train may fill it first."""

_FUTURE_ORDER_VALUE = 60.0
"""Dollars of later orders in each turn, for each pair of cities that come nearer to each other."""

_GAME_END_VALUE = 100_000.0
"""Dollars for ending the game by connecting all own cities; a loss for a seat that does not lead."""

_SAFE_LEAD = 5_000
"""Lead in dollars that rivals cannot make up in the last turn."""

_MOVE_VALUE = 10.0
"""Dollars for each move between a new train and the cities of the best shuttle."""

_WORK_PER_TURN = {large: constants.TRAIN_CAPACITY[large] * constants.MOVES_PER_TURN[large] for large in (False, True)}
"""Barrels times moves of a train in a turn; the key is whether the train is large."""

_Pair = tuple[NodeId, NodeId]

_Sources = Mapping[NodeId, float]
"""The moves from each city that makes a good to the destination of an order."""


def toward_value(state: RailroadsOfCatan, action: Toward, *, as_at_first: bool = False) -> float:
    """Evaluate track toward a city: the income of the whole path, less its cost and upkeep.

    ``as_at_first`` selects the first evaluation, the baseline.
    """
    outlook, seat = _outlook_of(state, action.seat), action.seat
    path = outlook.path_of(action)
    length, tracks_now = len(path.points) - 1, len(action.path.tracks)
    if length > state.remaining_rails(seat) or path.cost > outlook.purse:
        return -1.0
    is_own_city = action.city in state.cities_of(seat)
    if is_own_city and has_joined_all_cities(state.add_tracks(seat, *action.path.tracks), seat):
        rivals = max(cash for other, cash in state.cash.items() if other != seat)
        return _GAME_END_VALUE if state.cash[seat] - path.cost >= rivals + _SAFE_LEAD else -_GAME_END_VALUE
    runs = outlook.runs - (length - tracks_now + constants.TRACKS_PER_TURN - 1) // constants.TRACKS_PER_TURN
    gain = outlook.path_gain_at_first(path, runs) if as_at_first else outlook.path_gain(path, runs)
    return gain - path.cost - path.cost / constants.UPKEEP_DIVISOR * max(0, runs - 1)


def train_value(state: RailroadsOfCatan, action: Train) -> float:
    """Evaluate buying a train: its income in the remaining turns, less its price and upkeep."""
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
    """Evaluate an upgrade: the additional income of a large train, less price and upkeep."""
    outlook = _outlook_of(state, action.seat)
    extra_income = outlook.rate * (_WORK_PER_TURN[True] - _WORK_PER_TURN[False])
    return (
        extra_income * outlook.runs
        - constants.UPGRADE_PRICE
        - constants.UPGRADE_PRICE / constants.UPKEEP_DIVISOR * (outlook.runs - 1)
    )


def shuttle_earnings(state: RailroadsOfCatan, seat: Seat) -> float:
    """The dollars that a seat's trains earn in a turn if all of them run the best shuttle."""
    work = sum(_WORK_PER_TURN[train.large] for train in state.trains_of(seat))
    return _outlook_of(state, seat).rate * work


class _TrackOutlook:
    """The shuttles of a seat on the present track; computed once for all offers of a question.

    ``best`` is the pair of cities with the best shuttle, and ``rate`` its dollars per barrel and move. ``runs`` is the
    number of remaining turns, ``purse`` the cash for track, and ``moves_by_city`` has the moves from each city to all
    points to which track leads.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.runs = 1 if has_joined_all_cities(state, seat) else constants.MAX_TURNS - state.turn + 1
        self.purse = state.cash[seat] - (0 if state.trains_of(seat) else constants.SMALL_TRAIN_PRICE)
        adjacency = _adjacency(state, seat)
        paths_by_city = {
            city: find_shortest_paths(city, lambda here: adjacency.get(here, ()), 0.0) for city in state.cities
        }
        self.moves_by_city = {city: paths.distances for city, paths in paths_by_city.items()}
        rates = {
            (a, b): self._shuttle_rate((a, b), near[b])
            for a, near in self.moves_by_city.items()
            for b in self.moves_by_city
            if a < b and b in near
        }
        self.best = max(rates, key=rates.__getitem__, default=())
        self.rate = max(rates.values(), default=0.0)
        self._build_paths = full_build_paths(state, seat)

    def path_of(self, action: Toward) -> BuildPath:
        """The whole path that begins with the track of an offer."""
        (points,) = action.path.lines
        paths = (path for path in self._build_paths if path.city == action.city)
        return next(path for path in paths if path.points[: len(points)] == points)

    def path_gain(self, path: BuildPath, runs: int) -> float:
        """The dollars that new track earns in ``runs`` turns by a better shuttle and by orders."""
        if runs <= 0:
            return 0.0
        new_moves = self._pairs_shortened(path)
        later_orders = (runs - 1) * _FUTURE_ORDER_VALUE * len(new_moves)  # this turn's orders are known
        new_orders = self._new_orders(new_moves)
        fillable = [order for order, sources in new_orders if runs > 1 or self._is_in_time(order, sources, new_moves)]
        open_orders = _ORDER_SHARE * sum(order.bonus for order in fillable)
        return runs * self._shuttle_gain(new_moves) + later_orders + open_orders

    def path_gain_at_first(self, path: BuildPath, runs: int) -> float:
        """The dollars that new track earns, by the first evaluation, the baseline."""
        new_moves = self._pairs_shortened(path)
        bonuses = sum(order.bonus for order, _ in self._new_orders(new_moves))
        return runs * (self._shuttle_gain(new_moves) + _FUTURE_ORDER_VALUE * len(new_moves)) + _ORDER_SHARE * bonuses

    def _shuttle_gain(self, new_moves: Mapping[_Pair, float]) -> float:
        """The additional dollars of a turn if all trains run the best new or shorter shuttle."""
        rate = max((self._shuttle_rate(pair, moves) for pair, moves in new_moves.items()), default=0.0)
        trains = self.state.trains_of(self.seat)
        work = sum(_WORK_PER_TURN[train.large] for train in trains) or _WORK_PER_TURN[True]
        return work * max(0.0, rate - self.rate)

    def _pairs_shortened(self, path: BuildPath) -> Mapping[_Pair, float]:
        """The moves between each pair of cities that a path connects or brings nearer to each other."""
        start = path.points[0]
        along = sum(_track_moves(self.state, track_between(a, b)) for a, b in pairwise(path.points))
        before = {city: near[start] for city, near in self.moves_by_city.items() if start in near}
        after = self.moves_by_city[path.city]
        ends = [b for b in self.moves_by_city if b in after]
        moves = {(a, b): before[a] + along + after[b] for a in before for b in ends if a != b}
        return {
            (a, b): new_moves
            for (a, b), new_moves in moves.items()
            if new_moves < self.moves_by_city[a].get(b, _MAX_DELIVERY_MOVES)
        }

    def _new_orders(self, new_moves: Mapping[_Pair, float]) -> Iterator[tuple[DeliveryOrder, _Sources]]:
        """The open orders that only new track makes possible, with the cities that make their good."""
        moves_both_ways = {**new_moves, **{(b, a): moves for (a, b), moves in new_moves.items()}}
        for order in self.state.orders:
            sources = self._sources_of(
                order, {a: moves for (a, b), moves in moves_both_ways.items() if b == order.city}
            )
            if sources and not self._sources_of(order, self.moves_by_city[order.city]):
                yield order, sources

    def _sources_of(self, order: DeliveryOrder, moves: Mapping[NodeId, float]) -> _Sources:
        """The cities of ``moves`` that make the good of an order, with their moves."""
        makes = self.state.layout.good_of
        return {city: moves[city] for city in self.moves_by_city if city in moves and makes(city) is order.good}

    def _is_in_time(self, order: DeliveryOrder, sources: _Sources, new_moves: Mapping[_Pair, float]) -> bool:
        """Whether a train of the seat can fill the order this turn, by moves to and between the cities."""
        return any(
            self._moves_to_city(train.at, source, new_moves) + moves + (1 if order.good in train.goods else 2)
            <= train.moves
            for train in self.state.trains_of(self.seat)
            for source, moves in sources.items()
        )

    def _moves_to_city(self, at: NodeId, city: NodeId, new_moves: Mapping[_Pair, float]) -> float:
        """The fewest moves from a point to a city, over present or new track."""
        moves_over_new = min(
            new_moves.get((at, city), _MAX_DELIVERY_MOVES), new_moves.get((city, at), _MAX_DELIVERY_MOVES)
        )
        return min(self.moves_by_city[city].get(at, _MAX_DELIVERY_MOVES), moves_over_new)

    def _shuttle_rate(self, pair: _Pair, moves: float) -> float:
        """The dollars per move of carrying a barrel in both directions, with a move for each stop."""
        a, b = pair
        return (self._barrel_gain(a, b) + self._barrel_gain(b, a)) / (2 * moves + 2)

    def _barrel_gain(self, source: NodeId, city: NodeId) -> int:
        """The dollars that a barrel earns between two cities: the sale, less the price of the good."""
        good, maker = self.state.layout.good_of(source), self.state.cities[source]
        if good is None or self.state.layout.good_of(city) is good:
            return 0
        cost = 0 if maker.seat == self.seat else BUY_PRICE_PER_DOT[good] * maker.dots
        return max(0, SELL_PRICE_PER_DOT[good] * self.state.cities[city].dots - cost)


@IdentityCache
def _outlook_of(state: RailroadsOfCatan, seat: Seat) -> _TrackOutlook:
    return _TrackOutlook(state, seat)


_Adjacency = Mapping[NodeId, list[tuple[NodeId, float]]]
"""(neighbor, moves) pairs of each point."""


def _adjacency(state: RailroadsOfCatan, seat: Seat) -> _Adjacency:
    adjacency: dict[NodeId, list[tuple[NodeId, float]]] = {}
    for track, owner in state.tracks.items():
        moves = _track_moves(state, track) + (_RIVAL_TRACK_MOVES if owner != seat else 0)
        for here, there in permutations(track_ends(track)):
            adjacency.setdefault(here, []).append((there, moves))
    return adjacency


def _track_moves(state: RailroadsOfCatan, track: Track) -> int:
    return constants.MOUNTAIN_MOVES if kind_of(state.layout, track) is TrackKind.MOUNTAIN else 1
