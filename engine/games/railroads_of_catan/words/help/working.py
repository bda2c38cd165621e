"""The rules of building, running and the end."""

from __future__ import annotations

from engine.games.railroads_of_catan.box.figures import (
    CAPACITY,
    CITY_FEE,
    CONNECTION_FEE,
    FEE_CAP,
    MOUNTAIN_MOVES,
    MOVES,
    RICH,
    SEGMENT_FEE,
    SMALL_TRAIN,
    TRACKS_A_TURN,
    TRAINS_IN_CITY,
    TURNS,
    UPGRADE,
)
from engine.games.railroads_of_catan.state.naming import dollars
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Topic = tuple[str, str]

_TRACKS: Topic = (
    "Phase 5 - Tracks",
    f"You may lay {TRACKS_A_TURN} tracks. A track joins the center of a hex with one of its corners, or two corners "
    "along a side. It costs $1,000, in mountains or on water $2,000, and begins at one of your cities or tracks. "
    f"For each track that ends in another player's city its owner gets {dollars(CONNECTION_FEE)}, also for a "
    "track that is free. Between two points there is only one track.",
)
_KINDS: Topic = (
    "Phase 5 - Kinds of Track",
    "A track touches the hex that it crosses, or the hexes on both sides of it. If all of them are mountains, it is a "
    "mountain track; if all are sea, a water track. If only one of two is sea, it is a coast track, also beside "
    "mountains. Every other track is plain, also one between mountains and other land. Plain and coast tracks cost the "
    "same; a monsoon closes the coast and destroys what is on water.",
)
_TRAINS: Topic = (
    "Phase 5 - Trains",
    f"Once a turn you may buy a small train for {dollars(SMALL_TRAIN)}, which begins in one of your cities, or make a "
    f"small one large for {dollars(UPGRADE)}. A small train makes {MOVES[False]} moves and holds {CAPACITY[False]} "
    f"barrels, a large one {MOVES[True]} moves and {CAPACITY[True]} barrels.",
)
_MOVES: Topic = (
    "Phase 6 - Moves and Fees",
    f"Each train runs once a turn. A track takes one move, in mountains {MOUNTAIN_MOVES}; a stop to load and unload "
    f"takes one. A track of another player costs {dollars(SEGMENT_FEE)} to its owner each time, and another player's "
    f"city {dollars(CITY_FEE)} when you go through it or end there, together at most {dollars(FEE_CAP)} to each "
    f"player a turn. With the Union Manager you pay nothing for tracks, but still {dollars(CITY_FEE)} for a city and "
    f"the price of goods. A city holds {TRAINS_IN_CITY} trains, any other point one; passing is free.",
)
_GOODS: Topic = (
    "Phase 6 - Goods",
    "In a city you load its own good for $100 a dot and barrel, ore for $200, paid to the city's owner; in your own "
    "city it is free. You sell for $200 a dot, ore for $300, in any city that does not make the good. A barrel that "
    "an open order asks for brings its bonus too; each order takes one barrel. Goods may stay on the train for later "
    "turns, or be thrown away.",
)
_ROUTES: Topic = (
    "Writing a trip",
    "H17+2>V43>H18-ore:A-2wood+3 begins at H17 and loads 2, runs over V43 to H18, sells one ore there for order A and "
    "2 wood, and loads 3. *ore throws one away. Trips and tracks can be planned ahead: a plan is carried out when "
    "your turn comes if all of it is legal and costs no more than you said; otherwise you are asked. Once planned "
    "track is laid you build nothing else in that turn; about trains without a plan you are asked.",
)
_END: Topic = (
    "Phase 7 - Round End",
    f"The game ends after phase 6 when a player has {dollars(RICH)}, when own tracks join all four cities of a "
    f"player, after {TURNS} turns, or when no player can ever earn money again. Most cash wins. Of equals, who has "
    "more in assets: 1 for a track, 2 in mountains or on water, 5 or 8 for a train, a half for a barrel.",
)
_ONE_VISIT: Topic = (
    "One visit a turn",
    "At this table each player builds and then runs trains at once, before the next player's visit.",
)


def topics_now(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """What matters in a phase of this half; nothing in others."""
    match state.flow[-1:]:
        case ():
            return (_END,)
        case (Building(),):
            return (_TRACKS, _KINDS, _TRAINS)
        case (Running(),):
            return (_MOVES, _GOODS)
        case _:
            return ()


def topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """All of this half, in rulebook order."""
    one = (_ONE_VISIT,) if state.options.visits == "one" else ()
    return (*one, _TRACKS, _KINDS, _TRAINS, _MOVES, _GOODS, _ROUTES, _END)
