"""The phases of a turn, and the end of the game. (R Game Turn; R Game End & Scoring)"""

from collections.abc import Hashable, Sequence
from typing import Any, Self

from engine.core import Action, Decision, Phase, Rule, Seat, count_noun, join_words
from engine.core.action import button_title
from engine.games.railroad_rivals.game_data.pieces import free_tiles, is_city
from engine.games.railroad_rivals.game_data.printed_data import PICKS_PER_TURN, City
from engine.games.railroad_rivals.rules import bidding, delivery, drafting, placing
from engine.games.railroad_rivals.rules.placement_search import Placements
from engine.games.railroad_rivals.rules.scoring import score_stocks
from engine.games.railroad_rivals.state import active_modules, events
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


class DrawingTiles(Phase[RailroadRivals], frozen=True):
    """Reveal one city tile and one stock tile per player; after the city pile has run out, two stock tiles.

    The city pile runs out when it has fewer tiles than there are players; its last tiles leave the game unseen. (R When
    the City Tile Draw Pile Runs Out; rulings D4, D5)
    """

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        if not state.city_pile_out and state.city_pile.size < state.seats:
            state = state.remove_city_pile().emit(events.CityPileRanOut(state.city_pile.size))
        if state.city_pile_out:
            drawn = state.draw_offer(cities=0, stocks=PICKS_PER_TURN * state.seats)
        else:
            drawn = state.draw_offer(cities=state.seats, stocks=state.seats)
        cities = tuple(City(tile) for tile in free_tiles(drawn.city_offer))
        return drawn.emit(events.TilesDrawn(cities, free_tiles(drawn.stock_offer))).pop_phase()


class BiddingPhase(Bidding, frozen=True, tag="Bidding"):
    """The bidding for turn order, with its rules."""

    rules = bidding.RULES

    @classmethod
    def start(cls, order: tuple[Seat, ...]) -> Self:
        """Begin the bidding; the last player in turn order bids first. (ruling B1)"""
        return cls(still_in=order[::-1])

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if len(self.still_in) == 1:
            return ()
        return (Decision(self.still_in[0], self._prompt(state), self.offers(state)),)

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        return bidding.settle_bidding(state, self).pop_phase()

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that during the bidding. {self._prompt(state)}"

    def _prompt(self, state: RailroadRivals) -> str:
        """The prompt to bid or pass, or only to pass if the player has too few points to bid."""
        place = f" and take place {len(self.still_in)}" if state.options.bidding == "whole-order" else ""
        score = state.score[self.still_in[0]]
        if score > self.best:
            high = f"high bid: {self.best}" if self.best else "no bids yet"
            return f"Bid to go first, or pass{place} ({high})."
        have = f"you have {count_noun(score, 'point')}"
        return f"Pass{place}: the high bid is {self.best}, and {have}." if self.best else f"Pass{place}: {have} to bid."


