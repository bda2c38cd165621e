"""A player's public things besides score and links: buildings to be built, and special tiles.

(RB Advanced Buildings; RB Stock Shenanigans: all of it is public)
"""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroad_rivals.box.data import Special
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.buildings import TALL, hotel, tower
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.variants import has_buildings, specials, to_build, unbuilt
from render.palette import INK_SOFT
from render.parts.text import TABLE_TIGHT
from render.scene import Shape

_SIGN = 56
"""px from one building to the next."""


def left_to_build(state: RailroadRivals, seat: Seat, x: float, y: float) -> Iterator[Shape]:
    """The hotel and the water tower that a seat still has, side by side around a point; “–” once both are built."""
    if not has_buildings(state):
        return
    signs = zip((hotel, tower), unbuilt(state, seat), strict=True)
    left = [draw for draw, there in signs if there]
    start = x - _SIGN * len(left) / 2
    for i, draw in enumerate(left):
        yield draw(seat, start + _SIGN * i, y - TALL / 2, 1.0)
    if not left:
        yield TABLE_TIGHT.middle(x, y + TABLE_TIGHT.rise, "–", "built", INK_SOFT)


def tiles_of(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The special tiles by name, and what Locomotive Upgrades bring."""
    upgrades = state.baron.count(seat, Special.UPGRADE)
    others = tuple(SIGNS[special].name for special in specials(state, seat) if special != Special.UPGRADE)
    return ((f"Upgrade +{upgrades}",) if upgrades else ()) + others


def extras_said(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The same in words."""
    return (*(f"{building} to build" for building in to_build(state, seat)), *tiles_of(state, seat))
