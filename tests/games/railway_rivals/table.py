"""Builders of positions of the building stage, and of moves by their notation."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine.core import Event, Seat, decisions, play, read_action, settle, write_action
from engine.errors import Refused
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.phases import BuildingPhase, BuildingStage, Operating
from engine.games.railway_rivals.state.plans import new_slot
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, TrackPiece

CHART = HEX_MAPS["london-liverpool"]
STARTS = ("C9", "Y5", "F32", "AA32")
"""The start towns Liverpool, Hull, Bristol, and London, which are far apart."""


def table(
    *,
    seats: int = 2,
    starts: tuple[str, ...] = STARTS,
    track: Mapping[int, str] | None = None,
    gold: Mapping[int, int] | None = None,
    capital: int | tuple[int, ...] = 6,
    roller: int = 1,
    reached: tuple[str, ...] = (),
    unreached: tuple[str, ...] | None = None,
    operating: bool = False,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> RailwayRivals:
    """A position in which ``roller`` is to build and the others plan; by default seats have 20 gold.

    ``track`` has lines in notation by seat. The towns ``reached``, or all except ``unreached``, are reached by seat 1.
    A tuple of capitals is a round of several Turns.
    """
    rules = RailwayOptions(**(options or {}))
    begun, _ = GAME.new_game(rules, seats, 1)
    everyone = begun.everyone
    began = tuple((seat, Hex(starts[(seat - 1) % len(starts)])) for seat in everyone)
    pieces = tuple(piece for seat, lines in (track or {}).items() for piece in pieces_of(seat, lines))
    first = {hex: seat for seat, hex in reversed(began)}
    for piece in pieces:
        for hex in (piece.a, piece.b):
            if hex in CHART.town_at:
                first.setdefault(hex, piece.seat)
    towns = reached if unreached is None else tuple(t.name for t in CHART.towns if t.name not in unreached)
    first |= {town_hex(name): Seat(1) for name in towns if town_hex(name) not in first}
    capitals = capital if isinstance(capital, tuple) else (capital,)
    order = [Seat((roller - 1 + turn + i) % seats + 1) for turn in range(len(capitals)) for i in range(seats)]
    slots = tuple(new_slot(seat, capitals[i // seats]) for i, seat in enumerate(order))
    left = sum(town.hex not in first for town in CHART.towns)
    fields = {
        "flow": (Operating() if operating else BuildingStage(), BuildingPhase(slots, unreached=left)),
        "turn": 5,
        "roller": Seat(roller),
        "gold": {seat: (gold or {}).get(seat, 20) for seat in everyone},
        "track": Track(began, pieces),
        "first": first,
        "operating": operating,
    }
    return settle(msgspec.structs.replace(begun, **(fields | changes)))


def pieces_of(seat: int, lines: str) -> Iterator[TrackPiece]:
    """Pieces of track of a seat along lines such as ``C9-D8-E8, F5-F6``."""
    for line in lines.replace(" ", "").split(","):
        for a, b in pairwise(line.split("-")):
            yield TrackPiece(Seat(seat), Hex(a), Hex(b))


def town_hex(name: str) -> Hex:
    town = CHART.find_town(name)
    assert town is not None, name
    return town.hex


def go(state: RailwayRivals, *lines: str) -> tuple[RailwayRivals, tuple[Event, ...]]:
    """Play notation lines; return the state and all events."""
    events: tuple[Event, ...] = ()
    for line in lines:
        state, more = play(state, read_action(line, GAME.actions))
        events += more
    return state, events


def refusal(state: RailwayRivals, line: str) -> str:
    """The refusal of a line."""
    with pytest.raises(Refused) as refused:
        go(state, line)
    return str(refused.value)


def offered(state: RailwayRivals, seat: int) -> list[str]:
    """The offers to a seat, as notation lines without the seat."""
    return [write_action(action).split(" ", 1)[1] for d in decisions(state) if d.seat == seat for action in d.offers]


def asked(state: RailwayRivals) -> list[int]:
    return [decision.seat for decision in decisions(state)]


def events_of(events: tuple[Event, ...], kind: type[Event]) -> list[Any]:
    """The events of a class."""
    return [event for event in events if type(event) is kind]


def words(events: tuple[Event, ...]) -> list[str]:
    """The sentences of events, without empty ones."""
    return [text for event in events if (text := GAME.text.event_sentence(event, lambda seat: f"Player {seat}"))]
