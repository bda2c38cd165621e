"""Labels of the Stock Shenanigans: price and effect, before a tile is used."""

from collections.abc import Mapping

from engine.core import Action, NameOfSeat, Seat, count_noun, join_words
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS, PURCHASE_RISE
from engine.games.railroad_rivals.robber_baron.shenanigans import premoves
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import count_company_stock, halfway_value
from engine.games.railroad_rivals.state.actions import Draft, Pass
from engine.games.railroad_rivals.state.state import RailroadRivals

EFFECTS: Mapping[Special, str] = {
    Special.BUY: "once, when delivering, buy any stock from the pile at its value",
    Special.DUMP: f"once, when delivering, sell all your stock of a railroad, which falls by {DUMP_FALL} per tile",
    Special.LOOT: (
        f"once, when delivering, score {LOOT_POINTS} points and ruin a railroad you own the most of (ties count)"
    ),
    Special.MERGER: "once, when delivering, merge two railroads you own stock of at their halfway value",
    Special.ISSUE: "once, before a draft, turn up an extra stock and take one first",
    Special.INSIDER: "once, after the bidding, go first for free",
}


def label(state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> str | None:
    """The label of the module's actions, of drafting, and of keeping a tile, as in ``GameText.label``."""
    match action:
        case Draft(tile=tile):
            effect = _draft_label(state, tile)
            return effect and (effect if field else f"Draft {effect}")
        case Pass(seat=seat):
            return _keep_label(state, seat)
        case Buy():
            return _buy_label(state, action, field)
        case Dump():
            return _dump_label(state, action, field)
        case Loot():
            return _loot_label(state, action, field)
        case Merge():
            return _merge_label(state, action, field)
        case Insider(seat=seat):
            return f"Play Insider Trading: go first for free instead of in place {state.order.index(seat) + 1}"
        case Issue():
            beside = join_words(free_tiles(state.stock_offer)) or "none"
            return f"Play Stock Issue: turn up a stock tile beside {beside} and take one first"
        case Ahead():
            return _premove_label(state, action, field)
        case _:
            return None


def _draft_label(state: RailroadRivals, tile: str) -> str | None:
    """The tile and what it will do, or of which company it is; ``None`` where the base game's words will do."""
    if tile in EFFECTS:
        return f"{tile}: {EFFECTS[Special(tile)]}"
    if tile not in state.baron.merged:
        return None
    railroad = Railroad(tile)
    partner = join_words([name for name in state.baron.merged if name != railroad])
    name, worth = RAILROAD_NAMES[railroad], state.value[railroad]
    return f"{tile} stock, {name}: worth {worth} now, one company with {partner}"


def _keep_label(state: RailroadRivals, seat: Seat) -> str | None:
    phase = state.flow[-1] if state.flow else None
    return f"Keep {phase.special} for another turn" if isinstance(phase, Window) else None


def _buy_label(state: RailroadRivals, action: Buy, field: str) -> str:
    railroad = action.railroad
    price, company = state.value[railroad], join_words(state.baron.company_of(railroad))
    if field:
        left = state.count_unseen_stocks()[railroad]
        return f"{railroad}, {RAILROAD_NAMES[railroad]}: {count_noun(price, 'point')}, {left} in the pile"
    rise = f"{company} {_agree_verb(state, railroad, 'rise')} to {price + PURCHASE_RISE}"
    return f"Buy {railroad} stock for {price} of your {count_noun(state.score[action.seat], 'point')}: {rise}"


def _dump_label(state: RailroadRivals, action: Dump, field: str) -> str:
    railroad, price = action.railroad, state.value[action.railroad]
    tiles = count_company_stock(state, action.seat, railroad)
    company, points = join_words(state.baron.company_of(railroad)), count_noun(tiles * price, "point")
    fall = _fall_text(state, railroad, tiles)
    if field:
        return f"{company}: {count_noun(tiles, 'stock')} at {price} for {points}, {fall}"
    return f"Dump {count_noun(tiles, f'{company} stock')} at {price}: {points} for you, {company} {fall}"


def _fall_text(state: RailroadRivals, railroad: Railroad, tiles: int) -> str:
    """The change of the value when this number of tiles is dumped: “falls from 5 to 1”, “stays at 0”."""
    now = state.value[railroad]
    after = max(0, now - DUMP_FALL * tiles)
    if after == now:
        return f"{_agree_verb(state, railroad, 'stay')} at {now}"
    return f"{_agree_verb(state, railroad, 'fall')} from {now} to {after}"


def _loot_label(state: RailroadRivals, action: Loot, field: str) -> str:
    seat, railroad, value = action.seat, action.railroad, state.value[action.railroad]
    company, mine = (
        join_words(state.baron.company_of(railroad)),
        count_company_stock(state, action.seat, action.railroad),
    )
    others = sum(count_company_stock(state, other, railroad) for other in state.everyone if other != seat)
    if field:
        return f"{company}: worth {value}, you own {mine}, others own {others or 'none'}"
    out = f"{company} {_agree_verb(state, railroad, 'go', 'goes')} out of business"
    theirs = f" and others lose {others}" if others else ""
    worth = f"worth {value}{' each' if mine + others > 1 else ''}"
    lost = f"you lose {count_noun(mine, 'stock')}{theirs} ({worth})"
    return f"Loot {company}: {LOOT_POINTS} points for you, {out}, {lost}, the links stay"


def _merge_label(state: RailroadRivals, action: Merge, field: str) -> str:
    seat, first, second = action.seat, action.first, action.second
    both = halfway_value(state, first, second)
    if field:
        railroad = first if field == "first" else second
        owned = state.stocks[seat][railroad]
        meet = "" if field == "first" else f", both at {both} with {first}"
        return f"{railroad}, {RAILROAD_NAMES[railroad]}: worth {state.value[railroad]}, you own {owned}{meet}"
    owned = count_company_stock(state, seat, first) + count_company_stock(state, seat, second)
    now = sum(state.value[railroad] * count_company_stock(state, seat, railroad) for railroad in (first, second))
    worth = count_noun(both * owned, "point")
    change = f"stay worth {worth}" if now == both * owned else f"go from {now} to {worth}"
    values = f"{first} at {state.value[first]} and {second} at {state.value[second]}"
    return f"Merge {values}: one company at {both}, your {owned} stocks {change}"


def _agree_verb(state: RailroadRivals, railroad: Railroad, many: str, one: str = "") -> str:
    """A verb as its subject has it: the names of the railroad’s company, one or two."""
    return many if railroad in state.baron.merged else one or f"{many}s"


def _premove_label(state: RailroadRivals, action: Ahead, field: str) -> str:
    seat, tile = action.seat, action.tile
    if field == "tile":
        return f"{tile}: {_answer_text(state, tile, premoves.current_answer(state, seat, tile))} (current plan)"
    words = _answer_text(state, tile, action.answer)
    return words if field else f"{tile}: {words}"


def _answer_text(state: RailroadRivals, tile: Special, answer: str) -> str:
    """A planned answer in words: “use it if the bidding leaves you in place 3 or later”."""
    if (place := premoves.place_in_answer(answer)) is not None:
        later = " or later" if place < state.seats else ""
        return f"use it if the bidding leaves you in place {place}{later}"
    if (railroad := premoves.railroad_in_answer(answer)) is not None:
        return f"use it if {railroad} stock is on offer, and take that"
    match answer:
        case premoves.NOT_NOW:
            return f"do not use it in turn {premoves.next_use_turn(state, tile)}, then ask again"
        case premoves.AT_ONCE if tile == Special.INSIDER:
            return "use it as soon as the bidding does not leave you first"
        case premoves.AT_ONCE:
            return f"use it in turn {premoves.next_use_turn(state, tile)}, and ask which stock to take"
        case _:
            return "ask when it can be used"
