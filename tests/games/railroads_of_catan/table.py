"""Builders of positions of Railroads of Catan, and moves by notation.

The island, with the goods of cities and the numbers of chits (hexes in capitals cannot have a city)::

           H01 wood8   H02 brick9  H03 sea   H04 sea
        H05 sea   H06 wood6  H07 sea   H08 FIELDS  H09 ore11
      H10 DESERT  H11 sea  H12 sea  H13 sea  H14 sea  H15 sea
    H16 sea  H17 sea  H18 sea  H19 sheep3  H20 sea  H21 sea  H22 sheep10
      H23 sea  H24 wheat10  H25 sheep4  H26 brick4  H27 wheat5  H28 ore11
        H29 ore5  H30 wheat6  H31 sea  H32 wood9  H33 wood8
           H34 sea  H35 sheep3  H36 HILLS  H37 sea
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.core import (
    Action,
    Event,
    Seat,
    Secret,
    decisions,
    play,
    premove_decisions,
    read_action,
    rng_from_seed,
    settle,
    write_action,
)
from engine.errors import Refused
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import COMMISSION, SLIPS_PER_CITY, START_CASH
from engine.games.railroads_of_catan.game_data.island import (
    GOOD_CARD_COUNTS,
    HEXES,
    HEXES_BY_TRACK,
    Good,
    Island,
    NodeId,
    Terrain,
    Track,
    TrackKind,
    kind_of,
    track_between,
)
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import Associate, City, DeliveryOrder, EventCard, TrainPiece
from engine.games.railroads_of_catan.phases import AnyPhase, BuyingPhase, RunsPhase, Turns
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans

_TERRAIN = {"w": "forest", "b": "hills", "s": "pasture", "f": "fields", "o": "mountains", "d": "desert", ".": "sea"}

_ISLAND = "wb.. .w.fo d..... ...s..s .fsbfo of.ww .sb.".replace(" ", "")
_CHITS = {
    1: 8,
    2: 9,
    6: 6,
    9: 11,
    19: 3,
    22: 10,
    24: 10,
    25: 4,
    26: 4,
    27: 5,
    28: 11,
    29: 5,
    30: 6,
    32: 9,
    33: 8,
    35: 3,
}

LAYOUT = Island(
    tuple(Terrain(_TERRAIN[letter]) for letter in _ISLAND),
    tuple(_CHITS.get(number, 0) for number in range(1, len(HEXES) + 1)),
)

CITIES: Mapping[int, tuple[str, ...]] = {
    1: ("H33", "H32", "H22", "H28"),
    2: ("H01", "H02", "H24", "H09"),
    3: ("H30", "H29", "H25", "H35"),
    4: ("H06", "H27", "H26", "H19"),
}
"""The hexes of each seat's cities with five, four, three, and two dots."""


def table(*phases: AnyPhase, **position: Any) -> RailroadsOfCatan:
    """A position at the first decision of ``phases``, which are played in this order before the turn ends.

    ``begin`` documents the arguments of a ``position``.
    """
    return begin(*phases, **position)[0]


def begin(
    *phases: AnyPhase,
    seats: int = 4,
    cash: Mapping[int, int] | int = START_CASH,
    tracks: Mapping[int, str] | None = None,
    trains: Mapping[int, Iterable[str]] | None = None,
    orders: Iterable[str] = (),
    associates: Mapping[int, str] | None = None,
    event: str = "",
    turn: int = 2,
    said: Mapping[int, SeatPlans] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    **changes: Any,
) -> tuple[RailroadsOfCatan, tuple[Event, ...]]:
    """The position of ``table``, and the events until its first decision.

    ``tracks`` are lines by seat (``H33-V85-V86, H22-V60``). ``trains`` by seat are written ``H33`` or
    ``H33 large ore ore`` and numbered from 1. ``orders`` are written ``H01 ore`` or ``H01 ore 6000`` and lettered from
    A. ``said`` are plans by seat. If ``cash`` is a number, every seat has it. Everything else is as in a new game.
    """
    begun, _ = GAME.new_game(CatanOptions(**(options or {})), seats, seed)
    everyone = begun.everyone
    open_orders = tuple(order_of(chr(ord("A") + i), line) for i, line in enumerate(orders))
    owned = {over: Seat(seat) for seat, lines in (tracks or {}).items() for over in tracks_of(lines)}
    rest = [
        good
        for good, count in GOOD_CARD_COUNTS.items()
        for _ in range(count - sum(o.good is good for o in open_orders))
    ]
    goods, rng = rng_from_seed(seed, "table").shuffle(rest)
    in_hand = {seat: cash if isinstance(cash, int) else cash.get(seat, START_CASH) for seat in everyone}
    fields = {
        "flow": (Turns(), *reversed(phases or (BuyingPhase(), RunsPhase()))),
        "layout": LAYOUT,
        "cash": in_hand,
        "bank": START_CASH * seats - sum(in_hand.values()),
        "cities": {NodeId(hex): City(seat, 5 - i) for seat in everyone for i, hex in enumerate(CITIES[seat])},
        "tracks": owned,
        "trains": tuple(
            train_of(Seat(seat), number, line)
            for seat, lines in sorted((trains or {}).items())
            for number, line in enumerate(lines, 1)
        ),
        "orders": open_orders,
        "goods": Secret(goods, len(goods)),
        "associates": {Seat(seat): Associate(word) for seat, word in (associates or {}).items()},
        "event": EventCard(event) if event else None,
        "turn": turn,
        "first": Seat(1),
        "order": everyone,
        "rng": Secret(rng),
    }
    laid = msgspec.structs.replace(begun, **fields)
    slips = [hex for hex in laid.cities for _ in range(SLIPS_PER_CITY[seats] - sum(o.city == hex for o in open_orders))]
    placed = msgspec.structs.replace(laid.shuffle_slips(tuple(slips)), **changes)
    for seat, plans in (said or {}).items():
        placed = placed.set_plans(Seat(seat), plans)
    return settle(placed).take_events()


