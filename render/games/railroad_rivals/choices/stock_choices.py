"""The stock table for Stock Shenanigans: keys on railroads to choose from, and previews of effects.

(RB Stock Shenanigans)
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import count_noun, join_words
from engine.core.action import field_question
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.robber_baron.actions import Buy, Dump, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import (
    apply_dump_fall,
    apply_purchase_rise,
    count_company_stock,
    halfway_value,
    merge_railroads,
)
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.tables.stocks import StockQuestion, stock_scenes
from render.painter import Choice
from render.scene import Scene

StockDeal = Buy | Dump | Loot | Merge

Names = tuple[str, ...]


class _DealOutcome(NamedTuple):
    """The state after a special tile is played, the affected railroads, and the texts of the header."""

    after: RailroadRivals
    company: tuple[Railroad, ...]
    title: str
    line: str


def stock_choice_scenes(
    state: RailroadRivals, names: Names, field: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """The stock table with a key beside each railroad that can be chosen."""
    deals = {choice.key: a for choice in choices for a in choice.actions if isinstance(a, StockDeal)}
    first = next(iter(deals.values()))
    keys = {Railroad(getattr(deal, field)): press for press, deal in deals.items()}
    title, line = _question_text(state, first, field)
    marked_railroads = (first.first,) if isinstance(first, Merge) and field == "second" else ()
    asking = StockQuestion(title, names[first.seat - 1], line, first.seat, keys, marked_railroads)
    return stock_scenes(state, (), names, asking)


def stock_preview_scenes(state: RailroadRivals, names: Names, deal: StockDeal) -> tuple[Scene, ...]:
    """The stock table as it would be after an action."""
    after, company, title, line = _deal_outcome(state, deal)
    changes = {railroad: after.value[railroad] - state.value[railroad] for railroad in company}
    alive = (railroad for railroad in company if railroad not in after.baron.ruined)
    shown_changes = {railroad: changes[railroad] for railroad in alive if changes[railroad]}
    asking = StockQuestion(title, "not yet played", line, deal.seat, marked_railroads=company, changes=shown_changes)
    return stock_scenes(after, (), names, asking)


def _question_text(state: RailroadRivals, deal: StockDeal, field: str) -> tuple[str, str]:
    question = field_question(type(deal), field)
    match deal:
        case Buy(seat=seat):
            return "Buy Stock", f"{question} Pay its value (you have {count_noun(state.score[seat], 'point')})"
        case Dump():
            return "Dump Stock", f"{question} Each tile sells at its value, then it falls by {DUMP_FALL}"
        case Loot():
            return "Loot The Company", f"{question} Score {LOOT_POINTS} points and ruin it"
        case Merge(first=first) if field == "second":
            return "Merger", f"Merge {first}. {question} Their values meet halfway"
        case Merge():
            return "Merger", f"{question} You merge it with another"


def _deal_outcome(state: RailroadRivals, deal: StockDeal) -> _DealOutcome:
    """The outcome of playing a special tile, computed without hidden information."""
    match deal:
        case Buy():
            return _buy_outcome(state, deal)
        case Dump():
            return _dump_outcome(state, deal)
        case Loot():
            return _loot_outcome(state, deal)
        case Merge(first=first, second=second):
            both = halfway_value(state, first, second)
            line = f"{first} at {state.value[first]} and {second} at {state.value[second]} merge at {both}"
            return _DealOutcome(
                merge_railroads(state, first, second), (first, second), f"Merge {first} and {second}?", line
            )


def _buy_outcome(state: RailroadRivals, deal: Buy) -> _DealOutcome:
    seat, railroad, price = deal.seat, deal.railroad, state.value[deal.railroad]
    company = state.baron.company_of(railroad)
    after = apply_purchase_rise(state, railroad).gain_points(seat, -price).add_stock(seat, railroad)
    points = count_noun(state.score[seat], "point")
    line = f"Pay {price} of your {points}: {_movement_text(company, 'rise')} to {after.value[railroad]}"
    return _DealOutcome(after, company, f"Buy {railroad}?", line)


def _dump_outcome(state: RailroadRivals, deal: Dump) -> _DealOutcome:
    seat, railroad, price = deal.seat, deal.railroad, state.value[deal.railroad]
    company, tiles = state.baron.company_of(railroad), count_company_stock(state, seat, railroad)
    sold = apply_dump_fall(state, railroad, tiles).gain_points(seat, price * tiles)
    after = sold.remove_stocks(seat, company)
    gain, value = count_noun(price * tiles, "point"), after.value[railroad]
    fall = f"{_movement_text(company, 'fall')} to {value}"
    if value == price:
        fall = f"{_movement_text(company, 'stay')} at {value}"
    return _DealOutcome(after, company, f"Dump {join_words(company)}?", f"{tiles} × {price} = {gain}, {fall}")


def _loot_outcome(state: RailroadRivals, deal: Loot) -> _DealOutcome:
    company, after = state.baron.company_of(deal.railroad), state.gain_points(deal.seat, LOOT_POINTS)
    for seat in state.everyone:
        after = after.remove_stocks(seat, company)
    after = after.set_value(company, 0).with_expansion(state.baron.close_company(company))
    line = f"{LOOT_POINTS} points for you. All {join_words(company)} stock leaves the game"
    return _DealOutcome(after, company, f"Loot {join_words(company)}?", line)


def _movement_text(company: tuple[Railroad, ...], verb: str) -> str:
    return f"{join_words(company)} {verb}" + ("s" if len(company) == 1 else "")
