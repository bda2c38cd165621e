"""A player's turn: three actions, then the gang eats and the hand is taken up. (RR Order of play)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision
from engine.core.seats import Seat
from engine.games.railroader.box.cards import CARDS, WORKER, no_card
from engine.games.railroader.box.figures import ACTIONS
from engine.games.railroader.rules import ambush, building, discarding, market, moving, railhead, sabotage, searching
from engine.games.railroader.rules.rule import Rule
from engine.games.railroader.state.events import TurnCutShort
from engine.games.railroader.state.phase import RailRoaderPhase
from engine.games.railroader.state.rolling import Rolling

if TYPE_CHECKING:
    from engine.games.railroader.state.state import RailRoader

_RULES: tuple[Rule, ...] = (
    building.RULE,
    moving.RULE,
    market.RULE,
    searching.RULE,
    sabotage.RULE,
    railhead.RULE,
    discarding.RULE,
)
"""In the order in which the rulebook lists the actions."""


class Turn(RailRoaderPhase, frozen=True):
    """``left`` actions of a seat's turn are to come.

    ``railhead`` is the last section when the turn began, and ``gang`` the workers there who stayed since. ``built`` and
    ``rolled``: no second build, no second movement roll. ``still``: the train moves no more in this turn. ``begun``:
    the cavalry has ridden. ``rolling``: the die is cast and engineers say where the train stops.
    (RR Order of play; rulings 12, 24-26, 36, 38, 39, 50)
    """

    heading = "Turn"

    seat: Seat
    left: int = ACTIONS
    railhead: int = 0
    gang: int = 0
    built: bool = False
    rolled: bool = False
    still: bool = False
    begun: bool = False
    rolling: Rolling | None = None

    def decisions(self, state: RailRoader) -> tuple[Decision, ...]:
        if self.rolling:
            return (Decision(self.seat, "Where does the train stop?", tuple(moving.RULE.offers(state, self))),)
        if not (self.begun and self.left):
            return ()
        offers = tuple(offer for rule in _RULES for offer in rule.offers(state, self))
        return (Decision(self.seat, "Choose an action.", offers),) if offers else ()

    def apply(self, state: RailRoader, action: Action) -> RailRoader:
        rule = next(rule for rule in _RULES if isinstance(action, rule.actions))
        return rule.played(state, self, action)

    def proceed(self, state: RailRoader) -> RailRoader:
        """The cavalry rides first; with nothing left to do, the turn ends. (rulings 15, 17, 19, 20)"""
        if not self.begun:
            return ambush.ride_on(state.in_turn(begun=True))
        if self.left:
            state = state.tell(TurnCutShort(self.seat, self.left))
        return railhead.end_turn(state, self.seat).leave()

    def refusal(self, state: RailRoader, action: Action) -> str:
        card = getattr(action, "card", WORKER)
        if card not in CARDS:
            if (name := card.replace(" ", "-")) not in CARDS:
                return no_card(card)
            action = msgspec.structs.replace(action, card=name)  # “supplies 4”, as texts call it
            if any(action in question.offers for question in self.decisions(state)):
                return f"“{card}” is written {name}."
        rule = next(rule for rule in _RULES if isinstance(action, rule.actions))
        return (moving.RULE if self.rolling else rule).refusal(state, self, action)
