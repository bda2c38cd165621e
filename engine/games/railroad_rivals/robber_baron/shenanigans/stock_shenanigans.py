"""The module Stock Shenanigans. (RB Stock Shenanigans)"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.core import Action, ActionTexts, Decision, Event, EventTexts, Phase, View
from engine.core.reasons import ScoreEntry
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Buy, Dump, Insider, Issue, Loot, Merge
from engine.games.railroad_rivals.robber_baron.numbers import SHENANIGANS
from engine.games.railroad_rivals.robber_baron.shenanigans import evaluation, premoves
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
from engine.games.railroad_rivals.robber_baron.shenanigans.text import reactions, special_tiles
from engine.games.railroad_rivals.state.game_module import GameModule
from engine.games.railroad_rivals.state.phases import Delivering, Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals


class Shenanigans(GameModule):
    """Adds six special tiles to the stock pile; a used tile leaves the game. (rulings K1, K2, K16)"""

    actions = (Buy, Dump, Loot, Merge, Insider, Issue, Ahead)
    events = EVENTS
    action_texts: ClassVar[ActionTexts] = {**special_tiles.ACTION_TEXTS, **reactions.ACTION_TEXTS}
    phase_texts = reactions.PHASE_TEXTS
    tile_texts = special_tiles.TILE_TEXTS
    event_texts: ClassVar[EventTexts] = {**special_tiles.EVENT_TEXTS, **reactions.EVENT_TEXTS}
    phase_labels = reactions.PHASE_LABELS
    phases = (InsiderTrading, StockIssue, IssueDraft)
    side_move_rules = SPECIAL_RULES

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        return dict.fromkeys(SHENANIGANS, 1)

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """Insert a phase before the draft for each special tile that a seat can use then. (rulings K13, K14)"""
        reactions = tuple(phase() for phase in REACTION_PHASES if state.baron.holder_of(phase.special) is not None)
        draft = next(i for i, phase in enumerate(phases) if isinstance(phase, Drafting))
        return phases[:draft] + reactions + phases[draft:]

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

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return evaluation.score_action(view.state, action)

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """Return the topics; the topic of the tile that the seat to move can use comes first."""
        now = _tile_in_reaction(state)
        return tuple(sorted(special_tiles.TOPICS, key=lambda topic: topic[0] != now))


def _tile_in_reaction(state: RailroadRivals) -> Special | None:
    """The special tile that the current phase is about; None in other phases."""
    phase = state.flow[-1] if state.flow else None
    return phase.special if isinstance(phase, Window | IssueDraft) else None
