"""Evaluate new track and trains in dollars, by the income of shuttles.

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
"""A rival's track counts as this number of additional moves, because of its fee."""

_MAX_DELIVERY_MOVES = 14.0
"""No order is delivered over more moves than this. Points that no track connects count as this far apart."""

_ORDER_SHARE = 0.5
"""Share of an order's bonus that counts, because another train may fill the order first."""

_FUTURE_ORDER_VALUE = 60.0
"""Value in dollars per turn of future orders, for each pair of cities that new track connects or brings nearer."""

_GAME_END_VALUE = 100_000.0
"""Value of ending the game by connecting all own cities, for a seat that leads. For others the value is negative."""

_SAFE_LEAD = 5_000
"""Lead in dollars that rivals cannot overcome in the last turn."""

_MOVE_VALUE = 10.0
"""Cost in dollars of each move between a new train and the nearer city of the best shuttle."""

_WORK_PER_TURN = {large: constants.TRAIN_CAPACITY[large] * constants.MOVES_PER_TURN[large] for large in (False, True)}
"""Capacity in barrels times moves per turn, by whether the train is large."""

_Pair = tuple[NodeId, NodeId]

_Sources = Mapping[NodeId, float]
"""City that makes the good of an order -> moves from there to the order's destination."""


def toward_value(state: RailroadsOfCatan, action: Toward, *, as_at_first: bool = False) -> float:
    """Evaluate track toward a city: the income from the whole path, less the path's cost and upkeep.

    With ``as_at_first``, track is evaluated as by the oldest computer players, which serve as a baseline.
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
    """Evaluate buying a train: the train's income in the remaining turns, less its price and upkeep."""
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
    """Evaluate an upgrade: the additional income in the remaining turns, less the price and upkeep."""
    outlook = _outlook_of(state, action.seat)
    extra_income = outlook.rate * (_WORK_PER_TURN[True] - _WORK_PER_TURN[False])
    return (
        extra_income * outlook.runs
        - constants.UPGRADE_PRICE
        - constants.UPGRADE_PRICE / constants.UPKEEP_DIVISOR * (outlook.runs - 1)
    )


def shuttle_earnings(state: RailroadsOfCatan, seat: Seat) -> float:
    """Return the dollars per turn that a seat's trains earn if all of them run the best shuttle."""
    work = sum(_WORK_PER_TURN[train.large] for train in state.trains_of(seat))
    return _outlook_of(state, seat).rate * work


