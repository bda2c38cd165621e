"""The beginning of a game. (R Setting Up)"""

from engine.core import Event, Secret, all_seats, rng_from_seed, settle
from engine.games.railway_rivals.game_data.constants import STARTING_GOLD
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.phases import BuildingStage, StartingPhase
from engine.games.railway_rivals.phases.game_state import InPlay
from engine.games.railway_rivals.state.events import OrderDrawn
from engine.games.railway_rivals.state.plans import no_limits
from engine.games.railway_rivals.state.state import RailwayRivals


def new_game(options: RailwayOptions, seats: int, seed: int) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """A game of ``seats`` players at its first decision; the first seat to choose is drawn. (ruling 11)"""
    everyone = all_seats(seats)
    first, rng = rng_from_seed(seed).choice(everyone)
    state = InPlay(
        flow=(BuildingStage(), StartingPhase()),
        options=options,
        seats=seats,
        gold=dict.fromkeys(everyone, STARTING_GOLD),
        roller=first,
        limits=no_limits(everyone),
        stock=Secret(()),
        rng=Secret(rng),
    ).shuffle_stock(HEX_MAPS[options.map].cards)
    return settle(state.emit(OrderDrawn(state.from_seat(first)))).take_events()
