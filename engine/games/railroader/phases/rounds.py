"""Rounds and turns. (RR Order of play)

In a round every player has a turn; then the market moves, unless the game is over. A turn has three actions; then the
workers eat, and a player with a small hand picks up the discard pile.
"""

from collections.abc import Sequence
from itertools import chain

import msgspec

from engine.core import Action, Decision, Phase, Seat
from engine.games.railroader.game_data.cards import CARDS, WORKER, unknown_card_refusal
from engine.games.railroader.rules import ambush, building, discarding, market, moving, railhead, sabotage, searching
from engine.games.railroader.rules.market import move_market
from engine.games.railroader.rules.scoring import is_last_round
from engine.games.railroader.state.actions import Discard, Withdraw
from engine.games.railroader.state.events import GameEnded, TurnCutShort
from engine.games.railroader.state.state import RailRoader, Turn


class TurnPhase(Turn, frozen=True, tag="Turn"):
    """A turn, with the rules of its actions in the order of the rulebook."""

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
        offers = tuple(chain.from_iterable([rule.offers(state, self) for rule in self.rules]))
        return (Decision(self.seat, _prompt(offers), offers),) if offers else ()

    def is_over(self, state: RailRoader) -> bool:
        """Whether the player has no more actions; faster than ``decisions``."""
        if self.rolling:
            return False
        if not (self.begun and self.left):
            return True
        return not any(True for rule in reversed(self.rules) for _ in rule.offers(state, self))

    def advance(self, state: RailRoader) -> RailRoader:
        """Roll for the cavalry at the start of the turn, or end a finished turn. (rulings 15, 17, 19, 20)"""
        if not self.begun:
            return ambush.continue_ride(state.update_turn(begun=True))
        if self.left:
            state = state.emit(TurnCutShort(self.seat, self.left))
        return railhead.end_turn(state, self.seat).pop_phase()

    def refusal(self, state: RailRoader, action: Action) -> str:
        card = getattr(action, "card", WORKER)
        if card not in CARDS:
            if (name := card.replace(" ", "-").lower()) not in CARDS:
                return unknown_card_refusal(card)
            action = msgspec.structs.replace(action, card=name)  # “Supplies 4”, as texts call it
            if any(action in question.offers for question in self.decisions(state)):
                return f"Write “{name}” instead of “{card}”."
        return moving.RULE.refusal(state, self, action) if self.rolling else super().refusal(state, action)


def _prompt(offers: Sequence[Action]) -> str:
    """Return the question of a turn, which says if the player must discard. (RR Order of play)"""
    is_discard = all(isinstance(offer, Discard | Withdraw) for offer in offers)
    return "Discard: nothing else is possible." if is_discard else "Choose an action."


class Rounds(Phase[RailRoader], frozen=True):
    """All rounds of the game. (RR Order of play)"""

    at: int = 0
    """The number of seats that have begun their turn in this round."""

    def advance(self, state: RailRoader) -> RailRoader:
        if self.at == state.seats:
            return _end_round(state.replace_phase(Rounds()))
        seat = state.seats_in_order[self.at]
        after_start = state if self.at else state.begin_round()
        after_start = after_start.replace_phase(Rounds(self.at + 1))
        return after_start.push_phases(new_turn(after_start, seat))


def new_turn(state: RailRoader, seat: Seat) -> TurnPhase:
    """Return a new turn of a seat, with the present end of its track and workers. (RR The Railhead; rulings 24, 26)"""
    railroad = state.railroads[seat]
    return TurnPhase(seat, railhead=railroad.sections, gang=railroad.mat.workers)


def _end_round(state: RailRoader) -> RailRoader:
    """End the game or move the market. (RR Order of play; rulings 66, 83, 86)"""
    if not is_last_round(state):
        return move_market(state)
    ending = "buffalo-creek" if state.arrived else "round-cap"
    return state.emit(GameEnded(ending)).end_game(ending)


AnyPhase = Rounds | TurnPhase
PHASES = (Rounds, TurnPhase)
