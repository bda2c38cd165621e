"""Tickets of open delivery orders, drawn above the cities to which the goods go."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_viewport import BoardViewport
from render.games.railroads_of_catan.board.pieces import city_boxes
from render.games.railroads_of_catan.board.signs import draw_good_sign
from render.games.railroads_of_catan.board.track_layers import CITY_HALF_WIDTH, TrainRoom, train_spots
from render.games.railroads_of_catan.colors import GOODS_COLOR
from render.geometry import row_offsets
from render.palette import INK, PAPER
from render.parts.sprites import center_sprite
from render.parts.typography import DIGIT
from render.scene import Box, Placed, Sprite

_TICKET_HEIGHT = 44
"""Height in px of a ticket without its rim."""
_RIM, _CORNER = 3, 8
_LETTER, _GOOD = 36, 38
"""Width in px of the part of a ticket that shows the letter, and the side of the square that shows the good."""
_SIGN = 14
"""Radius of the good's sign in px."""
TICKET_WIDTH = _LETTER + _GOOD + 3
"""Width in px of a ticket without its rim."""
_APART = 5
"""Distance in px between neighboring tickets of a row, and between rows."""
_ABOVE = 2
"""Distance in px between a ticket and the city under it."""
_ACROSS = 2
"""Maximum number of tickets in a row, if the city has at most ``_MANY`` tickets."""
_MANY = 4
"""If a city has more tickets than this, its rows may have one ticket more."""
_LEAST = 4
"""Minimum px by which a row next to a train still extends beyond the city's middle, on the side of the train."""
_MOVED = 54
"""Maximum px by which a row of tickets is moved away from a train."""


def draw_ticket(letter: str, good: Good, x: float, y: float) -> Placed:
    """Draw a ticket around the point (``x``, ``y``)."""
    return center_sprite(_ticket_sprite(letter, good), x, y)


@lru_cache(128)
def _ticket_sprite(letter: str, good: Good) -> Sprite:
    w, h = TICKET_WIDTH + 2 * _RIM, _TICKET_HEIGHT + 2 * _RIM
    middle, inset = h / 2, (_TICKET_HEIGHT - _GOOD) / 2
    left = _RIM + TICKET_WIDTH - _GOOD - inset
    shapes = (
        Box(0, 0, w, h, PAPER, radius=_CORNER + _RIM),
        Box(_RIM, _RIM, TICKET_WIDTH, _TICKET_HEIGHT, INK, radius=_CORNER),
        Box(left, _RIM + inset, _GOOD, _GOOD, GOODS_COLOR[good], radius=_CORNER - inset),
        *draw_good_sign(good, left + _GOOD / 2, middle, _SIGN, INK, GOODS_COLOR[good]),
        DIGIT.middle(_RIM + _LETTER / 2 + 1, middle + DIGIT.baseline_shift, letter, "order", PAPER),
    )
    return Sprite(f"ticket {letter} {good}", w, h, shapes)


def clearance_by_city(state: RailroadsOfCatan, s: float) -> Mapping[NodeId, float]:
    """Return the minimum distance between a train and the middle of each city with tickets.

    The distances are in hex sizes of ``s`` px.
    """
    halves = {hex: _row_half_width(_ticket_rows(orders)[0]) for hex, orders in _orders_by_city(state).items()}
    return {hex: (half - _sideways_shift(half) + _APART) / s for hex, half in halves.items()}


def draw_tickets(state: RailroadsOfCatan, viewport: BoardViewport, room: TrainRoom) -> Iterator[Placed]:
    """Draw all tickets in rows above their cities, and beside trains that are above the cities."""
    sides = _train_sides(state, room)
    for hex, orders in _orders_by_city(state).items():
        city_piece = state.cities[hex]
        x, y = viewport.node_point(hex)
        roof = city_boxes(city_piece.seat, x, y, CITY_HALF_WIDTH * viewport.scale)[0].top
        y = roof - _ABOVE - _RIM - _TICKET_HEIGHT / 2
        rows = _ticket_rows(orders)
        x -= sides.get(hex, 0) * _sideways_shift(_row_half_width(rows[0]))
        for i, row in enumerate(rows):
            offsets = row_offsets(len(row), TICKET_WIDTH + _APART)
            for order, dx in zip(row, offsets, strict=True):
                yield draw_ticket(order.letter, order.good, x + dx, y - i * (_TICKET_HEIGHT + _APART))


def _sideways_shift(half: float) -> float:
    """Return the px by which a row of tickets moves away from a train; ``half`` is half the row's width in px."""
    return min(half - _LEAST, _MOVED)


def _orders_by_city(state: RailroadsOfCatan) -> Mapping[NodeId, list[DeliveryOrder]]:
    orders_by_city: dict[NodeId, list[DeliveryOrder]] = {}
    for order in state.orders:
        orders_by_city.setdefault(order.city, []).append(order)
    return orders_by_city


def _ticket_rows(orders: Sequence[DeliveryOrder]) -> list[tuple[DeliveryOrder, ...]]:
    """Return the rows of tickets above a city, the lowest row first."""
    across = _ACROSS + (len(orders) > _MANY)
    return [tuple(orders[i : i + across]) for i in range(0, len(orders), across)]


def _row_half_width(row: Sequence[DeliveryOrder]) -> float:
    return (len(row) * (TICKET_WIDTH + _APART) - _APART) / 2 + _RIM


def _train_sides(state: RailroadsOfCatan, room: TrainRoom) -> Mapping[NodeId, int]:
    """City -> side of a train above the city's middle: 1 for the right, -1 for the left."""
    standing = train_spots(state.trains, state.cities, state.tracks, room)
    return {train.at: 1 if dx > 0 else -1 for train, dx, dy in standing if dy < 0}
