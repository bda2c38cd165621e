"""Evaluation of actions for computer players, from points and the expected growth of stocks and links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import fsum
from statistics import fmean

from engine.core import Action, IdentityCache, Seat, View
from engine.games.railroad_rivals.game_data.pieces import free_tiles, is_city
from engine.games.railroad_rivals.game_data.printed_data import WILD_EDGE, City, Railroad
from engine.games.railroad_rivals.rules.delivery import delivery_points, link_fee, trip_of_delivery
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import Board, Link, PlacedTile, matching_spots, new_links, open_edges
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals

# Weights in points, tuned by self-play.
PLACE_IN_ORDER = 1.5
"""The value of going one place earlier in the turn order, whatever tiles are on offer."""
_PLACE_WEIGHT = 1.05
"""The value of going one place earlier: the player chooses a city and delivers earlier.

If this is less than 1, two players never bid when no stock is on offer.
"""
_CHOICE_WEIGHT = 0.8
"""Weight of the difference between the best stock when going first and the best stock after a pass."""
_LOYALTY = 1.4
"""Increase in the weight of a railroad's links for each stock tile of the railroad that a player owns."""
_FUTURE_LINK_SHARE = 0.5
"""Fraction of future links that counts: on average, a future link exists for half of the later deliveries."""
_LINK_WEIGHT = 1.5
_LINK_OF_OWN_STOCK = 1.2
_RIVAL_DELIVERY_WEIGHT = 4.0
"""The value of each delivery that rivals are expected to make over a link.

It is above the fee of 2 because rivals prefer links of their own stocks more than the evaluation expects.
"""
_CUBE_BESIDE = 0.8
"""The value of each cube in the city at the other end of a link, which can be delivered over the link."""
_OPEN_EDGE_WEIGHT = 0.25
"""The value that each open edge of a railroad adds to its stock, because links may be made there."""
_LATE_TURNS = 3
"""The number of last turns in which open edges count less and less, because new links need time to be used."""
_PLACE_TO_MATCH = 0.1
_CUBE_WEIGHT = 0.3
_CITY_TILE_WEIGHT = 1.3


def score_action(view: View[RailroadRivals], action: Action) -> float:
    """Return the value of an offered action for its seat, roughly in points."""
    worth = module_score(view, action)
    return base_score(view.state, action) if worth is None else worth


def module_score(view: View[RailroadRivals], action: Action) -> float | None:
    """Return the value of an action by the first module that evaluates it; None if no module does."""
    for module in active_modules.modules_in_play(view.state):
        worth = module.score_action(view, action)
        if worth is not None:
            return worth
    return None


def base_score(state: RailroadRivals, action: Action) -> float:
    """Return the value of an action that no module evaluates."""
    match action:
        case Pass():
            return 0.0
        case Bid(amount=amount):
            return first_place_value(state, action.seat) - amount
        case Draft(tile=tile) if is_city(tile):
            return _city_value(state, City(tile))
        case Draft(tile=tile):
            return _outlook_of(state).stock_value(action.seat, Railroad(tile))
        case Place():
            return _placement_value(state, action)
        case Deliver():
            return trip_value(state, trip_of_delivery(state, action))
        case _:
            raise TypeError(f"{action!r} is no action of Railroad Rivals")


@IdentityCache
def first_place_value(state: RailroadRivals, seat: Seat) -> float:
    """The value of going first, compared with the place that a seat gets by passing."""
    ahead = _seats_ahead_after_pass(state, seat)
    offered = [Railroad(tile) for tile in free_tiles(state.stock_offer) if tile in state.value]
    stock = _outlook_of(state).stock_value
    best = max((stock(seat, railroad) for railroad in offered), default=0.0)
    rest = max((stock(seat, railroad) for railroad in _stocks_remaining_after(state, ahead, offered)), default=0.0)
    return _CHOICE_WEIGHT * (best - rest) + _PLACE_WEIGHT * len(ahead)


def stock_value_at_end(state: RailroadRivals, seat: Seat, railroad: Railroad) -> float:
    """The expected final value of a stock if the seat gets one more tile of it."""
    return _outlook_of(state).stock_value(seat, railroad)


def _seats_ahead_after_pass(state: RailroadRivals, seat: Seat) -> Sequence[Seat]:
    """The seats that go before a seat if it passes: those before it now, and the highest bidder."""
    ahead = state.order[: state.order.index(seat)]
    bidding = state.flow[-1]
    if not isinstance(bidding, Bidding) or not bidding.best:
        return ahead
    highest = bidding.still_in[-1]
    return ahead if highest in ahead else (highest, *ahead)


def _stocks_remaining_after(
    state: RailroadRivals, others: Sequence[Seat], offered: Sequence[Railroad]
) -> list[Railroad]:
    """The offered stocks that are left after each of ``others`` has taken the best stock for itself."""
    remaining, stock = list(offered), _outlook_of(state).stock_value
    for other in others[: len(offered)]:
        remaining.remove(max(remaining, key=partial(stock, other)))
    return remaining


def _outlook_of(state: RailroadRivals) -> _Outlook:
    """The cached outlook of a state; it does not change during an auction."""
    return _cached_outlook(state.stocks, state.board, state.value, state.remaining_turns)


