"""A turn and its four phases, and where the game ends. (R Game Turn; R Game End & Scoring)"""

from collections.abc import Hashable, Sequence
from typing import Any, Self

from engine.core import Action, Decision, Phase, Rule, Seat, counted, listed
from engine.core.action import title
from engine.games.railroad_rivals.box.data import PICKS, City
from engine.games.railroad_rivals.box.pieces import is_city
from engine.games.railroad_rivals.rules import bidding, delivery, drafting, placing
from engine.games.railroad_rivals.rules.ending import score_stocks
from engine.games.railroad_rivals.rules.fitting import Placements
from engine.games.railroad_rivals.state import events, joints
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


class DrawingTiles(Phase[RailroadRivals], frozen=True):
    """A city and a stock tile for every player; two stock tiles once the city pile cannot serve all.

    The switch is permanent, and the rest of the city pile leaves the game unseen. (R When the City Tile Draw Pile
    Runs Out; rulings D4, D5)
    """

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        if not state.city_pile_out and state.city_pile.size < state.seats:
            state = state.throw_out_city_pile().tell(events.CityPileRanOut(state.city_pile.size))
        if state.city_pile_out:
            drawn = state.draw_tiles(cities=0, stocks=PICKS * state.seats)
        else:
            drawn = state.draw_tiles(cities=state.seats, stocks=state.seats)
        return drawn.tell(
            events.TilesDrawn(
                tuple(City(lot.tile) for lot in drawn.city_offer),
                tuple(lot.tile for lot in drawn.stock_offer),
            )
        ).leave()


class BiddingPhase(Bidding, frozen=True, tag="Bidding"):
    """The bidding as it is played."""

    rules = bidding.RULES

    @classmethod
    def opened(cls, order: tuple[Seat, ...]) -> Self:
        """Bidding starts with the last player. (ruling B1)"""
        return cls(still_in=order[::-1])

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if len(self.still_in) == 1:
            return ()
        return (Decision(self.still_in[0], self._question(state), self.offers(state)),)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        return bidding.settled(state, self).leave()

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that during the bidding. {self._question(state)}"

    def _question(self, state: RailroadRivals) -> str:
        """Ask for a bid or a pass; for a pass alone where the player has too few points to bid."""
        place = f" and take place {len(self.still_in)}" if state.options.bidding == "whole-order" else ""
        score = state.score[self.still_in[0]]
        if score > self.best:
            high = f"high bid: {self.best}" if self.best else "no bids yet"
            return f"Bid to go first, or pass{place} ({high})."
        have = f"you have {counted(score, 'point')}"
        return f"Pass{place}: the high bid is {self.best}, and {have}." if self.best else f"Pass{place}: {have} to bid."


