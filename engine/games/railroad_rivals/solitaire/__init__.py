"""The solitaire game: the components of the base game with another sequence of play. (R Solitaire Rules)"""

from typing import Any

from engine.core import Action, Phase, View
from engine.games.railroad_rivals.solitaire import evaluation, text
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.events import EVENTS
from engine.games.railroad_rivals.solitaire.numbers import TURNS, rank_of
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingCities,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state.game_module import GameModule
from engine.games.railroad_rivals.state.state import RailroadRivals


class Solitaire(GameModule):
    """The solitaire game: eleven turns, each with four phases. (R Solitaire Rules; rulings O1 to O11)"""

    actions = (Arrange,)
    events = EVENTS
    action_texts = text.ACTION_TEXTS
    phase_texts = text.PHASE_TEXTS
    event_texts = text.EVENT_TEXTS
    phase_labels = text.PHASE_LABELS
    phases = (Arranging, LayingStart, DrawingStocks, DrawingCities, PlacingOne, DeliveringOne)
    turn_count = TURNS

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        return DrawingStocks(), DrawingCities(), PlacingOne(), DeliveringOne()

    def score_note(self, score: int) -> str:
        return rank_of(score)

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return evaluation.score_action(view.state, action)

    def replacement_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        return text.help_topics(state)
