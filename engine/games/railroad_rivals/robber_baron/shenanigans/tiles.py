"""The four tiles that are played while delivering. (RB Buy Stock, Dump Stock, Loot The Company, Merger)"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import msgspec

from engine.core import Action, Rule, Seat, counted, listed
from engine.games.railroad_rivals.box.data import Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS, RISE
from engine.games.railroad_rivals.robber_baron.shenanigans import events, stocks
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import companies, holding, outdone
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals

_Offers = Callable[[RailroadRivals, Seat], Iterable[Action]]
_Played = Callable[[RailroadRivals, Any], RailroadRivals]
_Refusal = Callable[[RailroadRivals, Any], str]


def _as_typed(state: RailroadRivals, action: Any) -> Any:
    return action


class _Renamable(Collection[Action]):
    """Offers that may also be named otherwise: each action that comes to the same as one of them is in it."""

    __slots__ = ("_meant", "_offers")

    def __init__(self, offers: tuple[Action, ...], meant: Callable[[Action], Action]) -> None:
        self._offers, self._meant = offers, meant

    def __len__(self) -> int:
        return len(self._offers)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._offers)

    def __contains__(self, action: object) -> bool:
        if not self._offers or type(action) is not type(self._offers[0]) or action.seat != self._offers[0].seat:
            return False
        return self._meant(action) in self._offers


def _rule(
    special: Special,
    kind: type[Action],
    offers: _Offers,
    played: _Played,
    refusal: _Refusal,
    price: Callable[[RailroadRivals, Any], int | None] = lambda state, action: None,
    meant: Callable[[RailroadRivals, Any], Any] = _as_typed,
) -> Rule[RailroadRivals]:
    """A tile that its holder may play in the own delivery step, any number of them at any point of it. (ruling K1)

    What it does is done after the tile itself has left the game. ``meant`` gives the offer that an action means, where
    there are several names for the same.
    """

    def offered(state: RailroadRivals, phase: Delivering) -> Collection[Action]:
        seat = state.order[phase.done]
        found = tuple(offers(state, seat)) if special in state.baron.specials.get(seat, ()) else ()
        return _Renamable(found, partial(meant, state)) if found else ()

    def used(state: RailroadRivals, phase: Delivering, action: Action) -> RailroadRivals:
        return played(stocks.played(state, action.seat, special), meant(state, action))

    def refused(state: RailroadRivals, phase: Delivering, action: Action) -> str:
        if special in state.baron.specials.get(action.seat, ()):
            return refusal(state, meant(state, action))
        return f"You can’t play {special}: {_whereabouts(state, special)}."

    return Rule((kind,), offered, used, refused, price)


def _purchases(state: RailroadRivals, seat: Seat) -> Iterator[Buy]:
    """Any stock in the pile that the seat can pay. (RB Buy Stock; rulings K3, K4)"""
    pile, points = state.unseen_stocks(), state.score[seat]
    return (Buy(seat, name) for name, price in state.value.items() if pile[name] and price <= points)


def _bought(state: RailroadRivals, action: Buy) -> RailroadRivals:
    """A stock tile out of the pile at its value; then the value rises. (RB Buy Stock; rulings K3, K11)"""
    seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
    after = stocks.bought(state, seat, railroad).gain(seat, -price).raise_value(railroad, RISE)
    company = state.baron.company(railroad)
    return after.tell(events.StockBought(seat, railroad, price, company, after.value[railroad]))


def _unbuyable(state: RailroadRivals, action: Buy) -> str:
    railroad, pile = action.railroad, state.unseen_stocks()
    if railroad not in state.value:
        return _unknown(railroad, state)
    if not pile[railroad]:
        there = listed([f"{pile[name]} {name}" for name in state.value if pile[name]])
        return f"You can’t buy {railroad} stock: the pile has none. It has {there or 'no stock at all'}."
    price, points = state.value[railroad], counted(state.score[action.seat], "point")
    return f"You can’t buy {railroad} stock: it costs {price}, and you have {points}."


def _price(state: RailroadRivals, action: Buy) -> int:
    return state.value[action.railroad]


BUY_STOCK = _rule(Special.BUY, Buy, _purchases, _bought, _unbuyable, _price)


def _by_company(state: RailroadRivals, action: Any) -> Any:
    """The action with the listed name of its railroad’s company: a merged one may be called by either name."""
    company = state.baron.company(action.railroad)
    names = (name for name in companies(state, action.seat) if name in company)
    return msgspec.structs.replace(action, railroad=next(names, action.railroad))


def _sales(state: RailroadRivals, seat: Seat) -> Iterator[Dump]:
    return (Dump(seat, railroad) for railroad in companies(state, seat))


def _dumped(state: RailroadRivals, action: Dump) -> RailroadRivals:
    """All one's tiles of a company are sold at its value; then it falls for each of them. (RB Dump Stock; K5, K11)"""
    seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
    tiles = holding(state, seat, railroad)
    after = stocks.dumped(state, seat, railroad).gain(seat, tiles * price)
    after = after.raise_value(railroad, -FALL * tiles)
    company = state.baron.company(railroad)
    return after.tell(events.StocksDumped(seat, company, tiles, price, after.value[railroad]))


def _undumpable(state: RailroadRivals, action: Dump) -> str:
    return _not_owned(state, action.seat, action.railroad)


DUMP_STOCK = _rule(Special.DUMP, Dump, _sales, _dumped, _undumpable, meant=_by_company)


