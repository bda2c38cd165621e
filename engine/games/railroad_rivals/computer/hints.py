"""The values of a computer player: points now, and the growth of what it owns. A hint sees only a ``View``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import fsum
from statistics import fmean

from engine.core import Action, Remembered, Seat, View
from engine.games.railroad_rivals.box.data import ANY, City, Railroad
from engine.games.railroad_rivals.box.pieces import is_city
from engine.games.railroad_rivals.rules.delivery import delivery_points, fee, trip_of
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import Board, Laid, Link, links_made, match_spots, open_edges
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals

# Guesses in points, tuned by self-play; they are opinions, not rules.
PLACE_IN_ORDER = 1.5
"""For each place nearer to the front, where the stocks on offer are not looked at."""
_PLACE = 1.05
"""For each place nearer to the front: the first choice of cities, and the first delivery. Less than 1, and a table of
two never bids without stocks on offer."""
_CHOICE = 0.8
"""For each point by which the best stock on offer beats the one that those in front would leave."""
_LOYAL = 1.4
"""By how much rather a player delivers over the links of a railroad for each stock of it."""
_COMING = 0.5
"""Of the links that a city still adds when it is laid: deliveries find, on average, half of those to come."""
_LINK = 1.5
_LINK_OF_OWN_STOCK = 1.2
_USED = 4.0
"""For each delivery that rivals are expected to make over a link: more than the fee of 2, as they keep to links of
their stocks even more than their share of all links says."""
_CUBE_BESIDE = 0.8
"""For each cube on the city that a link goes to: without cubes at its ends a link earns nothing."""
_RISE = 0.25
"""For each place where a link of the railroad may come to be."""
_LATE = 3
"""Turns from the end from which such places count less and less: links need time to be used."""
_WAY_TO_PLACE = 0.1
_CUBE = 0.3
_CITY_TILE = 1.3


def hint(view: View[RailroadRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat``, roughly in points."""
    worth = modules_hint(view, action)
    return base_hint(view.state, action) if worth is None else worth


def modules_hint(view: View[RailroadRivals], action: Action) -> float | None:
    """The opinion of the first module that has one."""
    for module in joints.modules(view.state):
        worth = module.hint(view, action)
        if worth is not None:
            return worth
    return None


def base_hint(state: RailroadRivals, action: Action) -> float:
    """Rate an offered action on which no module has an opinion."""
    match action:
        case Pass():
            return 0.0
        case Bid(amount=amount):
            return _going_first(state, action.seat) - amount
        case Draft(tile=tile) if is_city(tile):
            return _city(state, City(tile))
        case Draft(tile=tile):
            return _outlook(state).stock(action.seat, Railroad(tile))
        case Place():
            return _placing(state, action)
        case Deliver():
            return delivering(state, trip_of(state, action))
        case _:
            raise TypeError(f"{action!r} is no action of Railroad Rivals")


@Remembered
def _going_first(state: RailroadRivals, seat: Seat) -> float:
    """The worth of the first place in the order against the one that a pass would leave."""
    ahead = _ahead_after_a_pass(state, seat)
    offered = [Railroad(lot.tile) for lot in state.stock_offer if not lot.taken and lot.tile in state.value]
    stock = _outlook(state).stock
    best = max((stock(seat, railroad) for railroad in offered), default=0.0)
    rest = max((stock(seat, railroad) for railroad in _left_by(state, ahead, offered)), default=0.0)
    return _CHOICE * (best - rest) + _PLACE * len(ahead)


def _ahead_after_a_pass(state: RailroadRivals, seat: Seat) -> Sequence[Seat]:
    """The seats before one that passes: those before it now, and the highest bidder, who would win."""
    ahead = state.order[: state.order.index(seat)]
    bidding = state.flow[-1]
    if not isinstance(bidding, Bidding) or not bidding.best:
        return ahead
    highest = bidding.still_in[-1]
    return ahead if highest in ahead else (highest, *ahead)


def _left_by(state: RailroadRivals, others: Sequence[Seat], offered: Sequence[Railroad]) -> list[Railroad]:
    """The stocks on offer without those that others take, each the best one."""
    left, stock = list(offered), _outlook(state).stock
    for other in others[: len(offered)]:
        left.remove(max(left, key=partial(stock, other)))
    return left


def _outlook(state: RailroadRivals) -> _Outlook:
    """The outlook of a state. All states of an auction share it."""
    return _outlook_on(state.stocks, state.board, state.value, state.turns_left)


