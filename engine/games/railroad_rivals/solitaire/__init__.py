"""Solitaire: the base game's tiles and table with a sequence of play of its own. (R Solitaire Rules)"""

from typing import Any

from engine.core import Action, Event, Name, Phase, Told, View
from engine.core.brief import Brief
from engine.games.railroad_rivals.solitaire import briefs, hints, words
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.data import TURNS, rank
from engine.games.railroad_rivals.solitaire.events import EVENTS
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingCities,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state.module import Module
from engine.games.railroad_rivals.state.state import RailroadRivals


class Solitaire(Module):
    """Eleven turns of four phases, which replace the base game's. (R Solitaire Rules; rulings O1 to O11)"""

    actions = (Arrange,)
    events = EVENTS
    phases = (Arranging, LayingStart, DrawingStocks, DrawingCities, PlacingOne, DeliveringOne)
    turns = TURNS

    def turn(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        return DrawingStocks(), DrawingCities(), PlacingOne(), DeliveringOne()

    def note(self, score: int) -> str:
        return rank(score)

    def tell(self, event: Event, name: Name) -> Told:
        return words.tell(event)

    def headline(self, state: RailroadRivals) -> str | None:
        return words.headline(state)

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        return words.label(state, action, field)

    def brief(self, state: RailroadRivals, action: Action, field: str, name: Name) -> Brief | None:
        return briefs.brief(state, action, field)

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        return hints.hint(view.state, action)

    def rules(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        return words.rules(state)