class _Outlook:
    """Expected deliveries and final stock values for a position.

    The future links, each counted as a fraction, are divided equally among the railroads.
    """

    def __init__(
        self,
        stocks: Mapping[Seat, Mapping[Railroad, int]],
        board: Board,
        value: Mapping[Railroad, int],
        turns_left: int,
    ) -> None:
        self._stocks, self._board, self._value, self._remaining_turns = stocks, board, value, turns_left
        present_links = Counter(link.railroad for link in board.links)
        future_links = _FUTURE_LINK_SHARE * len(stocks) * turns_left / len(value)
        self._links = {railroad: present_links[railroad] + future_links for railroad in value}
        self._link_weights = {seat: self._weigh_links(owned) for seat, owned in stocks.items()}
        self._worths = dict[tuple[Seat, Railroad], float]()

    def _weigh_links(self, stocks: Mapping[Railroad, int]) -> float:
        """The weighted number of all links for a player with these stocks; links of owned stocks weigh more."""
        return fsum(links * _link_weight(stocks, railroad) for railroad, links in self._links.items())

    def stock_value(self, seat: Seat, railroad: Railroad) -> float:
        """Return the expected final value of a stock: its present value, deliveries, and open edges."""
        if (seat, railroad) not in self._worths:
            edges = open_edges(self._board)
            promise = len(edges.get(railroad, ())) + len(edges.get(WILD_EDGE, ()))
            in_time = min(1.0, self._remaining_turns / _LATE_TURNS)
            known = self._value[railroad] + self._delivery_share(seat, railroad)
            self._worths[seat, railroad] = known + in_time * _OPEN_EDGE_WEIGHT * promise
        return self._worths[seat, railroad]

    def _delivery_share(self, seat: Seat, railroad: Railroad) -> float:
        """The expected number of remaining deliveries over a railroad if the seat gets one more stock tile of it."""
        links = self._links[railroad]
        if not links:
            return 0.0
        shares = 0.0
        for player, total in self._link_weights.items():
            extra_weight = _LOYALTY * links if player == seat else 0.0
            weight = links * _link_weight(self._stocks[player], railroad) + extra_weight
            shares += weight / (total + extra_weight)
        return (self._remaining_turns + 1) * shares

    def rival_deliveries_over(self, link: Link) -> float:
        """Return the number of deliveries that rivals of the owner are expected to make over a new link."""
        shares = 0.0
        for seat, total in self._link_weights.items():
            if seat != link.owner:
                weight = _link_weight(self._stocks[seat], link.railroad)
                shares += weight / (total + weight)
        return (self._remaining_turns + 1) * shares


_cached_outlook = IdentityCache(_Outlook)


def _link_weight(stocks: Mapping[Railroad, int], railroad: Railroad) -> float:
    """The weight of a railroad's links for a player with these stocks; 1 without stock of the railroad."""
    return 1 + _LOYALTY * stocks.get(railroad, 0)


def _city_value(state: RailroadRivals, city: City) -> float:
    places = len({spot.at for spot in matching_spots(state.board, city)})
    return _CITY_TILE_WEIGHT + _PLACE_TO_MATCH * places + _CUBE_WEIGHT * state.board.tile_as_printed(city).goods


def _placement_value(state: RailroadRivals, action: Place) -> float:
    """The value of a placement: its links and cubes. Open edges help all players alike, so they do not count."""
    links = new_links(state.board, PlacedTile(action.city, action.at, action.facing, action.seat))
    return (
        fsum(_link_value(state, action, link) for link in links)
        + _CUBE_WEIGHT * state.board.tile_as_printed(action.city).goods
    )


def _link_value(state: RailroadRivals, action: Place, link: Link) -> float:
    """The value of a new link: the owner's deliveries over it, and the fees that rivals pay for it."""
    own = _LINK_OF_OWN_STOCK * state.stocks[action.seat].get(link.railroad, 0)
    beside = _CUBE_BESIDE * len(state.goods.get(link.other_end(action.city), ()))
    return _LINK_WEIGHT + own + beside + _RIVAL_DELIVERY_WEIGHT * _outlook_of(state).rival_deliveries_over(link)


def trip_value(state: RailroadRivals, trip: Trip) -> float:
    """A seat's gain from a delivery, less the average gain of its rivals; gains are points and rises of stock."""
    mine = total = delivery_points(state, trip.goods)
    stocks, owned = state.stocks[trip.seat], _stock_counts(state)
    for link in trip.links:
        total += link_fee(link, trip.seat)
        for marker in state.baron.moving_markers(link.railroad):
            mine += stocks.get(marker, 0)
            total += owned[marker]
    for bonus in active_modules.delivery_bonuses(state, trip):
        mine += bonus.points if bonus.seat == trip.seat else 0
        total += bonus.points
    rivals = state.seats - 1
    return mine - (total - mine) / rivals if rivals else mine


@IdentityCache
def _stock_counts(state: RailroadRivals) -> Counter[str]:
    return sum(map(Counter, state.stocks.values()), Counter())


def gain_over_rivals(gains: Mapping[Seat, float], seat: Seat) -> float:
    """The gain of a seat beyond the average gain of its rivals."""
    rivals = [gain for other, gain in gains.items() if other != seat]
    return gains[seat] - fmean(rivals) if rivals else gains[seat]
