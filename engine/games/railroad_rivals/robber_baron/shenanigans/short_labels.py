"""Button labels of the Stock Shenanigans."""

from collections.abc import Mapping

from engine.core import Action, Seat
from engine.core.short_label import ShortLabel, fit_detail
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS, PURCHASE_RISE
from engine.games.railroad_rivals.robber_baron.shenanigans import premoves
from engine.games.railroad_rivals.robber_baron.shenanigans.labels import EFFECTS
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import count_company_stock, halfway_value
from engine.games.railroad_rivals.state.actions import Draft, Pass
from engine.games.railroad_rivals.state.state import RailroadRivals

_SHORT_EFFECTS: Mapping[Special, str] = {
    Special.BUY: "a stock more, it rises",
    Special.DUMP: "sell stock at its value",
    Special.LOOT: f"+{LOOT_POINTS}, ruins a railroad",
    Special.MERGER: "two stocks, mean value",
    Special.ISSUE: "first pick of stocks",
    Special.INSIDER: "go first once",
}


def short_label(state: RailroadRivals, action: Action, field: str) -> ShortLabel | None:
    """The short label of a choice of the module; None for others."""
    match action:
        case Draft(tile=tile) if tile in EFFECTS:
            return ShortLabel(
                f"{tile} · {_SHORT_EFFECTS[Special(tile)]}", fit_detail(EFFECTS[Special(tile)].capitalize())
            )
        case Pass():
            phase = state.flow[-1] if state.flow else None
            return ShortLabel(f"Keep {phase.special}", quiet=True) if isinstance(phase, Window) else None
        case Buy(railroad=railroad):
            return _buy_short_label(state, railroad, field)
        case Dump(seat=seat, railroad=railroad):
            return _dump_short_label(state, seat, railroad, field)
        case Loot(seat=seat, railroad=railroad):
            return _loot_short_label(state, seat, railroad, field)
        case Merge():
            return _merge_short_label(state, action, field)
        case Insider(seat=seat):
            return ShortLabel(f"Go first, not in place {state.order.index(seat) + 1}", "Uses Insider Trading")
        case Issue():
            return ShortLabel(
                "Turn up a stock, take one first", fit_detail("Uses Stock Issue", *free_tiles(state.stock_offer))
            )
        case Ahead():
            return _premove_short_label(state, action, field)
        case _:
            return None


def _verb_prefix(field: str, verb: str) -> str:
    """The verb where the label is of the whole action."""
    return "" if field else f"{verb} "


def _buy_short_label(state: RailroadRivals, railroad: Railroad, field: str) -> ShortLabel:
    """“Buy CBQ for 3, then worth 4”."""
    price = state.value[railroad]
    label = f"{_verb_prefix(field, 'Buy')}{railroad} for {price}, then worth {price + PURCHASE_RISE}"
    left = state.count_unseen_stocks()[railroad]
    return ShortLabel(
        label, f"{RAILROAD_NAMES[railroad]}, {left} in the pile", gains=(price + PURCHASE_RISE,), costs=(price,)
    )


def _dump_short_label(state: RailroadRivals, seat: Seat, railroad: Railroad, field: str) -> ShortLabel:
    """“Dump 2 CBQ for 6, falls to 0”."""
    tiles, price = count_company_stock(state, seat, railroad), state.value[railroad]
    falls = max(0, price - DUMP_FALL * tiles)
    label = f"{_verb_prefix(field, 'Dump')}{tiles} {'+'.join(state.baron.company_of(railroad))} for {tiles * price}"
    detail = f"The value falls from {price} to {falls}"
    return ShortLabel(f"{label}, then worth {falls}", detail, gains=(tiles * price,))


def _loot_short_label(state: RailroadRivals, seat: Seat, railroad: Railroad, field: str) -> ShortLabel:
    """“Loot CBQ: +5, you lose 6”: the points, and the value of one’s own stock that goes."""
    lost = count_company_stock(state, seat, railroad) * state.value[railroad]
    others = sum(count_company_stock(state, other, railroad) for other in state.everyone if other != seat)
    name = "+".join(state.baron.company_of(railroad))
    label = f"{_verb_prefix(field, 'Loot')}{name}: +{LOOT_POINTS}, your stock −{lost}"
    return ShortLabel(label, f"Rivals lose {others * state.value[railroad]}", gains=(LOOT_POINTS,), costs=(lost,))


def _merge_short_label(state: RailroadRivals, action: Merge, field: str) -> ShortLabel:
    """“Merge CBQ+UP at 4: yours 8, now 7”."""
    seat, first, second = action.seat, action.first, action.second
    if field == "first":
        own = state.stocks[seat][first]
        return ShortLabel(f"{first}, worth {state.value[first]}, you own {own}", RAILROAD_NAMES[first])
    common_value = halfway_value(state, first, second)
    both = count_company_stock(state, seat, first) + count_company_stock(state, seat, second)
    now = sum(state.value[railroad] * count_company_stock(state, seat, railroad) for railroad in (first, second))
    names = str(second) if field else f"{first}+{second}"
    label = f"{_verb_prefix(field, 'Merge')}{names} at {common_value}: yours {both * common_value}, now {now}"
    return ShortLabel(label, f"One company, worth {common_value} a stock", gains=(both * common_value,), costs=(now,))


def _premove_short_label(state: RailroadRivals, action: Ahead, field: str) -> ShortLabel:
    if field == "tile":
        return ShortLabel(
            str(action.tile), f"Now: {_answer_text(state, premoves.current_answer(state, action.seat, action.tile))}"
        )
    answer = _answer_text(state, action.answer)
    return ShortLabel(f"{answer[0].upper()}{answer[1:]}" if field else f"{action.tile}: {answer}")


def _answer_text(state: RailroadRivals, answer: str) -> str:
    """A planned answer in a few words: “from place 3 on”."""
    if (place := premoves.place_in_answer(answer)) is not None:
        return f"from place {place} on" if place < state.seats else f"in place {place}"
    if (railroad := premoves.railroad_in_answer(answer)) is not None:
        return f"for {railroad} stock"
    return {premoves.NOT_NOW: "not next time", premoves.AT_ONCE: "next time"}.get(answer, "ask me")
