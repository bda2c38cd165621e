"""Phase 1, first half: tiles are turned up. (R Draw Tiles; R When the City Tile Draw Pile Runs Out)"""

from engine.core import Phase
from engine.games.railroad_rivals.box.data import PICKS, City
from engine.games.railroad_rivals.state.events import CityPileRanOut, TilesDrawn
from engine.games.railroad_rivals.state.state import RailroadRivals


class DrawingTiles(Phase[RailroadRivals], frozen=True):
    """A city and a stock tile for every player; two stock tiles once the city pile cannot serve all.

    The switch is permanent, and the rest of the city pile leaves the game unseen. (R When the City Tile Draw Pile
    Runs Out; rulings D4, D5)
    """

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        if not state.city_pile_out and state.city_pile.size < state.seats:
            state = state.throw_out_city_pile().tell(CityPileRanOut(state.city_pile.size))
        if state.city_pile_out:
            drawn = state.draw_tiles(cities=0, stocks=PICKS * state.seats)
        else:
            drawn = state.draw_tiles(cities=state.seats, stocks=state.seats)
        return drawn.tell(
            TilesDrawn(
                tuple(City(lot.tile) for lot in drawn.city_offer),
                tuple(lot.tile for lot in drawn.stock_offer),
            )
        ).leave()
