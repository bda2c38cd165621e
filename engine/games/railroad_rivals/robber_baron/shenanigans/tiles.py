"""The four tiles that are played while delivering. (RB Buy Stock, Dump Stock, Loot The Company, Merger)"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.core.action import Action
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroad_rivals.box.data import Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS, RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.events import (
    CompanyLooted,
    RailroadsMerged,
    StockBought,
    StocksDumped,
)
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import (
    bought,
    companies,
    dumped,
    holding,
    looted,
    merged,
    outdone,
)

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Tile:
    """A tile that its holder may play in the own delivery step: what is offered, what happens, and why not."""

    special: Special

    def offers(self, state: RailroadRivals, seat: Seat) -> tuple[Action, ...]:
        """Every way to play it now."""
        raise NotImplementedError

    def play(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        """The state after it was played; the tile itself has left the game already."""
        raise NotImplementedError

    def refusal(self, state: RailroadRivals, action: Any) -> str:
        """Why its holder may not play it in this way."""
        raise NotImplementedError


class BuyStock(Tile):
    """A stock tile out of the pile at its value; then the value rises. (RB Buy Stock; rulings K3, K4, K11)"""

    special = Special.BUY

    def offers(self, state: RailroadRivals, seat: Seat) -> tuple[Action, ...]:
        pile, points = state.unseen_stocks(), state.score[seat]
        return tuple(Buy(seat, name) for name, price in state.value.items() if pile[name] and price <= points)

    def play(self, state: RailroadRivals, action: Buy) -> RailroadRivals:
        seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
        after = bought(state, seat, railroad).gain(seat, -price).raise_value(railroad, RISE)
        company = state.baron.company(railroad)
        return after.tell(StockBought(seat, railroad, price, company, after.value[railroad]))

    def refusal(self, state: RailroadRivals, action: Buy) -> str:
        railroad, pile = action.railroad, state.unseen_stocks()
        if railroad not in state.value:
            return _unknown(railroad, state)
        if not pile[railroad]:
            there = listed([f"{pile[name]} {name}" for name in state.value if pile[name]])
            return f"The pile holds no {railroad} stock; it holds {there or 'no stock at all'}."
        price, points = state.value[railroad], counted(state.score[action.seat], "point")
        return f"{railroad} stock costs {price} and you have {points}; a score never falls below 0."


class DumpStock(Tile):
    """All one's tiles of a company are sold at its value; then it falls for each of them. (RB Dump Stock; K5, K11)"""

    special = Special.DUMP

    def offers(self, state: RailroadRivals, seat: Seat) -> tuple[Action, ...]:
        return tuple(Dump(seat, railroad) for railroad in companies(state, seat))

    def play(self, state: RailroadRivals, action: Dump) -> RailroadRivals:
        seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
        tiles = holding(state, seat, railroad)
        after = dumped(state, seat, railroad).gain(seat, tiles * price).raise_value(railroad, -FALL * tiles)
        company = state.baron.company(railroad)
        return after.tell(StocksDumped(seat, company, tiles, price, after.value[railroad]))

    def refusal(self, state: RailroadRivals, action: Dump) -> str:
        return _not_owned(state, action.seat, action.railroad)


class LootTheCompany(Tile):
    """Points for closing a company of which one has stock, and nobody has more. (RB Loot The Company; rulings K6, K7)

    Its stock tiles leave the game; its links and edges stay as they are.
    """

    special = Special.LOOT

    def offers(self, state: RailroadRivals, seat: Seat) -> tuple[Action, ...]:
        return tuple(Loot(seat, name) for name in companies(state, seat) if outdone(state, seat, name) is None)

    def play(self, state: RailroadRivals, action: Loot) -> RailroadRivals:
        seat, railroad = action.seat, action.railroad
        lost = tuple((other, tiles) for other in state.everyone if (tiles := holding(state, other, railroad)))
        after = looted(state, railroad).gain(seat, LOOT_POINTS)
        return after.tell(CompanyLooted(seat, state.baron.company(railroad), LOOT_POINTS, lost))

    def refusal(self, state: RailroadRivals, action: Loot) -> str:
        seat, railroad = action.seat, action.railroad
        if railroad not in companies(state, seat):
            return _not_owned(state, seat, railroad)
        return f"Nobody may own more of {railroad} than you: {_majority(state, seat, railroad)}."


class Merger(Tile):
    """Two railroads become one company, halfway between their values. (RB Merger; rulings K8, K9, K10, K12)

    One must have stock of both, and nobody may have more of the more valuable; of equally valuable ones either will do.
    Their edges do not match each other.
    """

    special = Special.MERGER

    def offers(self, state: RailroadRivals, seat: Seat) -> tuple[Action, ...]:
        """Every pair once, in the order of the railroads."""
        pairs = combinations(companies(state, seat), 2)
        return tuple(Merge(seat, first, second) for first, second in pairs if self._leads(state, seat, first, second))

    def play(self, state: RailroadRivals, action: Merge) -> RailroadRivals:
        after = merged(state, action.first, action.second)
        value = after.value[action.first]
        return after.tell(RailroadsMerged(action.seat, action.first, action.second, value))

    def refusal(self, state: RailroadRivals, action: Merge) -> str:
        seat, first, second = action.seat, action.first, action.second
        for railroad in (first, second):
            if railroad not in companies(state, seat):
                return _not_owned(state, seat, railroad)
        if first == second:
            return f"A merger is of two railroads, and you named {first} twice."
        if not self._leads(state, seat, first, second):
            worth = listed([f"{railroad} is worth {state.value[railroad]}" for railroad in (first, second)])
            leaders = [_majority(state, seat, railroad) for railroad in self._dearest(state, first, second)]
            return f"{worth}; nobody may own more of the more valuable one than you: {listed(leaders)}."
        return f"Name the two the other way round: {second}, and then {first}."

    def _leads(self, state: RailroadRivals, seat: Seat, first: Railroad, second: Railroad) -> bool:
        return any(outdone(state, seat, railroad) is None for railroad in self._dearest(state, first, second))

    def _dearest(self, state: RailroadRivals, first: Railroad, second: Railroad) -> tuple[Railroad, ...]:
        """The more valuable of the two; both where their values are equal. (ruling K8)"""
        most = max(state.value[first], state.value[second])
        return tuple(railroad for railroad in (first, second) if state.value[railroad] == most)


TILES: Mapping[type[Action], Tile] = {Buy: BuyStock(), Dump: DumpStock(), Loot: LootTheCompany(), Merge: Merger()}
"""By the action that plays it."""


def _unknown(railroad: Railroad, state: RailroadRivals) -> str:
    return f"{railroad} is no railroad of this game; they are {', '.join(state.value)}."


def _not_owned(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    """Why a railroad is none of those that a seat may name as its own."""
    if railroad not in state.value:
        return _unknown(railroad, state)
    if railroad in state.baron.ruined:
        return f"{railroad} is out of business; it has no stock any more."
    if holding(state, seat, railroad):
        named = next(name for name in companies(state, seat) if name in state.baron.company(railroad))
        return f"{listed(state.baron.company(railroad))} are one company; call it {named}."
    owned = listed([f"{count} {name}" for name, count in state.stocks[seat].items()])
    return f"You own no {railroad} stock; you own {owned or 'no stock at all'}."


def _majority(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    """Who has more than the seat: “player 3 owns 2 and you own 1”."""
    leader = outdone(state, seat, railroad)
    most = f"player {leader} owns {holding(state, leader, railroad)}" if leader else "nobody owns more"
    return f"{most} of {railroad} and you own {holding(state, seat, railroad)}"
