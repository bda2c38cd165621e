"""Random small boards: track of several owners between the southern cities, and a train on it."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from engine.games.railroads_of_catan.game_data.island import NEIGHBORS, Good, NodeId, track_between
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from tests.games.railroads_of_catan.table import CITIES, LAYOUT, table

_SOUTH = ("H22", "H25", "H26", "H27", "H28", "H30", "H32", "H33")
_CASH = (0, 400, 1_000, 15_000)
_HAD = (0, 0, 400, 700, 900, 1_000)
_ASSOCIATES = ("", "", "union", "conductor", "negotiator")
_EVENTS = ("", "", "plenty", "monsoon")


def small_board(number: int) -> tuple[RailroadsOfCatan, dict[int, int]]:
    """A position in which seat 1 runs trains, and the fees that each rival has received, by number."""
    lot = Random(number)
    tracks = _tracks(lot)
    points = sorted({end for over in tracks for end in over.split("-")})
    at = lot.choice(points)
    loads = [lot.choice(tuple(Good)) for _ in range(lot.randrange(3))]
    train = " ".join([at, *(["large"] if lot.random() < 0.2 else []), *loads])
    associate = lot.choice(_ASSOCIATES)
    state = table(
        RunsPhase(),
        BiddingPhase(),
        tracks={seat: ",".join(over for over, owner in tracks.items() if owner == seat) for seat in (1, 2, 3, 4)},
        trains={1: [train], 2: [lot.choice(points) for _ in range(lot.randrange(3))]},
        orders=[*_orders(lot, [hex for hex in points if hex in _SOUTH])],
        cash={1: lot.choice(_CASH)},
        associates={1: associate} if associate else {},
        event=lot.choice(_EVENTS),
    )
    had = {seat: lot.choice(_HAD) for seat in (2, 3, 4)}
    return state, {seat: fees for seat, fees in had.items() if fees}


def _tracks(lot: Random) -> dict[str, int]:
    """Four or five paths between cities, each track with a random owner."""
    owner_by_track: dict[str, int] = {}
    here = NodeId(lot.choice(_SOUTH))
    for _ in range(lot.choice((4, 5))):
        there = NodeId(lot.choice([hex for hex in _SOUTH if hex != here]))
        for a, b in pairwise(_path(lot, here, there)):
            owner_by_track.setdefault(track_between(a, b), lot.choice((1, 1, 2, 3, 4)))
        here = there
    return owner_by_track


def _path(lot: Random, here: NodeId, there: NodeId) -> list[NodeId]:
    """A random one of the shortest paths between two points."""
    before, waiting = {here: here}, [here]
    for place in waiting:
        for beside in sorted(NEIGHBORS[place], key=lambda _: lot.random()):
            if beside not in before:
                before[beside] = place
                waiting.append(beside)
    path = [there]
    while path[-1] != here:
        path.append(before[path[-1]])
    return path


def _orders(lot: Random, cities: list[str]) -> Iterator[str]:
    """Up to three orders for goods that their cities do not make."""
    for _ in range(lot.randrange(4)):
        if cities:
            city = lot.choice(cities)
            good = lot.choice([good for good in Good if good is not LAYOUT.good_of(NodeId(city))])
            yield f"{city} {good} {lot.choice((500, 4_000))}"


assert {city for own in CITIES.values() for city in own} >= {*_SOUTH}
