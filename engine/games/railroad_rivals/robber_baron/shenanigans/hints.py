"""A computer player's opinions on the Stock Shenanigans: what stocks, its own and its rivals', end up worth."""

from collections.abc import Callable, Mapping
from statistics import fmean

from engine.core import Action, Seat
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, Railroad, Special
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.computer.hints import PLACE_IN_ORDER, advantage
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS, RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import halfway, holding
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.state import RailroadRivals

# Guesses in points, tuned by self-play; they are opinions, not rules.
_TILES: Mapping[Special, float] = {
    Special.BUY: 4.0,
    Special.DUMP: 3.0,
    Special.LOOT: 4.0,
    Special.MERGER: 4.0,
    Special.ISSUE: 4.0,
    Special.INSIDER: 2.0,
}
_PATIENCE = 2.0
"""What a tile played now must gain for each turn in which something better may come."""

_NEVER = 1_000.0
"""A tile is used but once, so what gains nothing is not done, however bad the deliveries are."""


def hint(state: RailroadRivals, action: Action) -> float | None:
    """Rate the module's own actions, and the drafting of its tiles, as ``Game.hint`` does; ``None`` for others."""
    match action:
        case Draft(tile=tile) if tile in _TILES:
            return _drafting(state, Special(tile))
        case Draft(seat=seat, tile=tile) if tile in RAILROAD_NAMES and isinstance(state.flow[-1], IssueDraft):
            return _final(state, Railroad(tile))
        case Buy() | Dump() | Loot() | Merge():
            worth = _gain(state, action) - _worth_waiting(state, action)
            return worth if worth > 0 else worth - _NEVER
        case Insider(seat=seat):
            usual = (state.seats - 1) / 2 if state.turns_left else 0
            return PLACE_IN_ORDER * (state.order.index(seat) - usual)
        case Issue():
            return _issuing(state)
        case Ahead():
            return 0.0
        case _:
            return None


def _growth(state: RailroadRivals, railroad: Railroad) -> float:
    """The points by which a stock may still rise when every link is used as often as any other."""
    links = [link.railroad for link in state.board.links]
    names = state.baron.company(railroad)
    return state.turns_left * state.seats * sum(map(links.count, names)) / len(links) if links else 0.0


def _final(state: RailroadRivals, railroad: Railroad) -> float:
    """The value that a stock may have in the end."""
    return state.value[railroad] + _growth(state, railroad)


def _drafting(state: RailroadRivals, special: Special) -> float:
    too_late = special in (Special.ISSUE, Special.INSIDER) and not state.turns_left
    return 0.0 if too_late else _TILES[special]


def _issuing(state: RailroadRivals) -> float:
    """The best stock on offer, beside what another turn's may be."""
    finals = {railroad: _final(state, railroad) for railroad in state.value}
    worths: dict[str, float] = {str(tile): worth for tile, worth in (*_TILES.items(), *finals.items())}
    offer = [worths.get(tile, 0.0) for tile in free(state.stock_offer)]
    usual = fmean(finals.values()) if state.turns_left else 0.0
    return max(offer, default=usual) - usual


def _worth_waiting(state: RailroadRivals, action: Action) -> float:
    """Stock may be bought early; the other tiles gain more when more is known and owned."""
    return 0.0 if isinstance(action, Buy) else _PATIENCE * (state.turns_left > 0)


def _gain(state: RailroadRivals, action: Buy | Dump | Loot | Merge) -> float:
    """The gain that an action brings the seat in the end, beyond the average gain of its rivals."""
    match action:
        case Buy(seat=seat, railroad=railroad):
            gains = _each(state, lambda other: RISE * holding(state, other, railroad))
            gains[seat] += _final(state, railroad) + RISE - state.value[railroad]
        case Dump(seat=seat, railroad=railroad):
            mine, value = holding(state, seat, railroad), state.value[railroad]
            fall = min(value, FALL * mine)
            gains = _each(state, lambda other: -fall * holding(state, other, railroad))
            gains[seat] = mine * (value - _final(state, railroad))
        case Loot(seat=seat, railroad=railroad):
            final = _final(state, railroad)
            gains = _each(state, lambda other: -final * holding(state, other, railroad))
            gains[seat] += LOOT_POINTS
        case Merge(seat=seat, first=first, second=second):
            final = halfway(state, first, second) + _growth(state, first) + _growth(state, second)
            both = [(railroad, final - _final(state, railroad)) for railroad in (first, second)]
            gains = _each(state, lambda other: sum(more * holding(state, other, name) for name, more in both))
    return advantage(gains, seat)


def _each(state: RailroadRivals, gain: Callable[[Seat], float]) -> dict[Seat, float]:
    return {seat: gain(seat) for seat in state.everyone}
