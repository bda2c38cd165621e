"""The rules of special tiles for the delivery phase. (RB Buy Stock, Dump Stock, Loot The Company, Merger)"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import msgspec

from engine.core import Action, Rule, Seat, count_noun, join_words
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans import events, stocks
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import (
    companies_of,
    count_company_stock,
    majority_rival,
)
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals

_Offers = Callable[[RailroadRivals, Seat], Iterable[Action]]
_Apply = Callable[[RailroadRivals, Any], RailroadRivals]
_Refusal = Callable[[RailroadRivals, Any], str]


class _OffersUnderAnyName(Collection[Action]):
    """Offers in which ``in`` also finds actions that mean the same as an offer, but use other names.

    A merged company has two names, and a player can name the railroads of a merger in either order.
    """

    __slots__ = ("_canonical", "_offers")

    def __init__(self, offers: tuple[Action, ...], canonical: Callable[[Action], Action]) -> None:
        self._offers, self._canonical = offers, canonical

    def __len__(self) -> int:
        return len(self._offers)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._offers)

    def __contains__(self, action: object) -> bool:
        if not self._offers or type(action) is not type(self._offers[0]) or action.seat != self._offers[0].seat:
            return False
        return self._canonical(action) in self._offers


def _special_rule(
    special: Special,
    kind: type[Action],
    offers: _Offers,
    apply: _Apply,
    refusal: _Refusal,
    cost: Callable[[RailroadRivals, Any], int | None] = lambda state, action: None,
    canonical: Callable[[RailroadRivals, Any], Any] = lambda state, action: action,
) -> Rule[RailroadRivals]:
    """Return the rule of a special tile that its holder can play before or after a delivery. (ruling K1)

    The tile leaves the game before ``apply`` is called. ``canonical`` returns the offer that means the same as an
    action.
    """

    def special_offers(state: RailroadRivals, phase: Delivering) -> Collection[Action]:
        seat = state.order[phase.done]
        actions = tuple(offers(state, seat)) if special in state.baron.specials.get(seat, ()) else ()
        return _OffersUnderAnyName(actions, partial(canonical, state)) if actions else ()

    def apply_special(state: RailroadRivals, phase: Delivering, action: Action) -> RailroadRivals:
        return apply(stocks.discard_special(state, action.seat, special), canonical(state, action))

    def special_refusal(state: RailroadRivals, phase: Delivering, action: Action) -> str:
        if special in state.baron.specials.get(action.seat, ()):
            return refusal(state, canonical(state, action))
        return f"You can’t play {special}: {_whereabouts_text(state, special)}."

    return Rule((kind,), special_offers, apply_special, special_refusal, cost)


def _buy_offers(state: RailroadRivals, seat: Seat) -> Iterator[Buy]:
    """Yield purchases of the stocks in the pile that the seat can pay for. (RB Buy Stock; rulings K3, K4)"""
    pile, points = state.count_unseen_stocks(), state.score[seat]
    return (Buy(seat, name) for name, price in state.value.items() if pile[name] and price <= points)


def _apply_buy(state: RailroadRivals, action: Buy) -> RailroadRivals:
    """Buy a stock tile from the pile at its value, then raise that value. (RB Buy Stock; rulings K3, K11)"""
    seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
    bought = stocks.take_stock_from_pile(state, seat, railroad).gain_points(seat, -price)
    after = stocks.apply_purchase_rise(bought, railroad)
    company = state.baron.company_of(railroad)
    return after.emit(events.StockBought(seat, railroad, price, company, after.value[railroad]))


def _buy_refusal(state: RailroadRivals, action: Buy) -> str:
    railroad, pile = action.railroad, state.count_unseen_stocks()
    if railroad not in state.value:
        return _unknown_railroad_refusal(railroad, state)
    if not pile[railroad]:
        stock = join_words([f"{pile[name]} {name}" for name in state.value if pile[name]])
        return f"You can’t buy {railroad} stock: the pile has none. It has {stock or 'no stock at all'}."
    price, points = state.value[railroad], count_noun(state.score[action.seat], "point")
    return f"You can’t buy {railroad} stock: it costs {price}, and you have {points}."


BUY_RULE = _special_rule(
    Special.BUY, Buy, _buy_offers, _apply_buy, _buy_refusal, cost=lambda state, action: state.value[action.railroad]
)


def _name_by_company(state: RailroadRivals, action: Any) -> Any:
    """Replace the railroad in an action by the railroad that names its company in the seat's offers."""
    company = state.baron.company_of(action.railroad)
    names = (name for name in companies_of(state, action.seat) if name in company)
    return msgspec.structs.replace(action, railroad=next(names, action.railroad))


def _dump_offers(state: RailroadRivals, seat: Seat) -> Iterator[Dump]:
    return (Dump(seat, railroad) for railroad in companies_of(state, seat))


def _apply_dump(state: RailroadRivals, action: Dump) -> RailroadRivals:
    """Sell all of a seat's tiles of a company, then lower the value for each tile sold. (RB Dump Stock; K5, K11)"""
    seat, railroad, price = action.seat, action.railroad, state.value[action.railroad]
    tiles = count_company_stock(state, seat, railroad)
    sold = stocks.return_stock_to_pile(state, seat, railroad).gain_points(seat, tiles * price)
    after = stocks.apply_dump_fall(sold, railroad, tiles)
    company = state.baron.company_of(railroad)
    return after.emit(events.StocksDumped(seat, company, tiles, price, after.value[railroad]))


def _dump_refusal(state: RailroadRivals, action: Dump) -> str:
    return _not_owned_refusal(state, action.seat, action.railroad)


DUMP_RULE = _special_rule(Special.DUMP, Dump, _dump_offers, _apply_dump, _dump_refusal, canonical=_name_by_company)


