"""Texts of Stock Shenanigans: tiles on offer, tiles of the delivery phase, and help topics."""

from collections.abc import Mapping

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, count_noun, join_words
from engine.core.short_label import ShortLabel, fit_detail
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans import stocks
from engine.games.railroad_rivals.state.game_module import TileText
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import narration_of_clause


def _tile_text(effect: str, short_effect: str) -> TileText:
    return TileText(
        lambda state, tile: f"{tile}: {effect}",
        lambda state, tile: ShortLabel(f"{tile} · {short_effect}", fit_detail(effect.capitalize())),
    )


TILE_TEXTS: Mapping[str, TileText] = {
    Special.BUY: _tile_text(
        "once, when delivering, buy any stock from the pile at its value", "a stock more, it rises"
    ),
    Special.DUMP: _tile_text(
        f"once, when delivering, sell all your stock of a railroad, which falls by {DUMP_FALL} per tile",
        "sell stock at its value",
    ),
    Special.LOOT: _tile_text(
        f"once, when delivering, score {LOOT_POINTS} points and ruin a railroad you own the most of (ties count)",
        f"+{LOOT_POINTS}, ruins a railroad",
    ),
    Special.MERGER: _tile_text(
        "once, when delivering, merge two railroads you own stock of at their halfway value", "two stocks, mean value"
    ),
    Special.ISSUE: _tile_text(
        "once, before a draft, turn up an extra stock and take one first", "first pick of stocks"
    ),
    Special.INSIDER: _tile_text("once, after the bidding, go first for free", "go first once"),
}


def _company_text(state: RailroadRivals, railroad: Railroad) -> str:
    """The railroads of a company in a sentence: “ATSF and MP”."""
    return join_words(state.baron.company_of(railroad))


def _short_company_text(state: RailroadRivals, railroad: Railroad) -> str:
    """The railroads of a company on a button: “ATSF+MP”."""
    return "+".join(state.baron.company_of(railroad))


def _agree_verb(state: RailroadRivals, railroad: Railroad, plural: str, singular: str = "") -> str:
    """Return the verb in the number of ``_company_text``, its subject; the default singular is the plural with -s."""
    return plural if railroad in state.baron.merged else singular or f"{plural}s"


def _buy_label(view: View[RailroadRivals], action: Buy, field: str, name: NameOfSeat) -> str:
    state, railroad = view.state, action.railroad
    price = state.value[railroad]
    if field:
        left = state.count_unseen_stocks()[railroad]
        return f"{railroad}, {RAILROAD_NAMES[railroad]}: {count_noun(price, 'point')}, {left} in the pile"
    new_value = stocks.apply_purchase_rise(state, railroad).value[railroad]
    rise = f"{_company_text(state, railroad)} {_agree_verb(state, railroad, 'rise')} to {new_value}"
    return f"Buy {railroad} stock for {price} of your {count_noun(state.score[action.seat], 'point')}: {rise}"


def _buy_short_label(view: View[RailroadRivals], action: Buy, field: str, name: NameOfSeat) -> ShortLabel:
    """The price and the new value: “Buy CBQ for 3, then worth 4”."""
    state, railroad = view.state, action.railroad
    price, new_value = state.value[railroad], stocks.apply_purchase_rise(state, railroad).value[railroad]
    label = f"{'' if field else 'Buy '}{railroad} for {price}, then worth {new_value}"
    detail = f"{RAILROAD_NAMES[railroad]}, {state.count_unseen_stocks()[railroad]} in the pile"
    return ShortLabel(label, detail, gains=(new_value,), costs=(price,))


def _dump_label(view: View[RailroadRivals], action: Dump, field: str, name: NameOfSeat) -> str:
    state, railroad = view.state, action.railroad
    price, tiles = state.value[railroad], stocks.count_company_stock(state, action.seat, railroad)
    company, points = _company_text(state, railroad), count_noun(tiles * price, "point")
    new_value = stocks.apply_dump_fall(state, railroad, tiles).value[railroad]
    fall = f"{_agree_verb(state, railroad, 'fall')} from {price} to {new_value}"
    if new_value == price:
        fall = f"{_agree_verb(state, railroad, 'stay')} at {price}"
    if field:
        return f"{company}: {count_noun(tiles, 'stock')} at {price} for {points}, {fall}"
    return f"Dump {count_noun(tiles, f'{company} stock')} at {price}: {points} for you, {company} {fall}"