def _lootable(state: RailroadRivals, seat: Seat) -> Iterator[Loot]:
    """Companies of which the seat has stock, and nobody has more. (RB Loot The Company; ruling K7)"""
    return (Loot(seat, name) for name in companies(state, seat) if outdone(state, seat, name) is None)


def _looted(state: RailroadRivals, action: Loot) -> RailroadRivals:
    """Points for closing it. Its stocks leave the game; its links and edges stay. (RB Loot The Company; ruling K6)"""
    seat, railroad = action.seat, action.railroad
    lost = tuple((other, tiles) for other in state.everyone if (tiles := holding(state, other, railroad)))
    after = stocks.looted(state, railroad).gain(seat, LOOT_POINTS)
    return after.tell(events.CompanyLooted(seat, state.baron.company(railroad), LOOT_POINTS, lost))


def _unlootable(state: RailroadRivals, action: Loot) -> str:
    seat, railroad = action.seat, action.railroad
    if railroad not in companies(state, seat):
        return _not_owned(state, seat, railroad)
    return f"You can’t loot {railroad}: {_majority(state, seat, railroad)}."


LOOT_THE_COMPANY = _rule(Special.LOOT, Loot, _lootable, _looted, _unlootable, meant=_by_company)


def _mergers(state: RailroadRivals, seat: Seat) -> Iterator[Merge]:
    """Every pair once, in the order of the railroads. (RB Merger; rulings K8, K10, K12)

    One must have stock of both, and nobody may have more of the more valuable; of equally valuable ones either will do.
    """
    pairs = combinations(companies(state, seat), 2)
    return (Merge(seat, first, second) for first, second in pairs if _leads(state, seat, first, second))


def _in_order(state: RailroadRivals, action: Merge) -> Merge:
    """The same merger with its railroads in the order of the table: it does not matter which is named first."""
    names = [name for name in state.value if name in (action.first, action.second)]
    return Merge(action.seat, *names) if len(names) > 1 else action


def _merged(state: RailroadRivals, action: Merge) -> RailroadRivals:
    """Two railroads become one company, halfway between their values; their edges do not match. (RB Merger; K9, K10)"""
    after = stocks.merged(state, action.first, action.second)
    value = after.value[action.first]
    return after.tell(events.RailroadsMerged(action.seat, action.first, action.second, value))


def _unmergeable(state: RailroadRivals, action: Merge) -> str:
    seat, first, second = action.seat, action.first, action.second
    for railroad in (first, second):
        if railroad not in companies(state, seat):
            return _not_owned(state, seat, railroad)
    if first == second:
        return f"You can’t merge {first} with itself. Name two railroads."
    worth = listed([f"{railroad} (worth {state.value[railroad]})" for railroad in (first, second)])
    leaders = [_majority(state, seat, railroad) for railroad in _most_valuable(state, first, second)]
    return f"You can’t merge {worth}: no one may own more of the more valuable one, but {listed(leaders)}."


def _leads(state: RailroadRivals, seat: Seat, first: Railroad, second: Railroad) -> bool:
    return any(outdone(state, seat, railroad) is None for railroad in _most_valuable(state, first, second))


def _most_valuable(state: RailroadRivals, first: Railroad, second: Railroad) -> tuple[Railroad, ...]:
    """The more valuable of the two; both where their values are equal. (ruling K8)"""
    most = max(state.value[first], state.value[second])
    return tuple(railroad for railroad in (first, second) if state.value[railroad] == most)


MERGER = _rule(Special.MERGER, Merge, _mergers, _merged, _unmergeable, meant=_in_order)


def _never(state: RailroadRivals, phase: Delivering) -> tuple[Action, ...]:
    return ()


def _unchanged(state: RailroadRivals, phase: Delivering, action: Action) -> RailroadRivals:
    return state


def _not_here(state: RailroadRivals, phase: Delivering, action: Action) -> str:
    return "You can’t use Insider Trading or Stock Issue now: they are used between the bidding and the draft."


_BETWEEN = Rule((Insider, Issue), _never, _unchanged, _not_here)
"""The other two have windows of their own."""

TILES = (BUY_STOCK, DUMP_STOCK, LOOT_THE_COMPANY, MERGER, _BETWEEN)


def _whereabouts(state: RailroadRivals, special: Special) -> str:
    holder = state.baron.holder(special)
    if holder is not None:
        return f"player {holder} has it"
    return "it was already used" if special in state.discarded else "no one has drafted it yet"


def _unknown(railroad: Railroad, state: RailroadRivals) -> str:
    return f"{railroad} isn’t a railroad in this game. Choose {listed(tuple(state.value), 'or')}."


def _not_owned(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    """Why a railroad is none of those that a seat may name as its own."""
    if railroad not in state.value:
        return _unknown(railroad, state)
    if railroad in state.baron.ruined:
        return f"You can’t choose {railroad}: it is out of business and has no stock."
    owned = listed([f"{count} {name}" for name, count in state.stocks[seat].items()])
    return f"You can’t choose {railroad}: you own none of its stock. You own {owned or 'no stock at all'}."


def _majority(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    """The seat that owns more: “player 3 owns 2 of UP, and you own 1”."""
    leader = outdone(state, seat, railroad)
    most = f"player {leader} owns {holding(state, leader, railroad)}" if leader else "no one owns more"
    return f"{most} of {railroad}, and you own {holding(state, seat, railroad)}"