def tracks_of(lines: str) -> tuple[Track, ...]:
    """The tracks along ``H33-V85-V86, H22-V60``; fails if points are not neighbors."""
    words = [line.strip().split("-") for line in lines.split(",") if line.strip()]
    tracks = tuple(track_between(NodeId(a), NodeId(b)) for line in words for a, b in pairwise(line))
    assert set(tracks) <= set(HEXES_BY_TRACK), f"no such track: {sorted(set(tracks) - set(HEXES_BY_TRACK))}"
    return tracks


def train_of(seat: Seat, number: int, line: str) -> TrainPiece:
    """The train of a line such as ``H33 large ore ore``."""
    at, *rest = line.split()
    goods = tuple(sorted(Good(word) for word in rest if word != "large"))
    return TrainPiece(seat, number, NodeId(at), large="large" in rest, goods=goods)


def order_of(letter: str, line: str) -> DeliveryOrder:
    """The order of a line such as ``H01 ore 6000``."""
    city, good, *bonus = line.split()
    return DeliveryOrder(letter, NodeId(city), Good(good), int(bonus[0]) if bonus else COMMISSION)


def kinds(kind: TrackKind) -> tuple[Track, ...]:
    """All possible tracks of a kind on the island, in alphabetical order."""
    return tuple(track for track in HEXES_BY_TRACK if kind_of(LAYOUT, track) is kind)


def go(state: RailroadsOfCatan, *lines: str) -> tuple[RailroadsOfCatan, tuple[Event, ...]]:
    """Play lines of notation; returns the state and the events of all of them."""
    all_events: tuple[Event, ...] = ()
    for line in lines:
        state, events = play(state, read_action(line, GAME.actions))
        all_events += events
    return state, all_events


def refusal(state: RailroadsOfCatan, line: str) -> str:
    """The refusal of a line; fails if it is not refused."""
    with pytest.raises(Refused) as refused:
        go(state, line)
    return str(refused.value)


def can(state: RailroadsOfCatan, line: str) -> bool:
    """Whether a line is among the offers, listed or not."""
    action: Action = read_action(line, GAME.actions)
    return any(action in d.offers for d in (*decisions(state), *premove_decisions(state)) if d.seat == action.seat)


def offered(state: RailroadsOfCatan, seat: int) -> list[str]:
    """The listed offers of a seat, as lines of notation without the seat."""
    return [write_action(action).split(" ", 1)[1] for d in decisions(state) if d.seat == seat for action in d.offers]


def premove_lines(state: RailroadsOfCatan, seat: int) -> list[str]:
    """The listed premoves of a seat, as lines of notation without the seat."""
    return [
        write_action(action).split(" ", 1)[1] for d in premove_decisions(state) if d.seat == seat for action in d.offers
    ]


def seats_asked(state: RailroadsOfCatan) -> list[int]:
    return [decision.seat for decision in decisions(state)]


def events_of(events: tuple[Event, ...], kind: type[Event]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if type(event) is kind]


def words(events: tuple[Event, ...]) -> list[str]:
    """The narration of the events, a sentence each."""
    return [text for event in events if (text := GAME.text.event_sentence(event, lambda seat: f"Player {seat}"))]
