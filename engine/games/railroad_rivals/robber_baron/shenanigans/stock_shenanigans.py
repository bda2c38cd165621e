"""Stock Shenanigans: six tiles among the stocks, each used once. (RB Stock Shenanigans)"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.core import Action, Decision, Event, Phase, View
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import SHENANIGANS
from engine.games.railroad_rivals.robber_baron.shenanigans import (
    evaluation,
    premoves,
    reaction_text,
    special_tile_text,
)
from engine.games.railroad_rivals.robber_baron.shenanigans.events import (
    EVENTS,
    CompanyLooted,
    StockBought,
    StocksDumped,
)
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import (
    REACTION_PHASES,
    InsiderTrading,
    IssueDraft,
    StockIssue,
)
from engine.games.railroad_rivals.robber_baron.shenanigans.special_tiles import SPECIAL_RULES
from engine.games.railroad_rivals.state.game_module import ActionTexts, EventTexts, GameModule
from engine.games.railroad_rivals.state.phases import Delivering, Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals


class Shenanigans(GameModule):
    """They are drafted as stock tiles, lie face up, are worth nothing, and leave the game when used. (K1, K2, K16)"""

    actions = (Buy, Dump, Loot, Merge, Insider, Issue, Ahead)
    events = EVENTS
    action_texts: ClassVar[ActionTexts] = {**special_tile_text.ACTION_TEXTS, **reaction_text.ACTION_TEXTS}
    phase_texts = reaction_text.PHASE_TEXTS
    tile_texts = special_tile_text.TILE_TEXTS
    event_texts: ClassVar[EventTexts] = {
        **special_tile_text.EVENT_TEXTS,
        **reaction_text.EVENT_TEXTS,
    }
    phases = (InsiderTrading, StockIssue, IssueDraft)
    side_move_rules = SPECIAL_RULES

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        return dict.fromkeys(SHENANIGANS, 1)

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """The tiles' phases come just before the draft, and not in the turn in which a tile is drafted. (K13, K14)"""
        windows = tuple(window() for window in REACTION_PHASES if state.baron.holder_of(window.special) is not None)
        at = next(i for i, phase in enumerate(phases) if isinstance(phase, Drafting))
        return phases[:at] + windows + phases[at:]

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        return ("play a tile",) if any(True for rule in self.side_move_rules for _ in rule.offers(state, phase)) else ()

    def premove_decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return premoves.premove_decisions(state, asking=_tile_in_reaction(state))

    def apply_premove(self, state: RailroadRivals, action: Ahead) -> RailroadRivals:
        return premoves.apply_premove(state, action)

    def score_entries(self, event: Event) -> Iterator[ScoreEntry]:
        match event:
            case StockBought(seat=seat, price=price):
                yield ScoreEntry(seat, "trades", -price)
            case StocksDumped(seat=seat, tiles=tiles, price=price):
                yield ScoreEntry(seat, "trades", tiles * price)
            case CompanyLooted(seat=seat, points=points):
                yield ScoreEntry(seat, "loot", points)

    def status_line(self, state: RailroadRivals) -> str | None:
        match state.flow[-1]:
            case Window() as window:
                return window.special.value
            case IssueDraft():
                return f"{Special.ISSUE}: first pick"
            case _:
                return None

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return evaluation.score_action(view.state, action)

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """The topic of the tile whose holder is asked is first."""
        now = _tile_in_reaction(state)
        return tuple(sorted(special_tile_text.TOPICS, key=lambda topic: topic[0] != now))


def _tile_in_reaction(state: RailroadRivals) -> Special | None:
    """The tile whose holder is being asked."""
    phase = state.flow[-1] if state.flow else None
    return phase.special if isinstance(phase, Window | IssueDraft) else None
