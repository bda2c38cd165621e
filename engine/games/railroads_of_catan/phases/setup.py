"""The beginning of a game. (RC Game Setup; rulings 1-12)"""

from engine.core import Event, Rng, Secret, all_seats, known_to, seeded, settle
from engine.games.railroads_of_catan.box.figures import START_CASH, TURNS
from engine.games.railroads_of_catan.box.island import CHITS, GOODS, PRODUCES, REMOVED, TERRAIN, Layout, Terrain
from engine.games.railroads_of_catan.box.options import CatanOptions
from engine.games.railroads_of_catan.box.pieces import EVENT_CARDS
from engine.games.railroads_of_catan.phases import DraftPhase, Turns
from engine.games.railroads_of_catan.phases.in_play import InPlay
from engine.games.railroads_of_catan.state.events import IslandLaid
from engine.games.railroads_of_catan.state.state import Plans, RailroadsOfCatan


def new(options: CatanOptions, seats: int, seed: int) -> tuple[RailroadsOfCatan, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question."""
    everyone = all_seats(seats)
    layout, rng = laid(seeded(seed))
    first, rng = rng.choice(everyone)
    cards, rng = rng.shuffle([card for card, count in EVENT_CARDS.items() for _ in range(count)])
    goods, rng = rng.shuffle([good for good, count in GOODS.items() for _ in range(count)])
    state = InPlay(
        flow=(Turns(), DraftPhase()),
        options=options.on_table(),
        ends_settled=options.early_end == "settled",
        seats=seats,
        layout=layout,
        first=first,
        cash=dict.fromkeys(everyone, START_CASH),
        order=everyone,
        event_deck=Secret(cards[:TURNS], TURNS),
        slips=Secret((), 0),
        goods=Secret(goods, len(goods)),
        plans={seat: known_to(seat, Plans()) for seat in everyone},
        rng=Secret(rng),
    )
    return settle(state.tell(IslandLaid(state.from_seat(first)))).take_news()


def laid(rng: Rng) -> tuple[Layout, Rng]:
    """All hexes mixed together; chits on those that produce something, two of them taken away again. (rulings 1, 4)"""
    terrain, rng = rng.shuffle([kind for kind, count in TERRAIN.items() for _ in range(count)])
    chits, rng = rng.shuffle(CHITS)
    left = iter(chits)
    numbers = [next(left) if kind in PRODUCES else 0 for kind in terrain]
    return Layout(tuple(map(Terrain, terrain)), tuple(0 if n in REMOVED else n for n in numbers)), rng