def _dump_short_label(view: View[RailroadRivals], action: Dump, field: str, name: NameOfSeat) -> ShortLabel:
    """The tiles, the points, and the new value: “Dump 2 CBQ for 6, then worth 0”."""
    state, railroad = view.state, action.railroad
    price, tiles = state.value[railroad], stocks.count_company_stock(state, action.seat, railroad)
    new_value = stocks.apply_dump_fall(state, railroad, tiles).value[railroad]
    label = f"{'' if field else 'Dump '}{tiles} {_short_company_text(state, railroad)} for {tiles * price}"
    detail = f"The value falls from {price} to {new_value}"
    return ShortLabel(f"{label}, then worth {new_value}", detail, gains=(tiles * price,))


def _loot_label(view: View[RailroadRivals], action: Loot, field: str, name: NameOfSeat) -> str:
    state, railroad = view.state, action.railroad
    company, value = _company_text(state, railroad), state.value[railroad]
    own = stocks.count_company_stock(state, action.seat, railroad)
    others = stocks.count_rivals_stock(state, action.seat, railroad)
    if field:
        return f"{company}: worth {value}, you own {own}, others own {others or 'none'}"
    out = f"{company} {_agree_verb(state, railroad, 'go', 'goes')} out of business"
    others_loss = f" and others lose {others}" if others else ""
    worth = f"worth {value}{' each' if own + others > 1 else ''}"
    loss = f"you lose {count_noun(own, 'stock')}{others_loss} ({worth})"
    return f"Loot {company}: {LOOT_POINTS} points for you, {out}, {loss}, the links stay"


def _loot_short_label(view: View[RailroadRivals], action: Loot, field: str, name: NameOfSeat) -> ShortLabel:
    """The points scored, and the worth of the seat's stock that is lost: “Loot CBQ: +5, your stock −6”."""
    state, railroad = view.state, action.railroad
    value = state.value[railroad]
    own_loss = value * stocks.count_company_stock(state, action.seat, railroad)
    rivals_loss = value * stocks.count_rivals_stock(state, action.seat, railroad)
    company = _short_company_text(state, railroad)
    label = f"{'' if field else 'Loot '}{company}: +{LOOT_POINTS}, your stock −{own_loss}"
    return ShortLabel(label, f"Rivals lose {rivals_loss}", gains=(LOOT_POINTS,), costs=(own_loss,))


def _merge_label(view: View[RailroadRivals], action: Merge, field: str, name: NameOfSeat) -> str:
    state, first, second = view.state, action.first, action.second
    new_value = stocks.halfway_value(state, first, second)
    if field:
        railroad = first if field == "first" else second
        merger = "" if field == "first" else f", both at {new_value} with {first}"
        own = state.stocks[action.seat][railroad]
        return f"{railroad}, {RAILROAD_NAMES[railroad]}: worth {state.value[railroad]}, you own {own}{merger}"
    own, worth = _merged_stock(state, action)
    new_worth = count_noun(new_value * own, "point")
    change = f"stay worth {new_worth}" if worth == new_value * own else f"go from {worth} to {new_worth}"
    values = f"{first} at {state.value[first]} and {second} at {state.value[second]}"
    return f"Merge {values}: one company at {new_value}, your {own} stocks {change}"


def _merge_short_label(view: View[RailroadRivals], action: Merge, field: str, name: NameOfSeat) -> ShortLabel:
    """The new value, and the worth of the seat's stock after and before: “Merge CBQ+UP at 4: yours 8, now 7”."""
    state, first, second = view.state, action.first, action.second
    if field == "first":
        own = state.stocks[action.seat][first]
        return ShortLabel(f"{first}, worth {state.value[first]}, you own {own}", RAILROAD_NAMES[first])
    new_value = stocks.halfway_value(state, first, second)
    own, worth = _merged_stock(state, action)
    railroads = str(second) if field else f"{first}+{second}"
    label = f"{'' if field else 'Merge '}{railroads} at {new_value}: yours {own * new_value}, now {worth}"
    return ShortLabel(label, f"One company, worth {new_value} a stock", gains=(own * new_value,), costs=(worth,))