class DraftingPhase(Drafting, frozen=True, tag="Drafting"):
    """The drafting of tiles, with its rules."""

    rules = (drafting.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.picks == PICKS_PER_TURN * state.seats:
            return ()
        offers = tuple(self.offers(state))
        return (Decision(drafting.seat_to_draft(state, self), self._prompt(state), offers),) if offers else ()

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        """End the phase, or skip a seat because the offer is empty. (ruling D7)"""
        if self.picks == PICKS_PER_TURN * state.seats:
            return state.pop_phase()
        return state.update_phase(picks=self.picks + 1).emit(events.DraftSkipped(drafting.seat_to_draft(state, self)))

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that during the draft. Take {join_words(drafting.draftable_tiles(state, self), 'or')}."

    def _prompt(self, state: RailroadRivals) -> str:
        if self.picks >= state.seats:
            return "Draft your second tile."
        kinds = ("city" if is_city(tile) else "stock" for tile in drafting.draftable_tiles(state, self))
        return f"Draft a {join_words(tuple(dict.fromkeys(kinds)), 'or')} tile."


class PlacingPhase(Placing, frozen=True, tag="Placing"):
    """The placing of cities, with its rules."""

    rules = (placing.RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        return (Decision(state.order[self.done], self._prompt(state), offers),) if offers else ()

    def disclosure_keys(self, state: RailroadRivals, seat: Seat) -> frozenset[Hashable]:
        """Return a key for the fact that a player can place a tile, which the phase discloses. (ruling S4)

        There is no key if known tiles of the player show this fact already.
        """
        player = state.order[self.done]
        known = state.public_hand(player)
        if player == seat or len(known) == state.hand[player].size or Placements(state.board, player, known):
            return frozenset()
        return frozenset({("can place", state.turn, player)})

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        """Skip a player who can't place; after the last player, end the phase. (R Place a City Tile; ruling P14)"""
        if self.done == state.seats:
            return placing.end_on_standstill(state).pop_phase()
        seat = state.order[self.done]
        event = events.PlacementPassed(seat, empty_handed=not state.count_placeable(seat))
        return state.update_phase(done=self.done + 1).emit(event)

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that now: cities are being placed. {self._prompt(state)}"

    def _prompt(self, state: RailroadRivals) -> str:
        """The prompt to place a city. It is public, so it depends only on publicly known tiles of the hand."""
        seat = state.order[self.done]
        played = sum(not state.board.tile_as_printed(city).edges for city in state.public_hand(seat))
        return "Place your city tile." if state.hand[seat].size - played == 1 else "Place one of your city tiles."


class DeliveringPhase(Delivering, frozen=True, tag="Delivering"):
    """The deliveries of all players, with their rules."""

    def active_rules(self, state: RailroadRivals) -> Sequence[Rule[Any]]:
        """Return the rules of delivering, of actions that modules in play add, and of finishing."""
        return (
            delivery.DELIVER_RULE,
            *active_modules.delivery_rules(state),
            *active_modules.side_move_rules(state),
            delivery.FINISH_RULE,
        )

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        if all(isinstance(offer, Pass) for offer in offers):
            return ()
        return (Decision(state.order[self.done], self._prompt(state), offers),)

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        """Skip a player who can't deliver; after the last player, refill the bag and end the phase. (ruling G3)"""
        if self.done < state.seats:
            after = delivery.pass_to_next_seat(state, self)
            return after if self.made else after.emit(events.DeliverySkipped(state.order[self.done]))
        after = state.refill_bag().pop_phase()
        counts = (module.count_delivery_phases(state) for module in active_modules.modules_in_play(state))
        is_last = self.time >= max(counts, default=1)
        return after if is_last else after.push_phases(DeliveringPhase(time=self.time + 1))

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        """Return the refusal of an action that belongs to another phase; it says what the seat can do now."""
        offers = (offer for rule in active_modules.side_move_rules(state) for offer in rule.offers(state, self))
        titles = (button_title(type(offer)) for offer in offers)
        side_moves = tuple(dict.fromkeys(f"{title[0].lower()}{title[1:]}" for title in titles))
        deliver = ("deliver a cube over a link",) if delivery.can_deliver(state, self) else ()
        finish = ("finish",) if delivery.FINISH_RULE.collect_offers(state, self) else ()
        possible = join_words((*deliver, *side_moves, *finish), "or")
        return f"You can’t do that while goods are being delivered. You can {possible}."

    def _prompt(self, state: RailroadRivals) -> str:
        """The prompt for a delivery and other moves. It is public, so it does not depend on secret tiles."""
        side_moves, can_deliver = active_modules.side_move_labels(state, self), delivery.can_deliver(state, self)
        if can_deliver and not self.made:
            also = f"; you can also {join_words(side_moves, 'or')}" if side_moves else ""
            return f"Deliver a cube over a link{also}."
        another = ("deliver another cube",) if can_deliver else ()
        # Stored games of old releases have no list of known tiles, so ``side_moves`` may lack one.
        possible = (*another, *side_moves) or ("play a tile",)
        prompt = join_words((*possible, "finish"), "or")
        return f"{prompt[0].upper()}{prompt[1:]}."


class Turns(Phase[RailroadRivals], frozen=True):
    """Begin a turn, or end the game after the last turn. (R Game Turn)

    The first turn has no bidding, because its order is drawn during setup. (R Bid for Turn Order; ruling B6)
    """

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        if state.ending:
            scored = score_stocks(active_modules.apply_final_scoring(state))
            return scored.emit(events.GameEnded(state.ending)).pop_phase()
        started = state.begin_turn().emit(events.TurnBegan(state.turn + 1))
        bidding = (BiddingPhase.start(state.order),) if state.turn else ()
        phases = (DrawingTiles(), *bidding, DraftingPhase(), PlacingPhase(), DeliveringPhase())
        return started.push_phases(*active_modules.turn_phases(started, phases))


PHASES = (Turns, DrawingTiles, BiddingPhase, DraftingPhase, PlacingPhase, DeliveringPhase)
"""The phases of the base game; modules add others."""
