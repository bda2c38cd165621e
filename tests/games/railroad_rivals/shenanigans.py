"""Builders for positions with Stock Shenanigans."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Seat, decisions, redact, settle
from engine.games.railroad_rivals.game_data.pieces import OfferTile, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special
from engine.games.railroad_rivals.phases.game_state import AnyPhase
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase, PlacingPhase, Turns
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import InsiderTrading, StockIssue
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from engine.games.railroad_rivals.state.state import RailroadRivals
from tests.games.railroad_rivals.table import GAME, table

TWO_ROADS = ("St. Louis 0,0 n", "Washington 1,0 s")
"""Two cities with a B&O link."""

CARGO = {"Washington": "coal wood grain coal"}
DELIVER = "p1 deliver coal Washington St._Louis"


def asked(state: RailroadRivals) -> list[int]:
    """The seats to move."""
    return [decision.seat for decision in decisions(state)]


def shenanigans_table(
    *phases: AnyPhase,
    tiles: Mapping[int, str] | None = None,
    owned: Mapping[int, str] | None = None,
    value: Mapping[str, int] | None = None,
    cities: tuple[str, ...] = (),
    stocks: tuple[str, ...] = (),
    pile: tuple[str, ...] | None = None,
    modules: tuple[str, ...] = (),
    baron: Mapping[str, Any] | None = None,
    **changes: Any,
) -> RailroadRivals:
    """A position with these phases, special tiles by seat (separated by commas), and stocks by seat.

    ``cities`` and ``stocks`` are on offer. The stock pile has all other tiles, or those of ``pile``.
    """
    changes.setdefault("laid", TWO_ROADS)
    state = table(flow=(Turns(),), modules=("shenanigans", *modules), turn=1, **changes)
    held = ExpansionState(**(baron or {}))
    for seat, names in (tiles or {}).items():
        for name in names.split(", "):
            held = held.add_special(Seat(seat), Special(name))
    state = msgspec.structs.replace(
        state,
        flow=(Turns(), *phases[::-1]),
        turn=2,
        news=(),
        baron=held,
        value=state.value | dict(value or {}),
        stocks={seat: portfolio((owned or {}).get(seat, "")) for seat in state.everyone},
        city_offer=tuple(map(OfferTile, cities)),
        stock_offer=tuple(map(OfferTile, stocks)),
    )
    left = tuple(tile for tile, count in state.count_unseen_stocks().items() for _ in range(count))
    return settle(msgspec.structs.replace(state, stock_pile=hide_tiles(left if pile is None else pile)))


def portfolio(words: str) -> dict[Railroad, int]:
    names = [Railroad(word) for word in words.split()]
    return {name: names.count(name) for name in names}


def delivering(**more: Any) -> RailroadRivals:
    """A position in which seat 1 is to deliver; there are no cubes except ``goods``."""
    return shenanigans_table(DeliveringPhase(), **more)


def between(**more: Any) -> RailroadRivals:
    """A position after the bidding, at the phases of both tiles and then the draft."""
    more.setdefault("stocks", ("ACL", "UP", "NP", "SP"))
    return shenanigans_table(InsiderTrading(), StockIssue(), DraftingPhase(), PlacingPhase(), DeliveringPhase(), **more)


def named(seat: int) -> str:
    return ["Ada", "Ben", "Cleo", "Dov", "Eve", "Fay"][seat - 1]


def labels(state: RailroadRivals, kind: str, field: str = "") -> list[str]:
    """The labels of the offers with a verb."""
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    offers = [offer for offer in decision.offers if type(offer).__name__.lower() == kind]
    return [GAME.text.label(view, offer, field, named) for offer in offers]