class _Outlook:
    """The promise of links and stocks, while stocks, board, values, and turns left stay as they are.

    It counts the links that deliveries to come will find: those of today, and of those still to be made, all alike.
    """

    def __init__(
        self,
        stocks: Mapping[Seat, Mapping[Railroad, int]],
        board: Board,
        value: Mapping[Railroad, int],
        turns_left: int,
    ) -> None:
        self._stocks, self._board, self._value, self._turns_left = stocks, board, value, turns_left
        made = Counter(link.railroad for link in board.links)
        to_come = _COMING * len(stocks) * turns_left / len(value)
        self._links = {railroad: made[railroad] + to_come for railroad in value}
        self._likings = {seat: self._liked(owned) for seat, owned in stocks.items()}
        self._worths = dict[tuple[Seat, Railroad], float]()

    def _liked(self, stocks: Mapping[Railroad, int]) -> float:
        """The links, as much as a player likes to deliver over them: those of own stocks count more."""
        return fsum(links * _loyalty(stocks, railroad) for railroad, links in self._links.items())

    def stock(self, seat: Seat, railroad: Railroad) -> float:
        """The value of a stock in the end: what it has, what deliveries to come add, and what open edges promise."""
        if (seat, railroad) not in self._worths:
            edges = open_edges(self._board)
            promise = len(edges.get(railroad, ())) + len(edges.get(ANY, ()))
            in_time = min(1.0, self._turns_left / _LATE)
            known = self._value[railroad] + self._growth(seat, railroad)
            self._worths[seat, railroad] = known + in_time * _RISE * promise
        return self._worths[seat, railroad]

    def _growth(self, seat: Seat, railroad: Railroad) -> float:
        """Its share of the deliveries to come, this turn's too, when the seat has one more stock of it."""
        links = self._links[railroad]
        if not links:
            return 0.0
        shares = 0.0
        for player, total in self._likings.items():
            bought = _LOYAL * links if player == seat else 0.0
            liked = links * _loyalty(self._stocks[player], railroad) + bought
            shares += liked / (total + bought)
        return (self._turns_left + 1) * shares

    def deliveries_over(self, link: Link) -> float:
        """The deliveries that rivals of its owner are expected to make over one more link."""
        shares = 0.0
        for seat, total in self._likings.items():
            if seat != link.owner:
                liked = _loyalty(self._stocks[seat], link.railroad)
                shares += liked / (total + liked)
        return (self._turns_left + 1) * shares


_outlook_on = Remembered(_Outlook)


def _loyalty(stocks: Mapping[Railroad, int], railroad: Railroad) -> float:
    """The weight of a railroad's links to a player with these stocks; 1 if none is of this railroad."""
    return 1 + _LOYAL * stocks.get(railroad, 0)


def _city(state: RailroadRivals, city: City) -> float:
    ways = len({spot.at for spot in match_spots(state.board, city)})
    return _CITY_TILE + _WAY_TO_PLACE * ways + _CUBE * state.board.tile(city).goods


def _placing(state: RailroadRivals, action: Place) -> float:
    """Rate where a city is laid by the income of its links. Open edges left behind help everybody."""
    links = links_made(state.board, Laid(action.city, action.at, action.facing, action.seat))
    return fsum(_link(state, action, link) for link in links) + _CUBE * state.board.tile(action.city).goods


def _link(state: RailroadRivals, action: Place, link: Link) -> float:
    """The worth of a link to be made: for deliveries of one's own, and for the fees of rivals."""
    own = _LINK_OF_OWN_STOCK * state.stocks[action.seat].get(link.railroad, 0)
    beside = _CUBE_BESIDE * len(state.goods.get(link.other(action.city), ()))
    return _LINK + own + beside + _USED * _outlook(state).deliveries_over(link)


def delivering(state: RailroadRivals, trip: Trip) -> float:
    """Points, less what rivals gain: the owners' fees, and the rise of their stocks."""
    mine = total = delivery_points(state, trip.goods)
    stocks, owned = state.stocks[trip.seat], _owned(state)
    for link in trip.links:
        total += fee(link, trip.seat)
        for marker in state.baron.markers(link.railroad):
            mine += stocks.get(marker, 0)
            total += owned[marker]
    for bonus in joints.bonuses(state, trip):
        mine += bonus.points if bonus.seat == trip.seat else 0
        total += bonus.points
    rivals = state.seats - 1
    return mine - (total - mine) / rivals if rivals else mine


@Remembered
def _owned(state: RailroadRivals) -> Counter[str]:
    """The number of stocks of each railroad that players have."""
    return sum(map(Counter, state.stocks.values()), Counter())


def advantage(gains: Mapping[Seat, float], seat: Seat) -> float:
    """The gain of a seat beyond the average gain of its rivals."""
    rivals = [gain for other, gain in gains.items() if other != seat]
    return gains[seat] - fmean(rivals) if rivals else gains[seat]