class DraftingPhase(Drafting, frozen=True, tag="Drafting"):
    """The draft as it is played."""

    rules = (drafting.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.picks == PICKS * state.seats:
            return ()
        offers = tuple(self.offers(state))
        return (Decision(drafting.drafter(state, self), self._question(state), offers),) if offers else ()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """The phase is over, or this seat finds the offer empty and gets nothing. (ruling D7)"""
        if self.picks == PICKS * state.seats:
            return state.leave()
        return state.in_phase(picks=self.picks + 1).tell(events.DraftSkipped(drafting.drafter(state, self)))

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that during the draft. Take {listed(drafting.choices(state, self), 'or')}."

    def _question(self, state: RailroadRivals) -> str:
        if self.picks >= state.seats:
            return "Draft your second tile."
        kinds = ("city" if is_city(tile) else "stock" for tile in drafting.choices(state, self))
        return f"Draft a {listed(tuple(dict.fromkeys(kinds)), 'or')} tile."


class PlacingPhase(Placing, frozen=True, tag="Placing"):
    """The placing of cities as it is played."""

    rules = (placing.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        return (Decision(state.order[self.done], self._question(state), offers),) if offers else ()

    def disclosed(self, state: RailroadRivals, seat: Seat) -> frozenset[Hashable]:
        """The fact that a player can place, unless everybody knows it from the tiles that were drafted. (ruling S4)"""
        asked = state.order[self.done]
        known = state.known_cities(asked)
        if asked == seat or len(known) == state.hand[asked].size or Placements(state.board, asked, known):
            return frozenset()
        return frozenset({("can place", state.turn, asked)})

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """A player who cannot place passes; after the last player the phase is over. (R Place a City Tile; P14)"""
        if self.done == state.seats:
            return placing.standstill(state).leave()
        seat = state.order[self.done]
        passed = events.PlacementPassed(seat, empty_handed=not state.placeable(seat))
        return state.in_phase(done=self.done + 1).tell(passed)

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that now: cities are being placed. {self._question(state)}"

    def _question(self, state: RailroadRivals) -> str:
        """Ask for a city. Every player may read it, so it does not depend on what only the hand's owner knows."""
        seat = state.order[self.done]
        played = sum(not state.board.tile(city).edges for city in state.known_cities(seat))
        return "Place your city tile." if state.hand[seat].size - played == 1 else "Place one of your city tiles."


class DeliveringPhase(Delivering, frozen=True, tag="Delivering"):
    """Everybody's step of delivering as it is played."""

    def in_force(self, state: RailroadRivals) -> Sequence[Rule[Any]]:
        """Delivering, what the modules of the table allow beside it, and being done with it."""
        return (delivery.RULE, *joints.deliveries(state), *joints.moves(state), delivery.DONE)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        if all(isinstance(offer, Pass) for offer in offers):
            return ()
        return (Decision(state.order[self.done], self._question(state), offers),)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """A player with no possible delivery is skipped; after the last, the cubes go back into the bag. (ruling G3)"""
        if self.done < state.seats:
            after = delivery.next_seat(state, self)
            return after if self.made else after.tell(events.DeliverySkipped(state.order[self.done]))
        over = state.refill_bag().leave()
        more = self.time < max((module.delivery_phases(state) for module in joints.modules(state)), default=1)
        return over.enter(DeliveringPhase(time=self.time + 1)) if more else over

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        """Names what the seat may do, for a player who tried something of another phase."""
        offers = (offer for rule in joints.moves(state) for offer in rule.offers(state, self))
        titles = (title(type(offer)) for offer in offers)
        named = tuple(dict.fromkeys(f"{words[0].lower()}{words[1:]}" for words in titles))
        deliver = ("deliver a cube over a link",) if delivery.can_deliver(state, self) else ()
        finish = ("finish",) if delivery.DONE.offered(state, self) else ()
        possible = listed((*deliver, *named, *finish), "or")
        return f"You can’t do that while goods are being delivered. You can {possible}."

    def _question(self, state: RailroadRivals) -> str:
        """Ask the seat what to do. Every player may read it, so it does not depend on tiles in a hand."""
        beside, can_deliver = joints.beside(state, self), delivery.can_deliver(state, self)
        if can_deliver and not self.made:
            also = f"; you can also {listed(beside, 'or')}" if beside else ""
            return f"Deliver a cube over a link{also}."
        another = ("deliver another cube",) if can_deliver else ()
        possible = (*another, *beside) or ("play a tile",)  # a game may be older than the list of known hands
        words = listed((*possible, "finish"), "or")
        return f"{words[0].upper()}{words[1:]}."


class Turns(Phase[RailroadRivals], frozen=True):
    """Turn after turn of four phases, until the one that turned out to be the last is complete. (R Game Turn)

    The first turn has no bidding: the dealt order stands. (R Bid for Turn Order; ruling B6)
    """

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        if state.ending:
            return score_stocks(joints.final(state)).tell(events.GameEnded(state.ending)).leave()
        begun = state.begin_turn().tell(events.TurnBegan(state.turn + 1))
        bidding = (BiddingPhase.opened(state.order),) if state.turn else ()
        phases = (DrawingTiles(), *bidding, DraftingPhase(), PlacingPhase(), DeliveringPhase())
        return begun.enter(*joints.turn(begun, phases))


PHASES = (Turns, DrawingTiles, BiddingPhase, DraftingPhase, PlacingPhase, DeliveringPhase)
"""Those of the base game; modules bring their own."""
