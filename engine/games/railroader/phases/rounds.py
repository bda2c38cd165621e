"""Rounds: everyone has a turn, the market moves, and the end is checked. (RR Order of play)

A turn is three actions; then the workers eat, and a short hand picks up the discard pile.
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
    """A turn, with its rules in the rulebook's order of actions."""

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
        """Whether the turn has no more decisions; faster than ``decisions``."""
        if self.rolling:
            return False
        if not (self.begun and self.left):
            return True
        return not any(True for rule in reversed(self.rules) for _ in rule.offers(state, self))

    def advance(self, state: RailRoader) -> RailRoader:
        """Let the cavalry ride first; end the turn if no action is left. (rulings 15, 17, 19, 20)"""
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
    """A player with no better action must discard, for a turn has exactly three. (RR Order of play)"""
    is_discard = all(isinstance(offer, Discard | Withdraw) for offer in offers)
    return "Discard: nothing else is possible." if is_discard else "Choose an action."


class Rounds(Phase[RailRoader], frozen=True):
    """``at`` seats have had their turn in this round. (RR Order of play)"""

    at: int = 0

    def advance(self, state: RailRoader) -> RailRoader:
        if self.at == state.seats:
            return _end_round(state.replace_phase(Rounds()))
        seat = state.seats_in_order[self.at]
        after_start = state if self.at else state.begin_round()
        after_start = after_start.replace_phase(Rounds(self.at + 1))
        return after_start.push_phases(new_turn(after_start, seat))


def new_turn(state: RailRoader, seat: Seat) -> TurnPhase:
    """A turn with the people at the seat's railhead at its start. (RR The Railhead; rulings 24, 26)"""
    railroad = state.railroads[seat]
    return TurnPhase(seat, railhead=railroad.sections, gang=railroad.mat.workers)


def _end_round(state: RailRoader) -> RailRoader:
    """Buffalo Creek ends the game with the round, and so does the last round. (RR Order of play; rulings 66, 83, 86)"""
    if not is_last_round(state):
        return move_market(state)
    ending = "buffalo-creek" if state.arrived else "round-cap"
    return state.emit(GameEnded(ending)).end_game(ending)


AnyPhase = Rounds | TurnPhase
PHASES = (Rounds, TurnPhase)
