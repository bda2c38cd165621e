"""The phases of the solitaire game. (R Solitaire Rules, Setup and Play)"""

from engine.core import Action, Decision, Phase, RuledPhase, join_words
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.solitaire.numbers import PLAYER, TILES_TO_CHOOSE_FROM, TURNS
from engine.games.railroad_rivals.solitaire.rules import (
    ARRANGE_RULE,
    DELIVER_RULE,
    LAY_START_RULE,
    PLACE_RULE,
    TAKE_STOCK_RULE,
    city_choices,
    discard_offer,
    stock_choices,
    supply_starting_cities,
)
from engine.games.railroad_rivals.state.events import DeliverySkipped, PlacementPassed, TilesDrawn
from engine.games.railroad_rivals.state.state import RailroadRivals


class Arranging(RuledPhase[RailroadRivals], frozen=True):
    """The player puts the first three cubes in order. (R Solitaire Rules, Goods Cubes; ruling O3)"""

    rules = (ARRANGE_RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return (Decision(PLAYER, "Put the first 3 cubes of the progression in order.", tuple(self.offers(state))),)

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that yet. Put the first 3 cubes in order: {join_words(state.delivered)}."


class LayingStart(RuledPhase[RailroadRivals], frozen=True):
    """Each starting city gets a cube; in the Challenge, the player places the cities first. (R Starting City Tiles; O2)

    The cities of the Challenge are placed in any order. A match is required if possible; otherwise, a city is placed
    beside any tile, without a link. (R Solitaire Challenge; ruling O10)
    """

    heading = "Starting City Tiles"
    rules = (LAY_START_RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = self.offers(state)
        return (Decision(PLAYER, "Place one of your starting cities.", offers),) if offers else ()

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        return supply_starting_cities(state.discard_offer()).pop_phase()

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that yet. Place a starting city: {join_words(city_choices(state), 'or')}."


class DrawingStocks(RuledPhase[RailroadRivals], frozen=True):
    """The player takes one of three stock tiles; the others leave the game. (R Draw Stock Tiles)

    The eleventh turn is the last. (R Turns)
    """

    rules = (TAKE_STOCK_RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = tuple(self.offers(state))
        return (Decision(PLAYER, "Take one of the stock tiles.", offers),) if offers else ()

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        drawn = state.draw_offer(cities=0, stocks=TILES_TO_CHOOSE_FROM)
        after = drawn.emit(TilesDrawn((), free_tiles(drawn.stock_offer)))
        return after.announce_end("eleven-turns") if state.turn == TURNS else after

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that yet. Take a stock tile: {join_words(stock_choices(state), 'or')}."


class DrawingCities(Phase[RailroadRivals], frozen=True):
    """Reveal three city tiles. (R Draw City Tiles)"""

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        drawn = state.draw_offer(cities=TILES_TO_CHOOSE_FROM, stocks=0)
        return drawn.emit(TilesDrawn(city_choices(drawn), ())).pop_phase()


class PlacingOne(RuledPhase[RailroadRivals], frozen=True):
    """The player places one of the three city tiles; the others leave the game. (R Place Tile)

    A match is required if any of the three can match; otherwise blank edges must touch. If that is impossible too, all
    three leave the game. (ruling O4)
    """

    heading = "Place Tile"
    rules = (PLACE_RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = self.offers(state)
        return (Decision(PLAYER, "Place one of the city tiles.", offers),) if offers else ()

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        return discard_offer(state.emit(PlacementPassed(PLAYER, empty_handed=False))).pop_phase()

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that now. Place a city: {join_words(city_choices(state), 'or')}."


class DeliveringOne(RuledPhase[RailroadRivals], frozen=True):
    """The player delivers a cube, which is added to the progression. (R Deliver a Goods Cube; ruling O6)

    The colors to its left score, and the railroad's stock rises by 2, but not above 10. (rulings O5, O7, O9)
    """

    heading = "Deliver a Goods Cube"
    rules = (DELIVER_RULE,)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if not state.has_deliverable_cube():
            return ()
        return (Decision(PLAYER, "Deliver a cube over a link.", tuple(self.offers(state))),)

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        """Skip the delivery because none is possible. (ruling O8)"""
        return state.emit(DeliverySkipped(PLAYER)).pop_phase()

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return "You can’t do that now. Deliver a cube over a link."
