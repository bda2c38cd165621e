"""A computer player's opinion of tracks and trains: goods carried to and fro between two cities pay for them.

Guesses in dollars; they are opinions, not rules. It works on what one seat may see.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations

from engine.core import Remembered, Seat
from engine.games.railroads_of_catan.box import figures
from engine.games.railroads_of_catan.box.island import BUY, SELL, Place, Track, TrackKind, ends, kind_of, track
from engine.games.railroads_of_catan.box.pieces import DeliveryOrder
from engine.games.railroads_of_catan.rules.ending import joined
from engine.games.railroads_of_catan.search.ways import Way, full_ways
from engine.games.railroads_of_catan.state.actions import Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.paths import lightest

_RIVALS = 0.4
"""Moves that a rival's track counts for besides its own, since it takes a fee."""

_FAR = 14.0
"""Moves over which an order is still delivered."""

_ORDER = 0.5
"""Of an order's bonus: another train may be sooner."""

_TO_COME = 60.0
"""For each two cities that are brought together, in each turn: an order may come."""

_END = 100_000.0
"""Joining all own cities ends the game: to be done by the one who leads, and by nobody else."""

_AHEAD = 5_000
"""A lead that the runs of the last turn do not turn."""

_MOVE = 10.0
"""For each move that a new train is nearer to where it will work."""

_WORK = {large: figures.CAPACITY[large] * figures.MOVES[large] for large in (False, True)}
"""Barrels times moves that a train has in a turn."""

_Pair = tuple[Place, Place]

_Sources = Mapping[Place, float]
"""Cities that make a good, and in how many moves another is reached from there."""


def toward(state: RailroadsOfCatan, action: Toward, *, as_at_first: bool = False) -> float:
    """Rate track toward a city: what the whole way promises, less what it costs with its upkeep.

    The first hint did so without a thought of how late it is: track of its last turns was often never used.
    """
    outlook, seat = _outlook(state, action.seat), action.seat
    way = outlook.way(action)
    length, lays = len(way.points) - 1, len(action.path.tracks)
    if length > state.rails_left(seat) or way.cost > outlook.purse:
        return -1.0
    if _joins_all(state, action):
        rivals = max(cash for other, cash in state.cash.items() if other != seat)
        return _END if state.cash[seat] - way.cost >= rivals + _AHEAD else -_END
    runs = outlook.runs - (length - lays + figures.TRACKS_A_TURN - 1) // figures.TRACKS_A_TURN
    gain = outlook.gain_at_first(way, runs) if as_at_first else outlook.gain(way, runs)
    return gain - way.cost - way.cost / figures.UPKEEP * max(0, runs - 1)


def train(state: RailroadsOfCatan, action: Train) -> float:
    """Rate a small train: what it earns in the turns that are left, as things are, less its price and upkeep."""
    outlook = _outlook(state, action.seat)
    if not outlook.best:
        return -1.0
    lead = min(outlook.near[city].get(action.city, _FAR) for city in outlook.best)
    keep = figures.SMALL_TRAIN / figures.UPKEEP * (outlook.runs - 1)
    return outlook.rate * _WORK[False] * outlook.runs - figures.SMALL_TRAIN - keep - _MOVE * lead


def upgrade(state: RailroadsOfCatan, action: Upgrade) -> float:
    """Rate a large train: what it earns more than a small one, less what it costs more."""
    outlook = _outlook(state, action.seat)
    more = outlook.rate * (_WORK[True] - _WORK[False])
    return more * outlook.runs - figures.UPGRADE - figures.UPGRADE / figures.UPKEEP * (outlook.runs - 1)


def earnings(state: RailroadsOfCatan, seat: Seat) -> float:
    """The income of a seat's trains in a turn in which they only go to and fro where it pays best."""
    work = sum(_WORK[train.large] for train in state.trains_of(seat))
    return _outlook(state, seat).rate * work


def _joins_all(state: RailroadsOfCatan, action: Toward) -> bool:
    """Whether these tracks join the last of the seat's own cities. (RC Phase 7)"""
    if action.city not in state.cities_of(action.seat):
        return False
    return len(joined(state.lay(action.seat, *action.path.tracks), action.seat)) == figures.CITIES