def _merged_stock(state: RailroadRivals, action: Merge) -> tuple[int, int]:
    """The number of the seat's stock tiles in both companies, and their present worth in points."""
    railroads = (action.first, action.second)
    counts = {railroad: stocks.count_company_stock(state, action.seat, railroad) for railroad in railroads}
    return sum(counts.values()), sum(state.value[railroad] * count for railroad, count in counts.items())


ACTION_TEXTS: ActionTexts = {
    Buy: ActionText(label=_buy_label, short_label=_buy_short_label),
    Dump: ActionText(label=_dump_label, short_label=_dump_short_label),
    Loot: ActionText(label=_loot_label, short_label=_loot_short_label),
    Merge: ActionText(label=_merge_label, short_label=_merge_short_label),
}


def _narrate_purchase(event: e.StockBought, name: NameOfSeat) -> Narration:
    purchase = f"bought {event.railroad} stock from the pile for {count_noun(event.price, 'point')}"
    value = f"{join_words(event.company)} stock is worth {event.value}"
    return narration_of_clause(name(event.seat), f"{purchase}. {value}")


def _narrate_dump(event: e.StocksDumped, name: NameOfSeat) -> Narration:
    company, points = join_words(event.company), count_noun(event.tiles * event.price, "point")
    each = f" at {count_noun(event.price, 'point')} each" if event.tiles > 1 else ""
    sale = f"dumped {count_noun(event.tiles, f'{company} stock')}{each} for {points}"
    return narration_of_clause(name(event.seat), f"{sale}. {company} stock is worth {event.value}")


def _narrate_loot(event: e.CompanyLooted, name: NameOfSeat) -> Narration:
    company = join_words(event.company)
    losses = join_words([f"{name(owner)} lost {count_noun(tiles, 'stock')}" for owner, tiles in event.lost])
    ruin = f"{company} {'is' if len(event.company) == 1 else 'are'} out of business: {losses}"
    return narration_of_clause(name(event.seat), f"looted {company} for {count_noun(event.points, 'point')}. {ruin}")


def _narrate_merger(event: e.RailroadsMerged, name: NameOfSeat) -> Narration:
    merger = f"merged {event.first} and {event.second} into one company"
    return narration_of_clause(name(event.seat), f"{merger}. Both stocks are worth {event.value}")


EVENT_TEXTS: EventTexts = {
    e.StockBought: _narrate_purchase,
    e.StocksDumped: _narrate_dump,
    e.CompanyLooted: _narrate_loot,
    e.RailroadsMerged: _narrate_merger,
}

TOPICS = (
    (
        "Stock Shenanigans (Robber Baron)",
        "Six tiles are mixed into the stocks: Buy Stock, Dump Stock, Loot The Company, Merger, Insider Trading, and "
        "Stock Issue. You draft one as your stock of the turn. It stays face up in front of you, is worth no points, "
        "and leaves the game when you use it. Play Buy Stock, Dump Stock, Loot The Company, and Merger on your turn to "
        "deliver, before or after the delivery. You may play as many as you like.",
    ),
    (
        "Buy Stock",
        "Once, on your turn to deliver: take a stock tile of any railroad from the pile and pay its value. Then the "
        "value rises by 1. All players may know what the pile has. You may not pay more points than you have.",
    ),
    (
        "Dump Stock",
        "Once, on your turn to deliver: sell all your stock tiles of one railroad, each for its value. Then the value "
        f"falls by {DUMP_FALL} for each tile, but not below 0. The tiles are shuffled into the pile.",
    ),
    (
        "Loot The Company",
        "Once, on your turn to deliver: choose a railroad of which you own stock and no one owns more. You score "
        f"{LOOT_POINTS} points. All its stock leaves the game, and the railroad is out of business: it has no value. "
        "Its links stay and still score.",
    ),
    (
        "Merger",
        "Once, on your turn to deliver: choose two railroads of which you own stock. No one may own more of the more "
        "valuable one than you. Their values meet halfway, rounded up, and from then on move together. Their edges do "
        "not match each other.",
    ),
    (
        "Insider Trading",
        "Once, after the bidding, you may go first for free. The others keep their order. You may not use it in the "
        "turn in which you draft it. You can plan when to use it, so that no one waits for you.",
    ),
    (
        "Stock Issue",
        "Once, after the bidding, turn up one more stock tile and take one of the stocks before anyone drafts. Then "
        "you draft as usual. You may not use it in the turn in which you draft it. You can plan when to use it, so "
        "that no one waits for you.",
    ),
)
