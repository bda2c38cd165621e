"""Stock Shenanigans on the stock track: railroads to choose from, and the change by a tile before it is played.

(RB Stock Shenanigans)
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.core import Seat, counted, listed
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS, RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import halfway, holding, merged
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.stocks import Asking, stock_scenes
from render.painter import Choice
from render.scene import Scene

Dealing = Buy | Dump | Loot | Merge

Names = tuple[str, ...]


class _Outcome(NamedTuple):
    """The table after it, the railroads it is about, and what it does in words."""

    after: RailroadRivals
    company: tuple[Railroad, ...]
    title: str
    line: str


def dealing_scenes(state: RailroadRivals, names: Names, field: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The stock track with a key beside every railroad to choose from."""
    deals = {choice.key: a for choice in choices for a in choice.actions if isinstance(a, Dealing)}
    first = next(iter(deals.values()))
    keys = {Railroad(getattr(deal, field)): press for press, deal in deals.items()}
    title, line = _question(state, first, field)
    about = (first.first,) if isinstance(first, Merge) and field == "second" else ()
    asking = Asking(title, names[first.seat - 1], line, first.seat, keys, about)
    return stock_scenes(state, (), names, asking)


def dealing_preview(state: RailroadRivals, names: Names, deal: Dealing) -> tuple[Scene, ...]:
    """The stock track as it would be."""
    after, company, title, line = _played(state, deal)
    changes = {railroad: after.value[railroad] - state.value[railroad] for railroad in company}
    alive = (railroad for railroad in company if railroad not in after.baron.ruined)
    moved = {railroad: changes[railroad] for railroad in alive if changes[railroad]}
    asking = Asking(title, "not yet played", line, deal.seat, about=company, changes=moved)
    return stock_scenes(after, (), names, asking)


def _question(state: RailroadRivals, deal: Dealing, field: str) -> tuple[str, str]:
    match deal:
        case Buy(seat=seat):
            return "Buy Stock", f"Which stock? Pay its value (you have {counted(state.score[seat], 'point')})"
        case Dump():
            return "Dump Stock", f"Which stock? Each tile sells at its value, then it falls by {FALL}"
        case Loot():
            return "Loot The Company", f"Which railroad? Score {LOOT_POINTS} points and ruin it"
        case Merge(first=first) if field == "second":
            return "Merger", f"{first} with which railroad? Their values meet halfway"
        case Merge():
            return "Merger", "Which railroad? You merge it with another"


def _played(state: RailroadRivals, deal: Dealing) -> _Outcome:
    """The table after the tile; nothing hidden is looked at."""
    match deal:
        case Buy():
            return _bought(state, deal)
        case Dump():
            return _dumped(state, deal)
        case Loot():
            return _looted(state, deal)
        case Merge(first=first, second=second):
            both = halfway(state, first, second)
            line = f"{first} at {state.value[first]} and {second} at {state.value[second]} merge at {both}"
            return _Outcome(merged(state, first, second), (first, second), f"Merge {first} and {second}?", line)


def _bought(state: RailroadRivals, deal: Buy) -> _Outcome:
    seat, railroad, price = deal.seat, deal.railroad, state.value[deal.railroad]
    company = state.baron.company(railroad)
    after = _owning(state.raise_value(railroad, RISE).gain(seat, -price), seat, {railroad: 1})
    points = counted(state.score[seat], "point")
    line = f"Pay {price} of your {points}: {_moved(company, 'rise')} to {price + RISE}"
    return _Outcome(after, company, f"Buy {railroad}?", line)


def _dumped(state: RailroadRivals, deal: Dump) -> _Outcome:
    seat, railroad, price = deal.seat, deal.railroad, state.value[deal.railroad]
    company, tiles = state.baron.company(railroad), holding(state, seat, railroad)
    after = state.raise_value(railroad, -FALL * tiles).gain(seat, price * tiles)
    after = _owning(after, seat, _none_of(after, seat, company))
    gain, value = counted(price * tiles, "point"), after.value[railroad]
    fall = f"{_moved(company, 'stay')} at {value}" if value == price else f"{_moved(company, 'fall')} to {value}"
    return _Outcome(after, company, f"Dump {listed(company)}?", f"{tiles} × {price} = {gain}, {fall}")


def _looted(state: RailroadRivals, deal: Loot) -> _Outcome:
    company, after = state.baron.company(deal.railroad), state.gain(deal.seat, LOOT_POINTS)
    for seat in state.everyone:
        after = _owning(after, seat, _none_of(after, seat, company))
    value = {**state.value, **dict.fromkeys(company, 0)}
    after = msgspec.structs.replace(after, value=value, baron=state.baron.ruin(company))
    line = f"{LOOT_POINTS} points for you. All {listed(company)} stock leaves the game"
    return _Outcome(after, company, f"Loot {listed(company)}?", line)


def _none_of(state: RailroadRivals, seat: Seat, company: tuple[Railroad, ...]) -> dict[Railroad, int]:
    """The changes that leave a seat without stocks of a company."""
    return {name: -state.stocks[seat].get(name, 0) for name in company}


def _owning(state: RailroadRivals, seat: Seat, changes: dict[Railroad, int]) -> RailroadRivals:
    """The table after a seat's stocks changed by so many tiles."""
    counts = {**state.stocks[seat]}
    for railroad, change in changes.items():
        counts[railroad] = counts.get(railroad, 0) + change
    kept = {railroad: count for railroad, count in counts.items() if count}
    return msgspec.structs.replace(state, stocks={**state.stocks, seat: kept})


def _moved(company: tuple[Railroad, ...], verb: str) -> str:
    return f"{listed(company)} {verb}" + ("s" if len(company) == 1 else "")
