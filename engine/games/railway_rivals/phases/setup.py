"""The set-up of a game. (R Setting Up)"""

from engine.core import Event, Secret, all_seats, rng_from_seed, settle
from engine.games.railway_rivals.game_data.constants import STARTING_GOLD
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.phases import BuildingStage, StartingPhase
from engine.games.railway_rivals.phases.game_state import InPlay
from engine.games.railway_rivals.state.events import OrderDrawn
from engine.games.railway_rivals.state.plans import no_limits
from engine.games.railway_rivals.state.state import RailwayRivals


def new_game(options: RailwayOptions, seats: int, seed: int) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """Set up a game, and draw the seat that chooses a start town first. (ruling 11)"""
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
    )
    after_shuffle = state.shuffle_stock(state.hex_map.cards)
    return settle(after_shuffle.emit(OrderDrawn(state.from_seat(first)))).take_events()
