"""What a player has before it besides score and links: buildings to be built, and special tiles.

(RB Advanced Buildings; RB Stock Shenanigans: all of it is public)
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import Special
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.buildings import hotel, tower
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.variants import has_buildings, specials, to_build, unbuilt
from render.palette import INK_SOFT, RULE
from render.parts.text import BODY, TAG
from render.scene import Box, Shape

_BUILDINGS, _LINE = 70, 54
_NARROW = 210


def extras_height(state: RailroadRivals) -> int:
    """How much higher a card must be; 0 at a table without any of this."""
    most = max(len(_lines(state, seat)) for seat in state.everyone)
    if not has_buildings(state) and not most:
        return 0
    return (_BUILDINGS if has_buildings(state) else 0) + _LINE * most + 20


def extras(state: RailroadRivals, seat: Seat, x: float, y: float, wide: float) -> Iterator[Shape]:
    """The lines under ``y`` of a card that is ``wide`` px inside."""
    if not extras_height(state):
        return
    yield Box(x - 6, round(y), round(wide) + 8, 2, RULE)
    if has_buildings(state):
        yield from _to_build(state, seat, x, y + 12, wide)
        y += _BUILDINGS
    for i, words in enumerate(_lines(state, seat)):
        yield TAG.left(x, y + 48 + i * _LINE, words, "special tile", room=wide)


def _to_build(state: RailroadRivals, seat: Seat, x: float, y: float, wide: float) -> Iterator[Shape]:
    a_hotel, a_tower = unbuilt(state, seat)
    if a_hotel:
        yield hotel(seat, x, y, 1.0)
        x += 52
    if a_tower:
        yield tower(seat, x, y, 1.0)
        x += 52
    words = ("to build" if wide > _NARROW else "left") if a_hotel or a_tower else "all built"
    yield BODY.left(x, y + 42, words, "caption", INK_SOFT)


def _lines(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The special tiles by name, and what Locomotive Upgrades bring."""
    upgrades = state.baron.count(seat, Special.UPGRADE)
    others = tuple(SIGNS[special].name for special in specials(state, seat) if special != Special.UPGRADE)
    return ((f"Upgrade +{upgrades}",) if upgrades else ()) + others


def extras_said(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The same in words."""
    return (*(f"{building} to build" for building in to_build(state, seat)), *_lines(state, seat))
