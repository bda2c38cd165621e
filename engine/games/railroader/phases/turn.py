"""A player's turn: three actions, then the gang eats and the hand is taken up. (RR Order of play)"""

import msgspec

from engine.core import Action, Decision
from engine.games.railroader.box.cards import CARDS, WORKER, no_card
from engine.games.railroader.rules import ambush, building, discarding, market, moving, railhead, sabotage, searching
from engine.games.railroader.state.events import TurnCutShort
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.state.turn import Turn


class TurnPhase(Turn, frozen=True, tag="Turn"):
    """A turn as it is played; its rules stand in the order in which the rulebook lists the actions."""

    rules = (
        building.RULE,
        moving.RULE,
        market.RULE,
        searching.RULE,
        sabotage.RULE,
        railhead.RULE,
        discarding.RULE,
    )

    def decisions(self, state: RailRoader) -> tuple[Decision, ...]:
        if self.rolling:
            stops = tuple(moving.RULE.offers(state, self))
            return (Decision(self.seat, "Choose where the train stops.", stops),)
        if not (self.begun and self.left):
            return ()
        offers = tuple(self.offers(state))
        return (Decision(self.seat, "Choose an action.", offers),) if offers else ()

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
            if (name := card.replace(" ", "-").lower()) not in CARDS:
                return no_card(card)
            action = msgspec.structs.replace(action, card=name)  # “Supplies 4”, as texts call it
            if any(action in question.offers for question in self.decisions(state)):
                return f"Write “{name}” instead of “{card}”."
        return moving.RULE.refusal(state, self, action) if self.rolling else super().refusal(state, action)