class _TrackOutlook:
    """The shuttles of a seat on the present track, computed once for all offers of a question.

    ``best`` is the pair of cities with the best shuttle. ``rate`` is the income of that shuttle in dollars per barrel
    and move. ``runs`` is the number of remaining turns. ``purse`` is the cash in dollars that may be spent on track.
    ``moves_by_city`` has, for each city, the moves to all points that track connects with the city.
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
        """Return the whole path that begins with the tracks of an offer."""
        (points,) = action.path.lines
        paths = (path for path in self._build_paths if path.city == action.city)
        return next(path for path in paths if path.points[: len(points)] == points)

    def path_gain(self, path: BuildPath, runs: int) -> float:
        """Return the dollars that new track earns in ``runs`` turns by a better shuttle and by orders."""
        if runs <= 0:
            return 0.0
        new_moves = self._pairs_shortened(path)
        later_orders = (runs - 1) * _FUTURE_ORDER_VALUE * len(new_moves)  # this turn's orders are known
        new_orders = self._new_orders(new_moves)
        fillable = [order for order, sources in new_orders if runs > 1 or self._is_in_time(order, sources, new_moves)]
        open_orders = _ORDER_SHARE * sum(order.bonus for order in fillable)
        return runs * self._shuttle_gain(new_moves) + later_orders + open_orders

    def path_gain_at_first(self, path: BuildPath, runs: int) -> float:
        """Return the dollars that new track earns in ``runs`` turns, as the oldest computer players estimate them."""
        new_moves = self._pairs_shortened(path)
        bonuses = sum(order.bonus for order, _ in self._new_orders(new_moves))
        return runs * (self._shuttle_gain(new_moves) + _FUTURE_ORDER_VALUE * len(new_moves)) + _ORDER_SHARE * bonuses

    def _shuttle_gain(self, new_moves: Mapping[_Pair, float]) -> float:
        """Return the additional dollars per turn if all trains run the best shuttle of ``new_moves``."""
        rate = max((self._shuttle_rate(pair, moves) for pair, moves in new_moves.items()), default=0.0)
        trains = self.state.trains_of(self.seat)
        work = sum(_WORK_PER_TURN[train.large] for train in trains) or _WORK_PER_TURN[True]
        return work * max(0.0, rate - self.rate)

    def _pairs_shortened(self, path: BuildPath) -> Mapping[_Pair, float]:
        """Return the new number of moves between each pair of cities that a path connects or brings nearer."""
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
        """Yield each open order that only new track makes possible, with the cities that make its good."""
        moves_both_ways = {**new_moves, **{(b, a): moves for (a, b), moves in new_moves.items()}}
        for order in self.state.orders:
            sources = self._sources_of(
                order, {a: moves for (a, b), moves in moves_both_ways.items() if b == order.city}
            )
            if sources and not self._sources_of(order, self.moves_by_city[order.city]):
                yield order, sources

    def _sources_of(self, order: DeliveryOrder, moves: Mapping[NodeId, float]) -> _Sources:
        """Return the cities in ``moves`` that make the good of an order, with their moves to the destination."""
        makes = self.state.layout.good_of
        return {city: moves[city] for city in self.moves_by_city if city in moves and makes(city) is order.good}

    def _is_in_time(self, order: DeliveryOrder, sources: _Sources, new_moves: Mapping[_Pair, float]) -> bool:
        """Whether a train has enough moves this turn to load at a source and to deliver to the order's city."""
        return any(
            self._moves_to_city(train.at, source, new_moves) + moves + (1 if order.good in train.goods else 2)
            <= train.moves
            for train in self.state.trains_of(self.seat)
            for source, moves in sources.items()
        )

    def _moves_to_city(self, at: NodeId, city: NodeId, new_moves: Mapping[_Pair, float]) -> float:
        """Return the fewest moves from a point to a city, over present or new track."""
        moves_over_new = min(
            new_moves.get((at, city), _MAX_DELIVERY_MOVES), new_moves.get((city, at), _MAX_DELIVERY_MOVES)
        )
        return min(self.moves_by_city[city].get(at, _MAX_DELIVERY_MOVES), moves_over_new)

    def _shuttle_rate(self, pair: _Pair, moves: float) -> float:
        """Return the dollars per move of carrying one barrel in each direction; each of the two stops takes a move."""
        a, b = pair
        return (self._barrel_gain(a, b) + self._barrel_gain(b, a)) / (2 * moves + 2)

    def _barrel_gain(self, source: NodeId, city: NodeId) -> int:
        """Return the dollars that a barrel earns between two cities: the sale price, less the price of the good."""
        good, maker = self.state.layout.good_of(source), self.state.cities[source]
        if good is None or self.state.layout.good_of(city) is good:
            return 0
        cost = 0 if maker.seat == self.seat else BUY_PRICE_PER_DOT[good] * maker.dots
        return max(0, SELL_PRICE_PER_DOT[good] * self.state.cities[city].dots - cost)


@IdentityCache
def _outlook_of(state: RailroadsOfCatan, seat: Seat) -> _TrackOutlook:
    return _TrackOutlook(state, seat)


_Adjacency = Mapping[NodeId, list[tuple[NodeId, float]]]
"""Point -> (neighbor, moves) pairs."""


def _adjacency(state: RailroadsOfCatan, seat: Seat) -> _Adjacency:
    adjacency: dict[NodeId, list[tuple[NodeId, float]]] = {}
    for track, owner in state.tracks.items():
        moves = _track_moves(state, track) + (_RIVAL_TRACK_MOVES if owner != seat else 0)
        for here, there in permutations(track_ends(track)):
            adjacency.setdefault(here, []).append((there, moves))
    return adjacency


def _track_moves(state: RailroadsOfCatan, track: Track) -> int:
    return constants.MOUNTAIN_MOVES if kind_of(state.layout, track) is TrackKind.MOUNTAIN else 1
