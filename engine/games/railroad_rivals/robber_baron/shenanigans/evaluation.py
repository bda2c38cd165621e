"""Evaluation of Stock Shenanigans for computer players, from the expected final values of stocks."""

from collections.abc import Callable, Mapping
from statistics import fmean

from engine.core import Action, Seat
from engine.games.railroad_rivals.agent.evaluation import PLACE_IN_ORDER, gain_over_rivals
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS, PURCHASE_RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import IssueDraft
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import count_company_stock, halfway_value
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.state import RailroadRivals

# Weights in points, tuned by self-play.
_TILE_VALUES: Mapping[Special, float] = {
    Special.BUY: 4.0,
    Special.DUMP: 3.0,
    Special.LOOT: 4.0,
    Special.MERGER: 4.0,
    Special.ISSUE: 4.0,
    Special.INSIDER: 2.0,
}
_PATIENCE = 2.0
"""Minimum gain for playing a tile before the last turn, because a better chance may come."""

_NO_GAIN_PENALTY = 1_000.0
"""Subtracted from the value of a tile that gains nothing, so that it is never the best action."""


def score_action(state: RailroadRivals, action: Action) -> float | None:
    """Return the value of using or drafting a special tile; None for other actions."""
    match action:
        case Draft(tile=tile) if tile in _TILE_VALUES:
            return _draft_value(state, Special(tile))
        case Draft(seat=seat, tile=tile) if tile in RAILROAD_NAMES and isinstance(state.flow[-1], IssueDraft):
            return _final_stock_value(state, Railroad(tile))
        case Buy() | Dump() | Loot() | Merge():
            can_wait = state.remaining_turns and not isinstance(action, Buy)
            worth = _relative_gain(state, action) - (_PATIENCE if can_wait else 0.0)
            return worth if worth > 0 else worth - _NO_GAIN_PENALTY
        case Insider(seat=seat):
            usual = (state.seats - 1) / 2 if state.remaining_turns else 0
            return PLACE_IN_ORDER * (state.order.index(seat) - usual)
        case Issue():
            return _issue_value(state)
        case Ahead():
            return 0.0
        case _:
            return None


def _stock_growth(state: RailroadRivals, railroad: Railroad) -> float:
    """The expected rise of a stock until the end of the game if all links are used equally often."""
    links = [link.railroad for link in state.board.links]
    names = state.baron.company_of(railroad)
    return state.remaining_turns * state.seats * sum(map(links.count, names)) / len(links) if links else 0.0


def _final_stock_value(state: RailroadRivals, railroad: Railroad) -> float:
    return state.value[railroad] + _stock_growth(state, railroad)


def _draft_value(state: RailroadRivals, special: Special) -> float:
    too_late = special in (Special.ISSUE, Special.INSIDER) and not state.remaining_turns
    return 0.0 if too_late else _TILE_VALUES[special]


def _issue_value(state: RailroadRivals) -> float:
    """The value of the best tile on offer, less that of an average stock, which another turn may bring."""
    finals = {railroad: _final_stock_value(state, railroad) for railroad in state.value}
    worths: dict[str, float] = {str(tile): worth for tile, worth in (*_TILE_VALUES.items(), *finals.items())}
    offer = [worths.get(tile, 0.0) for tile in free_tiles(state.stock_offer)]
    usual = fmean(finals.values()) if state.remaining_turns else 0.0
    return max(offer, default=usual) - usual


def _relative_gain(state: RailroadRivals, action: Buy | Dump | Loot | Merge) -> float:
    """The seat's expected final gain from an action, less the average gain of its rivals."""
    match action:
        case Buy(seat=seat, railroad=railroad):
            gains = _gains_by_seat(state, lambda other: PURCHASE_RISE * count_company_stock(state, other, railroad))
            gains[seat] += _final_stock_value(state, railroad) + PURCHASE_RISE - state.value[railroad]
        case Dump(seat=seat, railroad=railroad):
            mine, value = count_company_stock(state, seat, railroad), state.value[railroad]
            fall = min(value, DUMP_FALL * mine)
            gains = _gains_by_seat(state, lambda other: -fall * count_company_stock(state, other, railroad))
            gains[seat] = mine * (value - _final_stock_value(state, railroad))
        case Loot(seat=seat, railroad=railroad):
            final = _final_stock_value(state, railroad)
            gains = _gains_by_seat(state, lambda other: -final * count_company_stock(state, other, railroad))
            gains[seat] += LOOT_POINTS
        case Merge(seat=seat, first=first, second=second):
            final = halfway_value(state, first, second) + _stock_growth(state, first) + _stock_growth(state, second)
            both = [(railroad, final - _final_stock_value(state, railroad)) for railroad in (first, second)]
            gains = _gains_by_seat(
                state, lambda other: sum(more * count_company_stock(state, other, name) for name, more in both)
            )
    return gain_over_rivals(gains, seat)


def _gains_by_seat(state: RailroadRivals, gain: Callable[[Seat], float]) -> dict[Seat, float]:
    return {seat: gain(seat) for seat in state.everyone}
