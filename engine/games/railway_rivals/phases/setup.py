"""The beginning of a game. (R Setting Up)"""

from engine.core import Event, Secret, all_seats, seeded, settle
from engine.games.railway_rivals.box.chart import CHARTS
from engine.games.railway_rivals.box.figures import STARTING_GOLD
from engine.games.railway_rivals.box.options import RailwayOptions
from engine.games.railway_rivals.phases import BuildingStage, StartingPhase
from engine.games.railway_rivals.phases.in_play import InPlay
from engine.games.railway_rivals.state.events import OrderDrawn
from engine.games.railway_rivals.state.plans import no_limits
from engine.games.railway_rivals.state.state import RailwayRivals


def new(options: RailwayOptions, seats: int, seed: int) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question: who chooses first is drawn. (ruling 11)"""
    everyone = all_seats(seats)
    first, rng = seeded(seed).choice(everyone)
    state = InPlay(
        flow=(BuildingStage(), StartingPhase()),
        options=options,
        seats=seats,
        gold=dict.fromkeys(everyone, STARTING_GOLD),
        roller=first,
        limits=no_limits(everyone),
        stock=Secret(()),
        rng=Secret(rng),
    ).shuffled(CHARTS[options.map].cards)
    return settle(state.tell(OrderDrawn(state.from_seat(first)))).take_news()
