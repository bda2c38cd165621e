"""Stock Shenanigans: six tiles among the stocks, each used once. (RB Stock Shenanigans)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core.action import Action
from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import SHENANIGANS
from engine.games.railroad_rivals.robber_baron.shenanigans import ahead, narration
from engine.games.railroad_rivals.robber_baron.shenanigans.events import EVENTS
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import played
from engine.games.railroad_rivals.robber_baron.shenanigans.tiles import TILES
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import (
    WINDOWS,
    InsiderTrading,
    IssueDraft,
    StockIssue,
    Window,
)
from engine.games.railroad_rivals.state.module import Module
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.core.action import Decision
    from engine.core.secret import View
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Shenanigans(Module):
    """They are drafted as stock tiles, lie face up, are worth nothing, and leave the game when used. (K1, K2, K16)"""

    actions = (Buy, Dump, Loot, Merge, Insider, Issue, Ahead)
    events = EVENTS
    phases = (InsiderTrading, StockIssue, IssueDraft)

    def stocks(self, of_each: int) -> Mapping[str, int]:
        return dict.fromkeys(SHENANIGANS, 1)

    def turn(self, state: RailroadRivals, phases: tuple[RivalsPhase, ...]) -> tuple[RivalsPhase, ...]:
        """The windows come just before the draft, and not in the turn in which their tile is drafted. (K13, K14)"""
        from engine.games.railroad_rivals.phases import Drafting  # it needs all modules' phases, these too

        windows = tuple(window() for window in WINDOWS if state.baron.holder(window.special) is not None)
        at = next(i for i, phase in enumerate(phases) if isinstance(phase, Drafting))
        return phases[:at] + windows + phases[at:]

    def ahead(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return ahead.asked_ahead(state, asking=_in_window(state))

    def moves(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        """Any number of tiles, before, between or after deliveries. (ruling K1)"""
        held = state.baron.specials.get(seat, ())
        return (offer for tile in TILES.values() if tile.special in held for offer in tile.offers(state, seat))

    def apply(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        if isinstance(action, Ahead):
            return ahead.answered(state, action)
        tile = TILES[type(action)]
        return tile.play(played(state, action.seat, tile.special), action)

    def refusal(self, state: RailroadRivals, action: Any) -> str:
        if type(action) not in TILES:
            return "Insider Trading and Stock Issue are used after the bidding, before anybody drafts."
        tile = TILES[type(action)]
        if tile.special in state.baron.specials.get(action.seat, ()):
            return tile.refusal(state, action)
        return f"You do not have {tile.special}; {_whereabouts(state, tile.special)}."

    def narrate(self, event: Event, name: Name) -> str | None:
        return narration.narrate(event, name)

    def headline(self, state: RailroadRivals) -> str | None:
        match state.flow[-1]:
            case Window() as window:
                return f"use {window.special} or not"
            case IssueDraft():
                return f"{Special.ISSUE}: first choice of the stocks"
            case _:
                return None

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        from engine.games.railroad_rivals.robber_baron.shenanigans import labels  # it needs all modules, this one too

        return labels.label(state, action, field, name)

    def price(self, state: RailroadRivals, action: Action) -> int | None:
        return state.value[action.railroad] if isinstance(action, Buy) else None

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        from engine.games.railroad_rivals.robber_baron.shenanigans import hints  # it needs all modules, this one too

        return hints.hint(view.state, action)

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """The tile's whose window is open first."""
        now = _in_window(state)
        return tuple(sorted(narration.TOPICS, key=lambda topic: topic[0] != now))


def _in_window(state: RailroadRivals) -> Special | None:
    """The tile whose holder is being asked."""
    phase = state.flow[-1] if state.flow else None
    return phase.special if isinstance(phase, Window | IssueDraft) else None


def _whereabouts(state: RailroadRivals, special: Special) -> str:
    holder = state.baron.holder(special)
    if holder is not None:
        return f"player {holder} has it"
    return "it was used" if special in state.discarded else "nobody has drafted it yet"
