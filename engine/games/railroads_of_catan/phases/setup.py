"""Set up a new game. (RC Game Setup; rulings 1-12)"""

from engine.core import Event, Rng, Secret, all_seats, rng_from_seed, secret_for, settle
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS, START_CASH
from engine.games.railroads_of_catan.game_data.island import (
    CHITS,
    GOOD_BY_TERRAIN,
    GOOD_CARD_COUNTS,
    REMOVED_CHITS,
    TERRAIN_COUNTS,
    Island,
    Terrain,
)
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import EVENT_CARD_COUNTS
from engine.games.railroads_of_catan.phases import DraftPhase, Turns
from engine.games.railroads_of_catan.phases.game_state import InPlay
from engine.games.railroads_of_catan.state.events import IslandLaid
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans


def new_game(options: CatanOptions, seats: int, seed: int) -> tuple[RailroadsOfCatan, tuple[Event, ...]]:
    """Return the state of a new game at its first decision, and the events of the set-up."""
    everyone = all_seats(seats)
    layout, rng = make_island(rng_from_seed(seed))
    first, rng = rng.choice(everyone)
    cards, rng = rng.shuffle([card for card, count in EVENT_CARD_COUNTS.items() for _ in range(count)])
    goods, rng = rng.shuffle([good for good, count in GOOD_CARD_COUNTS.items() for _ in range(count)])
    state = InPlay(
        flow=(Turns(), DraftPhase()),
        options=options.state_options(),
        ends_settled=options.early_end == "settled",
        seats=seats,
        layout=layout,
        first=first,
        cash=dict.fromkeys(everyone, START_CASH),
        order=everyone,
        event_deck=Secret(cards[:MAX_TURNS], MAX_TURNS),
        slips=Secret((), 0),
        goods=Secret(goods, len(goods)),
        plans={seat: secret_for(seat, SeatPlans()) for seat in everyone},
        rng=Secret(rng),
    )
    return settle(state.emit(IslandLaid(state.from_seat(first)))).take_events()


def make_island(rng: Rng) -> tuple[Island, Rng]:
    """Shuffle all hexes, lay chits on the productive hexes, and remove two chits again. (rulings 1, 4)"""
    terrain, rng = rng.shuffle([kind for kind, count in TERRAIN_COUNTS.items() for _ in range(count)])
    chits, rng = rng.shuffle(CHITS)
    remaining_chits = iter(chits)
    numbers = [next(remaining_chits) if kind in GOOD_BY_TERRAIN else 0 for kind in terrain]
    return Island(tuple(map(Terrain, terrain)), tuple(0 if n in REMOVED_CHITS else n for n in numbers)), rng
