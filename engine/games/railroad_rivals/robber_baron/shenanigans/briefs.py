"""The Stock Shenanigans as their buttons say them."""

from collections.abc import Mapping

from engine.core import Action, Seat
from engine.core.brief import Brief, detail_of
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS, RISE
from engine.games.railroad_rivals.robber_baron.shenanigans import ahead
from engine.games.railroad_rivals.robber_baron.shenanigans.labels import EFFECTS
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import halfway, holding
from engine.games.railroad_rivals.robber_baron.shenanigans.window import Window
from engine.games.railroad_rivals.state.actions import Draft, Pass
from engine.games.railroad_rivals.state.state import RailroadRivals

_TILES: Mapping[Special, str] = {
    Special.BUY: "a stock at its value",
    Special.DUMP: "sell all of one stock",
    Special.LOOT: f"{LOOT_POINTS} points",
    Special.MERGER: "join two railroads",
    Special.ISSUE: "first pick of stocks",
    Special.INSIDER: "go first once",
}


def brief(state: RailroadRivals, action: Action, field: str) -> Brief | None:
    """The words of a button for a choice of the module; None for others."""
    match action:
        case Draft(tile=tile) if tile in EFFECTS:
            return Brief(f"{tile} · {_TILES[Special(tile)]}", detail_of(EFFECTS[Special(tile)].capitalize()))
        case Pass():
            phase = state.flow[-1] if state.flow else None
            return Brief(f"Keep {phase.special}", quiet=True) if isinstance(phase, Window) else None
        case Buy(railroad=railroad):
            return _buy(state, railroad, field)
        case Dump(seat=seat, railroad=railroad):
            return _dump(state, seat, railroad, field)
        case Loot(seat=seat, railroad=railroad):
            return _loot(state, seat, railroad, field)
        case Merge():
            return _merge(state, action, field)
        case Insider(seat=seat):
            return Brief(f"Go first, not in place {state.order.index(seat) + 1}", "Uses Insider Trading")
        case Issue():
            return Brief("Turn up a stock, take one first", detail_of("Uses Stock Issue", *free(state.stock_offer)))
        case Ahead():
            return _plan(state, action, field)
        case _:
            return None


def _verb(field: str, verb: str) -> str:
    """The verb where the label is of the whole action."""
    return "" if field else f"{verb} "


def _buy(state: RailroadRivals, railroad: Railroad, field: str) -> Brief:
    """“Buy CBQ for 3, then worth 4”."""
    price = state.value[railroad]
    label = f"{_verb(field, 'Buy')}{railroad} for {price}, then worth {price + RISE}"
    left = state.unseen_stocks()[railroad]
    return Brief(label, f"{RAILROAD_NAMES[railroad]}, {left} in the pile", gains=(price + RISE,), costs=(price,))


def _dump(state: RailroadRivals, seat: Seat, railroad: Railroad, field: str) -> Brief:
    """“Dump 2 CBQ for 6, falls to 0”."""
    tiles, price = holding(state, seat, railroad), state.value[railroad]
    falls = max(0, price - FALL * tiles)
    label = f"{_verb(field, 'Dump')}{tiles} {'+'.join(state.baron.company(railroad))} for {tiles * price}"
    return Brief(f"{label}, value {falls}", f"The value falls from {price} to {falls}", gains=(tiles * price,))


def _loot(state: RailroadRivals, seat: Seat, railroad: Railroad, field: str) -> Brief:
    """“Loot CBQ: +5, you lose 6”: the points, and the value of one’s own stock that goes."""
    lost = holding(state, seat, railroad) * state.value[railroad]
    others = sum(holding(state, other, railroad) for other in state.everyone if other != seat)
    name = "+".join(state.baron.company(railroad))
    label = f"{_verb(field, 'Loot')}{name}: +{LOOT_POINTS}, you lose {lost}"
    return Brief(label, f"Rivals lose {others * state.value[railroad]}", gains=(LOOT_POINTS,), costs=(lost,))


def _merge(state: RailroadRivals, action: Merge, field: str) -> Brief:
    """“Merge CBQ+UP at 4: yours 8, now 7”."""
    seat, first, second = action.seat, action.first, action.second
    if field == "first":
        own = state.stocks[seat][first]
        return Brief(f"{first}, worth {state.value[first]}, you own {own}", RAILROAD_NAMES[first])
    met = halfway(state, first, second)
    both = holding(state, seat, first) + holding(state, seat, second)
    now = sum(state.value[railroad] * holding(state, seat, railroad) for railroad in (first, second))
    names = str(second) if field else f"{first}+{second}"
    label = f"{_verb(field, 'Merge')}{names} at {met}: yours {both * met}, now {now}"
    return Brief(label, f"One company, worth {met} a stock", gains=(both * met,), costs=(now,))


def _plan(state: RailroadRivals, action: Ahead, field: str) -> Brief:
    if field == "tile":
        return Brief(str(action.tile), f"Now: {_answer(state, ahead.said(state, action.seat, action.tile))}")
    answer = _answer(state, action.answer)
    return Brief(f"{answer[0].upper()}{answer[1:]}" if field else f"{action.tile}: {answer}")


def _answer(state: RailroadRivals, answer: str) -> str:
    """A planned answer in a few words: “from place 3 on”."""
    if (place := ahead.place_of(answer)) is not None:
        return f"from place {place} on" if place < state.seats else f"in place {place}"
    if (railroad := ahead.railroad_of(answer)) is not None:
        return f"for {railroad} stock"
    return {ahead.NOT_NOW: "not next time", ahead.AT_ONCE: "next time"}.get(answer, "ask me")
