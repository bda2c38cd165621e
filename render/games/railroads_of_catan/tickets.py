"""Tickets over the cities that open delivery orders go to: the order's letter and its good."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import GOODS_COLOR
from render.games.railroads_of_catan.pieces import city_boxes
from render.games.railroads_of_catan.plane import Plane
from render.games.railroads_of_catan.signs import good_sign
from render.games.railroads_of_catan.tracks import CITY, Room, spots
from render.geometry import spread
from render.palette import INK, PAPER
from render.parts.stamp import at_point
from render.parts.text import DIGIT
from render.scene import Box, Placed, Sprite

TALL = 44
"""Height of a ticket without its rim."""
_RIM, _CORNER = 3, 8
_LETTER, _GOOD, _SIGN = 36, 38, 14
"""What the letter takes of its width, the side of the good's square, and the radius of the sign in it."""
WIDE = _LETTER + _GOOD + 3
"""Width of a ticket without its rim."""
_APART = 5
"""px between two tickets of a row, and between two rows."""
_ABOVE = 2
"""px between a ticket and the city under it."""
_ACROSS, _MANY = 2, 4
"""Tickets in a row; with more than so many at one city one more stands in each row."""
_LEAST, _MOVED = 4, 54
"""Beside a train over the city: how far a row reaches past the middle, and how far it is moved at most to do so."""


def ticket(letter: str, good: Good, x: float, y: float) -> Placed:
    """A ticket around a point."""
    return at_point(_ticket(letter, good), x, y)


@lru_cache(128)
def _ticket(letter: str, good: Good) -> Sprite:
    w, h = WIDE + 2 * _RIM, TALL + 2 * _RIM
    middle, inset = h / 2, (TALL - _GOOD) / 2
    left = _RIM + WIDE - _GOOD - inset
    shapes = (
        Box(0, 0, w, h, PAPER, radius=_CORNER + _RIM),
        Box(_RIM, _RIM, WIDE, TALL, INK, radius=_CORNER),
        Box(left, _RIM + inset, _GOOD, _GOOD, GOODS_COLOR[good], radius=_CORNER - inset),
        *good_sign(good, left + _GOOD / 2, middle, _SIGN, INK, GOODS_COLOR[good]),
        DIGIT.middle(_RIM + _LETTER / 2 + 1, middle + DIGIT.rise, letter, "order", PAPER),
    )
    return Sprite(f"ticket {letter} {good}", w, h, shapes)


def kept_clear(state: RailroadsOfCatan, s: float) -> Mapping[Place, float]:
    """The distance that trains over a city keep from its middle for its tickets, in sizes of a hex of ``s`` px."""
    halves = {hex: _half(_rows(orders)[0]) for hex, orders in _by_city(state).items()}
    return {hex: (half - _aside(half) + _APART) / s for hex, half in halves.items()}


def tickets(state: RailroadsOfCatan, plane: Plane, room: Room) -> Iterator[Placed]:
    """All tickets: in rows over their city, beside a train that stands there."""
    sides = _sides(state, room)
    for hex, orders in _by_city(state).items():
        found = state.cities[hex]
        x, y = plane.place(hex)
        roof = city_boxes(found.seat, x, y, CITY * plane.s)[0].top
        y = roof - _ABOVE - _RIM - TALL / 2
        rows = _rows(orders)
        x -= sides.get(hex, 0) * _aside(_half(rows[0]))
        for i, row in enumerate(rows):
            offsets = spread(len(row), WIDE + _APART)
            for order, dx in zip(row, offsets, strict=True):
                yield ticket(order.letter, order.good, x + dx, y - i * (TALL + _APART))


def _aside(half: float) -> float:
    """The distance in px by which a row of tickets moves away from a train over the city."""
    return min(half - _LEAST, _MOVED)


def _by_city(state: RailroadsOfCatan) -> Mapping[Place, list[DeliveryOrder]]:
    found: dict[Place, list[DeliveryOrder]] = {}
    for order in state.orders:
        found.setdefault(order.city, []).append(order)
    return found


def _rows(orders: Sequence[DeliveryOrder]) -> list[tuple[DeliveryOrder, ...]]:
    """The rows of tickets over a city, the lowest first."""
    across = _ACROSS + (len(orders) > _MANY)
    return [tuple(orders[i : i + across]) for i in range(0, len(orders), across)]


def _half(row: Sequence[DeliveryOrder]) -> float:
    return (len(row) * (WIDE + _APART) - _APART) / 2 + _RIM


def _sides(state: RailroadsOfCatan, room: Room) -> Mapping[Place, int]:
    """The side of its city on which a train stands above it: 1 is the right."""
    standing = spots(state.trains, state.cities, state.tracks, room)
    return {train.at: 1 if dx > 0 else -1 for train, dx, dy in standing if dy < 0}
