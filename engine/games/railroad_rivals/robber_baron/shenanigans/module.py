"""Stock Shenanigans: six tiles among the stocks, each used once. (RB Stock Shenanigans)"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import Action, Decision, Event, Name, Phase, Told, View
from engine.core.brief import Brief
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.box.data import Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.data import SHENANIGANS
from engine.games.railroad_rivals.robber_baron.shenanigans import ahead, briefs, hints, labels, narration
from engine.games.railroad_rivals.robber_baron.shenanigans.events import (
    EVENTS,
    CompanyLooted,
    StockBought,
    StocksDumped,
)
from engine.games.railroad_rivals.robber_baron.shenanigans.tiles import TILES
from engine.games.railroad_rivals.robber_baron.shenanigans.window import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import (
    WINDOWS,
    InsiderTrading,
    IssueDraft,
    StockIssue,
)
from engine.games.railroad_rivals.state.module import Module
from engine.games.railroad_rivals.state.phases import Delivering, Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals


class Shenanigans(Module):
    """They are drafted as stock tiles, lie face up, are worth nothing, and leave the game when used. (K1, K2, K16)"""

    actions = (Buy, Dump, Loot, Merge, Insider, Issue, Ahead)
    events = EVENTS
    phases = (InsiderTrading, StockIssue, IssueDraft)
    moves = TILES

    def stocks(self, of_each: int) -> Mapping[str, int]:
        return dict.fromkeys(SHENANIGANS, 1)

    def turn(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """The windows come just before the draft, and not in the turn in which their tile is drafted. (K13, K14)"""
        windows = tuple(window() for window in WINDOWS if state.baron.holder(window.special) is not None)
        at = next(i for i, phase in enumerate(phases) if isinstance(phase, Drafting))
        return phases[:at] + windows + phases[at:]

    def beside(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        return ("play a tile",) if any(True for rule in self.moves for _ in rule.offers(state, phase)) else ()

    def ahead(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return ahead.asked_ahead(state, asking=_in_window(state))

    def answered(self, state: RailroadRivals, action: Ahead) -> RailroadRivals:
        return ahead.answered(state, action)

    def score_entries(self, event: Event) -> Iterator[ScoreEntry]:
        match event:
            case StockBought(seat=seat, price=price):
                yield ScoreEntry(seat, "trades", -price)
            case StocksDumped(seat=seat, tiles=tiles, price=price):
                yield ScoreEntry(seat, "trades", tiles * price)
            case CompanyLooted(seat=seat, points=points):
                yield ScoreEntry(seat, "loot", points)

    def tell(self, event: Event, name: Name) -> Told:
        return narration.tell(event, name)

    def headline(self, state: RailroadRivals) -> str | None:
        match state.flow[-1]:
            case Window() as window:
                return window.special.value
            case IssueDraft():
                return f"{Special.ISSUE}: first pick"
            case _:
                return None

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        return labels.label(state, action, field, name)

    def brief(self, state: RailroadRivals, action: Action, field: str, name: Name) -> Brief | None:
        return briefs.brief(state, action, field)

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        return hints.hint(view.state, action)

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """The tile's whose window is open first."""
        now = _in_window(state)
        return tuple(sorted(narration.TOPICS, key=lambda topic: topic[0] != now))


def _in_window(state: RailroadRivals) -> Special | None:
    """The tile whose holder is being asked."""
    phase = state.flow[-1] if state.flow else None
    return phase.special if isinstance(phase, Window | IssueDraft) else None