class _Outlook:
    """The earnings of a seat with the track on the board; worked out once for all offers of a question.

    ``rate`` is what a barrel each way between the ``best`` two cities brings for each move of a train that goes to
    and fro. ``near`` are the moves from each city to all points that track leads to.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat
        over = len(joined(state, seat)) == figures.CITIES
        self.runs = 1 if over else figures.TURNS - state.turn + 1
        self.purse = state.cash[seat] - (0 if state.trains_of(seat) else figures.SMALL_TRAIN)
        beside = _beside(state, seat)
        found = {city: lightest(city, lambda here: beside.get(here, ()), 0.0) for city in state.cities}
        self.near = {city: ways.weights for city, ways in found.items()}
        pairs = {(a, b): self.near[a][b] for a, b in self._pairs()}
        rates = {pair: self._rate(pair, moves) for pair, moves in pairs.items()}
        self.best = max(rates, key=rates.__getitem__, default=())
        self.rate = max(rates.values(), default=0.0)
        self._ways = full_ways(state, seat)

    def _pairs(self) -> Iterator[_Pair]:
        """The cities between which track leads, each two once."""
        for a, near in self.near.items():
            yield from ((a, b) for b in self.near if a < b and b in near)

    def way(self, action: Toward) -> Way:
        """The whole way of which an offer is the beginning."""
        (points,) = action.path.lines
        toward = (way for way in self._ways if way.city == action.city)
        return next(way for way in toward if way.points[: len(points)] == points)

    def gain(self, way: Way, runs: int) -> float:
        """The gain from new track in so many turns: a better shuttle, orders that can be reached, and those to come."""
        if runs <= 0:
            return 0.0
        new = self._joined(way)
        to_come = (runs - 1) * _TO_COME * len(new)  # this turn's orders are on the board already
        opened = self._opened(new)
        fillable = [order for order, sources in opened if runs > 1 or self._is_in_time(order, sources, new)]
        return runs * self._shuttle(new) + to_come + _ORDER * sum(order.bonus for order in fillable)

    def gain_at_first(self, way: Way, runs: int) -> float:
        """The gain as the first hint saw it."""
        new = self._joined(way)
        bonuses = sum(order.bonus for order, _ in self._opened(new))
        return runs * (self._shuttle(new) + _TO_COME * len(new)) + _ORDER * bonuses

    def _shuttle(self, new: Mapping[_Pair, float]) -> float:
        """The dollars that trains earn more in a turn between cities that are joined anew, or joined better."""
        rate = max((self._rate(pair, moves) for pair, moves in new.items()), default=0.0)
        trains = self.state.trains_of(self.seat)
        work = sum(_WORK[train.large] for train in trains) or _WORK[True]
        return work * max(0.0, rate - self.rate)

    def _joined(self, way: Way) -> Mapping[_Pair, float]:
        """The cities between which a train gets sooner than before, and how soon."""
        start = way.points[0]
        along = sum(_moves(self.state, track(a, b)) for a, b in pairwise(way.points))
        before = {city: near[start] for city, near in self.near.items() if start in near}
        after = self.near[way.city]
        ends = [b for b in self.near if b in after]
        moves = {(a, b): before[a] + along + after[b] for a in before for b in ends if a != b}
        return {pair: d for pair, d in moves.items() if d < self._known(*pair)}

    def _known(self, a: Place, b: Place) -> float:
        """The moves between two cities over the track there is."""
        return self.near[a].get(b, _FAR)

    def _opened(self, new: Mapping[_Pair, float]) -> Iterator[tuple[DeliveryOrder, _Sources]]:
        """The open orders that can be filled with new track and could not be before, and from where."""
        reached = {**new, **{(b, a): moves for (a, b), moves in new.items()}}
        for order in self.state.orders:
            sources = self._makers(order, {a: moves for (a, b), moves in reached.items() if b == order.city})
            if sources and not self._makers(order, self.near[order.city]):
                yield order, sources

    def _makers(self, order: DeliveryOrder, moves: Mapping[Place, float]) -> _Sources:
        """The cities among these that make what the order asks for."""
        makes = self.state.layout.good
        return {city: moves[city] for city in self.near if city in moves and makes(city) is order.good}

    def _is_in_time(self, order: DeliveryOrder, sources: _Sources, new: Mapping[_Pair, float]) -> bool:
        """Whether one of the seat's trains can still fill the order within this turn: two stops, or one if laden."""
        return any(
            self._lead(train.at, source, new) + moves + (1 if order.good in train.goods else 2) <= train.moves
            for train in self.state.trains_of(self.seat)
            for source, moves in sources.items()
        )

    def _lead(self, at: Place, city: Place, new: Mapping[_Pair, float]) -> float:
        """The moves from a point to a city, over new track if that is how it is reached."""
        joined = min(new.get((at, city), _FAR), new.get((city, at), _FAR))
        return min(self.near[city].get(at, _FAR), joined)

    def _rate(self, pair: _Pair, moves: float) -> float:
        """The dollars that a barrel each way brings, for each move to and fro; the two stops take a move each."""
        a, b = pair
        return (self._barrel(a, b) + self._barrel(b, a)) / (2 * moves + 2)

    def _barrel(self, source: Place, city: Place) -> int:
        """The gain from carrying a barrel from one city to another, goods paid."""
        good, maker = self.state.layout.good(source), self.state.cities[source]
        if good is None or self.state.layout.good(city) is good:
            return 0
        cost = 0 if maker.seat == self.seat else BUY[good] * maker.dots
        return max(0, SELL[good] * self.state.cities[city].dots - cost)


@Remembered
def _outlook(state: RailroadsOfCatan, seat: Seat) -> _Outlook:
    return _Outlook(state, seat)


_Beside = Mapping[Place, list[tuple[Place, float]]]
"""Where track leads from each point, and in how many moves."""


def _beside(state: RailroadsOfCatan, seat: Seat) -> _Beside:
    beside: dict[Place, list[tuple[Place, float]]] = {}
    for built, owner in state.tracks.items():
        moves = _moves(state, built) + (_RIVALS if owner != seat else 0)
        for here, there in permutations(ends(built)):
            beside.setdefault(here, []).append((there, moves))
    return beside


def _moves(state: RailroadsOfCatan, over: Track) -> int:
    return figures.MOUNTAIN_MOVES if kind_of(state.layout, over) is TrackKind.MOUNTAIN else 1