def _loot_offers(state: RailroadRivals, seat: Seat) -> Iterator[Loot]:
    """Yield lootings of companies in which the seat has stock and no other seat more. (RB Loot The Company; K7)"""
    return (Loot(seat, name) for name in companies_of(state, seat) if majority_rival(state, seat, name) is None)


def _apply_loot(state: RailroadRivals, action: Loot) -> RailroadRivals:
    """Score points and remove all stock of a company; its links stay. (RB Loot The Company; ruling K6)"""
    seat, railroad = action.seat, action.railroad
    lost = tuple((other, tiles) for other in state.everyone if (tiles := count_company_stock(state, other, railroad)))
    after = stocks.remove_company(state, railroad).gain_points(seat, LOOT_POINTS)
    return after.emit(events.CompanyLooted(seat, state.baron.company_of(railroad), LOOT_POINTS, lost))


def _loot_refusal(state: RailroadRivals, action: Loot) -> str:
    seat, railroad = action.seat, action.railroad
    if railroad not in companies_of(state, seat):
        return _not_owned_refusal(state, seat, railroad)
    return f"You can’t loot {railroad}: {_majority_text(state, seat, railroad)}."


LOOT_RULE = _special_rule(Special.LOOT, Loot, _loot_offers, _apply_loot, _loot_refusal, canonical=_name_by_company)


def _merge_offers(state: RailroadRivals, seat: Seat) -> Iterator[Merge]:
    """Yield a merger of each pair of railroads that the seat can merge. (RB Merger; rulings K8, K10, K12)

    The seat must have stock of both railroads, and no other seat may have more of the more valuable railroad. If their
    values are equal, either railroad counts.
    """
    pairs = combinations(companies_of(state, seat), 2)
    return (Merge(seat, first, second) for first, second in pairs if _has_majority(state, seat, first, second))


def _sort_railroads(state: RailroadRivals, action: Merge) -> Merge:
    names = [name for name in state.value if name in (action.first, action.second)]
    return Merge(action.seat, *names) if len(names) > 1 else action


def _apply_merge(state: RailroadRivals, action: Merge) -> RailroadRivals:
    """Merge two railroads into one company, halfway between their values. (RB Merger; rulings K9, K10)"""
    after = stocks.merge_railroads(state, action.first, action.second)
    value = after.value[action.first]
    return after.emit(events.RailroadsMerged(action.seat, action.first, action.second, value))


def _merge_refusal(state: RailroadRivals, action: Merge) -> str:
    seat, first, second = action.seat, action.first, action.second
    for railroad in (first, second):
        if railroad not in companies_of(state, seat):
            return _not_owned_refusal(state, seat, railroad)
    if first == second:
        return f"You can’t merge {first} with itself. Name two railroads."
    worth = join_words([f"{railroad} (worth {state.value[railroad]})" for railroad in (first, second)])
    leaders = [_majority_text(state, seat, railroad) for railroad in _most_valuable(state, first, second)]
    return f"You can’t merge {worth}: no one may own more of the more valuable one, but {join_words(leaders)}."


def _has_majority(state: RailroadRivals, seat: Seat, first: Railroad, second: Railroad) -> bool:
    return any(majority_rival(state, seat, railroad) is None for railroad in _most_valuable(state, first, second))


def _most_valuable(state: RailroadRivals, first: Railroad, second: Railroad) -> tuple[Railroad, ...]:
    """The more valuable of two railroads, or both if their values are equal. (ruling K8)"""
    most = max(state.value[first], state.value[second])
    return tuple(railroad for railroad in (first, second) if state.value[railroad] == most)


MERGE_RULE = _special_rule(
    Special.MERGER, Merge, _merge_offers, _apply_merge, _merge_refusal, canonical=_sort_railroads
)


_WRONG_TIME_RULE: Rule[RailroadRivals] = Rule(
    (Insider, Issue),
    offers=lambda state, phase: (),
    apply=lambda state, phase, action: state,
    refusal=lambda state, phase, action: (
        "You can’t use Insider Trading or Stock Issue now: they are used between the bidding and the draft."
    ),
)
"""The rule that refuses Insider Trading and Stock Issue outside their phases."""

SPECIAL_RULES = (BUY_RULE, DUMP_RULE, LOOT_RULE, MERGE_RULE, _WRONG_TIME_RULE)


def _whereabouts_text(state: RailroadRivals, special: Special) -> str:
    holder = state.baron.holder_of(special)
    if holder is not None:
        return f"player {holder} has it"
    return "it was already used" if special in state.discarded else "no one has drafted it yet"


def _unknown_railroad_refusal(railroad: Railroad, state: RailroadRivals) -> str:
    return f"{railroad} isn’t a railroad in this game. Choose {join_words(tuple(state.value), 'or')}."


def _not_owned_refusal(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    if railroad not in state.value:
        return _unknown_railroad_refusal(railroad, state)
    if railroad in state.baron.ruined:
        return f"You can’t choose {railroad}: it is out of business and has no stock."
    owned = join_words([f"{count} {name}" for name, count in state.stocks[seat].items()])
    return f"You can’t choose {railroad}: you own none of its stock. You own {owned or 'no stock at all'}."


def _majority_text(state: RailroadRivals, seat: Seat, railroad: Railroad) -> str:
    """A comparison of the largest owner of a stock with the seat: “player 3 owns 2 of UP, and you own 1”."""
    leader = majority_rival(state, seat, railroad)
    most_stock = (
        f"player {leader} owns {count_company_stock(state, leader, railroad)}" if leader else "no one owns more"
    )
    return f"{most_stock} of {railroad}, and you own {count_company_stock(state, seat, railroad)}"
